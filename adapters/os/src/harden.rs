//! A process whose memory stays its own: no core dump on disk, and no debugger of the same user.

use std::io;

use rustix::process::{Resource, Rlimit, setrlimit};

/// Closes this process to others of the same user, and lets nothing of its memory reach the disk when it crashes. What it
/// starts may be looked into again, unless it does the same; dumps it leaves none either.
///
/// # Errors
/// When the system refuses.
pub fn harden() -> io::Result<()> {
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    #[cfg(target_os = "linux")]
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    Ok(())
}
