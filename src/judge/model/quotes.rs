//! Quotations in an argument are looked up in what the judge was shown; what is not there is struck.

/// What stands in place of a quotation that is not in the record.
const STRUCK: &str = "[struck: not in the record]";
/// Shorter quotations are terms, not testimony.
const SHORTEST: usize = 12;

/// Strikes every quotation that stands in none of `sources`. Letters and digits count; case, spaces and
/// punctuation do not, since a prompt shows some of them disarmed. Returns the argument that is left
/// and how many quotations were struck.
pub(super) fn strike<'a>(argument: &str, sources: impl Iterator<Item = &'a str>) -> (String, u32) {
    let spans = quotations(argument);
    if spans.is_empty() {
        return (argument.to_owned(), 0);
    }
    let known: Vec<String> = sources.map(bare).collect();
    let (mut text, mut struck, mut at) = (String::new(), 0, 0);
    for (start, end) in spans {
        let said = bare(&argument[start..end]);
        // A shortened quotation is looked up part by part.
        let is_known = known.iter().any(|source| source.contains(&said));
        if said.len() >= SHORTEST && !is_known && !in_parts(&argument[start..end], &known) {
            text.push_str(&argument[at..start]);
            text.push_str(STRUCK);
            at = end;
            struck += 1;
        }
    }
    text.push_str(&argument[at..]);
    (text, struck)
}

/// Whether a quotation with an ellipsis stands in one source, part after part.
fn in_parts(quotation: &str, known: &[String]) -> bool {
    let parts: Vec<String> =
        quotation.split("...").flat_map(|part| part.split('…')).map(bare).collect();
    let follows = |source: &String| {
        let mut rest = source.as_str();
        parts.iter().all(|part| {
            let found = rest.find(part.as_str());
            found.inspect(|at| rest = &rest[at + part.len()..]).is_some()
        })
    };
    parts.len() > 1 && known.iter().any(follows)
}

/// The insides of double quotation marks, as byte ranges.
fn quotations(text: &str) -> Vec<(usize, usize)> {
    let (mut spans, mut open) = (Vec::new(), None);
    for (at, letter) in text.char_indices() {
        match (letter, open) {
            ('"' | '“' | '„' | '«', None) => open = Some(at + letter.len_utf8()),
            ('"' | '”' | '“' | '»', Some(start)) => {
                spans.push((start, at));
                open = None;
            }
            // A quotation does not run over paragraphs: that mark was a stray one.
            ('\n', Some(_)) => open = None,
            (_, _) => {}
        }
    }
    spans
}

/// Letters and digits, lower case.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(argument: &str, left: &str, struck: u32) {
        let sources = ["builder.add_edge(\"start\", node)", "No retry around the call."];
        assert_eq!(strike(argument, sources.into_iter()), (left.to_owned(), struck));
    }

    #[test]
    fn only_quotations_that_stand_in_the_record_are_left() {
        check("It says \"no retry around the call\".", "It says \"no retry around the call\".", 0);
        check(
            "It says “every judge retries three times”.",
            "It says “[struck: not in the record]”.",
            1,
        );
        check("A \"term\" is none.", "A \"term\" is none.", 0);
        check("`‹` \"builder add_edge … node\"", "`‹` \"builder add_edge … node\"", 0);
        check("a stray \" mark", "a stray \" mark", 0);
    }
}
