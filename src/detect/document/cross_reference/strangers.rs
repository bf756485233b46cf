//! Names that are none of the repository's: of files of other places, of libraries, of what a program knows by an id.

use super::Clerk;
use crate::domain::facts::CitedPath;

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
        let at = self.others.binary_search_by(|other| other.path.as_str().cmp(path)).ok()?;
        let named_in = &self.others[at].named_in;
        Some(format!("`{named_in}` names it among files that are not of the tree"))
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

/// Whether the path is a part of an id, as in `file::src/a.py`.
fn is_id(cited: &CitedPath) -> bool {
    let mut places = cited.sentence.match_indices(cited.written.as_str());
    places.any(|(at, _)| {
        let kind = cited.sentence[..at].strip_suffix("::");
        kind.is_some_and(|before| before.ends_with(|last: char| last.is_ascii_alphanumeric()))
    })
}
