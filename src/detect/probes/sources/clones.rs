//! Probe of how repositories are cloned.

use super::super::{About, Answer, Ask, Record, Undecided};
use crate::domain::evidence::Finding;
use crate::domain::facts::{CloneFact, Practice, PracticeFact, PythonFacts, Remains};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use escapes::{escaping, handler, raised};
use serde::Deserialize;

mod escapes;
#[cfg(test)]
mod tests;
mod unentered;

/// Whether clones go to a safe place and their failures are noticed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Clones {
    #[serde(default)]
    temporary: bool,
    #[serde(default)]
    handles_errors: bool,
    #[serde(default)]
    timeout: bool,
}

impl Ask for Clones {
    const ABOUT: About = About {
        kind: "python.clone",
        artifact: Artifact::GithubRepo,
        summary: "Every place that clones a repository does it as asked.",
        parameters: &[
            ("temporary", "whether the target must come from `tempfile`; false"),
            ("handles_errors", "whether failures must be noticed; false"),
            ("timeout", "whether a timeout must bound it; false"),
        ],
        example: r#"{"temporary": true, "handles_errors": true}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let (unused, clones): (Vec<&CloneFact>, Vec<&CloneFact>) = python
            .clone
            .iter()
            .filter(|clone| !clone.in_tests)
            .partition(|clone| clone.live == Some(false));
        if let (true, Some(only)) = (clones.is_empty(), unused.first()) {
            let reason = format!(
                "a clone stands only in {}, which nothing that runs uses",
                only.function.as_ref().map_or_else(
                    || format!("`{}`", only.place.file),
                    |function| format!("`{function}` at `{}`", only.place)
                )
            );
            let findings = unused.iter().take(6).map(|clone| finding(clone)).collect();
            return Err(Undecided { findings, ..Undecided::new(only.place.clone(), reason) });
        }
        let (never, clones): (Vec<_>, Vec<_>) =
            clones.into_iter().partition(|clone| clone.unentered.is_some());
        if let (true, false) = (clones.is_empty(), never.is_empty()) {
            return unentered::answer(&never, self.temporary);
        }
        if clones.is_empty() {
            let reason = "no code that clones a repository was recognised";
            return Err(Undecided::new(record.python_scope(), reason));
        }
        let (lacking, rest): (Vec<&CloneFact>, Vec<&CloneFact>) =
            clones.iter().copied().partition(|clone| self.lacks(clone));
        let findings: Vec<Finding> =
            lacking.iter().chain(&rest).take(6).map(|clone| self.finding(clone)).collect();
        if lacking.is_empty()
            && let Some((clone, open)) =
                clones.iter().find_map(|clone| Some((clone, self.undecided(clone)?)))
        {
            let reason = open.replace("{}", &format!("the clone at `{}`", clone.place));
            return Err(Undecided { findings, ..Undecided::new(clone.place.clone(), reason) });
        }
        let mut places: Vec<String> =
            lacking.iter().map(|clone| format!("`{}`", clone.place)).collect();
        places.dedup();
        let good = clones.len() - lacking.len();
        let places = places.join(", ");
        // Whether the program comes to them is told elsewhere: it may fail before.
        let used = if unused.is_empty() { "" } else { " outside unused code" };
        let archives = archives(python);
        let which = if archives.is_empty() { used.to_owned() } else { format!(" by git{used}") };
        let statement = match (lacking.len(), clones.len()) {
            (0, 1) => format!("The only clone{which} {}", self.wanted(Number::One)),
            (0, 2) => format!("Both clones{which} {}", self.wanted(Number::Many)),
            (0, all) => format!("All {all} clones{which} {}", self.wanted(Number::Many)),
            (1, 1) => {
                format!("The only clone{which} does not {}: {places}", self.wanted(Number::Many))
            }
            (2, 2) => format!("Neither clone{which} {}: {places}", self.wanted(Number::One)),
            (bad, all) => {
                let does = if bad == 1 { "does" } else { "do" };
                let wanted = self.wanted(Number::Many);
                format!("{bad} of {all} clones{which} {does} not {wanted}: {places}")
            }
        };
        let escapes = clones.iter().any(|clone| self.escapes(clone));
        let useless = self.useless(python, &clones);
        let outcome = match Outcome::of_share(good, clones.len()) {
            Outcome::Holds if !useless.is_empty() => Outcome::Partly { share: 0.5 },
            Outcome::Holds if escapes => Outcome::Partly { share: 0.75 },
            other => other,
        };
        let beside = self.beside(python, &clones) + &unentered::note(&never);
        let notes = self.notes(python, &clones);
        Ok(Answer {
            outcome,
            statement: format!("{statement}{beside}.{notes}"),
            missing: match (escapes, lacking.len()) {
                (true, 0) => handler(&clones),
                (_, 1..) if self.temporary => vec![format!("not so at {places}")],
                (_, 1..) if self.handles_errors => {
                    vec!["a check of its return code and a handler of its failure".to_owned()]
                }
                (_, 1..) if self.timeout => {
                    let instead = "`subprocess.run([\"git\", \"clone\", …], timeout=…)`";
                    vec![if lacking.iter().any(|clone| keeps_none(clone)) {
                        format!("a limit that is kept, such as {instead}")
                    } else {
                        "a timeout".to_owned()
                    }]
                }
                _ => useless,
            },
            findings,
        })
    }
}

/// Whether a clone is made by what keeps no limit of time: `GitPython` hands every option on to git.
fn keeps_none(clone: &CloneFact) -> bool {
    clone.limit_ignored || clone.method.ends_with("Repo.clone_from")
}

/// How many clones a sentence speaks of.
#[derive(Clone, Copy)]
enum Number {
    One,
    /// Many, or what one does not do.
    Many,
}

impl Clones {
    /// For everything that is asked: whether the clone does it, and what was not followed where that is open.
    fn asked<'c>(
        &self,
        clone: &'c CloneFact,
    ) -> impl Iterator<Item = (Option<bool>, &'static str)> + use<'c> {
        [
            (self.temporary, clone.temporary, "where {} goes could not be followed"),
            (self.handles_errors, clone.handles_errors, "whether a failure of {} is noticed"),
            (self.timeout, clone.timeout, "whether a timeout bounds {}"),
        ]
        .into_iter()
        .filter(|(asked, ..)| *asked)
        .map(|(_, does, open)| (does, open))
    }

    /// The clone, and whether what is asked of it is known.
    fn finding(&self, clone: &CloneFact) -> Finding {
        match self.undecided(clone) {
            Some(open) if !self.lacks(clone) => {
                let reason = open.replace("{}", "the clone");
                let Finding { content, places, .. } = finding(clone);
                let why = format!("Clone of a repository in the syntax tree: {reason}.");
                Finding { content, places, ..Finding::unknown(clone.place.clone(), why) }
            }
            Some(_) | None => finding(clone),
        }
    }

    /// Whether a failure is noticed, but something that is raised is never caught.
    fn escapes(&self, clone: &CloneFact) -> bool {
        self.handles_errors
            && clone.handles_errors == Some(true)
            && (clone.timeout_escapes || clone.failure_escapes)
    }

    /// Why clones that go where they should are of no use.
    fn useless(&self, python: &PythonFacts, clones: &[&CloneFact]) -> Vec<String> {
        if !self.temporary {
            return Vec::new();
        }
        let gone = clones.iter().filter(|clone| clone.remains == Some(Remains::Gone));
        let gone = gone.map(|clone| {
            format!(
                "a directory that is still there when the clone at `{}` is read: return the `TemporaryDirectory` \
                 itself, read within its `with`, or use `mkdtemp` and remove that afterwards",
                clone.place
            )
        });
        let unbound = clones.iter().filter_map(|clone| Some((clone, unbound(python, clone)?)));
        gone.chain(unbound.map(|(clone, name)| {
            format!("the clone at `{}` needs an import of `{name}`", clone.place)
        }))
        .collect()
    }

    /// What is worth mending and counts for nothing, each a sentence.
    fn notes(&self, python: &PythonFacts, clones: &[&CloneFact]) -> String {
        if !self.temporary {
            return String::new();
        }
        let left = remains(clones, Remains::Left).map(|places| {
            note!("nothing removes the directory of a clone that succeeded at {places}")
        });
        left.into_iter().chain(history_lost(python, clones)).collect()
    }

    /// What else a reader should know, each after a semicolon.
    fn beside(&self, python: &PythonFacts, clones: &[&CloneFact]) -> String {
        let mut notes = Vec::new();
        if let Some((clone, name)) = clones
            .iter()
            .find_map(|clone| Some((clone, unbound(python, clone)?)))
            .filter(|_| self.temporary)
        {
            notes.push(format!(
                "; the one at `{}` fails when it runs, because `{name}` is neither defined nor imported there",
                clone.place
            ));
        }
        if self.handles_errors {
            notes.extend(escaping(clones));
        }
        if self.temporary {
            notes.extend(remains(clones, Remains::Gone).map(|places| {
                format!(
                    "; the directory is removed when the function at {places} returns its path, because \
                     nothing keeps the `TemporaryDirectory` open"
                )
            }));
            notes.extend(moves_all(python, clones));
        }
        if self.timeout
            && let Some(clone) = clones.iter().find(|clone| clone.limit_ignored)
        {
            notes.push(format!(
                "; the limit that the one at `{}` is given bounds nothing, because GitPython does not keep it in `clone_from`",
                clone.place
            ));
        }
        notes.extend(archives(python).first().map(|first| {
            format!(
                "; `{}` at `{}` fetches an archive of a repository as well, of which this was not examined",
                first.by, first.place
            )
        }));
        notes.concat()
    }

    fn lacks(&self, clone: &CloneFact) -> bool {
        self.asked(clone).any(|(does, _)| does == Some(false))
    }

    /// What could not be followed, where something could not.
    fn undecided(&self, clone: &CloneFact) -> Option<&'static str> {
        self.asked(clone).find(|(does, _)| does.is_none()).map(|(_, open)| open)
    }

    fn wanted(&self, number: Number) -> String {
        let wanted = [
            (self.temporary, "goes", "go", "into a temporary directory"),
            (self.handles_errors, "notices", "notice", "a failure"),
            (self.timeout, "has", "have", "a timeout"),
        ];
        let words = wanted.into_iter().filter(|(asked, ..)| *asked);
        let words: Vec<String> = words
            .map(|(_, one, many, what)| match number {
                Number::One => format!("{one} {what}"),
                Number::Many => format!("{many} {what}"),
            })
            .collect();
        match (words.is_empty(), number) {
            (false, _) => words.join(" and "),
            (true, Number::One) => "is made somewhere".to_owned(),
            (true, Number::Many) => "are made somewhere".to_owned(),
        }
    }
}

/// That the history is read of clones that have one commit alone, always or on a condition.
fn history_lost(python: &PythonFacts, clones: &[&CloneFact]) -> Option<String> {
    // Of what is gone there is no history at all.
    if clones.iter().any(|clone| clone.remains == Some(Remains::Gone)) {
        return None;
    }
    // Elsewhere it may be the history of another repository.
    let beside = |file: &str| clones.iter().any(|clone| clone.place.file == file);
    let reads = python.practices.iter().find(|fact| {
        fact.practice == Practice::GitHistory
            && fact.live
            && !fact.in_tests
            && beside(&fact.place.file)
    })?;
    let perhaps = |clone: &&CloneFact| clone.perhaps.clone().filter(|perhaps| perhaps.depth == 1);
    let one = |clone: &&CloneFact| clone.depth == Some(1);
    if clones.iter().all(one) {
        return Some(note!(
            "of a remote repository the clone fetches one commit alone, so that a reading of its history, as at `{}`, finds no other",
            reads.place
        ));
    }
    let branch = clones.iter().find_map(perhaps)?;
    clones.iter().all(|clone| one(clone) || perhaps(clone).is_some()).then(|| {
        note!(
            "where `{}` runs, the clone fetches one commit alone of a remote repository, and a reading of its history, as at `{}`, finds no other then",
            branch.place, reads.place
        )
    })
}

/// That the file of a clone moves the whole program into another directory, where a graph runs nodes side by side.
fn moves_all(python: &PythonFacts, clones: &[&CloneFact]) -> Option<String> {
    let mut graphs = python.graphs.iter().filter(|graph| graph.is_in_use());
    let moved = python.practices.iter().find(|fact| {
        fact.practice == Practice::ChangesFolder
            && fact.live
            && !fact.in_tests
            && clones.iter().any(|clone| clone.place.file == fact.place.file)
    })?;
    graphs.any(|graph| !graph.fan_out.is_empty()).then(|| {
        format!(
            "; `{}` at `{}` changes the working directory of the whole program, also for the nodes that run beside it",
            moved.by, moved.place
        )
    })
}

/// What fetches a repository without git, in code that runs.
fn archives(python: &PythonFacts) -> Vec<&PracticeFact> {
    let ours = python.practices.iter().filter(|fact| fact.live && !fact.in_tests);
    ours.filter(|fact| fact.practice == Practice::ArchiveFetched).collect()
}

/// The name that a clone uses and that is neither defined nor imported.
fn unbound<'p>(python: &'p PythonFacts, clone: &CloneFact) -> Option<&'p str> {
    let root = clone.method.rsplit('.').nth(1)?;
    let mut names = python.unbound_names.iter();
    let found = names.find(|one| one.name == root && one.place.file == clone.place.file)?;
    Some(&found.name)
}

/// The places of the clones whose directory ends so.
fn remains(clones: &[&CloneFact], how: Remains) -> Option<String> {
    let ours = clones.iter().filter(|clone| clone.remains == Some(how));
    let mut places: Vec<String> = ours.map(|clone| format!("`{}`", clone.place)).collect();
    places.dedup();
    (!places.is_empty()).then(|| places.join(" and "))
}

fn finding(clone: &CloneFact) -> Finding {
    let target = match clone.temporary {
        Some(true) => "to a temporary directory",
        Some(false) => "to a directory that is not temporary",
        None => "to a directory that could not be followed",
    };
    let yes = |does: Option<bool>, what: &str| match does {
        Some(true) => format!("with {what}"),
        Some(false) => format!("without {what}"),
        None => format!("perhaps with {what}, which could not be followed"),
    };
    let content = format!(
        "{} in {}: {target}, {}, {}{}",
        clone.method,
        clone.function.as_deref().unwrap_or("the module"),
        raised(clone).unwrap_or_else(|| yes(clone.handles_errors, "error handling")),
        yes(clone.timeout, "a timeout"),
        match (clone.shallow, &clone.perhaps) {
            (Some(true), _) => ", shallow".to_owned(),
            (_, Some(perhaps)) => format!(", shallow where `{}` runs", perhaps.place),
            (Some(false), None) => String::new(),
            (None, None) => ", perhaps shallow, which could not be followed".to_owned(),
        }
    );
    Finding::found(
        clone.place.clone(),
        "Clone of a repository in the syntax tree, its target followed through variables.",
    )
    .with_confidence(Confidence::STRONG)
    .quoting(content)
}
