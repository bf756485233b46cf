//! Lines that only head what follows.

/// Longest heading in words.
pub(super) const LONGEST: usize = 12;

/// Whether this is a title with the key that stands for it in the rubric: `Judicial Nuance (judicial_nuance)`.
pub(super) fn names_its_key(sentence: &str) -> bool {
    let Some((title, key)) =
        sentence.trim_end().strip_suffix(')').and_then(|all| all.split_once(" ("))
    else {
        return false;
    };
    let title = title.trim_start_matches(|letter: char| !letter.is_alphabetic());
    title.to_ascii_lowercase().replace([' ', '-'], "_") == key
}

/// Whether this is what a section answers, also behind its name: `Typed state: why Pydantic`.
pub(super) fn asks(sentence: &str) -> bool {
    let (label, said) = sentence.trim_end_matches(':').rsplit_once(": ").unwrap_or(("", sentence));
    let first = said.split(' ').map(|word| word.trim_matches(|l: char| !l.is_alphanumeric()));
    let first = first.clone().find(|word| !word.is_empty()).unwrap_or_default();
    let is_label = label.split(' ').count() <= LONGEST / 2;
    is_label && ["why", "how", "what"].contains(&first.to_ascii_lowercase().as_str())
}
