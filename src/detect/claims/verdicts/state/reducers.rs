//! How the fields of the state are merged.

use super::super::graph::wiring;
use super::super::{Verdict, is_read_whole};
use super::{bound, one_key, unheeded, unmerged};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{PythonFacts, ReducerFact, ReducerKind, RepositoryFacts, UntakenKey};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Reducers that reports name.
const REDUCERS: [(&str, ReducerKind); 3] = [
    ("operator.add", ReducerKind::OperatorAdd),
    ("operator.ior", ReducerKind::OperatorIor),
    ("add_messages", ReducerKind::AddMessages),
];
/// How far a field and its reducer may stand apart, in bytes.
const NEAR: usize = 48;

/// Whether state fields are merged by reducers, and by those that are named.
pub(in super::super) fn reducers(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let ours: Vec<_> = python.reducers.iter().filter(|reducer| !reducer.in_tests).collect();
    if let Some(verdict) = unheeded::unheeded(repository, &ours, text) {
        return verdict;
    }
    let otherwise = merged_otherwise(&ours, text)
        .or_else(|| each_otherwise(&ours, text))
        .or_else(|| both_otherwise(&ours, text));
    if let Some(other) = otherwise {
        let fact = format!("`{}.{}` is merged by `{}`", other.class, other.field, other.resolved);
        let status = if is_read_whole(repository) { Contradicted } else { Undecided };
        return Verdict::of(status, fact, [&other.place]);
    }
    if let Some(verdict) = unmerged::unmerged(repository, &ours, text) {
        return verdict;
    }
    if let Some(verdict) = one_key::joined(repository, &ours, text) {
        return verdict;
    }
    for (name, kind) in REDUCERS.iter().filter(|(name, _)| text.contains(name)) {
        if ours.iter().any(|reducer| reducer.kind == *kind) {
            continue;
        }
        if ours.is_empty() && is_read_whole(repository) {
            break;
        }
        let fact = format!("no field was found that `{name}` merges");
        // What functions of the project's own do is not followed, and neither are fields of classes elsewhere.
        let known = |reducer: &&ReducerFact| REDUCERS.iter().any(|(_, kind)| *kind == reducer.kind);
        let certain = name.starts_with("operator.")
            && !ours.is_empty()
            && ours.iter().all(known)
            && is_read_whole(repository);
        let is_state = ["reducer", "annotated", "state"]
            .iter()
            .any(|word| text.to_ascii_lowercase().contains(word));
        return if certain && is_state {
            let merged = format!("{fact}, but fields that `{}` merges", ours[0].resolved);
            Verdict::of(Contradicted, merged, ours.iter().map(|reducer| &reducer.place))
        } else {
            not_used(&ours, name, text, fact)
        };
    }
    // The fields and the reducers that are named are those that show it, or else those that are meant.
    let about = |reducer: &&&ReducerFact| {
        let kind = REDUCERS.iter().any(|(name, kind)| text.contains(name) && *kind == reducer.kind);
        let named = words::find(text, &reducer.field).is_some();
        (named, kind, is_meant(text, reducer), does(text, reducer.kind))
    };
    let mut ours = ours;
    ours.sort_by_key(|reducer| std::cmp::Reverse(about(&reducer)));
    let first = ours.first();
    let open = first.and_then(|first| {
        unmerged(python, first)
            .or_else(|| bare(python, first, text))
            .or_else(|| bound::unbound(repository, &ours, text))
    });
    if let Some(verdict) = open.or_else(|| of_another(&ours, text)) {
        return verdict;
    }
    if let Some(first) = ours.first().filter(|first| LIST.is_match(text) && keeps_no_list(first)) {
        let fact = format!("{}, which makes no list of it", told(&[*first]));
        return Verdict::of(Undecided, fact, [&first.place]);
    }
    let meant = meant(&ours, text);
    let shown = if meant.len() > 1 { &meant[..] } else { &ours[..ours.len().min(1)] };
    if let Some((one, fact)) = bound::unfit(repository, shown) {
        return Verdict { at_odds: true, ..Verdict::of(Undecided, fact, [&one.place]) };
    }
    match ours.first() {
        Some(_) if meant.len() > 1 => {
            Verdict::of(Supported, told(&meant), meant.iter().map(|reducer| &reducer.place))
        }
        Some(first) => {
            Verdict::of(Supported, told(&[*first]), ours.iter().map(|reducer| &reducer.place))
        }
        None if is_read_whole(repository) && !wiring::graphs(python).is_empty() => {
            Verdict::of(Contradicted, "no field of any state has a reducer", [])
        }
        None => Verdict::undecided("no reducer was found"),
    }
}

/// That an operator itself is what is used, and not what works like it.
static USES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?:uses?|used|using|via|through|by|with) (?:the )?`?operator\.(?:add|ior)`?(?: to\b| for\b| as\b|[.,;]|$)",
    )
});

/// What leaves open an operator that no field is given: functions of the project's own merge, and may use it.
fn not_used(ours: &[&ReducerFact], name: &str, text: &str, fact: String) -> Verdict {
    let own: Vec<&ReducerFact> =
        ours.iter().filter(|reducer| is_own(reducer.kind)).copied().collect();
    if own.is_empty() {
        return Verdict::undecided(fact);
    }
    let fact = format!("{fact}; {}", told(&own));
    let at_odds = USES.find_iter(text).any(|found| found.as_str().contains(name));
    let places = own.iter().map(|reducer| &reducer.place);
    Verdict { at_odds, ..Verdict::of(Undecided, fact, places) }
}

/// That a reducer collects a list.
static LIST: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\blists? (?:\w+ )?reducers?\b|\b(?:append(?:ing)?|additive|concatenat\w+) reducers?\b",
    )
});

/// Whether a reducer surely makes no list of what it merges.
const fn keeps_no_list(reducer: &ReducerFact) -> bool {
    matches!(reducer.kind, ReducerKind::OperatorIor)
}

/// The operators that a text names.
pub(super) fn named_kinds(text: &str) -> Vec<ReducerKind> {
    REDUCERS.iter().filter(|(name, _)| text.contains(name)).map(|(_, kind)| *kind).collect()
}

/// What merges each of these fields.
pub(super) fn told(reducers: &[&ReducerFact]) -> String {
    let each = reducers.iter().enumerate().map(|(number, reducer)| {
        let ReducerFact { class, field, resolved, .. } = reducer;
        let verb = if number == 0 { "is merged by" } else { "by" };
        format!("`{class}.{field}` {verb} `{resolved}`")
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Whether nothing is known of what a reducer does: it is the project's own.
const fn is_own(kind: ReducerKind) -> bool {
    matches!(kind, ReducerKind::Function | ReducerKind::Lambda | ReducerKind::Replacement)
}

/// The fields that the text speaks of together with what merges them, in its order.
fn meant<'r>(ours: &[&'r ReducerFact], text: &str) -> Vec<&'r ReducerFact> {
    let says = |kind: ReducerKind| {
        let named = REDUCERS.iter().any(|(name, own)| text.contains(name) && *own == kind);
        named || does(text, kind) || is_own(kind)
    };
    let mut all: Vec<(usize, &ReducerFact)> = Vec::new();
    for reducer in ours.iter().filter(|reducer| says(reducer.kind)) {
        let known = all.iter().any(|(_, other)| other.field == reducer.field);
        // The last part of a longer name is a word of many things.
        let exact = words::find(text, &reducer.field);
        let at = exact.or_else(|| place_of(text, reducer).filter(|_| !reducer.field.contains('_')));
        if let Some(at) = at.filter(|_| !known) {
            all.push((at, reducer));
        }
    }
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, reducer)| reducer).collect()
}

/// What leaves open that a field is merged by the operator that the text names: the project's own function merges it,
/// and the operator a field that the text does not speak of.
fn of_another(ours: &[&ReducerFact], text: &str) -> Option<Verdict> {
    let spoken_of: Vec<&ReducerFact> =
        ours.iter().filter(|reducer| place_of(text, reducer).is_some()).copied().collect();
    let own = spoken_of.iter().find(|reducer| is_own(reducer.kind))?;
    let behind = words::find(text, &own.field).map_or("", |at| &text[at + own.field.len()..]);
    let declared =
        |name: &str| behind.starts_with(": Annotated[") && first_operator(behind) == Some(name);
    let mut named = REDUCERS.iter().filter(|(name, _)| text.contains(name));
    let (name, _) = named.find(|(name, kind)| {
        declared(name) || !spoken_of.iter().any(|reducer| reducer.kind == *kind)
    })?;
    let fact = format!("{}, and whether that uses `{name}` was not followed", told(&[own]));
    Some(Verdict::of(Undecided, fact, [&own.place]))
}

/// The operator that a text names first.
fn first_operator(text: &str) -> Option<&'static str> {
    let found = REDUCERS.iter().filter_map(|(name, _)| Some((text.find(name)?, *name)));
    found.min_by_key(|(at, _)| *at).map(|(_, name)| name)
}

/// Where the text speaks of a field, or of what it holds.
pub(super) fn place_of(text: &str, reducer: &ReducerFact) -> Option<usize> {
    words::find(text, &reducer.field).or_else(|| text.to_ascii_lowercase().find(&stem(reducer)?))
}

/// The word for what a field holds, where it is long enough to tell it.
fn stem(reducer: &ReducerFact) -> Option<String> {
    let stem = reducer.field.rsplit('_').next().unwrap_or(&reducer.field);
    let stem = stem.strip_suffix('s').unwrap_or(stem).to_lowercase();
    (stem.len() > 3).then_some(stem)
}

/// Whether the text speaks of what a field holds without its name: of `JudicialOpinion` objects, which `opinions`
/// holds.
fn is_meant(text: &str, reducer: &ReducerFact) -> bool {
    stem(reducer).is_some_and(|stem| text.to_ascii_lowercase().contains(&stem))
}

/// Whether a reducer does what the text says of one without its name.
fn does(text: &str, kind: ReducerKind) -> bool {
    let text = text.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match kind {
        ReducerKind::OperatorAdd => says(&["additive", "concatenat", "append", "list"]),
        ReducerKind::OperatorIor => says(&["dictionar", "dict ", "dicts", "union"]),
        ReducerKind::AddMessages => says(&["message"]),
        ReducerKind::Lambda | ReducerKind::Function | ReducerKind::Replacement => false,
    }
}

/// That an annotation alone is known, where an engine of the project's own runs the nodes and need not heed it.
fn unmerged(python: &PythonFacts, first: &ReducerFact) -> Option<Verdict> {
    let engine = python.engines.first().filter(|_| wiring::graphs(python).is_empty())?;
    let ReducerFact { class, field, resolved, .. } = first;
    let why = engine.why_unread();
    let fact = format!("`{class}.{field}` is annotated with `{resolved}`, and {why}");
    Some(Verdict::of(Undecided, fact, [&first.place, &engine.place]))
}

/// That reducers are said to see to the whole state.
static WHOLE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?:all (?:of the |the )?(?:shared |graph )?(?:state )?(?:mutations|fields|channels|updates|writes|keys)|(?:every|each) (?:shared )?(?:state )?(?:mutation|field|channel|key)) (?:is|are|has|have|uses?|goes|go)\b",
    )
});

/// The field of a state without a reducer, where all of it is said to have one. Whether nodes write that field is
/// known of some of them.
fn bare(python: &PythonFacts, first: &ReducerFact, text: &str) -> Option<Verdict> {
    if !WHOLE.is_match(text) {
        return None;
    }
    let class = python.classes.iter().find(|class| class.name == first.class && !class.in_tests)?;
    let merged = |field: &&String| {
        python.reducers.iter().any(|one| one.class == class.name && one.field == **field)
    };
    let ReducerFact { class: name, field: other, resolved, .. } = first;
    let written = wiring::graphs(python).into_iter().find_map(|graph| graph.unmerged.as_ref());
    let is_field = |key: &str| class.fields.iter().any(|field| field == key && !merged(&field));
    if let Some(UntakenKey { node, key, place, .. }) = written.filter(|one| is_field(&one.key)) {
        let fact = format!("no reducer merges `{name}.{key}`, which `{node}` returns");
        return Some(Verdict::of(Contradicted, fact, [place, &class.place]));
    }
    let field = class.fields.iter().find(|field| !merged(field))?;
    let fact =
        format!("`{name}.{other}` is merged by `{resolved}`, and `{name}.{field}` by nothing");
    Some(Verdict::of(Undecided, fact, [&first.place, &class.place]))
}

/// The reducer of the one field that the text names, where it is another than the one that it names.
fn merged_otherwise<'r>(ours: &[&'r ReducerFact], text: &str) -> Option<&'r ReducerFact> {
    let mut named = REDUCERS.iter().filter(|(name, _)| text.contains(name));
    let ((name, kind), None) = (named.next()?, named.next()) else { return None };
    let fields: BTreeSet<&str> = ours.iter().map(|reducer| reducer.field.as_str()).collect();
    let mut fields =
        fields.into_iter().filter_map(|field| Some((field, words::find(text, field)?)));
    let ((field, at), None) = (fields.next()?, fields.next()) else { return None };
    let after = text.find(name)?.checked_sub(at + field.len())?;
    let of_field: Vec<_> = ours.iter().filter(|reducer| reducer.field == field).collect();
    // What a function of the project's own does is not followed.
    let known = |reducer: &&&ReducerFact| REDUCERS.iter().any(|(_, kind)| *kind == reducer.kind);
    let differs = of_field.iter().all(|reducer| known(reducer) && reducer.kind != *kind);
    (after <= NEAR && differs).then(|| of_field.first().copied().copied()).flatten()
}

static EACH: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\boperator\.(?P<name>add|ior)`?(?: reducers?)? (?:for|on) (?:the |all )?`?(?P<field>evidence|opinion)s?\b",
    )
});

/// The reducer of a field that the text gives another one, where it gives each field its own: `operator.add` for
/// opinions, `operator.ior` for evidence.
fn each_otherwise<'r>(ours: &[&'r ReducerFact], text: &str) -> Option<&'r ReducerFact> {
    EACH.captures_iter(text).find_map(|found| {
        let said = format!("operator.{}", found["name"].to_lowercase());
        let (_, kind) = REDUCERS.iter().find(|(name, _)| *name == said)?;
        let stem = found["field"].to_lowercase();
        let is_meant = |field: &str| field == stem || field == format!("{stem}s");
        let meant: Vec<_> = ours.iter().filter(|reducer| is_meant(&reducer.field)).collect();
        let known = |reducer: &ReducerFact| REDUCERS.iter().any(|(_, kind)| *kind == reducer.kind);
        let differs = meant.iter().all(|reducer| known(reducer) && reducer.kind != *kind);
        meant.first().filter(|_| differs).copied().copied()
    })
}

static BOTH: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?:both )?(?:the )?`?(?P<one>evidence|opinion)s?`? and (?:the )?`?(?P<other>evidence|opinion)s?`?(?: (?:fields?|channels?|lists?))? (?:(?:both )?(?:uses?|have|rely on)|are (?:both )?(?:merged|reduced|combined|annotated) (?:by|with|through|via|using)) (?:the )?`?operator\.(?P<name>add|ior)\b",
    )
});

/// The reducer of one of two fields that the text gives the same one, where that is another.
fn both_otherwise<'r>(ours: &[&'r ReducerFact], text: &str) -> Option<&'r ReducerFact> {
    let mut named = REDUCERS.iter().filter(|(name, _)| text.contains(name));
    let ((_, kind), None) = (named.next()?, named.next()) else { return None };
    let found = BOTH.captures(text)?;
    let stems = [found["one"].to_lowercase(), found["other"].to_lowercase()];
    let known = |reducer: &ReducerFact| REDUCERS.iter().any(|(_, kind)| *kind == reducer.kind);
    stems.iter().find_map(|stem| {
        let is_meant = |field: &str| field == stem || field == format!("{stem}s");
        let meant: Vec<_> = ours.iter().filter(|reducer| is_meant(&reducer.field)).collect();
        let differs = meant.iter().all(|reducer| known(reducer) && reducer.kind != *kind);
        meant.first().filter(|_| differs).copied().copied()
    })
}
