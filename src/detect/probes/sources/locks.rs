//! Probe of the files that pin what package managers bring.

use super::super::{About, Answer, Ask, Record, Stake, Undecided, count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Hit, Lookup, LookupAnswer, Place, RepositoryFacts, TreeEntry};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use managers::{EXACT, MANAGERS, Manager, PYTHON, RESOLVED, UNPINNED};
use serde::Deserialize;
use std::collections::BTreeSet;

mod managers;

/// Whether what is asked for is pinned.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Locks {}

impl Ask for Locks {
    const ABOUT: About = About {
        kind: "locks",
        artifact: Artifact::GithubRepo,
        summary: "Each package manager whose manifests ask for packages has a lock file in the tree. Requirements of Python whose versions are all exact count in part, and in full where a tool resolved them. Where no manifest asks for what a lock file would pin, this counts neither way.",
        parameters: &[],
        example: "{}",
    };

    fn lookups(&self) -> Vec<Lookup> {
        let managers = MANAGERS.iter().map(Manager::lookup);
        managers.chain([UNPINNED, EXACT, RESOLVED].map(managers::requirements)).collect()
    }

    fn unproven(&self) -> &'static [Stake] {
        Stake::OF_FAILURE
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        answer(record.repository()?)
    }
}

/// What is known of one manager that packages are asked of.
struct Pinned<'r> {
    manager: &'static Manager,
    /// The first line that asks for something that no lock file pins; where all is pinned, the first of all.
    asks: &'r Hit,
    /// The lock file of the first manifest that has one.
    lock: Option<&'r TreeEntry>,
    /// How many manifests have a lock file, and how many there are.
    locked: (u32, u32),
    /// How many requirements name an exact version, and how many there are, where some do not.
    loose: Option<(u32, u32)>,
    /// The file of requirements that names every version.
    exact: Option<&'r Hit>,
    /// Whether a tool wrote down there what is brought along.
    resolved: bool,
}

impl Pinned<'_> {
    fn share(&self) -> f64 {
        match (self.lock, self.exact) {
            (Some(_), _) => ratio(self.locked.0, self.locked.1),
            (None, None) => self.loose.map_or(0.0, |(exact, all)| ratio(exact, all) / 2.0),
            (None, Some(_)) if !self.resolved => 0.5,
            (None, Some(_)) => 1.0,
        }
    }

    /// What pins the packages, as a clause.
    fn told(&self) -> String {
        let Self { manager, asks, lock, exact, .. } = self;
        let asks = format!("what `{}` asks for ({})", asks.place.file, manager.name);
        match (lock, exact) {
            (Some(lock), _) if self.locked.0 < self.locked.1 => {
                format!("`{}` is a lock file, and nothing pins {asks}", lock.path)
            }
            (Some(lock), _) => format!("`{}` pins {asks}", lock.path),
            (None, Some(exact)) if self.resolved => {
                format!(
                    "`{}` names the version of everything, as a tool resolved it",
                    exact.place.file
                )
            }
            (None, Some(exact)) => format!(
                "`{}` names an exact version of each package; of what these bring along only what is listed as well is pinned",
                exact.place.file
            ),
            (None, None) => match self.loose {
                Some((exact, all)) if exact > 0 => format!(
                    "of {all} requirements in files such as `{}` {exact} name an exact version, and nothing pins the others",
                    self.asks.place.file
                ),
                Some(_) | None => format!("nothing pins {asks}"),
            },
        }
    }
}

fn ratio(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

/// The folder of a file, without a slash at its end.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a lock file is one of a manifest: it lies in the same folder, or in one above it, where workspaces have it.
fn serves(lock: &TreeEntry, manifest: &str) -> bool {
    // What conda is asked for is pinned by its own alone.
    if managers::is_of_conda(manifest) && !managers::is_of_conda(&lock.path) {
        return false;
    }
    let (lock, manifest) = (folder(&lock.path), folder(manifest));
    lock.is_empty()
        || manifest.strip_prefix(lock).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn answer(repository: &RepositoryFacts) -> Result<Answer, Undecided> {
    let scope =
        || Place::Tree { scope: format!("all {}", count(repository.tree.entries.len(), "path")) };
    let mut pinned = Vec::new();
    for manager in MANAGERS {
        let asked = found(repository, &manager.lookup(), &scope)?;
        if let Some(asks) = asked.hits.first().filter(|_| manager.locks_in(repository)) {
            pinned.push(of(repository, manager, asks, &scope)?);
        }
    }
    let tree = &repository.tree;
    if pinned.is_empty() {
        let any =
            tree.entries.iter().find(|entry| MANAGERS.iter().any(|one| one.is_lock(&entry.path)));
        let Some(lock) = any else {
            let reason = "No manifest of a package manager with lock files asks for packages, so that there is nothing to pin";
            return Err(Undecided::moot(scope(), reason));
        };
        return Ok(Answer {
            outcome: Outcome::Holds,
            statement: format!("Found: lock file of a package manager (`{}`).", lock.path),
            missing: Vec::new(),
            findings: vec![shown(lock)],
        });
    }
    // A lock file lies beside the manifest, and not in another repository that is linked.
    let is_torn = tree.truncated || !tree.unlisted.is_empty();
    if is_torn && pinned.iter().any(|one| one.share() < 1.0) {
        let reason = "a lock file was not found so far, but not all of the tree could be read";
        return Err(Undecided::new(scope(), reason));
    }
    #[expect(clippy::cast_precision_loss, reason = "there are a dozen managers")]
    let share = pinned.iter().map(Pinned::share).sum::<f64>() / pinned.len() as f64;
    let told: Vec<String> = pinned.iter().map(Pinned::told).collect();
    let lacking = |one: &&Pinned<'_>| one.share() < 1.0;
    let names = |one: &Pinned<'_>| {
        let names: Vec<&str> = one.manager.locks.iter().copied().take(3).collect();
        format!("a lock file for `{}`, such as {}", one.asks.place.file, listed(names))
    };
    Ok(Answer {
        outcome: match share {
            share if share >= 1.0 => Outcome::Holds,
            share if share > 0.0 => Outcome::Partly { share },
            _ => Outcome::Fails,
        },
        statement: format!("{}.", super::super::capitalised(&told.join("; "))),
        missing: pinned.iter().filter(lacking).map(names).collect(),
        // What to mend is where it is asked for, and not at the lock file of another manager.
        findings: pinned
            .iter()
            .filter(lacking)
            .map(unpinned)
            .chain(pinned.iter().map(|one| finding(one, scope())))
            .collect(),
    })
}

/// What is known of a manager.
fn of<'r>(
    repository: &'r RepositoryFacts,
    manager: &'static Manager,
    asks: &'r Hit,
    scope: &dyn Fn() -> Place,
) -> Result<Pinned<'r>, Undecided> {
    let locks = || repository.tree.entries.iter().filter(|entry| manager.is_lock(&entry.path));
    let asked = found(repository, &manager.lookup(), scope)?;
    let manifests: BTreeSet<&str> = asked.hits.iter().map(|hit| hit.place.file.as_str()).collect();
    let lock_of = |manifest: &str| {
        let serving = locks().filter(|lock| serves(lock, manifest));
        serving.max_by_key(|lock| lock.path.matches('/').count())
    };
    let open = asked.hits.iter().find(|hit| lock_of(&hit.place.file).is_none());
    let lock = lock_of(&open.unwrap_or(asks).place.file)
        .or_else(|| manifests.iter().find_map(|manifest| lock_of(manifest)));
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let locked = manifests.iter().filter(|manifest| lock_of(manifest).is_some()).count();
    let mut pinned = Pinned {
        manager,
        asks: open.unwrap_or(asks),
        lock,
        locked: (number(locked), number(manifests.len())),
        loose: None,
        exact: None,
        resolved: false,
    };
    if manager.name == PYTHON && lock.is_none() {
        let [unpinned, exact, resolved] = [UNPINNED, EXACT, RESOLVED]
            .map(|one| found(repository, &managers::requirements(one), scope));
        let (unpinned, exact) = (unpinned?, exact?);
        if unpinned.total > 0 {
            pinned.loose = Some((exact.total, exact.total + unpinned.total));
        } else {
            pinned.exact = exact.hits.first();
            // What a project asks for besides may be more than that.
            let alone = asked.hits.iter().all(|hit| managers::is_requirements(&hit.place.file));
            pinned.resolved = alone && resolved?.total > 0;
        }
    }
    Ok(pinned)
}

fn found<'r>(
    repository: &'r RepositoryFacts,
    lookup: &Lookup,
    scope: &dyn Fn() -> Place,
) -> Result<&'r LookupAnswer, Undecided> {
    let answer = repository.lookups.iter().find(|answer| answer.lookup == *lookup);
    answer.ok_or_else(|| Undecided::new(scope(), "the manifests were not searched for it"))
}

fn shown(lock: &TreeEntry) -> Finding {
    let place = Place::lines(&lock.path, &lock.blob, 1, 1);
    Finding::found(place, "The name of the file is that of a lock file.").quoting(lock.path.clone())
}

fn unpinned(one: &Pinned<'_>) -> Finding {
    let why = "It asks for packages, and no lock file pins what they bring along.";
    Finding::found(one.asks.place.clone(), why).quoting(one.asks.excerpt.clone())
}

fn finding(one: &Pinned<'_>, scope: Place) -> Finding {
    match (one.lock, one.exact) {
        (Some(lock), _) => shown(lock),
        (None, Some(exact)) => {
            let why = "Every requirement in files of requirements names one version by `==`.";
            Finding::found(exact.place.clone(), why).quoting(exact.excerpt.clone())
        }
        (None, None) => {
            let locks = listed(one.manager.locks.iter().copied());
            let why = format!(
                "`{}` asks for packages; no file of the tree is called {locks}.",
                one.asks.place
            );
            Finding::absent(scope, why).with_confidence(Confidence::STRONG)
        }
    }
}

#[cfg(test)]
mod tests;
