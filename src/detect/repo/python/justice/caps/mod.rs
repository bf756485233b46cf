//! Security: what lowers a score for a confirmed flaw, and what undoes or avoids it.

pub(super) mod alone;
pub(super) mod by_words;
pub(super) mod outbid;
pub(super) mod own_words;
pub(super) mod raises;
pub(super) mod score_besides;
pub(super) mod signed;
pub(super) mod spared;
pub(super) mod unconfirmed;
pub(super) mod undone;
pub(super) mod unmet;
pub(super) mod words;
