//! The API. One table says what there is: the routes and the document that describes them are both made from
//! it, so that neither can have what the other has not.

mod document;
mod endpoint;
mod orders;
mod read;
mod result;
mod submit;
mod table;
mod views;

pub(super) use orders::{Word, give};
pub(super) use submit::{Handed, Report, hand_in};

use super::app::Shared;
use axum::Router;

/// The routes of the API and of what else is for programs.
pub(super) fn routes() -> Router<Shared> {
    table::ENDPOINTS
        .iter()
        .fold(Router::new(), |router, one| router.route(one.path, (one.handler)()))
}
