//! What the cells of notebooks are written in: names alone, which is enough to know what is not there.

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{NotebookFact, is_installed};
use serde_json::Value;
use std::collections::BTreeSet;

/// Most names of one notebook.
const NAMES: usize = 5_000;
/// Names by which something is found that a text names, or by which a text runs.
const FINDERS: [&str; 9] = [
    "getattr",
    "__import__",
    "import_module",
    "globals",
    "locals",
    "vars",
    "eval",
    "exec",
    "run_cell",
];
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
    let (mut names, mut texts) = (BTreeSet::new(), String::new());
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
        // What the shell or another language is given is read by that.
        if code.trim_start().starts_with("%%") {
            add_words(&code, &mut names);
        } else {
            let (own, spelled) = parted(&code);
            add_words(&own, &mut names);
            texts.push_str(&spelled);
        }
        if names.len() > NAMES {
            return None;
        }
    }
    // What finds something by a text finds it under what any text says.
    if FINDERS.iter().any(|finder| names.contains(*finder)) {
        add_words(&texts, &mut names);
    }
    (names.len() <= NAMES).then_some(names)
}

/// Adds the words of a code.
fn add_words(code: &str, names: &mut BTreeSet<String>) {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = code.split(|letter| !is_part(letter)).filter(|word| !word.is_empty());
    names.extend(words.map(str::to_owned));
}

/// A code without its comments and texts, and the texts. What a text has filled in is code, and so is what a line gives to
/// the shell.
fn parted(code: &str) -> (String, String) {
    let (mut own, mut texts) = (String::new(), String::new());
    let mut rest = code;
    while let Some(letter) = rest.chars().next() {
        let line = || rest.find('\n').unwrap_or(rest.len());
        let begins =
            || own.trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|c| c == '\n');
        if letter == '#' {
            rest = &rest[line()..];
        } else if matches!(letter, '!' | '%') && begins() {
            let (line, behind) = rest.split_at(line());
            own.push_str(line);
            rest = behind;
        } else if matches!(letter, '"' | '\'') {
            let prefix = own.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
            let is_filled = prefix.is_some_and(|one| one.len() <= 2 && one.contains(['f', 'F']));
            let (inner, after) = text(rest, letter);
            if is_filled {
                filled(inner, &mut own, &mut texts);
            } else {
                texts.push_str(inner);
            }
            own.push(' ');
            texts.push(' ');
            rest = after;
        } else {
            own.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    (own, texts)
}

/// The text that begins with a quote, and what comes after it; one that does not end goes to the end of its line.
fn text(code: &str, quote: char) -> (&str, &str) {
    let length =
        if code.chars().take_while(|letter| *letter == quote).count() >= 3 { 3 } else { 1 };
    let (end, inner) = code.split_at(length);
    let mut at = 0;
    while let Some(letter) = inner[at..].chars().next() {
        if inner[at..].starts_with(end) {
            return (&inner[..at], &inner[at + length..]);
        }
        if letter == '\n' && length == 1 {
            break;
        }
        at += letter.len_utf8();
        if letter == '\\' {
            at += inner[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    inner.split_at(at)
}

/// Parts a text into which values are filled: these are code.
fn filled(text: &str, own: &mut String, texts: &mut String) {
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => own.push(letter),
            _ => texts.push(letter),
        }
        if matches!(letter, '{' | '}') {
            own.push(' ');
            texts.push(' ');
        }
    }
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
    fn what_a_text_says_is_named_only_where_something_finds_names_by_texts() {
        let cell = |code: &str| {
            serde_json::json!({"cells": [{"cell_type": "code", "source": code}]}).to_string()
        };
        let chat =
            "ask([{\"role\": 'system', 'text': f\"It is {os.name}\"}])  # eval\n'''exec\n'''\n";
        check(&cell(chat), &["system", "eval", "exec", "It", "role"], false);
        check(&cell(chat), &["os"], true);
        check(&cell("getattr(os, 'system')('ls')\n"), &["system"], true);
        check(&cell("!git clone 'x'\n  %system ls\n"), &["clone"], true);
        check(&cell("!git clone 'x'\n  %system ls\n"), &["system"], true);
        check(&cell("%%bash\necho 'system'\n"), &["system"], true);
        check(&cell("a = 'open\nos.system(x)\n"), &["system"], true);
        check(&cell("a = 'it\\'s eval'\n"), &["eval"], false);
        check(&cell("a = ''\nb = \"é\" + eval(x)\n"), &["eval"], true);
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
