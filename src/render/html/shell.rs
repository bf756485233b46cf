//! The page around everything: head, policy, style, and where the parts stand.

use super::markup::{Markup, element, jump};
use crate::domain::digest::sha256;
use crate::render::escape;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The style of every page.
const STYLE: &str = include_str!("style.css");

/// The parts of a page.
pub(in crate::render) struct Shell<'a> {
    /// What the window is called; may be foreign text.
    pub title: &'a str,
    /// Where a link above everything leads back to, an address of ours; `None` for a page on its own.
    pub home: Option<&'a str>,
    /// What stands over everything.
    pub masthead: Markup,
    /// Links to the parts, beside them on a wide window.
    pub contents: Markup,
    /// The parts.
    pub main: Markup,
    /// What stands under everything.
    pub foot: Markup,
}

impl Shell<'_> {
    /// The whole page. It loads nothing, runs nothing, and sends nothing: what it may do is said in a
    /// policy that admits its own style alone.
    pub(in crate::render) fn page(self) -> String {
        self.styled(STYLE, &page_policy())
    }

    /// The whole page with the dashboard's style, and with forms that may be sent to where it came from.
    pub(in crate::render) fn entry(self) -> String {
        self.styled(crate::render::dashboard::STYLE, &entry_policy())
    }

    fn styled(self, style: &str, policy: &str) -> String {
        let skip = jump("part:main", "Skip to the content").attribute("class", "skip");
        let body = element("div").class("page").with(self.contents);
        let main = element("main").attribute("id", "part:main").with(self.main);
        let foot = element("footer").class("foot").with(self.foot);
        let home = self.home.map(|home| {
            let back = element("a").attribute("href", home).with("← Back to the dashboard");
            element("p").class("home").with(back)
        });
        let body = Markup::from(skip).and(home).and(self.masthead).and(body.with(main)).and(foot);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta name=\"robots\" content=\"noindex\">\n\
             <link rel=\"icon\" href=\"data:,\">\n\
             <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{}\n</body>\n</html>\n",
            policy,
            escape::html(self.title),
            body.into_html(),
        )
    }
}

/// What a self-contained page may do, as a content-security policy: nothing but its own style.
#[must_use]
pub fn page_policy() -> String {
    policy(STYLE, "'none'")
}

/// What a page may do by which somebody comes in: use its own style, and send a form.
#[must_use]
pub fn entry_policy() -> String {
    policy(crate::render::dashboard::STYLE, "'self'")
}

fn policy(style: &str, forms: &str) -> String {
    let digest = STANDARD.encode(sha256(style.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; \
         form-action {forms}"
    )
}
