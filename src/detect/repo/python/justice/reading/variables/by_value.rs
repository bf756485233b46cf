//! Variables by what they hold, whatever they are called: where their names tell nothing and their values do, they are
//! read under the names that the rules know.
//!
//! `marks = [one.score for one in votes]` is read as `scores = …`, so that no rule hangs on the word that its writer
//! chose. Only functions' own variables are taken so, each all through its function, and in a copy of the sources.

mod kinds;
mod rename;
mod roles;
mod values;

use super::notes::RIVALS;
use super::terms::{FACTS, FUNCTION, PROSE, SCORE, SECURITY, SPREAD, TECH_LEAD, has};
use crate::detect::repo::python::justice::weighing::averages::CALLED;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Body, Function, Stmt, StmtKind};
use kinds::{Kind, kinds};
use roles::Unpacked;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Names that tell something beside the words of the rules.
const TELLING: &[&str] = &[
    "opinion",
    "=op",
    "=ops",
    "evidence",
    "judge",
    "cited",
    "citation",
    "median",
    "mean",
    "=avg",
    "average",
    "sorted",
    "ordered",
    "confiden",
    "criteri",
    "dimension",
    "result",
    "total",
    "overall",
    "aggregate",
    "all_",
    "count",
    "threshold",
    "limit",
    "state",
    "=cap",
    "support",
    "=valid",
    "=self",
    "=cls",
];

/// The new names of a function's variables.
type Names<'r> = BTreeMap<&'r str, &'static str>;

/// The modules with their variables called by what they hold; `None` where all are called so already.
pub(in crate::detect::repo::python) fn called<'r>(
    modules: &[Module<'r>],
) -> Option<Vec<Module<'r>>> {
    let names: Vec<BTreeMap<usize, Names<'r>>> = modules.iter().map(of_module).collect();
    if names.iter().all(BTreeMap::is_empty) {
        return None;
    }
    let mut modules = modules.to_vec();
    for (module, names) in modules.iter_mut().zip(&names) {
        if !names.is_empty() {
            rename::rename(&mut Arc::make_mut(&mut module.syntax).body, names, &Names::new());
        }
    }
    Some(modules)
}

/// The new names in each function of a module, by the functions' numbers.
fn of_module<'r>(module: &Module<'r>) -> BTreeMap<usize, Names<'r>> {
    // Only where judges are spoken of are scores theirs, and to read a repository again takes its time.
    let is_of_judges = ["opinion", "judge", "Judge"].iter().any(|word| module.text.contains(word));
    if module.in_tests || !is_of_judges || !module.text.contains("score") {
        return BTreeMap::new();
    }
    let mut functions = Vec::new();
    collect(&module.syntax.body, &mut functions);
    let mut unpacked = Unpacked::default();
    // What a function gives is known by the names that its callers give it, which may be new ones.
    let mut names = BTreeMap::new();
    for _ in 0..2 {
        names.clear();
        for function in &functions {
            let own = of_function(function, module.text, &unpacked);
            if !own.is_empty() {
                names.insert(function.id, own);
            }
        }
        unpacked = Unpacked::read(&functions, &names);
    }
    names
}

fn collect<'e, 'r>(body: &'e Body<'r>, functions: &mut Vec<&'e Function<'r>>) {
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::Function(function) = &stmt.kind {
            functions.push(function);
        }
    });
}

fn of_function<'r>(function: &Function<'r>, text: &str, unpacked: &Unpacked<'_>) -> Names<'r> {
    let source = text.get(function.span.start..function.span.end).unwrap_or_default();
    let is_shared = source.contains("nonlocal ") || source.contains("global ");
    if is_shared || source.contains("locals()") {
        return Names::new();
    }
    let bound = rename::bound(function);
    let mut taken: BTreeSet<&str> = bound.all.iter().copied().collect();
    let mut names = Names::new();
    for (name, kind) in kinds(function, unpacked) {
        let is_known = tells(name, kind) && !belies(name, kind);
        if is_known || !bound.own.contains(name) || bound.inner.contains(name) {
            continue;
        }
        let free = kind.names().iter().copied().find(|new| !taken.contains(new));
        if let Some(new) = free {
            taken.insert(new);
            names.insert(name, new);
        }
    }
    names
}

/// Whether a name says what it holds to some rule already; that it is a text does not say of what.
fn tells(name: &str, kind: Kind) -> bool {
    let prose = if kind == Kind::Dissent { &["dissent"] } else { PROSE };
    [SCORE, SPREAD, prose, FACTS, TECH_LEAD, RIVALS, SECURITY, FUNCTION, TELLING]
        .iter()
        .any(|words| has(name, words))
}

/// Whether a name says that it holds what is another judge's.
fn belies(name: &str, kind: Kind) -> bool {
    let (Kind::Judge(at) | Kind::JudgeScore(at)) = kind else { return false };
    let named = |judge: usize| has(name, CALLED[judge]);
    !named(at) && (0..CALLED.len()).any(named)
}

impl Kind {
    /// What rules know such a variable as: the next where the first is another's.
    fn names(self) -> &'static [&'static str] {
        const JUDGES: [&[&str]; 3] = [
            &["prosecutor", "prosecutor_opinion", "prosecutor_own"],
            &["defense", "defense_opinion", "defense_own"],
            &["tech_lead", "tech_lead_opinion", "tech_lead_own"],
        ];
        const SCORES: [&[&str]; 3] = [
            &["prosecutor_score", "prosecutor_own_score"],
            &["defense_score", "defense_own_score"],
            &["tech_lead_score", "tech_lead_own_score"],
        ];
        match self {
            Self::Opinions => &["opinions", "own_opinions", "judge_opinions"],
            Self::Judge(at) => JUDGES[at],
            Self::JudgeScore(at) => SCORES[at],
            Self::Scores => &["scores", "judge_scores", "own_scores"],
            Self::Others => &["other_scores", "other_judge_scores"],
            Self::Sorted => &["sorted_scores", "ordered_scores"],
            Self::Highest => &["highest", "highest_of_all"],
            Self::Lowest => &["lowest", "lowest_of_all"],
            Self::Spread => &["score_spread", "score_variance"],
            Self::Average => &["average_score", "mean_score"],
            Self::Median => &["median_score", "middle_score"],
            Self::Score => &["score", "own_score", "one_score", "settled_score"],
            Self::Final => &["final_score", "adjusted_score", "rounded_score"],
            Self::Evidence => &["evidence", "own_evidence"],
            Self::Dissent => &["dissent", "dissent_text"],
            Self::Prose => &["note", "text", "comment"],
        }
    }
}
