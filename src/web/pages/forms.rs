//! What people send by forms. Each ends with the page where its effect shows, so that loading it again sends
//! nothing twice.

use super::super::api::{Handed, Report, Word, give, hand_in as take_in};
use super::super::app::Shared;
use super::super::input::{self, Filled};
use super::super::problem::Problem;
use crate::domain::docket::{Order, Waiver};
use crate::domain::ids::{CriterionId, EvidenceId};
use crate::domain::score::Score;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};

/// The cookie that remembers what a person called themselves.
pub(super) const GRADER: &str = "auditor_grader";
/// Longest name that is remembered, in bytes.
const LONGEST_NAME: usize = 200;

fn word(form: &Filled) -> Result<Word, Problem> {
    Word::parse(form.get("order")).ok_or_else(|| Problem::unfit("There is no such order."))
}

/// `POST /orders`.
pub(super) async fn order_all(
    State(app): State<Shared>,
    form: Filled,
) -> Result<Redirect, Problem> {
    let order = word(&form)?.order(None);
    let order = order.ok_or_else(|| Problem::unfit("That can be ordered for one alone."))?;
    give(&app, order, form.get("by")).await?;
    Ok(Redirect::to("/"))
}

/// `POST /submissions/{id}/orders`.
pub(super) async fn order_one(
    State(app): State<Shared>,
    Path(id): Path<String>,
    form: Filled,
) -> Result<Redirect, Problem> {
    let id = input::submission(&id)?;
    let word = word(&form)?;
    let after = if word == Word::Remove { "/".to_owned() } else { format!("/submissions/{id}") };
    let order = word.order(Some(id)).expect("every word is an order on one");
    give(&app, order, form.get("by")).await?;
    Ok(Redirect::to(&form.back(&after)))
}

/// `POST /submissions/{id}/override`.
pub(super) async fn score(
    State(app): State<Shared>,
    Path(id): Path<String>,
    form: Filled,
) -> Result<Response, Problem> {
    let id = input::submission(&id)?;
    let criterion = CriterionId::new(form.get("criterion"));
    let criterion = criterion.map_err(|_| Problem::unfit("There is no criterion of that name."))?;
    let wrong = || Problem::unfit("A score is a whole number from 1 to 5.");
    let score = match form.get("score") {
        "" => None,
        text => Some(
            text.parse().ok().and_then(|number: u8| Score::new(number).ok()).ok_or_else(wrong)?,
        ),
    };
    let (reason, by) = (form.get("reason").to_owned(), form.get("by").to_owned());
    let after = format!("/submissions/{id}#criterion:{criterion}");
    give(&app, Order::Override { id, criterion, score, reason }, &by).await?;
    let mut answer = Redirect::to(&form.back(&after)).into_response();
    if let Some(cookie) = remembering(&by) {
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(answer)
}

/// `POST /submissions/{id}/waivers`.
pub(super) async fn waive(
    State(app): State<Shared>,
    Path(id): Path<String>,
    form: Filled,
) -> Result<Redirect, Problem> {
    let id = input::submission(&id)?;
    let evidence = EvidenceId::new(form.get("evidence"));
    let evidence = evidence.map_err(|_| Problem::unfit("There is no evidence of that name."))?;
    let wrong = || Problem::unfit("The days are a whole number from 1 to 3650.");
    let until = match form.get("days") {
        "" => None,
        text => {
            let days: u64 = text.parse().map_err(|_| wrong())?;
            let days = Some(days).filter(|days| (1..=3650).contains(days)).ok_or_else(wrong)?;
            Some(app.now().as_secs() + days * 86_400)
        }
    };
    let after = format!("/submissions/{id}#part:waivers");
    let reason = form.get("reason").to_owned();
    let waiver = Waiver { evidence, submission: Some(id), reason, until };
    give(&app, Order::Waive(waiver), form.get("by")).await?;
    Ok(Redirect::to(&after))
}

/// The cookie that spares a person from writing their name again.
fn remembering(name: &str) -> Option<HeaderValue> {
    let written: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    let fits = !name.is_empty() && written.len() <= LONGEST_NAME;
    let cookie = format!("{GRADER}={written}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
    fits.then(|| HeaderValue::from_str(&cookie).ok()).flatten()
}

/// `POST /submissions`.
pub(super) async fn hand_in(State(app): State<Shared>, form: Filled) -> Result<Redirect, Problem> {
    let report = match form.get("report") {
        "" => Report::Search,
        path => Report::InRepository { path: path.to_owned() },
    };
    let (id, repo_url) = (form.get("id").to_owned(), form.get("repo_url").to_owned());
    let after = format!("/submissions/{id}");
    take_in(&app, Handed { id, repo_url, report }).await?;
    Ok(Redirect::to(&after))
}
