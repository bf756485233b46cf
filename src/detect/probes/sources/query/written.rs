//! The parameters of a query as a rubric writes them.

use super::Query;
use super::given::Given;
use crate::detect::probes::catalogue::globs;
use crate::detect::repo::query::{captures, check};
use crate::domain::facts::{Language, Lookup, Tests};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as Unknown, StrDeserializer};
use std::collections::BTreeMap;

/// The parameters as a rubric writes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    language: Option<Language>,
    query: Option<Alternatives>,
    #[serde(default)]
    queries: BTreeMap<Languages, Alternatives>,
    capture: Option<String>,
    what: Option<String>,
    #[serde(default)]
    files: Vec<String>,
    #[serde(default)]
    tests: Tests,
    at_least: Option<u32>,
    at_most: Option<u32>,
    #[serde(default)]
    absent: bool,
    #[serde(default)]
    forms: bool,
    #[serde(default)]
    alone: bool,
    given: Option<WrittenGiven>,
}

/// What has to be there, as a rubric writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGiven {
    what: String,
    queries: BTreeMap<Languages, Alternatives>,
}

/// One language, or several, parted by commas.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(try_from = "String")]
struct Languages(Vec<Language>);

impl TryFrom<String> for Languages {
    type Error = String;
    fn try_from(written: String) -> Result<Self, String> {
        let named = written.split(',').map(|name| {
            let reader: StrDeserializer<'_, Unknown> = name.trim().into_deserializer();
            Language::deserialize(reader).map_err(|problem| problem.to_string())
        });
        named.collect::<Result<_, _>>().map(Self)
    }
}

/// The queries of each language; one that is named more than once has all of them.
fn by_language(queries: BTreeMap<Languages, Alternatives>) -> BTreeMap<Language, String> {
    let mut all: BTreeMap<Language, String> = BTreeMap::new();
    for (Languages(languages), alternatives) in queries {
        let query = alternatives.joined();
        for language in languages {
            let whole = all.entry(language).or_default();
            if !whole.is_empty() {
                whole.push('\n');
            }
            whole.push_str(&query);
        }
    }
    all
}

/// A query, or several of one language.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a query, or a list of them")]
enum Alternatives {
    One(String),
    Several(Vec<String>),
}

impl Alternatives {
    fn joined(self) -> String {
        match self {
            Self::One(query) => query,
            Self::Several(queries) => queries.join("\n"),
        }
    }
}

impl TryFrom<Written> for Query {
    type Error = String;
    fn try_from(written: Written) -> Result<Self, String> {
        let (at_least, at_most) = bounds(&written)?;
        let Written {
            language,
            query,
            queries,
            capture,
            what,
            files,
            tests,
            forms,
            alone,
            given,
            ..
        } = written;
        globs::check(&files)?;
        let queries = match (language, query, queries.is_empty()) {
            (Some(language), Some(query), true) => BTreeMap::from([(language, query.joined())]),
            (None, None, false) => by_language(queries),
            (_, _, _) => {
                return Err("needs either `language` and `query`, or `queries` by language".into());
            }
        };
        let chosen = !files.is_empty();
        let asked = lookups(queries, capture.as_deref(), &files, tests)?;
        let given = given.map(|WrittenGiven { what, queries }| {
            let asked = lookups(by_language(queries), None, &files, tests)?;
            Ok::<_, String>(Given { asked, what })
        });
        let given = given.transpose()?;
        Ok(Self { asked, what, tests, chosen, forms, alone, at_least, at_most, given })
    }
}

/// The questions of all languages.
fn lookups(
    queries: BTreeMap<Language, String>,
    capture: Option<&str>,
    files: &[String],
    tests: Tests,
) -> Result<Vec<(Language, Lookup)>, String> {
    let lookup = |(language, query): (Language, String)| {
        let capture = match capture {
            Some(capture) => capture.trim_start_matches('@').to_owned(),
            None => only_capture(&captures(language, &query)?)?,
        };
        check(language, &query, &capture)?;
        let files = files.to_vec();
        Ok((language, Lookup::Query { language, query, capture, files, tests }))
    };
    queries.into_iter().map(lookup).collect()
}

/// The fewest and the most matches.
fn bounds(written: &Written) -> Result<(u32, Option<u32>), String> {
    match (written.absent, written.at_least, written.at_most) {
        (true, None, None) => Ok((0, Some(0))),
        (true, _, _) => Err("`absent` stands for `at_most` 0, and alone".into()),
        (false, None, None) => Ok((1, None)),
        (false, Some(least), Some(most)) if most < least => {
            Err(format!("`at_most` is below `at_least` {least}"))
        }
        (false, Some(0), None) => Err("`at_least` 0 holds for every tree".into()),
        (false, least, most) => Ok((least.unwrap_or(0), most)),
    }
}

fn only_capture(names: &[String]) -> Result<String, String> {
    match names {
        [only] => Ok(only.clone()),
        [] => Err("the query captures nothing; write `@place` behind the node to be shown".into()),
        [_, _, ..] => Err(format!(
            "the query has several captures; name one of {} in `capture`, or begin the names of the others with `_`",
            crate::detect::probes::listed(names.iter().map(String::as_str))
        )),
    }
}
