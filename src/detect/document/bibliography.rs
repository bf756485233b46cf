//! What was read: the list of it at the end of a report, and its entries.
//!
//! The title of a work names what that work is about, and nothing of the program.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// The heading of such a list.
static HEADING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^(?:[ivxl]+[.)] )?(?u:[^\p{L}]*)(?:(?:references|bibliography|works cited|literature|sources)(?: cited)?|(?:further reading|reference list|list of references)|",
        r"literaturverzeichnis|literatur|quellen(?:verzeichnis)?|r(?u:[ée])f(?u:[ée])rences(?: bibliographiques)?|bibliographie|(?:referencias|bibliograf(?u:[íi])a)(?: bibliogr(?u:[áa])ficas)?|",
        r"(?:refer(?u:[êe])ncias|bibliografia)(?: bibliogr(?u:[áa])ficas)?|riferimenti(?: bibliografici)?|(?u:[Сс]писок (?:использованн(?:ой|ых) )?(?:литературы|источников)|[Лл]итература|参考文献|參考文獻|참고 ?문헌))(?u:[^\p{L}]*)$",
    ))
});

/// The number with which an entry begins.
static NUMBER: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"^\W*\[[0-9]{1,3}\]"));

/// What says where or when a work came out.
static PUBLISHED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:accessed|retrieved|available (?:at|from|online)|visited|last checked|arxiv|doi)\b|\bhttps?:|\bet al\.|",
        r"\b(?:pp?|(?u:С|с|стр))\. ?[0-9]+(?: ?(?u:[-–—]) ?[0-9]+)?|\b(?:vol|no)\. ?[0-9]|\bvol(?:ume)? [0-9]+|",
        r"\b(?:proceedings|in proc\.|transactions on|international conference|journal of|(?:university|mit|academic) press|springer|elsevier|technical report)\b|",
        r"(?u: // ).{0,80}\b(?:19|20)[0-9]{2}\b|",
        // A sentence seems to end with the first letter of a writer's name.
        r"(?:^|(?u:[\s/.]))(?u:\p{L})\.$",
    ))
});

/// Whether a heading is that of a list of what was read.
pub(in crate::detect) fn heads_references(heading: &str) -> bool {
    HEADING.is_match(heading)
}

/// Whether a sentence is an entry of such a list: it begins with a number in brackets and tells where or when something
/// came out.
pub(in crate::detect) fn is_reference(sentence: &str) -> bool {
    NUMBER.is_match(sentence) && PUBLISHED.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heading_of_what_was_read_is_known_in_many_languages() {
        for heading in [
            "References",
            "7. References",
            "Works cited",
            "VIII. BIBLIOGRAPHY",
            "Список литературы",
            "5. Список использованных источников",
            "Literaturverzeichnis",
            "Références",
            "Referencias bibliográficas",
            "参考文献",
        ] {
            assert!(heads_references(heading), "{heading}");
        }
        for heading in [
            "References between the modules",
            "Data Sources and Loading",
            "3. Sources of error",
            "Related Literature on Courts",
        ] {
            assert!(!heads_references(heading), "{heading}");
        }
    }

    #[test]
    fn an_entry_tells_where_a_work_came_out() {
        for entry in [
            "[22] Real time detection using pandas / Rahul R Palekar // 2017 conference (ICCSP) / IEEE.",
            "[22] Real time detection using pandas / Rahul R Palekar. 2017. P. 2111–2115.",
            "[3] A. Vaswani et al. Attention is all you need.",
            "[4] LangGraph documentation, accessed in May 2026",
            "[1] J. Smith. Sensors. Journal of Things, vol. 3, pp. 1-9.",
            "[7] https://example.org",
            "[8] Detection of plates using pandas / A.",
        ] {
            assert!(is_reference(entry), "{entry}");
        }
        for sentence in [
            "[4] The usher is in src/usher.py.",
            "The graph [3] is that of Vaswani et al.",
            "[2] We store them in Redis.",
        ] {
            assert!(!is_reference(sentence), "{sentence}");
        }
    }
}
