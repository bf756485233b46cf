//! The sources as texts: what may be named where no syntax tells, as in strings and comments.

use super::super::sources::parse::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The texts of all modules. Each question is answered by one reading of them, however often it is asked.
pub(in super::super) struct Texts<'r> {
    modules: &'r [Module<'r>],
    quoted: BTreeSet<&'r str>,
    asked: Mutex<BTreeMap<String, bool>>,
    held: Mutex<BTreeMap<String, Arc<[usize]>>>,
}

impl<'r> Texts<'r> {
    pub(in super::super) fn new(modules: &'r [Module<'r>]) -> Self {
        let quoted = modules.iter().flat_map(|module| quoted(module.text)).collect();
        Self { modules, quoted, asked: Mutex::default(), held: Mutex::default() }
    }

    /// Whether a string in any source is `name` or ends with it after a `:` or a `.`, as what is found by its name at
    /// run time is written.
    pub(in super::super) fn quote(&self, name: &str) -> bool {
        self.quoted.contains(name)
    }

    /// Whether `words` stand anywhere in the sources.
    pub(in super::super) fn hold(&self, words: &str) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = asked.get(words) {
            return *known;
        }
        let found = self.modules.iter().any(|module| module.text.contains(words));
        asked.insert(words.to_owned(), found);
        found
    }

    /// The modules in which `words` stand, by their numbers.
    pub(in super::super) fn holding(&self, words: &str) -> Arc<[usize]> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = held.get(words) {
            return Arc::clone(known);
        }
        let all = self.modules.iter().enumerate();
        let found = all.filter(|(_, module)| module.text.contains(words)).map(|(index, _)| index);
        let found: Arc<[usize]> = found.collect();
        held.insert(words.to_owned(), Arc::clone(&found));
        found
    }
}

/// The names with which the strings of a text end; read from the text as it stands, so that strings inside strings and
/// comments are found as well.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(['"', '\'']).filter_map(|(end, _)| {
        let before = &text[..end];
        let name = before.trim_end_matches(|one: char| one.is_alphanumeric() || one == '_');
        let found = &before[name.len()..];
        (!found.is_empty() && name.ends_with(['"', '\'', ':', '.'])).then_some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_at_the_end_of_a_string_is_quoted() {
        let text =
            r#"getattr(nodes, "judge"), 'src.graph:build', "a.b", f"{x}_no", "two words", yes"#;
        let found: Vec<&str> = quoted(text).collect();

        assert_eq!(found, ["judge", "build", "b"]);
    }
}
