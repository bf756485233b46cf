//! Numbers of nodes and dimensions, and the bounds of scores, held against the graph, the rubrics and the classes.

use super::super::graph::wiring::{graphs, unsettled};
use super::super::{Verdict, is_read_whole};
use crate::detect::claims::wording::names::Amount;
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported};
use crate::domain::facts::{ClassFact, ClassKind, FieldBounds, GraphFact, RepositoryFacts};

/// Names of what may bound a field otherwise than in its class.
const BOUNDING: [&str; 11] = [
    "AfterValidator",
    "BeforeValidator",
    "Interval",
    "Range",
    "confloat",
    "conint",
    "field_validator",
    "model_post_init",
    "model_validator",
    "root_validator",
    "validator",
];

/// What the repository says to an amount; nothing where it does not decide.
pub(in super::super) fn told(
    repository: &RepositoryFacts,
    text: &str,
    amount: Amount<'_>,
) -> Option<Verdict> {
    match amount {
        Amount::Nodes(count) => nodes(repository, count),
        Amount::Held(count) => dimensions(repository, count, true),
        Amount::Judged(count) => dimensions(repository, count, false),
        Amount::Bounds { field, least, most, held } => {
            let field = field.to_ascii_lowercase();
            let said = Said { field: field.trim_end_matches('s'), least, most, held };
            bounds(repository, text, &said)
        }
    }
}

/// How many nodes the one graph has. Who counts may count `START` and `END` as well.
fn nodes(repository: &RepositoryFacts, said: usize) -> Option<Verdict> {
    let python = &repository.python;
    let graphs = graphs(python);
    let [graph] = graphs.as_slice() else { return None };
    let open = |graph: &GraphFact| {
        !graph.families.is_empty()
            || !graph.inner.is_empty()
            || graph.nodes.iter().any(|node| !node.only_in.is_empty())
    };
    if unsettled(python, &graphs, |_| true).is_some() || open(graph) {
        return None;
    }
    let count = graph.nodes.len();
    let fact = format!("the graph has {count} nodes");
    if said == count {
        return Some(Verdict::of(Supported, fact, [&graph.place]));
    }
    if said == count + 2 {
        let fact = format!("{fact}, and {said} with `START` and `END`");
        return Some(Verdict::of(Supported, fact, [&graph.place]));
    }
    let other = said != count + 1 && is_read_whole(repository);
    other.then(|| Verdict::of(Contradicted, format!("{fact}, not {said}"), [&graph.place]))
}

/// How many dimensions the rubrics of the tree have. What was judged may be fewer.
fn dimensions(repository: &RepositoryFacts, said: usize, of_file: bool) -> Option<Verdict> {
    let rubrics = &repository.vocabulary.as_ref()?.rubrics;
    let first = rubrics.first()?;
    let fact = format!("`{}` lists {} dimensions", first.file, first.dimensions);
    if rubrics.iter().all(|rubric| rubric.dimensions as usize == said) {
        return Some(Verdict::of(Supported, fact, []));
    }
    let other = of_file && rubrics.iter().all(|rubric| rubric.dimensions as usize != said);
    (other && is_read_whole(repository)).then(|| Verdict::of(Contradicted, fact, []))
}

/// Between which numbers a field is said to lie, and whether something is said to hold it there.
struct Said<'t> {
    field: &'t str,
    least: &'t str,
    most: &'t str,
    held: bool,
}

/// The bounds of the field in the classes that have it, of the one that is named where one is.
fn bounds(repository: &RepositoryFacts, text: &str, said: &Said<'_>) -> Option<Verdict> {
    let python = &repository.python;
    let has = |class: &&ClassFact| {
        !class.in_tests && class.fields.iter().any(|field| field == said.field)
    };
    let all: Vec<&ClassFact> = python.classes.iter().filter(has).collect();
    let named: Vec<&ClassFact> =
        all.iter().filter(|class| words::find(text, &class.name).is_some()).copied().collect();
    let is_named = !named.is_empty();
    let ours = if is_named { named } else { all };
    let known: Vec<Option<&FieldBounds>> = ours
        .iter()
        .map(|class| {
            let own = |one: &&FieldBounds| {
                one.field == said.field
                    && one.place.file == class.place.file
                    && one.class == class.name
            };
            python.field_bounds.iter().find(own)
        })
        .collect();
    let is = |written: Option<&String>, said: &str| {
        let number = |text: &str| text.parse::<f64>().ok();
        written
            .and_then(|text| number(text))
            .zip(number(said))
            .is_some_and(|(one, other)| (one - other).abs() < 1e-9)
    };
    let fits =
        |one: &&FieldBounds| is(one.least.as_ref(), said.least) && is(one.most.as_ref(), said.most);
    let told = |one: &FieldBounds| format!("`{}.{}`", one.class, one.field);
    if let Some(one) = known.iter().flatten().find(|one| fits(one)) {
        let fact = format!("{} is held between {} and {}", told(one), said.least, said.most);
        return Some(Verdict::of(Supported, fact, [&one.place]));
    }
    // Who lists a score among others may mean what a prompt asks for.
    if !said.held || !is_named || !is_read_whole(repository) {
        return None;
    }
    let [class] = ours.as_slice() else { return None };
    let [bound] = known.as_slice() else { return None };
    match bound {
        Some(bound) if !bound.otherwise => {
            let (Some(least), Some(most)) = (&bound.least, &bound.most) else { return None };
            let fact = format!("{} is held between {least} and {most}", told(bound));
            Some(Verdict::of(Contradicted, fact, [&bound.place]))
        }
        Some(_) => None,
        None => unbounded(repository, class, said.field),
    }
}

/// What stands against any bounds: the field is a plain number of a model, and nothing in the sources could bound it.
fn unbounded(repository: &RepositoryFacts, class: &ClassFact, field: &str) -> Option<Verdict> {
    let words = repository.vocabulary.as_ref()?;
    let at = class.fields.iter().position(|one| one == field)?;
    let plain = ["int", "float"].contains(&class.annotations.get(at)?.as_str());
    let is_listed = repository.python.field_bounds.len() < FieldBounds::MOST;
    let certain = plain
        && is_listed
        && class.kind == ClassKind::BaseModel
        && !BOUNDING.iter().any(|name| words.names(name));
    let fact = format!("nothing bounds `{}.{field}`", class.name);
    certain.then(|| Verdict::of(Contradicted, fact, [&class.place]))
}
