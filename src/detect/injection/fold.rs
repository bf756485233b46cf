//! Text as it reads: one case, one alphabet where letters of several are mixed, and nothing invisible.

use super::Technique;
use crate::domain::invisible::is_unseen;
use std::ops::Range;
use unicode_normalization::char::decompose_compatible;

/// A text with its disguises of single characters taken off.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// What it reads like, in lower case and without marks over letters.
    pub text: String,
    /// Pairs of places in `text` and in the original from which on both run alike.
    anchors: Vec<(usize, usize)>,
    /// Where in `text` something was taken off, and what.
    pub disguises: Vec<(usize, Technique)>,
    /// Bytes that were spelled in characters without a shape, where there were enough of them.
    pub smuggled: Vec<(usize, String)>,
}

impl Folded {
    /// The place in the original of a place in the folded text.
    pub(super) fn original(&self, at: usize) -> usize {
        let next = self.anchors.partition_point(|(folded, _)| *folded <= at);
        match next.checked_sub(1).map(|last| self.anchors[last]) {
            Some((folded, original)) => original + (at - folded),
            None => at,
        }
    }

    /// What was taken off of `words` of the folded text, which stand between `start` and `end`, if it was more than an
    /// accident. Letters of formulas beside them disguise nothing.
    pub(super) fn disguise(
        &self,
        Range { start, end }: Range<usize>,
        words: &[Range<usize>],
    ) -> Option<Technique> {
        let first = self.disguises.partition_point(|(at, _)| *at < start);
        let inside = self.disguises[first..].iter().take_while(|(at, _)| *at <= end);
        let inside = inside.filter(|(at, _)| words.iter().any(|word| word.contains(at)));
        let mut counts = [(Technique::InvisibleCharacters, 0), (Technique::Lookalikes, 0)];
        for (_, technique) in inside {
            counts.iter_mut().filter(|(t, _)| t == technique).for_each(|(_, n)| *n += 1);
        }
        counts.into_iter().max_by_key(|(_, n)| *n).filter(|(_, n)| *n >= 2).map(|(t, _)| t)
    }
}

/// Folds a text; linear in its length.
pub(super) fn fold(text: &str) -> Folded {
    let mut folded = Folded { text: String::with_capacity(text.len()), ..Folded::default() };
    let mut unseen = Unseen::default();
    let mut mixed_until = 0;
    let mut decided_until = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let plain = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
        let start = folded.text.len();
        folded.text.push_str(&rest[..plain]);
        folded.text[start..].make_ascii_lowercase();
        rest = &rest[plain..];
        let Some(letter) = rest.chars().next() else { break };
        let at = text.len() - rest.len();
        rest = &rest[letter.len_utf8()..];
        if at >= decided_until && lookalike(letter).is_some() {
            let (mixed, end) = word_around(text, at);
            decided_until = end;
            if mixed {
                mixed_until = end;
            }
        }
        folded.push(letter, at, at < mixed_until, rest, &mut unseen);
        folded.anchors.push((folded.text.len(), at + letter.len_utf8()));
    }
    unseen.finish(&mut folded.smuggled);
    folded
}

impl Folded {
    fn push(&mut self, letter: char, at: usize, mixed: bool, rest: &str, unseen: &mut Unseen) {
        let here = self.text.len();
        if let Some(tag) = tag(letter) {
            if self.disguises.last().is_none_or(|(_, t)| *t != Technique::InvisibleCharacters) {
                self.text.push(' ');
            }
            self.disguises.push((self.text.len(), Technique::InvisibleCharacters));
            self.text.push(tag.to_ascii_lowercase());
            return;
        }
        if is_unseen(letter) {
            unseen.take(letter, at, &mut self.smuggled);
            let before = self.text.chars().next_back().is_some_and(char::is_alphanumeric);
            let after = rest.chars().next().is_some_and(char::is_alphanumeric);
            let joins = matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
            let plain = self.text.as_bytes().last().is_some_and(u8::is_ascii_alphanumeric);
            if before && after && (plain || !joins) {
                self.disguises.push((here, Technique::InvisibleCharacters));
            }
            return;
        }
        if mixed && let Some(like) = lookalike(letter) {
            self.disguises.push((here, Technique::Lookalikes));
            self.text.push(like);
            return;
        }
        if let Some(plain) = small_capital(letter) {
            self.disguises.push((here, Technique::Lookalikes));
            self.text.push(plain);
            return;
        }
        if let Some(plain) = punctuation(letter) {
            self.text.push_str(plain);
            return;
        }
        if matches!(letter, '\u{1200}'..='\u{137f}' | '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
        {
            self.text.push(letter);
            return;
        }
        if is_styled(letter) {
            self.disguises.push((here, Technique::Lookalikes));
        }
        let text = &mut self.text;
        decompose_compatible(letter, |part| {
            if !is_mark(part) {
                match part {
                    'ß' => text.push_str("ss"),
                    'ł' | 'Ł' => text.push('l'),
                    'đ' | 'Đ' => text.push('d'),
                    'ø' | 'Ø' => text.push('o'),
                    'ı' => text.push('i'),
                    'æ' | 'Æ' => text.push_str("ae"),
                    'œ' | 'Œ' => text.push_str("oe"),
                    part => text.extend(part.to_lowercase()),
                }
            }
        });
    }
}

/// Whether the word around a place mixes Latin letters with those of another alphabet, and where it ends.
fn word_around(text: &str, at: usize) -> (bool, usize) {
    let bytes = text.as_bytes();
    let mut latin = at > 0 && bytes[at - 1].is_ascii_alphabetic();
    let mut end = at;
    for letter in text[at..].chars().take(60) {
        if !letter.is_alphanumeric() && !is_unseen(letter) {
            break;
        }
        latin |= letter.is_ascii_alphabetic();
        end += letter.len_utf8();
    }
    (latin, end)
}

/// Characters without a shape that may spell bytes.
#[derive(Default)]
struct Unseen {
    start: usize,
    last: usize,
    bytes: Vec<u8>,
    bits: Vec<bool>,
}

/// Fewest characters of a hidden text.
const FEWEST: usize = 8;

impl Unseen {
    fn take(&mut self, letter: char, at: usize, found: &mut Vec<(usize, String)>) {
        if at != self.last {
            self.finish(found);
            self.start = at;
        }
        self.last = at + letter.len_utf8();
        match letter {
            '\u{fe00}'..='\u{fe0f}' => self.bytes.extend(u8::try_from(letter as u32 - 0xfe00)),
            '\u{e0100}'..='\u{e01ef}' => {
                self.bytes.extend(u8::try_from(letter as u32 - 0xe0100 + 16));
            }
            '\u{200b}' | '\u{2060}' => self.bits.push(false),
            '\u{200c}' | '\u{200d}' | '\u{feff}' => self.bits.push(true),
            _ => {}
        }
    }

    fn finish(&mut self, found: &mut Vec<(usize, String)>) {
        let spelled = std::mem::take(&mut self.bytes);
        let bits = std::mem::take(&mut self.bits);
        let octets = |flip: bool| -> Vec<u8> {
            bits.chunks_exact(8)
                .map(|eight| eight.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit != flip)))
                .collect()
        };
        for bytes in [spelled, octets(false), octets(true)] {
            if bytes.len() >= FEWEST && super::disguise::is_prose(&bytes) {
                found.push((self.start, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
}

fn tag(letter: char) -> Option<char> {
    let code = (letter as u32).checked_sub(0xe0000)?;
    u8::try_from(code).ok().filter(|byte| (0x20..0x7f).contains(byte)).map(char::from)
}

/// Accents and signs of vowels that writers leave out.
fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{640}' | '\u{64b}'..='\u{655}'
            | '\u{670}' | '\u{93c}' | '\u{20dd}'..='\u{20e0}' | '\u{1ab0}'..='\u{1aff}'
    )
}

fn is_styled(letter: char) -> bool {
    matches!(letter, '\u{1d400}'..='\u{1d7ff}' | '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}')
        || matches!(letter, '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}')
        || matches!(letter, '\u{2100}'..='\u{214f}')
}

fn punctuation(letter: char) -> Option<&'static str> {
    Some(match letter {
        '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' | '‟' => "\"",
        '‘' | '’' | '‚' | '′' => "'",
        '—' | '–' | '‒' | '‑' | '―' | '−' => "-",
        '。' | '।' | '።' | '۔' => ". ",
        '、' | '،' | '፣' | '，' => ", ",
        '：' | '፦' | '፥' => ": ",
        '；' | '፤' => "; ",
        '！' => "! ",
        '？' | '؟' => "? ",
        '¿' | '¡' => "",
        '…' => "...",
        _ => return None,
    })
}

/// The Latin letter that a Cyrillic, Greek, Armenian or Cherokee one looks like.
fn lookalike(letter: char) -> Option<char> {
    Some(match letter {
        'а' | 'А' | 'α' | 'Α' | 'ɑ' => 'a',
        'В' | 'в' | 'Β' | 'β' | 'Ᏼ' => 'b',
        'с' | 'С' | 'ϲ' | 'Ϲ' => 'c',
        'ԁ' | 'ժ' => 'd',
        'е' | 'Е' | 'ё' | 'Ε' | 'ε' | 'є' => 'e',
        'ɡ' | 'ց' => 'g',
        'һ' | 'Н' | 'н' | 'Η' | 'հ' => 'h',
        'і' | 'І' | 'ї' | 'ι' | 'Ι' | 'ɩ' => 'i',
        'ј' | 'Ј' | 'ϳ' => 'j',
        'к' | 'К' | 'κ' | 'Κ' => 'k',
        'ӏ' | 'Ӏ' | 'ⅼ' => 'l',
        'м' | 'М' | 'Μ' => 'm',
        'ո' | 'п' | 'η' | 'Ν' => 'n',
        'о' | 'О' | 'ο' | 'Ο' | 'σ' | 'օ' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' | 'Ѕ' => 's',
        'т' | 'Т' | 'τ' | 'Τ' => 't',
        'υ' | 'ս' | 'μ' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' | 'ѡ' | 'ω' => 'w',
        'х' | 'Х' | 'χ' | 'Χ' => 'x',
        'у' | 'У' | 'γ' | 'Υ' | 'ү' => 'y',
        'Ζ' | 'ᴢ' => 'z',
        _ => return None,
    })
}

fn small_capital(letter: char) -> Option<char> {
    const CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ";
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwyz";
    if !matches!(letter, '\u{1eb}' | '\u{262}'..='\u{29f}' | '\u{1d00}'..='\u{1d22}' | '\u{a730}' | '\u{a731}')
    {
        return None;
    }
    CAPITALS.chars().position(|c| c == letter).map(|at| char::from(LETTERS[at]))
}
