//! stub
use crate::domain::facts::*;
/// stub
pub fn concept(_: &[ReportPage], _: &str) -> Vec<ConceptUse> {
    vec![]
}
/// stub
pub fn cross_reference(_: &[CitedPath], _: &TreeFacts, _: Option<&HistoryFacts>) -> Vec<CitedPath> {
    vec![]
}
