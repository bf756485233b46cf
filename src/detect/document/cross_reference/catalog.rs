//! The tree, arranged so that paths can be looked up by what is known of them.

mod slips;

use super::super::path_names::has_extension;
use crate::domain::facts::{PathStatus, TreeFacts, is_installed};
use globset::GlobBuilder;
use slips::unscored;
use std::collections::{BTreeMap, BTreeSet};

/// What of the tree a cited path fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fit<'a> {
    /// The very file.
    Exact(&'a str),
    /// A directory.
    Directory(String),
    /// The one file whose path ends so.
    Suffix(&'a str),
    /// The one source file, but for its ending.
    Stem(&'a str),
    /// Several files.
    Several(Vec<&'a str>),
    /// Several files of the same name in other directories.
    Namesakes(Vec<&'a str>),
    /// The files that a path with `*` stands for.
    Pattern(Vec<&'a str>),
    /// The path, but for capitals.
    OtherCase(&'a str),
    /// A file of the same name in another directory.
    Elsewhere(&'a str),
    /// A package where a module was cited: `judges/` for `judges.py`.
    Package(&'a str),
    /// Nothing.
    Nothing,
}

impl Fit<'_> {
    /// The file, if the path fits exactly one.
    pub(super) fn sole(&self) -> Option<&str> {
        match self {
            Self::Exact(path) | Self::Suffix(path) => Some(path),
            Self::Directory(_)
            | Self::Stem(_)
            | Self::Several(_)
            | Self::Namesakes(_)
            | Self::Pattern(_)
            | Self::OtherCase(_)
            | Self::Elsewhere(_)
            | Self::Package(_)
            | Self::Nothing => None,
        }
    }
}

pub(super) struct Catalog<'a> {
    paths: BTreeSet<&'a str>,
    lowered: BTreeMap<String, &'a str>,
    by_name: BTreeMap<&'a str, Vec<&'a str>>,
    directories: BTreeSet<&'a str>,
}

impl<'a> Catalog<'a> {
    pub(super) fn new(tree: &'a TreeFacts) -> Self {
        let mut catalog = Self {
            paths: BTreeSet::new(),
            lowered: BTreeMap::new(),
            by_name: BTreeMap::new(),
            directories: BTreeSet::new(),
        };
        for entry in &tree.entries {
            let path = entry.path.as_str();
            catalog.paths.insert(path);
            catalog.lowered.insert(path.to_lowercase(), path);
            let name = path.rsplit('/').next().unwrap_or(path);
            catalog.by_name.entry(name).or_default().push(path);
            for (at, _) in path.match_indices('/') {
                catalog.directories.insert(&path[..at]);
            }
        }
        // Whoever names a file of their own means none of a library that lies in the tree.
        for files in catalog.by_name.values_mut().filter(|files| files.len() > 1) {
            let is_own = |path: &&str| !is_installed(path.as_bytes());
            if files.iter().any(is_own) {
                files.retain(is_own);
            }
        }
        catalog
    }

    pub(super) fn has_file(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// The file of just this path.
    pub(super) fn file(&self, path: &str) -> Option<&'a str> {
        self.paths.get(path).copied()
    }

    /// The file or the directory of just this path.
    pub(super) fn exactly(&self, path: &str) -> Option<&'a str> {
        self.file(path).or_else(|| self.directories.get(path).copied())
    }

    /// The files or the directories below others whose paths end in this one.
    pub(super) fn ending_in<'c>(&'c self, path: &str) -> impl Iterator<Item = &'a str> + 'c {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = format!("/{path}");
        let files = self.namesakes(name).iter().copied();
        files.chain(self.directories.iter().copied()).filter(move |one| one.ends_with(&ending))
    }

    /// Whether the last part of the path is the name of a file, or the path a directory: without it the path fits
    /// nothing closely, and there is no need to look for what it may fit otherwise.
    pub(super) fn knows(&self, path: &str) -> bool {
        let path = path.trim_start_matches("../");
        let name = path.rsplit('/').next().unwrap_or(path);
        self.by_name.contains_key(name) || self.has_directory(path)
    }

    pub(super) fn has_directory(&self, path: &str) -> bool {
        self.directories.contains(path)
    }

    /// Whether a directory has this name, however its words are joined and its letters are written.
    pub(super) fn has_directory_like(&self, path: &str) -> bool {
        let name = unscored(path.rsplit('/').next().unwrap_or(path));
        self.directories.iter().any(|one| unscored(one.rsplit('/').next().unwrap_or(one)) == name)
    }

    /// The directories of the tree that a name or the end of a path means, the one of just this path first.
    pub(super) fn directories_of<'c>(&'c self, path: &str) -> impl Iterator<Item = &'a str> + 'c {
        let (exact, ending) = (path.to_owned(), format!("/{path}"));
        let ending_so = self.directories.iter().copied().filter(move |one| one.ends_with(&ending));
        self.directories.get(exact.as_str()).copied().into_iter().chain(ending_so)
    }

    /// The files of a name.
    pub(super) fn namesakes(&self, name: &str) -> &[&'a str] {
        self.by_name.get(name).map_or(&[][..], Vec::as_slice)
    }

    /// The names of all files.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.by_name.keys().copied()
    }

    /// Whether the tree has the path's folder with another document like it inside, so that such a file is
    /// committed where there is one.
    pub(super) fn has_its_kind(&self, path: &str) -> bool {
        let Some((folder, name)) = path.rsplit_once('/') else { return false };
        let Some((_, ending)) = name.rsplit_once('.') else { return false };
        if !matches!(ending, "json" | "md" | "txt" | "yaml" | "yml") {
            return false;
        }
        let folder = match (self.has_directory(folder), self.directory_by_end(folder)) {
            (true, _) => folder.to_owned(),
            (false, Fit::Directory(sole)) => sole,
            (false, _) => return false,
        };
        let inside = format!("{folder}/");
        self.paths.iter().any(|other| {
            other.strip_prefix(inside.as_str()).is_some_and(|rest| {
                let own = rest.rsplit_once('.').is_some_and(|(_, end)| end == ending);
                own && !rest.contains('/')
            })
        })
    }

    /// Finds what the path fits, the closest fit first.
    pub(super) fn fit(&self, path: &str) -> Fit<'a> {
        let path = path.trim_start_matches("../");
        let body = path.trim_end_matches('/');
        if path.contains('*') {
            return self.by_pattern(path);
        }
        if let Some(exact) = self.paths.get(path) {
            return Fit::Exact(exact);
        }
        if self.directories.contains(body) {
            return Fit::Directory(body.to_string());
        }
        // A report may write the repository's own name in front.
        if let Some((_, inner)) = path.split_once('/')
            && inner.contains('/')
            && let Some(exact) = self.paths.get(inner)
        {
            return Fit::Suffix(exact);
        }
        if path.ends_with('/') {
            return self.directory_by_end(body);
        }
        let name = body.rsplit('/').next().unwrap_or(body);
        let namesakes = self.namesakes(name);
        let ending = format!("/{body}");
        let suffixed: Vec<&str> =
            namesakes.iter().copied().filter(|other| other.ends_with(&ending)).collect();
        match suffixed.as_slice() {
            [] => self.loosely(body, namesakes),
            [sole] => Fit::Suffix(sole),
            [..] => Fit::Several(suffixed),
        }
    }

    fn loosely(&self, path: &str, namesakes: &[&'a str]) -> Fit<'a> {
        if let Some(stem) = self.paths.get(format!("{path}.py").as_str()) {
            return Fit::Stem(stem);
        }
        if let Some(other) = self.lowered.get(&path.to_lowercase()) {
            return Fit::OtherCase(other);
        }
        let ending = format!("/{}", path.to_lowercase());
        if let Some((_, other)) = self.lowered.iter().find(|(low, _)| low.ends_with(&ending)) {
            return Fit::OtherCase(other);
        }
        let closest = closest(path, namesakes);
        match closest.as_slice() {
            [] => self.package(path),
            [sole] => Fit::Elsewhere(sole),
            [..] => Fit::Namesakes(closest),
        }
    }

    /// The files that a path with `*` stands for, where it begins with a directory of the tree.
    fn by_pattern(&self, path: &str) -> Fit<'a> {
        let folder = path.split('*').next().and_then(|before| before.rsplit_once('/'));
        let is_rooted = folder.is_some_and(|(folder, _)| self.has_directory(folder));
        let is_plain = !path.contains(['[', ']', '{', '}', '<', '>', '$', '?', '\\']);
        let pattern = Some(path).filter(|_| is_rooted && is_plain);
        let built = pattern.and_then(|path| {
            GlobBuilder::new(path).literal_separator(true).build().ok().map(|g| g.compile_matcher())
        });
        let Some(built) = built else { return Fit::Nothing };
        let files: Vec<&str> =
            self.paths.iter().copied().filter(|file| built.is_match(file)).collect();
        if files.is_empty() { Fit::Nothing } else { Fit::Pattern(files) }
    }

    fn package(&self, path: &str) -> Fit<'a> {
        let Some(stem) = path.strip_suffix(".py") else { return Fit::Nothing };
        let ending = format!("/{stem}");
        let fits = |other: &&&str| **other == stem || other.ends_with(&ending);
        self.directories.iter().find(fits).map_or(Fit::Nothing, |found| Fit::Package(found))
    }

    fn directory_by_end(&self, body: &str) -> Fit<'a> {
        let ending = format!("/{body}");
        let fitting: Vec<&str> =
            self.directories.iter().copied().filter(|other| other.ends_with(&ending)).collect();
        match fitting.as_slice() {
            [] => Fit::Nothing,
            [sole] => Fit::Directory((*sole).to_string()),
            [..] => Fit::Several(fitting),
        }
    }
}

/// What a fit says by itself; `None` when nothing fits.
pub(super) fn verdict(fit: &Fit<'_>) -> Option<(PathStatus, Option<String>, String)> {
    use PathStatus::{Ambiguous, Verified};
    let own = |path: &str| Some(path.to_string());
    Some(match fit {
        Fit::Exact(path) => (Verified, own(path), "in the tree".into()),
        Fit::Directory(path) => (Verified, Some(path.clone()), "a directory of the tree".into()),
        Fit::Suffix(path) => (Verified, own(path), "fits exactly one file of the tree".into()),
        Fit::Stem(path) => (Verified, own(path), "in the tree, cited without its ending".into()),
        Fit::Several(paths) => {
            let shown = paths.iter().take(3).copied().collect::<Vec<_>>().join(", ");
            let what = if has_extension(paths[0]) { "files" } else { "places of the tree" };
            (Ambiguous, None, format!("fits {} {what}: {shown}", paths.len()))
        }
        Fit::Namesakes(paths) => {
            let shown = paths.iter().take(3).copied().collect::<Vec<_>>().join(", ");
            (
                Ambiguous,
                None,
                format!("the tree has {} files of this name elsewhere: {shown}", paths.len()),
            )
        }
        Fit::Pattern(paths) => {
            if let [sole] = paths.as_slice() {
                (Verified, own(sole), "stands for exactly one file of the tree".into())
            } else {
                let shown = paths.iter().take(3).copied().collect::<Vec<_>>().join(", ");
                (Verified, None, format!("stands for {} files of the tree: {shown}", paths.len()))
            }
        }
        Fit::OtherCase(path) => {
            (Ambiguous, own(path), format!("the tree has it in other letters, as {path}"))
        }
        Fit::Elsewhere(path) => {
            (Ambiguous, own(path), format!("the tree has a file of this name at {path}"))
        }
        Fit::Package(path) => {
            (Ambiguous, own(path), format!("the tree has a package of this name at {path}/"))
        }
        Fit::Nothing => return None,
    })
}

/// Those of the files of a path's name that have most of its last folders in common with it.
fn closest<'a>(path: &str, namesakes: &[&'a str]) -> Vec<&'a str> {
    let shared = |other: &str| {
        path.rsplit('/').zip(other.rsplit('/')).take_while(|(own, other)| own == other).count()
    };
    let most = namesakes.iter().map(|other| shared(other)).max();
    namesakes.iter().copied().filter(|other| Some(shared(other)) == most).collect()
}
