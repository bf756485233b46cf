//! Which files this process may touch: Landlock.

use super::super::Force;
use super::super::needs::{Needs, Reach};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use std::path::Path;

/// The rules of Linux 6.12; older systems put into force what they know of them.
const RULES: ABI = ABI::V6;

/// Gives up all files but those that are needed, for this thread and those that it starts.
pub(super) fn lock(needs: &Needs) -> Force {
    match restrict(needs) {
        Ok(RulesetStatus::FullyEnforced) => Force::Full,
        Ok(RulesetStatus::PartiallyEnforced) => Force::Partial,
        Ok(RulesetStatus::NotEnforced) | Err(_) => Force::None,
    }
}

fn restrict(needs: &Needs) -> Result<RulesetStatus, RulesetError> {
    let mut rules = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    rules = match needs.reach {
        Reach::Nowhere => rules
            .handle_access(AccessFs::from_all(RULES))?
            .handle_access(AccessNet::from_all(RULES))?
            .scope(Scope::from_all(RULES))?,
        Reach::Network => rules
            .handle_access(AccessFs::from_all(RULES))?
            .handle_access(AccessNet::BindTcp)?
            .scope(Scope::from_all(RULES))?,
        // The program reads what it likes, its keys included.
        Reach::Programs => rules.handle_access(AccessFs::from_write(RULES))?,
    };
    let mut rules = rules.create()?;
    if needs.reach != Reach::Programs {
        for path in &needs.read {
            rules = allow(rules, path, AccessFs::ReadFile | AccessFs::ReadDir)?;
        }
    }
    if let Some(path) = &needs.write {
        rules = allow(rules, path, writing(needs.reach))?;
    }
    if needs.reach == Reach::Programs {
        rules = allow(rules, Path::new("/dev/null"), AccessFs::WriteFile.into())?;
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// Ordinary files and directories; nothing needs links, devices, sockets or pipes.
fn writing(reach: Reach) -> BitFlags<AccessFs> {
    let write = AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeDir
        | AccessFs::MakeReg
        | AccessFs::RemoveDir
        | AccessFs::RemoveFile
        | AccessFs::Refer;
    match reach {
        Reach::Nowhere | Reach::Network => write | AccessFs::ReadFile | AccessFs::ReadDir,
        Reach::Programs => write,
    }
}

/// Allows `access` at `path` and below it, as far as it makes sense there; what does not exist is skipped.
fn allow<R: RulesetCreatedAttr>(
    rules: R,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<R, RulesetError> {
    let Ok(place) = PathFd::new(path) else { return Ok(rules) };
    let is_dir = path.is_dir();
    let access = if is_dir { access } else { access & AccessFs::from_file(RULES) };
    rules.add_rule(PathBeneath::new(place, access))
}
