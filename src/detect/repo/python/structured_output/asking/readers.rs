//! Replies in JSON that the function which asks for them gives back as they are: what others do that read them.

use super::super::Search;
use super::super::misfit::care::CALLERS;
use super::reply;
use crate::detect::repo::python::repository::Origin;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::Stmt;
use crate::domain::facts::Misfit;

/// Methods that read JSON in a text.
const READS: &[&str] = &["loads", "model_validate_json", "parse_raw", "raw_decode", "repair_json"];

/// Who reads a reply.
#[derive(Default)]
struct Readers<'r> {
    found: Vec<Site<'r>>,
    /// Whether somebody is given it who was not seen to read it.
    open: bool,
}

impl<'r> Search<'r, '_> {
    /// What becomes of a reply that does not fit where it is read; `None` where it is given to somebody who was not seen
    /// to read it. `misfit` is what becomes of it where the model is asked.
    pub(in super::super) fn by_readers(&self, uses: &[Site<'r>], misfit: Misfit) -> Option<Misfit> {
        let mut readers = Readers::default();
        for asked in uses.iter().filter(|asked| !asked.module(self.repository).in_tests) {
            self.readers(asked, CALLERS, &mut readers);
        }
        let read = readers.found.iter().map(|read| self.care.of(read)).max();
        if readers.open { read } else { read.or(Some(misfit)) }
    }

    fn readers(&self, asked: &Site<'r>, steps: usize, readers: &mut Readers<'r>) {
        let Some(function) = asked.function() else { return };
        let names = reply::names(function, asked);
        let inside = self.sites.inside(asked.at.module, function);
        let given = inside.iter().filter(|site| {
            let mut args = site.call.args.iter();
            args.any(|arg| reply::comes_from(&arg.value, asked, &names))
        });
        let known = readers.found.len();
        for site in given {
            if READS.contains(&site.call.callee_name()) {
                readers.found.push((*site).clone());
            } else {
                readers.found.extend(self.read_within(site));
            }
        }
        let mut is_given_back = false;
        Stmt::each_returned(&function.body, &mut |value| {
            is_given_back |= reply::comes_from(value, asked, &names);
        });
        if readers.found.len() > known || !is_given_back {
            return;
        }
        let callers = self.care.callers(asked.at.module, function);
        readers.open |= callers.is_empty() || steps == 0;
        for caller in callers.iter().filter(|_| steps > 0) {
            self.readers(caller, steps - 1, readers);
        }
    }

    /// Where a function of the sources that is given a text reads it.
    fn read_within(&self, site: &Site<'r>) -> Option<Site<'r>> {
        let origins = self.repository.origins(&site.call.callee, site.at);
        origins.into_iter().find_map(|origin| {
            let Origin::Function(at, called) = origin else { return None };
            let mut inside = self.sites.inside(at.module, called).into_iter();
            inside.find(|other| READS.contains(&other.call.callee_name())).cloned()
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;
    use crate::domain::facts::Misfit::{self, Handled, Unhandled};

    const ASK: &str = "import json\nasync def ask(prompt):\n    done = await client.chat.completions.create(messages=prompt, response_format={'type': 'json_object'})\n";
    const GIVE: &str = "    return done.choices[0].message.content, done.usage\n";

    /// Checks what becomes of malformed replies of the only binding.
    #[track_caller]
    fn check(text: &str, expected: Option<Misfit>) {
        let found = facts(&[("src/a.py", &format!("{ASK}{text}"))]).structured_output;
        let found: Vec<_> = found.iter().map(|fact| fact.misfit).collect();
        assert_eq!(found, [expected], "{text}");
    }

    #[test]
    fn a_reply_that_is_given_back_is_seen_to_where_it_is_read() {
        let tried = "    try:\n        return json.loads(text)\n    except ValueError:\n        return []\n";
        let direct = format!("{GIVE}async def agent(p):\n    text, n = await ask(p)\n");
        check(&format!("{direct}{tried}"), Some(Handled));
        check(&format!("{direct}    return json.loads(text)\n"), Some(Unhandled));
        let read = format!("def read(text):\n{tried}");
        check(&format!("{direct}    return read(text)\n{read}"), Some(Handled));
        check("    return json.loads(done.choices[0].message.content)\n", Some(Unhandled));
        // Nobody was seen to read it.
        check(GIVE, None);
    }

    #[test]
    fn a_reply_is_seen_to_by_whom_the_function_is_handed_to() {
        let agent = format!(
            "{GIVE}async def agent(p, call):\n    text, n = await call(p)\n    try:\n        return json.loads(text)\n    except ValueError:\n        return []\n"
        );
        check(&format!("{agent}agent('x', call=ask)\n"), Some(Handled));
        let lost = "def run(agents):\n    for one in agents:\n        one(call=ask)\n";
        check(&format!("{agent}{lost}"), None);
    }
}
