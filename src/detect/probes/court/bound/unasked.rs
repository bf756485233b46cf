//! Models that are bound to a schema, and that nothing which runs asks.

use super::super::unwired::NO_JUDGE;
use super::{Answer, findings};
use crate::detect::probes::capitalised;
use crate::domain::facts::StructuredOutputFact;
use crate::domain::reading::Outcome;

/// Models at most that are told of.
const TOLD: usize = 3;

/// What is said where all models are so that are bound to what is `wanted`.
pub(super) fn answer(calls: &[&StructuredOutputFact], wanted: &str, missing: String) -> Answer {
    let mut told: Vec<String> = calls.iter().map(|call| one(call)).collect();
    told.dedup();
    let more = match told.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!(" and {more} more of the kind"),
    };
    told.truncate(TOLD);
    let never = if calls.len() == 1 {
        "the model is never asked"
    } else {
        "none of the models is ever asked"
    };
    let statement = format!(
        "{}{more}: {never}, so that the program makes no {}.",
        told.join("; "),
        wanted.trim_start_matches("a ")
    );
    Answer { outcome: Outcome::Fails, statement, missing: vec![missing], findings: findings(calls) }
}

/// What is said where nothing that runs uses what binds models for the judges, and no judge runs.
pub(super) fn unwired(calls: &[&StructuredOutputFact], reason: &str, missing: String) -> Answer {
    Answer {
        outcome: Outcome::Fails,
        statement: format!("{}; {NO_JUDGE}.", capitalised(reason)),
        missing: vec![missing],
        findings: findings(calls),
    }
}

/// Where a model is bound, and what nothing reads.
fn one(call: &StructuredOutputFact) -> String {
    let schema = call.schema.as_ref().map_or("a schema".to_owned(), |name| format!("`{name}`"));
    let held = call.unasked.as_deref().unwrap_or_default();
    format!(
        "`{}` binds a model to {schema} and holds it in `{held}`, which nothing that runs reads",
        call.place
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    #[test]
    fn a_model_that_is_bound_and_never_asked_is_no_model_call() {
        let call = |line: u32| StructuredOutputFact {
            schema: Some("Opinion".into()),
            unasked: Some("self.llm".into()),
            place: Lines::new("src/judges.py", "b", line, line),
            ..StructuredOutputFact::default()
        };
        let (one, other) = (call(9), call(12));
        let wanted = "a model call bound to a schema";
        let told = answer(&[&one], wanted, String::new());
        assert_eq!(
            told.statement,
            "`src/judges.py:9` binds a model to `Opinion` and holds it in `self.llm`, which nothing that runs reads: the model is never asked, so that the program makes no model call bound to a schema."
        );
        assert_eq!(told.outcome, Outcome::Fails);
        let told = answer(&[&one, &other], wanted, String::new()).statement;
        assert!(told.contains("reads; `src/judges.py:12` binds"), "{told}");
        assert!(told.contains("reads: none of the models is ever asked"), "{told}");
    }
}
