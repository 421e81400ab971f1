//! A text of help for each module: who, what it does, how it loses or wins.

use crate::board::Board;
use crate::policy::{BrakeTest, RadioAim};
use crate::space::Module;

impl Board {
    /// Who places there, what it does, and how it loses or wins.
    pub(crate) fn help(&self, module: Module) -> String {
        let policy = self.policy();
        let must = if policy.mandatory { " Must be filled every round." } else { "" };
        match module {
            Module::Axis => format!(
                "One die of each. The difference tips the plane towards the higher die; beyond 2 \
                 it spins and is lost.{must}"
            ),
            Module::Engines => format!(
                "One die of each. The sum is the speed and moves the plane 0, 1 or 2 segments; \
                 planes left behind collide. In the final round it only counts for the landing.{must}"
            ),
            Module::Radio => {
                let from = match policy.radio {
                    RadioAim::Position => "1 is the segment you are on",
                    RadioAim::Start => "1 is the first segment of the track",
                };
                format!("Pilot one die, Co-Pilot two. Sends one airplane off the segment; {from}.")
            }
            Module::LandingGear => {
                "Pilot. Three switches in any order; each moves the blue marker up. All three are \
                 needed for the landing."
                    .to_owned()
            }
            Module::Flaps => {
                "Co-Pilot. Four switches in order; each moves the orange marker up. All four are \
                 needed for the landing."
                    .to_owned()
            }
            Module::Brakes => {
                let test = match policy.brakes {
                    BrakeTest::Power => "All three must be on, and their sum above the speed.",
                    BrakeTest::Count => "All three must be on, and their number above the speed.",
                    BrakeTest::Marker => "The speed must be at most the last value set.",
                };
                format!("Pilot. 2, then 4, then 6. At the landing: {test}")
            }
            Module::Concentration => {
                let spaces = if policy.shared_concentration {
                    "Three spaces for both"
                } else {
                    "One die of each"
                };
                format!("{spaces}, any value. Earns a coffee; the pool holds three.")
            }
            Module::Kerosene => {
                "One die of either. Costs its value of fuel; an unused space costs 6. Below 0 is \
                 lost."
                    .to_owned()
            }
            Module::Intern => {
                "One die of each, unlike the token at your end. You take the token and place it \
                 like a die. All six must be gone at the landing."
                    .to_owned()
            }
            Module::IceBrakes => {
                "2, 3, 4, 5 in order, each with two dice in one round: one from the Pilot, one \
                 from either. All four steps and a speed of at most 5 are needed for the landing."
                    .to_owned()
            }
        }
    }
}
