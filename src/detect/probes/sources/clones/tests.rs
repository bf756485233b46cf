use super::*;
use crate::domain::evidence::Standing;
use crate::domain::facts::{GraphFact, Lines, PracticeFact};

/// A clone whose target was not followed.
pub(super) fn clone(file: &str) -> CloneFact {
    CloneFact {
        method: "subprocess.run".into(),
        function: None,
        temporary: None,
        shallow: Some(false),
        handles_errors: Some(true),
        timeout: Some(true),
        seconds: None,
        limit_ignored: false,
        depth: None,
        perhaps: None,
        timeout_escapes: false,
        timeout_escapes_at: Vec::new(),
        only_raises: false,
        failure_escapes: false,
        failure_escapes_at: Vec::new(),
        remains: None,
        unentered: None,
        live: Some(true),
        place: Lines::new(file, "b", 3, 9),
        in_tests: false,
    }
}

#[test]
fn a_change_of_the_working_directory_is_told_where_nodes_run_side_by_side() {
    let python = |fan_out: &[&str], live| PythonFacts {
        graphs: vec![GraphFact {
            live: true,
            fan_out: fan_out.iter().map(|name| (*name).to_owned()).collect(),
            ..GraphFact::default()
        }],
        practices: vec![PracticeFact {
            practice: Practice::ChangesFolder,
            by: "os.chdir".into(),
            place: Lines::new("src/a.py", "b", 5, 5),
            in_tests: false,
            live,
        }],
        ..PythonFacts::default()
    };
    let told = |python: &PythonFacts, file: &str| moves_all(python, &[&clone(file)]);
    let note = told(&python(&["START"], true), "src/a.py").expect("it is told");
    assert!(note.starts_with("; `os.chdir` at `src/a.py:5` changes"), "{note}");
    assert_eq!(told(&python(&[], true), "src/a.py"), None);
    assert_eq!(told(&python(&["START"], false), "src/a.py"), None);
    assert_eq!(told(&python(&["START"], true), "src/b.py"), None);
    // What is not known of a clone is no finding of it.
    let asked = Clones { temporary: true, handles_errors: false, timeout: false };
    let Finding { standing, content, rationale, .. } = asked.finding(&clone("src/a.py"));
    assert_eq!(standing, Standing::Unknown);
    assert!(content.is_some_and(|content| content.contains("could not be followed")));
    assert!(rationale.ends_with("where the clone goes could not be followed."), "{rationale}");
    let bounded = Clones { temporary: false, handles_errors: false, timeout: true };
    assert_eq!(bounded.finding(&clone("src/a.py")).standing, Standing::Found);
}

#[test]
fn what_nothing_catches_is_told_with_the_calls_from_where_that_is_so() {
    let clone = CloneFact {
        method: "git.Repo.clone_from".into(),
        temporary: Some(true),
        timeout: Some(false),
        only_raises: true,
        failure_escapes: true,
        ..clone("src/a.py")
    };
    let told = |clone: &CloneFact| escaping(&[clone]).concat();
    let failing = "; the one at `src/a.py:3-9` raises when it fails, and nothing catches that";
    assert_eq!(told(&clone), failing);
    let raised = |clone: &CloneFact| raised(clone).unwrap_or_default();
    assert_eq!(raised(&clone), "raising when it fails, with nothing that catches that");
    let at = vec![Lines::new("src/n.py", "b", 7, 7)];
    let some = CloneFact { failure_escapes_at: at.clone(), ..clone.clone() };
    assert_eq!(told(&some), format!("{failing}, where `src/n.py:7` calls it"));
    assert_eq!(raised(&some), "raising when it fails");
    let limited = CloneFact {
        failure_escapes: false,
        only_raises: false,
        timeout_escapes: true,
        timeout_escapes_at: at,
        ..clone
    };
    assert!(
        told(&limited).ends_with("of the one at `src/a.py:3-9` is up, where `src/n.py:7` calls it")
    );
    assert_eq!(raised(&limited), "");
}
