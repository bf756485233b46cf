//! Probe of names that fail when the program runs.

mod beside;

use super::super::{About, Answer, Ask, Record, Undecided, count};
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    BrokenImport, LackingMethod, MisformattedText, Place, PythonFacts, UnboundName, Vain,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// Most names that are told.
const TOLD: usize = 4;

/// Whether every name that the sources use is bound somewhere.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Names {}

impl Ask for Names {
    const ABOUT: About = About {
        kind: "python.names",
        artifact: Artifact::GithubRepo,
        summary: "Every name that the program's sources look up when they run is bound somewhere, and so is every name that they import from each other; no import needs a package that nothing installs.",
        parameters: &[],
        example: "{}",
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        if python.files == 0 {
            let reason = "the tree has no Python file that could be read";
            return Err(Undecided::new(record.python_scope(), reason));
        }
        let is_sound = python.unbound_names.is_empty()
            && python.broken_imports.is_empty()
            && python.lacking_methods.is_empty()
            && python.misformatted_texts.is_empty();
        let answer = if is_sound {
            Answer {
                outcome: Outcome::Holds,
                statement:
                    "No name was found that is used when the program runs and is neither defined nor imported, in the files that the program reaches."
                        .to_owned(),
                missing: Vec::new(),
                findings: vec![
                    record
                        .absent_from_python(
                            "name that is used when the program runs and is neither defined nor imported, in a file that the program reaches",
                            &[],
                        )
                        .map_err(|open| beside::undecided(open, &python.refused_files))?,
                ],
            }
        } else {
            failing(python)
        };
        // What a manifest that was not read may bring is not missed.
        let answer = match record.repository()?.vocabulary {
            Some(_) => beside::with_installed(answer, python),
            None => answer,
        };
        let answer = beside::with_refused(answer, &python.refused_files);
        let answer = beside::with_misused(answer, &python.misused_models);
        Ok(beside::with_hidden(answer, &python.hidden_files))
    }
}

/// That texts are formatted by what is no rule: what was meant as text is taken for a field.
fn unformatted(python: &PythonFacts) -> impl Iterator<Item = String> {
    python.misformatted_texts.iter().take(TOLD).map(|one| {
        let MisformattedText { text, place, .. } = one;
        format!("`{place}` formats the text `{text}` by what follows its colon, which is no rule of format, so that the line fails when it runs")
    })
}

fn misformatted(one: &MisformattedText) -> Finding {
    let why = "The braces around the text make it a field of the f-string: written twice they would be braces.";
    Finding::found(Place::from(&one.place), why)
        .with_confidence(Confidence::STRONG)
        .quoting(one.text.clone())
}

/// What is said where names or texts fail.
fn failing(python: &PythonFacts) -> Answer {
    let (used, imported) = (&python.unbound_names, &python.broken_imports);
    let mut told: Vec<String> = Vec::new();
    told.extend(imported.iter().take(TOLD).map(|import| {
        let BrokenImport { name, place, .. } = import;
        format!("`{place}` imports `{name}`, {}, so that {}", import.why(), import.outcome())
    }));
    told.extend(used.iter().take(TOLD).map(UnboundName::told));
    let untold = used.len().saturating_sub(TOLD) + imported.len().saturating_sub(TOLD);
    told.extend((untold > 0).then(|| format!("{} more likewise", count(untold, "name"))));
    let methods = || python.lacking_methods.iter().take(TOLD);
    told.extend(methods().map(LackingMethod::told));
    told.extend(unformatted(python));
    let vain = imported.iter().map(|import| {
        let BrokenImport { name, module, other_case, absent, like, place, .. } = import;
        let (what, why) = if *other_case {
            let why = format!("The file is called `{module}`, and Python tells capitals apart.");
            let called = format!("{}.py", name.replace('.', "/"));
            (format!("the name of `{module}`, which has to be `{called}`"), why)
        } else if *absent {
            let why = "The tree has no file and no folder of that name in the package.".to_owned();
            (format!("the module `{name}`, which `{}` imports", place.file), why)
        } else {
            let why = format!("No import, assignment or definition of `{module}` binds the name.");
            let like = like.as_ref().map_or_else(String::new, |like| {
                format!(" (or import `{like}`, which `{module}` has)")
            });
            (format!("`{name}` in `{}`{like}", place.file), why)
        };
        (name, place, what, why)
    });
    let unbound = used.iter().map(|one| {
        let why = match one.vainly.as_ref().map(|vainly| vainly.why) {
            Some(Vain::Later) => "Python takes the name for one that is bound here, and nothing has bound it by then.",
            None | Some(Vain::Elsewhere | Vain::Unreached) => "No import, assignment, definition or parameter around this line binds the name, and Python has none of its own.",
        };
        let what = format!("{} in `{}`", one.wanted(), one.place.file);
        (&one.name, &one.place, what, why.to_owned())
    });
    let all: Vec<_> = vain.chain(unbound).take(2 * TOLD).collect();
    let braces = python.misformatted_texts.iter().take(TOLD).map(|one| {
        format!("`{}` in `{}`, whose braces have to be written twice", one.text, one.place.file)
    });
    let lacking = methods().map(|one| format!("`{}` in the class `{}`", one.method, one.class));
    // One file is renamed once, however many import it.
    let mut missing: Vec<String> = Vec::new();
    for (_, _, what, _) in &all {
        if !missing.contains(what) {
            missing.push(what.clone());
        }
    }
    missing.extend(lacking.chain(braces));
    let findings = all.iter().map(|(name, place, _, why)| {
        Finding::found(Place::from(*place), why.as_str())
            .with_confidence(Confidence::STRONG)
            .quoting((*name).clone())
    });
    let findings = findings.chain(methods().map(|one| {
        let why = "The object is made by the class right there, and neither the class nor a base of it nor any assignment has the name.";
        Finding::found(Place::from(&one.place), why)
            .with_confidence(Confidence::STRONG)
            .quoting(format!("{}.{}", one.class, one.method))
    }));
    let findings = findings.chain(python.misformatted_texts.iter().take(TOLD).map(misformatted));
    Answer {
        outcome: Outcome::Fails,
        statement: format!("{}.", told.join("; ")),
        missing,
        findings: findings.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;
    use std::collections::BTreeMap;

    #[test]
    fn each_name_is_told_with_its_place_and_what_comes_of_it() {
        let place = |line| Lines::new("src/tools.py", "b", line, line);
        let unbound = |line| UnboundName {
            name: format!("n{line}"),
            annotates: false,
            vainly: None,
            also: Vec::new(),
            stops: Vec::new(),
            place: place(line),
        };
        let import = BrokenImport {
            name: "build".into(),
            module: "src/graph.py".into(),
            other_case: false,
            absent: false,
            caught: false,
            like: Some("built".into()),
            inside: None,
            stops: BTreeMap::new(),
            place: Lines::new("main.py", "b", 1, 1),
        };
        let python = PythonFacts {
            unbound_names: (1..=5).map(unbound).collect(),
            broken_imports: vec![import],
            ..PythonFacts::default()
        };
        let Answer { outcome, statement, missing, .. } = failing(&python);
        assert_eq!((outcome, missing.len()), (Outcome::Fails, 6));
        assert!(
            statement.starts_with("`main.py:1` imports `build`, which `src/graph.py` does not have, though it has `built`, so that")
        );
        assert!(
            missing[0].ends_with("(or import `built`, which `src/graph.py` has)"),
            "{missing:?}"
        );
        let twin = BrokenImport {
            name: "src.tech".into(),
            module: "src/Tech.py".into(),
            other_case: true,
            absent: false,
            caught: true,
            like: None,
            inside: None,
            stops: BTreeMap::new(),
            place: Lines::new("main.py", "b", 1, 1),
        };
        let twins = vec![twin.clone(), twin];
        let python = PythonFacts { broken_imports: twins, ..PythonFacts::default() };
        let Answer { statement: told, missing, .. } = failing(&python);
        assert_eq!(missing, ["the name of `src/Tech.py`, which has to be `src/tech.py`"]);
        assert_eq!(
            told.split("; ").next().unwrap_or_default().to_owned() + ".",
            "`main.py:1` imports `src.tech`, whose file is called `src/Tech.py`, so that importing it always fails, which `main.py` catches."
        );
        let lacking = LackingMethod {
            method: "walk".into(),
            class: "Tool".into(),
            caught: true,
            place: place(3),
        };
        let python = PythonFacts { lacking_methods: vec![lacking], ..PythonFacts::default() };
        let Answer { outcome, statement: told, missing, .. } = failing(&python);
        assert_eq!(outcome, Outcome::Fails);
        assert_eq!(
            told,
            "`src/tools.py:3` uses `walk`, which the class `Tool` does not have, so that the line fails when it runs, which a handler there hides."
        );
        assert_eq!(missing, ["`walk` in the class `Tool`"]);
        let text = MisformattedText { text: "total".into(), place: place(7), stops: None };
        let python = PythonFacts { misformatted_texts: vec![text], ..PythonFacts::default() };
        let Answer { outcome, statement: told, missing, .. } = failing(&python);
        assert_eq!(outcome, Outcome::Fails);
        assert!(told.starts_with("`src/tools.py:7` formats the text `total` by what"), "{told}");
        assert_eq!(missing, ["`total` in `src/tools.py`, whose braces have to be written twice"]);
        assert!(
            statement.contains(
                "; `src/tools.py:1` uses `n1`, which is neither defined nor imported there"
            )
        );
        assert!(statement.ends_with("; 1 name more likewise."), "{statement}");
    }
}
