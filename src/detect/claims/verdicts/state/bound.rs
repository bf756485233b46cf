//! The fields and the functions that a sentence on merging names, each held against what merges it.

use super::super::graph::wiring;
use super::super::{Verdict, is_read_whole};
use super::reducers::{named_kinds, place_of, told};
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::Undecided;
use crate::domain::facts::{ClassFact, GraphFact, ReducerFact, ReducerKind, RepositoryFacts};
use std::sync::LazyLock;

/// What every state holds, by the words that reports have for it.
const HELD: [&str; 2] = ["evidence", "opinion"];

/// What leaves open that all that is named is merged, where something else is: another function merges it, nothing
/// does, or an operator that the text does not name.
pub(super) fn unbound(
    repository: &RepositoryFacts,
    ours: &[&ReducerFact],
    text: &str,
) -> Option<Verdict> {
    let first = ours.first()?;
    let at_odds = is_read_whole(repository);
    if let Some(name) = of_no_field(repository, ours, text) {
        let fact = format!("no field was found that `{name}` merges; {}", told(&[first]));
        return Some(Verdict { at_odds, ..Verdict::of(Undecided, fact, [&first.place]) });
    }
    if let Some((class, field)) = unmerged(repository, ours, text) {
        let fact = format!("no reducer was found for `{}.{field}`; {}", class.name, told(&[first]));
        let places = [&class.place, &first.place];
        return Some(Verdict { at_odds, ..Verdict::of(Undecided, fact, places) });
    }
    let merged = by_another(ours, text)?;
    let places = merged.iter().map(|reducer| &reducer.place);
    Some(Verdict { at_odds, ..Verdict::of(Undecided, told(&merged), places) })
}

/// The function that is named as one that merges, where none of that name merges a field.
fn of_no_field<'t>(
    repository: &RepositoryFacts,
    ours: &[&ReducerFact],
    text: &'t str,
) -> Option<&'t str> {
    const BEGINS: [&str; 6] = ["merge_", "reduce_", "combine_", "append_", "concat_", "union_"];
    let own = |whole: &str| whole.rsplit(['.', ':']).next().unwrap_or_default().to_owned();
    let is_one = |name: &str| {
        ours.iter().any(|one| [&one.written, &one.resolved].iter().any(|way| own(way) == name))
    };
    let graphs = &repository.python.graphs;
    let is_node =
        |name: &str| graphs.iter().flat_map(|graph| &graph.nodes).any(|node| node.name == name);
    words::identifiers(text).find(|name| {
        let plain = name.trim_start_matches('_');
        let merges =
            plain.ends_with("_reducer") || BEGINS.iter().any(|begin| plain.starts_with(begin));
        let broken = || words::joined(text, name).any(|whole| is_one(&whole));
        words::is_snake(name) && merges && !is_one(name) && !broken() && !is_node(name)
    })
}

/// The field of a state that the text names as one that is merged, where nothing merges it.
fn unmerged<'r>(
    repository: &'r RepositoryFacts,
    ours: &[&ReducerFact],
    text: &str,
) -> Option<(&'r ClassFact, &'r str)> {
    let python = &repository.python;
    let graphs = wiring::graphs(python);
    let is_state = |class: &&ClassFact| {
        let is_it = |graph: &&GraphFact| {
            graph.state_class.as_ref().is_some_and(|name| class.is_called(name))
        };
        let given = graphs.iter().any(is_it);
        !class.in_tests && (given || ours.iter().any(|one| one.class == class.name))
    };
    let states: Vec<&ClassFact> = python.classes.iter().filter(is_state).collect();
    let is_merged = |field: &str| ours.iter().any(|one| one.field == field);
    let all = || states.iter().flat_map(|class| class.fields.iter().map(move |one| (*class, one)));
    for word in HELD {
        let merged = ours.iter().any(|one| holds(&one.field, word));
        let held = all().find(|(_, field)| holds(field, word)).filter(|_| !merged);
        if let Some((class, field)) = held.filter(|_| clauses(text).any(|one| says(one, word))) {
            return Some((class, field));
        }
    }
    let named = |field: &str| clauses(text).any(|clause| is_said_of(clause, field));
    let found = all().find(|(_, field)| !is_merged(field) && named(field))?;
    Some((found.0, found.1))
}

/// Whether a part of a field's name is a word, or more than one of what it says.
fn holds(field: &str, word: &str) -> bool {
    let small = field.to_lowercase();
    small.split('_').any(|part| part.strip_suffix('s').unwrap_or(part) == word)
}

/// That something is merged.
static MERGES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\boperator\.|\breducers?\b|\bannotated\b|\badd_messages\b|\b(?:merg|concat|append|accumulat|combin)\w*",
    )
});

/// The parts of a text that say that something is merged, each of its own things.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    const PARTED: [&str; 3] = [", while ", ", whereas ", ", but "];
    let mut all = vec![text];
    for parted in PARTED {
        all = all.into_iter().flat_map(|part| part.split(parted)).collect();
    }
    all.into_iter().flat_map(|part| part.split(';')).filter(|part| MERGES.is_match(part))
}

/// Whether a clause speaks of what a state holds by a plain word, and not of what is only called after it.
fn says(clause: &str, word: &str) -> bool {
    const OTHERS: [&str; 10] = [
        "aggregat", "collect", "gather", "id ", "ids", "base", "missing", "node", "layer", "model",
    ];
    let small = clause.to_ascii_lowercase();
    let inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_it = |at: usize| {
        let (before, rest) = (&clause[..at], &clause[at + word.len()..]);
        let capital = clause[at..].starts_with(char::is_uppercase);
        let behind = rest.strip_prefix('s').unwrap_or(rest);
        if behind.starts_with(inside) {
            return false;
        }
        // A list of a class is what a state holds, and a class that is named besides is not.
        let listed = before.trim_end_matches(inside).to_lowercase().ends_with("list[");
        let begins = !before.contains(|letter: char| letter.is_alphanumeric());
        let whole = !before.ends_with(inside) && (!capital || begins);
        let other = behind.trim_start_matches([' ', '-', '_']).to_ascii_lowercase();
        listed
            || (whole && !behind.starts_with(':') && !OTHERS.iter().any(|o| other.starts_with(o)))
    };
    small.match_indices(word).any(|(at, _)| is_it(at))
}

/// What stands behind a field that is merged.
static BEHIND: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r#"^[`"'\])]*(?: (?:fields?|keys?|channels?|lists?|dict(?:ionary)?))?"#,
        r"(?:: ?Annotated\b|(?: \w+ly)?(?: both| all| also)? \(?`?(?:(?:is|are|gets?|uses?|using|has|have|via|with) (?:\w+ly |both |all |an? |the )?`?)?(?:operator\.|add_messages|reducers?\b|merged\b|concatenated\b|appended\b|combined\b|accumulated\b|annotated\b))",
    ))
});

/// What stands before a field that is merged.
static BEFORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r#"(?i)(?:\boperator\.\w+|\breducers?|\badd_messages|\bone)[`)]*(?: reducers?)?(?: each)? (?:for|on|of) (?:(?:the|both|all|any|each|[`"'\w]+,|[`"'\w]+,? and) )*[`"'\[]*$"#,
    )
});

/// Whether a clause says of a field by its name that it is merged.
fn is_said_of(clause: &str, field: &str) -> bool {
    words::find(clause, field).is_some_and(|at| {
        BEHIND.is_match(&clause[at + field.len()..]) || BEFORE.is_match(&clause[..at])
    })
}

/// The fields that the text names, where the one operator that it names merges none of them.
fn by_another<'r>(ours: &[&'r ReducerFact], text: &str) -> Option<Vec<&'r ReducerFact>> {
    let (kinds, named) = (named_kinds(text), |one: &&ReducerFact| place_of(text, one).is_some());
    let [kind] = kinds[..] else { return None };
    if ours.iter().any(|one| one.kind == kind && named(one)) {
        return None;
    }
    let known = [ReducerKind::OperatorAdd, ReducerKind::OperatorIor, ReducerKind::AddMessages];
    let is_meant = |one: &&ReducerFact| {
        let held = HELD
            .iter()
            .any(|word| holds(&one.field, word) && clauses(text).any(|clause| says(clause, word)));
        held || clauses(text).any(|clause| is_said_of(clause, &one.field))
    };
    let meant: Vec<&ReducerFact> = ours.iter().filter(|one| is_meant(one)).copied().collect();
    (!meant.is_empty() && meant.iter().all(|one| known.contains(&one.kind))).then_some(meant)
}

/// The one of several reducers that merges nothing, as its operator has no meaning for what the field is said to hold.
pub(super) fn unfit<'r>(
    repository: &RepositoryFacts,
    merged: &[&'r ReducerFact],
) -> Option<(&'r ReducerFact, String)> {
    const WITHOUT_ADD: [&str; 9] = [
        "dict",
        "Dict",
        "Mapping",
        "MutableMapping",
        "DefaultDict",
        "set",
        "Set",
        "frozenset",
        "FrozenSet",
    ];
    const WITHOUT_OR: [&str; 7] = ["list", "List", "Sequence", "tuple", "Tuple", "str", "float"];
    merged.iter().find_map(|one| {
        let mut classes = repository.python.classes.iter();
        let class =
            classes.find(|class| class.name == one.class && class.place.file == one.place.file)?;
        let at = class.fields.iter().position(|field| *field == one.field)?;
        let inner = class.annotations.get(at)?.split_once("Annotated[")?.1;
        let end = inner.find(|letter: char| !letter.is_alphanumeric() && !"._".contains(letter))?;
        let held = inner[..end].rsplit('.').next()?;
        let lacks = match one.kind {
            ReducerKind::OperatorAdd => WITHOUT_ADD.contains(&held),
            ReducerKind::OperatorIor => WITHOUT_OR.contains(&held),
            ReducerKind::AddMessages
            | ReducerKind::Lambda
            | ReducerKind::Function
            | ReducerKind::Replacement => false,
        };
        let what = format!("{}, which raises a `TypeError` for what is a `{held}`", told(&[one]));
        lacks.then_some((*one, what))
    })
}
