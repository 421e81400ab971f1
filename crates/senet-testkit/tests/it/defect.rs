//! What can be wrong with the toy.

use std::sync::atomic::{AtomicU32, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is wrong with a play of the game: nothing, or one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Defect {
    None,
    /// Something differs the second time: an event, the set-up, what is drawn for it, the state, or
    /// the part of the state that is only hashed.
    TellsAnew,
    SetsUpAnew,
    DrawsAnew,
    ChangesAnew,
    HashesAnew,
    /// What nobody listens to goes another way, or reveals nothing.
    ChangesUnheard,
    RevealsUnheard,
    /// A refusal changes the state or only its hash, draws, or is told.
    ChangesRefused,
    HashesRefused,
    DrawsRefused,
    TellsRefused,
    /// The list has what is refused, lacks what is accepted, repeats itself, forgets what stood in
    /// the buffer, has something for a seat that is not to act, or has what is refused in a state that
    /// only comes from outside; a seat that does not play is awaited; or the two halves of a change
    /// disagree.
    ListsRefused,
    ListsTooLittle,
    ListsTwice,
    ListsAfresh,
    ListsOutOfTurn,
    ListsUnreached,
    AwaitsStranger,
    ChecksLess,
    RefusesOtherwise,
    /// The bound is too low, or nobody can act.
    BoundTooLow,
    Stuck,
    /// The end still takes a command, waits for a seat or for the clock, or lists something.
    LeavesAfterEnd,
    ActsAfterEnd,
    TicksAfterEnd,
    ListsAfterEnd,
    /// Parts of what is written are lost; a configuration reads as another; a reached state is
    /// refused.
    LosesEvent,
    LosesRejection,
    LosesView,
    LosesConfig,
    ReadsConfig,
    RefusesReached,
    /// Something that matters is not stored; luck is not recorded; the configuration that a journal
    /// holds is not the whole one.
    ForgetsStored,
    RollsUnrecorded,
    PlaysLostConfig,
    /// Something hidden shows in the view, the list, a refusal, the clock, who is to act, the
    /// outcome, or after a command that says nothing of it; a guess is no game.
    LeaksView,
    LeaksLegal,
    LeaksRejection,
    LeaksClock,
    LeaksTurn,
    LeaksOutcome,
    LeaksStep,
    LeaksEvent,
    LeaksAwaited,
    LeaksSecrets,
    LeaksTakeBack,
    LeaksIdle,
    LeaksLeave,
    GuessesBadly,
    /// What the comparison of views leaves out shows on the wire, by its value or only by its size, in the
    /// drawing, the prompt, the label, the caution, the outlook, the reader, the log's length, the plans,
    /// the question to a model, an event's sentence, a refusal's, or the rule that it cites; the hash of the
    /// state shows in the view; a message is refused unread.
    LeaksWritten,
    LeaksSize,
    LeaksDrawing,
    LeaksPrompt,
    LeaksLabel,
    LeaksCaution,
    LeaksOutlook,
    LeaksReader,
    LeaksRetention,
    LeaksPlans,
    LeaksQuestion,
    LeaksSentence,
    LeaksWhy,
    LeaksRule,
    LeaksHash,
    LeaksReceipt,
    /// It shows in the order of the list, in whether the list is complete, in a command as the list writes
    /// it, in the number of the clock's countdown, in a hash that is told, in what is told of a roll, in the
    /// name of the other seat, in a colour, in the moment, the part, the ending or its figures, in what is
    /// made of a model's answer, or in what is said to words that no game knows.
    LeaksOrder,
    LeaksListing,
    LeaksList,
    LeaksNumber,
    TellsHash,
    LeaksRoll,
    LeaksName,
    LeaksColour,
    LeaksMoment,
    LeaksPart,
    LeaksEnding,
    LeaksMeasures,
    LeaksModel,
    LeaksStray,
    /// Something hidden is open to all: the cards or the marks in the view, a drawn card or a hidden
    /// act in an event, everything where no part is named, half of a dealt card that guesses keep to; or
    /// what is open is named as hidden, or a place that is not there, or a hidden part is not named, or
    /// secrets are denied.
    OpensView,
    OpensMarks,
    OpensEvent,
    OpensAct,
    OpensAll,
    OpensDeal,
    HidesOpen,
    HidesNowhere,
    HidesUntold,
    DeniesSecrets,
    /// A reveal is told that tells what stays hidden, alone or beside what it opens by right; whether one is
    /// told depends on what is hidden; or nothing is revealed by what says so.
    RevealsHidden,
    RevealsBeside,
    RevealsSometimes,
    RevealsNothing,
    /// The seat, the host or the clock is offered what is refused.
    IdlesRefused,
    LeaveRefused,
    TickRefused,
    /// Labels are empty or equal but for a space; a label reads as another command; a drawing is too
    /// wide or not plain; an ending is told too early; a sentence is empty or panics.
    EmptyLabel,
    EqualLabels,
    ReadsWrong,
    TooWide,
    NotPlain,
    EndsEarly,
    TellsNothing,
    /// An event is told with the name of a program's value.
    TellsCode,
    /// An event counts one thing as if it were many.
    CountsWrong,
    /// The prompt does not name who is asked.
    Nameless,
    /// The drawing does not show who plays.
    Faceless,
    PanicsTelling,
    /// Equal states differ in what is hashed.
    HashesMore,
    /// A state is accepted that makes a view panic, or that leads to one that is refused; a
    /// configuration makes a state that is refused.
    AcceptsState,
    LeadsAstray,
    AcceptsConfig,
}

/// A number that differs each time, as no game may know one.
pub fn anew() -> u32 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed)
}
