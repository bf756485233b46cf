//! What is said beside the answer about names: what is not installed, and what no import finds.

use super::TOLD;
use crate::detect::probes::{Answer, Undecided, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    HiddenFile, LostCommand, MisusedModel, Place, PythonFacts, RefusedFile, UndeclaredImport,
};
use crate::domain::reading::Outcome;
use crate::domain::score::Confidence;

/// The share that is left where the program cannot be imported with what is locked.
const UNINSTALLED: f64 = 0.5;

/// Says beside an answer which packages and commands are not there once the tree is installed.
pub(super) fn with_installed(mut answer: Answer, python: &PythonFacts) -> Answer {
    let imports = || python.undeclared_imports.iter().take(TOLD);
    let commands = python.lost_commands.iter().take(TOLD);
    for (told, finding) in imports().map(uninstalled).chain(commands.map(lost)) {
        answer.statement.push_str(&told);
        answer.findings.push(finding);
    }
    let failing = python.undeclared_imports.iter().filter(|import| import.fails).take(TOLD);
    let failing: Vec<String> = failing
        .map(|one| {
            let UndeclaredImport { module, place, .. } = one;
            format!("a dependency that brings `{module}` for `{}`", place.file)
        })
        .collect();
    if !failing.is_empty() && answer.outcome == Outcome::Holds {
        answer.outcome = Outcome::Partly { share: UNINSTALLED };
    }
    answer.missing.extend(failing);
    answer
}

/// What is said of an import that no package brings.
fn uninstalled(import: &UndeclaredImport) -> (String, Finding) {
    let UndeclaredImport { module, package, lock, fails, guarded, place } = import;
    let lacks = match lock {
        Some(lock) => format!("neither a manifest nor `{lock}` names a package that brings it"),
        None => "no manifest names a package that brings it".to_owned(),
    };
    let then = match (fails, lock) {
        (true, _) => format!(", so that importing `{}` fails with what they install", place.file),
        (false, Some(_)) => ", so that the line fails with what they install".to_owned(),
        (false, None) => String::new(),
    };
    let then =
        if *guarded { then + "; a handler there catches that it is not there" } else { then };
    let why = format!(
        "Looked in all manifests, lock files and instructions for a package with `{package}` in its name."
    );
    let finding = Finding::found(Place::from(place), why).with_confidence(Confidence::STRONG);
    let told = format!("`{place}` imports `{module}`, and {lacks}{then}");
    let told = match (fails, guarded) {
        (true, _) => format!(" But {told}."),
        (false, true) => format!(" {told}."),
        (false, false) => note!("{told}"),
    };
    (told, finding.quoting(module.clone()))
}

/// What is said of a command that starts what is not there.
fn lost(command: &LostCommand) -> (String, Finding) {
    let LostCommand { target, lacking, place } = command;
    let lacks = match lacking {
        Some(file) => format!("`{file}` has no such function"),
        None => "the tree has no such module".to_owned(),
    };
    let told = note!(
        "the command at `{place}` starts `{target}`, and {lacks}, so that it fails once it is installed"
    );
    let why =
        "Looked for the module by all names that its file may have, and for the function in it.";
    let finding = Finding::found(Place::from(place), why).with_confidence(Confidence::STRONG);
    (told, finding.quoting(target.clone()))
}

/// Says beside what could not be decided which files Python refuses to compile, where these keep a graph from running.
pub(super) fn undecided(mut open: Undecided, refused: &[RefusedFile]) -> Undecided {
    let stops = |one: &RefusedFile| {
        one.stops.keys().find_map(|file| one.stops(file)).or_else(|| one.unstarted())
    };
    for told in refused.iter().filter_map(stops).take(TOLD) {
        open.reason.extend(["; ", &told]);
    }
    open
}

/// Says beside an answer which files Python refuses to compile: nothing of them runs, and nothing that imports them.
pub(super) fn with_refused(mut answer: Answer, refused: &[RefusedFile]) -> Answer {
    for one in refused.iter().take(TOLD) {
        let stops = one.stops.keys().find_map(|file| one.stops(file)).or_else(|| one.unstarted());
        let told = match &stops {
            Some(way) => format!(" But {way}."),
            None => note!("{}", one.told()),
        };
        answer.statement.push_str(&told);
        if stops.is_some() && answer.outcome == Outcome::Holds {
            answer.outcome = Outcome::Partly { share: UNINSTALLED };
            answer.missing.push(format!("a `{}` that Python compiles", one.place.file));
        }
        let why = "No version of Python 3 takes the line as it stands.";
        let finding = Finding::found(Place::from(&one.place), why);
        answer.findings.push(finding.with_confidence(Confidence::STRONG).quoting(one.why.clone()));
    }
    answer
}

/// Says beside an answer which objects of Pydantic classes are made or used in a way that fails. What never gets past
/// them is held against the criterion that it belongs to.
pub(super) fn with_misused(mut answer: Answer, misused: &[MisusedModel]) -> Answer {
    for one in misused.iter().take(TOLD) {
        answer.statement += &note!("{}", one.told());
        let why = "The fields of the class and of its bases, and the arguments of the call.";
        let finding = Finding::found(Place::from(&one.place), why);
        answer
            .findings
            .push(finding.with_confidence(Confidence::STRONG).quoting(one.class.clone()));
    }
    answer
}

/// Says beside an answer which files no import finds: what stands in them is neither a fault nor a merit.
pub(super) fn with_hidden(mut answer: Answer, hidden: &[HiddenFile]) -> Answer {
    let mut others: Vec<&str> = hidden.iter().map(|one| one.by.as_str()).collect();
    others.dedup();
    for by in others.into_iter().take(TOLD) {
        let files: Vec<_> = hidden.iter().filter(|one| one.by == by).take(2 * TOLD).collect();
        let names = listed(files.iter().map(|one| one.place.file.as_str()));
        let it = if files.len() == 1 { "it" } else { "them" };
        let note = note!(
            "no import finds {names}, because `{by}` has the same name and is found first; delete {it}, or rename"
        );
        answer.statement.push_str(&note);
        let why = "Of one name Python takes a package with an `__init__.py` first, then a module, and a plain folder last.";
        let places = files.iter().map(|one| Place::from(&one.place)).collect();
        let first = Finding::found(Place::from(&files[0].place), why);
        answer.findings.push(Finding { places, ..first });
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{Lines, Misuse};

    fn sound() -> Answer {
        let (missing, findings) = (Vec::new(), Vec::new());
        Answer { outcome: Outcome::Holds, statement: "All is well.".into(), missing, findings }
    }

    #[test]
    fn what_is_not_installed_costs_a_part_where_the_program_fails_for_it() {
        let import = |lock: Option<&str>, fails| UndeclaredImport {
            module: "PIL".into(),
            package: "pillow".into(),
            lock: lock.map(str::to_owned),
            fails,
            guarded: lock.is_none(),
            place: Lines::new("src/a.py", "b", 3, 3),
        };
        let told = |import| {
            let python = PythonFacts { undeclared_imports: vec![import], ..PythonFacts::default() };
            let answer = with_installed(sound(), &python);
            (answer.outcome, answer.statement, answer.missing.len())
        };
        let (outcome, statement, missing) = told(import(Some("uv.lock"), true));
        assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 1));
        assert_eq!(
            statement,
            "All is well. But `src/a.py:3` imports `PIL`, and neither a manifest nor `uv.lock` names a package that brings it, so that importing `src/a.py` fails with what they install."
        );
        let (outcome, statement, missing) = told(import(None, false));
        assert_eq!((outcome, missing), (Outcome::Holds, 0));
        assert!(statement.ends_with("no manifest names a package that brings it; a handler there catches that it is not there."), "{statement}");
    }

    #[test]
    fn commands_and_hidden_files_are_told_and_cost_nothing() {
        let place = |file: &str| Lines::new(file, "b", 1, 1);
        let lost = LostCommand {
            target: "a.b:main".into(),
            lacking: None,
            place: place("pyproject.toml"),
        };
        let python = PythonFacts { lost_commands: vec![lost], ..PythonFacts::default() };
        let hidden = ["src/graph/a.py", "src/graph/b.py"]
            .map(|file| HiddenFile { by: "src/graph.py".into(), place: place(file) });
        let answer = with_hidden(with_installed(sound(), &python), &hidden);
        assert_eq!(answer.outcome, Outcome::Holds);
        assert_eq!(
            answer.statement,
            "All is well. Note: the command at `pyproject.toml:1` starts `a.b:main`, and the tree has no such module, so that it fails once it is installed. Note: no import finds `src/graph/a.py`, `src/graph/b.py`, because `src/graph.py` has the same name and is found first; delete them, or rename."
        );
        assert_eq!((answer.findings.len(), answer.missing.len()), (2, 0));
        let misused = MisusedModel {
            class: "Opinion".into(),
            misuse: Misuse::Lacks { fields: vec!["judge".into(), "id".into()] },
            stops: Vec::new(),
            place: place("src/judges.py"),
        };
        let answer = with_misused(sound(), &[misused]);
        assert_eq!(answer.outcome, Outcome::Holds);
        assert_eq!(
            answer.statement,
            "All is well. Note: `src/judges.py:1` makes a `Opinion` without `judge` and `id`, which have to be given, so that the line fails when it runs."
        );
    }
}
