//! How many routes a server is said to have, and how many options and subcommands a command line.

use super::amounts::COUNT;
use super::sizes::{Of, Size};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::WayInKind;
use std::sync::LazyLock;

/// That something has so many, with what may make an estimate or a least number of it.
const HAS: &str = r"(?:exposes?|exposing|has|have|having|with|provides?|providing|offers?|offering|serves?|serving|defines?|implements?|comprises?|contains?|supports?|registers?|accepts?|takes?|of) (?:exactly |a total of |all |its |(?P<about>about |around |roughly |approximately |nearly |some |~ ?)|(?P<least>over |more than |at least ))?(?P<count>COUNT)(?P<more>\+)? ";

/// Who answers requests.
const SERVER: &str = r"(?:apis?|servers?|services?|back-?end|app|application|fastapi|flask|django|dashboard|it|project|system|auditor)";
/// Who reads a command line.
const TOOL: &str = r"(?:cli|command[- ]line(?: interface| tool)?|tool|script|program|parser|argparse|click|typer|main\.py|auditor|entry ?point|it)";

static ROUTES: LazyLock<Parts> = LazyLock::new(|| {
    told(
        SERVER,
        r"(?:(?:rest(?:ful)?|http|api|web|json|fastapi|flask|django|distinct|public|total|server) ){0,3}endpoints\b|(?:distinct |public )?(?:rest(?:ful)?|http|api|web|fastapi|flask|django|url) (?:api )?routes\b",
    )
});
static OPTIONS: LazyLock<Parts> = LazyLock::new(|| {
    told(
        TOOL,
        r"(?:(?:cli|command[- ]line|optional|distinct|argparse|click) ){0,2}(?:flags|options|switches)\b",
    )
});
static SUBCOMMANDS: LazyLock<Parts> = LazyLock::new(|| {
    told(TOOL, r"(?:(?:cli|distinct|top-level|click|typer) ){0,2}(?:sub-?commands|commands)\b")
});

fn told(who: &str, what: &str) -> Parts {
    let has = HAS.replace("COUNT", COUNT);
    Parts::new(&format!(r"(?i)\b{who}\b[^.;:(,]{{0,40}}?\b{has}(?:{what})"))
}

/// Every such number of the sentence.
pub(super) fn counted(sentence: &str) -> Vec<Size<'_>> {
    let forms = [
        ("ndpoints", WayInKind::Route, &ROUTES),
        ("routes", WayInKind::Route, &ROUTES),
        ("flags", WayInKind::Option, &OPTIONS),
        ("options", WayInKind::Option, &OPTIONS),
        ("switches", WayInKind::Option, &OPTIONS),
        ("commands", WayInKind::Subcommand, &SUBCOMMANDS),
    ];
    let mut all: Vec<Size<'_>> = Vec::new();
    for (word, kind, form) in forms {
        if !sentence.contains(word) || all.iter().any(|one| one.of == Of::WaysIn(kind)) {
            continue;
        }
        all.extend(form.captures_iter(sentence).filter_map(|found| {
            let count = words::number(&found["count"])?;
            let whole = found.get(0)?;
            let part = sentence.get(whole.start()..whole.end())?;
            // Those of somebody else are used, and not had.
            let behind = sentence[whole.end()..].trim_start();
            if ["of ", "from ", "by "].iter().any(|word| behind.starts_with(word)) {
                return None;
            }
            let (about, least) = (found.name("about").is_some(), found.name("least").is_some());
            let least = least || found.name("more").is_some();
            Some(Size { of: Of::WaysIn(kind), count: count.try_into().ok()?, about, least, part })
        }));
    }
    all
}
