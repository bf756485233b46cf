//! The part of a report that a place stands in: what a heading says holds down to the next one of its rank.

use super::{others, tasks};

/// A line that looks like a heading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heading {
    /// Byte offset within the text of its page.
    pub(super) start: usize,
    /// Its words.
    pub(super) text: String,
    /// Height of its font in points.
    pub(super) size: f32,
}

/// What is said of a path in a part on the work of somebody else.
pub(super) const THEIRS: &str = "stands in a part on somebody else's work";
/// What is said of one in a part on what is still to be done.
pub(super) const PLANNED: &str = "stands in a part on what is still to be done";
/// What is said of one in a part on what was asked for, or on what others made.
pub(super) const ASKED: &str = "stands in a part on what was asked for, or on what others made";

/// Most headings that may stand above each other.
const DEEPEST: usize = 8;
/// From which share of another's size a font is larger than it.
const LARGER: f32 = 1.05;

/// The headings above the place up to which a report was read.
#[derive(Default)]
pub(super) struct Parts {
    open: Vec<Heading>,
    /// Whether the first of them is the title of the report, over which nothing stands.
    titled: bool,
    /// Whether a line that is no heading was taken in yet.
    begun: bool,
    /// How many headings stand above the line that names another repository, where one does.
    target: Option<usize>,
    /// Where the report says that its own repository is.
    own: Option<String>,
    note: Option<&'static str>,
}

impl Parts {
    /// What is said of the paths at the place.
    pub(super) fn note(&self) -> Option<&'static str> {
        self.note
    }

    /// Takes in the next heading.
    pub(super) fn enter(&mut self, heading: &Heading) {
        while self.open.last().is_some_and(|last| ends(heading, last)) {
            self.open.pop();
        }
        self.titled = !self.begun || (self.titled && !self.open.is_empty());
        self.target = self.target.filter(|depth| *depth <= self.open.len());
        if self.open.len() == DEEPEST {
            self.open.pop();
        }
        self.open.push(heading.clone());
        self.judge();
    }

    /// Takes in a line that is no heading, which may say where the repository is that the part is about.
    pub(super) fn pass(&mut self, line: &str) {
        self.begun = true;
        if !line.contains("://") {
            return;
        }
        match address(line) {
            // What is audited all over the report may be the own repository.
            Some((Address::Target, target)) => {
                let is_other = self.own.as_ref().is_some_and(|own| *own != target);
                if is_other && self.open.len() > usize::from(self.titled) {
                    self.target = Some(self.open.len());
                    self.judge();
                }
            }
            Some((Address::Own, own)) => self.own = self.own.take().or(Some(own)),
            None => {}
        }
    }

    fn judge(&mut self) {
        let names_others = |heading: &Heading| {
            let text = heading.text.to_lowercase();
            ["peer", "partner", "classmate", "colleague"].iter().any(|word| text.contains(word))
        };
        let theirs = || {
            let mut inner = self.open.iter().rev().map(|heading| heading.text.as_str());
            let told =
                inner.find(|text| others::heads_their_work(text) || others::heads_own_work(text));
            told.is_some_and(others::heads_their_work)
        };
        // A title may name a plan beside what was done.
        let below = || self.open.iter().skip(usize::from(self.titled));
        let asked = || {
            let inner = below().rev().map(|heading| heading.text.as_str());
            tasks::are_above(inner).then_some(ASKED)
        };
        self.note = if self.target.is_some() || (self.open.iter().any(names_others) && theirs()) {
            Some(THEIRS)
        } else {
            let planned = below().any(|heading| plans(&heading.text)).then_some(PLANNED);
            planned.or_else(asked)
        };
    }
}

/// Whether a heading is that of what is still to be done. A plan of remedies names what is there.
fn plans(heading: &str) -> bool {
    const WORDS: [&str; 6] = ["backlog", "plan", "planned", "plans", "roadmap", "upcoming"];
    let text = heading.to_lowercase();
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    let told = words.any(|word| WORDS.contains(&word))
        || ["future work", "next step", "remaining work"].iter().any(|word| text.contains(word));
    told && !text.contains("remed")
}

/// Whose repository a line gives the address of.
enum Address {
    Own,
    Target,
}

/// The repository whose address a line gives behind a label: `Target repository: https://host/owner/name`.
fn address(line: &str) -> Option<(Address, String)> {
    const PLACES: [&str; 7] = ["code", "codebase", "link", "project", "repo", "repository", "url"];
    const TARGETS: [&str; 5] = ["audited", "peer", "peer's", "peer’s", "target"];
    let (label, rest) = line.split_once("http")?;
    let label = label.trim_end().strip_suffix(':')?.to_lowercase();
    let place = repository(rest.split_whitespace().next()?)?;
    let mut words = label.split_whitespace().skip_while(|word| !word.contains(char::is_alphabetic));
    let first =
        words.next().map(|word| if word == "the" { words.next().unwrap_or(word) } else { word });
    if first.is_some_and(|first| TARGETS.contains(&first)) {
        return words.all(|word| PLACES.contains(&word)).then_some((Address::Target, place));
    }
    let is_own = label.split_whitespace().next_back().is_some_and(|last| PLACES.contains(&last));
    is_own.then_some((Address::Own, place))
}

/// The owner and the name of the repository at an address.
fn repository(address: &str) -> Option<String> {
    let path = address.split_once("://")?.1.to_lowercase();
    let mut parts = path.trim_end_matches(['.', ',', ')']).trim_end_matches(".git").split('/');
    let (_, owner, name) = (parts.next()?, parts.next()?, parts.next()?);
    Some(format!("{owner}/{name}"))
}

/// Whether a heading ends the part under an earlier one.
fn ends(heading: &Heading, earlier: &Heading) -> bool {
    if heading.size > LARGER * earlier.size {
        return true;
    }
    if earlier.size > LARGER * heading.size {
        return false;
    }
    match (number(&heading.text), number(&earlier.text)) {
        // What is counted anew is a list.
        (Some(own), Some(other)) if own.len() == 1 => own[0] > other[0],
        (Some(own), Some(other)) => !(own.len() > other.len() && own.starts_with(&other)),
        _ => true,
    }
}

/// The number of a heading, by its parts.
fn number(text: &str) -> Option<Vec<u32>> {
    let first = text.trim_start().split(' ').next()?.trim_end_matches('.');
    first.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Headings with their sizes, and lines without → what is said of a path behind the last.
    #[track_caller]
    fn check(lines: &[(&str, f32)], expected: Option<&str>) {
        let mut parts = Parts::default();
        parts.enter(&Heading { start: 0, text: "Report".into(), size: 20.0 });
        for (text, size) in lines {
            if *size > 0.0 {
                parts.enter(&Heading { start: 0, text: (*text).into(), size: *size });
            } else {
                parts.pass(text);
            }
        }
        assert_eq!(parts.note(), expected, "{lines:?}");
    }

    #[test]
    fn a_part_goes_down_to_the_next_heading_of_its_rank() {
        let plan = ("5. Known Gaps and Plan", 12.0);
        check(&[plan], Some(PLANNED));
        check(&[plan, ("5.4 Sequence", 12.0)], Some(PLANNED));
        check(&[plan, ("Sequence", 11.0)], Some(PLANNED));
        check(&[plan, ("1. The first of them", 12.0)], Some(PLANNED));
        check(&[plan, ("6. Environment", 12.0)], None);
        check(&[plan, ("Environment", 12.0)], None);
        check(&[plan, ("Environment", 14.0)], None);
        check(&[("1.6 5. Plan", 12.0), ("1.6.4 5.4 Sequence", 12.0)], Some(PLANNED));
        check(&[("1.6 5. Plan", 12.0), ("1.7 6. Environment", 12.0)], None);
        check(&[("5. Remediation Plan", 12.0)], None);
        let mut parts = Parts::default();
        parts.enter(&Heading { start: 0, text: "Decisions and Plan".into(), size: 20.0 });
        assert_eq!(parts.note(), None);
    }

    #[test]
    fn a_part_on_the_work_of_others_ends_where_one_speaks_of_the_own() {
        let theirs = ("5.3 What Our Agent Found in the Peer's Repo", 12.0);
        check(&[theirs], Some(THEIRS));
        check(&[theirs, ("State Management", 11.0)], Some(THEIRS));
        check(&[theirs, ("What we changed in response", 11.0)], None);
        check(&[theirs, ("5.4 Lessons", 12.0)], None);
        check(&[("4.1 Peer Findings Received", 12.0)], None);
    }

    #[test]
    fn a_part_on_what_was_asked_goes_down_to_one_on_what_was_made() {
        let asked = ("2. Requirements", 12.0);
        check(&[asked], Some(ASKED));
        check(&[asked, ("2.1 Judges", 12.0)], Some(ASKED));
        check(&[asked, ("2.2 Implementation", 12.0)], None);
        check(&[asked, ("3. Detectives", 12.0)], None);
    }

    #[test]
    fn a_part_is_on_the_repository_that_it_names_as_its_target() {
        let own = ("Repository: https://github.com/ada/court.git", 0.0);
        let (title, part) = (("Report", 20.0), ("7. An Audit", 12.0));
        let target = ("Target repository: https://github.com/bob/other", 0.0);
        check(&[title, own, part, target], Some(THEIRS));
        check(&[title, own, part, target, ("Findings", 11.0)], Some(THEIRS));
        check(&[title, own, part, target, ("8. Outlook", 12.0)], None);
        // It may be the own one, or that of the whole report.
        let same = ("Target: https://github.com/Ada/court", 0.0);
        check(&[title, own, part, same], None);
        check(&[title, part, target], None);
        check(&[title, own, target], None);
    }
}
