//! The briefs of the three judges: one file each, handed to a language model word for word.
//!
//! They conflict on purpose. What one of them lets pass, another is told to look for.

use crate::domain::opinion::Persona;

/// The brief of one judge, in the second person.
#[must_use]
pub fn brief(persona: Persona) -> &'static str {
    let text = match persona {
        Persona::Prosecutor => include_str!("prosecutor.md"),
        Persona::Defense => include_str!("defense.md"),
        Persona::TechLead => include_str!("tech_lead.md"),
    };
    text.trim_end()
}

#[cfg(test)]
mod tests {
    use super::brief;
    use crate::detect::repo::python;
    use crate::domain::exhibit::repository::Source;
    use crate::domain::limits::Limits;
    use crate::domain::opinion::Persona;

    /// What a submission's prompts may share at most, by our own rubric.
    const SHARED_AT_MOST: f64 = 0.5;

    #[test]
    fn briefs_are_distinct_by_the_measure_that_submissions_are_held_to() {
        let constants = Persona::ALL.map(|persona| {
            format!("{}_PROMPT = \"\"\"{}\"\"\"\n", persona.name().to_uppercase(), brief(persona))
        });
        let source = Source {
            path: "src/judges.py".into(),
            blob: "b10b".into(),
            bytes: constants.concat().into_bytes(),
        };
        let facts = python::examine(&[source], &Limits::default());
        assert_eq!(facts.prompt_similarity.len(), 3, "{:?}", facts.prompts);
        for pair in &facts.prompt_similarity {
            assert!(pair.shared < SHARED_AT_MOST / 5.0, "{pair:?}");
        }
    }
}
