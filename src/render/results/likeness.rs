//! What submissions have in common, in words.

use super::CohortHint;
use crate::domain::docket::{Likeness, LikenessKind};
use crate::render::phrase::count;

impl From<&Likeness> for CohortHint {
    fn from(likeness: &Likeness) -> Self {
        let text = match &likeness.kind {
            LikenessKind::Commit { commit } => {
                let short: String = commit.chars().take(7).collect();
                format!("Both repositories are at the same commit {short}.")
            }
            LikenessKind::Report => "Both handed in the same PDF, byte for byte.".to_owned(),
            LikenessKind::Files { same, of, named } => {
                let named: Vec<String> = named.iter().map(pair).collect();
                format!(
                    "{} of the {of} that are not common to many are the same, byte for byte: {}{}.",
                    count(*same, "file"),
                    named.join(", "),
                    if named.len() < *same { " and others" } else { "" }
                )
            }
            LikenessKind::Passages { percent, named } => {
                let named: Vec<String> =
                    named.iter().map(|(one, other)| format!("{one} and {other}")).collect();
                format!(
                    "About {percent} % of the passages of the shorter report stand in the other one too, \
                     such as on pages {}.",
                    named.join(", ")
                )
            }
        };
        Self { submissions: likeness.between.to_vec(), text }
    }
}

/// A file in the one and in the other.
fn pair((one, other): &(String, String)) -> String {
    if one == other { one.clone() } else { format!("{one} (there {other})") }
}
