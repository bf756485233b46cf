//! What is named: functions, classes, their fields, and nodes of graphs.

use super::super::classes::{each, handed_on};
use super::super::doubts::{idle, said_to_do};
use super::super::tools::imported;
use super::super::{NO_NAME, Verdict, is_read_whole};
use super::meant::{Meant, is_alike, meant, spelled};
use super::{beside, located, named_file};
use crate::detect::claims::{wording, words};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    ClaimKind, ClassFact, FunctionFact, GraphFact, Lines, PythonFacts, RepositoryFacts,
};
use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Fewest words of a name that may stand for all names that begin with it.
const WORDS_OF_FAMILY: usize = 3;
/// That of a field which is named nothing more is known.
pub(in crate::detect::claims) const NOT_FOLLOWED: &str =
    "is a field, and what is done with it was not followed";
/// Whether all functions, classes and nodes that are named exist.
pub(in super::super) fn definitions(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    if let Some(base) = base_named(text)
        && !is_inherited(python, base)
        && is_read_whole(repository)
    {
        return Verdict::of(Contradicted, format!("no class inherits from a `{base}`"), []);
    }
    if let Some(verdict) = handed_on::nowhere(repository, text) {
        return verdict;
    }
    let otherwise = located::elsewhere(repository, text)
        .or_else(|| located::off_line(repository, text))
        .or_else(|| located::filed(repository, text));
    if let Some(verdict) = otherwise
        .or_else(|| said_to_do::lists_other_fields(repository, text))
        .or_else(|| each::without_field(repository, text))
    {
        return verdict;
    }
    if let Some(verdict) = classes_of_a_file(repository, text) {
        return verdict;
    }
    if let Some((path, name)) = wording::names::placed_class(text) {
        return class_in_file(repository, path, name);
    }
    let known = LazyCell::new(|| known(python));
    let mut places = Vec::new();
    let (mut first, mut open) = (None, None);
    let mut only_fields = !OF_FIELDS.is_match(text);
    let named = words::in_code(text);
    // Beside a call, other names may be its parameters and results.
    let calls = named.iter().any(|one| one.called);
    if let Some(name) = said_to_be_a_node(text)
        && named.iter().any(|one| one.name == name)
        && !is_node(python, name)
    {
        return no_node(repository, name);
    }
    if let Some(verdict) =
        idle::called(repository, text, &named).or_else(|| beside::names(repository, text))
    {
        return verdict;
    }
    let drawn = along_arrows(text).into_iter().find(|name| {
        words::is_snake(name) && !is_node(python, name) && !known.contains_key(&words::plain(name))
    });
    if let Some(name) = drawn {
        return no_node(repository, name);
    }
    for words::Named { name, sure, called } in named {
        let sure = sure && (called || !calls);
        if words::joined(text, name).any(|whole| words::FOREIGN.contains(&whole.as_str())) {
            continue;
        }
        if let Some(open) = imported::of_library(python, text, name) {
            return open;
        }
        let alike = |one: &str| {
            known.get(&words::plain(one)).copied().filter(|(found, _)| is_alike(one, found))
        };
        let there = exactly(python, name)
            .or_else(|| alike(name))
            .or_else(|| spelled(python, name))
            .or_else(|| words::joined(text, name).find_map(|one| alike(&one)));
        match there.or_else(|| begun(python, name).filter(|_| !called)) {
            Some((found, place)) => match meant(python, text, found, place) {
                Meant::These(all) => {
                    first = first.or(Some(found));
                    only_fields &= is_field(python, found);
                    places.extend(all);
                }
                Meant::Any(all) => open = open.or(Some(several(found, &all))),
                Meant::Stubs(all) => open = open.or(Some(without_body(found, &all))),
            },
            // What is a key or comes from a library is no definition, and may be meant all the same.
            None if sure && (called || !stands(repository, name)) => {
                return located::of_no_file(repository, text, name)
                    .or_else(|| imported::told(python, name))
                    .unwrap_or_else(|| Verdict::undecided(unnamed(repository, name)));
            }
            None => {}
        }
    }
    match first {
        // Few fields are no list of them, and that one is there says nothing of what is done with it.
        Some(name) if only_fields && places.len() < FIELDS_OF_LIST => {
            let fact = format!("`{name}` {NOT_FOLLOWED}");
            Verdict::of(Undecided, fact, places)
        }
        Some(name) => Verdict::of(Supported, format!("`{name}` is defined"), places),
        None => open
            .or_else(|| beside::organs(python, text))
            .unwrap_or_else(|| Verdict::undecided(NO_NAME)),
    }
}

/// That a name stands for several definitions, and nothing tells for which.
fn several(name: &str, places: &[&Lines]) -> Verdict {
    let times = places.len();
    let fact =
        format!("`{name}` is defined {times} times, and the sentence does not tell which is meant");
    Verdict::of(Undecided, fact, places.iter().copied())
}

/// That a name stands for functions that do nothing.
fn without_body(name: &str, places: &[&Lines]) -> Verdict {
    let fact = format!("`{name}` is defined without a body, for others to be written in its place");
    Verdict::of(Undecided, fact, places.iter().copied())
}

/// Fewest fields of a list that tells which there are.
const FIELDS_OF_LIST: usize = 3;

/// That fields are what is spoken of.
static OF_FIELDS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:fields?|keys?|attributes?|channels?|propert(?:y|ies)|columns?)\b")
});

/// Whether a name is that of a field, and of nothing else.
fn is_field(python: &PythonFacts, name: &str) -> bool {
    let same = |other: &str| words::plain(other) == words::plain(name);
    let mut classes = python.classes.iter().filter(|class| !class.in_tests);
    classes.clone().any(|class| class.fields.iter().any(|field| same(field)))
        && !classes.any(|class| same(&class.name))
        && !python.functions.iter().any(|one| !one.in_tests && same(&one.name))
        && !is_node(python, name)
}

/// What stands against the classes that a file is said to have: no class has any of these names, and no source names
/// one.
fn classes_of_a_file(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let (path, names) = wording::names::housed(text)?;
    let python = &repository.python;
    let known = |name: &str| {
        let is_it = |class: &ClassFact| words::plain(&class.name) == words::plain(name);
        stands(repository, name) || python.classes.iter().any(is_it)
    };
    let (there, lacking): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| known(name));
    let (last, others) = lacking.split_last().filter(|_| repository.vocabulary.is_some())?;
    // Those that are there may have others beside them that are called otherwise.
    if !there.is_empty() {
        return Some(Verdict::undecided(unnamed(repository, last)));
    }
    let first: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
    let listed = match first.as_slice() {
        [] => format!("`{last}`"),
        some => format!("{} or `{last}`", some.join(", ")),
    };
    let fact = format!("no source has a class {listed}");
    let inside = |class: &&ClassFact| named_file::is_named(&class.place.file, path);
    let status = if is_read_whole(repository) { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, python.classes.iter().filter(inside).map(|class| &class.place)))
}

/// Whether a file has the class that it is said to have: a function of that name is none.
fn class_in_file(repository: &RepositoryFacts, path: &str, name: &str) -> Verdict {
    let python = &repository.python;
    let plain = words::plain(name);
    let inside = |place: &Lines| named_file::is_named(&place.file, path);
    let mut classes =
        python.classes.iter().filter(|class| words::plain(&class.name).contains(&plain));
    if let Some(class) = classes.next() {
        let fact = format!("`{}` is a class", class.name);
        let status = if inside(&class.place) { Supported } else { Undecided };
        return Verdict::of(status, fact, [&class.place]);
    }
    let is_it = |function: &&FunctionFact| {
        !function.in_tests && words::plain(&function.name) == plain && inside(&function.place)
    };
    let Some(function) = python.functions.iter().find(is_it) else {
        return Verdict::undecided(format!(
            "no class or function of the name `{name}` was found there"
        ));
    };
    let fact = format!("`{}` is a function, and no class has that name", function.name);
    let status = if is_read_whole(repository) { Contradicted } else { Undecided };
    Verdict::of(status, fact, [&function.place])
}

static NODE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)(?:\bsingle `?(?P<before>\w+)`?(?:\(\))? node\b|\b(?P<after>\w+)`?(?:\(\))? is (?:a|one|the) (?:single )?node\b)",
    )
});

/// The name that is said to be that of a node of the graph.
fn said_to_be_a_node(text: &str) -> Option<&str> {
    let found = NODE.captures(text)?;
    found.name("before").or(found.name("after")).map(|name| name.as_str())
}

static ARROWS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(r"(?P<way>(?:\b\w+`?(?:\(\))? ?(?u:→|->|⟶|➔) ?`?)+(?:END|__end__)\b)")
});

/// The names on a way through a graph that is written out to its end: `judges → chief_justice → END`.
fn along_arrows(text: &str) -> Vec<&str> {
    let way = ARROWS.captures(text).and_then(|found| found.name("way"));
    let inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    let names = way.map(|way| way.as_str().split(move |letter| !inside(letter)));
    names.into_iter().flatten().filter(|name| name.len() > 3).collect()
}

/// That a way which a sentence writes out to its end has a node that no graph has, where it is said how the graph is
/// wired.
pub(in super::super) fn off_the_way(
    repository: &RepositoryFacts,
    kind: ClaimKind,
    sentence: &str,
) -> Option<String> {
    let of_graph = matches!(
        kind,
        ClaimKind::ParallelJudges
            | ClaimKind::ParallelDetectives
            | ClaimKind::ParallelGraph
            | ClaimKind::FanIn
            | ClaimKind::ConditionalEdges
            | ClaimKind::Roles
    );
    let python = &repository.python;
    let mut way = of_graph.then(|| along_arrows(sentence))?.into_iter();
    let is_off = |name: &&str| words::is_snake(name) && !is_node(python, name);
    let name = way.find(|name| is_off(name) && !known(python).contains_key(&words::plain(name)))?;
    Some(no_node(repository, name).fact)
}

/// What the graphs say to a node that none of them has: that is certain where all their nodes are known.
pub(in super::super) fn no_node(repository: &RepositoryFacts, name: &str) -> Verdict {
    let graphs: Vec<_> = repository.python.graphs.iter().collect();
    let open = |graph: &&GraphFact| {
        !graph.unresolved.is_empty() || !graph.families.is_empty() || graph.edges.is_empty()
    };
    let fact = format!("no graph was found that has a node `{name}`");
    if graphs.is_empty() || graphs.iter().any(open) || !is_read_whole(repository) {
        return Verdict::undecided(fact);
    }
    Verdict::of(Contradicted, fact, graphs.iter().map(|graph| &graph.place))
}

static BASE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?:inherits?|extends?|derives?|subclass(?:es)?)(?: from)? (?:an? |the |one |our )?(?:[a-z]+ ){0,2}`?(?P<base>(?:Base|Abstract)[A-Z][0-9A-Za-z]+|[A-Z][a-z]+(?:Base|Mixin))\b",
    )
});

/// The class of the repository's own, by its name, from which others are said to inherit.
fn base_named(text: &str) -> Option<&str> {
    let base = BASE.captures(text)?.name("base")?.as_str();
    (!words::FOREIGN.contains(&base)).then_some(base)
}

/// Whether there is a class of that name, or one that inherits from it.
fn is_inherited(python: &PythonFacts, base: &str) -> bool {
    python.classes.iter().any(|class| {
        class.name == base || class.bases.iter().any(|other| words::find(other, base).is_some())
    })
}

fn is_node(python: &PythonFacts, name: &str) -> bool {
    let mut nodes = python.graphs.iter().flat_map(|graph| &graph.nodes);
    let plain = words::plain(name);
    nodes.any(|node| {
        words::plain(&node.name) == plain
            || node.action.as_deref().is_some_and(|action| words::find(action, name).is_some())
    })
}

/// Whether a word stands in the sources, as whatever.
fn stands(repository: &RepositoryFacts, name: &str) -> bool {
    repository.vocabulary.as_ref().is_some_and(|words| words.names(name))
}

/// That a name was not found, as a lowercase fragment.
pub(in super::super) fn unnamed(repository: &RepositoryFacts, name: &str) -> String {
    let none = format!("no function, class, field or node of the name `{name}` was found");
    let python = &repository.python;
    let in_tests = python.functions.iter().any(|one| one.in_tests && one.name == name)
        || python.classes.iter().any(|one| one.in_tests && one.name == name);
    if stands(repository, name) {
        format!("{none}, though the word stands in the sources")
    } else if in_tests {
        format!("{none} outside the tests, which have it")
    } else if repository.vocabulary.is_none() {
        format!("{none}, and not all that is called, quoted or handed over by name was read")
    } else {
        none
    }
}

/// The function or class of exactly that name, before one whose name is compared as the same: `prosecutor_node` is
/// not `prosecutor`.
fn exactly<'f>(python: &'f PythonFacts, name: &str) -> Option<(&'f str, &'f Lines)> {
    let function =
        python.functions.iter().find(|one| one.name == name && !one.in_tests && !one.idle);
    let class = || python.classes.iter().find(|one| one.name == name && !one.in_tests);
    function
        .map(|one| (one.name.as_str(), &one.place))
        .or_else(|| class().map(|one| (one.name.as_str(), &one.place)))
}

/// A function whose name begins with all the words of this one: `rule_of_evidence_…` is named by `rule_of_evidence`.
fn begun<'f>(python: &'f PythonFacts, name: &str) -> Option<(&'f str, &'f Lines)> {
    let begins = |one: &&FunctionFact| {
        let rest = one.name.trim_start_matches('_').strip_prefix(name.trim_matches('_'));
        rest.is_some_and(|rest| rest.starts_with('_'))
    };
    let mut ours = python.functions.iter().filter(|one| !one.in_tests && !one.idle);
    let long = name.split('_').filter(|word| !word.is_empty()).count() >= WORDS_OF_FAMILY;
    ours.find(|one| long && begins(one)).map(|one| (one.name.as_str(), &one.place))
}

/// Whether a class, a function, a field, a node or an import is called so, of all that is [`known`].
pub(in super::super) fn has(
    python: &PythonFacts,
    known: &BTreeMap<String, (&str, &Lines)>,
    name: &str,
) -> bool {
    let plain = words::plain(name);
    // A plural is not a name of its own.
    let plain = plain.strip_suffix('s').unwrap_or(&plain);
    known.keys().any(|other| other.contains(plain))
        || python.imports.iter().any(|import| import.module.contains(name))
        || python.imported_names.iter().any(|one| !one.in_tests && one.own() == name)
}

/// Everything outside the tests that has a name, by that name as it is compared, with the name as it is written.
pub(in super::super) fn known(python: &PythonFacts) -> BTreeMap<String, (&str, &Lines)> {
    let mut known = BTreeMap::new();
    let (idle, functions): (Vec<&FunctionFact>, Vec<&FunctionFact>) = python
        .functions
        .iter()
        .filter(|function| !function.in_tests)
        .partition(|function| function.idle);
    let functions = functions.into_iter().map(|function| (&function.name, &function.place));
    let idle = idle.into_iter().map(|function| (&function.name, &function.place));
    let classes = python.classes.iter().filter(|class| !class.in_tests);
    let fields = classes.clone().flat_map(|class| class.fields.iter().map(|f| (f, &class.place)));
    let other_names =
        classes.clone().flat_map(|class| class.aliases.iter().map(|a| (a, &class.place)));
    let classes = classes.map(|class| (&class.name, &class.place));
    let graphs = python.graphs.iter().filter(|graph| !graph.in_tests);
    let nodes = graphs.flat_map(|graph| &graph.nodes).map(|node| (&node.name, &node.place));
    // A function is where it is defined, and not where it becomes a node; what nothing calls is meant last.
    for (name, place) in
        functions.chain(classes).chain(other_names).chain(nodes).chain(fields).chain(idle)
    {
        known.entry(words::plain(name)).or_insert((name.as_str(), place));
    }
    known
}
