//! Frameworks of web servers: whoever says that one serves, where another one does, speaks of another program.

use super::super::{Verdict, is_read_whole};
use super::libraries::OPEN;
use crate::detect::claims::wording::tools::libraries;
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{ImportFact, RepositoryFacts};

/// Frameworks that servers in Python are made with, none of which needs another one.
const SERVERS: [&str; 6] = ["bottle", "django", "fastapi", "flask", "sanic", "tornado"];

/// What stands against a framework that is said to serve: nothing imports or asks for it, and what runs is made with
/// another one.
pub(super) fn other(repository: &RepositoryFacts, text: &str, modules: &[&str]) -> Option<Verdict> {
    let said = SERVERS.into_iter().find(|server| modules.contains(server))?;
    let imports = || repository.python.imports.iter().filter(|import| !import.in_tests);
    let of = |import: &&ImportFact, server: &str| libraries::is_of(&import.module, &[server]);
    let serves = |import: &&ImportFact| {
        !import.idle && !import.unused && SERVERS.iter().any(|server| of(import, server))
    };
    let other = imports().find(serves)?;
    let lower = text.to_lowercase();
    let names_other =
        SERVERS.into_iter().any(|server| server != said && words::find(&lower, server).is_some());
    let certain = !imports().any(|import| of(&import, said) || import.module == "importlib")
        && !libraries::asked_for(repository, &[said])
        && !names_other
        && !OPEN.is_match(text)
        && is_read_whole(repository);
    let fact = format!(
        "nothing imports `{said}` and no manifest names it, while `{}` is imported",
        other.module
    );
    certain.then(|| Verdict::of(Contradicted, fact, [&other.place]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{Lines, Vocabulary};

    #[test]
    fn a_framework_that_nothing_imports_serves_nothing_where_another_one_does() {
        let import = |module: &str, idle: bool| ImportFact {
            module: module.into(),
            place: Lines::default(),
            in_tests: false,
            idle,
            unused: false,
        };
        let told = |imports: &[(&str, bool)], text: &str| {
            let vocabulary = Some(Vocabulary::default());
            let mut repository = RepositoryFacts { vocabulary, ..RepositoryFacts::default() };
            repository.python.imports =
                imports.iter().map(|(module, idle)| import(module, *idle)).collect();
            other(&repository, text, &["fastapi"]).map(|verdict| verdict.fact)
        };
        let text = "Backend | FastAPI";
        let fact = "nothing imports `fastapi` and no manifest names it, while `flask` is imported";
        assert_eq!(told(&[("flask", false)], text).as_deref(), Some(fact));
        for imports in
            [&[][..], &[("flask", true)], &[("flask", false), ("fastapi.routing", false)]]
        {
            assert_eq!(told(imports, text), None, "{imports:?}");
        }
        for text in ["FastAPI was replaced by Flask", "It integrates with FastAPI"] {
            assert_eq!(told(&[("flask", false)], text), None, "{text}");
        }
    }
}
