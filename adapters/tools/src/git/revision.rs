//! Names of commits and branches, checked so that none is an option, a path or an order to git.

use laika_protocol::ToolError;

use crate::project::refusal::{invalid, shown};

/// A commit, branch, tag or range, such as `HEAD~2`, `main..work`, `v1.0^{commit}`.
pub(crate) fn checked_revision(text: &str) -> Result<&str, ToolError> {
    let usual = |letter: char| letter.is_alphanumeric() || "._/@^~{}+-:".contains(letter);
    let good = !text.is_empty()
        && text.len() <= 250
        && text.chars().all(usual)
        && !text.starts_with(['-', ':', '^', '.', '/'])
        // A range has two ends, and an option may not hide behind the dots.
        && !text.contains("..-");
    if good {
        Ok(text)
    } else {
        Err(invalid("E_GIT_REVISION", format!("`{}` is not the name of a commit or branch", shown(text))))
    }
}

/// The name of a branch.
pub(crate) fn checked_branch(text: &str) -> Result<&str, ToolError> {
    let usual = |letter: char| letter.is_alphanumeric() || "._/+-".contains(letter);
    let good = !text.is_empty()
        && text.len() <= 200
        && text.chars().all(usual)
        && !text.starts_with(['-', '.', '/'])
        && !text.ends_with(['.', '/'])
        && !text.ends_with(".lock")
        && !["..", "//", "/.", "./"].iter().any(|bad| text.contains(bad))
        && text != "HEAD";
    if good {
        Ok(text)
    } else {
        Err(invalid("E_GIT_BRANCH", format!("`{}` is not a name for a branch", shown(text))))
    }
}
