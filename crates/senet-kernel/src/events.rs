//! What a change led to, in the order in which it happened.

use crate::Game;

/// Collects the events of a change. It can be switched off, for playouts that nobody watches.
///
/// An event that shows somebody what was hidden before (a card is turned, a sealed choice opens)
/// is told by [`reveal`](Events::reveal), so that the table knows that it cannot be taken back. The
/// laws check that no change reveals anything without saying so.
#[derive(Debug)]
pub struct Events<G: Game> {
    on: bool,
    revealed: bool,
    list: Vec<G::Event>,
}

impl<G: Game> Events<G> {
    /// Collects what is told.
    pub const fn on() -> Events<G> {
        Events { on: true, revealed: false, list: Vec::new() }
    }

    /// Forgets what is told.
    pub const fn off() -> Events<G> {
        Events { on: false, revealed: false, list: Vec::new() }
    }

    /// Tells an event.
    #[inline]
    pub fn push(&mut self, event: G::Event) {
        if self.on {
            self.list.push(event);
        }
    }

    /// Tells an event that is built only if somebody listens.
    #[inline]
    pub fn push_with(&mut self, event: impl FnOnce() -> G::Event) {
        if self.on {
            self.list.push(event());
        }
    }

    /// Tells an event that shows somebody something hidden.
    #[inline]
    pub fn reveal(&mut self, event: G::Event) {
        self.revealed = true;
        self.push(event);
    }

    /// Says that this change shows somebody something hidden, by whatever events tell of it.
    pub fn mark_revealed(&mut self) {
        self.revealed = true;
    }

    /// Whether something hidden was shown.
    pub const fn revealed(&self) -> bool {
        self.revealed
    }

    /// What was told so far.
    pub fn list(&self) -> &[G::Event] {
        &self.list
    }

    /// Forgets what was told and keeps the memory for the next change.
    pub fn clear(&mut self) {
        self.revealed = false;
        self.list.clear();
    }

    /// Takes out what was told.
    pub fn take(&mut self) -> Vec<G::Event> {
        self.revealed = false;
        std::mem::take(&mut self.list)
    }
}
