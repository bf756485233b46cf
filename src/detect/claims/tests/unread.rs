//! What is said where the sources were not read that would tell.

use super::super::*;
use super::asked::claimed;
use super::sources::repository;
use crate::domain::facts::ClaimKind::{Libraries, Values};
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{NotebookFact, TreeEntry};

/// What is told of the first claim of a kind.
fn told(facts: &RepositoryFacts, kind: ClaimKind, sentence: &str) -> (ClaimStatus, String) {
    let found = claimed(facts, sentence).into_iter().find(|claim| claim.kind == kind);
    found.map(|claim| (claim.status, claim.fact)).expect("it is a claim")
}

#[test]
fn of_sources_in_another_language_it_is_told_that_their_imports_were_not_read() {
    let mut facts = repository(&[("tools.py", "import json\n")]);
    let said = "The backend uses Redis with care.";
    assert_eq!(told(&facts, Libraries, said).1, "nothing imports `redis`");
    let entry = |path: &str| TreeEntry { path: path.into(), ..TreeEntry::default() };
    facts.tree.entries = ["a.php", "b.php", "c.php", "d.php", "tools.py"].map(entry).into();
    let unread = "most sources are PHP, of which no imports were read".to_owned();
    assert_eq!(told(&facts, Libraries, said), (Undecided, unread.clone()));
    assert_eq!(
        told(&facts, Libraries, "The analyst uses the httpx library for all calls.").1,
        unread
    );
    // Where Python has its part, it is told what was looked at; what somebody else wrote is none of the program's.
    for others in [["a.js", "b.js", "tools.py"], ["node_modules/a.js", "b.js", "tools.py"]] {
        facts.tree.entries = others.map(entry).into();
        assert_eq!(told(&facts, Libraries, said).1, "no Python source imports `redis`");
    }
}

#[test]
fn a_server_that_is_asked_at_its_port_is_used_without_its_library() {
    let asks = "import requests\nURL = 'http://localhost:11434/api/generate'\ndef ask(p):\n    return requests.post(URL, json={'model': 'x', 'prompt': p}).json()\nask('x')\n";
    let said = "Each judge uses Ollama for its opinion.";
    let (status, fact) = told(&repository(&[("judges.py", asks)]), Libraries, said);
    assert_eq!(status, Supported);
    assert_eq!(fact, "a model is asked at the port 11434, which is that of `ollama`");
    let names = "URL = 'http://localhost:11434'\n";
    let (status, fact) = told(&repository(&[("config.py", names)]), Libraries, said);
    assert_eq!((status, fact.contains("its port 11434 is named")), (Undecided, true));
}

#[test]
fn a_constant_is_the_name_in_capitals_and_a_notebook_may_set_it_too() {
    let said = "The split is done with seed=42 in all runs.";
    let set = repository(&[("run.py", "import random\nSEED = 42\nrandom.seed(SEED)\n")]);
    assert_eq!(told(&set, Values, said).0, Supported);
    let mut facts = repository(&[("run.py", "import random\n")]);
    let names = Some(["seed".to_owned()].into());
    facts.notebooks = vec![NotebookFact { path: "a.ipynb".into(), names }];
    let unread = "`seed` may be set in `a.ipynb`, of which no values were read";
    assert_eq!(told(&facts, Values, said), (Undecided, unread.to_owned()));
}
