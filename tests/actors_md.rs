//! `actors.md` names every actor's file and every message.

use std::path::Path;

/// The variants of every `pub enum …Msg` in a source, as `Enum::Variant`.
fn messages(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside: Option<String> = None;
    for line in source.lines() {
        if let Some(rest) = line.strip_prefix("pub enum ")
            && let Some(name) = rest.strip_suffix(" {")
            && name.ends_with("Msg")
        {
            inside = Some(name.to_owned());
        } else if line == "}" {
            inside = None;
        } else if let Some(name) = &inside
            && let Some(variant) = variant(line)
        {
            found.push(format!("{name}::{variant}"));
        }
    }
    found
}

/// The variant that a line begins; fields stand deeper and comments begin with a slash.
fn variant(line: &str) -> Option<&str> {
    let text = line.strip_prefix("    ")?;
    let name = &text[..text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())];
    name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
}

/// Whether a text has a name as a word of its own.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
    })
}

#[test]
fn every_actor_and_every_message_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("actors.md")).expect("there is an actors.md");
    let mut missing = Vec::new();
    let (mut files, mut variants) = (0, 0);
    for entry in std::fs::read_dir(root.join("src/actors")).expect("there are actors") {
        let path = entry.expect("an entry can be read").path();
        let file = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        files += 1;
        if !names(&text, &file) {
            missing.push(file);
        }
        for message in messages(&std::fs::read_to_string(&path).expect("a source is text")) {
            variants += 1;
            let (of, variant) = message.split_once("::").expect("it was put together with it");
            // A section about the enum may leave the enum's name out before each variant.
            if !names(&text, of) || !names(&text, variant) {
                missing.push(message);
            }
        }
    }
    missing.sort();
    assert!(missing.is_empty(), "actors.md does not name:\n{}", missing.join("\n"));
    assert!(files >= 8 && variants >= 12, "{files} files and {variants} messages were looked at");
}

#[test]
fn messages_are_found_in_a_source() {
    let source = "pub enum AMsg {\n    /// One.\n    One,\n    /// Two.\n    Two {\n        /// Field.\n        x: u8,\n    },\n    Three(Step),\n}\npub enum B {\n    Four,\n}\n";
    assert_eq!(messages(source), ["AMsg::One", "AMsg::Two", "AMsg::Three"]);
    assert!(names("the `Hear` message", "Hear") && !names("Heard", "Hear"));
}
