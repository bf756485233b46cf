//! What the judges are to be told of their criterion, and what the rubric in the tree does not have.

use crate::detect::probes::Answer;
use crate::detect::seats;
use crate::domain::evidence::Finding;
use crate::domain::facts::{LackedKey, Practice, PythonFacts};

/// How many readings are told.
const TOLD: usize = 3;

/// The answer, with what the judges' code reads of criteria in vain.
pub(super) fn noted(answer: Answer, python: &PythonFacts) -> Answer {
    let mut seen = Vec::new();
    let mut lacked = python.lacked_keys.iter().filter(|one| is_of_judges(python, one));
    // What fails is told before what is only empty, and each key once.
    let mut all: Vec<&LackedKey> = lacked.clone().filter(|one| one.fails).collect();
    all.extend(lacked.by_ref().filter(|one| !one.fails));
    all.retain(|one| {
        let is_new = !seen.contains(&&one.key);
        seen.push(&one.key);
        is_new
    });
    let Answer { outcome, mut statement, missing, mut findings } = answer;
    for one in all.into_iter().take(TOLD) {
        let LackedKey { key, written, fails, rubric, place } = one;
        let so = if *fails {
            format!(
                "no criterion of `{rubric}` has that key, so that the line fails with that rubric"
            )
        } else {
            format!(
                "no criterion of `{rubric}` has that key, so that nothing of it comes to a judge with that rubric"
            )
        };
        statement += &note!("`{written}` at `{place}` asks for `{key}` of a criterion; {so}");
        let why = format!("No criterion of `{rubric}` has the key `{key}`.");
        findings.push(Finding::found(place.clone(), why).quoting(written.clone()));
    }
    Answer { outcome, statement, missing, findings }
}

/// The answer, with the model that is bound for them and never asked, where none was seen that is.
pub(super) fn unheard(answer: Answer, python: &PythonFacts) -> Answer {
    let asks = python
        .practices
        .iter()
        .any(|fact| fact.practice == Practice::AsksUnbound && fact.live && !fact.in_tests);
    let mut all = python.structured_output.iter().chain(&python.bound_tools);
    let (Some(bound), false) =
        (python.structured_output.iter().find(|one| one.unasked.is_some()), asks)
    else {
        return answer;
    };
    if all.any(crate::domain::facts::StructuredOutputFact::may_be_asked) {
        return answer;
    }
    let held = bound.unasked.as_deref().unwrap_or_default();
    let statement = answer.statement
        + &note!(
            "no model was seen to be asked with them: `{}` binds one and holds it in `{held}`, which nothing that runs reads",
            bound.place
        );
    Answer { statement, ..answer }
}

/// Whether the key is read where judges are told what to judge: by its file or where a persona's text stands.
fn is_of_judges(python: &PythonFacts, one: &LackedKey) -> bool {
    let file = one.place.file.to_ascii_lowercase();
    let prompts = python.prompts.iter().filter(|prompt| prompt.live != Some(false));
    file.contains("judge")
        || seats::judge(&file).is_some()
        || prompts.into_iter().any(|prompt| prompt.place.file == one.place.file)
}
