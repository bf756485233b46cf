//! What is said of clones and of the URLs that are taken, held against how the sources clone.

use super::super::{NO_NAME, Verdict, done, is_read_whole};
use crate::detect::claims::wording::history::{OfClone, cloning};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{CloneFact, Lines, Practice, PracticeFact, Remains, RepositoryFacts};

/// Names of what may bound a clone from without.
const BOUNDING: [&str; 8] = [
    "timeout",
    "wait_for",
    "kill_after_timeout",
    "alarm",
    "GIT_HTTP_LOW_SPEED_TIME",
    "http.lowSpeedTime",
    "fail_after",
    "move_on_after",
];
/// Names of what makes git trust whoever answers.
const TRUSTING: [&str; 5] =
    ["sslVerify", "http.sslVerify", "GIT_SSL_NO_VERIFY", "sslverify", "sslCAInfo"];

/// What the sources say to it.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Verdict {
    let Some(said) = cloning(text) else { return Verdict::undecided(NO_NAME) };
    let ours = repository.python.clone.iter().filter(|clone| !clone.in_tests);
    let ours: Vec<&CloneFact> = ours.filter(|clone| clone.live != Some(false)).collect();
    if ours.is_empty() {
        return Verdict::undecided("no clone of a repository was found in code that runs");
    }
    let clones = Clones { repository, ours, text };
    match said {
        OfClone::Limited(seconds) => clones.limited(seconds),
        OfClone::Depth(depth) => clones.depth(depth),
        OfClone::Whole => clones.whole(),
        OfClone::Verified => clones.verified(),
        OfClone::Removed => clones.removed(),
    }
}

struct Clones<'a> {
    repository: &'a RepositoryFacts,
    ours: Vec<&'a CloneFact>,
    text: &'a str,
}

impl<'a> Clones<'a> {
    fn limited(&self, said: Option<u32>) -> Verdict {
        let method = self.method();
        if let Some(ignored) = self.ours.iter().find(|clone| clone.limit_ignored) {
            let fact =
                format!("`{}` is given a limit of time that it does not keep", ignored.method);
            return self.verdict(Undecided, fact);
        }
        if self.all(|clone| clone.timeout == Some(true)) {
            let Some(said) = said else {
                return self.verdict(Supported, format!("a limit of time bounds `{method}`"));
            };
            let known: Option<Vec<u32>> = self.ours.iter().map(|clone| clone.seconds).collect();
            return match known {
                Some(known) if known.iter().all(|seconds| *seconds == said) => {
                    self.verdict(Supported, format!("`{method}` may take {said} seconds"))
                }
                Some(known) if !known.contains(&said) && is_read_whole(self.repository) => {
                    let fact = format!("`{method}` may take {} seconds, not {said}", known[0]);
                    self.verdict(Contradicted, fact)
                }
                _ => {
                    let fact = format!(
                        "a limit of time bounds `{method}`; how long that is was not followed"
                    );
                    self.verdict(Undecided, fact)
                }
            };
        }
        let unlimited = self.all(|clone| clone.timeout == Some(false));
        let certain = unlimited && self.names_none(&BOUNDING) && is_read_whole(self.repository);
        let fact = if unlimited {
            format!("nothing was seen to bound how long `{method}` may take")
        } else {
            "whether a limit of time bounds every clone was not followed".to_owned()
        };
        self.verdict(if certain { Contradicted } else { Undecided }, fact)
    }

    fn depth(&self, said: u32) -> Verdict {
        let method = self.method();
        let told = |depth: u32| {
            format!("`{method}` fetches {depth} commit{}", if depth == 1 { "" } else { "s" })
        };
        if self.all(|clone| clone.depth == Some(said)) {
            return self.verdict(Supported, told(said));
        }
        // A depth may be that of a folder or of a syntax tree.
        let of_clone = ["depth=", "--depth", "hallow"].iter().any(|part| self.text.contains(part));
        let certain = of_clone && is_read_whole(self.repository);
        let known: Option<Vec<u32>> = self.ours.iter().map(|clone| clone.depth).collect();
        if let Some(other) = known.filter(|all| !all.contains(&said)) {
            return self.verdict(if certain { Contradicted } else { Undecided }, told(other[0]));
        }
        let deep = self.all(is_deep) && self.names_none(&["depth", "--depth", "shallow_since"]);
        let fact = if deep {
            format!("`{method}` fetches the whole history")
        } else {
            "how many commits are fetched was not followed".to_owned()
        };
        self.verdict(if deep && certain { Contradicted } else { Undecided }, fact)
    }

    fn whole(&self) -> Verdict {
        let method = self.method();
        if self.all(is_deep) {
            return self.verdict(Supported, format!("`{method}` fetches the whole history"));
        }
        let depths: Option<Vec<u32>> = self.ours.iter().map(|clone| clone.depth).collect();
        match depths {
            Some(depths) if is_read_whole(self.repository) => self.verdict(
                Contradicted,
                format!("`{method}` fetches no more than {} commits", depths[0]),
            ),
            _ => self.verdict(Undecided, "how many commits are fetched was not followed"),
        }
    }

    /// Certificates are verified unless something tells git otherwise.
    fn verified(&self) -> Verdict {
        let is_default = self.names_none(&TRUSTING) && is_read_whole(self.repository);
        if is_default {
            let fact = format!(
                "`{}` verifies certificates unless it is told otherwise, and no source does so",
                self.method()
            );
            return self.verdict(Supported, fact);
        }
        self.verdict(Undecided, "whether certificates are verified was not followed")
    }

    fn removed(&self) -> Verdict {
        let method = self.method();
        if self.all(|clone| clone.remains == Some(Remains::Left)) && is_read_whole(self.repository)
        {
            return self
                .verdict(Contradicted, format!("nothing removes what `{method}` has cloned"));
        }
        let made = done(&self.repository.python, Practice::TemporaryFolder);
        let of_itself = made.iter().all(|fact| fact.by.ends_with("TemporaryDirectory"));
        let temporary = self.all(|clone| clone.temporary == Some(true) && clone.remains.is_none());
        if !made.is_empty() && of_itself && temporary {
            let fact = format!("`{method}` clones into a directory that `{}` removes", made[0].by);
            return Verdict::of(
                Supported,
                fact,
                self.places().chain(made.iter().map(|fact| &fact.place)),
            );
        }
        self.verdict(Undecided, "what becomes of a clone was not followed")
    }

    fn method(&self) -> &str {
        &self.ours[0].method
    }

    fn all(&self, is_so: impl Fn(&CloneFact) -> bool) -> bool {
        self.ours.iter().all(|clone| is_so(clone))
    }

    fn names_none(&self, words: &[&str]) -> bool {
        self.repository
            .vocabulary
            .as_ref()
            .is_some_and(|known| !words.iter().any(|word| known.names(word)))
    }

    fn places(&self) -> impl Iterator<Item = &'a Lines> {
        self.ours.iter().map(|clone| &clone.place).collect::<Vec<_>>().into_iter()
    }

    fn verdict(
        &self,
        status: crate::domain::facts::ClaimStatus,
        fact: impl Into<String>,
    ) -> Verdict {
        Verdict::of(status, fact, self.places())
    }
}

/// Whether all of the history is fetched, whatever runs.
fn is_deep(clone: &CloneFact) -> bool {
    clone.shallow == Some(false) && clone.depth.is_none() && clone.perhaps.is_none()
}

/// Whether URLs of `https` alone are taken, which is so of no check that takes `http` as well.
pub(in super::super) fn schemes(repository: &RepositoryFacts) -> Verdict {
    let python = &repository.python;
    let clones: Vec<&Lines> = python
        .clone
        .iter()
        .filter(|clone| !clone.in_tests && clone.live != Some(false))
        .map(|clone| &clone.place)
        .collect();
    let checks = done(python, Practice::Schemes);
    let inside = |fact: &&&PracticeFact| {
        clones.iter().any(|clone| {
            clone.file == fact.place.file
                && (clone.line..=clone.end_line).contains(&fact.place.line)
        })
    };
    let plain = |fact: &PracticeFact| {
        let schemes: Vec<&str> = fact.by.split(", ").collect();
        ["http", "https"].iter().all(|one| schemes.contains(one))
    };
    let Some(check) = checks.iter().find(inside) else {
        return Verdict::undecided("no check of a URL's scheme was recognised where it is cloned");
    };
    if checks.iter().all(|fact| plain(fact)) && is_read_whole(repository) {
        let fact = format!("the check of the URL takes {}", check.by);
        return Verdict::of(Contradicted, fact, [&check.place]);
    }
    Verdict::of(
        Undecided,
        "whether all checks together take `https` alone was not followed",
        [&check.place],
    )
}
