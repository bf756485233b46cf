//! Whether the code is in a language that the rubric's questions read.

use crate::domain::facts::{Language, Lookup, TreeEntry, is_program};
use crate::domain::report::OTHER_LANGUAGE;
use crate::domain::state::AgentState;
use std::collections::{BTreeMap, BTreeSet};

/// The most files out of so many that a rubric may read where it hardly reads any.
const HARDLY_ANY: usize = 10;

/// A notice for a reader who takes the scores for those of the code.
pub(super) fn notice(state: &AgentState) -> Option<String> {
    let repository = state.repository()?;
    let asked = repository.lookups.iter().filter_map(|answer| match &answer.lookup {
        Lookup::Query { language, .. } => Some(*language),
        Lookup::Literal { .. } | Lookup::Pattern { .. } => None,
    });
    let specs = || state.rubric_dimensions.iter().flat_map(|dimension| &dimension.probes);
    let is_python = specs().any(|spec| spec.probe.starts_with("python."));
    let asked: BTreeSet<Language> = asked.chain(is_python.then_some(Language::Python)).collect();
    told(&asked, &repository.tree.entries)
}

fn told(asked: &BTreeSet<Language>, entries: &[TreeEntry]) -> Option<String> {
    if asked.is_empty() || entries.is_empty() {
        return None;
    }
    let named: Vec<&str> = asked
        .iter()
        .filter(|language| **language != Language::Tsx)
        .map(|language| language.name())
        .collect();
    let named = named.join(", ");
    let name = |entry: &TreeEntry| entry.path.rsplit('/').next().unwrap_or_default().to_owned();
    let programs: Vec<String> = entries.iter().map(name).filter(|name| is_program(name)).collect();
    if programs.is_empty() {
        return Some(format!(
            "{OTHER_LANGUAGE} {named}, and the repository has no code that was recognised as such: the scores say nothing of any."
        ));
    }
    let is_read = |name: &&String| {
        Language::of(name).is_some_and(|written| asked.iter().any(|one| one.covers(written)))
    };
    let read = programs.iter().filter(is_read).count();
    if read * HARDLY_ANY >= programs.len() {
        return None;
    }
    let mut endings: BTreeMap<&str, usize> = BTreeMap::new();
    for name in programs.iter().filter(|name| !is_read(name)) {
        *endings.entry(name.rsplit('.').next().unwrap_or_default()).or_default() += 1;
    }
    let ending = endings.iter().max_by_key(|(_, number)| **number).map(|(ending, _)| *ending)?;
    let all = programs.len();
    let read = match read {
        0 => format!("none of the {all} source files is read"),
        1 => format!("1 of the {all} source files is read"),
        some => format!("{some} of the {all} source files are read"),
    };
    Some(format!(
        "{OTHER_LANGUAGE} {named}, and most of the code is in something else (`.{ending}`): {read}, and the scores say nothing of the others."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(paths: &[&str], expected: Option<&str>) {
        let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        let entries: Vec<TreeEntry> = paths.iter().map(entry).collect();
        let asked = BTreeSet::from([Language::Python, Language::Typescript]);
        let told = told(&asked, &entries);
        match expected {
            Some(part) => assert!(told.as_deref().unwrap_or_default().contains(part), "{told:?}"),
            None => assert_eq!(told, None),
        }
    }

    #[test]
    fn code_in_another_language_is_told_before_a_score_is_trusted() {
        check(&["server.cpp", "client.cpp", "README.md"], Some("(`.cpp`): none of the 2 source"));
        check(&["README.md"], Some("no code that was recognised"));
        check(&["src/a.py", "web/b.tsx", "run.sh", "x.c", "y.c"], None);
        assert_eq!(super::told(&BTreeSet::new(), &[]), None);
    }
}
