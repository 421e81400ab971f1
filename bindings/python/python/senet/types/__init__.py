"""The types of the games, a module each: `view: connect_four.View = table.view(0)`.

- `connect_four`
- `crossfire_campaign`
- `crossfire`
- `flag_war`
- `kuhn_poker`
- `pig`
- `silosoft`
- `sky_team`
- `tic_tac_toe`

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""
