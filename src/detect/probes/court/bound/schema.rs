//! The schema that a reply is to be bound to: by its name, or by its fields.

use crate::domain::facts::{ClassFact, PythonFacts};
use globset::{Glob, GlobMatcher};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The names that rubrics ask for, ready to be held against others: several questions of each audit have the same.
static KNOWN: Mutex<BTreeMap<String, GlobMatcher>> = Mutex::new(BTreeMap::new());
/// Most that are kept.
const MOST: usize = 64;

/// A class name, in which `*` stands for anything.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Name {
    text: String,
    matcher: GlobMatcher,
}

impl TryFrom<String> for Name {
    type Error = globset::Error;
    fn try_from(text: String) -> Result<Self, globset::Error> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(matcher) = known.get(&text) {
            return Ok(Self { matcher: matcher.clone(), text });
        }
        let matcher = Glob::new(&text)?.compile_matcher();
        if known.len() < MOST {
            known.insert(text.clone(), matcher.clone());
        }
        Ok(Self { text, matcher })
    }
}

impl Name {
    /// Whether a class is called so.
    pub(super) fn is_of(&self, class: &str) -> bool {
        self.matcher.is_match(class)
    }

    /// `JudicialOpinion` as it is, `*{Opinion,Verdict}*` in words.
    pub(super) fn in_words(&self) -> String {
        let core = self.text.trim_matches('*');
        let around = core.len() < self.text.len();
        let inner = core.strip_prefix('{').and_then(|core| core.strip_suffix('}'));
        let names: Vec<&str> = inner.unwrap_or(core).split(',').collect();
        let plain = |name: &&str| name.chars().all(|char| char.is_alphanumeric() || char == '_');
        match (names.iter().all(plain), around, names.as_slice()) {
            (false, _, _) => "the schema that is asked for".to_owned(),
            (true, false, [name]) => format!("`{name}`"),
            (true, true, [name]) => format!("a schema named after `{name}`"),
            (true, _, [first, ..]) => format!("a schema named after `{first}` or the like"),
            (true, _, []) => "a schema".to_owned(),
        }
    }
}

/// Whether one of the classes, which stand with commas between them, has all the fields; of alternatives with `|` between
/// them one is enough.
pub(super) fn has_fields(python: &PythonFacts, classes: &str, fields: &[String]) -> bool {
    let has = |class: &ClassFact| {
        let all = || class.fields.iter().chain(&class.inherited);
        fields.iter().all(|wanted| wanted.split('|').any(|one| all().any(|field| field == one)))
    };
    !fields.is_empty()
        && classes.split(", ").any(|name| {
            python.classes.iter().any(|class| class.name == name && !class.in_tests && has(class))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{ClassKind, Lines};

    #[test]
    fn a_schema_of_another_name_fits_by_its_fields() {
        let class = |name: &str, fields: &[&str], inherited: &[&str]| ClassFact {
            name: name.into(),
            fields: fields.iter().map(|one| (*one).to_owned()).collect(),
            inherited: inherited.iter().map(|one| (*one).to_owned()).collect(),
            kind: ClassKind::BaseModel,
            bases: Vec::new(),
            annotations: Vec::new(),
            defaults: Vec::new(),
            altered: false,
            aliases: Vec::new(),
            place: Lines::default(),
            in_tests: false,
        };
        let python = PythonFacts {
            classes: vec![
                class("CriterionScore", &["reasoning"], &["score"]),
                class("Number", &["score"], &[]),
            ],
            ..PythonFacts::default()
        };
        let fields = ["score".to_owned(), "argument|reasoning".to_owned()];
        assert!(has_fields(&python, "CriterionScore", &fields));
        assert!(has_fields(&python, "Number, CriterionScore", &fields));
        assert!(!has_fields(&python, "Number", &fields));
        assert!(!has_fields(&python, "CriterionScore", &[]));
    }
}
