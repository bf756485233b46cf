//! What an entry may say, under the names that lists use.

use crate::domain::docket::Origin;
use std::collections::{BTreeMap, BTreeSet};

/// Longest text of a field, in bytes; that of an address is bounded by its own parser.
const LONGEST: usize = 4096;

/// What a field says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Id,
    Repository,
    Report,
    Rubric,
    StudentName,
    StudentNumber,
    StudentLogin,
    Section,
}

/// The names of fields; the first of each is the one that sentences use.
const NAMES: &[(&str, Field)] = &[
    ("id", Field::Id),
    ("repo_url", Field::Repository),
    ("pdf", Field::Report),
    ("rubric", Field::Rubric),
    ("name", Field::StudentName),
    ("student_name", Field::StudentName),
    ("student_number", Field::StudentNumber),
    ("sis_id", Field::StudentNumber),
    ("login", Field::StudentLogin),
    ("email", Field::StudentLogin),
    ("section", Field::Section),
];

impl Field {
    /// The field of this name; case, blanks around it, and blanks or dashes for `_` do not matter.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase().replace([' ', '-'], "_");
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, field)| *field)
    }

    /// The name of the field.
    pub(super) fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(_, field)| *field == self);
        found.map(|(name, _)| *name).expect("every field has a name")
    }
}

/// The fields of one entry, and where it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) origin: Origin,
    fields: BTreeMap<Field, String>,
}

impl Row {
    pub(super) fn new(origin: Origin) -> Self {
        Self { origin, fields: BTreeMap::new() }
    }

    /// Takes a field in. Where several name the same, the first that says something counts.
    ///
    /// # Errors
    /// When it is too long, or has characters that cannot stand in a line.
    pub(super) fn put(&mut self, field: Field, text: &str) -> Result<(), String> {
        let text = text.trim();
        if text.len() > LONGEST {
            let (name, length) = (field.name(), text.len());
            return Err(format!(
                "the field `{name}` has {length} bytes, more than the limit of {LONGEST}"
            ));
        }
        if text.chars().any(char::is_control) {
            let name = field.name();
            return Err(format!(
                "the field `{name}` holds a line break or another control character"
            ));
        }
        if !text.is_empty() {
            self.fields.entry(field).or_insert_with(|| text.to_owned());
        }
        Ok(())
    }

    /// What a field says; empty where it says nothing.
    pub(super) fn get(&self, field: Field) -> &str {
        self.fields.get(&field).map_or("", String::as_str)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}

/// One remark about names that no field has; `None` where all are known.
pub(super) fn unknown(place: &str, names: &BTreeSet<String>) -> Option<String> {
    const TOLD: usize = 8;
    let mut told: Vec<String> = names.iter().take(TOLD).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(TOLD);
    if more > 0 {
        told.push(format!("{more} more"));
    }
    let list = told.join(", ");
    let (are, they) = if names.len() == 1 { ("is", "it says") } else { ("are", "they say") };
    (!names.is_empty()).then(|| format!("{place}: {list} {are} not known; what {they} is not used"))
}

/// A name as it may stand in a remark.
pub(super) fn short(name: &str) -> String {
    name.trim().chars().filter(|c| !c.is_control()).take(40).collect()
}
