//! Names that are none of the repository's: of files of other places, of libraries, of what a program knows by an id.

use super::{Clerk, peers};
use crate::domain::facts::{CitedPath, PathStatus};

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

/// Whether the path is a part of an id, as in `file::src/a.py`.
fn is_id(cited: &CitedPath) -> bool {
    let mut places = cited.sentence.match_indices(cited.written.as_str());
    places.any(|(at, _)| {
        let kind = cited.sentence[..at].strip_suffix("::");
        kind.is_some_and(|before| before.ends_with(|last: char| last.is_ascii_alphanumeric()))
    })
}
