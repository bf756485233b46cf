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
