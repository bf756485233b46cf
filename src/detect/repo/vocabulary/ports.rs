//! Ports of addresses that a source names: `http://localhost:11434/api/chat`.

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lines, PortFact};

/// Most ports of one file that are told.
const PORTS: usize = 20;

/// The ports of a file's addresses, each with the line on which it stands first.
pub(super) fn ports(source: &Source, text: &str) -> Vec<PortFact> {
    let mut found: Vec<PortFact> = Vec::new();
    if !text.contains("://") {
        return found;
    }
    for (number, line) in (1..).zip(text.lines()) {
        for (at, _) in line.match_indices("://") {
            let rest = &line[at + 3..];
            let inside = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
            let end = rest.find(|letter| !inside(letter)).unwrap_or(rest.len());
            let digits = rest[end..].strip_prefix(':').unwrap_or_default();
            let length = digits.find(|letter: char| !letter.is_ascii_digit());
            let port = digits[..length.unwrap_or(digits.len())].parse().ok();
            let is_new = |port: &u16| !found.iter().any(|one| one.port == *port);
            if let Some(port) = port.filter(is_new).filter(|_| found.len() < PORTS) {
                let place = Lines::new(&source.path, &source.blob, number, number);
                found.push(PortFact { port, place });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_stands_behind_the_host_of_an_address() {
        let text = "A = 'http://localhost:11434/api/chat'\nB = \"redis://h.example:6379\"\nC = f'http://{HOST}:80/' # x: 12\nD = 'http://localhost:11434'\n";
        let source = Source { path: "a.py".into(), blob: "b".into(), bytes: Vec::new() };
        let found: Vec<_> =
            ports(&source, text).iter().map(|one| (one.port, one.place.line)).collect();
        assert_eq!(found, [(11434, 1), (6379, 2)]);
    }
}
