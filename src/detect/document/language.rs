//! Whether a report is in the language whose words are read.

use crate::domain::facts::DocumentFacts;

/// Words without which nobody writes English.
const WORDS: &str = "the of and to is for with that are by this from which it be as not into each";
/// Words without which nobody writes one of these languages, none of which is an English one or an abbreviation that
/// stands in English texts.
const OTHERS: &[&str] = &[
    // German, Dutch, Swedish, Danish, Norwegian.
    "der die das und ist nicht ein eine einer einem einen den dem mit von für auf wird werden sind auch sich zu im",
    "het een van zijn wordt worden voor niet dat naar ook bij deze uit aan te",
    "och att det som är av för inte med till ett på den från kan og ikke på til af er det",
    // Spanish, Portuguese, Italian, French, Romanian.
    "el los las del una que por para con como es son se su sus al está cada más",
    "os uma dos das nos nas que por para com não são ao pela pelo mais como é",
    "il gli della delle dei nel nella che per con una sono è di non si da ogni",
    "le les des du une et est dans pour que qui sur avec par sont pas chaque ces aux",
    "și este pentru din care cu sunt la nu sau prin într",
    // Polish, Czech, Hungarian, Finnish, Turkish, Indonesian, Vietnamese.
    "jest nie się oraz dla przez są jako który które lub ze",
    "je se na že pro jsou které který nebo při od",
    "és az egy hogy nem vagy meg ez amely",
    "ja ei että tämä ovat joka tai sekä kun",
    "ve bir bu için ile olarak olan daha veya gibi",
    "yang dan untuk dengan dari ini pada adalah tidak dalam oleh",
    "và của là các được cho trong không với một những",
];
/// Fewest words that tell a language.
const ENOUGH: usize = 100;
/// One word of so many is one of those of English at least: in reports that are mostly code and tables it is one of 16.
/// In one that is written in catchwords it may be fewer.
const RARE: usize = 25;
/// Where it is one of so many, the language may be any other.
const LACKING: usize = 100;
/// How many times as many words of another language are there as of English, of which names and quotes bring some.
const MORE: usize = 2;
/// Letters of a script without gaps that make a word.
const OF_A_WORD: usize = 2;

/// Whether the report is surely not in English, so that what its sentences say is not known: words of another language,
/// or in another script, are many more than those of English.
pub(in crate::detect) fn is_foreign(document: &DocumentFacts) -> bool {
    let (mut all, mut english, mut script) = (0, 0, 0);
    for word in words(document) {
        all += 1;
        english += usize::from(WORDS.split(' ').any(|one| word.eq_ignore_ascii_case(one)));
        script += in_script(word);
    }
    let all = all.max(script);
    let rarer_than = |share: usize| english * share < all;
    all >= ENOUGH
        && rarer_than(RARE)
        && (rarer_than(LACKING) || script.max(most(document)) > MORE * english)
}

/// The words of a report, which are all but numbers.
fn words(document: &DocumentFacts) -> impl Iterator<Item = &str> {
    let texts = document.pages.iter().map(|page| page.text.as_str());
    let words = texts.flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric()));
    words.filter(|word| word.chars().any(char::is_alphabetic))
}

/// How many words are those of the other language of which there are most.
fn most(document: &DocumentFacts) -> usize {
    let mut others = [0; OTHERS.len()];
    // A name in code has capitals of its own.
    let is_small = |word: &&str| word.chars().skip(1).all(|letter| !letter.is_uppercase());
    for word in words(document).filter(is_small).map(str::to_lowercase) {
        for (count, words) in others.iter_mut().zip(OTHERS) {
            *count += usize::from(words.split(' ').any(|one| one == word));
        }
    }
    others.into_iter().max().unwrap_or_default()
}

/// How many words of a script other than that of English a word is: one, or more where there are no gaps between them.
/// A sign of a formula is none.
fn in_script(word: &str) -> usize {
    let strange = |letter: &char| {
        letter.is_alphabetic()
            && matches!(letter, '\u{370}'..='\u{1CFF}' | '\u{2C00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FB1D}'..='\u{FEFC}' | '\u{20000}'..='\u{3FFFF}')
    };
    let dense = |letter: &char| matches!(letter, '\u{E00}'..='\u{E7F}' | '\u{2E80}'..='\u{AB2F}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}');
    let letters = word.chars().filter(strange).count();
    match word.chars().filter(dense).count() {
        0 => usize::from(letters > 1),
        some => some.div_ceil(OF_A_WORD),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    #[test]
    fn a_report_is_foreign_whose_words_are_not_those_of_english() {
        let foreign = |line: &str, times: usize| {
            let text = line.repeat(times);
            let document =
                DocumentFacts { pages: numbered(&[text.as_str()]), ..DocumentFacts::default() };
            is_foreign(&document)
        };
        let spanish = "El nodo de los jueces se puede ver en el archivo que sigue. ";
        assert!(foreign(spanish, 20));
        assert!(foreign("Die Richter stehen in dieser Datei und lesen alles. ", 20));
        assert!(foreign("Судьи читают файл и пишут мнение о каждом критерии. ", 20));
        assert!(foreign("法官们同时阅读证据，并且分别写出自己的意见 StateGraph。", 20));
        assert!(foreign(
            "Les juges lisent le fichier et écrivent une opinion pour chaque critère. ",
            20
        ));
        assert!(!foreign(spanish, 3), "too short to tell");
        assert!(!foreign("The judges read all of it from the state. ", 20));
        assert!(!foreign("Judge reads state. Graph Node Edge Reducer: merge of dicts. ", 20));
    }

    #[test]
    fn catchwords_are_no_other_language() {
        let terse =
            "Batch versus synchronous: fifty percent savings, automatic retry, better use. \
                     Embedding dimension: fixed vector, zero padded. Redis cache, B-tree index. \
                     See Zhu et al. and de Souza. Cost σ α β. "
                .repeat(20);
        let document = DocumentFacts { pages: numbered(&[&terse]), ..DocumentFacts::default() };
        assert!(!is_foreign(&document));
    }
}
