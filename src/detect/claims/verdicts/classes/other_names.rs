//! Sentences that call a class by another name that the sources give it.

use crate::detect::claims::words;
use crate::domain::facts::{ClaimKind, PythonFacts};

/// The texts with the class's own name in place of another that the program gives it, and that these are one class;
/// nothing where no such name stands in them, or where a class of its own has it.
pub(in super::super) fn own_names(
    python: &PythonFacts,
    kind: ClaimKind,
    text: &str,
    sentence: &str,
) -> Option<(String, String, String)> {
    let of_classes = matches!(
        kind,
        ClaimKind::TypedClasses
            | ClaimKind::ClassFields
            | ClaimKind::Reducers
            | ClaimKind::StructuredOutput
    );
    let ours = || python.classes.iter().filter(|class| !class.in_tests);
    let is_class = |name: &str| ours().any(|class| class.name == name);
    let mut named = ours().flat_map(|class| class.aliases.iter().map(move |alias| (alias, class)));
    let (alias, class) = named.find(|(alias, _)| {
        of_classes && !is_class(alias) && words::find(sentence, alias).is_some()
    })?;
    let own = |text: &str| replaced(text, alias, &class.name);
    let told = format!("`{alias}` is another name of `{}`", class.name);
    Some((own(text), own(sentence), told))
}

fn replaced(text: &str, name: &str, other: &str) -> String {
    let (mut whole, mut rest) = (String::new(), text);
    while let Some(at) = words::find(rest, name) {
        whole.push_str(&rest[..at]);
        whole.push_str(other);
        rest = &rest[at + name.len()..];
    }
    whole + rest
}
