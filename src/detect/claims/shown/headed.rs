//! Definitions that a report shows under the path of the file that is to have them.

use super::functions::is_sketched;
use crate::detect::claims::{LONGEST, one_line};
use crate::detect::phrase::Form;
use std::sync::LazyLock;

/// How far before the path words may stand by which what is shown is of another time or of others, in bytes.
const BEFORE: usize = 200;
/// Most lines between the path and what is shown of it.
const BETWEEN: usize = 6;

/// A line that gives the path of what follows: `# src/a.py`, `File: src/a.py`, `# From src/a.py:3-9`.
static PATH: LazyLock<Form> = LazyLock::new(|| {
    Form::new(concat!(
        r"^(?:(?:#|//) ?(?:[Ff]rom:? |[Ff]ile(?:name)?: ?|[Ss]ource: ?|[Ii]n:? )?|[Ff]ile(?:name)?: ?|[Ss]ource: ?)",
        r"`?((?:[A-Za-z0-9_.-]+/)+[A-Za-z0-9_-]+\.py)`?(?: ?[:#(] ?[Ll0-9][Lines0-9 ,-]*\)?)?:?$",
    ))
});

/// The head of a class or a function.
static HEAD: LazyLock<Form> =
    LazyLock::new(|| Form::new(r"^(?:class|def|async def) ([A-Za-z_][A-Za-z0-9_]*) ?[(:].*$"));

/// A definition as a report shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Headed {
    /// The file that is to have it.
    pub path: String,
    pub name: String,
    pub is_class: bool,
    /// The path and the head, on one line.
    pub shown: String,
}

/// The first definition below each path whose line stands in a part of a page's text.
pub(in super::super) fn headed(text: &str, part: std::ops::Range<usize>) -> Vec<Headed> {
    if !text[part.clone()].contains(".py") {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut start = part.start;
    for line in text[part].split_inclusive('\n') {
        let before = &text[text.ceil_char_boundary(start.saturating_sub(BEFORE))..start];
        start += line.len();
        let own = line.trim();
        let Some(path) = own.contains(".py").then(|| PATH.group(own)).flatten() else { continue };
        if is_sketched(before) || is_sketched(own) {
            continue;
        }
        let lines = text[start..].lines().map(str::trim).filter(|line| !line.is_empty());
        let mut below = lines.take(BETWEEN).skip_while(|line| is_above_a_head(line));
        let Some(head) = below.next() else { continue };
        let Some(name) = HEAD.group(head) else { continue };
        let shown = one_line(&format!("{own} {head}")).chars().take(LONGEST).collect();
        let is_class = head.starts_with("class ");
        found.push(Headed { path: path.to_owned(), name: name.to_owned(), is_class, shown });
    }
    found
}

/// Whether a line of code may stand between the path and the first definition.
fn is_above_a_head(line: &str) -> bool {
    line.starts_with(['@', '#']) && PATH.group(line).is_none()
        || line.starts_with("import ")
        || (line.starts_with("from ") && line.contains(" import "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_definition_below_a_path_is_read() {
        let told = |text: &str| -> Vec<String> {
            let all = headed(text, 0..text.len());
            all.iter().map(|one| format!("{} {} {}", one.path, one.name, one.is_class)).collect()
        };
        assert_eq!(
            told("# src/a.py\nclass One(Base):\n  x = 1\ndef two():\n"),
            ["src/a.py One true"]
        );
        assert_eq!(
            told("# From src/a.py:30-54\n\nimport json\n@tool\nasync def two(x):\n"),
            ["src/a.py two false"]
        );
        assert_eq!(told("File: src/a.py\nclass One:\n"), ["src/a.py One true"]);
        for other in [
            "# src/a.py\nx = 1\nclass One:\n",
            "See src/a.py\nclass One:\n",
            "# src/a.py holds it\nclass One:\n",
            "The proposed module:\n# src/a.py\nclass One:\n",
            "# src/a.py\n# src/b.py\nThe class One is there.\n",
        ] {
            assert_eq!(told(other), [""; 0], "{other}");
        }
    }
}
