//! What an import asks for.

use super::super::syntax::Import;
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
}
