//! Names in strings: `getattr(module, "name")`, `"package.module:name"`.

use super::parse::Module;
use std::collections::BTreeSet;

/// The names with which a string ends, whole or after a `:` or a `.`, in any source.
///
/// Read from the text as it stands, so that strings inside strings and comments are found as well.
pub(super) fn quoted<'r>(modules: &[Module<'r>]) -> BTreeSet<&'r str> {
    modules.iter().flat_map(|module| in_text(module.text)).collect()
}

fn in_text(text: &str) -> impl Iterator<Item = &str> {
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
        let found: Vec<&str> = in_text(text).collect();

        assert_eq!(found, ["judge", "build", "b"]);
    }
}
