//! What is worked out of the modules when it is asked for first, and kept, as it is asked again for each graph.

use super::{At, Repository};
use crate::detect::repo::python::running::reach;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};
use crate::spread::{MANY, many};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What is kept.
#[derive(Default)]
pub(super) struct Kept {
    imported: Vec<OnceLock<Vec<usize>>>,
    models: OnceLock<BTreeSet<String>>,
    /// Whether any object says itself whether it counts as nothing.
    has_empty_objects: OnceLock<bool>,
    /// Names that are set as attributes, or from inside a function that declares them to be another's.
    set_elsewhere: OnceLock<BTreeSet<String>>,
}

impl Kept {
    /// Room for what is asked of so many modules.
    pub(super) fn of(modules: usize) -> Self {
        let imported = (0..modules).map(|_| OnceLock::new()).collect();
        Self { imported, ..Self::default() }
    }
}

impl Repository<'_> {
    /// The modules that the module with this index brings in, packages around them included.
    pub(in crate::detect::repo::python) fn imported(&self, from: usize) -> &[usize] {
        self.kept.imported[from].get_or_init(|| reach::imported(self, from))
    }

    /// Works out for all modules what each of them brings in, where they are so many that it is done sooner by all
    /// processors at once.
    pub(in crate::detect::repo::python) fn follow_imports(&self) {
        if self.modules.len() >= MANY {
            many(self.modules.len(), |from| _ = self.imported(from));
        }
    }

    /// Whether a class is a Pydantic model, as its own line says.
    pub(in crate::detect::repo::python) fn is_model(&self, name: &str) -> bool {
        self.kept.models.get_or_init(|| self.models()).contains(name)
    }

    /// Whether any class of the sources says how long its objects are, or whether they count as something.
    pub(in crate::detect::repo::python) fn has_empty_objects(&self) -> bool {
        let says =
            |text: &str| ["def __len__", "def __bool__"].iter().any(|own| text.contains(own));
        let any = || self.modules.iter().any(|module| says(module.text));
        *self.kept.has_empty_objects.get_or_init(any)
    }

    /// Whether code outside the tests may set a name of the scope `home` from somewhere else: `config.DEBUG = True`,
    /// `global DEBUG`, `setattr(config, "DEBUG", True)`.
    pub(in crate::detect::repo::python) fn is_set_elsewhere(&self, name: &str, home: At) -> bool {
        let by_name = self.texts.hold("setattr(") && self.texts.quote(name);
        let set = self.kept.set_elsewhere.get_or_init(|| self.set_elsewhere());
        by_name || set.contains(name) || self.modules[home.module].text.contains("globals()")
    }

    fn set_elsewhere(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for module in self.modules.iter().filter(|module| !module.in_tests) {
            let declares = |stmt: &Stmt<'_>| {
                let written = module.text.get(stmt.span.start..).unwrap_or_default();
                written.starts_with("global ") || written.starts_with("nonlocal ")
            };
            let mut see = |target: &Expr<'_>| {
                target.each(&mut |part| {
                    if let ExprKind::Attribute(_, name) = part.kind {
                        found.insert(name.to_owned());
                    }
                });
            };
            let mut names = Vec::new();
            Stmt::each(&module.syntax.body, &mut |stmt| match &stmt.kind {
                StmtKind::Assign { targets, value: Some(_), .. } => {
                    targets.iter().for_each(&mut see);
                }
                StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => see(target),
                StmtKind::Other(values) if declares(stmt) => {
                    names.extend(values.iter().filter_map(|value| match value.kind {
                        ExprKind::Name(name) => Some(name.to_owned()),
                        _ => None,
                    }));
                }
                _ => {}
            });
            found.extend(names);
        }
        found
    }

    fn models(&self) -> BTreeSet<String> {
        let lines = self.modules.iter().flat_map(|module| module.text.lines());
        let heads = lines.filter_map(|line| line.trim_start().strip_prefix("class "));
        let mut found: BTreeSet<String> = heads
            .filter(|head| !["TypedDict", "MessagesState"].iter().any(|base| head.contains(base)))
            .filter_map(|head| head.split_once('(').map(|(name, _)| name.to_owned()))
            .collect();
        // Another name of a model is one of a model.
        let lines = self.modules.iter().flat_map(|module| module.text.lines());
        let given = lines.filter_map(|line| line.split_once(" = "));
        let named = given.filter(|(_, value)| found.contains(value.trim()));
        let others: Vec<String> = named.map(|(name, _)| name.to_owned()).collect();
        found.extend(others);
        found
    }
}
