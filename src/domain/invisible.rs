//! Characters that nobody sees, or that change how their neighbours are seen.

/// Whether a character has no shape of its own, or hides, joins or turns around what stands beside it: format characters,
/// fillers, tags, and the selectors that can carry bytes. Controls and white space are not among them.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character chooses between forms of the sign before it. People type two of them with emoji, unseen.
#[must_use]
pub fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// Whether a character takes no room and parts the letters around it for a program that reads them: what holds one is not
/// the word or the path that it looks like.
#[must_use]
pub fn parts_words(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unseen_is_no_letter_sign_or_space() {
        let unseen = "\u{ad}\u{200b}\u{202e}\u{2066}\u{2800}\u{feff}\u{e0041}\u{fe0f}";
        assert!(unseen.chars().all(is_unseen));
        assert!(!" \t\na-é✓字\u{301}\u{0}".chars().any(is_unseen));
        // Each of the two others is a part of them.
        for c in '\0'..=char::MAX {
            assert!(is_unseen(c) || !(is_selector(c) || parts_words(c)), "{c:?}");
        }
    }
}
