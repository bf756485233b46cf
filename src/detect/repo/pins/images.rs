//! Images that containers start from, and what workflows set up.

use super::ranges::numbers;
use super::{Bare, Page, base, ending};
use crate::domain::facts::PinnedBy::{Image, Setting};
use std::collections::BTreeMap;

/// Whether a file of this name says how an image is built.
pub(super) fn is_dockerfile(name: &str) -> bool {
    let small = name.to_ascii_lowercase();
    small.starts_with("dockerfile") || ending(&small) == "dockerfile" || small == "containerfile"
}

/// Images by what is in them.
const HOLDS: &[(&str, &[&str])] = &[
    ("go", &["golang"]),
    ("java", &["amazoncorretto", "eclipse-temurin", "openjdk", "temurin"]),
    ("postgres", &["pgvector", "postgis", "postgresql"]),
    ("mongo", &["mongodb"]),
];

/// Reads what a Dockerfile starts from.
pub(super) fn dockerfile(page: &mut Page<'_>) {
    let mut set: BTreeMap<String, String> = BTreeMap::new();
    for (at, line) in page.text().lines().enumerate() {
        let mut words = line.split_whitespace();
        match words.next().map(str::to_ascii_uppercase).as_deref() {
            Some("ARG") => {
                let given = words.next().and_then(|word| word.split_once('='));
                set.extend(
                    given
                        .map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned())),
                );
            }
            Some("FROM") => {
                let image = words.find(|word| !word.starts_with("--")).unwrap_or_default();
                let mut image = image.to_owned();
                for (name, value) in &set {
                    image = image
                        .replace(&format!("${{{name}}}"), value)
                        .replace(&format!("${name}"), value);
                }
                started(page, &image, at + 1);
            }
            _ => {}
        }
    }
}

/// Notes the version of an image, as its tag tells it.
fn started(page: &mut Page<'_>, image: &str, line: usize) {
    let image = image.trim_matches(['"', '\'']).split('@').next().unwrap_or_default();
    let (path, tag) =
        image.rsplit_once(':').filter(|(_, tag)| !tag.contains('/')).unwrap_or((image, ""));
    let name = path.rsplit('/').next().unwrap_or(path);
    if name.is_empty() || name.contains(['$', '{']) {
        return;
    }
    let known = HOLDS.iter().find(|(_, images)| images.contains(&name));
    let holds = known.map_or(name, |(holds, _)| holds);
    // `pg16` is the sixteenth version, whatever the image's own is.
    let of_postgres =
        (holds == "postgres").then(|| tag.split('-').find_map(|part| part.strip_prefix("pg")));
    // What an extension's own version is tells nothing of the server.
    let is_extension = name == "pgvector";
    let version = of_postgres.flatten().unwrap_or(if is_extension { "" } else { tag });
    let version = if numbers(version).is_some() { version } else { "" };
    page.add(holds, version, Image, Bare::Exact, line);
}

/// What a workflow sets up, by the keys for it.
const SET_UP: &[(&str, &str)] = &[
    ("python-version", "python"),
    ("node-version", "node"),
    ("java-version", "java"),
    ("go-version", "go"),
    ("php-version", "php"),
    ("dotnet-version", "dotnet"),
];

/// Reads the images that services are started from, and what workflows set up.
pub(super) fn yaml(page: &mut Page<'_>) {
    if base(&page.source.path).contains("-lock.") {
        return;
    }
    let is_workflow = page.source.path.contains(".github/workflows/");
    let text = page.text();
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let bare = line.trim().trim_start_matches("- ");
        let bare = bare.split(" #").next().unwrap_or_default().trim();
        let Some((key, value)) = bare.split_once(':') else { continue };
        let value = value.trim();
        if key == "image" && !value.contains(['{', '$']) && !value.is_empty() {
            started(page, value, at + 1);
        }
        let known = SET_UP.iter().find(|(name, _)| *name == key).filter(|_| is_workflow);
        let Some((_, name)) = known else { continue };
        let several = value.is_empty().then(|| {
            let items = lines[at + 1..].iter().copied().map(str::trim);
            items
                .take_while(|item| item.starts_with("- "))
                .map(|item| &item[2..])
                .collect::<Vec<_>>()
        });
        let all = several.unwrap_or_else(|| value.trim_matches(['[', ']']).split(',').collect());
        let all: Vec<&str> = all.iter().map(|one| one.trim_matches(['"', '\'', ' '])).collect();
        let is_open = |one: &&str| one.contains(['$', '{']);
        if !all.iter().any(is_open) && !all.concat().is_empty() {
            page.add(name, &all.join(" || "), Setting, Bare::Exact, at + 1);
        }
    }
}
