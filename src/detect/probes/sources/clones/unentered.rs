//! Clones in context managers that nothing enters.

use super::{Answer, Undecided, finding};
use crate::domain::facts::CloneFact;
use crate::domain::reading::Outcome;

/// What is said where all clones stand in such functions: none goes anywhere, and what else they would do is open.
pub(super) fn answer(clones: &[&CloneFact], temporary: bool) -> Result<Answer, Undecided> {
    let findings = clones.iter().take(6).map(|clone| finding(clone)).collect();
    if !temporary {
        let reason = format!("nothing is cloned, because {}", told(clones));
        let place = clones[0].place.clone();
        return Err(Undecided { findings, ..Undecided::new(place, reason) });
    }
    Ok(Answer {
        outcome: Outcome::Fails,
        statement: format!("Nothing is cloned: {}.", told(clones)),
        missing: vec!["enter what clones by `with`, around all that reads the clone".to_owned()],
        findings,
    })
}

/// The same beside other clones, as the end of a sentence.
pub(super) fn note(clones: &[&CloneFact]) -> String {
    if clones.is_empty() { String::new() } else { format!("; not counted: {}", told(clones)) }
}

fn told(clones: &[&CloneFact]) -> String {
    let mut told: Vec<String> = clones
        .iter()
        .filter_map(|clone| {
            let call = clone.unentered.as_ref()?;
            let function = clone.function.as_deref().unwrap_or("the function");
            Some(format!(
                "`{function}` at `{}` is a context manager, `{call}` calls it, and no `with` enters it, so that nothing of it runs",
                clone.place
            ))
        })
        .collect();
    told.dedup();
    told.truncate(2);
    told.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    #[test]
    fn a_clone_that_no_with_enters_is_told_as_none() {
        let clone = CloneFact {
            function: Some("cloned".into()),
            unentered: Some(Lines::new("src/a.py", "b", 30, 30)),
            place: Lines::new("src/tools.py", "b", 4, 9),
            ..super::super::tests::clone("src/tools.py")
        };
        let how = "`cloned` at `src/tools.py:4-9` is a context manager, `src/a.py:30` calls it, and no `with` enters it, so that nothing of it runs";
        let told = answer(&[&clone], true).unwrap_or_else(Undecided::into_answer);
        assert_eq!(
            (told.outcome, told.statement),
            (Outcome::Fails, format!("Nothing is cloned: {how}."))
        );
        assert!(answer(&[&clone], false).is_err(), "how it would fail is open");
        assert_eq!(note(&[&clone]), format!("; not counted: {how}"));
        assert_eq!(note(&[]), "");
    }
}
