//! Libraries that are called after another one, that were chosen once, or that need no import.

use super::super::*;
use super::sources::repository;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::TreeEntry;

const WEB: &str = "
import django
from fastapi import FastAPI
from redis import Redis
django.setup()
app = FastAPI()
cache = Redis()
cache.ping()
";

fn status(files: &[(&str, &str)], sentence: &str) -> Option<ClaimStatus> {
    super::asked::status(&repository(files), ClaimKind::Libraries, sentence)
}

#[test]
fn a_library_shows_none_that_is_called_after_it() {
    let web = [("app.py", WEB)];
    for other in [
        "The API layer uses Django REST Framework.",
        "The real-time part uses Django Channels.",
        "Events are passed with Redis Streams.",
    ] {
        assert_ne!(status(&web, other), Some(Supported), "{other}");
    }
    assert_eq!(status(&web, "The cache uses Redis."), Some(Supported));
    let with = [("app.py", WEB), ("api.py", "from rest_framework import views\nviews.APIView()\n")];
    let said = "The API layer uses Django REST Framework.";
    assert_eq!(status(&with, said), Some(Supported));
}

#[test]
fn what_was_chosen_is_held_against_the_imports_and_contradicted_by_none() {
    let web = [("app.py", WEB)];
    for chosen in [
        "FastAPI was chosen for rapid development.",
        "Django was selected as the primary framework.",
        "The backend is written in Django.",
    ] {
        assert_eq!(status(&web, chosen), Some(Supported), "{chosen}");
    }
    assert_eq!(status(&web, "The backend uses Tenacity for its retries."), Some(Contradicted));
    let once = "Tenacity was chosen for the retries of the backend.";
    assert_eq!(status(&web, once), Some(Undecided));
}

#[test]
fn tests_that_pytest_runs_need_not_import_it() {
    let status = |files: &[(&str, &str)]| {
        let entry =
            |(path, _): &(&str, &str)| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        let mut facts = repository(files);
        facts.tree.entries = files.iter().map(entry).collect();
        super::asked::status(&facts, ClaimKind::Libraries, "The code is tested with pytest.")
    };
    let test = ("tests/test_app.py", "def test_app():\n    assert True\n");
    let asked = ("requirements.txt", "pytest\n");
    assert_eq!(status(&[("app.py", WEB), test, asked]), Some(Supported));
    assert_eq!(status(&[("app.py", WEB), test, ("pytest.ini", "[pytest]\n")]), Some(Supported));
    for unshown in [&[("app.py", WEB), test][..], &[("app.py", WEB), asked]] {
        assert_eq!(status(unshown), Some(Undecided), "{unshown:?}");
    }
}

#[test]
fn the_title_of_what_was_read_and_the_source_of_a_drawing_claim_nothing() {
    let facts =
        repository(&[("app.py", WEB), ("nodes.py", "def tech_lead_node(state):\n    return {}\n")]);
    for sentence in [
        "[22] Real time plate detection using redis and tesseract / A. Writer // 2017 conference (ICCSP) / IEEE.",
        "[3] Writer et al., Caches built with Redis and Django, pp. 3-9.",
        "TL[\"tech_lead_node is defined here\"]",
        "%% Phase 1: the judges run in parallel in `nodes.py`",
    ] {
        let page = ReportPage { text: sentence.into(), ..ReportPage::default() };
        assert_eq!(claims(&[page], Some(&facts)), [], "{sentence}");
    }
}
