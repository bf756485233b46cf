//! Names and texts that fail when the program runs.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file that Python refuses to compile: whatever imports it fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefusedFile {
    /// Why, in Python's own words.
    pub why: String,
    /// The files that build a graph and surely import it, each with the imports on the way; none where it is the file itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stops: BTreeMap<String, Vec<Lines>>,
    /// The file that builds a graph, where this one is a program that starts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<String>,
    /// Where Python stops.
    #[serde(flatten)]
    pub place: Lines,
}

impl RefusedFile {
    /// That Python refuses it, as a sentence without its end.
    #[must_use]
    pub fn told(&self) -> String {
        format!("Python refuses to compile `{}` ({})", self.place, self.why)
    }

    /// That a program which starts a graph is refused, as a sentence without its end; `None` where it starts none.
    #[must_use]
    pub fn unstarted(&self) -> Option<String> {
        let graph = self.starts.as_ref()?;
        let file = &self.place.file;
        Some(format!(
            "{}, so that `python {file}` never starts the graph of `{graph}`",
            self.told()
        ))
    }

    /// How importing `file` comes to it, as a sentence without its end; `None` where it does not.
    #[must_use]
    pub fn stops(&self, file: &str) -> Option<String> {
        let Self { place, why, .. } = self;
        let way = self.stops.get(file)?;
        let Some((first, others)) = way.split_first() else { return Some(self.told()) };
        let by = match others.last() {
            Some(last) => format!(", by way of `{last}`,"),
            None => String::new(),
        };
        Some(format!(
            "`{first}` imports{by} `{}`, which Python refuses to compile at line {} ({why}), so that importing `{file}` fails",
            place.file, place.line
        ))
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
    /// Whether a handler around it catches that it fails.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guarded: bool,
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

/// Python files that lie in the tree and are not its own: a package manager put them there, or they are copies of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OthersFiles {
    /// How many there are.
    pub files: u32,
    /// The path of the first.
    pub first: String,
}

impl std::fmt::Display for OthersFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { files, first } = self;
        match files {
            1 => write!(
                f,
                "1 Python file that a package manager put there or that is a copy of another, not examined: `{first}`."
            ),
            _ => write!(
                f,
                "{files} Python files that a package manager put there or that are copies of others, not examined; the first is `{first}`."
            ),
        }
    }
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
    /// Whether it stands in annotations, which Python reads as it comes to them before version 3.14.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub annotates: bool,
    /// Where the file binds it all the same, to no avail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vainly: Option<VainBinding>,
    /// Its other uses in the file that fail for the same reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Lines>,
    /// The functions that cannot get past a use of it: it stands in their body, or in that of a function that they
    /// call, under no condition and in no `try`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<Lines>,
    /// Its first use in the file.
    #[serde(flatten)]
    pub place: Lines,
}

/// Where a name is bound that is not bound where it is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VainBinding {
    /// Why that does not serve.
    pub why: Vain,
    /// The function whose own the name is there; `None` where it is the one that uses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The binding.
    #[serde(flatten)]
    pub place: Lines,
}

/// Why a binding does not serve a use of the name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Vain {
    /// It comes only after the use.
    Later,
    /// Nothing ever comes to it.
    Unreached,
    /// It is another function's own.
    Elsewhere,
}

impl UnboundName {
    /// Where it is used, and why that fails.
    #[must_use]
    pub fn told(&self) -> String {
        let Self { name, annotates, vainly, also, place, .. } = self;
        let shown: Vec<String> =
            std::iter::once(place).chain(also).map(|place| format!("`{place}`")).collect();
        let (use_it, fail) = match shown.len() {
            1 => ("uses", "the line fails when it runs"),
            _ => ("use", "these lines fail when they run"),
        };
        let shown = match shown.as_slice() {
            [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
            all => all.concat(),
        };
        let why = match vainly {
            None => "neither defined nor imported there".to_owned(),
            Some(VainBinding { why, of, place }) => {
                let of = of.as_ref().map_or_else(String::new, |of| format!(" within `{of}`"));
                match why {
                    Vain::Later if place == &self.place => "bound only further on in it".to_owned(),
                    Vain::Later => format!("bound only afterwards, at `{place}`"),
                    Vain::Elsewhere => format!("bound only at `{place}`{of}"),
                    Vain::Unreached => {
                        format!("bound only at `{place}`{of}, which is never reached")
                    }
                }
            }
        };
        if *annotates {
            return format!(
                "{shown} {use_it} `{name}` in an annotation, which is {why}, so that {fail}, with Python before 3.14"
            );
        }
        format!("{shown} {use_it} `{name}`, which is {why}, so that {fail}")
    }

    /// What has to be bound, and what to do with the binding that there is.
    #[must_use]
    pub fn wanted(&self) -> String {
        let name = &self.name;
        match &self.vainly {
            None => format!("`{name}`"),
            Some(VainBinding { why: Vain::Later, place, .. }) => {
                format!("`{name}` (bound too late at `{place}`)")
            }
            Some(VainBinding { of, place, .. }) => {
                let of = of.as_ref().map_or_else(String::new, |of| format!(" out of `{of}`"));
                format!("`{name}` (move its binding at `{place}`{of})")
            }
        }
    }
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
            "`{place}` uses `{method}`, which the class `{class}` does not have, so that the line fails when it runs{hidden}"
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

/// An object of a Pydantic class of the sources that is used as none can be, so that the line fails when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MisusedModel {
    /// The class.
    pub class: String,
    /// How it is used.
    pub misuse: Misuse,
    /// The functions that cannot get past it: it stands in their body, or in that of a function that they call, under no
    /// condition and in no `try`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<Lines>,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Lines,
}

/// How an object of a Pydantic class is used that can be used so by nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Misuse {
    /// An item is taken out of it or put into it, by the name of a variable: it has none.
    Item {
        /// The variable.
        of: String,
    },
    /// It is asked by `get`, by the name of a variable or a field: it has no such method.
    Get {
        /// The variable, or the field as written.
        of: String,
    },
    /// It is made without fields that have to be given.
    Lacks {
        /// The fields, in the order of the class.
        fields: Vec<String>,
    },
}

impl MisusedModel {
    /// How it is used, and what comes of it.
    #[must_use]
    pub fn told(&self) -> String {
        let Self { class, misuse, place, .. } = self;
        match misuse {
            Misuse::Item { of } => format!(
                "`{place}` uses an item of `{of}`, an object of the Pydantic class `{class}`, which has none, so that the line fails when it runs"
            ),
            Misuse::Get { of } => format!(
                "`{place}` asks `{of}`, an object of the Pydantic class `{class}`, for `get`, which it does not have, so that the line fails when it runs"
            ),
            Misuse::Lacks { fields } => {
                let names: Vec<String> =
                    fields.iter().take(4).map(|name| format!("`{name}`")).collect();
                let have = if fields.len() == 1 { "has" } else { "have" };
                format!(
                    "`{place}` makes a `{class}` without {}, which {have} to be given, so that the line fails when it runs",
                    names.join(" and ")
                )
            }
        }
    }
}
