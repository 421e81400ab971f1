"""What the tests share: every game in every rule set."""

import senet


def rule_sets() -> list[tuple[str, str]]:
    """Each game with each of its rule sets."""
    return [(game.id, preset) for game in senet.games() for preset in game.presets]


def pytest_generate_tests(metafunc):
    if {"game", "rules"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("game", "rules"), rule_sets(), ids=map(":".join, rule_sets()))
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [game.id for game in senet.games()])
