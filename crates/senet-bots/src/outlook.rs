//! What a bot may use.

use std::borrow::Cow;
use std::cell::OnceCell;

use senet_kernel::{Game, Listing, Rng, Seat, Viewer};

/// A game as one seat knows it: all that a bot can reach.
///
/// It is built from the true game, which stays private in it, or from the seat's view alone, as a
/// program that plays over a network has it. The laws promise that a bot cannot tell the two apart.
///
/// ```compile_fail
/// use senet_bots::Outlook;
/// use senet_kernel::Game;
///
/// fn peek<G: Game>(outlook: &Outlook<G>) -> G {
///     outlook.game.clone().into_owned() // the true game is private
/// }
/// ```
#[derive(Debug)]
pub struct Outlook<'a, G: Game> {
    seat: Seat,
    /// The true game, or one that the seat cannot tell from it.
    game: Cow<'a, G>,
    /// Made when first asked for: a bot that needs only the legal commands does not pay for it.
    view: OnceCell<G::View>,
}

impl<'a, G: Game> Outlook<'a, G> {
    /// The outlook of a seat on a true game.
    pub const fn of_game(game: &'a G, seat: Seat) -> Outlook<'a, G> {
        Outlook { seat, game: Cow::Borrowed(game), view: OnceCell::new() }
    }

    /// The outlook of a seat that has only its view.
    pub fn of_view(view: G::View, seat: Seat, rng: &mut Rng) -> Outlook<'a, G> {
        Outlook {
            seat,
            game: Cow::Owned(G::guess(&view, Viewer::Seat(seat), rng)),
            view: OnceCell::from(view),
        }
    }

    /// The seat that the bot plays.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// All that the seat knows.
    pub fn view(&self) -> &G::View {
        self.view.get_or_init(|| self.game.view(Viewer::Seat(self.seat)))
    }

    /// Adds to `out` what the seat may do now, and says whether that is all.
    pub fn legal(&self, out: &mut Vec<G::Command>) -> Listing {
        self.game.legal(self.seat, out)
    }

    /// A whole game as it may be, made from the view alone.
    pub fn guess(&self, rng: &mut Rng) -> G {
        G::guess(self.view(), Viewer::Seat(self.seat), rng)
    }
}
