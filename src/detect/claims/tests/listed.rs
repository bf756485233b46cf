//! Classes that are shown as code.

use super::super::*;
use super::sources::{STATE, repository};

#[test]
fn classes_that_are_shown_are_held_against_those_of_the_sources() {
    let facts = repository(&[("src/state.py", STATE)]);
    let told = |shown: &str| {
        let page = ReportPage { number: 1, text: shown.into(), ..ReportPage::default() };
        let all = claims(&[page], Some(&facts));
        let one = |claim: &ClaimFact| format!("{:?} {:?} {}", claim.kind, claim.status, claim.fact);
        all.iter().map(one).collect::<Vec<_>>().join("; ")
    };
    let state = "class CourtState(TypedDict):\nledger: Annotated[dict, operator.ior]\n";
    assert_eq!(
        told(&format!("{state}votes: Annotated[list, operator.add]\n")),
        "ClassFields Supported `CourtState` has these fields"
    );
    assert_eq!(
        told(&format!("{state}votes: Annotated[list, operator.ior]\nerrors: List[str]\n")),
        "ClassFields Contradicted `CourtState` at `src/state.py:9-11` has no field `errors`; \
         Reducers Contradicted `CourtState.votes` is merged by `operator.add`, not by `operator.ior`"
    );
    // Another class of the same name, one that nobody defines, and one with a base from elsewhere decide nothing.
    assert_eq!(told("class Ruling(BaseModel):\nscore: int\nwords: str\n"), "");
    assert_eq!(told("The peer's code:\n\nclass Finding(BaseModel):\nscore: int\nwords: str\n"), "");
}
