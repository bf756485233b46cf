//! Imports of names that the module does not have: the file that holds one fails when it is imported.

use super::reach::Reach;
use super::repository::Repository;
use super::syntax::{Import, StmtKind};
use crate::domain::facts::{BrokenImport, Unreadable};

/// Most that are stated.
const MOST: usize = 50;
/// Words by which a module may get names that no statement of its own binds.
const BY_OTHER_MEANS: [&str; 5] = ["globals(", "exec(", "setattr(", "sys.modules", "__getattr__"];

/// The names that files of the program import from each other in vain, by file and line.
///
/// An import counts where it is sure to run when its file is imported, and where the module that it names is one
/// of the repository's, was read whole, and has the name nowhere, not even in a comment.
pub(super) fn broken(
    repository: &Repository<'_>,
    reach: &Reach,
    unreadable: &[Unreadable],
) -> Vec<BrokenImport> {
    let mut found = Vec::new();
    for (from, module) in repository.modules.iter().enumerate() {
        if module.in_tests || reach.live(from) == Some(false) {
            continue;
        }
        for stmt in &module.syntax.body {
            let StmtKind::Import(imports) = &stmt.kind else { continue };
            for import in imports {
                let lacked =
                    lacked(repository, import, from).map(|(name, at)| (name.to_owned(), at, false));
                let twin =
                    || other_case(repository, import, from).map(|(name, at)| (name, at, true));
                let Some((name, target, other_case)) = lacked.or_else(twin) else { continue };
                let target = &repository.modules[target];
                if unreadable.iter().all(|lost| lost.place.file != target.path) {
                    found.push(BrokenImport {
                        name,
                        module: target.path.to_owned(),
                        other_case,
                        place: module.place(stmt.span),
                    });
                }
            }
        }
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.truncate(MOST);
    found
}

/// The name that an import asks for, and the module that does not have it.
fn lacked<'r>(
    repository: &Repository<'r>,
    import: &Import<'r>,
    from: usize,
) -> Option<(&'r str, usize)> {
    let name = import.name.filter(|name| *name != "*")?;
    let target = repository.imported_module(import, from).ok()?;
    let module = &repository.modules[target];
    // A package has its submodules, too, and what stands elsewhere under the same name may be what is meant.
    let path = module.path.strip_suffix(".py")?;
    let is_package = path.ends_with("__init__");
    let whole = path.replace('/', ".");
    let is_meant = import.level > 0
        || whole == import.module
        || whole.strip_prefix("src.").is_some_and(|inner| inner == import.module);
    let alone = import.level > 0 || repository.modules_named(import.module) == [target];
    if is_package || !is_meant || !alone {
        return None;
    }
    let own = repository.scopes[target].scopes[0].stars.is_empty()
        && BY_OTHER_MEANS.iter().all(|means| !module.text.contains(means));
    (own && !has_word(module.text, name)).then_some((name, target))
}

/// The module that an import names in other capitals and small letters than its file has: Python tells them apart on
/// every system.
fn other_case<'r>(
    repository: &Repository<'r>,
    import: &Import<'r>,
    from: usize,
) -> Option<(String, usize)> {
    let name = repository.imported_module(import, from).err().filter(|name| name.contains('.'))?;
    let is_twin = |path: &str| {
        let dotted = path.strip_suffix(".py").unwrap_or(path).replace('/', ".");
        dotted.eq_ignore_ascii_case(&name) && dotted != name
    };
    let mut twins =
        (0..repository.modules.len()).filter(|at| is_twin(repository.modules[*at].path));
    let (twin, None) = (twins.next()?, twins.next()) else { return None };
    // A package from elsewhere may be called so, and has what is asked of it.
    let asked = import.name.filter(|asked| *asked != "*");
    if !asked.is_some_and(|asked| has_word(repository.modules[twin].text, asked)) {
        return None;
    }
    // A name that is brought by other means is not looked for in a file.
    let brought = repository.modules.iter().any(|module| module.text.contains("sys.modules"));
    (!brought).then_some((name, twin))
}

/// Whether a text has the word, other than in quotes of its own, which give no name to anything.
fn has_word(text: &str, word: &str) -> bool {
    let inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let quoted = before == after && matches!(before, Some('"' | '\''));
        !before.is_some_and(inside) && !after.is_some_and(inside) && !quoted
    })
}
