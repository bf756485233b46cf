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
    let told = enough.then(|| whatlang::detect(&text)).flatten();
    told.is_some_and(|told| told.is_reliable() && told.lang() != Lang::Eng)
}

/// The text of a long report's pages as often as they make about [`MOST`] bytes; of a short one all.
fn sample(document: &DocumentFacts) -> String {
    let whole: usize = document.pages.iter().map(|page| page.text.len()).sum();
    let some = document.pages.iter().step_by(whole.div_ceil(MOST).max(1));
    let letters = some.flat_map(|page| page.text.chars().chain(['\n']));
    letters.take(2 * MOST).collect()
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
