//! Confinement by the Linux kernel.

mod calls;
mod files;
#[cfg(test)]
mod tests;

use super::Confined;
use super::needs::Needs;

/// Gives up everything that is not needed, for this thread and those that it starts.
pub(super) fn lock(needs: &Needs) -> Confined {
    // The calls that confine files are among those that are given up, so files come first.
    let files = files::lock(needs);
    Confined { files, calls: calls::lock(needs.reach, needs.write.is_some()) }
}
