//! The dashboard and the API over HTTP, with a class in memory.

mod browser;
mod document;
mod fake;
mod forms;
mod gate;
mod limits;
mod pages;
mod scene;
mod site;
mod stream;
