//! How the pages look: on a wide window and on a phone, light and dark. Where `AUDITOR_PICTURES` names a
//! folder, pictures are kept there for people to look at.

use super::super::scene;
use super::super::site::run;
use super::visit;

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
        let folder = std::env::var_os("AUDITOR_PICTURES").map(std::path::PathBuf::from);
        for (look, width, is_dark) in
            [("wide", 1280, false), ("phone", 360, false), ("dark", 1280, true)]
        {
            browser.look(width, is_dark).await;
            for (name, path) in PAGES {
                browser.open(&site.url(path)).await;
                if let Some(folder) = &folder {
                    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
                    browser.picture(&folder.join(format!("web-{name}-{look}.png")), true).await;
                }
                let wide = browser.value("document.documentElement.scrollWidth").await;
                assert!(
                    wide.as_u64().unwrap() <= u64::from(width),
                    "{name} is {wide} wide on {look}"
                );
                assert_eq!(browser.wrongs().await, [""; 0], "{name}");
            }
        }
    });
}
