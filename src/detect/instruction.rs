//! A dimension in words alone → probes: what its words are known to mean is asked of the facts, and its other
//! identifiers, paths and quoted terms are looked up, so that a rubric without probes still rests on real excerpts.

mod cues;
mod demanded;
mod meanings;
mod numbers;
mod paths;
mod quotes;
mod schemas;
mod sentence;
mod stance;
mod terms;
mod unread;

use crate::domain::ids::ProbeId;
use crate::domain::rubric::{Artifact, Dimension, ProbeSpec};
use demanded::is_demanded;
use paths::{is_path, whole_name};
use quotes::{alternatives, or_like};
use serde_json::{Map, Value, json};
use stance::Stance;
use terms::{is_failing, terms, wanted_of, without_examples};

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
    /// Words that show that a sentence asks for it; none for a point that looks up a name alone.
    about: Vec<String>,
}

/// The probes that a dimension's words call for.
///
/// What they forbid must not be there, and of what they do not clearly ask for it is told where it stands and no more. What of
/// the words no probe answers is one point, which counts neither way.
#[must_use]
pub(super) fn probes(dimension: &Dimension) -> Vec<ProbeSpec> {
    let mut terms = terms(dimension);
    terms.truncate(MOST_TERMS);
    let mut asked = match dimension.target_artifact {
        Artifact::GithubRepo => of_repository(dimension, &terms),
        Artifact::PdfReport => of_report(dimension, &terms),
        Artifact::PdfImages => of_figures(dimension, &terms),
    };
    asked.extend(unread::asked(dimension, &asked, &terms));
    let belongs_in = match dimension.target_artifact {
        Artifact::GithubRepo => terms
            .iter()
            .find(|term| is_place(term) && wanted_of(dimension, term) == Stance::Wanted)
            .cloned(),
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
    let mut wanted = Vec::new();
    let mut others = Vec::new();
    let left: Vec<&String> = terms.iter().filter(|term| !meanings::covers(&all, term)).collect();
    for term in left {
        let serves = is_known && (is_place(term) || or_like(&instruction, term));
        match wanted_of(dimension, term) {
            Stance::Wanted | Stance::Named if serves => {}
            Stance::Forbidden { always } => others.push(forbidden(term, always)),
            Stance::Doubted | Stance::Named if is_failing(dimension, term) => {}
            Stance::Wanted if !is_path(term) => wanted.push(term.clone()),
            Stance::Wanted if is_demanded(&instruction, term) => all.push(file(term)),
            Stance::Wanted | Stance::Named | Stance::Doubted => others.push(unsettled(term)),
        }
    }
    all.extend(alternatives(&instruction, wanted).iter().map(|names| named(&instruction, names)));
    all.extend(others);
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
    Asked {
        with: json!({ "paths": [glob(path)], "what": format!("`{path}`") }),
        ..simple("files", format!("`{path}` exists"), format!("add `{path}`"))
    }
}

/// What a file of this name or path matches.
fn glob(path: &str) -> String {
    let plain = path.trim_end_matches('/');
    if whole_name(path) == Some(false) {
        format!("{{{plain}*,**/{plain}*}}")
    } else if path.ends_with('/') {
        format!("{{{plain}/**,**/{plain}/**}}")
    } else {
        format!("{{{plain},**/{plain}}}")
    }
}

/// A point about what must not be there.
fn forbidden(term: &str, always: bool) -> Asked {
    let advice = format!("remove what the rubric forbids: `{term}`");
    if is_path(term) && always {
        let with = json!({ "paths": [glob(term)], "what": format!("`{term}`"), "absent": true });
        return Asked { with, ..simple("files", format!("`{term}` is not in the tree"), advice) };
    }
    if is_path(term) {
        return unsettled(term);
    }
    let with = if always {
        json!({ "names": [term], "absent": true })
    } else {
        json!({ "names": [term], "absent": true, "unsettled": true })
    };
    let asks = if always {
        format!("the code has no `{term}`")
    } else {
        format!("the code has no `{term}` where the rubric forbids it")
    };
    Asked { with, ..simple("term", asks, advice) }
}

/// A look that decides nothing: at a place where something is to be looked for, or for a term of which the words do not tell
/// what they want.
fn unsettled(term: &str) -> Asked {
    let advice = format!("read in the rubric what it wants of `{term}`");
    let (probe, with) = if is_path(term) {
        let with = json!({ "paths": [glob(term)], "what": format!("`{term}`"), "unsettled": true });
        ("files", with)
    } else {
        ("term", json!({ "names": [term], "unsettled": true }))
    };
    Asked { with, ..simple(probe, format!("`{term}` is as the rubric wants it"), advice) }
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
    let is_asked = |term: &&String| !is_path(term) && wanted_of(dimension, term) == Stance::Wanted;
    let concept = |term: &String| Asked {
        with: json!({ "terms": [term] }),
        ..simple(
            "document.concepts",
            format!("the report explains `{term}`"),
            format!("explain how `{term}` is carried out, with the files or the steps that do it"),
        )
    };
    let mut all: Vec<Asked> = terms.iter().filter(is_asked).map(concept).collect();
    if speaks_of_files(dimension) {
        let asks = "the files that the report cites exist".to_owned();
        let advice = "correct what the report says of files that the tree does not have, or has all the same: {missing}";
        let about = ["file", "path", ".py"].map(str::to_owned).to_vec();
        all.push(Asked { about, ..simple("document.paths", asks, advice.to_owned()) });
    }
    let text = dimension.forensic_instruction.to_lowercase();
    if text.contains("claim") && ["contradict", "code"].iter().all(|word| text.contains(word)) {
        let asks = "the code contradicts nothing that the report claims of it".to_owned();
        let advice = "change the report or the code, whichever is wrong: {each}";
        let about = ["claim", "contradict"].map(str::to_owned).to_vec();
        all.push(Asked { about, ..simple("document.claims", asks, advice.to_owned()) });
    }
    all
}

/// Whether there is a figure, what it names, and what somebody has to see of it.
fn of_figures(dimension: &Dimension, terms: &[String]) -> Vec<Asked> {
    let advice = "add a diagram of what the rubric asks to be shown".to_owned();
    let mut all = vec![simple("figures.present", "the report has a diagram".into(), advice)];
    let is_asked = |term: &&String| !is_path(term) && wanted_of(dimension, term) == Stance::Wanted;
    let words = terms.iter().filter(is_asked).map(|term| vec![term.clone()]);
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
    let (with, covers, about) = (json!({}), Vec::new(), Vec::new());
    Asked { probe, asks, with, weight: 1.0, flaw: false, advice, covers, about }
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

/// Whether an instruction is about the files that a report names.
fn speaks_of_files(dimension: &Dimension) -> bool {
    let is_one = |word: &str| {
        let word = word.to_lowercase();
        let ending = word.rsplit_once('.').map(|(_, ending)| ending);
        matches!(word.as_str(), "file" | "files" | "path" | "paths") || ending == Some("py")
    };
    dimension
        .forensic_instruction
        .split(|c: char| !c.is_alphanumeric() && c != '.')
        .any(|word| is_one(word.trim_end_matches('.')))
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
        cap_open: None,
        floor: None,
        flaw,
        advice,
        belongs_in,
        from_words: true,
    }
}

#[cfg(test)]
pub(in crate::detect) mod tests;
