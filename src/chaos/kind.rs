//! The kinds of faults, and the places where they can strike.

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// The actor panics.
    Panic,
    /// It never goes on.
    Hang,
    /// It takes its time: 2 s.
    Slow,
    /// What it tells arrives twice.
    Duplicate,
    /// What it tells arrives after 90 s.
    Late,
    /// What it tells is overtaken by what others tell in the next 20 ms.
    Reorder,
    /// The model talks instead of giving an object.
    Freeform,
    /// The model's object breaks JSON's rules.
    Malformed,
    /// The model's reply is cut off.
    Truncated,
    /// The model's object cites evidence that does not exist.
    Wrong,
    /// The server answers 429.
    RateLimited,
    /// The server answers 429 and names a pause of 7 s.
    RetryAfter,
    /// The server answers 500, 502, 503 or 504.
    ServerError,
    /// The server breaks the connection off.
    Cut,
    /// The disk is full: nothing is kept.
    Enospc,
    /// The write fails after it has happened.
    Eio,
    /// The process dies while the write is half done: nothing is kept.
    Torn,
    /// The process dies after the write and before anybody is told.
    Kill,
    /// The clock jumps by an hour.
    Jump,
    /// The PDF cannot be parsed.
    Poisoned,
    /// An object is missing in the repository.
    MissingObject,
    /// The reader's process is killed for its memory.
    Oom,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 22] = [
        Self::Panic,
        Self::Hang,
        Self::Slow,
        Self::Duplicate,
        Self::Late,
        Self::Reorder,
        Self::Freeform,
        Self::Malformed,
        Self::Truncated,
        Self::Wrong,
        Self::RateLimited,
        Self::RetryAfter,
        Self::ServerError,
        Self::Cut,
        Self::Enospc,
        Self::Eio,
        Self::Torn,
        Self::Kill,
        Self::Jump,
        Self::Poisoned,
        Self::MissingObject,
        Self::Oom,
    ];

    /// Its name in plans and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Hang => "hang",
            Self::Slow => "slow",
            Self::Duplicate => "duplicate",
            Self::Late => "late",
            Self::Reorder => "reorder",
            Self::Freeform => "freeform",
            Self::Malformed => "malformed",
            Self::Truncated => "truncated",
            Self::Wrong => "wrong",
            Self::RateLimited => "rate_limited",
            Self::RetryAfter => "retry_after",
            Self::ServerError => "server_error",
            Self::Cut => "cut",
            Self::Enospc => "enospc",
            Self::Eio => "eio",
            Self::Torn => "torn",
            Self::Kill => "kill",
            Self::Jump => "jump",
            Self::Poisoned => "poisoned",
            Self::MissingObject => "missing_object",
            Self::Oom => "oom",
        }
    }

    /// What it means, one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Panic => "The actor panics.",
            Self::Hang => "It never goes on.",
            Self::Slow => "It takes its time: 2 s.",
            Self::Duplicate => "What it tells arrives twice.",
            Self::Late => "What it tells arrives after 90 s.",
            Self::Reorder => "What it tells is overtaken by what others tell in the next 20 ms.",
            Self::Freeform => "The model talks instead of giving an object.",
            Self::Malformed => "The model's object breaks JSON's rules.",
            Self::Truncated => "The model's reply is cut off.",
            Self::Wrong => "The model's object cites evidence that does not exist.",
            Self::RateLimited => "The server answers 429.",
            Self::RetryAfter => "The server answers 429 and names a pause of 7 s.",
            Self::ServerError => "The server answers 500, 502, 503 or 504.",
            Self::Cut => "The server breaks the connection off.",
            Self::Enospc => "The disk is full: nothing is kept.",
            Self::Eio => "The write fails after it has happened.",
            Self::Torn => "The process dies while the write is half done: nothing is kept.",
            Self::Kill => "The process dies after the write and before anybody is told.",
            Self::Jump => "The clock jumps ahead by an hour.",
            Self::Poisoned => "The PDF cannot be parsed.",
            Self::MissingObject => "An object is missing in the repository.",
            Self::Oom => "The reader's process is killed for its memory.",
        }
    }

    /// Where it can strike: the sites begin with one of these.
    pub(super) const fn fits(self) -> &'static [&'static str] {
        match self {
            Self::Panic => &ACTORS,
            Self::Hang | Self::Slow => &WHATEVER_WORKS,
            Self::Duplicate | Self::Late | Self::Reorder => &["message"],
            Self::Freeform
            | Self::Malformed
            | Self::Truncated
            | Self::Wrong
            | Self::RateLimited
            | Self::RetryAfter
            | Self::ServerError
            | Self::Cut => &["model"],
            Self::Enospc | Self::Eio => &["journal"],
            Self::Torn | Self::Kill => &["process"],
            Self::Jump => &["clock"],
            Self::Poisoned => &["reader.report", "reader.document", "reader.figures"],
            Self::MissingObject => &["reader.repository"],
            Self::Oom => &["reader"],
        }
    }
}

/// The actors that trouble can strike.
pub(super) const ACTORS: [&str; 8] = [
    "judge",
    "bench",
    "coordinator",
    "repo_investigator",
    "doc_analyst",
    "vision_inspector",
    "chief_justice",
    "clerk",
];
/// What can hang or be slow.
const WHATEVER_WORKS: [&str; 10] = [
    "judge",
    "bench",
    "coordinator",
    "repo_investigator",
    "doc_analyst",
    "vision_inspector",
    "chief_justice",
    "clerk",
    "model",
    "reader",
];
/// The callbacks of an actor.
pub(super) const MOMENTS: [&str; 4] = ["pre_start", "post_start", "handle", "post_stop"];
/// What a reader is asked for.
pub(super) const READINGS: [&str; 4] = ["repository", "report", "document", "figures"];
