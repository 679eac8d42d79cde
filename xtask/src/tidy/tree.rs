//! What the rules look at: the repository's files, its dependency graph, and folders it must not name.

use std::path::Path;

use anyhow::{Context as _, Result};

use super::metadata::Metadata;
use crate::{process, workspace};

/// One text file; the path is relative to the root, with `/`.
pub(super) struct File {
    pub(super) path: String,
    pub(super) text: String,
}

/// Everything in memory, so that a rule can be tried on a tree that does not exist.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: Vec<File>,
    pub(super) metadata: Metadata,
    /// Folders of this machine that no file may name.
    pub(super) private: Vec<String>,
}

impl Tree {
    /// The repository as it is: tracked files and new ones that git does not ignore.
    pub(super) fn read() -> Result<Self> {
        let root = workspace::root();
        let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
        let names =
            process::read(&mut process::command("git", list)).context("the files cannot be listed")?;
        let paths = names.split('\0').filter(|path| !path.is_empty());
        // A file that is gone or is not text has nothing to check.
        let read = |path: &str| {
            let text = std::fs::read_to_string(root.join(path)).ok()?;
            Some(File { path: path.to_owned(), text })
        };
        let files = paths.filter_map(read).collect();
        let metadata = Metadata::parse(&workspace::metadata()?)?;
        let home = std::env::var("HOME").unwrap_or_default();
        Ok(Self { files, metadata, private: private(root, home) })
    }

    /// The text of one file.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// The first line of a file that holds `word`, to point at; the first line of all where none does.
    pub(super) fn line_of(&self, path: &str, word: &str) -> usize {
        let lines = self.text(path).into_iter().flat_map(str::lines);
        lines.zip(1..).find(|(line, _)| line.contains(word)).map_or(1, |(_, number)| number)
    }

    /// All files whose name ends like this.
    pub(super) fn ending<'a>(&'a self, endings: &'a [&str]) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(|file| endings.iter().any(|ending| file.path.ends_with(ending)))
    }
}

/// Folders that many machines share say nothing about this one.
const SHARED: [&str; 12] =
    ["", "/", "/tmp", "/var/tmp", "/home", "/Users", "/usr", "/usr/src", "/opt", "/srv", "/mnt", "/var"];

fn private(root: &Path, home: String) -> Vec<String> {
    let parent = root.parent().map(|parent| parent.display().to_string()).unwrap_or_default();
    let mut folders = vec![root.display().to_string(), parent, home];
    folders.iter_mut().for_each(|folder| folder.truncate(folder.trim_end_matches('/').len()));
    folders.retain(|folder| !SHARED.contains(&folder.as_str()));
    folders.sort();
    folders.dedup();
    folders
}

#[cfg(test)]
impl Tree {
    /// A tree of these files and nothing else.
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        let file = |&(path, text): &(&str, &str)| File { path: path.to_owned(), text: text.to_owned() };
        Self { files: files.iter().map(file).collect(), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_folder_is_not_private() {
        assert_eq!(private(Path::new("/tmp/laika"), String::new()), ["/tmp/laika"]);
        let folders = private(Path::new("/somewhere/laika"), "/home/mara/".into());
        assert_eq!(folders, ["/home/mara", "/somewhere", "/somewhere/laika"]);
    }
}
