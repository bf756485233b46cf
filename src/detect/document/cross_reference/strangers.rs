//! Names that are none of the repository's: of files of other places, of libraries, of what a program knows by an id.

use super::{Clerk, peers};
use crate::domain::facts::{CitedPath, ImportFact, PathStatus, TreeFacts};

/// Fewest paths of other places that a report on these cites.
const MANY: usize = 4;

/// Why nothing is said about a path of another first folder.
pub(super) const ELSEWHERE: &str =
    "its first directory is not in the tree, so it may belong elsewhere";

/// Libraries that are called like a file, and of which a tree may have a copy.
const LIBRARIES: [&str; 55] = [
    "aframe.js",
    "alpine.js",
    "anime.js",
    "axios.js",
    "babylon.js",
    "bootstrap.js",
    "brain.js",
    "bull.js",
    "cesium.js",
    "crypto.js",
    "cypress.js",
    "cytoscape.js",
    "day.js",
    "discord.py",
    "electron.js",
    "ethers.js",
    "fabric.js",
    "fastify.js",
    "flask.py",
    "gatsby.js",
    "handlebars.js",
    "hapi.js",
    "highlight.js",
    "hono.js",
    "jquery.js",
    "knex.js",
    "koa.js",
    "leaflet.js",
    "lodash.js",
    "mapbox.js",
    "meteor.js",
    "ml5.js",
    "moment.js",
    "mongoose.js",
    "passport.js",
    "pdf.js",
    "phaser.js",
    "pixi.js",
    "plotly.js",
    "prism.js",
    "quill.js",
    "recharts.js",
    "sails.js",
    "sequelize.js",
    "sigma.js",
    "solid.js",
    "tensorflow.js",
    "tone.js",
    "turf.js",
    "underscore.js",
    "video.js",
    "vis.js",
    "web3.js",
    "web3.py",
    "winston.js",
];

impl Clerk<'_> {
    /// Why a path that nothing in the tree fits is none of the repository's.
    pub(super) fn of_another_place(&self, cited: &CitedPath, path: &str) -> Option<String> {
        if self.is_library(path) {
            return Some("the name of a library".into());
        }
        if is_id(cited) {
            return Some("an id behind `::`, which need not be a path of the repository".into());
        }
        if self.departure(path).is_some() {
            return None;
        }
        let at = self.others.partition_point(|other| other.path.as_str() < path);
        let folder = format!("{}/", path.trim_end_matches('/'));
        // What begins with a path of a folder comes right behind it.
        let mut near = self.others[at..].iter().take_while(|other| other.path.starts_with(path));
        let other = near.find(|other| other.path == path || other.path.starts_with(&folder))?;
        let what = if other.path == path { "it" } else { "a file in it" };
        Some(format!("`{}` names {what} among files that are not of the tree", other.named_in))
    }

    /// Whether a bare name is one of a library: of a known one, or `Name.js` where no file of the tree is written so.
    fn is_library(&self, path: &str) -> bool {
        if path.contains('/') {
            return false;
        }
        let titled = |name: &str| {
            name.strip_suffix(".js").is_some_and(|stem| {
                stem.starts_with(|first: char| first.is_ascii_uppercase())
                    && stem.chars().skip(1).all(|letter| !letter.is_ascii_uppercase())
            })
        };
        LIBRARIES.contains(&path.to_lowercase().as_str())
            || titled(path) && !self.catalog.names().any(titled)
    }
}

/// Takes back that a file is absent where its folder is called like a library that the sources import:
/// `src/library/core.py` may be the library's own. A folder that the tree has there is the repository's.
pub(super) fn spare_libraries(found: &mut [CitedPath], tree: &TreeFacts, imports: &[ImportFact]) {
    for one in found.iter_mut().filter(|one| one.status == PathStatus::Absent) {
        let mut folders = one.path.split('/');
        let (Some(root @ ("src" | "lib" | "libs" | "packages")), Some(library), Some(_)) =
            (folders.next(), folders.next(), folders.next())
        else {
            continue;
        };
        let is_it = |import: &ImportFact| import.module.split('.').next() == Some(library);
        let own = format!("{root}/{library}/");
        let is_own = || tree.entries.iter().any(|entry| entry.path.starts_with(&own));
        if imports.iter().any(is_it) && !is_own() {
            one.reason = format!("may be one of the library `{library}`, which the sources import");
            one.status = PathStatus::Ambiguous;
        }
    }
}

/// Takes a folder for one of another repository where a file in it is cited as one of that.
pub(super) fn judge_folders(found: &mut [CitedPath]) {
    let is_anothers = |one: &&CitedPath| {
        let told = one.reason == peers::OF_OTHERS || peers::is_of_others(one);
        told && one.status != PathStatus::Verified
    };
    let theirs: Vec<String> =
        found.iter().filter(is_anothers).map(|one| one.path.clone()).collect();
    for one in found.iter_mut().filter(|one| one.status == PathStatus::Absent) {
        let folder = format!("{}/", one.path.trim_end_matches('/'));
        if theirs.iter().any(|path| path.starts_with(&folder)) {
            one.status = PathStatus::Mention;
            peers::OF_OTHERS.clone_into(&mut one.reason);
        }
    }
}

/// Takes a bare name for one of another place where paths beside it may belong elsewhere: a longer one that ends in it, one
/// of its own sentence, or those of its page or of the whole report, where these cite fewer of the tree's.
pub(super) fn judge_names(found: &mut [CitedPath]) {
    let theirs: Vec<CitedPath> =
        found.iter().filter(|one| one.reason == ELSEWHERE).cloned().collect();
    // A bare name may fit a file by accident.
    let ours = |one: &&CitedPath| one.status == PathStatus::Verified && one.path.contains('/');
    let ours: Vec<u32> = found.iter().filter(ours).map(|one| one.page).collect();
    let is_bare = |one: &&mut CitedPath| !one.path.contains('/');
    for one in found.iter_mut().filter(|one| one.status == PathStatus::Absent).filter(is_bare) {
        let is_of = |other: &&CitedPath| {
            let front = other.path.strip_suffix(one.path.as_str());
            let in_sentence = other.page == one.page && other.sentence == one.sentence;
            front.is_some_and(|front| front.ends_with('/')) || in_sentence
        };
        let around = || {
            let mut on_page = theirs.iter().filter(|other| other.page == one.page);
            let first = on_page.next().filter(|_| on_page.next().is_some());
            let is_of_others = theirs.len() >= MANY && theirs.len() > ours.len();
            first
                .filter(|_| !ours.contains(&one.page))
                .or_else(|| theirs.first().filter(|_| is_of_others))
        };
        if let Some(other) = theirs.iter().find(is_of).or_else(around) {
            one.reason = format!("may belong to another place, as `{}` may", other.path);
            one.status = PathStatus::Ambiguous;
        }
    }
}

/// Whether the path is a part of an id, as in `file::src/a.py`.
fn is_id(cited: &CitedPath) -> bool {
    let mut places = cited.sentence.match_indices(cited.written.as_str());
    places.any(|(at, _)| {
        let kind = cited.sentence[..at].strip_suffix("::");
        kind.is_some_and(|before| before.ends_with(|last: char| last.is_ascii_alphanumeric()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::cited;
    use super::*;

    /// Judges `schema.py`, which is cited on page 1, beside other paths by page, sentence and what became of them.
    #[track_caller]
    fn check(others: &[(&str, u32, &str, PathStatus)], status: PathStatus) {
        let sentence = "The tables are defined in schema.py.";
        let absent = CitedPath { status: PathStatus::Absent, ..cited("schema.py", sentence) };
        let other = |(path, page, sentence, status): &(&str, u32, &str, PathStatus)| {
            let elsewhere = *status == PathStatus::Ambiguous;
            let reason = if elsewhere { ELSEWHERE } else { "in the tree" };
            CitedPath {
                page: *page,
                status: *status,
                reason: reason.into(),
                ..cited(path, sentence)
            }
        };
        let mut found: Vec<CitedPath> = others.iter().map(other).collect();
        found.push(CitedPath { page: 1, ..absent });
        judge_names(&mut found);
        assert_eq!(found.last().map(|one| one.status), Some(status), "{others:?}");
    }

    #[test]
    fn a_bare_name_beside_paths_of_another_place_may_be_of_that_place() {
        use PathStatus::{Absent, Ambiguous, Verified};
        let same = "The tables are defined in schema.py.";
        check(&[], Absent);
        check(&[("lib/alchemy/schema.py", 7, "", Ambiguous)], Ambiguous);
        check(&[("lib/alchemy/my_schema.py", 7, "", Ambiguous)], Absent);
        check(&[("core/dbt/main.py", 1, same, Ambiguous)], Ambiguous);
        check(&[("core/dbt/main.py", 1, "", Ambiguous)], Absent);
        let two = [("core/dbt/main.py", 1, "", Ambiguous), ("core/dbt/cli.py", 1, "", Ambiguous)];
        check(&two, Ambiguous);
        check(&[two[0], two[1], ("src/graph.py", 1, "", Verified)], Absent);
        check(&[two[0], two[1], ("graph.py", 1, "", Verified)], Ambiguous);
        let four = ["a/one.py", "b/two.py", "c/three.py", "d/four.py"];
        let mut many = four.map(|path| (path, 7, "", Ambiguous)).to_vec();
        check(&many, Ambiguous);
        many.extend(
            ["src/a.py", "src/b.py", "src/c.py", "src/d.py"].map(|path| (path, 8, "", Verified)),
        );
        check(&many, Absent);
    }
}
