//! Step 7: zones open and close with their flags (FW-42 to FW-45).

use crate::board::Team;
use crate::event::Event;

use super::{Log, Stage};

impl<L: Log> Stage<'_, L> {
    /// Sets the zones by their flags, sends owners out of closed ones, and resolves contact.
    pub(super) fn turn_zones(&mut self) {
        for team in Team::ALL {
            let open = self.position.thief(team).is_some();
            let was = std::mem::replace(&mut self.position.open[team.index()], open);
            if self.setup.layout().zones[team.index()].is_none() {
                continue;
            }
            if open && !was {
                self.log.tell(|| Event::ZoneOpened { team });
            } else if was && !open {
                self.log.tell(|| Event::ZoneClosed { team });
            }
        }
        for team in Team::ALL {
            if self.position.zone_closed(team) {
                self.clear_zone(team);
            }
        }
        self.meet();
    }

    fn clear_zone(&mut self, team: Team) {
        let layout = self.setup.layout();
        let squares = self.position.pieces[team.index()];
        let inside =
            |index: usize| squares[index].is_some_and(|square| layout.in_zone(team, square));
        self.each(team, inside, |stage, piece| {
            let square = layout.start(team, piece.index());
            stage.log.tell(|| Event::ZoneReset { piece, square });
            stage.send_home(piece);
        });
    }
}
