//! What a placement would do, found by doing it on a copy: no rule is written twice.

use senet_kernel::Events;

use crate::board::SkyTeam;
use crate::command::Command;
use crate::crew::Crew;
use crate::event::Event;
use crate::landing::{Criterion, End, Standing};
use crate::placement::Wish;
use crate::resolve::Next;
use crate::space::Module;
use crate::view::{Blocked, Choice, CriterionChange, Other, Preview, Warning, Waste};

impl SkyTeam {
    /// Everything that this one of the crew may place now, with what it would do.
    pub(crate) fn choices(&self, crew: Crew) -> Vec<Choice> {
        let mut choices = Vec::new();
        for command in self.listed(crew) {
            if let Command::Place { die, on, slot, coffee } = command {
                choices.push(Choice {
                    crew,
                    command,
                    text: String::new(),
                    die,
                    value: die.saturating_add_signed(coffee),
                    cost: coffee.unsigned_abs(),
                    on,
                    slot,
                    preview: self.preview(crew, command),
                });
            }
        }
        choices
    }

    /// What else this one of the crew may do now.
    pub(crate) fn others(&self, crew: Crew) -> Vec<Other> {
        let listed = self.listed(crew).into_iter();
        let others = listed.filter(|command| !matches!(command, Command::Place { .. }));
        others.map(|command| Other { crew, command, text: String::new() }).collect()
    }

    fn listed(&self, crew: Crew) -> Vec<Command> {
        let mut listed = Vec::new();
        self.list(crew, &mut listed);
        listed
    }

    /// Why dice do not go where they do not, as they are.
    pub(crate) fn blocked(&self, crew: Crew) -> Vec<Blocked> {
        let mut blocked = Vec::new();
        if self.stock(crew).is_err() {
            return blocked;
        }
        for die in self.dice_to_place(crew).distinct() {
            for on in Module::ALL {
                if on.spaces().and(self.board.present()).is_empty() {
                    continue;
                }
                let wish = Wish { die, on, slot: None, coffee: 0 };
                match self.check_place(crew, wish) {
                    Err(crate::Rejection::NameTheSpace { .. }) | Ok(_) => {}
                    Err(reason) => {
                        blocked.push(Blocked { die, on, text: reason.to_string(), reason });
                    }
                }
            }
        }
        blocked
    }

    fn preview(&self, crew: Crew, command: Command) -> Preview {
        let mut preview = Preview::default();
        let Command::Place { die, on, slot, coffee } = command else {
            return preview;
        };
        let wish = Wish { die, on, slot, coffee };
        let Ok(placement) = self.check_place(crew, wish) else {
            return preview;
        };
        let mut after = self.clone();
        let mut events = Events::on();
        let next = after.lay(placement, &mut events);
        for criterion in self.board.criteria() {
            let standing = after.board.standing(criterion);
            if self.board.standing(criterion) != standing {
                let reason = after.board.reason(criterion);
                preview.criteria.push(CriterionChange { criterion, standing, reason });
            }
        }
        preview.ends_round = matches!(next, Next::RoundDone);
        if preview.ends_round {
            after.close_round(&mut events);
        }
        preview.effects = events.take();
        preview.read_effects();
        preview.find_warnings();
        preview
    }
}

impl Preview {
    /// Picks the figures that screens show out of what would happen.
    fn read_effects(&mut self) {
        for event in &self.effects {
            match event {
                Event::AxisMoved { to, .. } => self.axis = Some(*to),
                Event::SpeedSet { speed, segments, .. } => {
                    self.speed = Some(*speed);
                    self.segments = *segments;
                }
                Event::Moved { to, .. } => self.position = Some(*to),
                Event::RadioCalled { segment, cleared: true, .. } => self.clears = *segment,
                Event::CoffeeSpent { pool, .. } | Event::CoffeeEarned { pool } => {
                    self.coffee = Some(*pool);
                }
                Event::KeroseneUsed { left, .. } => self.kerosene = Some(*left),
                Event::Deployed { module, marker, .. } => match module {
                    Module::LandingGear => self.blue_marker = Some(*marker),
                    Module::Flaps => self.orange_marker = Some(*marker),
                    _ => self.brakes = Some(*marker),
                },
                Event::TokenTaken { token, .. } => self.token = Some(*token),
                Event::Ended { end, .. } => self.end = Some(*end),
                _ => {}
            }
        }
    }

    /// What safe mode asks about: losing at once, spoiling the landing, wasting a die.
    fn find_warnings(&mut self) {
        if let Some(End::Lost { loss }) = self.end {
            self.warnings.push(Warning::Loses { loss });
        } else {
            let spoilt = |change: &CriterionChange| change.standing == Standing::Failed;
            let spoilt: Vec<Criterion> = self
                .criteria
                .iter()
                .filter(|change| spoilt(change))
                .map(|change| change.criterion)
                .collect();
            for criterion in spoilt {
                self.warnings.push(Warning::SpoilsLanding { criterion });
            }
        }
        for event in &self.effects {
            if let Event::Wasted { module } = event {
                let waste = match module {
                    Module::Radio => Waste::NoAirplane,
                    Module::Concentration => Waste::PoolFull,
                    _ => Waste::SwitchOn,
                };
                self.warnings.push(Warning::Wastes { waste });
            }
        }
    }
}
