//! What the values say that a router returns.

use super::super::follow::built::wiring::texts;
use super::super::follow::values::family;
use super::super::follow::values::value::Value;
use std::collections::BTreeSet;

/// What a router's return values say.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own that returns say")]
pub(super) struct Outcomes {
    pub targets: Vec<String>,
    /// Those of them that are returned in a list of several, or sent to.
    pub with_others: BTreeSet<String>,
    pub parallel: bool,
    /// What is returned at once, where all of it is known.
    pub lists: Vec<Option<BTreeSet<String>>>,
    /// Whether nothing may be taken at all: an empty list.
    pub nothing: bool,
    /// Whether all that is returned is written where it is returned, so that what is sent to alone is alone.
    pub spelled_out: bool,
    pub open: bool,
}

impl Outcomes {
    /// The one text that is always returned, if that is known.
    pub(super) fn only(&self) -> Option<String> {
        let (first, rest) = self.targets.split_first()?;
        let is_one = !family::is_marked(first);
        let sure = is_one && !self.open && !self.nothing && !self.parallel;
        (sure && rest.iter().all(|other| other == first)).then(|| first.clone())
    }

    /// The names that are always returned all at once, if any are returned with others.
    pub(super) fn together(&self) -> Option<&BTreeSet<String>> {
        let all = self.lists.iter().map(Option::as_ref).collect::<Option<Vec<_>>>()?;
        let most = all.iter().max_by_key(|names| names.len()).filter(|_| !self.open)?;
        all.iter().all(|names| names == most || names.is_disjoint(most)).then_some(*most)
    }

    /// The targets that are always returned by themselves; none where not everything is known.
    pub(super) fn alone(&self) -> BTreeSet<String> {
        let alone = self.targets.iter().filter(|target| !self.with_others.contains(*target));
        if self.open { BTreeSet::new() } else { alone.cloned().collect() }
    }

    /// Takes in a value that is returned, by itself or in a list of several.
    pub(super) fn take(&mut self, value: &Value<'_>, with_others: bool) {
        match value {
            Value::Text(name) => {
                if !with_others {
                    self.lists.push(Some(BTreeSet::from([name.clone()])));
                }
                self.add(vec![name.clone()], with_others);
            }
            Value::Send(node) | Value::Command(node) => match texts(node) {
                Some(names) => self.add(names, with_others),
                None => self.open = true,
            },
            Value::List(items) | Value::Tuple(items) => {
                let several = items.len() > 1;
                self.nothing |= items.is_empty();
                let is_sent = |item: &Value<'_>| {
                    item.alternatives().into_iter().any(|one| matches!(one, Value::Send(_)))
                };
                for item in items {
                    // What a list that is made sends to once, it may send to any number of times.
                    let more = !self.spelled_out && is_sent(item);
                    self.parallel |= more;
                    self.take(item, with_others || several || more);
                }
                self.parallel |= several;
                if !with_others {
                    let text = |item: &Value<'_>| match item {
                        Value::Text(name) => Some(name.clone()),
                        Value::Send(node) if self.spelled_out => match &**node {
                            Value::Text(name) => Some(name.clone()),
                            _ => None,
                        },
                        _ => None,
                    };
                    self.lists.push(items.iter().map(text).collect());
                }
            }
            Value::Either(values) => {
                for value in values {
                    self.take(value, with_others);
                }
            }
            _ => self.open = true,
        }
    }

    fn add(&mut self, names: Vec<String>, with_others: bool) {
        if with_others {
            self.with_others.extend(names.iter().cloned());
        }
        self.targets.extend(names);
    }
}
