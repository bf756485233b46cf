//! What the rubrics beside the program's own find in small sources, and what they do not.

mod actors;
mod secure;
mod service;
mod sessions;
mod web;

use crate::detect::probes::Probe;
use crate::detect::repo::lookup;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Language, Lookup, TreeFacts};
use crate::domain::rubric::Rubric;

const ACTORS: &[u8] = include_bytes!("../../../../../rubrics/rust_actors.json");
const SECURE: &[u8] = include_bytes!("../../../../../rubrics/secure_coding.json");
const WEB: &[u8] = include_bytes!("../../../../../rubrics/web_service.json");

/// Most hits that an answer lists for certain.
const TOGETHER: usize = 8;

/// How often a probe of a rubric finds something in each of these texts, each in a file of its own.
#[track_caller]
fn check(rubric: &[u8], probe: &str, path: &str, texts: &[&str], expected: usize) {
    let rubric = Rubric::parse(rubric).unwrap();
    let mut specs = rubric.dimensions.iter().flat_map(|dimension| &dimension.probes);
    let spec = specs.find(|spec| spec.id.as_str() == probe).unwrap();
    // What has to be there for the question to arise is asked besides.
    let mut spec = spec.clone();
    spec.with.remove("given");
    let mut lookups = Probe::named(&spec.probe).unwrap().lookups(&spec);
    let written = Language::of(path);
    lookups.retain(|lookup| match lookup {
        Lookup::Query { language, .. } => written.is_some_and(|written| language.covers(written)),
        Lookup::Literal { .. } | Lookup::Pattern { .. } => true,
    });
    assert!(!lookups.is_empty(), "{probe} asks nothing of {path}");
    for chunk in texts.chunks(TOGETHER) {
        // One text stands at its own path, so that globs over the root fit.
        let place = |at: usize| {
            if texts.len() == 1 { path.to_owned() } else { format!("{at}/{path}") }
        };
        let source = |(at, text): (usize, &&str)| Source {
            path: place(at),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let sources: Vec<Source> = chunk.iter().enumerate().map(source).collect();
        let answers = lookup::answer(&lookups, &sources, &TreeFacts::default(), &[]);
        for answer in &answers {
            assert_eq!(answer.problem, None);
            assert_eq!(answer.hits.len(), answer.total as usize);
        }
        for (at, text) in chunk.iter().enumerate() {
            let hits = answers.iter().flat_map(|answer| &answer.hits);
            let found = hits.filter(|hit| hit.place.file == place(at)).count();
            assert_eq!(found, expected, "{probe} in {path}: {text}");
        }
    }
}

/// Every text is found once.
#[track_caller]
fn finds(rubric: &[u8], probe: &str, path: &str, texts: &[&str]) {
    check(rubric, probe, path, texts, 1);
}

/// No text is found.
#[track_caller]
fn passes(rubric: &[u8], probe: &str, path: &str, texts: &[&str]) {
    check(rubric, probe, path, texts, 0);
}

/// The texts with `before` and `after` around each.
fn within(before: &str, texts: &[&str], after: &str) -> Vec<String> {
    texts.iter().map(|text| format!("{before}{text}{after}")).collect()
}

fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

#[test]
fn every_shipped_rubric_is_one_and_rests_nothing_on_what_a_list_does_not_know() {
    for rubric in [ACTORS, SECURE, WEB] {
        let loaded = crate::detect::load_rubric_warned(rubric);
        let (_, warnings) = loaded.unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(warnings.len(), 0);
    }
    let text = String::from_utf8(WEB.to_vec()).unwrap();
    let bold = text.replacen("\"weight\": 3", "\"essential\": true, \"cap\": 2, \"weight\": 3", 1);
    let problem = crate::detect::load_rubric(bold.as_bytes()).unwrap_err().to_string();
    for key in ["essential", "cap"] {
        let said = format!("probes[0].{key} may not rest on an absence");
        assert!(problem.contains(&said), "{problem}");
    }
}

#[test]
fn a_workflow_counts_where_it_runs_for_a_change_of_the_code() {
    let (probe, file) = ("checked_on_change", ".github/workflows/a.yml");
    for rubric in [ACTORS, SECURE, WEB] {
        for text in ["on:\n  push:\n    branches: [a]\n", "on: [push, workflow_dispatch]\n"] {
            finds(rubric, probe, file, &[text]);
        }
        for text in [
            "on:\n  issues:\n    types: [opened]\njobs:\n",
            "    steps:\n      - uses: a\n        with:\n          push: true\n",
            "on: workflow_dispatch\n    steps:\n      - with:\n          node-version: ${{ matrix.a }}\n",
        ] {
            passes(rubric, probe, file, &[text]);
        }
        finds(rubric, probe, ".travis.yml", &["language: go\n"]);
        finds(rubric, probe, "Jenkinsfile", &["node('linux') {\n"]);
        passes(rubric, probe, "libs/leftpad/.travis.yml", &["language: go\n"]);
    }
}

#[test]
fn tests_are_found_in_their_other_forms_and_fixtures_are_none() {
    for rubric in [SECURE, WEB] {
        let probe = "has_tests";
        let file = "tests/test_a.py";
        finds(
            rubric,
            probe,
            file,
            &["def test_a(): pass", "@patch('x')\n@other\ndef test_a(): pass"],
        );
        passes(
            rubric,
            probe,
            file,
            &["@pytest.fixture\ndef test_user(): pass", "@fixture()\n@other\ndef testapp(): pass"],
        );
        passes(rubric, probe, "tests/conftest.py", &["def test_a(): pass"]);
        let calls = ["it('a', f)", "test.only('a', f)", "it.each([1])('a', f)", "t.test('a', f)"];
        finds(rubric, probe, "tests/a.test.js", &calls);
        passes(rubric, probe, "tests/a.test.js", &["describe('a', f)", "it.skip"]);
    }
    let java = ["@Test", "@Test(expected = B.class)", "@ParameterizedTest"];
    let java = within("class ATest { ", &java, " void a() {} }");
    finds(WEB, "has_tests", "src/test/java/ATest.java", &borrowed(&java));
}
