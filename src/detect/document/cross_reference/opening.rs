//! How a sentence begins that names a path and claims nothing of it.

/// The word with which a sentence that begins so sets a condition for all of it.
pub(super) fn condition(before: &str) -> &str {
    let before = before.trim_start_matches(|sign: char| !sign.is_alphabetic());
    before.get(..3).filter(|word| word.eq_ignore_ascii_case("if ")).unwrap_or_default()
}

/// Whether a sentence that begins so asks for something to be made: `Add a check in `.
pub(super) fn asks_for(before: &str) -> bool {
    let before = before.trim_start_matches(|sign: char| !sign.is_alphabetic()).to_lowercase();
    [
        "add ",
        "copy ",
        "create ",
        "introduce ",
        "move ",
        "paste ",
        "place ",
        "put ",
        "rename ",
        "save ",
    ]
    .iter()
    .any(|word| before.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demand_and_a_condition_are_known_by_their_first_word() {
        assert!(asks_for("– Copy the file to ") && asks_for("Put it into "));
        assert!(!asks_for("Copies lie in ") && !asks_for("The rules in "));
        assert_eq!(condition("If you want your own rubric, put it into "), "If ");
        assert_eq!((condition("Ifconfig is in "), condition("é"), condition("")), ("", "", ""));
    }
}
