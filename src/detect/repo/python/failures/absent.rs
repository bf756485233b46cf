//! Imports of modules that a package of the repository does not have.

use super::super::repository::{At, Repository, dotted};
use super::super::syntax::{Import, Stmt, StmtKind};
use super::imports::may_bind;
use crate::domain::facts::{BrokenImport, TreeFacts};

/// Words by which a package may be made of more than its folder.
const BY_OTHER_MEANS: [&str; 5] =
    ["__path__", "sys.modules", "__getattr__", "import_module", "globals("];
/// Parts of the names of modules that are written when a program is built.
const BUILT: [&str; 6] = ["_pb2", "generated", "version", "proto", "_gen", "settings_local"];

/// The dotted name of the module that an import asks for, and the package in which it would stand. Only the tree tells
/// whether it is there all the same: see [`confirm`].
pub(in super::super) fn absent(
    repository: &Repository<'_>,
    import: &Import<'_>,
    from: usize,
) -> Option<(String, usize)> {
    let name = match repository.imported_module(import, from) {
        Err(name) => name,
        Ok(package) => {
            let asked = import.name.filter(|name| *name != "*")?;
            // What has capitals is no module, and what a package gives out is looked for in its own way.
            if !is_package(repository, package)
                || asked.contains(char::is_uppercase)
                || may_bind(repository, package, asked)
            {
                return None;
            }
            let package = match import.level {
                0 => import.module.to_owned(),
                _ => dotted(repository.modules[package].path).join("."),
            };
            format!("{package}.{asked}")
        }
    };
    let (package_name, own) = name.rsplit_once('.')?;
    let whole = |module: usize| dotted(repository.modules[module].path).join(".");
    let is_meant = |module: &usize| {
        let whole = whole(*module);
        whole == package_name
            || (import.level == 0
                && whole.strip_prefix("src.").is_some_and(|inner| inner == package_name))
    };
    let package = repository.modules_named(package_name).iter().copied().find(is_meant)?;
    let (module, whole) = (&repository.modules[package], whole(package));
    let alone = repository.modules_named(&whole) == [package]
        && (import.level > 0 || repository.modules_named(package_name) == [package]);
    let is_built = own.starts_with('_') || BUILT.iter().any(|part| own.contains(part));
    let is_certain = is_package(repository, package)
        && alone
        && !is_built
        && repository.named_module(&name, from).is_none()
        && !BY_OTHER_MEANS.iter().any(|means| module.text.contains(means))
        && !repository.texts.hold("sys.modules")
        && (import.level > 0 || is_own(repository, package_name));
    is_certain.then_some((name, package))
}

fn is_package(repository: &Repository<'_>, module: usize) -> bool {
    repository.modules[module].path.ends_with("/__init__.py")
}

/// Whether some import finds a thing of the repository under the first part of the name: another package, installed from
/// elsewhere, may be called the same.
fn is_own(repository: &Repository<'_>, name: &str) -> bool {
    let first = name.split('.').next();
    (0..repository.modules.len()).any(|from| {
        let mut finds = false;
        Stmt::each_own(&repository.modules[from].syntax.body, &mut |stmt| {
            let StmtKind::Import(imports) = &stmt.kind else { return };
            finds |= imports.iter().any(|import| {
                import.level == 0
                    && import.module.split('.').next() == first
                    && repository.imported_module(import, from).is_ok_and(|target| {
                        let scope = repository.scope(At::top(target));
                        import.name.is_some_and(|name| scope.bindings.contains_key(name))
                    })
            });
        });
        finds
    })
}

/// Keeps of the imports of absent modules those of which the tree has nothing by that name, in whatever language or form.
pub fn confirm(imports: &mut Vec<BrokenImport>, tree: &TreeFacts) {
    let is_whole = !tree.truncated && tree.damage.is_empty() && tree.unlisted.is_empty();
    imports.retain(|import| {
        let folder = import.module.trim_end_matches("__init__.py");
        let own = import.name.rsplit('.').next().unwrap_or_default();
        let stem = format!("{folder}{own}");
        // Be it a module, a folder, a submodule, or a pattern by which people are to write theirs.
        let is_there = |path: &str| {
            path.get(..stem.len()).is_some_and(|start| start.eq_ignore_ascii_case(&stem))
                && path[stem.len()..].chars().next().is_none_or(|next| "./".contains(next))
        };
        let named = format!("{own}.py");
        let is_kept_out = || {
            tree.ignored
                .iter()
                .any(|rule| rule.pattern.trim_start_matches(['/', '*']).ends_with(&named))
        };
        !import.absent
            || (is_whole
                && !tree.entries.iter().any(|entry| is_there(&entry.path))
                && !is_kept_out())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{IgnoreRule, Lines, TreeEntry};
    use std::collections::BTreeMap;

    #[track_caller]
    fn check(paths: &[&str], ignored: Option<&str>, is_kept: bool) {
        let mut imports = vec![BrokenImport {
            name: "app.common".into(),
            module: "src/app/__init__.py".into(),
            other_case: false,
            absent: true,
            caught: false,
            like: None,
            inside: None,
            stops: BTreeMap::new(),
            place: Lines::new("src/app/main.py", "b", 1, 1),
        }];
        let entry = |path: &&str| TreeEntry { path: (*path).to_owned(), ..TreeEntry::default() };
        let rule = |pattern: &str| IgnoreRule { folder: String::new(), pattern: pattern.into() };
        let tree = TreeFacts {
            entries: paths.iter().map(entry).collect(),
            ignored: ignored.map(rule).into_iter().collect(),
            ..TreeFacts::default()
        };
        confirm(&mut imports, &tree);
        assert_eq!(imports.len(), usize::from(is_kept), "{paths:?}");
    }

    #[test]
    fn only_what_the_tree_has_in_no_form_is_absent() {
        check(&["src/app/__init__.py", "src/app/commons.py", "src/common.py"], None, true);
        check(&["src/app/common.so"], None, false);
        check(&["src/app/Common.py"], None, false);
        check(&["src/app/common/inner.py"], None, false);
        check(&["src/app/common"], None, false);
        check(&["src/app/common.example.py"], None, false);
        check(&[], Some("/src/app/common.py"), false);
        check(&[], Some("common.txt"), true);
    }
}
