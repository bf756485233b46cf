//! The three judges, by the names of what speaks for them.

/// Parts of each judge's names, in small letters and without what joins words.
pub(in crate::detect) const JUDGES: [&[&str]; 3] =
    [&["prosecutor"], &["defense", "defence"], &["techlead"]];

/// Which of [`JUDGES`] a node, a function or a class is named for.
pub(in crate::detect) fn judge(name: &str) -> Option<usize> {
    let name = name.to_lowercase().replace(['_', '-', ' '], "");
    JUDGES.iter().position(|words| words.iter().any(|word| name.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_is_known_however_its_name_is_written() {
        for (name, expected) in [
            ("prosecutor_node", Some(0)),
            ("Defence", Some(1)),
            ("TechLeadJudge", Some(2)),
            ("tech-lead", Some(2)),
            ("fetch_technical_notes", None),
            ("judge", None),
        ] {
            assert_eq!(judge(name), expected, "{name}");
        }
    }
}
