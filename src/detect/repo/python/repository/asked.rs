//! What an import asks for, and which module that is.

use super::super::syntax::{Import, Stmt, StmtKind};
use super::{Repository, dotted};

/// Packages that an import of that name means, unless the repository's root has one.
const WELL_KNOWN: &[&str] = &[
    "ast",
    "asyncio",
    "builtins",
    "dataclasses",
    "dulwich",
    "enum",
    "functools",
    "git",
    "importlib",
    "instructor",
    "itertools",
    "json",
    "langgraph",
    "logging",
    "marshal",
    "openai",
    "operator",
    "os",
    "pathlib",
    "pickle",
    "pydantic",
    "pygit2",
    "re",
    "shutil",
    "statistics",
    "subprocess",
    "sys",
    "tempfile",
    "tenacity",
    "torch",
    "typing",
    "typing_extensions",
    "yaml",
];

impl Repository<'_> {
    /// The dotted name of the module that an import names; of a relative one as its file is called from the root.
    pub(in crate::detect::repo::python) fn asked(
        &self,
        import: &Import<'_>,
        from: usize,
    ) -> String {
        if import.level == 0 {
            return import.module.to_owned();
        }
        let mut parts = dotted(self.modules[from].path);
        let package = self.modules[from].path.ends_with("__init__.py");
        let up = import.level - usize::from(package);
        parts.truncate(parts.len().saturating_sub(up));
        parts.extend(import.module.split('.').filter(|part| !part.is_empty()).map(Into::into));
        parts.join(".")
    }

    /// The module that an import names, or its dotted name when it is not in the repository.
    pub(in crate::detect::repo::python) fn imported_module(
        &self,
        import: &Import<'_>,
        from: usize,
    ) -> Result<usize, String> {
        let name = self.asked(import, from);
        self.named_module(&name, from).ok_or(name)
    }

    /// The module that `name` means to the module `from`: of several, the one nearest to it.
    pub(in crate::detect::repo::python) fn named_module(
        &self,
        name: &str,
        from: usize,
    ) -> Option<usize> {
        let near = |index: &usize| {
            let (left, right) = (self.modules[*index].path, self.modules[from].path);
            let shared = left.bytes().zip(right.bytes()).take_while(|(l, r)| l == r).count();
            (shared, usize::MAX - left.len())
        };
        let first = name.split('.').next().unwrap_or_default();
        // `src/tools/json.py` is not what `import json` means elsewhere.
        let whole = WELL_KNOWN.contains(&first) || first.starts_with("langchain");
        let candidates = self.by_name.get(name)?.iter().copied().filter(|index| {
            let path = self.modules[*index].path;
            *index != from && (!whole || dotted(path).first().is_some_and(|root| root == first))
        });
        candidates.max_by_key(near)
    }

    /// How often modules import a name, `tested` those of the tests as well; nothing where one calls it by another.
    pub(in crate::detect::repo::python) fn imports_of(
        &self,
        name: &str,
        tested: bool,
    ) -> Option<usize> {
        let mut found = Some(0);
        for module in self.modules.iter().filter(|module| tested || !module.in_tests) {
            Stmt::each(&module.syntax.body, &mut |stmt| {
                let StmtKind::Import(imports) = &stmt.kind else { return };
                for import in imports.iter().filter(|import| import.name == Some(name)) {
                    found = found.filter(|_| import.alias.is_none()).map(|found| found + 1);
                }
            });
        }
        found
    }
}
