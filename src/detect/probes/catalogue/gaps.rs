//! What was not looked into, where a probe found nothing.

use super::super::count;
use crate::domain::facts::{TreeFacts, Unreadable};

/// Why a file that these globs select may be there and not be listed; no globs select all files.
///
/// The globs are those of lookups: one without `/` is compared with names, `!` leaves out.
pub(in super::super) fn gap(tree: &TreeFacts, globs: &[String]) -> Option<String> {
    let mut chosen = globs.iter().filter(|glob| !glob.starts_with('!')).peekable();
    if chosen.peek().is_none() {
        return tree.gap("");
    }
    chosen.find_map(|glob| {
        let glob = glob.strip_prefix("./").unwrap_or(glob);
        tree.gap(if glob.contains('/') { beginning(glob) } else { "" })
    })
}

/// How all paths begin that a glob over whole paths matches.
pub(in super::super) fn beginning(glob: &str) -> &str {
    glob.split(['*', '?', '[', '{', '\\']).next().unwrap_or_default()
}

/// The first of the files that could not be read in full, with the number of the others.
pub(in super::super) fn told(unreadable: &[&Unreadable]) -> Option<String> {
    let (first, others) = unreadable.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        others => format!(" and {} more could not be read in full", count(others, "file")),
    };
    Some(format!("`{}` {}{more}", first.place, first.reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_matters_to_those_globs_that_may_match_in_it() {
        let tree = TreeFacts { unlisted: vec!["src/deep/".into()], ..TreeFacts::default() };
        let matters = |globs: &[&str]| {
            let globs: Vec<String> = globs.iter().map(ToString::to_string).collect();
            gap(&tree, &globs).is_some()
        };
        assert!(matters(&[]) && matters(&["*.py"]) && matters(&["!*.md"]));
        assert!(matters(&["src/**"]) && matters(&["**/a.py"]) && matters(&["./src/deep/a.py"]));
        assert!(matters(&["docs/**", "{src,lib}/*.py"]));
        assert!(!matters(&["docs/**"]) && !matters(&["src/state.py", "src/de.py"]));
    }
}
