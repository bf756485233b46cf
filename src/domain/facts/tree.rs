//! Facts about the files at the audited commit.

use super::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The files of the tree, sorted by path.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TreeFacts {
    /// Every entry that is not itself a tree.
    pub entries: Vec<TreeEntry>,
    /// What could not be read, each a full sentence.
    pub damage: Vec<String>,
    /// Whether the walk ended at the limit on entries.
    pub truncated: bool,
    /// Folders whose files are not all known, each with `/` at its end; the empty one is the whole tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlisted: Vec<String>,
    /// Folders of installed packages of which not all was listed, each with `/` at its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlisted_packages: Vec<String>,
    /// The rules by which the repository keeps files out of itself, in the order in which they hold: the last that fits
    /// a path decides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<IgnoreRule>,
    /// Folders in which other people's projects are collected; what lies in these was not examined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<Collection>,
}

/// A folder in which other people's projects are collected, as data that the program works on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Collection {
    /// The folder, with `/` at its end.
    pub folder: String,
    /// How many folders are in it.
    pub projects: u32,
    /// How many files are in these.
    pub files: u32,
}

impl Collection {
    /// Whether a path lies in one of the projects.
    #[must_use]
    pub fn holds(&self, path: &str) -> bool {
        path.strip_prefix(self.folder.as_str()).is_some_and(|rest| rest.contains('/'))
    }
}

impl std::fmt::Display for Collection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { folder, projects, files } = self;
        write!(
            f,
            "{files} files in {projects} projects that are collected in `{folder}`, not examined: no source outside uses them, and they are taken for other people's."
        )
    }
}

/// One line of a `.gitignore`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IgnoreRule {
    /// The folder whose files it is about, with `/` at its end; empty for the whole tree.
    pub folder: String,
    /// The line as written; `!` at its beginning takes files in again.
    pub pattern: String,
}

/// One file, link or submodule.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct TreeEntry {
    /// Path inside the repository; bytes that are no UTF-8 are replaced.
    pub path: String,
    /// Hexadecimal id of the blob, or of the commit of a submodule.
    pub blob: String,
    /// `file`, `executable`, `link` or `submodule`.
    pub mode: String,
}

/// Most links to other repositories that are told one by one.
const SHOWN: usize = 20;

/// What git names a file without content.
const EMPTY: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

impl TreeEntry {
    /// Whether it is a file without content.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blob == EMPTY
    }

    /// Whether it names a commit of another repository instead of a file.
    fn is_submodule(&self) -> bool {
        self.mode == "submodule"
    }
}

impl TreeFacts {
    /// Whether a path lies in a project of others that is kept as data.
    #[must_use]
    pub fn is_collected(&self, path: &str) -> bool {
        self.collections.iter().any(|one| one.holds(path))
    }

    /// The entries that hold this blob, by its hexadecimal id; none of an empty one, which is not known.
    pub fn holding<'t>(&'t self, blob: &'t str) -> impl Iterator<Item = &'t TreeEntry> {
        self.entries.iter().filter(move |entry| !blob.is_empty() && entry.blob == blob)
    }

    /// Finds an entry by its exact path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&TreeEntry> {
        self.entries.binary_search_by(|e| e.path.as_str().cmp(path)).ok().map(|i| &self.entries[i])
    }

    /// Why a file whose path begins like this may be there and not be listed, as the end of "…, but".
    ///
    /// A submodule that no `.gitmodules` describes hides nothing: nobody can fetch it, and a clone has an empty
    /// folder in its place.
    #[must_use]
    pub fn gap(&self, beginning: &str) -> Option<String> {
        let meets = |folder: &str| folder.starts_with(beginning) || beginning.starts_with(folder);
        // Nobody looks there for what somebody wrote.
        let is_theirs = |folder: &String| beginning.starts_with(folder.as_str());
        if self.truncated
            || self.unlisted.iter().any(|folder| meets(folder))
            || self.unlisted_packages.iter().any(is_theirs)
        {
            return Some("not all of the tree could be read".to_owned());
        }
        let mut submodules = self.entries.iter().filter(|entry| entry.is_submodule());
        let hiding = submodules.find(|entry| meets(&format!("{}/", entry.path)))?;
        self.describes_submodules()
            .then(|| format!("`{}` is a submodule and was not followed", hiding.path))
    }

    /// Why nothing can be told of a path that lies below a link to another repository, described or not: its files
    /// are that one's.
    #[must_use]
    pub fn beyond(&self, path: &str) -> Option<String> {
        let mut submodules = self.entries.iter().filter(|entry| entry.is_submodule());
        let holds = |entry: &TreeEntry| {
            path.strip_prefix(&entry.path)
                .is_some_and(|rest| rest.starts_with('/') && rest.len() > 1)
        };
        let link = submodules.find(|entry| holds(entry))?;
        Some(format!("`{}` is a link to another repository, whose files are not here", link.path))
    }

    /// What the links to other repositories leave out, each a full sentence.
    #[must_use]
    pub fn not_followed(&self) -> Vec<String> {
        let submodules = self.entries.iter().filter(|entry| entry.is_submodule());
        let paths: Vec<&str> = submodules.map(|entry| entry.path.as_str()).collect();
        let shown = paths.iter().take(SHOWN);
        let mut told: Vec<String> = if self.describes_submodules() {
            shown.map(|path| format!("`{path}` is a submodule and was not followed.")).collect()
        } else {
            shown.map(|path| format!("`{path}` is a link to another repository that no `.gitmodules` describes; a clone has an empty folder there.")).collect()
        };
        if paths.len() > SHOWN {
            told.push(format!(
                "{} more links to other repositories were not followed.",
                paths.len() - SHOWN
            ));
        }
        told
    }

    fn describes_submodules(&self) -> bool {
        self.find(".gitmodules").is_some()
    }
}

/// Whether a file of this name is source text of a program, a notebook included: no prose, no data, no output.
#[must_use]
pub fn is_program(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "astro", "bash", "c", "cc", "clj", "cpp", "cs", "cxx", "dart", "ex", "exs", "fs", "groovy",
        "h", "hpp", "hs", "ipynb", "kt", "kts", "lua", "ml", "php", "pl", "ps1", "rb", "scala",
        "sh", "svelte", "swift", "vb", "vue",
    ];
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    Language::of(name).is_some() || ending.is_some_and(|ending| OTHERS.contains(&ending))
}

/// Whether a file of this name, without its folders, pins versions and is written by a tool, not by hand.
#[must_use]
pub fn is_lock_file(name: &[u8]) -> bool {
    const NAMES: &[&[u8]] = &[
        b"package-lock.json",
        b"npm-shrinkwrap.json",
        b"packages.lock.json",
        b"pnpm-lock.yaml",
        b"go.sum",
        b"Package.resolved",
        b"gradle.lockfile",
    ];
    name.ends_with(b".lock") || NAMES.contains(&name)
}

/// Whether a package manager put the file of this path there, as into a virtual environment that was committed.
#[must_use]
pub fn is_installed(path: &[u8]) -> bool {
    const FOLDERS: &[&[u8]] = &[
        b"node_modules",
        b"bower_components",
        b"jspm_packages",
        b"site-packages",
        b"dist-packages",
        b"__pypackages__",
        b".venv",
        b".tox",
        b".nox",
        b".eggs",
    ];
    // How the names of folders end that describe an installed package.
    const DESCRIBED: [&[u8]; 2] = [b".dist-info", b".egg-info"];
    let folders = path.split(|byte| *byte == b'/').rev().skip(1);
    let is_theirs = |folder: &[u8]| {
        FOLDERS.contains(&folder) || DESCRIBED.iter().any(|ending| folder.ends_with(ending))
    };
    folders.into_iter().any(is_theirs) || is_in_environment(path)
}

/// The outermost folder on the way to `folder`, which ends with `/`, that a package manager made.
#[must_use]
pub fn installed_below(folder: &str) -> Option<&str> {
    let mut ends = folder.match_indices('/').map(|(at, _)| &folder[..=at]);
    ends.find(|outer| is_installed(outer.as_bytes()))
}

/// The folders of these paths that are virtual environments, whatever they are called, each with `/` at its end.
#[must_use]
pub fn environments<'p>(paths: impl Iterator<Item = &'p str>) -> Vec<String> {
    let folders = paths.filter_map(|path| path.strip_suffix("pyvenv.cfg"));
    folders.filter(|folder| folder.is_empty() || folder.ends_with('/')).map(str::to_owned).collect()
}

/// Whether a path lies in what one of these virtual environments is made with; what else lies there somebody put there.
#[must_use]
pub fn is_in_one(path: &str, environments: &[String]) -> bool {
    environments.iter().any(|folder| {
        let within = path.strip_prefix(folder.as_str()).and_then(|rest| rest.split_once('/'));
        within.is_some_and(|(made, _)| MADE.contains(&made.as_bytes()))
    })
}

/// The folders that a virtual environment is made with.
const MADE: &[&[u8]] =
    &[b"bin", b"Scripts", b"lib", b"lib64", b"Lib", b"include", b"Include", b"share"];

/// Whether a path lies in one of the folders that a virtual environment is made with. A folder that is merely named like
/// one may be the author's, so that the folder within it has to be one of those, too.
fn is_in_environment(path: &[u8]) -> bool {
    const PLAIN: &[&[u8]] = &[b"bin", b"Scripts", b"lib64", b"Lib", b"Include"];
    let parts: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
    parts.windows(3).any(|parts| {
        let [folder, made, below] = parts else { return false };
        if memchr::memmem::find(folder, b"venv").is_some() || folder.ends_with(b"virtualenv") {
            MADE.contains(made)
        } else {
            // Other things are environments as well.
            let is_library = *made == b"lib" && below.starts_with(b"python");
            folder.ends_with(b"env") && (PLAIN.contains(made) || is_library)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, &str)]) -> TreeFacts {
        let entry = |(path, mode): &(&str, &str)| TreeEntry {
            path: (*path).into(),
            mode: (*mode).into(),
            ..TreeEntry::default()
        };
        let mut entries: Vec<TreeEntry> = entries.iter().map(entry).collect();
        entries.sort();
        TreeFacts { entries, ..TreeFacts::default() }
    }

    #[test]
    fn a_submodule_may_hide_what_lies_below_it_and_no_other_file() {
        let tree = tree(&[(".gitmodules", "file"), ("a.py", "file"), ("src/lib", "submodule")]);
        let why = Some("`src/lib` is a submodule and was not followed".to_owned());
        assert_eq!(tree.gap(""), why);
        assert_eq!(tree.gap("src/"), why);
        assert_eq!(tree.gap("src/lib/state.py"), why);
        assert_eq!(tree.gap("src/library.py"), None);
        assert_eq!(tree.gap("README"), None);
        assert_eq!(tree.not_followed(), ["`src/lib` is a submodule and was not followed."]);
    }

    #[test]
    fn a_link_that_nobody_can_follow_hides_nothing() {
        let tree = tree(&[("a.py", "file"), ("peer", "submodule")]);
        assert_eq!(tree.gap(""), None);
        assert!(tree.beyond("peer/src/a.py").is_some());
        assert_eq!((tree.beyond("peer/"), tree.beyond("peers/a.py")), (None, None));
        assert_eq!(tree.not_followed().len(), 1);
        assert!(tree.not_followed()[0].contains("empty folder"), "{:?}", tree.not_followed());
    }

    #[test]
    fn a_folder_that_could_not_be_read_hides_its_files() {
        let tree = TreeFacts { unlisted: vec!["deep/".into()], ..tree(&[("a.py", "file")]) };
        assert!(tree.gap("").is_some() && tree.gap("deep/x").is_some());
        assert_eq!(tree.gap("src/x"), None);
    }

    #[test]
    fn a_folder_with_the_settings_of_an_environment_is_one() {
        let all = environments(["graph/pyvenv.cfg", "src/a.py", "notpyvenv.cfg"].into_iter());
        assert_eq!(all, ["graph/"]);
        for (path, is) in [
            ("graph/bin/activate_this.py", true),
            ("graph/Scripts/a.py", true),
            ("graph/lib/python3.11/a.py", true),
            ("graph/src/main.py", false),
            ("graph/main.py", false),
            ("src/bin/a.py", false),
        ] {
            assert_eq!(is_in_one(path, &all), is, "{path}");
        }
        assert!(is_in_one("bin/a.py", &environments(["pyvenv.cfg"].into_iter())));
        assert_eq!(installed_below("web/node_modules/a/b/"), Some("web/node_modules/"));
        assert_eq!(installed_below("env/lib/python3.12/a/"), Some("env/lib/python3.12/"));
        assert_eq!(installed_below("venv/lib/python3.12/a/"), Some("venv/lib/"));
        assert_eq!(installed_below("src/lib/"), None);
    }

    #[test]
    fn what_a_virtual_environment_is_made_with_is_installed_and_a_folder_of_its_name_is_not() {
        let check = |path: &str, is: bool| assert_eq!(is_installed(path.as_bytes()), is, "{path}");
        for path in [
            "venv/Scripts/pywin32_postinstall.py",
            "backend/env/bin/a.py",
            "venv/lib/python3.12/a.py",
            "env/lib/python3.12/a.py",
            ".venv-wsl/bin/a.py",
            "my_venv/Include/a.h",
            "venv311/share/man/a.1",
            "virtualenv/bin/a.py",
            "a/node_modules/b/c.js",
        ] {
            check(path, true);
        }
        for path in [
            "env/settings.py",
            "env/lib/wrappers.py",
            "env/include/a.h",
            "src/venv/manager.py",
            "src/venv/bin.py",
            "venv/README.md",
            "bin/run.py",
            "lib/venv.py",
            "environment/bin/a.py",
            "envs/bin/a.py",
        ] {
            check(path, false);
        }
    }
}
