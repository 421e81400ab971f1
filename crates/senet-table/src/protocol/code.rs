//! The codes of refusals by the house: the desk, the table and the server. Every game has its own beside
//! them, in the schema of its rejections.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// What a refusal by the house is about. A program may rely on the code; the sentence is for
        /// people and may change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum Code {
            $($(#[$doc])* #[serde(rename = $code)] $name,)*
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// As it stands on the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$name => $code,)*
                }
            }
        }
    };
}

codes! {
    /// The message is no JSON.
    NoJson = "no_json",
    /// The message is no text.
    NoText = "no_text",
    /// The message is none of the protocol's.
    NoMessage = "no_message",
    /// The message is called otherwise since a later version of the protocol.
    Renamed = "renamed",
    /// Another version of the protocol is spoken here.
    OtherProtocol = "other_protocol",
    /// A part of the message does not have the shape that is wanted.
    Malformed = "malformed",
    /// The message or body is larger than is taken.
    TooLarge = "too_large",
    /// The address is called by another method.
    WrongMethod = "wrong_method",
    /// There is nothing at this address.
    NotFound = "not_found",
    /// There is no such game.
    UnknownGame = "unknown_game",
    /// There is no such system of documents.
    UnknownSystem = "unknown_system",
    /// The system has no such question.
    UnknownMethod = "unknown_method",
    /// There is no such bot.
    UnknownBot = "unknown_bot",
    /// There is no such level.
    UnknownLevel = "unknown_level",
    /// The configuration cannot be played; `faults` tells why.
    BadConfig = "bad_config",
    /// A ready-made configuration and one of one's own were given.
    TwoConfigs = "two_configs",
    /// The game is not for so many seats.
    WrongCount = "wrong_count",
    /// The table cannot be opened; `faults` may tell why.
    CannotOpen = "cannot_open",
    /// The table cannot be branched.
    CannotBranch = "cannot_branch",
    /// The journal is damaged, forged or of another version.
    BadJournal = "bad_journal",
    /// The view is none of the game's.
    BadView = "bad_view",
    /// The name cannot be taken: its characters, its length, or whom it would pass for.
    BadName = "bad_name",
    /// Somebody here has a name that looks the same.
    NameTaken = "name_taken",
    /// The salt is too long.
    BadSalt = "bad_salt",
    /// The id of the request is empty or too long.
    BadRequestId = "bad_request_id",
    /// The dice that were typed do not fit.
    BadScript = "bad_script",
    /// The dice need a secret seed that is not known here.
    SeedUnknown = "seed_unknown",
    /// There is a table of this name.
    TableExists = "table_exists",
    /// There are as many tables as may be, here or for this guest.
    TooManyTables = "too_many_tables",
    /// There is no such table.
    NoSuchTable = "no_such_table",
    /// There is no such seat.
    NoSuchSeat = "no_such_seat",
    /// There is no such entry, or not yet for this viewer.
    NoSuchEntry = "no_such_entry",
    /// Nobody here is called so.
    NoSuchPerson = "no_such_person",
    /// No such device holds the seat.
    NoSuchDevice = "no_such_device",
    /// The code is unknown or too old.
    NoSuchCode = "no_such_code",
    /// The words as a whole mean nothing here.
    NotUnderstood = "not_understood",
    /// Nothing was said.
    EmptyText = "empty_text",
    /// One word is unknown; `word` tells which, and `choices` may tell what is known.
    UnknownWord = "unknown_word",
    /// The words fit several things; `choices` tells them.
    WhichOne = "which_one",
    /// It is clear what is wanted but not with what; `wanted` tells what is missing.
    MissingTarget = "missing_target",
    /// There is nothing that this could mean now.
    NothingToDo = "nothing_to_do",
    /// The game is over.
    GameOver = "game_over",
    /// There is nothing that may be taken back.
    NothingToTakeBack = "nothing_to_take_back",
    /// The last command was somebody else's.
    NotYours = "not_yours",
    /// Dice have fallen since.
    DrewDice = "drew_dice",
    /// Something hidden was shown since.
    Revealed = "revealed",
    /// The rules of the game allow no taking back.
    NotAllowed = "not_allowed",
    /// The turn has passed, and somebody's answer is awaited.
    TurnPassed = "turn_passed",
    /// The memo is too large.
    MemoTooLarge = "memo_too_large",
    /// A token is wanted.
    NoToken = "no_token",
    /// The token does not open this.
    WrongToken = "wrong_token",
    /// Only the host of the table may do this.
    NotHost = "not_host",
    /// The table is not followed by this socket.
    NotFollowed = "not_followed",
    /// The table may not be watched.
    NoSpectators = "no_spectators",
    /// As many watch as may.
    TooManySpectators = "too_many_spectators",
    /// The host has put this guest out.
    Barred = "barred",
    /// Only whoever sits at the server's own machine may do this.
    NotHere = "not_here",
    /// The game understands the words by itself; no model is asked about them.
    Understood = "understood",
    /// A language model gives no orders; the sentence tells why.
    NoOrders = "no_orders",
    /// No language model is set up here.
    NoModel = "no_model",
    /// The server's machine is on no network.
    NoNetwork = "no_network",
    /// The seat that was followed is no longer the guest's.
    SeatLost = "seat_lost",
    /// The seat is not open.
    SeatTaken = "seat_taken",
    /// The seat is kept for somebody.
    SeatKept = "seat_kept",
    /// Every seat is taken.
    NoOpenSeat = "no_open_seat",
    /// Whoever holds the seat is connected.
    NotAway = "not_away",
    /// The device is the last one that holds the seat.
    LastDevice = "last_device",
    /// As many devices hold the seat as may.
    TooManyDevices = "too_many_devices",
    /// The room has not come so far, or further.
    WrongState = "wrong_state",
    /// This is told once the game is over.
    NotYet = "not_yet",
    /// Those who sat here have not shared the game.
    NotShared = "not_shared",
    /// The chat is switched off.
    ChatOff = "chat_off",
    /// The rules of the game ask for silence now.
    Hushed = "hushed",
    /// The line of chat cannot be said: its length or its characters.
    BadChat = "bad_chat",
    /// The host lets nobody hear this guest.
    Muted = "muted",
    /// The report cannot be taken: its length or its characters.
    BadReport = "bad_report",
    /// The page that asks is not one of this server's.
    BadOrigin = "bad_origin",
    /// Another hint is being thought out.
    OneAtATime = "one_at_a_time",
    /// Too many messages in a short time; the same may be sent again.
    TooManyMessages = "too_many_messages",
    /// Too many calls in a short time.
    TooManyCalls = "too_many_calls",
    /// As much is stored for this guest or table as may be.
    TooManyBytes = "too_many_bytes",
    /// As many connections are open from this address as may be.
    TooManyConnections = "too_many_connections",
    /// As many sockets are open as may be.
    TooManySockets = "too_many_sockets",
    /// The guest reads or sends too slowly.
    TooSlow = "too_slow",
    /// All threads for long thoughts are busy; `retry_after` tells when to ask again.
    Busy = "busy",
    /// Another change came first; the same request may be sent again.
    Conflict = "conflict",
    /// The change could not be stored and has not happened; the same request may be sent again.
    NotStored = "not_stored",
    /// The table cannot be read from the store.
    Damaged = "damaged",
    /// Something went wrong in the server; its log tells more.
    Internal = "internal",
}
