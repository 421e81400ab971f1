//! Step 5: flags are taken, and brought home (FW-38 to FW-41).

use crate::board::{Piece, Team};
use crate::config::DoubleScore;
use crate::event::{End, EndReason, Event};

use super::{Log, Stage};

impl<L: Log> Stage<'_, L> {
    /// A living piece on the enemy flag's home square takes the flag that is there.
    pub(super) fn take_flags(&mut self) {
        for team in Team::ALL {
            if self.position.carriers[team.index()].is_some() {
                continue;
            }
            let flag = team.other();
            let home = self.setup.layout().flag(flag);
            let mut there = self
                .position
                .living(team)
                .filter(|(_, square)| *square == home)
                .map(|(index, _)| index);
            // Where friends may share the square: the one that starts farthest left, looking
            // forward.
            let taker = match team {
                Team::Blue => there.next(),
                Team::Red => there.last(),
            };
            if let Some(index) = taker {
                self.position.carriers[team.index()] = Some(index as u8);
                self.resolved.taken[team.index()] += 1;
                let carrier = Piece::at(team, index);
                self.log.tell(|| Event::FlagTaken { flag, carrier });
            }
        }
    }

    /// A carrier on its own land scores.
    pub(super) fn score(&mut self) -> Option<End> {
        let mut scorers = [None; 2];
        for team in Team::ALL {
            scorers[team.index()] = self.scorer(team);
        }
        match scorers {
            [None, None] => None,
            [Some(_), None] => Some(End::won(Team::Blue, EndReason::Capture)),
            [None, Some(_)] => Some(End::won(Team::Red, EndReason::Capture)),
            [Some(blue), Some(red)] => match self.setup.config().double_score {
                DoubleScore::Draw => Some(End::drawn(EndReason::DoubleCapture)),
                DoubleScore::PlayOn => {
                    self.scorer_home(blue);
                    self.scorer_home(red);
                    self.meet();
                    None
                }
            },
        }
    }

    fn scorer(&mut self, team: Team) -> Option<Piece> {
        let index = self.position.carriers[team.index()]?;
        let square = self.position.square(team, index.into())?;
        if self.setup.layout().land(square) != Some(team) {
            return None;
        }
        let piece = Piece::at(team, index.into());
        self.log.tell(|| Event::Scored { piece, square });
        Some(piece)
    }

    fn scorer_home(&mut self, piece: Piece) {
        let square = self.setup.layout().start(piece.team, piece.index());
        self.log.tell(|| Event::ScorerHome { piece, square });
        self.send_home(piece);
    }
}
