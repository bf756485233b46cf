//! Paths that the repository's own rules keep out of it.

use crate::domain::facts::{IgnoreRule, TreeFacts};
use globset::{GlobBuilder, GlobMatcher};
use std::collections::BTreeSet;

/// The rules, the last that fits decides.
pub(super) struct Ignored<'a> {
    rules: Vec<Rule<'a>>,
}

struct Rule<'a> {
    stated: &'a IgnoreRule,
    glob: GlobMatcher,
    /// Whether it takes in again what another keeps out.
    takes_in: bool,
    /// Whether it is about folders alone.
    of_folders: bool,
}

impl<'a> Ignored<'a> {
    pub(super) fn new(tree: &'a TreeFacts) -> Self {
        Self { rules: tree.ignored.iter().filter_map(Rule::new).collect() }
    }

    /// The rule that keeps a path out, or a folder in which it lies.
    pub(super) fn keeps_out(&self, path: &str) -> Option<&'a str> {
        let path = path.trim_start_matches("./");
        let body = path.trim_end_matches('/');
        let ends = body.match_indices('/').map(|(at, _)| (at, true));
        let mut parts = ends.chain([(body.len(), path.ends_with('/'))]);
        parts.find_map(|(end, is_folder)| self.by(&body[..end], is_folder))
    }

    /// The rule that keeps a bare name out, of whichever folder's rules: it may be drawn or named without its folder.
    pub(super) fn keeps_out_somewhere(&self, name: &str) -> Option<&'a str> {
        self.keeps_out(name).or_else(|| {
            let folders = self.rules.iter().map(|rule| rule.stated.folder.as_str());
            let inner: BTreeSet<&str> = folders.filter(|folder| !folder.is_empty()).collect();
            inner.into_iter().find_map(|folder| self.keeps_out(&format!("{folder}{name}")))
        })
    }

    /// The rule that keeps just this file or folder out.
    fn by(&self, path: &str, is_folder: bool) -> Option<&'a str> {
        let last = self.rules.iter().rev().find(|rule| rule.fits(path, is_folder))?;
        (!last.takes_in).then_some(last.stated.pattern.as_str())
    }
}

impl<'a> Rule<'a> {
    /// The rule as it is matched; nothing where the line is none.
    fn new(stated: &'a IgnoreRule) -> Option<Self> {
        let line = stated.pattern.as_str();
        let (takes_in, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let (of_folders, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        let anchored = line.trim_start_matches('/');
        let glob = if line.contains('/') { anchored.to_owned() } else { format!("**/{anchored}") };
        let glob = GlobBuilder::new(&glob).literal_separator(true).build().ok()?;
        let glob = (!anchored.is_empty()).then(|| glob.compile_matcher())?;
        Some(Self { stated, glob, takes_in, of_folders })
    }

    fn fits(&self, path: &str, is_folder: bool) -> bool {
        let inner = path.strip_prefix(self.stated.folder.as_str());
        inner.is_some_and(|inner| (is_folder || !self.of_folders) && self.glob.is_match(inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rule_that_fits_decides() {
        let rule = |folder: &str, pattern: &str| IgnoreRule {
            folder: folder.into(),
            pattern: pattern.into(),
        };
        let ignored = [
            rule("", ".out/**"),
            rule("", "!.out/"),
            rule("", "!.out/a/"),
            rule("", "!.out/a/*.json"),
            rule("", "*.log"),
            rule("", "build/"),
            rule("", "/top.txt"),
            rule("", "data/*"),
            rule("", "!data/kept.json"),
            rule("src/", "gen_*"),
            rule("", "[broken"),
        ];
        let tree = TreeFacts { ignored: ignored.to_vec(), ..TreeFacts::default() };
        let rules = Ignored::new(&tree);
        for (path, by) in [
            (".out/b/", Some(".out/**")),
            ("./.out/facts.db", Some(".out/**")),
            (".out/b/c/d.json", Some(".out/**")),
            (".out/a/x.json", None),
            (".out/a/", None),
            ("a/b/run.log", Some("*.log")),
            ("x/build/y.py", Some("build/")),
            ("build", None),
            ("top.txt", Some("/top.txt")),
            ("src/top.txt", None),
            ("data/token.json", Some("data/*")),
            ("data/kept.json", None),
            ("src/gen_a.py", Some("gen_*")),
            ("gen_a.py", None),
            ("src/graph.py", None),
        ] {
            assert_eq!(rules.keeps_out(path), by, "{path}");
        }
    }

    #[test]
    fn a_bare_name_may_be_kept_out_of_an_inner_folder() {
        let rule = |folder: &str, pattern: &str| IgnoreRule {
            folder: folder.into(),
            pattern: pattern.into(),
        };
        let ignored = [rule("", "/top/"), rule("app/", "/native/"), rule("app/", "!/kept/")];
        let tree = TreeFacts { ignored: ignored.to_vec(), ..TreeFacts::default() };
        let rules = Ignored::new(&tree);
        let found = ["top/", "native/", "kept/", "other/", "native"]
            .map(|name| rules.keeps_out_somewhere(name));
        assert_eq!(found, [Some("/top/"), Some("/native/"), None, None, None]);
    }
}
