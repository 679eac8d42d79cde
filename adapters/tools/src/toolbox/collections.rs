//! The tools of collections: what they want is decided like any other call, and done by whoever keeps collections.
//!
//! Nothing is fetched here. A page is captured by a run of its own, which the gate decides once more (S4).

use std::fs;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::Arc;

use laika_policy::{Described, Place};
use laika_protocol::ids::{ArtifactId, RunId};
use laika_protocol::tools::typed::{
    AddSources, CaptureSource, CreateCollection, ListSources, OpenArtifact, RefreshSource, RunTransform,
    SaveArtifact, ShareArtifact, ShareFormat, ShareTarget, SharedArtifact,
};
use laika_protocol::tools::{self, Category, Tool, ToolResult};
use laika_protocol::wire::FileChange;
use laika_protocol::{ErrorCode, ToolError};

use super::built_in::is_there;
use super::settings::Set;
use super::{Kit, PlainTool, Task, Unavailable};
use crate::Bounds;
use crate::outside::Destination;
use crate::project::{NewFile, Project, ProjectPath, Use};
use crate::refusal::{answer, refusal};

/// What is wanted of collections.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// A new one.
    Create(CreateCollection),
    /// More sources.
    Add(AddSources),
    /// The sources of one.
    List(ListSources),
    /// A page in one.
    Capture(CaptureSource),
    /// A page once more.
    Refresh(RefreshSource),
    /// What can be made.
    Types,
    /// Something made of one.
    Make(RunTransform),
    /// Something kept.
    Save(SaveArtifact),
    /// Something shown that was made or kept.
    Open(OpenArtifact),
    /// The same, to take along.
    Share(ShareArtifact),
}

/// Something to take along, as a file.
#[derive(Clone, Debug)]
pub struct Export {
    /// A name for it, by its title.
    pub name: String,
    /// What it is.
    pub media_type: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// Whoever keeps collections.
pub trait Collections: Send + Sync {
    /// Looks at what is wanted before anybody decides about it: the server that it leads to, beside those that its arguments
    /// name.
    ///
    /// # Errors
    /// When it cannot be done; then there is nothing to decide.
    fn look(&self, wanted: &Wanted) -> Result<Option<Destination>, ToolError>;

    /// Does it for a run.
    ///
    /// # Errors
    /// When it cannot be done.
    fn work(&self, wanted: Wanted, run: &RunId, bounds: &Bounds) -> Result<ToolResult, ToolError>;

    /// Something that was made or kept, as a file.
    ///
    /// # Errors
    /// When there is none, or it cannot be written like this.
    fn export(&self, artifact: &ArtifactId, format: ShareFormat) -> Result<Export, ToolError>;
}

/// Every tool of collections.
pub(super) fn all() -> impl Iterator<Item = Arc<dyn PlainTool>> {
    let of_collections = |tool: &&'static Tool| tool.category == Category::Collections;
    tools::PLAIN
        .iter()
        .copied()
        .filter(of_collections)
        .map(|tool| Arc::new(Collecting(tool)) as Arc<dyn PlainTool>)
}

struct Collecting(&'static Tool);

impl Collecting {
    fn wanted(&self, task: &Task<'_>) -> Result<Wanted, ToolError> {
        Ok(match self.0.name {
            "collection.create" => Wanted::Create(task.read()?),
            "collection.add_sources" => Wanted::Add(task.read()?),
            "collection.list_sources" => Wanted::List(task.read()?),
            "source.capture" => Wanted::Capture(task.read()?),
            "source.refresh" => Wanted::Refresh(task.read()?),
            "transform.list_types" => Wanted::Types,
            "transform.run" => Wanted::Make(task.read()?),
            "artifact.save" => Wanted::Save(task.read()?),
            "artifact.share" => Wanted::Share(task.read()?),
            "artifact.open" => Wanted::Open(task.read()?),
            other => {
                let message = format!("`{other}` is no tool of collections");
                return Err(ToolError::new(ErrorCode::Unsupported, message));
            }
        })
    }
}

impl PlainTool for Collecting {
    fn tool(&self) -> &'static Tool {
        self.0
    }

    fn available(&self, kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
        let fix = "let Laika serve (`laika serve`), and not in a private run";
        is_there(kit.collections.is_some(), "nobody keeps collections here", fix)
    }

    fn described(&self, task: &Task<'_>) -> Result<Described, ToolError> {
        let wanted = self.wanted(task)?;
        if let Wanted::Share(asked) = &wanted {
            // What cannot be written is not asked about.
            ready(task, asked)?;
        }
        let to = task.collections()?.look(&wanted)?;
        let mut described = Described::for_call(self.0, task.arguments);
        described.provider = to.map(|to| Place::from(&to.origin));
        Ok(described)
    }

    fn run(&self, task: &Task<'_>, _: Option<&FileChange>) -> Result<ToolResult, ToolError> {
        let run = task.run.ok_or_else(|| ToolError::new(ErrorCode::Internal, "this call is of no run"))?;
        let wanted = self.wanted(task)?;
        if let Wanted::Share(asked) = &wanted {
            return share(task, asked);
        }
        task.collections()?.work(wanted, run, task.bounds)
    }
}

/// The file that was chosen, which is not there yet; none where its title names it.
fn ready(task: &Task<'_>, asked: &ShareArtifact) -> Result<Option<NewFile>, ToolError> {
    match asked.target.unwrap_or_default() {
        ShareTarget::File => {}
        ShareTarget::Clipboard | ShareTarget::ShareSheet => {
            let message = "no window of Laika's can do that for a tool; share it to a file, or copy it in the companion";
            return Err(refusal(ErrorCode::Unsupported, "E_NO_SURFACE", message));
        }
    }
    let Some(name) = &asked.filename else { return Ok(None) };
    let (folder, path) = (folder(task)?, ProjectPath::parse(name, Use::Write)?);
    Ok(Some(NewFile::at(&folder, path)?))
}

/// The project, or else the folder of exports.
fn folder(task: &Task<'_>) -> Result<Arc<Project>, ToolError> {
    if let Some(project) = &task.kit.project {
        return Ok(Arc::clone(project));
    }
    let none = || refusal(ErrorCode::Unavailable, "E_NO_PLACE", "there is no folder to write it to");
    let exports: &Path = task.kit.exports.as_deref().ok_or_else(none)?;
    // For nobody else to read.
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(exports);
    made.map_err(|error| {
        refusal(
            ErrorCode::Unavailable,
            "E_NO_PLACE",
            &format!("the folder of exports cannot be made: {error}"),
        )
    })?;
    Ok(Arc::new(Project::open(exports)?))
}

fn share(task: &Task<'_>, asked: &ShareArtifact) -> Result<ToolResult, ToolError> {
    let chosen = ready(task, asked)?;
    let export = task.collections()?.export(&asked.artifact_id, asked.format)?;
    let (project, file) = (folder(task)?, chosen);
    let file = match file {
        Some(file) => file,
        None => NewFile::at(&project, ProjectPath::parse(&export.name, Use::Write)?)?,
    };
    task.bounds.check()?;
    file.write(&export.bytes)?;
    let shared = SharedArtifact {
        artifact_id: asked.artifact_id.clone(),
        path: project.root().join(file.path().as_str()).display().to_string(),
        content_type: export.media_type,
        bytes: export.bytes.len() as u64,
    };
    let summary = format!("wrote {} ({} bytes)", shared.path, shared.bytes);
    answer(&shared, summary.clone(), summary)
}
