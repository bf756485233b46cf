//! How the pages look: on a wide window and on a phone, light and dark. Where `AUDITOR_PICTURES` names a
//! folder, pictures are kept there for people to look at.

use super::super::scene;
use super::super::site::run;
use super::cdp::Browser;
use super::visit;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PAGES: [(&str, &str); 6] = [
    ("docket", "/"),
    ("running", "/submissions/jones-p"),
    ("graded", "/submissions/chen-w"),
    ("doubts", "/doubts?case=chen-w:graph_orchestration"),
    ("report", "/submissions/chen-w/report"),
    ("login", "/login"),
];

#[test]
#[ignore = "needs Chromium; .ci/run installs it and runs this"]
fn no_page_is_wider_than_its_window() {
    run(async {
        let (site, mut browser) = visit(scene::class()).await;
        let folder = std::env::var_os("AUDITOR_PICTURES").map(PathBuf::from);
        for (look, width, is_dark) in
            [("wide", 1280, false), ("phone", 360, false), ("dark", 1280, true)]
        {
            browser.look(width, is_dark).await;
            for (name, path) in PAGES {
                browser.open(&site.url(path)).await;
                check(&mut browser, folder.as_deref(), &format!("{name}-{look}"), width).await;
                // Again with everything opened that folds.
                let open = "document.querySelectorAll('details').forEach((one) => one.open = true)";
                browser.value(open).await;
                check(&mut browser, folder.as_deref(), &format!("{name}-{look}-open"), width).await;
            }
        }
    });
}

async fn check(browser: &mut Browser, folder: Option<&Path>, name: &str, width: u32) {
    if let Some(folder) = folder {
        tokio::time::sleep(Duration::from_millis(300)).await;
        browser.picture(&folder.join(format!("web-{name}.png")), true).await;
    }
    let wide = browser.value("document.documentElement.scrollWidth").await;
    assert!(wide.as_u64().unwrap() <= u64::from(width), "{name} is {wide} wide");
    assert_eq!(browser.wrongs().await, [""; 0], "{name}");
}
