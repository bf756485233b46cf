//! Manifests and lock files of JavaScript.

use super::{Bare, Page, plain};
use crate::domain::facts::PinnedBy::{Lock, Manifest, Setting};
use serde_json::Value;
use std::collections::BTreeSet;

/// Reads a `package.json`.
pub(super) fn manifest(page: &mut Page<'_>) {
    let Ok(value) = serde_json::from_str::<Value>(&page.text()) else { return };
    for key in ["dependencies", "devDependencies"] {
        for (name, asked) in value.get(key).and_then(Value::as_object).into_iter().flatten() {
            let asked = asked.as_str().unwrap_or_default();
            let line = page.line_of(&[&format!("\"{name}\""), asked]);
            page.add(name, asked, Manifest, Bare::Exact, line);
        }
    }
    for (key, by) in [("engines", Manifest), ("volta", Setting)] {
        let asked = value.get(key).and_then(|engines| engines.get("node")).and_then(Value::as_str);
        if let Some(asked) = asked {
            let line = page.line_of(&["\"node\"", asked]);
            page.add("node", asked, by, Bare::Exact, line);
        }
    }
}

/// Reads a `package-lock.json` of any format.
pub(super) fn lock(page: &mut Page<'_>, names: &BTreeSet<String>) {
    let Ok(value) = serde_json::from_str::<Value>(&page.text()) else { return };
    let packages = value.get("packages").and_then(Value::as_object);
    let older = value.get("dependencies").and_then(Value::as_object).filter(|_| packages.is_none());
    for (key, package) in packages.or(older).into_iter().flatten() {
        let name = key.strip_prefix("node_modules/").unwrap_or(key);
        let version = package.get("version").and_then(Value::as_str);
        // What lies below another package is that one's.
        let is_own = !name.contains("node_modules/") && names.contains(&plain(name));
        if let Some(version) = version.filter(|_| is_own) {
            let (head, own) = (format!("\"{key}\": {{"), format!("\"version\": \"{version}\""));
            let from = page.line_of(&[&head]);
            let behind = page.text.lines().skip(from).position(|line| line.contains(&own));
            page.add(name, version, Lock, Bare::Exact, from + behind.map_or(0, |at| at + 1));
        }
    }
}

/// Reads a `yarn.lock`.
pub(super) fn yarn(page: &mut Page<'_>, names: &BTreeSet<String>) {
    let mut name: Option<String> = None;
    for (at, line) in page.text().lines().enumerate() {
        if !line.starts_with([' ', '#']) {
            let head = line.trim_start_matches('"');
            // The name may begin with the sign that parts it from what is asked for.
            let end = head.get(1..).and_then(|rest| rest.find('@')).map(|end| end + 1);
            let found = end.map(|end| head[..end].to_owned());
            name = found.filter(|found| names.contains(&plain(found)));
        } else if let Some(version) = line.strip_prefix("  version")
            && let Some(name) = name.take()
        {
            page.add(&name, version.trim_matches([':', ' ', '"']), Lock, Bare::Exact, at + 1);
        }
    }
}

/// Reads the direct dependencies of a `pnpm-lock.yaml`.
pub(super) fn pnpm(page: &mut Page<'_>, names: &BTreeSet<String>) {
    let mut name: Option<String> = None;
    for (at, line) in page.text().lines().enumerate() {
        let bare = line.trim();
        if let Some(version) = bare.strip_prefix("version:") {
            if let Some(name) = name.take() {
                let version = version.trim_matches([' ', '\'', '"']);
                page.add(
                    &name,
                    version.split('(').next().unwrap_or_default(),
                    Lock,
                    Bare::Exact,
                    at + 1,
                );
            }
        } else if !bare.starts_with("specifier:") {
            let key = bare.strip_suffix(':').map(|key| key.trim_matches(['\'', '"']));
            name = key.filter(|key| names.contains(&plain(key))).map(str::to_owned);
        }
    }
}
