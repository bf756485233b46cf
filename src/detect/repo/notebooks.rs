//! What the cells of notebooks are written in: names alone, which is enough to know what is not there.

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{NotebookFact, is_installed};
use serde_json::Value;
use std::collections::BTreeSet;

/// Most names of one notebook.
const NAMES: usize = 5_000;
/// Most notebooks that are read.
const NOTEBOOKS: usize = 200;

/// The notebooks among the sources, in their order.
#[must_use]
pub fn notebooks(sources: &[Source]) -> Vec<NotebookFact> {
    let ours = sources.iter().filter(|source| {
        let ending = source.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        ending.eq_ignore_ascii_case("ipynb") && !is_installed(source.path.as_bytes())
    });
    ours.take(NOTEBOOKS)
        .map(|source| NotebookFact { path: source.path.clone(), names: names(&source.text()) })
        .collect()
}

/// The names in the cells of code; nothing where the text is no notebook, or they are too many.
fn names(text: &str) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    if text.trim().is_empty() {
        return Some(names);
    }
    let notebook: Value = serde_json::from_str(text).ok()?;
    for cell in cells(&notebook)? {
        if cell.get("cell_type").and_then(Value::as_str) != Some("code") {
            continue;
        }
        // Before their fourth format notebooks called it so.
        let code = joined(cell.get("source").or_else(|| cell.get("input"))?)?;
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        for line in code.lines().filter(|line| !line.trim_start().starts_with('#')) {
            let words = line.split(|letter| !is_part(letter)).filter(|word| !word.is_empty());
            names.extend(words.map(str::to_owned));
        }
        if names.len() > NAMES {
            return None;
        }
    }
    Some(names)
}

/// The cells of a notebook of any format; nothing where it has no list of them.
fn cells(notebook: &Value) -> Option<Vec<&Value>> {
    if let Some(cells) = notebook.get("cells") {
        return Some(cells.as_array()?.iter().collect());
    }
    let sheets = notebook.get("worksheets")?.as_array()?;
    let cells = sheets.iter().filter_map(|sheet| sheet.get("cells")?.as_array());
    Some(cells.flatten().collect())
}

/// A text, or the lines of one.
fn joined(source: &Value) -> Option<String> {
    match source {
        Value::String(text) => Some(text.clone()),
        Value::Array(lines) => lines.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, sought: &[&str], may: bool) {
        let source =
            Source { path: "a.ipynb".into(), blob: String::new(), bytes: text.as_bytes().to_vec() };
        let [notebook] = notebooks(&[source]).try_into().expect("it is a notebook");
        assert_eq!(notebook.may_name(sought), may, "{text}: {notebook:?}");
    }

    #[test]
    fn a_notebook_is_without_what_no_cell_of_code_names() {
        let code = r##"{"cells": [{"cell_type": "markdown", "source": "StateGraph"},
            {"cell_type": "code", "source": ["import pandas as pd\n", "# eval(x)\n", "x = os.system(c)"]}]}"##;
        check(code, &["StateGraph", "eval"], false);
        check(code, &["eval", "system"], true);
        check(code, &["pd"], true);
        check(code, &["p"], false);
        check(code, &[], true);
        let old = r#"{"worksheets": [{"cells": [{"cell_type": "code", "input": "exec(x)"}]}]}"#;
        check(old, &["exec"], true);
        check(old, &["eval"], false);
    }

    #[test]
    fn a_notebook_without_code_holds_nothing() {
        check("", &[], false);
        check(r#"{"cells": []}"#, &[], false);
        check(r#"{"cells": [{"cell_type": "markdown", "source": "eval(x)"}]}"#, &[], false);
        check(r#"{"cells": [{"cell_type": "code", "source": [], "outputs": []}]}"#, &[], false);
    }

    #[test]
    fn what_is_no_notebook_may_hold_anything() {
        for text in ["<html>", "{}", r#"{"cells": 3}"#, r#"{"cells": [{"cell_type": "code"}]}"#] {
            check(text, &["eval"], true);
            check(text, &[], true);
        }
    }
}
