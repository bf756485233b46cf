//! The pages for those who are not in yet, and for what went wrong.

use crate::render::html::{Markup, Shell, element};

/// The page that asks for the token. It says nothing of the class. `said` is what was wrong, a sentence of ours.
#[must_use]
pub fn login_page(said: Option<&'static str>) -> String {
    let said = said.map(|said| element("p").class("wrong").attribute("role", "alert").with(said));
    let field = element("input").attribute("type", "password").attribute("name", "token");
    let field = field.attribute("autocomplete", "off").flag("required", true);
    let field = field.flag("autofocus", true);
    let field = element("label").class("field").with(element("span").with("Token")).with(field);
    let button = element("button").attribute("type", "submit").class("main").with("Sign in");
    let form = element("form").class("entry").attribute("method", "post");
    let form = form.attribute("action", "/login").with(field).with(button);
    let help = "The program printed the token, and a link that has it, when it started.";
    let help = element("p").class("quiet").with(help);
    let card = element("div").class("card").with(element("h1").with("Automaton Auditor"));
    bare("Sign in", Markup::from(card.with(said).with(form).with(help)))
}

/// A page that says in one sentence what went wrong; `detail` may have foreign words.
#[must_use]
pub fn problem_page(title: &str, detail: &str) -> String {
    let home = element("a").attribute("href", "/").with("To the docket");
    let card = element("div").class("card").with(element("h1").text(title));
    let card = card.with(element("p").with(Markup::prose(detail)));
    bare(title, Markup::from(card.with(element("p").with(home))))
}

/// A page that needs no other file.
fn bare(title: &str, main: Markup) -> String {
    let shell = Shell {
        title,
        home: None,
        masthead: Markup::default(),
        contents: Markup::default(),
        main,
        foot: element("p").with("automaton-auditor").into(),
    };
    shell.entry()
}
