//! Private functions that nothing calls: nothing mentions them, or only such functions do.

use super::super::names::lookups::Lookups;
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Function, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// Rounds at most in which functions are found that only those of the rounds before call.
const ROUNDS: usize = 16;

/// The names of private functions that surely nothing calls; `mentions` counts how often the sources name each.
///
/// What has a decorator may be handed on by it, and a method of a class with bases may stand in for one of theirs.
pub(in super::super) fn unheard<'r>(
    modules: &'r [Module<'r>],
    mentions: &BTreeMap<&'r str, u32>,
    lookups: &Lookups,
) -> BTreeSet<&'r str> {
    let mut private = Private::default();
    for module in modules {
        private.gather(&module.syntax.body, false, false);
    }
    let known = |name: &&str| !private.open.contains(*name) && !lookups.may_find(name);
    let named = |name: &str| mentions.get(name).copied().unwrap_or_default();
    let all = private.outer.keys().chain(&private.inner).copied().filter(known);
    let mut found: BTreeSet<&str> = all.filter(|name| named(name) == 0).collect();
    // A name that is put together when the program runs may be any.
    if modules.iter().any(|module| module.text.contains("getattr(self")) {
        return found;
    }
    // What an inner function mentions is mentioned by the one around it, too.
    let outer = || private.outer.iter().filter(|(name, _)| !private.inner.contains(*name));
    for _ in 0..ROUNDS {
        let mut inside: BTreeMap<&str, u32> = BTreeMap::new();
        let dead = outer().filter(|(name, _)| found.contains(*name));
        dead.flat_map(|(_, functions)| functions).for_each(|one| count(&one.body, &mut inside));
        let only_there = |name: &&str| inside.get(name).is_some_and(|count| *count >= named(name));
        let more: Vec<&str> =
            outer().map(|(name, _)| *name).filter(known).filter(only_there).collect();
        let before = found.len();
        found.extend(more);
        if found.len() == before {
            break;
        }
    }
    found
}

/// The private functions of the sources by their names.
#[derive(Default)]
struct Private<'r> {
    /// Those of modules and classes.
    outer: BTreeMap<&'r str, Vec<&'r Function<'r>>>,
    /// Those inside other functions.
    inner: BTreeSet<&'r str>,
    /// Names of those that something unseen may call.
    open: BTreeSet<&'r str>,
}

impl<'r> Private<'r> {
    fn gather(&mut self, body: &'r Body<'r>, is_inner: bool, overrides: bool) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Function(function) => {
                    let name = function.name;
                    if name.starts_with('_') && !name.starts_with("__") {
                        if is_inner {
                            self.inner.insert(name);
                        } else {
                            self.outer.entry(name).or_default().push(function);
                        }
                        if overrides || !function.decorators.is_empty() {
                            self.open.insert(name);
                        }
                    }
                    self.gather(&function.body, true, false);
                }
                StmtKind::Class(class) => {
                    self.gather(&class.body, is_inner, !class.bases.is_empty());
                }
                _ => {
                    for block in stmt.blocks() {
                        self.gather(block, is_inner, overrides);
                    }
                }
            }
        }
    }
}

/// Counts the names in a body as the sources' own count does.
fn count<'r>(body: &'r Body<'r>, counts: &mut BTreeMap<&'r str, u32>) {
    Stmt::walk_all(body, &mut |part| {
        if let Some(name) = part.last_name() {
            *counts.entry(name).or_default() += 1;
        }
    });
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks whether the command in `_run` of a class, or of the module, is taken for one that runs.
    #[track_caller]
    fn check(text: &str, live: bool) {
        let graph = "from langgraph.graph import StateGraph\nfrom src.a import A, go\ng = StateGraph(dict)\nA()\n";
        let text = format!("import os\n{text}");
        let found = facts(&[("src/main.py", graph), ("src/a.py", &text)]);
        let calls: Vec<bool> = found.calls.iter().map(|call| call.live).collect();
        assert_eq!(calls, [live], "{text}");
    }

    #[test]
    fn what_only_functions_mention_that_nothing_calls_does_not_run() {
        let run = "    def _run(self):\n        os.system(self.x)\n";
        check(&format!("class A:\n{run}    def _old(self):\n        self._run()\n"), false);
        let twice = "    def _old(self):\n        self._older()\n    def _older(self):\n        self._run()\n";
        check(&format!("class A:\n{run}{twice}"), false);
        check("def _run(x):\n    os.system(x)\ndef _old(x):\n    return _run(x)\n", false);
    }

    #[test]
    fn what_anything_else_may_call_runs() {
        let run = "    def _run(self):\n        os.system(self.x)\n";
        check(&format!("class A:\n{run}    def go(self):\n        self._run()\n"), true);
        check(&format!("class A(Base):\n{run}"), true);
        check(&format!("class A:\n    @tool\n{run}"), true);
        check(&format!("class A(Base):\n{run}    def _hook(self):\n        self._run()\n"), true);
        check(
            &format!(
                "class A:\n{run}    def _old(self):\n        self._run()\nclass B:\n    def go(self, a):\n        a._run()\n"
            ),
            true,
        );
        // An inner function is a part of the one around it, and counts once.
        let inner = "def _old(x):\n    def _deep():\n        _run(x)\n";
        check(&format!("def _run(x):\n    os.system(x)\n{inner}def go(x):\n    _run(x)\n"), true);
        let by_name = "    def go(self, x):\n        getattr(self, '_' + x)()\n";
        let old = "    def _old(self):\n        self._run()\n";
        check(&format!("class A:\n{run}{old}{by_name}"), true);
        // One that calls itself may be called by something that is not seen.
        check("def _run(x):\n    os.system(x)\n    _run(x)\n", true);
    }
}
