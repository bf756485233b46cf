//! Whether a report is in the language whose words are read.

use crate::domain::facts::DocumentFacts;
use whatlang::Lang;

/// Why what a report says is not known: the words that are looked for are English.
pub(in crate::detect) const FOREIGN: &str = "most of the report is not in English";

/// Fewest letters that tell a language.
const ENOUGH: usize = 300;
/// About how many bytes are looked at: more tell nothing new.
const MOST: usize = 16_000;
/// How many Latin letters say as much as one sign that stands for a syllable or a word.
const LETTERS_OF_SIGN: usize = 3;

/// Whether the report is surely not in English, so that what its sentences say is not known. Where most of it is code or
/// catchwords, it is not sure to be in any other language.
pub(in crate::detect) fn is_foreign(document: &DocumentFacts) -> bool {
    let text = sample(document);
    let enough = text.chars().filter(|letter| letter.is_alphabetic()).nth(ENOUGH).is_some();
    // Names in code and words of the trade are Latin in every language, and of many letters.
    if enough && is_in_signs(&text) {
        return true;
    }
    if !enough || is_plainly_english(&text) {
        return false;
    }
    let told = whatlang::detect(&text);
    told.is_some_and(|told| told.is_reliable() && told.lang() != Lang::Eng)
}

/// Whether a sentence of a report, whose paths were left out, is not in English, by the small words in it.
pub(super) fn is_foreign_sentence(text: &str) -> bool {
    /// Fewest such words.
    const FEWEST: usize = 2;
    const ENGLISH: &str = "a all and are as at be by can for from has have in into is it its not of on or our that the this to \
        was we were which with";
    const GERMAN: &str = "aus auch bei das datei dateien den der die ein eine einem einen einer es fehlt für geplant gibt im ist \
        kein keine liegt mit nach nicht noch oder ordner sich sind und von werden wird wurde wurden zum zur";
    const FRENCH: &str = "au aux ce cette dans des du elle est et fichier fichiers il la le les nous par pas pour que qui sont sur \
        un une";
    const SPANISH: &str = "al archivo archivos con del el en es está estas existe hay los las para por que se un una y";
    const PORTUGUESE: &str = "arquivo com da das dos em ficheiro há não na os para que uma é";
    const ITALIAN: &str = "che del della di file gli il nel non per sono un una è";
    let small = text.to_lowercase();
    let words: Vec<&str> = small
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty())
        .collect();
    let count = |list: &str| {
        words.iter().filter(|word| list.split_ascii_whitespace().any(|one| one == **word)).count()
    };
    let english = count(ENGLISH);
    let others = [GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN].map(count);
    let most = others.into_iter().max().unwrap_or_default();
    let letters = |ascii: bool| {
        text.chars().filter(|one| one.is_alphabetic() && one.is_ascii() == ascii).count()
    };
    (most >= FEWEST && most > english) || letters(false) > letters(true)
}

/// Whether so many of the words are small ones that English alone has that nobody need ask what language it is.
fn is_plainly_english(text: &str) -> bool {
    /// One of so many words.
    const SHARE: usize = 14;
    /// One of so many bytes may belong to another letter than those of ASCII.
    const OTHERS: usize = 20;
    if text.bytes().filter(|byte| !byte.is_ascii()).count() * OTHERS > text.len() {
        return false;
    }
    let words =
        text.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let (mut all, mut english) = (0_usize, 0_usize);
    for word in words {
        all += 1;
        english += usize::from(matches!(
            word,
            "the" | "The" | "and" | "with" | "that" | "are" | "this" | "which"
        ));
    }
    english * SHARE >= all
}

/// The text of a long report's pages as often as they make about [`MOST`] bytes; of a short one all.
fn sample(document: &DocumentFacts) -> String {
    let whole: usize = document.pages.iter().map(|page| page.text.len()).sum();
    let some = document.pages.iter().step_by(whole.div_ceil(MOST).max(1));
    let mut text = String::with_capacity(2 * MOST);
    for page in some {
        text.push_str(&page.text);
        text.push('\n');
        if text.len() > 8 * MOST {
            break;
        }
    }
    if let Some((end, _)) = text.char_indices().nth(2 * MOST) {
        text.truncate(end);
    }
    text
}

/// Whether most of what a text says is in a script whose signs stand for syllables or words.
fn is_in_signs(text: &str) -> bool {
    let signs = text.chars().filter(|letter| is_sign(*letter)).count();
    let latin = text.chars().filter(char::is_ascii_alphabetic).count();
    LETTERS_OF_SIGN * signs > latin
}

/// Whether a letter is Chinese, Japanese, Korean or Ethiopic, and so stands for a syllable or a word.
pub(in crate::detect) const fn is_sign(letter: char) -> bool {
    matches!(letter, '\u{1200}'..='\u{135A}' | '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{20000}'..='\u{323AF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    fn foreign(text: &str) -> bool {
        let document = DocumentFacts { pages: numbered(&[text]), ..DocumentFacts::default() };
        is_foreign(&document)
    }

    #[test]
    fn a_report_is_foreign_whose_words_are_not_those_of_english() {
        for line in [
            "El nodo de los jueces se puede ver en el archivo que sigue. ",
            "Los jueces leen las pruebas que los detectives recogen, y el StateGraph de LangGraph tiene un nodo para cada uno. ",
            "Les juges lisent le fichier et écrivent une opinion pour chaque critère. ",
            "Die Richter stehen in dieser Datei und lesen alles. ",
            "Os juízes leem as provas que os detetives recolhem em paralelo, e o presidente do tribunal resume as opiniões segundo regras fixas. ",
            "ዳኞች መርማሪዎች በትይዩ የሚሰበስቡትን ማስረጃ ያነባሉ፤ ዋና ዳኛውም አስተያየቶቻቸውን በቋሚ ሕጎች ያጠቃልላል። ",
            "Судьи читают доказательства, которые собирают следователи, и каждый из них пишет своё мнение о критерии. ",
            "法官们同时阅读证据，并且分别写出自己的意见 StateGraph。",
        ] {
            assert!(foreign(&line.repeat(20)), "{line}");
        }
        let mixed =
            "法官们同时阅读证据，并且分别写出自己的意见。StateGraph add_conditional_edges fan-out ";
        assert!(foreign(&mixed.repeat(20)));
        let named = "The judges read what the detectives (侦探) collect from the repository. ";
        assert!(!foreign(&named.repeat(20)));
        assert!(!foreign("El nodo de los jueces se puede ver."), "too short to tell");
        assert!(!foreign(&"The judges read all of it from the state. ".repeat(20)));
    }

    #[test]
    fn small_words_tell_english_from_its_kin() {
        let english =
            "The judges read all of it from the state, and it is kept for the next of them.";
        assert!(is_plainly_english(english));
        let mixed = "Судьи читают доказательства, которые собирают следователи.";
        assert!(!is_plainly_english(&format!("{english} {mixed}")));
        for other in [
            "De rechters lezen alle bewijzen die de detectives verzamelen, en het hof vat ze samen.",
            "Die Richter stehen in dieser Datei und lesen alles.",
            "Les juges lisent le fichier et écrivent une opinion pour chaque critère.",
            "Dommerne leser alle bevis for saken, og retten samler dem.",
        ] {
            assert!(!is_plainly_english(other), "{other}");
        }
    }

    #[test]
    fn a_sentence_is_foreign_by_its_small_words() {
        for text in [
            "Die Datei  gibt es nicht.",
            "Geplant ist eine Datei .",
            "Le fichier  est dans le dossier.",
            "La clase está en .",
            "O arquivo  não existe.",
            "法官在  里。",
        ] {
            assert!(is_foreign_sentence(text), "{text}");
        }
        for text in [
            "The judges are in .",
            "Judges, die casting:  of it",
            "JSON schema ",
            "",
            "The data of El Niño are in .",
        ] {
            assert!(!is_foreign_sentence(text), "{text}");
        }
    }

    #[test]
    fn catchwords_and_code_are_no_other_language() {
        let terse = "Batch versus synchronous: fifty percent savings, automatic retry, better use. \
                     Embedding dimension: fixed vector, zero padded. Redis cache, B-tree index. \
                     See Zhu et al. and de Souza. Cost σ α β. ";
        assert!(!foreign(&terse.repeat(20)));
        assert!(!foreign(
            &"Judge reads state. Graph Node Edge Reducer: merge of dicts. ".repeat(20)
        ));
        let code =
            "graph.add_edge('repo_investigator', 'aggregator') operator.ior src/graph.py:14 ";
        assert!(!foreign(&code.repeat(20)));
    }
}
