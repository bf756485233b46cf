//! Paths of other places, of folders that the sentence names, and of files that nobody commits.

use super::*;
use crate::domain::facts::{IgnoreRule, ImportFact, Lines};

#[track_caller]
fn check_in(paths: &[&str], path: &str, sentence: &str, status: PathStatus, matched: Option<&str>) {
    let others = [OthersPath { path: "src/core/task.py".into(), named_in: "out/map.json".into() }];
    let found = look_up(&[cited(path, sentence)], &tree(paths), None, &others);
    let told: Vec<_> = found.iter().map(|f| (f.status, f.matched.as_deref())).collect();
    assert_eq!(told, [(status, matched)], "for {path} in {sentence:?}: {}", found[0].reason);
}

#[test]
fn a_path_of_another_place_in_the_own_data_is_not_missed() {
    use PathStatus::{Absent, Mention, Verified};
    let check = |path: &str, sentence: &str, status, matched| {
        check_in(&TREE, path, sentence, status, matched);
    };
    check("src/core/task.py", "The entry is in src/core/task.py.", Mention, None);
    check("src/core/other.py", "The entry is in src/core/other.py.", Absent, None);
    check("src/core/", "The logic is in src/core/ here.", Mention, None);
    check("src/cor/", "The logic is in src/cor/ here.", Absent, None);
    check("src/week/map.py", "Target 1: table::x and file::src/week/map.py", Mention, None);
    check("src/week/map.py", "It is in src/week/map.py::Map.", Absent, None);
    check("src/graph.py", "The node file::src/graph.py", Verified, Some("src/graph.py"));
}

#[test]
fn a_folder_of_which_a_file_is_anothers_is_anothers_too() {
    use PathStatus::{Absent, Mention};
    let folder = |file: &str| {
        let all = [
            cited(file, &format!("The file {file} in the peer's repository is long.")),
            cited("src/court/", "The logic is in src/court/ here."),
        ];
        look_up(&all, &tree(&["src/court.py", "src/graph.py"]), None, &[]).remove(1).status
    };
    assert_eq!(folder("src/court/bench.py"), Mention);
    assert_eq!(folder("src/graph.py"), Absent);
}

#[test]
fn names_of_libraries_are_no_files_unless_the_tree_has_them() {
    use PathStatus::{Absent, Mention, Verified};
    let tree = ["src/graph.py", "web/leaflet.js"];
    for name in ["Plotly.js", "lodash.js", "discord.py", "Unheard.js"] {
        check_in(&tree, name, &format!("The view is implemented with {name}."), Mention, None);
    }
    let sentence = "The map is implemented in leaflet.js.";
    check_in(&tree, "leaflet.js", sentence, Verified, Some("web/leaflet.js"));
    check_in(&tree, "drawing.js", "It is implemented in drawing.js.", Absent, None);
    check_in(&tree, "src/Plotly.js", "It is implemented in src/Plotly.js.", Absent, None);
    let titled = ["src/App.js", "src/Home.js"];
    check_in(&titled, "Login.js", "The form is implemented in Login.js.", Absent, None);
}

#[test]
fn a_file_in_a_folder_that_is_called_like_an_imported_library_may_be_of_that() {
    use PathStatus::{Absent, Ambiguous};
    let import = ImportFact {
        module: "robots.policies".into(),
        place: Lines::default(),
        in_tests: false,
        idle: false,
        unused: false,
    };
    let status_in = |path: &str, tree: &TreeFacts| {
        let sentence = format!("The cast is implemented in {path} here.");
        let mut found = look_up(&[cited(path, &sentence)], tree, None, &[]);
        strangers::spare_libraries(&mut found, tree, std::slice::from_ref(&import));
        found.remove(0).status
    };
    let status = |path: &str| status_in(path, &tree(&["src/graph.py"]));
    assert_eq!(status("src/robots/policies/cast.py"), Ambiguous);
    assert_eq!(status("src/robots.py"), Absent);
    assert_eq!(status("src/policies/cast.py"), Absent);
    // A folder that the tree has is its own, though the sources import it by that name.
    let own = tree(&["src/graph.py", "src/robots/policies.py"]);
    assert_eq!(status_in("src/robots/policies/cast.py", &own), Absent);
    assert_eq!(status_in("src/robots/drivers/", &own), Absent);
}

#[test]
fn a_bare_name_may_be_the_beginning_of_another() {
    use PathStatus::{Ambiguous, Mention};
    let sentence = "After that the feature_eng.py script enhances the data set.";
    let there = ["model/src/feature_engineer.py", "src/graph.py"];
    check_in(&there, "feature_eng.py", sentence, Ambiguous, None);
    let other = sentence.replace("_eng", "_store");
    check_in(&there, "feature_store.py", &other, Mention, None);
}

#[test]
fn a_bare_name_is_the_file_of_the_folder_that_the_sentence_names() {
    use PathStatus::{Ambiguous, Verified};
    let tree =
        ["main.py", "compose.yml", "server/main.py", "server/compose.yml", "app/job/main.py"];
    for sentence in [
        "Run it on main.py located in the server folder to start it.",
        "Use “python main.py” on server folder to start it.",
        "The file `main.py` (in the `server/` directory) starts it.",
        "In the server folder, run python main.py to start it.",
        "Inside the server directory main.py starts it.",
    ] {
        check_in(&tree, "main.py", sentence, Verified, Some("server/main.py"));
    }
    check_in(
        &tree,
        "main.py",
        "It is main.py in the job folder.",
        Verified,
        Some("app/job/main.py"),
    );
    for sentence in [
        "It is main.py in the project folder.",
        "main.py reads its settings from the server folder.",
        "The server folder is read by main.py.",
    ] {
        check_in(&tree, "main.py", sentence, Verified, Some("main.py"));
    }
    check_in(&tree[2..], "main.py", "main.py in the web folder.", Ambiguous, None);
}

#[test]
fn a_file_that_is_said_not_to_be_committed_is_no_true_citation() {
    use PathStatus::{Mention, Verified};
    let tree = [".env", "data/all.csv", "src/graph.py"];
    for sentence in [
        "Keys are stored in .env file (gitignored).",
        "Keys are in `.env`, which is not committed.",
        "Keys are in .env (never committed).",
        "The .env file is excluded from version control.",
        "The file .env is listed in .gitignore.",
    ] {
        check_in(&tree, ".env", sentence, Mention, Some(".env"));
    }
    check_in(&tree, "data/all.csv", "It is data/all.csv (576 MB).", Verified, Some("data/all.csv"));
    check_in(&tree, ".env", "# Create .env file echo KEY=1 > .env", Mention, None);
    check_in(&tree, ".env", "Keys are read from .env by the loader.", Verified, Some(".env"));
    let graph = "src/graph.py ignores what is not committed.";
    check_in(&tree, "src/graph.py", graph, Verified, Some("src/graph.py"));
}

#[test]
fn a_word_that_a_line_breaks_inside_a_name_is_put_together() {
    use PathStatus::Verified;
    let tree = ["make_dictionary.py", "app/activity.py", "tests/test_activity.py", "app/re-run.py"];
    let check = |path: &str, sentence: &str, there: &str| {
        check_in(&tree, path, sentence, Verified, Some(there));
    };
    check("ity.py", "It has routers (‘auth.py‘, ‘activ- ity.py‘).", "app/activity.py");
    check("dictionary.py", "The scores are in ma- ke dictionary.py.", "make_dictionary.py");
    check("run.py", "It is started by re- run.py.", "app/re-run.py");
}

#[test]
fn a_file_of_a_folder_that_the_words_point_to_may_be_meant() {
    use PathStatus::{Ambiguous, Verified};
    let tree = ["MAP.md", "runs/host__ada__Some-Code/MAP.md", "src/graph.py"];
    let under = |heading: Option<&str>, sentence: &str| {
        let asked = CitedPath { heading: heading.map(str::to_owned), ..cited("MAP.md", sentence) };
        look_up(&[asked], &self::tree(&tree), None, &[]).remove(0).status
    };
    assert_eq!(under(None, "The generated MAP.md for some_code has no module."), Ambiguous);
    assert_eq!(under(Some("7.3 Self-Audit: Some-Code"), "MAP.md has no module."), Ambiguous);
    assert_eq!(under(Some("7.2 Self-Audit"), "The MAP.md tells of some code."), Verified);
    assert_eq!(under(None, "The MAP.md for other-code has no module."), Verified);
}

#[test]
fn what_the_repository_keeps_out_of_itself_is_not_missed() {
    use PathStatus::{Absent, Mention};
    let ignored = [".cache/**", "src/*.db"]
        .map(|pattern| IgnoreRule { folder: String::new(), pattern: pattern.into() });
    let tree = TreeFacts { ignored: ignored.into(), ..tree(&["src/graph.py", "audit/run.md"]) };
    let check = |path: &str, sentence: &str, status: PathStatus| {
        let found = cross_reference(&[cited(path, sentence)], &tree, None).remove(0);
        assert_eq!(found.status, status, "{path}: {}", found.reason);
    };
    check(".cache/pages/", ".cache/pages/", Mention);
    check("src/facts.db", "The facts are stored in src/facts.db by key.", Mention);
    check("src/facts.py", "The facts are defined in src/facts.py by key.", Absent);
    // What the results come from has to be there.
    let sentence = "Self-audit (src/audit.db, overall 2.5 / 5):";
    check("src/audit.db", sentence, Absent);
}

#[test]
fn what_is_asked_of_the_program_or_put_somewhere_by_it_is_not_missed() {
    use PathStatus::{Absent, Ambiguous, Mention};
    let asked = "explain(path) Generative \"Explain what src/queue/reader.py does\"";
    check("src/queue/reader.py", asked, Mention, None);
    check("src/queue/reader.py", "The queue is read in src/queue/reader.py.", Absent, None);
    let put = "Stage 2 writes its results to src/out/b/ for each document.";
    check("src/out/b/", put, Mention, None);
    let row = "Salaries | New: src/salaries.py — adds what is paid | daily";
    check("src/salaries.py", row, Mention, None);
    let path = "src/tools/git\u{200B}_tools.py";
    let sentence = format!("The tools are in {path} here.");
    check(path, &sentence, Ambiguous, Some("src/tools/git_tools.py"));
}

#[test]
fn what_is_others_asked_for_or_was_is_no_claim() {
    use PathStatus::{Absent, Mention};
    for (path, sentence) in [
        ("src/git_helper.py", "In their code, src/git_helper.py clones the repository."),
        ("src/local_settings.py", "Copy the file to src/local_settings.py."),
        ("src/override.py", "You can override it in src/override.py."),
        ("rubric/custom.json", "If you want your own rubric, put it into rubric/custom.json."),
        ("src/detective.py", "The inspector was split out of src/detective.py last week."),
        ("src/starter.py", "The starter code came with src/starter.py."),
    ] {
        check_in(&["rubric/week2.json", "src/graph.py"], path, sentence, Mention, None);
    }
    check_in(&TREE, "src/git_helper.py", "The history is read in src/git_helper.py.", Absent, None);
}

#[test]
fn behind_a_folder_that_a_listing_goes_into_a_path_is_the_folders() {
    let at = |path: &str, sentence: &str| {
        let all = [cited(path, sentence), cited("Bench/data/config.yaml", "See it.")];
        cross_reference(&all, &tree(&TREE), None).remove(0).status
    };
    let run = "Then run: cd Bench python src/query.py --all";
    assert_eq!(at("src/query.py", run), PathStatus::Mention);
    // Nobody says that this one is another's: it may be the repository itself.
    let own = "Then run: cd my-agent python src/query.py --all";
    assert_eq!(at("src/query.py", own), PathStatus::Absent);
    let inside = "Then run: cd src python src/query.py --all";
    assert_eq!(at("src/query.py", inside), PathStatus::Absent);
}

#[test]
fn what_one_sentence_has_a_program_write_no_other_one_misses() {
    let item = cited("docs/demo.json", "File artifact at docs/demo.json.");
    let alone = cross_reference(std::slice::from_ref(&item), &tree(&TREE), None);
    assert_eq!(alone[0].status, PathStatus::Absent);
    let written = cited("docs/demo.json", "The script exports it (docs/demo.json).");
    let both = cross_reference(&[item, written], &tree(&TREE), None);
    let found: Vec<PathStatus> = both.iter().map(|one| one.status).collect();
    assert_eq!(found, [PathStatus::Mention; 2]);
}

#[test]
fn a_file_of_an_installed_library_stands_beside_none_of_the_own() {
    use PathStatus::{Ambiguous, Verified};
    let installed = ".venv/lib/python3.11/site-packages/replicate/run.py";
    check_in(&["flask/run.py", installed], "run.py", "", Verified, Some("flask/run.py"));
    check_in(&["a/run.py", "flask/run.py", installed], "run.py", "", Ambiguous, None);
    check_in(&["flask/app.py", installed], "run.py", "", Verified, Some(installed));
}

#[test]
fn what_a_command_takes_is_its_readers() {
    use PathStatus::{Absent, Ambiguous};
    let given = "Run: python main.py --files shop.py basket.py";
    check("shop.py", given, Ambiguous, None);
    check("basket.py", given, Ambiguous, None);
    check("src/shop.py", "Run: python main.py --files src/shop.py", Absent, None);
}

#[test]
fn where_something_is_to_go_is_a_rule_and_no_citation() {
    use PathStatus::{Absent, Mention};
    let rule = "Prompts go in the agent's `src/limits.py` or a dedicated `src/constants.py` inside the folder.";
    check("src/limits.py", rule, Mention, None);
    check("src/constants.py", rule, Mention, None);
    check("src/limits.py", "The limits of our agent are in `src/limits.py`.", Absent, None);
}

#[test]
fn names_in_a_heading_plan_nothing() {
    let status = |heading: &str| {
        let sentence = "The panes are defined in src/panes.py.";
        let one = CitedPath { heading: Some(heading.into()), ..cited("src/panes.py", sentence) };
        cross_reference(&[one], &tree(&TREE), None)[0].status
    };
    for heading in ["Frontend (Next.js 15)", "2. Copy .env.example", "The Security & Risk Auditor"]
    {
        assert_eq!(status(heading), PathStatus::Absent, "{heading}");
    }
    for heading in ["Next steps", "Examples", "Risks", "Risk assessment", "Risk"] {
        assert_eq!(status(heading), PathStatus::Mention, "{heading}");
    }
}

#[test]
fn a_settings_file_may_have_the_other_ending_of_its_kind() {
    use PathStatus::{Absent, Ambiguous};
    let there = ["docker-compose.yml", "src/graph.py"];
    let sentence = "Services are defined in _ here.";
    let check = |path: &str, status| {
        check_in(&there, path, &sentence.replace('_', path), status, None);
    };
    check("docker-compose.yaml", Ambiguous);
    check("src/docker-compose.yaml", Absent);
}
