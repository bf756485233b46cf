//! Where a command clones from and to.

use super::Words;
use crate::detect::repo::python::clone::target::Target;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::Expr;

/// Options of `git clone` that take the word after them.
const WITH_VALUE: [&str; 17] = [
    "--depth",
    "--branch",
    "-b",
    "-c",
    "--config",
    "-o",
    "--origin",
    "--filter",
    "-j",
    "--jobs",
    "--reference",
    "--template",
    "--shallow-since",
    "--shallow-exclude",
    "--upload-pack",
    "-u",
    "--separate-git-dir",
];

impl<'r> Words<'r> {
    /// The words after `clone` that are no options and no values of options.
    pub(super) fn places(&self) -> Vec<(Option<&str>, Option<&'r Expr<'r>>)> {
        let after =
            self.all.iter().skip_while(|(text, _)| text.as_deref() != Some("clone")).skip(1);
        // What follows a sign of a shell is another command.
        let is_sign =
            |word: &str| word.starts_with(['&', '|', ';', '>', '<', '#']) || word.starts_with("2>");
        let after = after.take_while(|(text, _)| !text.as_deref().is_some_and(is_sign));
        let mut places = Vec::new();
        let mut takes_value = false;
        for (text, value) in after {
            if std::mem::take(&mut takes_value) {
                continue;
            }
            match text.as_deref() {
                Some(option) if WITH_VALUE.contains(&option) => takes_value = true,
                Some(option) if option.starts_with('-') => {}
                _ => places.push((text.as_deref(), *value)),
            }
        }
        places
    }

    /// The directory in which git is told to work, or into which the line goes before: `git -C directory clone`,
    /// `cd directory && git clone`.
    fn directory(&self) -> Option<&'r Expr<'r>> {
        let mut before = self.all.iter().take_while(|(text, _)| text.as_deref() != Some("clone"));
        before.find(|(text, _)| matches!(text.as_deref(), Some("-C" | "cd")))?;
        before.next()?.1
    }

    /// Where the clone goes: the word after the address, or the working directory.
    pub(in super::super) fn target(
        &self,
        site: &Site<'r>,
        cwd: Option<&'r Expr<'r>>,
    ) -> Target<'r> {
        let cwd = self.directory().or(cwd);
        match self.places().as_slice() {
            // A relative name lies in the working directory of the command.
            [_, .., (Some(name), _)] if cwd.is_some() && !name.starts_with(['/', '~']) => {
                Target::of(site, cwd)
            }
            [_, .., (_, last)] => Target::of(site, *last),
            _ => Target::of(site, cwd),
        }
    }
}
