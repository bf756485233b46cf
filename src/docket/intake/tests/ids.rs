//! Whose an id is.

use super::*;
use crate::domain::ids::SubmissionId;
use std::collections::BTreeMap;

/// The submissions by id and folder.
fn folders(class: &mut Class) -> Vec<(String, String)> {
    let found = class.scan().submissions.into_iter().map(|found| found.submission);
    found.map(|one| (one.id.to_string(), one.origin.to_string())).collect()
}

#[track_caller]
fn refused(class: &mut Class, sentence: &str) {
    let problems = class.scan().problems;
    let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|said| said.starts_with(sentence)), "{said:?}");
}

#[test]
fn no_folder_takes_the_id_of_another_whatever_the_order_of_names() {
    let mut class = Class::new();
    let own = format!("{{\"repo_url\": \"{R}\"}}");
    let as_zoe = format!("{{\"repo_url\": \"{R}\", \"id\": \"zoe\"}}");
    class.write("zoe/submission.json", &own);
    class.write("eve/submission.json", &as_zoe);
    refused(&mut class, "eve/submission.json: the id `zoe` is taken by zoe/");
    assert_eq!(folders(&mut class), [("zoe".to_owned(), "zoe/".to_owned())]);

    // Whoever is on the docket keeps an id that is nobody's name, and the name's folder comes too late.
    let mut class = Class::new();
    class.write("walt/submission.json", &as_zoe);
    let walts = [("zoe".to_owned(), "walt/".to_owned())];
    assert_eq!(folders(&mut class), walts);
    class.settings.held = BTreeMap::from([(SubmissionId::new("zoe").unwrap(), "walt".to_owned())]);
    class.write("eve/submission.json", &as_zoe);
    class.write("zoe/submission.json", &own);
    refused(&mut class, "eve/submission.json: the id `zoe` is taken by walt/");
    assert_eq!(folders(&mut class), walts);

    // One that is gone keeps nothing.
    std::fs::remove_dir_all(class.path("walt")).unwrap();
    std::fs::remove_dir_all(class.path("eve")).unwrap();
    assert_eq!(folders(&mut class), [("zoe".to_owned(), "zoe/".to_owned())]);
}
