//! Methods that are called on an object whose class does not have them: the line fails with an `AttributeError`.
//!
//! An object counts only where it is made by a class of the repository right there, and a method only where neither
//! that class nor a base of it nor any assignment anywhere could give it one of that name.

use super::super::classes::{Ancestor, ancestors, fields};
use super::super::repository::{At, Origin, Repository};
use super::super::running::reach::Reach;
use super::super::running::sites::{Site, Sites, is_unused};
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Class, Expr, ExprKind, Passing, Span, Stmt, StmtKind};
use crate::domain::facts::{LackingMethod, Unreadable};
use std::collections::{BTreeMap, BTreeSet};

/// Most that are stated.
const MOST: usize = 20;
/// Words by which a file may give an object what its class does not have.
const BY_OTHER_MEANS: [&str; 8] = [
    "setattr(",
    "__dict__",
    "__getattr__",
    "__getattribute__",
    "__new__",
    "sys.modules",
    "exec(",
    "globals(",
];
/// What a graph is handed to run by.
const WIRES: [&str; 3] = ["add_node", "add_conditional_edges", "set_conditional_entry_point"];
/// What a handler catches when an object lacks a method.
const CATCHING: [&str; 3] = ["AttributeError", "Exception", "BaseException"];
/// Bases and decorators that give no method a program would call by its name.
const PLAIN: [&str; 4] =
    ["builtins.object", "abc.ABC", "dataclasses.dataclass", "functools.total_ordering"];

/// The methods that files of the program call and no class has, each once per file, by file and line.
pub(in super::super) fn lacking(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
    unreadable: &[Unreadable],
) -> Vec<LackingMethod> {
    let by_name = |module: &Module<'_>| {
        BY_OTHER_MEANS.iter().any(|means| module.text.contains(means)) && !module.in_tests
    };
    if !unreadable.is_empty() || repository.modules.iter().any(by_name) {
        return Vec::new();
    }
    let mut set: Option<BTreeSet<&str>> = None;
    let mut found: BTreeMap<(&str, &str), LackingMethod> = BTreeMap::new();
    for site in &sites.all {
        let module = site.module(repository);
        let unused = || site.around.functions.iter().any(|one| is_unused(repository, one));
        if module.in_tests || site.around.dead || reach.live(site.at.module) == Some(false) {
            continue;
        }
        for Asked { at, class, name, span } in asked(repository, site) {
            let set = set.get_or_insert_with(|| assigned(repository));
            if name.starts_with("__")
                || set.contains(name)
                || unused()
                || is_quoted(repository, name)
                || has(repository, at, class, name)
                || !is_only(repository, class.name)
            {
                continue;
            }
            let lacking = || LackingMethod {
                method: name.to_owned(),
                class: class.name.to_owned(),
                caught: is_caught(site),
                place: module.place(span),
            };
            found.entry((module.path, name)).or_insert_with(lacking);
        }
    }
    let mut found: Vec<LackingMethod> = found.into_values().collect();
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.truncate(MOST);
    found
}

/// What an object is asked for.
struct Asked<'r> {
    at: At,
    class: &'r Class<'r>,
    name: &'r str,
    span: Span,
}

/// What a call asks an object for whose class is known: the method that is called, and those that a graph is handed to
/// run.
fn asked<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Vec<Asked<'r>> {
    let ExprKind::Attribute(_, name) = site.call.callee.kind else { return Vec::new() };
    if let Some((at, class)) = made_by(repository, site) {
        return vec![Asked { at, class, name, span: site.call.callee.span }];
    }
    let Some(class) = site.around.class.filter(|_| WIRES.contains(&name)) else {
        return Vec::new();
    };
    let inside = repository.inside(At { scope: 0, ..site.at }, class.id);
    let at = At { scope: repository.scope(inside).parent.unwrap_or_default(), ..site.at };
    let handed = site.call.args.iter().filter_map(|arg| match &arg.value.kind {
        ExprKind::Attribute(object, name) if object.is_name("self") => {
            Some((*name, arg.value.span))
        }
        _ => None,
    });
    // A class below this one may have it.
    let is_defined = |name: &str| {
        let (method, field) = (format!("def {name}("), format!("{name}:"));
        repository.texts.hold(&method) || repository.texts.hold(&field)
    };
    let handed = handed.filter(|(name, _)| !is_defined(name));
    handed.map(|(name, span)| Asked { at, class, name, span }).collect()
}

/// The class that surely made the object on which a method is called.
fn made_by<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<(At, &'r Class<'r>)> {
    let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return None };
    let made = repository.origins(object, site.at);
    let [Origin::Value(at, Expr { kind: ExprKind::Call(made), .. })] = made.as_slice() else {
        return None;
    };
    match repository.origins(&made.callee, *at).as_slice() {
        [Origin::Class(at, class)] => Some((*at, *class)),
        _ => None,
    }
}

/// Whether a class has the name, or may have it from something that is not the repository's.
fn has<'r>(repository: &Repository<'r>, at: At, class: &'r Class<'r>, name: &str) -> bool {
    let above = ancestors(repository, at, class);
    let all_ours = above.iter().all(|one| matches!(one, Ancestor::Class(..)));
    let own = std::iter::once((at, class)).chain(above.iter().filter_map(|one| match one {
        Ancestor::Class(at, class) => Some((*at, *class)),
        Ancestor::Made(_) | Ancestor::Messages(_) => None,
    }));
    let plain = |value: &'r Expr<'r>, at: At| {
        let callee = match &value.kind {
            ExprKind::Call(call) => &call.callee,
            _ => value,
        };
        match repository.origins(callee, at).as_slice() {
            [Origin::External(name)] => PLAIN.contains(&name.as_str()),
            _ => false,
        }
    };
    let gives = |(at, class): (At, &'r Class<'r>)| {
        let scope = repository.scope(repository.inside(at, class.id));
        let is_known = |base: &'r Expr<'r>| {
            matches!(repository.origins(base, at).as_slice(), [Origin::Class(..)])
        };
        scope.bindings.contains_key(name)
            || fields(class).any(|(field, ..)| field == name)
            || !scope.stars.is_empty()
            || class.decorators.iter().any(|decorator| !plain(decorator, at))
            || class.bases.iter().any(|base| {
                base.passing != Passing::Position
                    || !(is_known(&base.value) || plain(&base.value, at))
            })
    };
    !all_ours || own.into_iter().any(gives)
}

/// Whether no other class has the name: which of several is meant may depend on where the program is started.
fn is_only(repository: &Repository<'_>, name: &str) -> bool {
    let mut count = 0;
    for module in repository.modules.iter().filter(|module| module.text.contains(name)) {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            count +=
                usize::from(matches!(&stmt.kind, StmtKind::Class(class) if class.name == name));
        });
    }
    count == 1
}

/// All names that any statement gives an attribute of.
fn assigned<'r>(repository: &Repository<'r>) -> BTreeSet<&'r str> {
    let mut found = BTreeSet::new();
    let mut note = |target: &'r Expr<'r>| {
        target.each(&mut |part| {
            if let ExprKind::Attribute(_, name) = part.kind {
                found.insert(name);
            }
        });
    };
    for module in repository.modules {
        Stmt::each(&module.syntax.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().for_each(&mut note),
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => note(target),
            StmtKind::With { items, .. } => {
                items.iter().filter_map(|(_, name)| name.as_ref()).for_each(&mut note);
            }
            _ => {}
        });
    }
    found
}

/// Whether a text of the sources is the name: something may ask for it, or bring it, by that.
fn is_quoted(repository: &Repository<'_>, name: &str) -> bool {
    repository.modules.iter().filter(|module| module.text.contains(name)).any(|module| {
        ['"', '\''].iter().any(|quote| module.text.contains(&format!("{quote}{name}{quote}")))
    })
}

/// Whether a handler of the same function takes the failure.
fn is_caught(site: &Site<'_>) -> bool {
    let span = site.call.callee.span;
    site.function().is_some_and(|function| catches(&function.body, span))
}

fn catches(body: &Body<'_>, span: Span) -> bool {
    let holds = |stmt: &&Stmt<'_>| stmt.span.holds(span);
    let Some(stmt) = body.iter().find(holds) else { return false };
    let takes = |caught: &Expr<'_>| {
        caught.any(&|part| matches!(part.kind, ExprKind::Name(name) if CATCHING.contains(&name)))
    };
    let here = match &stmt.kind {
        StmtKind::Try { body, handlers, .. } => {
            body.iter().any(|stmt| holds(&stmt))
                && handlers.iter().any(|one| one.caught.is_empty() || one.caught.iter().any(takes))
        }
        _ => false,
    };
    here || stmt.blocks().into_iter().any(|block| catches(block, span))
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks which methods are missed where `src/main.py` has this text beside a class `Tool` with a method `run`.
    #[track_caller]
    fn check_class(class: &str, text: &str, expected: &[&str]) {
        let main = format!(
            "from langgraph.graph import StateGraph\nfrom src.tool import Tool\ng = StateGraph(dict)\n{text}\n"
        );
        let found = facts(&[("src/main.py", &main), ("src/tool.py", class)]).lacking_methods;
        let told = |one: &crate::domain::facts::LackingMethod| {
            let caught = if one.caught { ", caught" } else { "" };
            format!("{}.{}{caught}", one.class, one.method)
        };
        assert_eq!(found.iter().map(told).collect::<Vec<_>>(), expected, "{class}{text}");
    }

    const TOOL: &str = "class Tool:\n    def run(self):\n        return 1\n";

    #[test]
    fn a_method_that_no_class_has_is_missed() {
        let check = |text: &str, expected: &[&str]| check_class(TOOL, text, expected);
        check("Tool().walk()", &["Tool.walk"]);
        check("tool = Tool()\ntool.run()\ntool.walk()\ntool.walk()", &["Tool.walk"]);
        check("def f(x):\n    t = Tool()\n    return t.walk(x)\nf(1)", &["Tool.walk"]);
        let caught = "def f():\n    t = Tool()\n    try:\n        t.walk()\n    except Exception:\n        pass\nf()";
        check(caught, &["Tool.walk, caught"]);
        check(&caught.replace("Exception", "ValueError"), &["Tool.walk"]);
        let heir = format!(
            "class Base(object):\n    def run(self): ...\n@dataclass\n{}",
            "class Tool(Base):\n    x: int = 1\n"
        );
        let heir = format!("from dataclasses import dataclass\n{heir}");
        check_class(&heir, "Tool().run()\nTool().walk()", &["Tool.walk"]);
    }

    #[test]
    fn what_anything_may_give_is_not_missed() {
        for class in [
            "class Tool(Elsewhere):\n    pass\n",
            "from x import Base\nclass Tool(Base):\n    pass\n",
            "class Tool(metaclass=Maker):\n    pass\n",
            "@register\nclass Tool:\n    pass\n",
            "class Tool:\n    walk = make()\n",
            "class Tool:\n    walk: Callable\n",
            "class Tool:\n    def __init__(self):\n        self.walk = print\n",
            "class Tool:\n    def __getattr__(self, name):\n        return print\n",
            "class Tool:\n    def __new__(cls):\n        return 1\n",
            "class Base:\n    def walk(self): ...\nclass Tool(Base):\n    pass\n",
            "class Tool:\n    if True:\n        def walk(self): ...\n",
            "class Tool:\n    pass\nTool.walk = print\n",
            "class Tool:\n    pass\ntry:\n    from x import Tool\nexcept ImportError:\n    pass\n",
            "from x import Tool\n",
            "class Tool:\n    pass\ndef f():\n    class Tool:\n        def walk(self): ...\n",
            "def Tool():\n    return 1\n",
            "from pydantic import BaseModel\nclass Tool(BaseModel):\n    pass\n",
        ] {
            check_class(class, "Tool().walk()", &[]);
        }
    }

    #[test]
    fn what_may_be_another_object_or_never_runs_is_not_missed() {
        for text in [
            "t = Tool()\nt = other()\nt.walk()",
            "def f(t):\n    t.walk()\nf(Tool())",
            "def f(t=Tool()):\n    t.walk()\nf()",
            "t = Tool() if x else y\nt.walk()",
            "with Tool() as t:\n    t.walk()",
            "for t in [Tool()]:\n    t.walk()",
            "t = Tool()\nif hasattr(t, 'walk'):\n    t.walk()",
            "setattr(Tool, name, print)\nTool().walk()",
            "t = Tool()\nt.walk = print\nt.walk()",
            "def unused():\n    Tool().walk()",
            "if False:\n    Tool().walk()",
            "Tool().__len__()",
            "Tool().run().walk()",
        ] {
            check_class(TOOL, text, &[]);
        }
    }
}
