//! What is asked about collections.

use laika_protocol::collection::{CaptureMode, Transform};
use laika_protocol::ids::{ArtifactId, SourceId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::serving::Choice;

/// Something to do with collections. A collection is named by its id, or by its title where only one has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Collect {
    /// Make one.
    Create {
        /// What it is called.
        title: String,
        /// Words to find it by.
        #[serde(default)]
        tags: Vec<String>,
    },
    /// All of them.
    List {},
    /// What they are called, and nothing else of them: for whoever only fills them.
    Titles {},
    /// One, with its sources and what was made from it.
    Show {
        /// Which.
        collection: String,
    },
    /// Call it something else.
    Rename {
        /// Which.
        collection: String,
        /// What it is called from now on.
        title: String,
    },
    /// Remove it, with everything of it.
    Remove {
        /// Which.
        collection: String,
    },
    /// Add sources; pages are captured one after the other.
    Add {
        /// To which.
        collection: String,
        /// What.
        sources: Vec<NewSource>,
    },
    /// Add pages that a page lists.
    AddFromPage {
        /// To which.
        collection: String,
        /// The page: search results, a thread, a list.
        page: String,
        /// The first so many, no host more often than its share; every one that is offered without.
        #[serde(default)]
        top: Option<u32>,
        /// Only these of them.
        #[serde(default)]
        only: Vec<String>,
    },
    /// The pages that a page lists, to choose from.
    Links {
        /// The page.
        page: String,
    },
    /// Find sources by their words.
    Search {
        /// The words.
        query: String,
        /// In this one; in all without.
        #[serde(default)]
        collection: Option<String>,
    },
    /// What was captured of a source.
    Source {
        /// Which.
        source: SourceId,
        /// The number of a capture; the latest without.
        #[serde(default)]
        capture: Option<u32>,
    },
    /// Remove a source.
    RemoveSource {
        /// Which.
        source: SourceId,
    },
    /// Capture a source again; or all of a collection that are there or failed.
    Refresh {
        /// Which.
        #[serde(default)]
        source: Option<SourceId>,
        /// All of which.
        #[serde(default)]
        collection: Option<String>,
    },
    /// What the last capture of a source changed.
    Changes {
        /// Which.
        source: SourceId,
    },
    /// A question across all sources.
    Ask {
        /// Of which.
        collection: String,
        /// The question.
        question: String,
        /// What thinks.
        #[serde(default)]
        model: Choice,
    },
    /// What can be made.
    Types {},
    /// Make something of a collection, and keep it.
    Make {
        /// Of which.
        collection: String,
        /// What.
        transform: Transform,
        /// How.
        #[serde(default)]
        config: Map<String, Value>,
        /// Its next version: under the title of this one, and as it was set where nothing else is.
        #[serde(default)]
        artifact: Option<ArtifactId>,
        /// What thinks.
        #[serde(default)]
        model: Choice,
    },
    /// What was made, of one collection or of all.
    Made {
        /// Of which.
        #[serde(default)]
        collection: Option<String>,
    },
    /// Something that was made.
    Artifact {
        /// Which.
        artifact: ArtifactId,
        /// Another version of it.
        #[serde(default)]
        version: Option<u32>,
    },
    /// What is different from the version before.
    MadeChanges {
        /// Which.
        artifact: ArtifactId,
    },
    /// Something that was made, to take along.
    Export {
        /// Which.
        artifact: ArtifactId,
        /// As what.
        format: Format,
        /// Whether numbers of cards, mail addresses and the like stay in it.
        #[serde(default)]
        unredacted: bool,
    },
    /// Forget a site: in every run, collection and everything made from what was read there, for good.
    Forget {
        /// The site, such as https://shop.example.
        site: String,
    },
    /// Remove something that was made.
    RemoveArtifact {
        /// Which.
        artifact: ArtifactId,
    },
}

/// A source to be added.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSource {
    /// A page.
    Url {
        /// Its address.
        url: String,
        /// What it is called, until it says so itself.
        #[serde(default)]
        title: Option<String>,
        /// What of it.
        #[serde(default)]
        mode: CaptureMode,
    },
    /// A tab of the person's own browser, as only the panel there hands it in. It is read there while it is lent, and by its
    /// address otherwise.
    Tab {
        /// Which.
        #[serde(rename = "tabId")]
        tab_id: u32,
        /// The page in it.
        url: String,
        /// What it is called, until it says so itself.
        #[serde(default)]
        title: Option<String>,
    },
    /// Words of the person.
    Note {
        /// What they are about.
        #[serde(default)]
        title: Option<String>,
        /// The words.
        text: String,
    },
    /// A file of the person, as text.
    File {
        /// Its name.
        name: String,
        /// What is in it.
        text: String,
    },
}

/// As what something is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// JSON.
    Json,
    /// Tables, for spreadsheets.
    Csv,
    /// One page that loads nothing.
    Html,
    /// The same page, printed.
    Pdf,
}
