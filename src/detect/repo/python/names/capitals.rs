//! Imports that name a module in other capitals and small letters than its file has.
//!
//! Python tells them apart on every system, so that the import fails; which file is meant is plain all the same.

use super::super::repository::Repository;
use super::super::sources::parse::Module;
use super::super::syntax::Import;
use std::collections::BTreeMap;

/// The modules by their whole dotted names in small letters; none under a name that several have.
pub(in super::super) fn folded(modules: &[Module<'_>]) -> BTreeMap<String, Option<usize>> {
    let mut found = BTreeMap::new();
    for (index, module) in modules.iter().enumerate() {
        let name = dotted(module.path).to_ascii_lowercase();
        found.entry(name).and_modify(|twin| *twin = None).or_insert(Some(index));
    }
    found
}

fn dotted(path: &str) -> String {
    path.strip_suffix(".py").unwrap_or(path).replace('/', ".")
}

impl Repository<'_> {
    /// The module that an import names in other capitals and small letters than its file has, and the name.
    pub(in super::super) fn other_case(
        &self,
        import: &Import<'_>,
        from: usize,
    ) -> Option<(String, usize)> {
        let name = self.imported_module(import, from).err()?;
        Some((name.clone(), self.meant(import, &name)?))
    }

    /// The module that an import names, be it in other capitals, or its dotted name when it is not in the repository.
    pub(in super::super) fn meant_module(
        &self,
        import: &Import<'_>,
        from: usize,
    ) -> Result<usize, String> {
        self.imported_module(import, from).or_else(|name| self.meant(import, &name).ok_or(name))
    }

    /// The module that is meant by a name which no module has.
    fn meant(&self, import: &Import<'_>, name: &str) -> Option<usize> {
        let twin = (*self.folded.get(&name.to_ascii_lowercase())?)?;
        let is_inner = name.contains('.') && dotted(self.modules[twin].path) != name;
        // A package from elsewhere may be called so, and has what is asked of it.
        let asked = import.name.filter(|asked| *asked != "*")?;
        // A name that is brought by other means is not looked for in a file.
        let brought = || self.texts.hold("sys.modules");
        (is_inner && has_word(self.modules[twin].text, asked) && !brought()).then_some(twin)
    }
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
