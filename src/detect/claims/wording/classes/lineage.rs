//! What classes are said to inherit from, or to be.

use super::super::sentence::unclaimed::{is_looked_for, is_stated};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Classes and what each of them is said to be one of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Lineage<'t> {
    pub classes: Vec<&'t str>,
    pub base: &'t str,
}

/// Names of classes, one after the other, with what may stand between them.
const CLASSES: &str = r"`?[A-Z]\w*[a-z]\w*`?(?:(?:,? and |, |/| & )(?:the )?`?[A-Z]\w*[a-z]\w*`?)*";

static INHERITS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"(?P<classes>\b{classes})(?: \((?u:[^()]{{0,60}})\))?,?(?: (?:class(?:es)?|models?|schemas?|types?))?(?: (?:all|both|each|directly|also|itself|in turn|which|that))*",
            r" (?:inherits?(?: directly)?(?: from)?|extends?|subclass(?:es)?|derives? from|(?:is|are) (?:(?:an?|direct|abstract|concrete) )*subclass(?:es)? of|(?:is|are) derived from)",
            r" (?:the |an? |(?:Pydantic|LangChain|LangGraph|Python|ast|typing)(?u:['’]s)? |abstract |base |class )*`?(?P<base>(?:\w+\.)?[A-Z]\w*)\b",
            r"|(?P<kinds>\b{classes})(?: (?:class(?:es)?|models?))?(?: (?:all|both|each|itself))? (?:is|are)(?: (?:an?|the|all|both|frozen|plain|standard|simple|strict|strictly|typed|Python|string|implemented as|defined as|declared as|modell?ed as|modeled as|built as))+",
            r" `?@?(?P<kind>[Dd]ataclass(?:es)?|[Ee]nums?|[Ee]numerations?|StrEnum|IntEnum|NamedTuples?|[Nn]amed tuples?|Protocols?|ABCs?|TypedDicts?|BaseModels?|Pydantic (?:base )?[Mm]odels?)\b",
        ),
        classes = CLASSES
    ))
});

static NAMES: LazyLock<Parts> = LazyLock::new(|| Parts::new(r"\b[A-Z]\w*[a-z]\w*\b"));

/// Words by which nothing is said of these classes themselves.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:not|never|no|neither|nor|without|instead|rather|unlike|if|whether|when|either|e\.g|example|such as|ensures? that|any|behaviou?r|every class|rubric|students?)\b",
    )
});

/// Words with a capital at the beginning of a sentence that are no classes.
const WORDS: [&str; 14] = [
    "All", "Both", "Each", "Every", "It", "Models", "Our", "Python", "Pydantic", "State", "The",
    "These", "This", "Which",
];

/// What the sentence says classes to inherit from.
pub(in crate::detect::claims) fn lineage(sentence: &str) -> Option<Lineage<'_>> {
    let speaks = [
        "nherit",
        "xtend",
        "ubclass",
        "eriv",
        "ataclass",
        "num",
        "amed",
        "Protocol",
        "ABC",
        "TypedDict",
        "odel",
    ];
    if !speaks.iter().any(|part| sentence.contains(part)) {
        return None;
    }
    let found = INHERITS.captures(sentence)?;
    if OTHERWISE.is_match(sentence) || is_looked_for(sentence) || !is_stated(sentence) {
        return None;
    }
    let listed = found.name("classes").or_else(|| found.name("kinds"))?;
    let base = found.name("base").or_else(|| found.name("kind"))?;
    let classes: Vec<&str> = NAMES
        .find_iter(listed.as_str())
        .map(|name| &sentence[listed.start() + name.start()..listed.start() + name.end()])
        .filter(|name| !WORDS.contains(name))
        .collect();
    let base = &sentence[base.start()..base.end()];
    (!classes.is_empty() && !classes.contains(&base)).then_some(Lineage { classes, base })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_classes_are_said_to_be_is_read() {
        let check = |sentence: &str, classes: &[&str], base: &str| {
            let expected = Lineage { classes: classes.to_vec(), base };
            assert_eq!(lineage(sentence), Some(expected), "{sentence}");
        };
        check("`RepoTool` inherits from `BaseTool`.", &["RepoTool"], "BaseTool");
        check("Evidence extends BaseModel.", &["Evidence"], "BaseModel");
        check(
            "Evidence and JudicialOpinion both extend Pydantic's BaseModel.",
            &["Evidence", "JudicialOpinion"],
            "BaseModel",
        );
        check(
            "The GraphVisitor class is a subclass of ast.NodeVisitor.",
            &["GraphVisitor"],
            "ast.NodeVisitor",
        );
        check("Evidence is a frozen dataclass.", &["Evidence"], "dataclass");
        check("`Verdict` is an Enum with three members.", &["Verdict"], "Enum");
        check("`JudgeRole` is implemented as a StrEnum.", &["JudgeRole"], "StrEnum");
    }

    #[test]
    fn denials_and_conditions_tell_of_no_class() {
        for sentence in [
            "Evidence does not extend BaseModel.",
            "Check whether Evidence inherits from BaseModel.",
            "Evidence should extend BaseModel.",
            "The detective looks for a class that inherits from BaseModel.",
            "Evidence is a Pydantic model rather than a dataclass.",
            "In Week 1, Evidence was a dataclass.",
        ] {
            assert_eq!(lineage(sentence), None, "{sentence}");
        }
    }
}
