//! Imports that nothing uses: what they bind stands nowhere else in the file, and no other file takes it from there.

use super::super::repository::Repository;
use super::super::syntax::{Import, Span, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// What other modules take from each module.
#[derive(Default)]
pub(super) struct Taken(BTreeMap<usize, BTreeSet<String>>);

impl Taken {
    /// Looks at every import once, however many modules there are.
    pub(super) fn of(repository: &Repository<'_>) -> Self {
        let mut taken: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for (index, module) in repository.modules.iter().enumerate() {
            Stmt::each(&module.syntax.body, &mut |stmt| {
                let StmtKind::Import(imports) = &stmt.kind else { return };
                for import in imports {
                    let Some(name) = import.name else { continue };
                    if let Ok(from) = repository.imported_module(import, index)
                        && from != index
                    {
                        taken.entry(from).or_default().insert(name.to_owned());
                    }
                }
            });
        }
        Self(taken)
    }

    /// Whether another module imports a name from that one, or all of its names.
    fn has(&self, module: usize, name: &str) -> bool {
        self.0.get(&module).is_some_and(|names| names.contains(name) || names.contains("*"))
    }
}

/// Packages that hold those of others and nothing of their own: what is imported from them is the library.
const HOLDERS: &[&str] = &["google", "google.cloud"];

/// The module that an import is of, where `module` is what stands behind `from`.
pub(super) fn whole(module: String, name: Option<&str>) -> String {
    match name.filter(|_| HOLDERS.contains(&module.as_str())) {
        Some(name) => format!("{module}.{name}"),
        None => module,
    }
}

/// Whether nothing uses what `import` of the statement at `span` brings into that module.
///
/// To import a whole module may be done for what happens then, and a package's `__init__.py` imports for others. A name
/// in a comment or in a text, such as `__all__` or an annotation in quotes, is a use like any other.
pub(super) fn is_unused(
    repository: &Repository<'_>,
    taken: &Taken,
    (module, span): (usize, Span),
    import: &Import<'_>,
) -> bool {
    let own = &repository.modules[module];
    let Some(name) = import.name.filter(|name| *name != "*") else { return false };
    let bound = import.alias.unwrap_or(name);
    let is_meant = own.path.ends_with("__init__.py") || is_kept(own.text, span);
    !is_meant
        && !is_written(&own.text[..span.start], bound)
        && !is_written(&own.text[span.end..], bound)
        && !taken.has(module, bound)
}

/// Whether a comment in the lines of a statement says that the import is meant to be there.
fn is_kept(text: &str, span: Span) -> bool {
    let end = text[span.end..].find('\n').map_or(text.len(), |length| span.end + length);
    text[span.start..end].contains('#')
}

/// Whether a name stands in a text as a word.
fn is_written(text: &str, name: &str) -> bool {
    let is_part = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii())
    };
    let bytes = text.as_bytes();
    text.match_indices(name).any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        !is_part(before) && !is_part(bytes.get(at + name.len()))
    })
}
