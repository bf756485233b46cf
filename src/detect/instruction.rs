//! A dimension in words alone → probes: the identifiers, paths and quoted terms of its instruction
//! are looked up, so that a rubric without probes still rests on real excerpts.

mod terms;

use crate::domain::ids::ProbeId;
use crate::domain::rubric::{Artifact, Dimension, ProbeSpec};
use serde_json::{Map, Value, json};
use terms::{is_path, terms, whole_name};

/// What an instruction about the commit history asks, whatever its words.
const HISTORY: [(&str, &str); 3] = [
    ("history.commits", "the history has more than three commits"),
    ("history.steps", "the work came in steps and over time"),
    ("history.messages", "the subjects say what changed"),
];
/// Most terms that are looked up for one dimension.
const MOST_TERMS: usize = 24;

/// The probes that a dimension's words call for.
///
/// A term that the failure pattern names, or that the success pattern names with a negation, is not
/// looked for: a mention of it in a text proves nothing for or against a submission.
#[must_use]
pub(super) fn probes(dimension: &Dimension) -> Vec<ProbeSpec> {
    let mut terms = terms(dimension);
    terms.truncate(MOST_TERMS);
    match dimension.target_artifact {
        Artifact::GithubRepo => {
            let mut specs: Vec<ProbeSpec> =
                terms.iter().enumerate().map(|(n, term)| in_tree(n, term)).collect();
            if dimension.forensic_instruction.to_lowercase().contains("commit history") {
                for (probe, asks) in HISTORY {
                    specs.push(spec(specs.len(), probe, asks, json!({})));
                }
            }
            specs
        }
        Artifact::PdfReport => {
            let mut specs: Vec<ProbeSpec> = terms
                .iter()
                .filter(|term| !is_path(term))
                .enumerate()
                .map(|(n, term)| {
                    let with = json!({ "terms": [term] });
                    spec(n, "document.concepts", &format!("the report explains `{term}`"), with)
                })
                .collect();
            if !specs.is_empty() || speaks_of_files(dimension) {
                let asks = "the files that the report cites exist";
                specs.push(spec(specs.len(), "document.paths", asks, json!({})));
            }
            specs
        }
        Artifact::PdfImages => {
            let mut specs = vec![spec(0, "figures.present", "the report has a diagram", json!({}))];
            let words = terms.iter().filter(|term| !is_path(term));
            specs.extend(words.enumerate().map(|(n, term)| {
                let asks = format!("a figure shows `{term}`");
                spec(n + 1, "figures.labels", &asks, json!({ "words": [term] }))
            }));
            specs
        }
    }
}

/// Whether the probes of a dimension were taken from its words, or would have been if they named any.
#[must_use]
pub fn is_from_words(dimension: &Dimension) -> bool {
    dimension.probes.iter().all(|spec| spec.from_words)
}

/// The terms of a dimension's words that are more than are looked up.
#[must_use]
pub fn left_out(dimension: &Dimension) -> Vec<String> {
    terms(dimension).into_iter().skip(MOST_TERMS).collect()
}

/// Whether a dimension is about the files that a report names.
fn speaks_of_files(dimension: &Dimension) -> bool {
    let Dimension { forensic_instruction, success_pattern, failure_pattern, .. } = dimension;
    let texts = [forensic_instruction, success_pattern, failure_pattern];
    let is_one = |word: &str| {
        let word = word.to_lowercase();
        let ending = word.rsplit_once('.').map(|(_, ending)| ending);
        matches!(word.as_str(), "file" | "files" | "path" | "paths") || ending == Some("py")
    };
    let by_word = |text: &&String| {
        text.split(|c: char| !c.is_alphanumeric() && c != '.')
            .any(|word| is_one(word.trim_end_matches('.')))
    };
    texts.iter().any(by_word)
}

fn in_tree(number: usize, term: &str) -> ProbeSpec {
    if is_path(term) {
        let paths = [term, &format!("**/{term}")].map(|path| path.trim_end_matches('/').to_owned());
        let glob = if whole_name(term) == Some(false) {
            format!("{{{0}*,**/{0}*}}", paths[0])
        } else if term.ends_with('/') {
            format!("{{{0}/**,**/{0}/**}}", paths[0])
        } else {
            format!("{{{},{}}}", paths[0], paths[1])
        };
        return spec(
            number,
            "files",
            &format!("`{term}` exists"),
            json!({ "paths": [glob], "hint": true }),
        );
    }
    let words: Vec<&str> = term.split(' ').collect();
    if words.len() > 1 && words.iter().all(|word| word.chars().all(char::is_alphanumeric)) {
        // In sources several words are mostly one name, in one of several spellings.
        let pattern = format!("(?i){}", words.join(r"[\s_-]*"));
        let with = json!({ "pattern": pattern, "what": format!("`{term}`") });
        return spec(number, "text", &format!("`{term}` occurs in the sources"), with);
    }
    // Of a call only the last name is looked for: what stands before it is a variable or a module
    // that a submission may call otherwise.
    let called = term.strip_suffix("()").and_then(|call| call.rsplit('.').next());
    let literal = called.unwrap_or(term).trim_start_matches('.');
    let asks = format!("`{term}` occurs in the sources");
    spec(number, "text", &asks, json!({ "literal": literal }))
}

fn spec(number: usize, probe: &str, asks: &str, with: Value) -> ProbeSpec {
    let with = match with {
        Value::Object(with) => with,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Map::new()
        }
    };
    ProbeSpec {
        id: ProbeId::new(format!("term-{}", number + 1)).expect("a short plain name is an id"),
        probe: probe.into(),
        asks: asks.into(),
        with,
        weight: 1.0,
        essential: false,
        cap: None,
        cap_in_part: None,
        floor: None,
        flaw: false,
        advice: format!("make it so that {asks}"),
        belongs_in: None,
        from_words: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::rubric::Rubric;

    fn dimension(target: &str, instruction: &str) -> Dimension {
        let rubric = json!({
            "rubric_metadata": { "rubric_name": "r" },
            "dimensions": [{
                "id": "d", "name": "D", "target_artifact": target,
                "forensic_instruction": instruction,
                "success_pattern": "There", "failure_pattern": "Absent"
            }],
            "synthesis_rules": {
                "security_override": "a", "fact_supremacy": "a", "functionality_weight": "a",
                "dissent_requirement": "a", "variance_re_evaluation": "a"
            }
        });
        let rubric = Rubric::parse(rubric.to_string().as_bytes()).unwrap();
        (*rubric.dimensions[0]).clone()
    }

    /// The probes of an instruction, each with what it asks.
    #[track_caller]
    fn check(target: &str, instruction: &str, expected: &[&str]) {
        let specs = probes(&dimension(target, instruction));
        let told: Vec<String> =
            specs.iter().map(|spec| format!("{}: {}", spec.probe, spec.asks)).collect();
        assert_eq!(told, expected, "{instruction:?}");
        for spec in &specs {
            let problems = crate::detect::probes::problems(&spec.probe, None, &spec.with, &[]);
            assert_eq!(problems, []);
        }
    }

    #[test]
    fn words_of_a_repository_call_for_looks_into_its_tree_and_sources() {
        let (tree, text) = ("github_repo", "occurs in the sources");
        check(tree, "Find the \"retry policy\".", &[&format!("text: `retry policy` {text}")]);
        check(tree, "Is UserService used?", &[&format!("text: `UserService` {text}")]);
        check(tree, "See Dockerfile and `Dockerfile`.", &["files: `Dockerfile` exists"]);
        check(tree, "Judge the style of the code.", &[]);
        let spec = &probes(&dimension(tree, "Find `retry policy`."))[0];
        assert_eq!(spec.with["pattern"], r"(?i)retry[\s_-]*policy");
        let spec = &probes(&dimension(tree, "Is there a README?"))[0];
        assert_eq!(spec.with["paths"], json!(["{README*,**/README*}"]));
    }

    #[test]
    fn a_report_is_judged_by_the_files_that_it_cites_where_that_is_asked() {
        let (paths, report) =
            ("document.paths: the files that the report cites exist", "pdf_report");
        check(report, "The essay discusses photosynthesis.", &[]);
        check(report, "Extract all file paths that the report cites.", &[paths]);
        let concept = "document.concepts: the report explains `circuit breaker`";
        check(report, "Find “circuit breaker”.", &[concept, paths]);
    }

    #[test]
    fn quoted_terms_are_looked_for_in_figures() {
        let present = "figures.present: the report has a diagram";
        check("pdf_images", "Classify each diagram.", &[present]);
        let label = "figures.labels: a figure shows `message queue`";
        check("pdf_images", "Is there a \"message queue\"?", &[present, label]);
    }

    #[test]
    fn what_is_beyond_the_limit_is_told() {
        let many: Vec<String> = (0..26).map(|n| format!("`term_{n}`")).collect();
        let many = dimension("github_repo", &many.join(" "));
        assert_eq!(probes(&many).len(), 24);
        assert_eq!(left_out(&many), ["term_24", "term_25"]);
        assert!(left_out(&dimension("github_repo", "Find `a_b`.")).is_empty());
    }
}
