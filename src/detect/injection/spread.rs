//! Letters that are spread over a line or over lines, replaced by digits, moved or reversed.

use super::Technique;
use super::disguise::Unmasked;
use aho_corasick::{AhoCorasick, AhoCorasickKind};
use std::sync::LazyLock;

/// Fewest letters that are put together again.
const FEWEST: usize = 10;
/// Longest line that is looked at, in bytes.
const LONGEST: usize = 2_000;

/// Finds letters that stand by themselves, and words with digits for letters.
pub(super) fn spread(text: &str, found: &mut Vec<Unmasked>) {
    let mut at = 0;
    let mut column: Vec<(usize, &str)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let shown = line.trim_ascii();
        if shown.len() <= 8 {
            let bare = shown.trim_start_matches(['#', '/', '*', ' ']);
            if bare.chars().nth(1).is_none() {
                column.push((start, bare));
                continue;
            }
        }
        stacked(&mut column, found);
        if shown.len() < FEWEST || shown.len() > LONGEST {
            continue;
        }
        let shape = Shape::of(shown.as_bytes());
        if shape.singles as usize + 2 >= FEWEST
            && let Some(said) = parted(shown)
        {
            let range = start..start + line.trim_end().len();
            found.push(Unmasked { range, text: said, technique: Technique::SpacedLetters });
        }
        if shape.mixed >= 3 && is_leet(shown.as_bytes()) {
            for one in ['i', 'l'] {
                let range = start..start + line.trim_end().len();
                let text = plain(shown, one);
                found.push(Unmasked { range, text, technique: Technique::Leetspeak });
            }
        }
    }
    stacked(&mut column, found);
}

/// What a line looks like at a glance.
#[derive(Default)]
struct Shape {
    /// Letters and digits of ASCII that stand alone.
    singles: u32,
    /// Digits between two letters.
    mixed: u32,
}

impl Shape {
    fn of(line: &[u8]) -> Self {
        let mut shape = Self::default();
        let letter = |byte: u8| (byte | 0x20).wrapping_sub(b'a') < 26;
        let digit = |byte: u8| byte.wrapping_sub(b'0') < 10;
        let word = |byte: u8| letter(byte) || digit(byte) || byte >= 0x80;
        for three in line.windows(3) {
            let [before, byte, after] = [three[0], three[1], three[2]];
            shape.singles += u32::from(!word(before) & word(byte) & !word(after));
            shape.mixed += u32::from(letter(before) & digit(byte) & letter(after));
        }
        shape
    }
}

/// Lines of one letter each; an empty one parts words.
fn stacked(column: &mut Vec<(usize, &str)>, found: &mut Vec<Unmasked>) {
    let letters = column.iter().filter(|(_, one)| one.chars().any(char::is_alphanumeric)).count();
    if let (true, Some(first), Some(last)) = (letters >= FEWEST, column.first(), column.last()) {
        let range = first.0..last.0 + last.1.len();
        let text = column.iter().map(|(_, one)| if one.is_empty() { " " } else { one }).collect();
        found.push(Unmasked { range, text, technique: Technique::SpacedLetters });
    }
    column.clear();
}

/// Puts letters together that stand by themselves; a wider gap parts words.
fn parted(line: &str) -> Option<String> {
    let letters: Vec<char> = line.chars().collect();
    let mut best: Option<(usize, String)> = None;
    let mut at = 0;
    while at + 2 < letters.len() {
        let sign = letters[at + 1];
        let alone = |i: usize| {
            letters[i].is_alphanumeric()
                && letters.get(i + 1).is_none_or(|next| !next.is_alphanumeric())
                && i.checked_sub(1).is_none_or(|p| !letters[p].is_alphanumeric())
        };
        if !(alone(at) && matches!(sign, ' ' | '.' | '-' | '_' | '/' | '|' | '*' | ',')) {
            at += 1;
            continue;
        }
        let (mut said, mut count) = (String::new(), 0);
        while at < letters.len() && alone(at) {
            said.push(letters[at]);
            count += 1;
            let gap = letters[at + 1..].iter().take_while(|c| !c.is_alphanumeric()).count();
            let between: &[char] = &letters[at + 1..at + 1 + gap];
            at += gap + 1;
            if gap > 6 {
                break;
            }
            if gap > 1 || between.iter().any(|c| *c != sign) {
                said.extend(between.iter().filter(|c| **c != sign || sign == ' '));
                said.push(' ');
            }
        }
        if count >= FEWEST && best.as_ref().is_none_or(|(most, _)| count > *most) {
            best = Some((count, said));
        }
    }
    best.map(|(_, said)| said)
}

/// Whether several words of a line mix letters and digits as no name of a version does.
fn is_leet(line: &[u8]) -> bool {
    let words = line.split(|byte| !is_leet_letter(*byte));
    let is_mixed = |word: &[u8]| {
        let digit =
            |byte: &u8| matches!(byte, b'0' | b'1' | b'3' | b'4' | b'5' | b'7' | b'@' | b'$');
        let digits = word.iter().filter(|byte| digit(byte)).count();
        let letters = word.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
        let others = word.len() - digits - letters;
        word.len() >= 3 && digits > 0 && letters > 0 && others == 0 && word.len() <= 24
    };
    let mut replaced = 0;
    let mut all = 0;
    for word in words.filter(|word| word.len() >= 2) {
        all += 1;
        replaced += usize::from(is_mixed(word));
    }
    replaced >= 3 && replaced * 3 >= all
}

fn is_leet_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'$')
}

/// The words with letters for digits; numbers by themselves stay.
fn plain(line: &str, one: char) -> String {
    line.split_inclusive(|c: char| !(c.is_alphanumeric() || matches!(c, '@' | '$')))
        .map(|word| {
            if !word.contains(|c: char| c.is_ascii_alphabetic()) && word.len() > 2 {
                return word.to_owned();
            }
            let single = word.trim_end_matches(|c: char| !c.is_alphanumeric()).len() == 1;
            let letter = |c: char| match c {
                '0' => 'o',
                '1' => one,
                '3' => 'e',
                '4' | '@' => 'a',
                '5' | '$' => 's',
                '7' => 't',
                '8' => 'b',
                c => c,
            };
            if single && !word.starts_with('4') {
                word.to_owned()
            } else {
                word.chars().map(letter).collect()
            }
        })
        .collect()
}

/// Words that a ciphered or reversed instruction holds.
const TELLING: [&str; 34] = [
    "ignore",
    "previous",
    "instruction",
    "rubric",
    "grader",
    "evaluator",
    "award",
    "assign",
    "maximum",
    "highest",
    "marks",
    "disregard",
    "submission",
    "repository",
    "project",
    "score",
    "criterion",
    "criteria",
    "points",
    "report",
    "bewerter",
    "punktzahl",
    "projekt",
    "anweisungen",
    "instrucciones",
    "puntuacion",
    "evaluador",
    "instructions",
    "correcteur",
    "maximale",
    "punteggio",
    "valutatore",
    "avaliador",
    "pontuacao",
];

/// How the letters were moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cipher {
    Rot13,
    Reversed,
}

static CIPHERED: LazyLock<(AhoCorasick, Vec<Cipher>)> = LazyLock::new(|| {
    let mut words = Vec::new();
    let mut kinds = Vec::new();
    for word in TELLING {
        words.push(rot13(word));
        kinds.push(Cipher::Rot13);
        words.push(word.chars().rev().collect());
        kinds.push(Cipher::Reversed);
    }
    // The smaller automaton: a table for each state takes longer to make than the reading of most texts.
    let kind = Some(AhoCorasickKind::ContiguousNFA);
    let finder = AhoCorasick::builder().ascii_case_insensitive(true).kind(kind).build(words);
    (finder.expect("the words are few"), kinds)
});

/// Finds lines whose letters were moved by thirteen or reversed.
pub(super) fn ciphered(text: &str, found: &mut Vec<Unmasked>) {
    let (finder, kinds) = &*CIPHERED;
    let mut last: [Option<usize>; 2] = [None, None];
    let mut done = 0;
    for hit in finder.find_iter(text) {
        let kind = kinds[hit.pattern().as_usize()];
        let seen = &mut last[usize::from(kind == Cipher::Reversed)];
        let close = seen.is_some_and(|at| at + 120 > hit.start());
        *seen = Some(hit.start());
        if !close || hit.start() < done {
            continue;
        }
        let start = text[..hit.start()].rfind('\n').map_or(0, |at| at + 1);
        let end = text[hit.end()..].find('\n').map_or(text.len(), |at| hit.end() + at);
        done = end;
        if end - start > LONGEST {
            continue;
        }
        let line = &text[start..end];
        let (said, technique) = match kind {
            Cipher::Rot13 => (rot13(line), Technique::Rot13),
            Cipher::Reversed => (line.chars().rev().collect(), Technique::Reversed),
        };
        found.push(Unmasked { range: start..end, text: said, technique });
    }
}

fn rot13(text: &str) -> String {
    let moved = |c: char| match c {
        'a'..='m' | 'A'..='M' => char::from(c as u8 + 13),
        'n'..='z' | 'N'..='Z' => char::from(c as u8 - 13),
        c => c,
    };
    text.chars().map(moved).collect()
}
