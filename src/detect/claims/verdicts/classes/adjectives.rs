//! Classes of which a word before their name says what they are: `a Pydantic-validated AgentState`.

use super::super::graph::wiring;
use super::super::{Verdict, is_read_whole};
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ClassFact, ClassKind, GraphFact, RepositoryFacts};
use std::sync::LazyLock;

/// That the class that is named is made with Pydantic; what it holds may be all that is meant where more follows.
static SAID: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i:\bpydantic)[- ](?i:validated|based|backed|typed|enforced|powered|driven) ",
        r"`?(?P<class>[A-Z]\w*[a-z]\w*)`?(?P<rest> [a-z]+)?",
    ))
});

/// Words by which the contents of the class are meant, and not the class itself.
const CONTENTS: &[&str] = &[
    "field", "value", "entr", "payload", "member", "content", "model", "object", "item", "part",
    "sub", "element",
];

/// Names by which even a dictionary is validated.
const VALIDATORS: &[&str] = &["TypeAdapter", "validate_call", "validate_arguments", "typeguard"];

/// That the state itself is made with Pydantic, for all that is done to it or only by a word before it.
static OF_STATE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\bpydantic (?:\(?v?[0-9.]+\)? )?(?:for|across|on) (?P<all>all|every|each|the (?:whole|entire)) (?:graph )?state\b|\bpydantic[- ](?:agent |graph |shared )?state with\b|(?P<class>\b(?:pydantic )?BaseModel with (?:\w+ )?reducers?\b|\b(?:agent |graph |shared )?state (?:itself )?is (?:(?:implemented|defined|typed|modell?ed) as )?an? (?:strict(?:ly)? |typed |validated )*(?:pydantic\b(?: BaseModel| model)?|BaseModel\b))",
    )
});

/// What the code says to a state that is said to be made with Pydantic: which class the graphs that run are given.
pub(super) fn state(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let found = OF_STATE.captures(text)?;
    let of_class = found.name("class").is_some();
    // Who names the dictionary too tells the two apart.
    if of_class && text.to_ascii_lowercase().contains("typeddict") {
        return None;
    }
    let python = &repository.python;
    let graphs = wiring::graphs(python);
    let takes = |graph: &GraphFact, class: &ClassFact| {
        graph.state_class.as_deref().is_some_and(|name| class.is_called(name))
    };
    let ours = python.classes.iter().filter(|class| !class.in_tests);
    let states: Vec<&ClassFact> =
        ours.filter(|class| graphs.iter().any(|graph| takes(graph, class))).collect();
    let all_known = graphs.iter().all(|graph| states.iter().any(|class| takes(graph, class)));
    let places = states.iter().map(|class| &class.place);
    let of_dict = |graph: &&GraphFact| graph.state_class.as_deref() == Some("dict");
    if let Some(first) = graphs.first().filter(|_| graphs.iter().all(of_dict)) {
        let fact = "the state is a plain `dict`, which nothing validates";
        let certain = of_class && is_read_whole(repository);
        let answer = if certain { Contradicted } else { Undecided };
        return Some(Verdict::of(answer, fact, [&first.place]));
    }
    let Some(first) = states.first().filter(|_| all_known) else {
        return Some(Verdict::undecided("the class of the state could not be followed"));
    };
    if states.iter().all(|class| class.kind == ClassKind::BaseModel) {
        let fact = format!("the state `{}` is a Pydantic model", first.name);
        return Some(Verdict::of(Supported, fact, places));
    }
    if !states.iter().all(|class| class.kind == ClassKind::TypedDict) {
        return Some(Verdict::undecided("the class of the state could not be followed"));
    }
    let words = repository.vocabulary.as_ref();
    let validated = words.is_none_or(|words| VALIDATORS.iter().any(|name| words.names(name)));
    let certain = !validated && is_read_whole(repository);
    let fact = format!("the state `{}` is a `TypedDict`, which nothing validates", first.name);
    if certain && (of_class || found.name("all").is_some()) {
        return Some(Verdict::of(Contradicted, fact, places));
    }
    // By a word before the state its values may be meant.
    Some(Verdict { at_odds: certain, ..Verdict::of(Undecided, fact, places) })
}

/// Whether the sentence calls a class made with Pydantic by a word before its name.
pub(in crate::detect::claims) fn is_said(text: &str) -> bool {
    SAID.is_match(text)
}

/// The typed dictionary that is called a class made with Pydantic.
pub(super) fn called_otherwise(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let found = SAID.captures(text)?;
    let of_contents = found.name("rest").is_some_and(|rest| {
        CONTENTS.iter().any(|word| rest.as_str().trim_start().starts_with(word))
    });
    let mentions_it = text.to_ascii_lowercase().contains("typeddict");
    let words = repository.vocabulary.as_ref()?;
    let validated = VALIDATORS.iter().any(|name| words.names(name));
    if of_contents || mentions_it || validated || !is_read_whole(repository) {
        return None;
    }
    let ours = repository.python.classes.iter().filter(|class| !class.in_tests);
    let named: Vec<&ClassFact> = ours.filter(|class| class.name == found["class"]).collect();
    let first = named.first()?;
    let fact = format!("`{}` is a `TypedDict`, which nothing validates", first.name);
    if !named.iter().all(|class| class.kind == ClassKind::TypedDict) {
        return None;
    }
    let verdict = Verdict::of(Contradicted, fact, named.iter().map(|class| &class.place));
    // By a word before the name its values may be meant, where they are models.
    let models = repository.python.classes.iter().filter(|one| one.kind == ClassKind::BaseModel);
    let models: Vec<&str> = models.map(|model| model.name.as_str()).collect();
    let is_of_models = |annotation: &String| {
        let mut words = annotation.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| models.contains(&word))
    };
    let holds_models = named.iter().any(|class| class.annotations.iter().any(is_of_models));
    Some(if holds_models {
        Verdict { status: Undecided, at_odds: true, ..verdict }
    } else {
        verdict
    })
}
