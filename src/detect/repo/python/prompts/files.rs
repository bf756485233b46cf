//! Prompts that lie in files of their own, beside the sources that read them.

use super::super::repository::Repository;
use super::super::running::reach::Reach;
use super::passed::plain;
use super::persona_in;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lines, PromptFact};
use std::path::Path;

/// Endings of files that hold a prompt.
const ENDINGS: [&str; 8] = ["txt", "md", "j2", "jinja", "jinja2", "prompt", "yaml", "yml"];

/// Fewest words of a prompt.
const WORDS: usize = 4;

/// Lists the files whose name is a persona's, in a folder of prompts that a source names.
pub(in crate::detect::repo::python) fn files(
    repository: &Repository<'_>,
    reach: &Reach,
    sources: &[Source],
) -> Vec<PromptFact> {
    sources.iter().filter_map(|source| fact(repository, reach, source)).collect()
}

fn fact(repository: &Repository<'_>, reach: &Reach, source: &Source) -> Option<PromptFact> {
    let path = Path::new(&source.path);
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let stem = path.file_stem()?.to_str()?;
    let (folders, name) = source.path.rsplit_once('/')?;
    let folder = folders.rsplit('/').find(|folder| holds_prompts(folder));
    let persona = persona_in(stem)?;
    if !ENDINGS.contains(&ending.as_str()) || (folder.is_none() && !holds_prompts(stem)) {
        return None;
    }
    let text = std::str::from_utf8(&source.bytes).ok()?;
    if text.split_whitespace().count() < WORDS {
        return None;
    }
    let live = read_by(repository, reach, &[Some(name), folder, Some(stem)])?;
    let lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX).max(1);
    Some(plain(persona, text, live, Lines::new(&source.path, &source.blob, 1, lines)))
}

fn holds_prompts(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !name.starts_with('.') && ["prompt", "persona"].iter().any(|word| name.contains(word))
}

/// Whether a source outside the tests has one of `names` in a string, and whether that source is
/// reached; nothing where none has.
#[expect(clippy::option_option, reason = "the outer says whether, the inner how sure that runs")]
fn read_by(
    repository: &Repository<'_>,
    reach: &Reach,
    names: &[Option<&str>],
) -> Option<Option<bool>> {
    let mut found = None;
    for (index, module) in repository.program_numbered() {
        let spoken = |name: &str| {
            module.text.match_indices(name).any(|(start, _)| {
                let before = module.text[..start].chars().next_back();
                let after = module.text[start + name.len()..].chars().next();
                let edge = |char: Option<char>| matches!(char, Some('"' | '\'' | '/'));
                edge(before) && edge(after)
            })
        };
        if names.iter().flatten().any(|name| spoken(name)) {
            match reach.live(index) {
                Some(true) => return Some(Some(true)),
                live => found = Some(found.unwrap_or(live)),
            }
        }
    }
    found
}
