//! Paths that a model or a person wrote: what they may look like, before the file system is asked at all.

use laika_protocol::ToolError;

use super::refusal::{denied, invalid, shown};

/// Bytes of one name; file systems allow no more.
const NAME_MOST_BYTES: usize = 255;
/// Bytes of one path.
const PATH_MOST_BYTES: usize = 1024;

/// What a path is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The file is only read.
    Read,
    /// The file is changed.
    Write,
}

/// A path below the project's folder, in its one spelling: names with `/` between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProjectPath(String);

impl ProjectPath {
    /// Reads a path.
    ///
    /// # Errors
    ///
    /// `E_PATH_OUTSIDE`, `E_PATH_SPECIAL` or `E_PATH_PROTECTED`.
    pub fn parse(text: &str, to: Use) -> Result<Self, ToolError> {
        if text.is_empty() {
            return Err(invalid("E_PATH_EMPTY", "the path is empty; name a file of the project"));
        }
        if text.len() > PATH_MOST_BYTES {
            return Err(special(text, "is longer than a path may be"));
        }
        if text.chars().any(is_unprintable) {
            return Err(special(text, "holds a control or invisible character"));
        }
        if text.starts_with('/') || text.starts_with('~') {
            return Err(outside(text));
        }
        if let Some(letter) = text.chars().find(|letter| is_lookalike(*letter)) {
            return Err(special(text, &format!("holds `{letter}`, which a path of the project may not")));
        }
        let names: Vec<&str> = text.split('/').filter(|name| !name.is_empty() && *name != ".").collect();
        if names.contains(&"..") {
            return Err(outside(text));
        }
        for name in &names {
            check_name(text, name, to)?;
        }
        if names.is_empty() {
            return Err(invalid("E_PATH_EMPTY", "the path names the project's folder itself; name a file"));
        }
        Ok(Self(names.join("/")))
    }

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folders on the way, and the last name.
    pub(crate) fn split(&self) -> (impl Iterator<Item = &str>, &str) {
        let (folders, name) = self.0.rsplit_once('/').unwrap_or(("", &self.0));
        (folders.split('/').filter(|one| !one.is_empty()), name)
    }

    /// The folder it lies in; empty for the project's own.
    pub(crate) fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

fn check_name(path: &str, name: &str, to: Use) -> Result<(), ToolError> {
    if name.len() > NAME_MOST_BYTES {
        return Err(special(path, "holds a name that is too long"));
    }
    // Some systems drop these, so that `.git.` would be `.git` there.
    let bare = name.trim_end_matches(['.', ' ']);
    if bare.len() != name.len() || name.starts_with(' ') {
        return Err(special(path, "holds a name that ends with a dot or a space, or begins with one"));
    }
    if is_device_name(bare) {
        return Err(special(path, "holds the name of a device"));
    }
    if is_git_folder(bare) {
        return Err(denied(
            "E_PATH_PROTECTED",
            format!("`{}` is inside git's own folder, which only git may touch", shown(path)),
        ));
    }
    if to == Use::Write && is_own_folder(bare) {
        return Err(denied(
            "E_PATH_PROTECTED",
            format!("`{}` is inside Laika's own folder, which no tool changes", shown(path)),
        ));
    }
    Ok(())
}

fn outside(path: &str) -> ToolError {
    denied(
        "E_PATH_OUTSIDE",
        format!("`{}` leads out of the project; only its own files can be used", shown(path)),
    )
}

fn special(path: &str, why: &str) -> ToolError {
    denied("E_PATH_SPECIAL", format!("`{}` {why}", shown(path)))
}

/// Control characters, and those that change or hide the text around them.
pub(crate) fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Separators of other systems (drives and streams among them), and letters that look like a dot or a slash.
fn is_lookalike(letter: char) -> bool {
    matches!(
        letter,
        '\\' | ':'
            | '\u{2024}'
            | '\u{2025}'
            | '\u{2026}'
            | '\u{2044}'
            | '\u{2215}'
            | '\u{2216}'
            | '\u{29F5}'
            | '\u{29F8}'
            | '\u{29F9}'
            | '\u{FE52}'
            | '\u{FE68}'
            | '\u{FF0E}'
            | '\u{FF0F}'
            | '\u{FF3C}'
            | '\u{FF1A}'
    )
}

/// Whether a name is git's folder on some system: any case, the short form of old Windows.
pub(crate) fn is_git_folder(name: &str) -> bool {
    let name = plain(name);
    name == ".git" || is_short_form(&name, "git~")
}

fn is_own_folder(name: &str) -> bool {
    let name = plain(name);
    name == ".laika" || is_short_form(&name, "laika~")
}

fn is_short_form(name: &str, stem: &str) -> bool {
    name.strip_prefix(stem)
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|one| one.is_ascii_digit()))
}

/// The name as the least careful file system compares it.
fn plain(name: &str) -> String {
    name.trim_end_matches(['.', ' '])
        .chars()
        .filter(|letter| !is_unprintable(*letter))
        .flat_map(char::to_lowercase)
        .collect()
}

fn is_device_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_lowercase();
    let numbered = |stem: &str| {
        ["com", "lpt"].iter().any(|kind| {
            stem.strip_prefix(kind).is_some_and(|rest| {
                let mut rest = rest.chars();
                matches!(rest.next(), Some('0'..='9' | '¹' | '²' | '³')) && rest.next().is_none()
            })
        })
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$") || numbered(&stem)
}
