//! What an import asks for.

use super::super::syntax::{Import, Stmt, StmtKind};
use super::{Repository, dotted};

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
