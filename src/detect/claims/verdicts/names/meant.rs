//! Which of several definitions a name in a sentence means.

use super::super::doubts::of_every::is_of_every;
use crate::detect::claims::words;
use crate::domain::facts::{ClassFact, FunctionFact, Lines, PythonFacts};

/// What a name stands for.
pub(super) enum Meant<'f> {
    /// Definitions, of which there are several only where the sentence speaks of all of them.
    These(Vec<&'f Lines>),
    /// Several, and nothing tells which of them.
    Any(Vec<&'f Lines>),
    /// Functions without a body alone, which others are to be written for.
    Stubs(Vec<&'f Lines>),
}

/// What is meant by the name that is written so where it is defined, `first` there.
pub(super) fn meant<'f>(
    python: &'f PythonFacts,
    text: &str,
    name: &str,
    first: &'f Lines,
) -> Meant<'f> {
    let of_name: Vec<&FunctionFact> =
        python.functions.iter().filter(|one| one.name == name && !one.in_tests).collect();
    let classes = python.classes.iter().filter(|class| class.name == name && !class.in_tests);
    let classes: Vec<&Lines> = classes.map(|class| &class.place).collect();
    let (stubs, written): (Vec<_>, Vec<_>) = of_name.into_iter().partition(|one| one.stub);
    // Classes of one name in several files are one kind of thing, and all of them are told.
    if !classes.is_empty() {
        return Meant::These(classes);
    }
    if written.is_empty() && stubs.is_empty() {
        return Meant::These(vec![first]);
    }
    if written.is_empty() {
        return Meant::Stubs(stubs.into_iter().map(|one| &one.place).collect());
    }
    let runs = written.iter().any(|one| !one.idle);
    let mut all: Vec<(Option<&ClassFact>, &FunctionFact)> = Vec::new();
    for one in written.into_iter().filter(|one| !runs || !one.idle) {
        let class = around(python, &one.place);
        let same = |(of, other): &(Option<&ClassFact>, &FunctionFact)| {
            other.place.file == one.place.file
                && of.map(|of| &of.place) == class.map(|of| &of.place)
        };
        if !all.iter().any(same) {
            all.push((class, one));
        }
    }
    let told = |(class, one): &&(Option<&ClassFact>, &FunctionFact)| {
        let file = one.place.file.rsplit('/').next().unwrap_or(&one.place.file);
        class.is_some_and(|class| is_its(text, name, &class.name)) || text.contains(file)
    };
    let told: Vec<_> = all.iter().filter(told).collect();
    let meant: Vec<&Lines> = if told.is_empty() {
        all.iter().map(|(_, one)| &one.place).collect()
    } else {
        told.into_iter().map(|(_, one)| &one.place).collect()
    };
    if meant.len() < 2 || is_of_every(text) { Meant::These(meant) } else { Meant::Any(meant) }
}

/// Whether a text speaks of what a class has of a name: it names the class before it in the same sentence, or as that
/// of which it is behind it.
fn is_its(text: &str, name: &str, class: &str) -> bool {
    let Some(at) = words::find(text, name) else { return false };
    let (before, after) = (&text[..at], &text[at + name.len()..]);
    let before = before.rsplit(['.', ';', ':']).find(|part| part.contains(char::is_alphabetic));
    let class = letters(class);
    let of = ["of", "in", "on", "from"].iter().find_map(|word| {
        let (_, behind) = after.split_once(&format!(" {word} "))?;
        let near = after.len() - behind.len() <= NEAR;
        near.then(|| letters(behind.strip_prefix("the ").unwrap_or(behind)))
    });
    before.is_some_and(|before| letters(before).contains(&class))
        || of.is_some_and(|of| of.starts_with(&class))
}

/// Most letters between a name and the word that tells whose it is: `() method of `.
const NEAR: usize = 20;

/// The class in which a definition stands, the innermost one.
fn around<'f>(python: &'f PythonFacts, place: &Lines) -> Option<&'f ClassFact> {
    let holding = python.classes.iter().filter(|class| class.place.holds(place));
    holding.max_by_key(|class| class.place.line)
}

fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// A node or a field of exactly that name.
pub(super) fn spelled<'f>(python: &'f PythonFacts, name: &str) -> Option<(&'f str, &'f Lines)> {
    let graphs = python.graphs.iter().filter(|graph| !graph.in_tests);
    let mut nodes = graphs.flat_map(|graph| &graph.nodes);
    let node = nodes.find(|node| node.name == name).map(|node| (node.name.as_str(), &node.place));
    let mut classes = python.classes.iter().filter(|class| !class.in_tests);
    let field = || {
        classes.find_map(|class| {
            let field = class.fields.iter().find(|field| *field == name)?;
            Some((field.as_str(), &class.place))
        })
    };
    node.or_else(field)
}

/// Whether one name may be another, by how their words are joined: a class is none of the variables that hold it.
pub(super) fn is_alike(written: &str, defined: &str) -> bool {
    !(words::is_snake(written) && words::is_camel(defined))
}

#[cfg(test)]
mod tests {
    use super::is_its;

    #[test]
    fn a_name_is_that_of_a_class_before_it_or_behind_a_word_that_says_so() {
        for text in [
            "Clerk.step() files it.",
            "The Clerk validates what comes in by its step() method.",
            "The clerk: step() files it.",
            "It is filed by step() of the Clerk.",
            "The step() method in Clerk files it.",
        ] {
            assert!(is_its(text, "step", "Clerk"), "{text}");
        }
        for text in [
            "step() logic: it takes what comes from the Clerk.",
            "The Clerk files it. Then step() reads it.",
            "It is filed by step() where the judge reads what comes out of the Clerk.",
        ] {
            assert!(!is_its(text, "step", "Clerk"), "{text}");
        }
    }
}
