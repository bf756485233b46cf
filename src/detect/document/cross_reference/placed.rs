//! Bare names that a sentence puts into a folder: `main.py` in "run `main.py` in the `server` folder".

use super::Clerk;
use crate::detect::phrase::Phrase;
use crate::domain::facts::CitedPath;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What stands behind a file that lies in a folder.
static BEHIND: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^(?:[`'\x22)]|’|”)*(?: (?:file|script|module|that|which|is|located|placed|found|stored|present|lies|lives|resides))*",
        r" \(?(?:in|inside|on|under|within|from) (?:(?:the|our|its) )?(?:[`'\x22]|‘|“)?(?P<folder>[a-z0-9_./-]+)(?:[`'\x22]|’|”)? (?:sub-?)?(?:folder|directory)\b",
    ))
});

/// What stands before one.
static BEFORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:in|inside|under|within|from) (?:(?:the|our|its) )?(?:[`'\x22]|‘|“)?(?P<folder>[a-z0-9_./-]+)(?:[`'\x22]|’|”)? (?:sub-?)?(?:folder|directory),?",
        r"(?: (?:we|run|execute|open|start|call|launch|the|file|script|is|python3?|node|bash)){0,4} (?:[`'\x22(]|‘|“)?$",
    ))
});

impl Clerk<'_> {
    /// The file of a bare name in the folder that the sentence puts it into, where the tree has it there.
    pub(super) fn in_its_folder(&self, cited: &CitedPath) -> Option<&str> {
        if cited.path.contains('/') {
            return None;
        }
        let (before, after) = cited.sentence.split_once(cited.written.as_str())?;
        let named = |phrase: &'static Phrase, text: &str| {
            let groups = phrase.groups(text)?;
            groups.name("folder").map(|folder| folder.trim_matches(['.', '/']).to_owned())
        };
        let folder = named(&BEHIND, after).or_else(|| named(&BEFORE, before))?;
        self.catalog.directories_of(&folder).find_map(|directory| {
            let path = format!("{directory}/{}", cited.path);
            self.catalog.file(&path)
        })
    }

    /// The file of a bare name, other than that at the root, to whose folder the sentence or its heading points by a name
    /// that no word is by chance.
    pub(super) fn pointed_to(&self, cited: &CitedPath) -> Option<&str> {
        /// Fewest letters of such a name.
        const FEWEST: usize = 5;
        if cited.path.contains('/') {
            return None;
        }
        let inside = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
        let told = [cited.heading.as_deref().unwrap_or_default(), &cited.sentence];
        let words = told.iter().flat_map(|text| text.split(|letter| !inside(letter)));
        let names: BTreeSet<String> = words
            .map(|word| word.trim_matches(['-', '_']))
            .filter(|word| word.len() >= FEWEST && word.contains(['-', '_']))
            .map(alike)
            .collect();
        let mut fitting = self.catalog.namesakes(&cited.path).iter().copied().filter(|other| {
            let folder = other.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut parts = folder.split('/').flat_map(|part| part.split("__"));
            parts.any(|part| names.contains(&alike(part)))
        });
        fitting.next().filter(|_| fitting.next().is_none())
    }
}

/// A name, however its words are joined.
fn alike(name: &str) -> String {
    name.replace('_', "-").to_lowercase()
}
