//! What the sources import, and imports that fail.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A module from outside the repository that the sources import, where code that runs imports it first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFact {
    /// The dotted name of the module.
    pub module: String,
    /// The statement.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
    /// Whether the program comes to no file that imports it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub idle: bool,
    /// Whether nothing uses what it imports: the name stands nowhere else in the file, and no other file takes it from
    /// there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unused: bool,
}

/// A name that the sources import from a module outside the repository, where code that runs imports it first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedName {
    /// The name with its module, such as `langgraph.types.interrupt`, whatever it is called where it is used.
    pub name: String,
    /// The first call of it, or of a function that it has, that may run, through aliases and modules of the repository that
    /// hand it on; `None` where none was seen, be it used as a decorator or handed to another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<Lines>,
    /// The statement.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
    /// Whether the program comes to no file that imports it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub idle: bool,
    /// Whether nothing uses it: the name stands nowhere else in the file, and no other file takes it from there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unused: bool,
}

impl ImportedName {
    /// The name without its module.
    #[must_use]
    pub fn own(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }

    /// The module that it is imported from.
    #[must_use]
    pub fn module(&self) -> &str {
        self.name.rsplit_once('.').map_or("", |(module, _)| module)
    }
}

/// An import that fails, because the module does not have the name, or the package not the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenImport {
    /// The name.
    pub name: String,
    /// The file of the module, or of the package, that is asked for it.
    pub module: String,
    /// Whether the name is a module's, and its file is called so in other capitals and small letters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other_case: bool,
    /// Whether the name is a module's, and the package has no such module.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub absent: bool,
    /// Whether the file catches that the import fails, and only sets a constant in its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub caught: bool,
    /// The name that the module has instead, where one is written nearly so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// The function that builds a graph, where the import stands in it: it fails when that runs, and not before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<String>,
    /// The files that build a graph and surely import this one, each with the imports on the way.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stops: BTreeMap<String, Vec<Lines>>,
    /// The import.
    #[serde(flatten)]
    pub place: Lines,
}

impl BrokenImport {
    /// Why the import fails, as a relative clause.
    #[must_use]
    pub fn why(&self) -> String {
        if self.other_case {
            format!("whose file is called `{}`", self.module)
        } else if self.absent {
            format!("and the package of `{}` has no such module", self.module)
        } else {
            let like = self
                .like
                .as_ref()
                .map_or_else(String::new, |like| format!(", though it has `{like}`"));
            format!("which `{}` does not have{like}", self.module)
        }
    }

    /// What comes of it: importing the file fails, or never brings the name.
    #[must_use]
    pub fn outcome(&self) -> String {
        let file = &self.place.file;
        if let Some(function) = &self.inside {
            format!("`{function}` fails whenever it runs")
        } else if self.caught {
            format!("importing it always fails, which `{file}` catches")
        } else {
            format!("importing `{file}` fails")
        }
    }

    /// Whether `file` cannot be imported because of it: it stands there, or in what `file` surely imports.
    #[must_use]
    pub fn is_in_the_way_of(&self, file: &str) -> bool {
        !self.caught
            && self.inside.is_none()
            && (self.place.file == file || self.stops.contains_key(file))
    }

    /// The same as [`BrokenImport::outcome`], with the way by which `file` comes to it.
    #[must_use]
    pub fn outcome_for(&self, file: &str) -> String {
        let own = self.outcome();
        let way = self.stops.get(file).and_then(|way| way.split_first());
        match way {
            Some((first, [.., last])) => {
                format!("{own}, which `{first}` imports by way of `{last}`")
            }
            Some((first, [])) => format!("{own}, which `{first}` imports"),
            None => own,
        }
    }
}
