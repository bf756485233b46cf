//! Names and texts that fail when the program runs.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An import that fails, because the module does not have the name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenImport {
    /// The name.
    pub name: String,
    /// The file of the module that is asked for it.
    pub module: String,
    /// Whether the name is a module's, and its file is called so in other capitals and small letters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other_case: bool,
    /// Whether the file catches that the import fails, and only sets a constant in its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub caught: bool,
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
        } else {
            format!("which `{}` does not have", self.module)
        }
    }

    /// What comes of it: importing the file fails, or never brings the name.
    #[must_use]
    pub fn outcome(&self) -> String {
        let file = &self.place.file;
        if self.caught {
            format!("importing it always fails, which `{file}` catches")
        } else {
            format!("importing `{file}` fails")
        }
    }
}

/// An import of a package that no manifest or lock file of the tree brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndeclaredImport {
    /// The module.
    pub module: String,
    /// A word that the name of every package has which brings it.
    pub package: String,
    /// The lock file, where it holds all that any manifest asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<String>,
    /// Whether the program imports the file, and the import runs then, with only what is locked.
    pub fails: bool,
    /// The import.
    #[serde(flatten)]
    pub place: Lines,
}

/// A command of a manifest that starts what is not in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LostCommand {
    /// The module and the function, as `package.module:function`.
    pub target: String,
    /// The file of the module, where it is the function that is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacking: Option<String>,
    /// The line of the manifest.
    #[serde(flatten)]
    pub place: Lines,
}

/// A file that no import finds, because Python finds another one by the same name first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HiddenFile {
    /// The file that is found in its place.
    pub by: String,
    /// The file, by its first line.
    #[serde(flatten)]
    pub place: Lines,
}

/// A name that is used where nothing binds it, so that the line fails with a `NameError` when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnboundName {
    /// The name.
    pub name: String,
    /// Its first use in the file.
    #[serde(flatten)]
    pub place: Lines,
}

/// A method that is called on an object whose class does not have it, so that the line fails with an
/// `AttributeError` when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LackingMethod {
    /// The method.
    pub method: String,
    /// The class that makes the object.
    pub class: String,
    /// Whether a handler around the line catches that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub caught: bool,
    /// The first call in the file.
    #[serde(flatten)]
    pub place: Lines,
}

impl LackingMethod {
    /// That the class lacks the method, and what comes of it.
    #[must_use]
    pub fn told(&self) -> String {
        let Self { method, class, caught, place } = self;
        let hidden = if *caught { ", which a handler there hides" } else { "" };
        format!(
            "`{place}` calls `{method}`, which the class `{class}` does not have, so that the line fails when it runs{hidden}"
        )
    }
}

/// A text in an f-string that is formatted by a rule that no text takes, such as the words after the colon in
/// `f"{"score": "…"}"`, so that the line fails with a `ValueError` when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MisformattedText {
    /// The text.
    pub text: String,
    /// The function that cannot get past it, because it stands in its body under no condition and in no `try`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops: Option<Lines>,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Lines,
}
