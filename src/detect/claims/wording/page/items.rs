//! Items of lists: what introduces them, and whether one says something whole.

use super::lists::BULLETS;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Most lines above an item that are looked through for what introduces it.
const REACH: usize = 24;
/// Most items that are read with the line above them.
const MOST: usize = 4;
/// Most words of a heading, or of what introduces a list.
const LONGEST: usize = 8;
/// Most words of a sentence whose verb its items lack.
const LONGEST_LEAD: usize = 24;

/// Words by which what is introduced may be a wish, somebody else's, another time's, or under a condition.
pub(in super::super) const WISHED: &str = concat!(
    r"goals?|requirements?|requires?d?|objectives?|expect\w*|criteri\w+|checks?|targets?|ideal\w*|must|needs?|wants?|why|how|what|",
    r"lessons?|plan\w*|propos\w*|rubrics?|alternatives?|options?|before|problems?|risks?|peers?|gaps?|missing|improvements?|phase|",
    r"if|examples?|patterns?|questions?",
);

/// What introduces a list of wishes, of what is looked for or of what others have, so that its items need not be said
/// of the code.
static WISHES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(&format!(
        concat!(
            r"(?i)\b(?:{}|should|principles?|future|next|would|could|after|threats?|to ?do|week|day|verif\w*|detect\w*|look\w*|",
            r"determin\w*|trade-?offs?|pros|cons|benefits?|vs|versus|recommend\w*|remediation|feedback|",
            r"guidelines?|standards?|rules?|concepts?|background|definitions?|theory|theoretical|commits?|history|not)\b",
        ),
        WISHED
    ))
});

/// Words on which no statement ends: what does is cut by a column or a page.
const OPEN_ENDS: &[&str] = &[
    "a", "an", "and", "as", "at", "by", "each", "for", "from", "if", "in", "into", "is", "are",
    "its", "of", "on", "only", "or", "our", "than", "that", "the", "their", "then", "to", "via",
    "when", "where", "which", "while", "with", "without",
];

/// Whether the sentence is an item of a list.
pub(in crate::detect::claims) fn is_item(sentence: &str) -> bool {
    sentence.starts_with(BULLETS)
}

/// The words of an item without its bullet.
pub(in crate::detect::claims) fn words(sentence: &str) -> &str {
    sentence.trim_start_matches(BULLETS).trim_start()
}

/// The items that a line with a colon introduces, in one line with it; the line alone where none follows.
pub(in crate::detect::claims) fn with_items(sentence: &str, after: &str) -> String {
    let lines = after.lines().map(str::trim).filter(|line| !line.is_empty());
    let items = lines.take_while(|line| is_item(line)).take(MOST).map(words);
    std::iter::once(sentence).chain(items).collect::<Vec<_>>().join(" ")
}

/// The line above an item that introduces its list, or heads it.
pub(in crate::detect::claims) fn head(before: &str) -> Option<&str> {
    let lines = before.trim_end_matches(BULLETS).lines().rev().map(str::trim);
    lines.filter(|line| !line.is_empty() && !is_item(line)).take(REACH).find(|line| {
        let short = line.split_whitespace().count() <= LONGEST;
        let heads = line.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
        line.ends_with(':') || (short && heads && !line.ends_with(['.', ',', ';']))
    })
}

/// What introduces the list of an item, where few words do: `Reducers used:`.
pub(in crate::detect::claims) fn introduced(head: Option<&str>) -> Option<&str> {
    head.filter(|line| line.ends_with(':') && line.split_whitespace().count() <= LONGEST)
}

/// What says, before a colon, that what its list names is there: a verb of doing or having, in the present.
static CARRIES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:uses|use|employs?|utili[sz]es|implements|includes|provides|has|have|contains|enforces|supports|features|applies|runs|performs|offers|comprises|relies on|builds on|combines|integrates)\b",
        r"|\b(?:(?:is|are) (?:now |currently |fully |already )*(?:implemented|complete|done|in place|built|live|working|supported|enforced|integrated|operational)|(?:we|i) (?:have )?(?:built|implemented|used|chose|integrated|adopted))\b|^\W*(?:fully |currently )?(?:implemented|completed)(?: (?:features?|components?|capabilities|so far|and working))*:$",
    ))
});

/// The whole sentence that introduces the list of an item, where its verb is what the item lacks: `The graph uses:`.
pub(in crate::detect::claims) fn lead(before: &str) -> Option<String> {
    let before = before.trim_end_matches(BULLETS).trim_end();
    let mut above = before.lines().rev().map(str::trim).peekable();
    // Other items of the list stand between it and the sentence, each with the lines that it goes on in.
    let mut lines: Vec<&str> = Vec::new();
    let mut seen = 0;
    let last = loop {
        let line = above.next()?;
        seen += 1;
        if seen > REACH || (line.is_empty() && above.peek().is_some_and(|line| line.is_empty())) {
            return None;
        }
        if line.ends_with(':') && !is_item(line) {
            break line;
        }
    };
    lines.push(last);
    // A line that begins with a small letter goes on with the one above it.
    while lines.last().is_some_and(|line| line.starts_with(char::is_lowercase)) {
        lines.push(above.next().filter(|line| !line.is_empty() && !is_item(line))?);
    }
    lines.reverse();
    let whole = lines.join(" ");
    let start = whole.rfind(['.', '!', '?']).filter(|at| whole[at + 1..].starts_with(' '));
    let sentence = start.map_or(whole.as_str(), |at| whole[at + 1..].trim_start());
    let carries = CARRIES.is_match(sentence) && !is_wish(sentence);
    (carries && sentence.split(' ').count() <= LONGEST_LEAD).then(|| sentence.to_owned())
}

/// Whether what follows such a line need not be said of the code.
pub(in crate::detect::claims) fn is_wish(head: &str) -> bool {
    WISHES.is_match(head)
}

/// Whether a line begins with a path, as the rows of a list of files do.
pub(in crate::detect::claims) fn lists_a_file(sentence: &str) -> bool {
    words(sentence).split(' ').next().is_some_and(|word| word.contains('/') && word.contains('.'))
}

/// Whether an item without a full stop is whole, and its list says something of the code.
pub(in crate::detect::claims) fn is_whole(sentence: &str, head: Option<&str>) -> bool {
    let last = sentence.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let opened = sentence.matches('(').count() > sentence.matches(')').count();
    let cut =
        opened || last.ends_with([',', '-', '–', ':', '/', '…']) || OPEN_ENDS.contains(&&*last);
    is_item(sentence) && !cut && head.is_some_and(|head| !is_wish(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, item: &str, expected: bool) {
        assert_eq!(is_whole(item, head(before)), expected, "{before:?} {item:?}");
    }

    #[test]
    fn the_sentence_is_found_whose_verb_the_items_lack() {
        let told = |before: &str, expected: Option<&str>| {
            assert_eq!(lead(before).as_deref(), expected, "{before:?}");
        };
        told("The graph uses:\n● Reducers\n● ", Some("The graph uses:"));
        told(
            "It is safe. Each judge\nuses the following:\n- One\n- ",
            Some("Each judge uses the following:"),
        );
        told("Implemented features:\n- ", Some("Implemented features:"));
        told("The next version uses:\n- ", None);
        told("Design goals:\n- ", None);
        told("The graph uses:\n\n\n- ", None);
    }

    #[test]
    fn an_item_is_whole_below_what_says_that_it_is_of_the_code_and_where_it_is_not_cut() {
        check("Key properties:\n\n", "● Detectives execute concurrently", true);
        check("Key properties:\n● One of them\n\n", "● Detectives execute concurrently", true);
        check("4. Orchestration\n", "● Detectives execute concurrently", true);
        check("Key properties:\n", "● Detectives execute concurrently with", false);
        check("Key properties:\n", "● Detectives execute concurrently (as", false);
        check("Design goals\n", "● Detectives execute concurrently", false);
        check("Determine whether:\n● One of them\n", "● Detectives execute concurrently", false);
        check(
            "A line that goes on and on and on without any end.\n",
            "● Detectives execute",
            false,
        );
    }
}
