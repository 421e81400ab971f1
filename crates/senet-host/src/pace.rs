//! How long a module may take for a call.

use senet_guest::{Call, Change, Look};

use crate::Limits;

/// How long an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As long as any answer may, which somebody waits for.
    Answer,
    /// As long as it may take to go through a journal, or through what somebody has missed of it.
    Reading,
    /// As long as thinking may.
    Thinking,
}

impl Pace {
    /// What a call needs.
    pub(crate) fn of(call: &Call) -> Pace {
        match call {
            Call::Think { .. } | Call::Hint { .. } | Call::Moment(_) | Call::Play { .. } => {
                Pace::Thinking
            }
            Call::Load { .. }
            | Call::Resume { .. }
            | Call::Verify { .. }
            | Call::Analyst { .. }
            | Call::Look(
                Look::Update(..)
                | Look::Log(_)
                | Look::History(..)
                | Look::ViewAt(..)
                | Look::UpdateAt(..)
                | Look::DrawingAt(..)
                | Look::Snapshot
                | Look::Branch { .. },
            )
            | Call::Change {
                change:
                    Change::TakeBack { .. }
                    | Change::TakeBackAfter { .. }
                    | Change::TakeBackTo(_)
                    | Change::Veil(_),
                ..
            } => Pace::Reading,
            Call::About
            | Call::CheckConfig(_)
            | Call::Remarks(_)
            | Call::Roles(_)
            | Call::DataFiles
            | Call::WithData { .. }
            | Call::Unhurried(_)
            | Call::Open { .. }
            | Call::Bot { .. }
            | Call::Guess { .. }
            | Call::Question { .. }
            | Call::Understood(_)
            | Call::Change { .. }
            | Call::Look(_) => Pace::Answer,
        }
    }

    /// The most steps, in millions.
    pub(crate) fn most(self, limits: Limits) -> u64 {
        match self {
            Pace::Answer => limits.steps,
            Pace::Reading => limits.reading,
            Pace::Thinking => limits.thinking,
        }
    }
}
