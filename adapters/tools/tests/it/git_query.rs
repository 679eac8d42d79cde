//! Questions to git.
use laika_tools::git::Git;
use std::ffi::OsStr;
pub(crate) fn git() -> Git {
    Git::find(&std::env::var_os("PATH").unwrap_or_else(|| OsStr::new("/usr/bin").to_owned())).unwrap()
}
