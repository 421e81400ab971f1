//! Step 6: keys appear, and free those in jail (FW-46 to FW-51).

use senet_kernel::Dice;

use crate::board::{Piece, Square, Team};
use crate::config::KeyMode;
use crate::event::Event;

use super::contact::pieces_of;
use super::{Log, Stage};

impl<L: Log> Stage<'_, L> {
    /// Both teams are judged on the same position, then all freed pieces stand on their start
    /// squares, then contact is resolved again.
    pub(super) fn rescue(&mut self, dice: &mut Dice) {
        self.show_keys(dice);
        let rescuers = Team::ALL.map(|team| self.on_key(team));
        if rescuers == [0; 2] {
            return;
        }
        for team in Team::ALL {
            if rescuers[team.index()] != 0 {
                self.free(team, rescuers[team.index()]);
            }
        }
        self.hide_keys();
        if self.rescuers_leave_at_once() {
            for piece in pieces_of(rescuers) {
                self.rescuer_home(piece);
            }
        } else {
            self.position.homing = rescuers;
        }
        self.meet();
    }

    /// Makes the keys agree with the jails: a key is there while its team's jail is not empty.
    pub(super) fn show_keys(&mut self, dice: &mut Dice) {
        for team in Team::ALL {
            if self.has_key(team) && self.position.keys[team.index()].is_none() {
                self.appear(team, dice);
            }
        }
        self.hide_keys();
    }

    fn hide_keys(&mut self) {
        for team in Team::ALL {
            if !self.has_key(team) && self.position.keys[team.index()].take().is_some() {
                self.log.tell(|| Event::KeyGone { team });
            }
        }
    }

    fn has_key(&self, team: Team) -> bool {
        let prisoners = |team| self.position.jailed(self.setup.layout(), team) > 0;
        match self.setup.config().keys.mode {
            KeyMode::None => false,
            KeyMode::Fixed | KeyMode::RandomEnemyLand => prisoners(team),
            KeyMode::SharedNeutral => prisoners(Team::Blue) || prisoners(Team::Red),
        }
    }

    fn appear(&mut self, team: Team, dice: &mut Dice) {
        let layout = self.setup.layout();
        let square = match self.setup.config().keys.mode {
            KeyMode::Fixed | KeyMode::None => layout.keys[team.index()],
            KeyMode::RandomEnemyLand => self.draw(dice, || layout.key_choices(team)),
            KeyMode::SharedNeutral => match self.position.keys[team.other().index()] {
                Some(shared) => shared,
                None => self.draw(dice, || layout.shared_key_choices()),
            },
        };
        self.position.keys[team.index()] = Some(square);
        self.log.tell(|| Event::KeyAppeared { team, square });
    }

    /// The pieces that rescue: on the own key, with somebody to free.
    fn on_key(&self, team: Team) -> u16 {
        let Some(key) = self.position.keys[team.index()] else {
            return 0;
        };
        if self.position.jailed(self.setup.layout(), team) == 0 {
            return 0;
        }
        self.position
            .living(team)
            .filter(|(_, square)| *square == key)
            .fold(0, |rescuers, (index, _)| rescuers | 1 << index)
    }

    fn free(&mut self, team: Team, rescuers: u16) {
        let mut freed = [0; 2];
        for index in 0..usize::from(self.setup.layout().pieces) {
            if self.position.square(team, index).is_none() {
                freed[team.index()] |= 1 << index;
                let piece = Piece::at(team, index);
                self.position.send_home(self.setup.layout(), piece);
                self.resolved.freed[team.index()] += 1;
            }
        }
        let mut by = [0; 2];
        by[team.index()] = rescuers;
        self.log.tell(|| Event::Rescued {
            by: pieces_of(by).collect(),
            freed: pieces_of(freed).collect(),
        });
    }

    /// One of the squares, row by row. There is at least one, or the configuration was refused.
    fn draw<I: Iterator<Item = Square>>(
        &mut self,
        dice: &mut Dice,
        choices: impl Fn() -> I,
    ) -> Square {
        let got = dice.pick(choices().count() as u32);
        if let Some(free) = self.resolved.draws.iter_mut().find(|draw| draw.is_none()) {
            *free = Some(got as u16);
        }
        choices().nth(got as usize).unwrap_or_default()
    }
}
