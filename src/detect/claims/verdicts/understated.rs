//! What the code says to a report that says less of it than is there.

use super::super::wording::Understated;
use super::{Verdict, is_read_whole};
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{ClaimKind, ClassKind, Lines, Practice, RepositoryFacts};

/// What contradicts the sentence, where the facts prove the opposite.
pub(in super::super) fn understated(
    flaw: Understated,
    sentence: &str,
    repository: &RepositoryFacts,
) -> Option<(ClaimKind, Verdict)> {
    let python = &repository.python;
    let practices = |wanted: Practice| -> Vec<&Lines> {
        let ours = python.practices.iter().filter(|fact| !fact.in_tests && fact.practice == wanted);
        ours.map(|fact| &fact.place).collect()
    };
    let (kind, fact, places, proven) = match flaw {
        Understated::Shell => {
            let called = python.calls.iter().any(|call| {
                !call.in_tests
                    && (call.callee.contains("os.system") || call.written.contains("system"))
            });
            let commands = practices(Practice::Command);
            let proven = is_read_whole(repository) && !called && !commands.is_empty();
            let fact = "no source calls `os.system`, and commands run without a shell";
            (ClaimKind::NoShell, fact, commands, proven)
        }
        Understated::NoTemporaryFolder => {
            let wanted =
                if sentence.contains("TemporaryDirectory") { "TemporaryDirectory" } else { "" };
            let made = python.practices.iter().filter(|fact| {
                !fact.in_tests
                    && fact.practice == Practice::TemporaryFolder
                    && fact.by.ends_with(wanted)
            });
            let made: Vec<&Lines> = made.map(|fact| &fact.place).collect();
            let proven = !made.is_empty();
            (ClaimKind::TemporaryClone, "a temporary directory is made", made, proven)
        }
        Understated::NoModels => {
            let models = python.classes.iter().filter(|class| {
                let file = class.place.file.rsplit('/').next().unwrap_or_default();
                !class.in_tests
                    && class.kind == ClassKind::BaseModel
                    && (!sentence.contains(".py") || sentence.contains(file))
            });
            let models: Vec<&Lines> = models.map(|class| &class.place).collect();
            let proven = !models.is_empty();
            (ClaimKind::TypedClasses, "there are Pydantic models", models, proven)
        }
    };
    let fact = format!("{fact}, so that the report understates the code or is outdated");
    proven.then(|| (kind, Verdict::of(Contradicted, fact, places)))
}
