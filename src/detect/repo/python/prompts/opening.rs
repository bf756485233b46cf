//! The words by which a text addresses a persona at its beginning.

use super::persona_in;
use crate::detect::phrase::Form;
use crate::detect::repo::python::names::words::speaks_of;
use std::sync::LazyLock;

/// `You are the Prosecutor`, with up to three words between.
static OPENING: LazyLock<Form> = LazyLock::new(|| {
    Form::new(
        r"(?i)\b(?:you are|you're|act as|acting as|your role is|role:|persona:|as)\s+(?:the |a |an )?[\*\x22'_]*(?:[\w'-]+\s+){0,3}?[\*\x22'_]*(prosecutor|defen[cs]e|defender|tech[\s_-]*lead)\b",
    )
});

/// Words behind a name by which something is told of whoever has it, beside verbs that end so.
const TOLD_OF: &[&str] =
    &["have", "will", "are", "were", "did", "do", "said", "told", "can", "may"];

/// The persona that a text addresses by its opening words.
pub(super) fn addressed(text: &str) -> Option<&'static str> {
    let opening = text.char_indices().nth(300).map_or(text, |(end, _)| &text[..end]);
    if !names_persona(opening) {
        return None;
    }
    let mut from = 0;
    while let Some(named) = OPENING.place(&opening[from..]) {
        let (start, end) = (from + named.start, from + named.end);
        let (before, behind) = (&opening[..start], &opening[end..]);
        if !is_line(before) && is_address(before, behind) {
            return persona_in(&opening[start..end]);
        }
        from = end;
    }
    None
}

/// Whether what follows is the last word of "line of defense".
fn is_line(before: &str) -> bool {
    let before = before.trim_end().to_ascii_lowercase();
    before.ends_with("line of") || before.ends_with("lines of")
}

/// Whether a role that is named behind a bare `as` or `role:` is given to whoever reads: not one of several in a list, no
/// option of a command, and not the one of whom something is told.
fn is_address(before: &str, behind: &str) -> bool {
    let lower = before.to_ascii_lowercase();
    let led = |word: &str| {
        let start = lower.rfind(word)?;
        let is_whole = lower[..start].chars().next_back().is_none_or(|one| !one.is_alphanumeric());
        is_whole.then_some(start)
    };
    let plain = ["you are", "you're", "act as", "acting as", "your role is"];
    let last = plain.iter().filter_map(|word| led(word)).max();
    let bare = ["as ", "as\n", "role:", "persona:"].iter().filter_map(|word| led(word)).max();
    let Some(bare) = bare.filter(|bare| last.is_none_or(|last| last + 8 < *bare)) else {
        return true;
    };
    if lower[..bare].ends_with("--") || is_list(behind) {
        return false;
    }
    if !lower[bare..].starts_with("as") {
        return true;
    }
    let behind = behind.trim_start_matches(['*', '"', '\'', '_']);
    let word: String = behind.trim_start().chars().take_while(|one| one.is_alphabetic()).collect();
    !tells(&word.to_ascii_lowercase())
}

/// Whether a word behind a name makes it the one of whom something is told: `asked`, `disagrees`.
fn tells(word: &str) -> bool {
    let is_verb = word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    TOLD_OF.contains(&word) || word.ends_with("ed") || (is_verb && word != "always")
}

/// Whether another persona is named beside one: `prosecutor, defense or tech_lead`.
fn is_list(behind: &str) -> bool {
    let rest = behind.trim_start_matches(['*', '"', '\'', '_']).trim_start();
    let joined = [",", "/", "|", "and ", "or "].iter().find_map(|joint| rest.strip_prefix(joint));
    let Some(next) = joined else { return false };
    let next = next.trim_start_matches(|one: char| !one.is_alphanumeric());
    let next = ["the ", "or ", "and "]
        .iter()
        .fold(next, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let word: String = next.chars().take(10).collect();
    persona_in(&word).is_some()
}

/// Whether there is a word without which [`OPENING`] finds nothing; few texts have one.
fn names_persona(text: &str) -> bool {
    speaks_of(text, &["prosecutor", "defen", "tech"])
}

#[cfg(test)]
mod tests {
    use super::addressed;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(addressed(text), expected, "{text}");
    }

    #[test]
    fn whoever_is_told_to_be_a_persona_is_addressed() {
        check("You are the Prosecutor. Trust no one.", Some("Prosecutor"));
        check("You are a strict **Prosecutor** in a court.", Some("Prosecutor"));
        check("Act as the Defense attorney.", Some("Defense"));
        check("Role: Tech Lead. Look at artifacts.", Some("TechLead"));
        check("As the Prosecutor, you must find gaps.", Some("Prosecutor"));
        check("Read this and answer as the Tech Lead.", Some("TechLead"));
        check("As Prosecutor you argue for the lowest score.", Some("Prosecutor"));
        check("You are a judge. Argue as the Defense would.", Some("Defense"));
        check("As the Tech Lead evaluate what is there.", Some("TechLead"));
        check("As Prosecutor always assume the worst.", Some("Prosecutor"));
    }

    #[test]
    fn whoever_is_told_of_personas_is_none() {
        check("You are the LAST line of defense before the user.", None);
        check("You are the Chief Justice. As Prosecutor and Defense disagree you weigh.", None);
        check("You are a detective; list files, as the tech lead asked.", None);
        check("Role: prosecutor, defense or tech_lead; you must choose one", None);
        check("Lower the score, as the Prosecutor argues in such a case.", None);
        check("Your task is chosen with --as, for example --as prosecutor.", None);
    }
}
