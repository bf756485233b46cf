//! A dimension in words alone → probes: what its words are known to mean is asked of the facts, and its other
//! identifiers, paths and quoted terms are looked up, so that a rubric without probes still rests on real excerpts.

mod meanings;
mod paths;
mod quotes;
mod schemas;
mod terms;

use crate::domain::ids::ProbeId;
use crate::domain::rubric::{Artifact, Dimension, ProbeSpec};
use paths::{is_path, whole_name};
use quotes::{alternatives, or_like};
use serde_json::{Map, Value, json};
use terms::{terms, without_examples};

/// Most terms that are looked up for one dimension.
const MOST_TERMS: usize = 24;

/// What a dimension asks by one probe.
struct Asked {
    probe: &'static str,
    asks: String,
    with: Value,
    weight: f64,
    /// Whether its failure is a security flaw, as the words say.
    flaw: bool,
    advice: String,
    /// Names that need no look of their own beside it.
    covers: Vec<String>,
}

/// The probes that a dimension's words call for.
///
/// A term that the failure pattern names, or that the success pattern names with a negation, is not
/// looked for: a mention of it in a text proves nothing for or against a submission.
#[must_use]
pub(super) fn probes(dimension: &Dimension) -> Vec<ProbeSpec> {
    let mut terms = terms(dimension);
    terms.truncate(MOST_TERMS);
    let asked = match dimension.target_artifact {
        Artifact::GithubRepo => of_repository(dimension, &terms),
        Artifact::PdfReport => of_report(dimension, &terms),
        Artifact::PdfImages => of_figures(dimension, &terms),
    };
    let belongs_in = match dimension.target_artifact {
        Artifact::GithubRepo => terms.iter().find(|term| is_place(term)).cloned(),
        Artifact::PdfReport | Artifact::PdfImages => Some("the report".to_owned()),
    };
    asked.into_iter().enumerate().map(|(at, one)| spec(at, one, belongs_in.clone())).collect()
}

/// What the words mean, then each other term. Where the meaning is known, places to look and names that something else
/// may serve for are no points of their own.
fn of_repository(dimension: &Dimension, terms: &[String]) -> Vec<Asked> {
    let mut all = meanings::asked(dimension);
    let is_known = !all.is_empty();
    let instruction = without_examples(&dimension.forensic_instruction);
    let is_asked = |term: &&String| {
        let serves = is_known && (is_place(term) || or_like(&instruction, term));
        !serves && !meanings::covers(&all, term)
    };
    let left: Vec<String> = terms.iter().filter(is_asked).cloned().collect();
    let (files, names): (Vec<String>, Vec<String>) = left.into_iter().partition(|one| is_path(one));
    all.extend(files.iter().map(|path| file(path)));
    all.extend(alternatives(&instruction, names).iter().map(|names| named(&instruction, names)));
    all
}

/// Whether a path says where to look, and is not asked for itself, as a manifest or a settings file is.
fn is_place(term: &str) -> bool {
    const SOURCES: [&str; 14] = [
        "c", "cpp", "css", "go", "html", "ipynb", "java", "js", "jsx", "kt", "py", "rb", "rs", "ts",
    ];
    let ending = term.rsplit_once('.').map_or("", |(_, ending)| ending);
    is_path(term) && (term.ends_with('/') || SOURCES.contains(&ending) || ending == "tsx")
}

fn file(path: &str) -> Asked {
    let plain = path.trim_end_matches('/');
    let glob = if whole_name(path) == Some(false) {
        format!("{{{plain}*,**/{plain}*}}")
    } else if path.ends_with('/') {
        format!("{{{plain}/**,**/{plain}/**}}")
    } else {
        format!("{{{plain},**/{plain}}}")
    };
    Asked {
        with: json!({ "paths": [glob], "what": format!("`{path}`"), "hint": true }),
        ..simple("files", format!("`{path}` exists"), format!("add `{path}`"))
    }
}

/// A point about names of which one is enough.
fn named(instruction: &str, names: &[String]) -> Asked {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let like = names.iter().any(|name| or_like(instruction, name));
    let with =
        if like { json!({ "names": names, "or_like": true }) } else { json!({ "names": names }) };
    let advice = "build what the rubric asks for by the name {missing}; where the code has it under another name, say so in the README";
    Asked {
        with,
        ..simple("term", format!("the code has {}", quoted.join(" or ")), advice.to_owned())
    }
}

fn of_report(dimension: &Dimension, terms: &[String]) -> Vec<Asked> {
    let concept = |term: &String| Asked {
        with: json!({ "terms": [term] }),
        ..simple(
            "document.concepts",
            format!("the report explains `{term}`"),
            format!("explain how `{term}` is carried out, with the files or the steps that do it"),
        )
    };
    let mut all: Vec<Asked> = terms.iter().filter(|term| !is_path(term)).map(concept).collect();
    if !all.is_empty() || speaks_of_files(dimension) {
        let asks = "the files that the report cites exist".to_owned();
        let advice = "correct or remove the citations of files that are not in the tree: {missing}";
        all.push(simple("document.paths", asks, advice.to_owned()));
    }
    let text = dimension.forensic_instruction.to_lowercase();
    if text.contains("claim") && ["contradict", "code"].iter().all(|word| text.contains(word)) {
        let asks = "the code contradicts nothing that the report claims of it".to_owned();
        let advice = "change the report or the code, whichever is wrong: {each}";
        all.push(simple("document.claims", asks, advice.to_owned()));
    }
    all
}

/// Whether there is a figure, what it names, and what somebody has to see of it.
fn of_figures(dimension: &Dimension, terms: &[String]) -> Vec<Asked> {
    let advice = "add a diagram of what the rubric asks to be shown".to_owned();
    let mut all = vec![simple("figures.present", "the report has a diagram".into(), advice)];
    let words = terms.iter().filter(|term| !is_path(term)).map(|term| vec![term.clone()]);
    let parallel = quotes::side_by_side(&dimension.forensic_instruction);
    let labels = words.chain((!parallel.is_empty()).then_some(parallel));
    all.extend(labels.map(|words| {
        let named: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let asks = format!("a figure shows {}", named.join(", "));
        let advice = "label in the diagram: {missing}".to_owned();
        Asked { with: json!({ "words": words }), ..simple("figures.labels", asks, advice) }
    }));
    let wanted = dimension.success_pattern.trim();
    if !wanted.is_empty() {
        all.push(Asked {
            with: json!({ "question": format!("Is what follows so of this figure? {wanted}") }),
            weight: 2.0,
            ..simple(
                "figures.seen",
                "a figure shows what the rubric calls success".into(),
                "draw what the rubric asks to be shown".into(),
            )
        });
    }
    all
}

/// A point of the usual weight without parameters.
fn simple(probe: &'static str, asks: String, advice: String) -> Asked {
    let (with, covers) = (json!({}), Vec::new());
    Asked { probe, asks, with, weight: 1.0, flaw: false, advice, covers }
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

fn spec(at: usize, asked: Asked, belongs_in: Option<String>) -> ProbeSpec {
    let Asked { probe, asks, with, weight, flaw, advice, .. } = asked;
    let with = match with {
        Value::Object(with) => with,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Map::new()
        }
    };
    ProbeSpec {
        id: ProbeId::new(format!("term-{}", at + 1)).expect("a short plain name is an id"),
        probe: probe.into(),
        asks,
        with,
        weight,
        essential: false,
        cap: None,
        cap_in_part: None,
        floor: None,
        flaw,
        advice,
        belongs_in,
        from_words: true,
    }
}

#[cfg(test)]
pub(in crate::detect) mod tests {
    use super::*;
    use crate::domain::rubric::Rubric;

    pub(super) fn dimension(target: &str, instruction: &str) -> Dimension {
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
        let tree = "github_repo";
        check(tree, "Find the \"retry policy\".", &["term: the code has `retry policy`"]);
        check(tree, "Is UserService used?", &["term: the code has `UserService`"]);
        check(tree, "See Dockerfile and `Dockerfile`.", &["files: `Dockerfile` exists"]);
        check(tree, "Judge the style of the code.", &[]);
        let either = "term: the code has `FastAPI` or `Flask`";
        check(tree, "Is there a `FastAPI` or `Flask` application?", &[either]);
        let spec = &probes(&dimension(tree, "Find `retry policy` or an equivalent."))[0];
        assert_eq!(spec.with["or_like"], true);
        let spec = &probes(&dimension(tree, "Is there a README?"))[0];
        assert_eq!(spec.with["paths"], json!(["{README*,**/README*}"]));
        assert_eq!(spec.with["what"], "`README`");
    }

    #[test]
    fn where_the_meaning_is_known_its_names_and_places_are_no_points_of_their_own() {
        let asked = "Scan the 'StateGraph' in 'src/graph.py' and its 'builder.add_edge()' calls: is there a fan-out, and a node ('Joiner' or equivalent)? See `README.md` and `build_graph`.";
        let expected = [
            "python.fan_out: the graph splits into parallel branches at a point",
            "files: `README.md` exists",
            "term: the code has `build_graph`",
        ];
        check("github_repo", asked, &expected);
        let specs = probes(&dimension("github_repo", asked));
        assert_eq!(specs[0].belongs_in.as_deref(), Some("src/graph.py"));
        let place = "Scan 'src/graph.py'.";
        check("github_repo", place, &["files: `src/graph.py` exists"]);
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
    fn claims_are_held_against_the_code_where_that_is_asked() {
        let claims = "document.claims: the code contradicts nothing that the report claims of it";
        let paths = "document.paths: the files that the report cites exist";
        let asked = "Collect cited files. Flag claims that the code contradicts.";
        check("pdf_report", asked, &[paths, claims]);
    }

    #[test]
    fn quoted_terms_and_parallel_parts_are_looked_for_in_figures() {
        let present = "figures.present: the report has a diagram";
        let seen = "figures.seen: a figure shows what the rubric calls success";
        check("pdf_images", "Classify each diagram.", &[present, seen]);
        let label = "figures.labels: a figure shows `message queue`";
        check("pdf_images", "Is there a \"message queue\"?", &[present, label, seen]);
        let parts = "figures.labels: a figure shows `Reader`, `Writer`";
        check("pdf_images", "START -> [Reader || Writer in parallel]", &[present, parts, seen]);
    }

    #[test]
    fn what_is_beyond_the_limit_is_told() {
        let many: Vec<String> = (10..36).map(|n| format!("`term_{n}`")).collect();
        let many = dimension("github_repo", &many.join(" "));
        assert_eq!(probes(&many).len(), 24);
        assert_eq!(left_out(&many), ["term_34", "term_35"]);
        assert!(left_out(&dimension("github_repo", "Find `a_b`.")).is_empty());
    }
}
