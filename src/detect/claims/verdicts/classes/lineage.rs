//! What classes are said to inherit from, held against their heads.

use super::super::{Verdict, is_read_whole};
use super::ancestry::Ancestry;
use super::kinds::base_name;
use crate::detect::claims::wording::classes::lineage;
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ClassFact, ClassKind, PythonFacts, RepositoryFacts};

/// What a class is said to be.
enum Asked<'t> {
    Kind(ClassKind),
    /// One of these, the first of which is told.
    Bases(&'static [&'static str]),
    Base(&'t str),
}

/// Whether a class is what it is said to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    So,
    Otherwise,
    Open,
}

/// What the sources say to it; nothing where none of the classes was found.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said = lineage(text)?;
    let python = &repository.python;
    let asked = asked(said.base);
    let ours = |name: &&str| -> Vec<&ClassFact> {
        python.classes.iter().filter(|class| !class.in_tests && class.name == *name).collect()
    };
    let found: Vec<(&str, Vec<&ClassFact>)> =
        said.classes.iter().map(|name| (*name, ours(name))).collect();
    if let Some((name, _)) = found.iter().find(|(_, all)| all.is_empty()) {
        let is_class = words::is_camel(name) || found.iter().any(|(_, all)| !all.is_empty());
        return is_class.then(|| Verdict::undecided(format!("no class `{name}` was found")));
    }
    let all: Vec<&ClassFact> = found.iter().flat_map(|(_, all)| all.iter().copied()).collect();
    let other = found.iter().find_map(|(_, all)| match all.as_slice() {
        [one] if is(python, one, &asked) == Is::Otherwise => Some(*one),
        _ => None,
    });
    if let Some(other) = other {
        let certain = is_read_whole(repository);
        let fact = format!("{}, and {}", described(other), denied(&asked));
        return Some(Verdict::of(
            if certain { Contradicted } else { Undecided },
            fact,
            [&other.place],
        ));
    }
    if all.iter().all(|class| is(python, class, &asked) == Is::So) {
        let fact = format!("`{}` is {}", all[0].name, named(&asked));
        return Some(Verdict::of(Supported, fact, all.iter().map(|class| &class.place)));
    }
    let open = all.iter().find(|class| is(python, class, &asked) != Is::So)?;
    let fact = format!("whether `{}` is {} was not followed", open.name, named(&asked));
    Some(Verdict::of(Undecided, fact, [&open.place]))
}

fn asked(base: &str) -> Asked<'_> {
    let small = base_name(base).to_lowercase();
    match small.trim_end_matches("es").trim_end_matches('s') {
        "basemodel" => Asked::Kind(ClassKind::BaseModel),
        "typeddict" => Asked::Kind(ClassKind::TypedDict),
        "dataclas" | "dataclass" => Asked::Kind(ClassKind::Dataclass),
        "enum" | "enumeration" => Asked::Bases(&["Enum", "StrEnum", "IntEnum", "Flag", "IntFlag"]),
        "named tupl" | "namedtupl" | "named tuple" | "namedtuple" => {
            Asked::Bases(&["NamedTuple", "namedtuple"])
        }
        "protocol" => Asked::Bases(&["Protocol"]),
        "abc" => Asked::Bases(&["ABC"]),
        other if other.starts_with("pydantic") => Asked::Kind(ClassKind::BaseModel),
        _ => Asked::Base(base_name(base)),
    }
}

fn is(python: &PythonFacts, class: &ClassFact, asked: &Asked<'_>) -> Is {
    let ancestry = Ancestry::of(python, class);
    let otherwise = if ancestry.whole { Is::Otherwise } else { Is::Open };
    let so = match asked {
        Asked::Kind(kind) if class.kind == *kind => true,
        // A dataclass may be one of Pydantic's, and a model be made one.
        Asked::Kind(kind) => {
            let apart = |one, other| {
                (class.kind, *kind) == (one, other) || (class.kind, *kind) == (other, one)
            };
            if apart(ClassKind::TypedDict, ClassKind::BaseModel)
                || apart(ClassKind::TypedDict, ClassKind::Dataclass)
            {
                return Is::Otherwise;
            }
            false
        }
        Asked::Bases(names) => names.iter().any(|name| ancestry.names.contains(name)),
        Asked::Base(name) => ancestry.names.contains(name),
    };
    if so { Is::So } else { otherwise }
}

/// What a class is, as its head tells.
fn described(class: &ClassFact) -> String {
    match class.bases.as_slice() {
        [] => format!("`{}` has no base", class.name),
        bases => format!("`{}` inherits from `{}`", class.name, bases.join("`, `")),
    }
}

fn named(asked: &Asked<'_>) -> String {
    match asked {
        Asked::Kind(ClassKind::BaseModel) => "a Pydantic model".to_owned(),
        Asked::Kind(ClassKind::TypedDict) => "a `TypedDict`".to_owned(),
        Asked::Kind(ClassKind::Dataclass) => "a dataclass".to_owned(),
        Asked::Kind(ClassKind::Other) => "a class".to_owned(),
        Asked::Bases(names) => format!("derived from `{}`", names[0]),
        Asked::Base(name) => format!("derived from `{name}`"),
    }
}

fn denied(asked: &Asked<'_>) -> String {
    format!("is not {}", named(asked)).replace("is not a class", "is no class")
}
