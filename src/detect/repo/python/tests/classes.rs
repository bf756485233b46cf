//! Classes, reducers and unreadable sources.

use super::facts;
use crate::domain::facts::ClassKind;

/// Checks the classes of `files`, each as `Name: Kind`.
#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let found: Vec<_> = facts(files)
        .classes
        .into_iter()
        .map(|class| format!("{}: {:?} {}", class.name, class.kind, class.fields.join(",")))
        .collect();
    assert_eq!(found, expected);
}

/// Checks the reducers of `files`, each as `Class.field resolved kind`.
#[track_caller]
fn check_reducers(files: &[(&str, &str)], expected: &[&str]) {
    let found: Vec<_> = facts(files)
        .reducers
        .into_iter()
        .map(|fact| format!("{}.{} {} {:?}", fact.class, fact.field, fact.resolved, fact.kind))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn kinds_are_followed_through_aliases_and_modules() {
    check(
        &[(
            "src/a.py",
            "from pydantic import BaseModel as BM\nclass A(BM):\n    x: int\n    y: str = ''\n",
        )],
        &["A: BaseModel x,y"],
    );
    check(
        &[
            ("src/base.py", "import pydantic\nclass Base(pydantic.BaseModel): pass\n"),
            ("src/b.py", "from .base import Base\nclass B(Base):\n    z: int\n"),
            ("src/c.py", "from src import base\nclass C(base.Base): pass\n"),
        ],
        &["Base: BaseModel ", "B: BaseModel z", "C: BaseModel "],
    );
    check(
        &[(
            "a.py",
            "from typing_extensions import TypedDict\nclass S(TypedDict, total=False):\n    a: int\n",
        )],
        &["S: TypedDict a"],
    );
    check(
        &[(
            "a.py",
            "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass D:\n    a: int\n",
        )],
        &["D: Dataclass a"],
    );
    check(
        &[("a.py", "import typing\nT = typing.TypedDict('T', {'k': int})\n")],
        &["T: TypedDict k"],
    );
    check(
        &[("a.py", "class BaseModel: pass\nclass A(BaseModel): pass\n")],
        &["BaseModel: Other ", "A: Other "],
    );
}

#[test]
fn reducers_are_told_from_other_metadata() {
    let text = "import operator as op\nfrom operator import ior\nfrom typing import Annotated as Ann\n\
        import typing_extensions as te\nfrom pydantic import BaseModel, Field\n\
        from langgraph.graph.message import add_messages\nLIMIT = 3\n\
        def merge(a, b): return a\ndef one(a): return a\n\
        class State(BaseModel):\n    a: Ann[dict, op.ior]\n    b: te.Annotated[list, op.add]\n\
        \x20   c: Ann[dict, ior] = Field(default_factory=dict)\n    d: Ann[int, Field(gt=0)]\n\
        \x20   e: Ann[int, 'note']\n    f: Ann[int, LIMIT]\n    g: Ann[list, merge]\n\
        \x20   h: Ann[list, lambda a, b: a + b]\n    i: Ann[list, add_messages]\n    j: Ann[int, one]\n\
        \x20   k: dict[str, int]\n    l: Ann[int, Gt(0)]\n    m: Ann[dict, op.or_]\n";
    check_reducers(
        &[("s.py", text)],
        &[
            "State.a operator.ior OperatorIor",
            "State.b operator.add OperatorAdd",
            "State.c operator.ior OperatorIor",
            "State.g s.py:merge Replacement",
            "State.h lambda a, b: a + b Lambda",
            "State.i langgraph.graph.message.add_messages AddMessages",
            "State.m operator.or_ OperatorIor",
        ],
    );
}

#[test]
fn a_reducer_from_another_module_is_followed() {
    check_reducers(
        &[
            ("src/merge.py", "def union(left, right):\n    return left | right\n"),
            (
                "src/state.py",
                "from typing import *\nfrom src.merge import union\nclass S(TypedDict):\n    x: Annotated[dict, union]\n",
            ),
        ],
        &["S.x src/merge.py:union Function"],
    );
}

#[test]
fn the_reducer_of_a_state_of_messages_is_inherited() {
    let head = "from langgraph.graph import MessagesState\n";
    let class = |body: &str| format!("{head}class State(MessagesState):\n    {body}\n");
    let inherited = "State.messages langgraph.graph.message.add_messages AddMessages";
    check_reducers(&[("a.py", &class("topic: str"))], &[inherited]);
    check_reducers(&[("a.py", &class("messages: list"))], &[]);
    for home in ["langchain.agents", "langchain.agents.middleware.types", "langgraph.prebuilt"] {
        let agent =
            format!("from {home} import AgentState\nclass State(AgentState):\n    topic: str\n");
        check_reducers(&[("a.py", &agent)], &[inherited]);
        assert_eq!(facts(&[("a.py", &agent)]).classes[0].kind, ClassKind::TypedDict);
    }
    let own = "from mine.agents import AgentState\nclass State(AgentState):\n    topic: str\n";
    check_reducers(&[("a.py", own)], &[]);
}

#[test]
fn a_reducer_works_as_the_last_entry_alone() {
    let head = "import operator\nfrom typing import Annotated, TypedDict\nfrom pydantic import BaseModel, Field\n\
        def merge(a, b): return a + b\n";
    let state = |fields: &str| format!("{head}class State(TypedDict):\n{fields}");
    let idle = |text: &str| {
        let found = facts(&[("s.py", text)]);
        let names: Vec<String> = found
            .idle_reducers
            .iter()
            .map(|one| format!("{} {}", one.field, one.written))
            .collect();
        (found.reducers.len(), names.join(", "))
    };
    let add = (0, "e operator.add".to_owned());
    assert_eq!(idle(&state("    e: Annotated[list, operator.add, 'docs']\n")), add);
    assert_eq!(idle(&state("    e: Annotated[Annotated[list, operator.add], 'docs']\n")), add);
    let field = "    e: Annotated[list, operator.add, Field(description='d')]\n";
    assert_eq!(idle(&format!("{head}class P(BaseModel):\n{field}")), add);
    assert_eq!(idle(&state("    e: Annotated[list, merge, 'docs']\n")), (0, "e merge".into()));
    for field in [
        "    e: Annotated[list, 'docs', operator.add]\n",
        "    e: Annotated[list, Field(description='d'), operator.add] = []\n",
        "    e: Annotated[Annotated[list, 'docs'], operator.add]\n",
    ] {
        assert_eq!(idle(&state(field)), (1, String::new()), "{field}");
    }
    assert_eq!(idle(&state("    e: Annotated[list, 'docs', Field(gt=0)]\n")), (0, String::new()));
    let user = "class User(BaseModel):\n    e: Annotated[str, merge, 'docs']\n";
    assert_eq!(idle(&format!("{head}{user}")), (0, String::new()));
}

#[test]
fn an_annotation_that_is_a_text_may_name_an_alias() {
    let text = "from typing import Annotated as An, TypedDict\nimport operator\nimport typing as t\n\
        class S(TypedDict):\n    d: \"An[set, operator.or_]\"\n    e: \"Other[set, operator.or_]\"\n\
        \x20   f: \"t.Annotated[set, operator.or_]\"\n";
    let expected = ["S.d operator.or_ OperatorIor", "S.f operator.or_ OperatorIor"];
    check_reducers(&[("s.py", text)], &expected);
}

#[test]
fn reducers_that_a_function_makes_and_methods_of_built_in_types_are_reducers() {
    let text = "from typing import Annotated, TypedDict\n\
        def capped(n):\n    def red(l, r): return (l + r)[-n:]\n    return red\n\
        def one(n):\n    return lambda l: l\n\
        cap10 = capped(10)\n\
        class S(TypedDict):\n    a: Annotated[list, capped(3)]\n    b: Annotated[list, cap10]\n\
        \x20   c: Annotated[dict, dict.__or__]\n    d: Annotated[list, list.__add__]\n\
        \x20   e: Annotated[list, one(2)]\n";
    check_reducers(
        &[("s.py", text)],
        &[
            "S.a s.py:capped.red Function",
            "S.b s.py:capped.red Function",
            "S.c builtins.dict.__or__ OperatorIor",
            "S.d builtins.list.__add__ OperatorAdd",
        ],
    );
}

#[test]
fn a_function_that_is_partly_applied_takes_what_is_left() {
    let text = "import operator\nfrom functools import partial\nfrom typing import Annotated, TypedDict\n\
        def tail(n, a, b): return (a + b)[-n:]\n\
        class S(TypedDict):\n    a: Annotated[list, partial(tail, 500)]\n    b: Annotated[list, partial(tail)]\n\
        \x20   c: Annotated[list, partial(tail, n=500)]\n    d: Annotated[list, partial(operator.add)]\n";
    check_reducers(&[("s.py", text)], &["S.a s.py:tail Function", "S.d operator.add OperatorAdd"]);
}

#[test]
fn a_channel_that_is_spelled_out_has_its_reducer() {
    let text = "from typing import Annotated, TypedDict\nfrom langgraph.channels import DeltaChannel\n\
        def fold(old, new):\n    return old + new\n\
        class S(TypedDict):\n    a: Annotated[list, DeltaChannel(fold, snapshot_frequency=2)]\n";
    check_reducers(&[("a.py", text)], &["S.a a.py:fold Function"]);
}

#[test]
fn fields_of_bases_are_inherited() {
    let found = facts(&[(
        "a.py",
        "import operator\nfrom typing import Annotated, TypedDict\n\
         class _Required(TypedDict):\n    a: int\n    b: Annotated[list, operator.add]\n\
         class _More(_Required, total=False):\n    c: int\n\
         class State(_More):\n    a: str\n",
    )]);
    let state = found.classes.last().expect("a class is defined");
    assert_eq!((state.fields.join(","), state.inherited.join(",")), ("a".into(), "c,b".into()));
    assert_eq!(found.reducers[0].inherited_by, ["_More", "State"]);
}

#[test]
fn a_reducer_that_gives_one_value_back_replaces() {
    let kind = |reducer: &str| {
        let text = format!(
            "from typing import Annotated, TypedDict\n{reducer}\n\
             class State(TypedDict):\n    x: Annotated[dict, keep]\n"
        );
        format!("{:?}", facts(&[("a.py", &text)]).reducers[0].kind)
    };
    assert_eq!(
        kind("def keep(a, b):\n    'Last.'\n    return b if b is not None else a"),
        "Replacement"
    );
    assert_eq!(
        kind("def keep(a, b):\n    if not b:\n        return a\n    return b"),
        "Replacement"
    );
    assert_eq!(kind("keep = lambda a, b: b or a"), "Replacement");
    assert_eq!(kind("def keep(a, b):\n    a.update(b)\n    return a"), "Function");
    assert_eq!(kind("def keep(a, b):\n    return {**a, **b}"), "Function");
    assert_eq!(kind("keep = lambda a, b: a + b"), "Lambda");
}

#[test]
fn a_reducer_in_a_quoted_annotation_is_read_by_its_name() {
    let text = "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    \
        a: \"Annotated[dict[str, list[str]], operator.ior]\"\n    b: 'Annotated[list, merge]'\n    \
        c: \"list[str]\"\n    d: \"Annotated[int, 'words, and more']\"\n";
    check_reducers(&[("a.py", text)], &["S.a operator.ior OperatorIor", "S.b merge Function"]);
}

#[test]
fn a_reducer_that_an_empty_update_empties_is_told_from_one_that_keeps_all() {
    let check = |body: &str, expected: bool| {
        let text = format!(
            "from typing import Annotated, TypedDict\ndef join(left, right):\n    {body}\nclass S(TypedDict):\n    notes: Annotated[list, join]\n"
        );
        assert_eq!(facts(&[("a.py", &text)]).reducers[0].empties, expected, "{body}");
    };
    for body in [
        "\"\"\"Joins.\"\"\"\n    if right == []:\n        return []\n    return left + right",
        "if not left:\n        return right or []\n    if not right:\n        return right\n    return left + right",
        "if right is None:\n        return []\n    return (left or []) + right",
        "if len(right) == 0:\n        return []\n    return left + right",
    ] {
        check(body, true);
    }
    for body in [
        "if not right:\n        return left\n    if right == []:\n        return []\n    return left + right",
        "if not left and not right:\n        return []\n    return left + right",
        "if not left:\n        return right or []\n    return left + right",
        "if right is None:\n        return left or []\n    return left + right",
        "if left == []:\n        return right\n    return left + right",
        "if right == ['reset']:\n        return []\n    return left + right",
    ] {
        check(body, false);
    }
}
