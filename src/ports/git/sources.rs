//! The text files of a tree.

use super::Repository;
use super::changes::spread;
use super::kept::Kept;
use super::lines::is_binary;
use super::objects::blob;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{
    Language, Lines, TreeEntry, TreeFacts, Unreadable, environments, is_in_one, is_installed,
};
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

/// How a file begins whose content is kept outside of the repository.
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// What became of one file.
enum Read {
    Text(Vec<u8>),
    Binary,
    Pointer,
    Lost(String),
}

/// Reads the text files of `tree`, Python first, each group in path order, up to the limits; then tells which of
/// them were not read. What a package manager put there comes last, so that it takes no room from the rest.
///
/// Files that were left out for their size or whose content is elsewhere go to `limits_reached`, unreadable ones
/// to the tree's damage.
pub(super) fn sources(
    repo: &Repository,
    tree: &mut TreeFacts,
    limits: &Limits,
    limits_reached: &mut Vec<String>,
) -> (Vec<Source>, Vec<Unreadable>) {
    let mut files: Vec<&TreeEntry> = tree.entries.iter().filter(|e| may_be_text(e)).collect();
    let made = environments(tree.entries.iter().map(|entry| entry.path.as_str()));
    let theirs = |path: &str| is_installed(path.as_bytes()) || is_in_one(path, &made);
    files.sort_by_key(|entry| (theirs(&entry.path), !is_python(&entry.path)));
    let sizes = spread(repo, files.len(), |git, at| {
        let id = ObjectId::from_hex(files[at].blob.as_bytes()).ok()?;
        git.objects.try_header(&id).ok().flatten().map(|header| header.size)
    });
    let mut unread = Vec::new();
    let chosen = choose((&files, &sizes), &theirs, limits, limits_reached, &mut unread);
    let read = spread(repo, chosen.len(), |git, at| load(git, &repo.kept, chosen[at]));
    let mut sources = Vec::with_capacity(chosen.len());
    let (mut damage, mut pointers) = (Vec::new(), Vec::new());
    for (entry, read) in chosen.into_iter().zip(read) {
        match read {
            Read::Text(bytes) => {
                sources.push(Source { path: entry.path.clone(), blob: entry.blob.clone(), bytes });
            }
            Read::Binary => {}
            Read::Pointer => {
                unread.push(not_read(
                    entry,
                    "is a Git LFS pointer, its content is not in the repository",
                ));
                pointers.push(entry.path.as_str());
            }
            Read::Lost(sentence) => {
                unread.push(not_read(entry, "could not be read"));
                damage.push(sentence);
            }
        }
    }
    limits_reached.extend(elsewhere(&pointers));
    tree.damage.extend(damage);
    // Nobody looks for anything in what is installed.
    unread.retain(|one: &Unreadable| !theirs(&one.place.file));
    unread.sort_by(|left, right| left.place.cmp(&right.place));
    (sources, unread)
}

fn not_read(entry: &TreeEntry, reason: &str) -> Unreadable {
    Unreadable { place: Lines::new(&entry.path, &entry.blob, 1, 1), reason: reason.to_owned() }
}

/// Says which files are kept elsewhere.
fn elsewhere(pointers: &[&str]) -> Vec<String> {
    let told = pointers.iter().take(SENTENCES).map(|path| {
        format!("`{path}` is a Git LFS pointer; its content is not in the repository.")
    });
    let more = pointers.len().saturating_sub(SENTENCES);
    let rest = (more > 0).then(|| format!("{more} more files are Git LFS pointers."));
    told.chain(rest).collect()
}

/// Picks the files that fit, in order, so that the choice does not depend on timing.
fn choose<'a>(
    (files, sizes): (&[&'a TreeEntry], &[Option<u64>]),
    theirs: &dyn Fn(&str) -> bool,
    limits: &Limits,
    limits_reached: &mut Vec<String>,
    unread: &mut Vec<Unreadable>,
) -> Vec<&'a TreeEntry> {
    let (mut chosen, mut total) = (Vec::new(), 0_u64);
    let (mut left_out, mut installed) = (Vec::new(), Vec::new());
    for (entry, size) in files.iter().zip(sizes) {
        // A file without a known size is missing or damaged, which reading it will state.
        let size = size.unwrap_or(0);
        let is_beyond = size > limits.blob_bytes || total + size > limits.source_bytes;
        if is_beyond && theirs(&entry.path) {
            installed.push(entry.path.as_str());
        } else if size > limits.blob_bytes {
            let limit = limits.blob_bytes;
            unread.push(not_read(entry, "was not read for its size"));
            left_out.push(format!(
                "`{}` has {size} bytes, more than the limit of {limit}; it was not read.",
                entry.path
            ));
        } else if total + size > limits.source_bytes {
            let limit = limits.source_bytes;
            unread.push(not_read(entry, "was not read for its size"));
            left_out.push(format!(
                "`{}` was not read, because the sources have more than {limit} bytes in all.",
                entry.path
            ));
        } else {
            total += size;
            chosen.push(*entry);
        }
    }
    if let Some(first) = installed.first() {
        let (them, are) = match installed.len() {
            1 => ("file of an installed package was", "it is"),
            _ => ("files of installed packages were", "the first is"),
        };
        left_out.push(format!("{} {them} not read for size: {are} `{first}`.", installed.len()));
    }
    let more = left_out.len().saturating_sub(SENTENCES);
    limits_reached.extend(left_out.into_iter().take(SENTENCES));
    if more > 0 {
        limits_reached.push(format!("{more} more files were not read for their size."));
    }
    chosen
}

fn load(git: &gix::Repository, kept: &Kept, entry: &TreeEntry) -> Read {
    let lost = |why: &dyn std::fmt::Display| {
        Read::Lost(format!("The content of `{}` ({}) {why}.", entry.path, entry.blob))
    };
    let Ok(id) = ObjectId::from_hex(entry.blob.as_bytes()) else { return lost(&"has no valid id") };
    match blob(git, kept, id) {
        Ok(bytes) if bytes.starts_with(POINTER) => Read::Pointer,
        Ok(bytes) if is_python(&entry.path) => Read::Text(bytes),
        Ok(bytes) if bytes.starts_with(&[0xff, 0xfe]) => {
            Read::Text(utf8(&bytes[2..], u16::from_le_bytes))
        }
        Ok(bytes) if bytes.starts_with(&[0xfe, 0xff]) => {
            Read::Text(utf8(&bytes[2..], u16::from_be_bytes))
        }
        Ok(bytes) if !is_binary(&bytes) || is_source(&entry.path, &bytes) => Read::Text(bytes),
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

/// UTF-16 in UTF-8; what is no text in it is replaced.
fn utf8(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String =
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    text.into_bytes()
}

/// Files of Python are kept whatever they hold, so that the reader of Python can say what is wrong with them.
fn is_python(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|ending| ["py", "pyi", "pyw"].iter().any(|one| ending == *one))
}

/// Whether a file is a source that happens to hold a sign which texts have not, as in a regular expression.
fn is_source(path: &str, bytes: &[u8]) -> bool {
    Language::of(path).is_some() && std::str::from_utf8(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_with_a_sign_that_texts_have_not_is_read() {
        assert!(is_source("src/a.ts", b"const end = /\0/;\n"));
        assert!(!is_source("src/a.ts", &[0x47, 0x40, 0, 0xff]));
        assert!(!is_source("a.dat", b"\0"));
    }

    #[test]
    fn endings_of_binary_files_are_sorted_for_the_search() {
        assert!(BINARY.is_sorted());
    }
}
