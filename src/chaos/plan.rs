//! What goes wrong in an experiment: a plan of faults, which is data.

pub use super::kind::FaultKind;
use super::kind::{ACTORS, MOMENTS, READINGS};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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

/// One fault of a plan: `judge.handle:panic:0.2`, `judge[Prosecutor].handle:panic:1`, `process:kill:@17`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fault {
    /// Where it strikes: an actor and the moment of its life, `message`, `model`, `journal`, `process`,
    /// `clock`, or a reader.
    pub site: String,
    /// About what alone, where it does not strike at everything: words of a piece of work such as
    /// `Prosecutor`, `TechLead`, `dimension_2` or `publish`.
    pub about: Option<String>,
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
    /// What it is about is not written as it has to be.
    #[error("`{0}` is not a site such as judge.handle or judge[Prosecutor].handle")]
    About(String),
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
        let (site, about) = parted(site).ok_or_else(|| FaultError::About(site.to_owned()))?;
        let site = settled(&site);
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
        Ok(Self { site, about, kind, when })
    }
}

/// A site, and what stands in its brackets.
fn parted(site: &str) -> Option<(String, Option<String>)> {
    let Some((head, rest)) = site.split_once('[') else {
        return (!site.contains(']')).then(|| (site.to_owned(), None));
    };
    let (about, tail) = rest.split_once(']')?;
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_sound = !about.is_empty() && about.chars().all(is_word) && !tail.contains(['[', ']']);
    is_sound.then(|| (format!("{head}{tail}"), Some(about.to_owned())))
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
        write!(f, "{}:{}:", self.place(), self.kind.name())?;
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
    /// Where it strikes and about what, such as `judge[Prosecutor].handle`.
    #[must_use]
    pub fn place(&self) -> String {
        match (&self.about, self.site.split_once('.')) {
            (None, _) => self.site.clone(),
            (Some(about), Some((head, tail))) => format!("{head}[{about}].{tail}"),
            (Some(about), None) => format!("{}[{about}]", self.site),
        }
    }

    /// Whether it can strike at a place that is at this work.
    #[must_use]
    pub fn strikes(&self, site: &str, key: &str) -> bool {
        self.reaches(site) && self.about.as_ref().is_none_or(|about| is_about(key, about))
    }

    /// Whether it can strike at a place.
    #[must_use]
    pub fn reaches(&self, site: &str) -> bool {
        let (at, moment) = site.split_once('.').unwrap_or((site, ""));
        self.is_at(at, moment)
    }

    /// Whether it can strike an actor at a moment of its life.
    pub(super) fn is_at(&self, at: &str, moment: &str) -> bool {
        let (head, tail) = self.site.split_once('.').unwrap_or((&self.site, ""));
        // A report that two detectives want is read once for both.
        let is_common =
            at == "reader" && moment == "report" && ["document", "figures"].contains(&tail);
        let same_moment = tail.is_empty() || tail == moment || is_common;
        let same_actor = match head {
            "any" => true,
            "detective" => ["repo_investigator", "doc_analyst", "vision_inspector"].contains(&at),
            head => head == at,
        };
        same_actor && same_moment
    }
}

/// Whether neighbouring words of `key`, written as one, are `about`: `TechLead` is in `hear Tech Lead on x`.
fn is_about(key: &str, about: &str) -> bool {
    let words: Vec<&str> = key.split_whitespace().collect();
    (0..words.len()).any(|from| {
        let mut rest = about;
        for word in &words[from..] {
            match rest.strip_prefix(word) {
                Some("") => return true,
                Some(more) => rest = more,
                None => return false,
            }
        }
        false
    })
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

impl Plan {
    /// Why none of its faults can ever strike, where that is so.
    #[must_use]
    pub fn vain(&self) -> Option<&'static str> {
        let is_clocks = |fault: &Fault| fault.site == "clock";
        (!self.faults.is_empty() && self.faults.iter().all(is_clocks)).then_some(
            "clock:jump alone never strikes: the court reads its clock when it starts somebody again, so that a \
             fault is needed beside it that makes it do that, such as bench.handle:panic:@3",
        )
    }
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
        check("judge[Prosecutor]:panic:1", Ok("judge[Prosecutor].handle:panic:1"));
        check("model[dimension_2]:cut:@3", Ok("model[dimension_2]:cut:@3"));
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
        check("judge[:panic:1", Err("is not a site"));
        check("judge[].handle:panic:1", Err("is not a site"));
        check("jud]ge.handle:panic:1", Err("is not a site"));
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
        assert!(reaches("reader.figures:oom:1", "reader.report"));
        assert!(!reaches("reader.repository:oom:1", "reader.report"));
    }

    #[test]
    fn a_clock_that_nobody_reads_is_no_plan() {
        let vain = |faults: &[&str]| {
            let faults = faults.iter().map(|fault| fault.parse().unwrap()).collect();
            Plan { faults, ..Plan::default() }.vain().is_some()
        };
        assert!(vain(&["clock:jump:1"]) && vain(&["clock:jump:0.1", "clock:jump:@3"]));
        assert!(!vain(&["clock:jump:1", "bench.handle:panic:@3"]) && !vain(&["model:cut:1"]));
        assert!(!vain(&[]));
    }

    #[test]
    fn a_fault_about_something_strikes_nothing_else() {
        let strikes = |about: &str, key: &str| {
            let fault = format!("judge[{about}]:panic:1").parse::<Fault>().unwrap();
            fault.strikes("judge.handle", key)
        };
        assert!(strikes("Prosecutor", "hear Prosecutor on dimension_1"));
        assert!(strikes("TechLead", "hear Tech Lead on dimension_1"));
        assert!(strikes("dimension_1", "hear Tech Lead on dimension_1 (second hearing)"));
        assert!(!strikes("dimension_1", "hear Tech Lead on dimension_10"));
        assert!(!strikes("Tech", "hear Prosecutor on dimension_1"));
    }
}
