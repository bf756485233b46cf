//! Probe of the syntax trees of the sources.

use super::super::catalogue::gaps;
use super::super::{About, Answer, Ask, Record, Stake, Undecided, count};
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    Hit, Language, Lookup, Place, RepositoryFacts, Tests, TreeEntry, is_program,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use given::Given;
use serde::Deserialize;
use sum::{Sum, times};
use written::Written;

/// How often a tree-sitter query matches the sources of one language, or of several.
#[derive(Deserialize)]
#[serde(try_from = "Written")]
pub(in super::super) struct Query {
    asked: Vec<(Language, Lookup)>,
    what: Option<String>,
    tests: Tests,
    chosen: bool,
    /// Whether only known forms of what is asked for are listed, so that others may stand there.
    forms: bool,
    /// Whether nothing is asked of other languages.
    alone: bool,
    at_least: u32,
    at_most: Option<u32>,
    /// What has to be there for the question to arise.
    given: Option<Given>,
}

impl Ask for Query {
    const ABOUT: About = About {
        kind: "ast.query",
        artifact: Artifact::GithubRepo,
        summary: "A tree-sitter query matches the sources of a language often enough, or not at all; strings and comments never match as code.",
        parameters: &[
            (
                "language",
                "`python`, `javascript`, `typescript` (with TSX), `tsx`, `rust`, `go` or `java`",
            ),
            (
                "query",
                "S-expressions with captures, `#eq?`, `#match?`, `#any-of?`, `#inside?` for how a node around a capture begins, `#given?` for a capture that names a parameter of the function around it, and `#not-listed?` for one with a name that no loop takes from a list of constants; or a list of them, each of which may match",
            ),
            (
                "queries",
                "instead of both: several queries by language, whose matches are added up; a key may name several languages, parted by commas",
            ),
            (
                "capture",
                "the capture whose node is shown; may be left out where there is one, names that begin with `_` aside",
            ),
            ("what", "what a match is, in words for the report, such as `call of eval`; the query"),
            (
                "files",
                "globs over paths, `!` leaves out, one without `/` is compared with the name in every folder and `./` roots it; empty: all files of the language. What package managers install, banners and packed lines show to be others' is left out by itself",
            ),
            (
                "tests",
                "whether the code of tests is `included`, `excluded` or the `only` one; included",
            ),
            ("at_least", "fewest matches; 1 where no other bound is given"),
            ("at_most", "most matches; no bound"),
            ("absent", "short for `at_most` 0; false"),
            ("forms", super::super::FORMS),
            ("alone", "whether nothing is asked of code in other languages; false"),
            (
                "given",
                "`queries` by language for what has to be there, with `what` it is in words: where neither this nor what is asked for matches, the point counts neither way; always there",
            ),
        ],
        example: r#"{"language": "python", "what": "call of eval", "query": "((call function: (identifier) @_name) @place (#eq? @_name \"eval\"))", "tests": "excluded", "absent": true}"#,
    };

    fn lookups(&self) -> Vec<Lookup> {
        let given = self.given.iter().flat_map(Given::lookups);
        self.asked.iter().map(|(_, lookup)| lookup).chain(given).cloned().collect()
    }

    fn unproven(&self) -> &'static [Stake] {
        match (self.forms, self.at_least, self.at_most) {
            (false, _, _) => &[],
            (true, 0, _) => &[Stake::Floor],
            (true, _, None) => Stake::OF_FAILURE,
            (true, _, Some(_)) => Stake::ALL,
        }
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let answer = self.count(record.repository()?)?;
        Ok(match record.python() {
            Ok(python) if self.at_most == Some(0) => idle::told(answer, python),
            _ => answer,
        })
    }
}

impl Query {
    fn count(&self, repository: &RepositoryFacts) -> Result<Answer, Undecided> {
        let scope = Place::Tree { scope: format!("the {} sources", named(&self.languages())) };
        let sum = Sum::of(&self.asked, repository, &scope)?;
        let mut findings = self.findings(&sum);
        let enough = sum.total >= self.at_least;
        let too_many = self.at_most.is_some_and(|most| sum.total > most);
        // More matches can only help a lower bound and only hurt an upper one, so what could not be
        // read matters where they would change the answer.
        if (!enough || self.at_most.is_some()) && !too_many {
            all_was_read(&self.asked, &sum, repository, &scope, &findings)?;
        }
        // Nothing is known of code that is not there, for or against it; other code may lack what is asked for.
        let is_spoken = self.is_spoken(repository);
        if sum.files == 0 && (self.at_least == 0 || !is_spoken) {
            let none = format!("{} file", named(&self.languages()));
            let which = if is_spoken { self.selection(&sum) } else { none };
            return Err(Undecided::moot(scope, format!("The tree has no {which}")));
        }
        if let Some(given) = self.given.as_ref().filter(|_| sum.total == 0) {
            given.is_there(repository, &scope, &self.searched(&sum))?;
        }
        if sum.total == 0 && self.at_least == 0 && self.forms && !self.alone {
            self.most_is_asked(repository, &scope, &self.searched(&sum))?;
        }
        if sum.total == 0 {
            let searched = Place::Tree { scope: format!("all {}", self.searched(&sum)) };
            findings.push(self.absent(searched));
        }
        let outcome = if too_many {
            Outcome::Fails
        } else {
            Outcome::of_share(sum.total as usize, self.at_least as usize)
        };
        let missing = if enough { Vec::new() } else { vec![self.lacking(sum.total)] };
        Ok(Answer { outcome, statement: self.statement(&sum), missing, findings })
    }

    fn findings(&self, sum: &Sum<'_>) -> Vec<Finding> {
        let rationale = format!(
            "Matched in the syntax tree: {}; {}, searched for in {}.",
            self.shown(),
            times(sum.total),
            self.searched(sum)
        );
        let found = |hit: &&Hit| {
            Finding::found(hit.place.clone(), rationale.clone()).quoting(hit.excerpt.clone())
        };
        sum.hits.iter().take(5).map(found).collect()
    }

    fn statement(&self, sum: &Sum<'_>) -> String {
        if sum.files == 0 {
            return format!(
                "Not found, the tree has no {}: {}.",
                self.selection(sum),
                self.shown()
            );
        }
        if sum.total == 0 {
            let none = if self.forms { super::super::NO_FORM } else { "Not found" };
            return format!("{none} in {}: {}.", self.searched(sum), self.shown());
        }
        let mut places: Vec<String> = Vec::new();
        for place in sum.hits.iter().map(|hit| hit.place.to_string()) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let more = if sum.total as usize > sum.hits.len() || places.len() > 3 {
            " and elsewhere"
        } else {
            ""
        };
        let at = super::super::listed(places.iter().take(3).map(String::as_str));
        let wanted = match (sum.total, self.at_most) {
            (total, _) if total < self.at_least => {
                format!("; at least {} wanted", are(self.at_least))
            }
            (total, Some(most)) if most > 0 && total > most => {
                format!("; at most {} wanted", are(most))
            }
            (_, _) => String::new(),
        };
        let (found, searched) = (sum.found(), self.searched(sum));
        format!("{found}, searched for in {searched}: {} ({at}{more}){wanted}.", self.shown())
    }

    /// What is not there; where forms are listed, others of it may be.
    fn absent(&self, searched: Place) -> Finding {
        let shown = self.shown();
        if !self.forms {
            return Finding::absent(searched, format!("Looked for {shown} in the syntax trees."));
        }
        let rationale = format!(
            "Looked in the syntax trees for the forms of it that are known: {shown}. One in another form would not be seen."
        );
        Finding::absent(searched, rationale).with_confidence(Confidence::STRONG)
    }

    /// What would have to be there beside the matches that are.
    fn lacking(&self, total: u32) -> String {
        match (total, self.forms) {
            (0, true) => format!("{}, in a form that is known", self.shown()),
            (0, false) => self.shown(),
            (some, _) => format!("{} more of: {}", self.at_least - some, self.shown()),
        }
    }

    fn shown(&self) -> String {
        if let Some(what) = &self.what {
            return what.clone();
        }
        let queries: Vec<String> = self
            .asked
            .iter()
            .filter_map(|(_, lookup)| match lookup {
                Lookup::Query { query, .. } => Some(query),
                Lookup::Literal { .. } | Lookup::Pattern { .. } => None,
            })
            .map(|query| query.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'"))
            .collect();
        super::super::listed(queries.iter().map(String::as_str))
    }

    fn languages(&self) -> Vec<Language> {
        self.asked.iter().map(|(language, _)| *language).collect()
    }

    /// Whether the tree has a file of any language that is asked, whichever files are selected.
    fn is_spoken(&self, repository: &RepositoryFacts) -> bool {
        let mut written = repository.tree.entries.iter().filter_map(|e| Language::of(&e.path));
        written.any(|written| self.asked.iter().any(|(language, _)| language.covers(written)))
    }

    /// Refuses to say that forms are nowhere where most of the code is in languages of which none is listed: it may hold
    /// the like.
    fn most_is_asked(
        &self,
        repository: &RepositoryFacts,
        scope: &Place,
        searched: &str,
    ) -> Result<(), Undecided> {
        let programs = repository.tree.entries.iter().filter(|entry| is_program(&entry.path));
        let is_asked = |entry: &&TreeEntry| {
            let written = Language::of(&entry.path);
            written.is_some_and(|written| {
                self.asked.iter().any(|(language, _)| language.covers(written))
            })
        };
        let (asked, others): (Vec<&TreeEntry>, Vec<&TreeEntry>) = programs.partition(is_asked);
        if asked.len() >= others.len() {
            return Ok(());
        }
        let all = count(asked.len() + others.len(), "source file");
        let reason = format!(
            "none was found in {searched}, but {} of {all} are in languages for which no form is listed",
            others.len()
        );
        Err(Undecided::new(scope.clone(), reason))
    }

    /// `Python file outside the tests that the rubric's globs select`.
    fn selection(&self, sum: &Sum<'_>) -> String {
        let which = match self.tests {
            Tests::Included => "",
            Tests::Excluded => " outside the tests",
            Tests::Only => " of tests",
        };
        let chosen = if self.chosen { " that the rubric's globs select" } else { "" };
        format!("{} file{which}{chosen}{}", named(&self.languages()), aside(sum))
    }

    fn searched(&self, sum: &Sum<'_>) -> String {
        let which = match self.tests {
            Tests::Included => "",
            Tests::Excluded => " outside the tests",
            Tests::Only => ", in tests alone",
        };
        let number = usize::try_from(sum.files).unwrap_or(usize::MAX);
        let found = if sum.files == 0 { self.languages() } else { sum.languages.clone() };
        format!("{}{which}{}", count(number, &format!("{} file", named(&found))), aside(sum))
    }
}

/// What was left out of the files, nothing where nothing was.
fn aside(sum: &Sum<'_>) -> String {
    match sum.vendored {
        0 => String::new(),
        some => format!(" (vendored or minified: {some}, left out)"),
    }
}

/// `Python or JavaScript`.
fn named(languages: &[Language]) -> String {
    let names: Vec<&str> = languages.iter().map(|language| language.name()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Refuses to count where something that was asked could not be read in full.
fn all_was_read(
    asked: &[(Language, Lookup)],
    sum: &Sum<'_>,
    repository: &RepositoryFacts,
    scope: &Place,
    findings: &[Finding],
) -> Result<(), Undecided> {
    let so_far = format!("{} found so far", times(sum.total));
    let undecided = |place: &Place, reason: String| Undecided {
        findings: findings.to_vec(),
        ..Undecided::new(place.clone(), reason)
    };
    if let (Some(lost), Some(why)) = (sum.unreadable.first(), gaps::told(&sum.unreadable)) {
        return Err(undecided(&lost.place.clone().into(), format!("{so_far}, but {why}")));
    }
    match asked.iter().find_map(|(_, lookup)| gaps::gap(&repository.tree, globs(lookup))) {
        Some(why) => Err(undecided(scope, format!("{so_far}, but {why}"))),
        None => Ok(()),
    }
}

/// The globs that a lookup selects files by.
fn globs(lookup: &Lookup) -> &[String] {
    match lookup {
        Lookup::Literal { files, .. }
        | Lookup::Pattern { files, .. }
        | Lookup::Query { files, .. } => files,
    }
}

/// `1 is`, `5 are`.
fn are(number: u32) -> String {
    format!("{number} {}", if number == 1 { "is" } else { "are" })
}

mod given;
mod idle;
mod sum;
mod written;

#[cfg(test)]
mod shipped;
#[cfg(test)]
mod tests;
