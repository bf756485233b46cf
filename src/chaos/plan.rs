//! What goes wrong in an experiment: a plan of faults, which is data.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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
    /// The server answers 500.
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

    /// Where it can strike: the sites begin with one of these.
    const fn fits(self) -> &'static [&'static str] {
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
const ACTORS: [&str; 8] = [
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
const MOMENTS: [&str; 4] = ["pre_start", "post_start", "handle", "post_stop"];
/// What a reader is asked for.
const READINGS: [&str; 4] = ["repository", "report", "document", "figures"];

/// Every fault at every single place where it fits.
#[must_use]
pub fn everywhere() -> Vec<(String, FaultKind)> {
    let moments = ACTORS.iter().flat_map(|actor| MOMENTS.map(|moment| format!("{actor}.{moment}")));
    let readings = READINGS.map(|reading| format!("reader.{reading}"));
    let others = ["message", "model", "journal", "process", "clock"].map(str::to_owned);
    let sites = moments.chain(others).chain(readings);
    let all = sites.flat_map(|site| FaultKind::ALL.map(|kind| (site.clone(), kind)));
    all.filter(|(site, kind)| fits(*kind, site)).collect()
}

/// How often a fault strikes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    /// With this probability at each opportunity, 0–1.
    Rate(f64),
    /// At the opportunity with this number, from 1.
    Nth(u32),
}

/// One fault of a plan: `judge.handle:panic:0.2`, `process:kill:@17`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fault {
    /// Where it strikes: an actor and the moment of its life, `message`, `model`, `journal`, `process`,
    /// `clock`, or a reader.
    pub site: String,
    /// What goes wrong.
    pub kind: FaultKind,
    /// How often.
    pub when: When,
}

/// Why a fault was refused. Completes "the fault cannot be used: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultError {
    /// It has not three parts.
    #[error("`{0}` is not SITE:KIND:RATE, such as judge.handle:panic:0.2 or process:kill:@17")]
    Parts(String),
    /// There is no such fault.
    #[error("`{0}` is no kind of fault; the kinds are {1}")]
    Kind(String, String),
    /// There is no such place, or this fault cannot happen there.
    #[error("{kind} cannot strike at `{site}`; it strikes at {fits}")]
    Site {
        /// The fault.
        kind: &'static str,
        /// Where it was put.
        site: String,
        /// Where it fits.
        fits: String,
    },
    /// The rate is none.
    #[error("`{0}` is neither a probability from 0 to 1 nor an opportunity such as @17")]
    When(String),
}

impl FromStr for Fault {
    type Err = FaultError;

    fn from_str(text: &str) -> Result<Self, FaultError> {
        let parts: Vec<&str> = text.split(':').collect();
        let [site, kind, when] = parts[..] else { return Err(FaultError::Parts(text.to_owned())) };
        let known = FaultKind::ALL.into_iter().find(|known| known.name() == kind);
        let kind = known.ok_or_else(|| {
            let all = FaultKind::ALL.map(FaultKind::name).join(", ");
            FaultError::Kind(kind.to_owned(), all)
        })?;
        let site = settled(site);
        if !fits(kind, &site) {
            let fits = kind.fits().join(", ");
            return Err(FaultError::Site { kind: kind.name(), site, fits });
        }
        let refused = || FaultError::When(when.to_owned());
        let when = if let Some(nth) = when.strip_prefix('@') {
            When::Nth(nth.parse().ok().filter(|nth| *nth > 0).ok_or_else(refused)?)
        } else {
            let rate = when.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
            When::Rate(rate.ok_or_else(refused)?)
        };
        Ok(Self { site, kind, when })
    }
}

/// An actor alone means where it works: `judge` is `judge.handle`.
fn settled(site: &str) -> String {
    let bare = ACTORS.contains(&site) || matches!(site, "detective" | "any");
    if bare { format!("{site}.handle") } else { site.to_owned() }
}

fn fits(kind: FaultKind, site: &str) -> bool {
    let (head, tail) = site.split_once('.').map_or((site, None), |(head, tail)| (head, Some(tail)));
    let is_place = match (head, tail) {
        ("message" | "model" | "journal" | "process" | "clock" | "reader", None) => true,
        ("reader", Some(reading)) => READINGS.contains(&reading),
        ("detective" | "any", Some(moment)) => MOMENTS.contains(&moment),
        (actor, Some(moment)) => ACTORS.contains(&actor) && MOMENTS.contains(&moment),
        (_, None) => false,
    };
    let is_group = matches!(head, "detective" | "any");
    let is_fit = |place: &&str| site == *place || head == *place;
    is_place && (kind.fits().iter().any(is_fit) || (is_group && kind.fits().contains(&"judge")))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:", self.site, self.kind.name())?;
        match self.when {
            When::Rate(rate) => write!(f, "{rate}"),
            When::Nth(nth) => write!(f, "@{nth}"),
        }
    }
}

impl TryFrom<String> for Fault {
    type Error = FaultError;
    fn try_from(text: String) -> Result<Self, FaultError> {
        text.parse()
    }
}

impl From<Fault> for String {
    fn from(fault: Fault) -> Self {
        fault.to_string()
    }
}

impl Fault {
    /// Whether it can strike at a place.
    #[must_use]
    pub fn reaches(&self, site: &str) -> bool {
        let (head, tail) = self.site.split_once('.').unwrap_or((&self.site, ""));
        let (at, moment) = site.split_once('.').unwrap_or((site, ""));
        let same_moment = tail.is_empty() || tail == moment;
        let same_actor = match head {
            "any" => true,
            "detective" => ["repo_investigator", "doc_analyst", "vision_inspector"].contains(&at),
            head => head == at,
        };
        same_actor && same_moment
    }
}

/// An experiment's plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Draws every chance.
    #[serde(default)]
    pub seed: u64,
    /// What goes wrong.
    #[serde(default)]
    pub faults: Vec<Fault>,
    /// Dimensions of the rubric, 1 to 10: each is judged by three.
    #[serde(default = "dimensions")]
    pub dimensions: u8,
}

const fn dimensions() -> u8 {
    4
}

impl Default for Plan {
    fn default() -> Self {
        Self { seed: 0, faults: Vec::new(), dimensions: dimensions() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, written: Result<&str, &str>) {
        match (text.parse::<Fault>(), written) {
            (Ok(fault), Ok(written)) => assert_eq!(fault.to_string(), written),
            (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{error}"),
            (parsed, _) => panic!("{text}: {parsed:?}"),
        }
    }

    #[test]
    fn a_fault_is_written_as_it_is_read() {
        check("judge:panic:0.2", Ok("judge.handle:panic:0.2"));
        check("judge.pre_start:panic:1", Ok("judge.pre_start:panic:1"));
        check("detective:hang:0.1", Ok("detective.handle:hang:0.1"));
        check("process:kill:@17", Ok("process:kill:@17"));
        check("reader.document:poisoned:1", Ok("reader.document:poisoned:1"));
        check("model:retry_after:0.5", Ok("model:retry_after:0.5"));
    }

    #[test]
    fn what_cannot_happen_is_refused_with_what_can() {
        check("judge:panic", Err("SITE:KIND:RATE"));
        check("judge:sulk:0.2", Err("is no kind of fault"));
        check("model:kill:0.2", Err("strikes at process"));
        check("jugde:panic:0.2", Err("cannot strike at `jugde`"));
        check("judge.lunch:panic:0.2", Err("cannot strike"));
        check("judge:panic:1.2", Err("neither a probability"));
        check("judge:panic:@0", Err("neither a probability"));
    }

    #[test]
    fn a_site_reaches_what_it_names() {
        let reaches = |fault: &str, site: &str| fault.parse::<Fault>().unwrap().reaches(site);
        assert!(reaches("judge:panic:1", "judge.handle"));
        assert!(!reaches("judge:panic:1", "judge.post_stop"));
        assert!(reaches("any.post_stop:panic:1", "clerk.post_stop"));
        assert!(reaches("detective:panic:1", "doc_analyst.handle"));
        assert!(!reaches("detective:panic:1", "judge.handle"));
        assert!(reaches("reader:oom:1", "reader.figures"));
    }
}
