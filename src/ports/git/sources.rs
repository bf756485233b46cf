//! The text files of a tree.

use super::Repository;
use super::changes::spread;
use super::kept::Kept;
use super::lines::is_binary;
use super::objects::blob;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{TreeEntry, TreeFacts};
use crate::domain::limits::Limits;
use gix::ObjectId;
use gix::objs::FindHeader;
use std::path::Path;

/// Most sentences about files that were left out; the rest is counted in one more.
const SENTENCES: usize = 20;

/// Endings of files that hold no text; they are not even looked at.
const BINARY: [&str; 40] = [
    "7z", "avif", "bin", "bmp", "bz2", "db", "dll", "doc", "docx", "eot", "exe", "gif", "gz",
    "ico", "jar", "jpeg", "jpg", "mov", "mp3", "mp4", "npy", "npz", "onnx", "otf", "parquet",
    "pdf", "pkl", "png", "pptx", "pyc", "so", "sqlite", "tar", "tif", "tiff", "ttf", "webp",
    "woff", "woff2", "zip",
];

/// What became of one file.
enum Read {
    Text(Vec<u8>),
    Binary,
    Lost(String),
}

/// Reads the text files of `tree`, Python first, each group in path order, up to the limits.
///
/// Files that were left out for their size go to `limits_reached`, unreadable ones to the tree's damage.
pub(super) fn sources(
    repo: &Repository,
    tree: &mut TreeFacts,
    limits: &Limits,
    limits_reached: &mut Vec<String>,
) -> Vec<Source> {
    let mut files: Vec<&TreeEntry> = tree.entries.iter().filter(|e| may_be_text(e)).collect();
    files.sort_by_key(|entry| !is_python(&entry.path));
    let sizes = spread(repo, files.len(), |git, at| {
        let id = ObjectId::from_hex(files[at].blob.as_bytes()).ok()?;
        git.objects.try_header(&id).ok().flatten().map(|header| header.size)
    });
    let chosen = choose(&files, &sizes, limits, limits_reached);
    let read = spread(repo, chosen.len(), |git, at| load(&git.objects, &repo.kept, chosen[at]));
    let mut sources = Vec::with_capacity(chosen.len());
    let mut damage = Vec::new();
    for (entry, read) in chosen.into_iter().zip(read) {
        match read {
            Read::Text(bytes) => {
                sources.push(Source { path: entry.path.clone(), blob: entry.blob.clone(), bytes });
            }
            Read::Binary => {}
            Read::Lost(sentence) => damage.push(sentence),
        }
    }
    tree.damage.extend(damage);
    sources
}

/// Picks the files that fit, in order, so that the choice does not depend on timing.
fn choose<'a>(
    files: &[&'a TreeEntry],
    sizes: &[Option<u64>],
    limits: &Limits,
    limits_reached: &mut Vec<String>,
) -> Vec<&'a TreeEntry> {
    let (mut chosen, mut total) = (Vec::new(), 0_u64);
    let mut left_out = Vec::new();
    for (entry, size) in files.iter().zip(sizes) {
        // A file without a known size is missing or damaged, which reading it will state.
        let size = size.unwrap_or(0);
        if size > limits.blob_bytes {
            let limit = limits.blob_bytes;
            left_out.push(format!(
                "`{}` has {size} bytes, more than the limit of {limit}; it was not read.",
                entry.path
            ));
        } else if total + size > limits.source_bytes {
            let limit = limits.source_bytes;
            left_out.push(format!(
                "`{}` was not read, because the sources have more than {limit} bytes in all.",
                entry.path
            ));
        } else {
            total += size;
            chosen.push(*entry);
        }
    }
    let more = left_out.len().saturating_sub(SENTENCES);
    limits_reached.extend(left_out.into_iter().take(SENTENCES));
    if more > 0 {
        limits_reached.push(format!("{more} more files were not read for their size."));
    }
    chosen
}

fn load(objects: &gix::OdbHandle, kept: &Kept, entry: &TreeEntry) -> Read {
    let lost = |why: &dyn std::fmt::Display| {
        Read::Lost(format!("The content of `{}` ({}) {why}.", entry.path, entry.blob))
    };
    let Ok(id) = ObjectId::from_hex(entry.blob.as_bytes()) else { return lost(&"has no valid id") };
    match blob(objects, kept, id) {
        Ok(bytes) if is_text(&entry.path, &bytes) => Read::Text(bytes),
        Ok(_) => Read::Binary,
        Err(why) => lost(&why),
    }
}

pub(super) fn may_be_text(entry: &TreeEntry) -> bool {
    let ending = entry.path.rsplit('/').next().and_then(|name| name.rsplit_once('.'));
    let ending = ending.map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    let is_file = matches!(entry.mode.as_str(), "file" | "executable");
    is_file && BINARY.binary_search(&ending.as_str()).is_err()
}

/// Python files are kept whatever they hold, so that the reader of Python can say what is wrong with them;
/// files that begin with a UTF-16 mark are text although they hold zero bytes.
fn is_text(path: &str, bytes: &[u8]) -> bool {
    is_python(path)
        || bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || !is_binary(bytes)
}

fn is_python(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "py" || ending == "pyi")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_of_binary_files_are_sorted_for_the_search() {
        assert!(BINARY.is_sorted());
    }
}
