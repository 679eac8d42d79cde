//! Collections for the tools of runs. A call that comes here was decided; what it fetches is decided once more, by the run
//! that captures it.

use std::fmt::Write as _;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_collect::export::{
    Document, Redaction, parts_of_marked, parts_of_text, parts_of_tree, redacted as without, to_text,
};
use laika_collect::urls::Address;
use laika_model::Cancel;
use laika_protocol::collection::{CaptureMode, Made, Saved, Source, SourceKind, SourceState};
use laika_protocol::ids::{ArtifactId, HttpUrl, Origin, ReasonCode, RunId, Sha256, SourceId};
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{
    AddSources, CaptureSource, CapturedSource, CreateCollection, CreatedCollection, ListSources,
    ListedSource, ListedSources, MadeArtifact, OpenArtifact, OpenTarget, OpenedArtifact, RefreshSource,
    RunTransform, SaveArtifact, SaveRedaction, SavedArtifact, SavedKind, ShareFormat, SourceToAdd,
    SourcesAdded, TransformTypes,
};
use laika_protocol::{ErrorCode, ToolError};
use laika_store::Artifact;
use laika_tools::Bounds;
use laika_tools::outside::Destination;
use laika_tools::toolbox::{Collections, Export, Wanted};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::making::{redacted, types};
use super::{Collecting, Format, Means, NewSource, SAVED, now};
use crate::agents::Hands;
use crate::now_ms;
use crate::serving::Refusal;
use crate::working::{Order, own_profile, short_id};

/// Prints a document as a PDF.
pub type Print = Arc<dyn Fn(&str) -> Result<Vec<u8>, Refusal> + Send + Sync>;

/// How often is looked whether a page was captured.
const LOOK: Duration = Duration::from_millis(100);
/// Characters of a page's text that a result has where nothing is said.
const USUAL_CHARS: u32 = 4_000;
/// Characters of a message of an error.
const MOST_MESSAGE: usize = 400;

/// The collections of this Laika, as tools see them. It lets go of them when Laika ends.
pub struct Shelf {
    collecting: Weak<Collecting>,
    print: Print,
}

/// A tool begins no run by itself: pages are captured by the queue.
struct Idle;

impl Hands for Idle {
    fn begin(&self, _: Order, _: &dyn Fn(&RunId)) -> Result<RunId, Refusal> {
        Err(Refusal::new("E_NOT_FOR_TOOLS", "a tool begins no run by itself"))
    }

    fn stop(&self, _: &RunId) {}
}

impl Shelf {
    /// Over these collections.
    #[must_use]
    pub fn new(collecting: &Arc<Collecting>, print: Print) -> Self {
        Self { collecting: Arc::downgrade(collecting), print }
    }

    fn collecting(&self) -> Result<Arc<Collecting>, Refusal> {
        self.collecting.upgrade().ok_or_else(|| Refusal::new("E_ENDING", "Laika is ending"))
    }

    fn looked(&self, wanted: &Wanted) -> Result<Option<Destination>, Refusal> {
        let collecting = self.collecting()?;
        let reader = collecting.reader()?;
        let named = |name: &str| collecting.named(&reader, name).map(|_| None);
        match wanted {
            Wanted::Create(_) | Wanted::Types | Wanted::Save(_) => Ok(None),
            Wanted::List(ListSources { collection_id })
            | Wanted::Make(RunTransform { collection_id, .. }) => named(collection_id),
            Wanted::Add(AddSources { collection_id, sources }) => {
                for source in sources {
                    match source {
                        SourceToAdd::Url { url, .. } => leads_where_it_says(url)?,
                        SourceToAdd::Note { .. } => {}
                    }
                }
                named(collection_id)
            }
            Wanted::Capture(CaptureSource { collection_id, url, .. }) => {
                leads_where_it_says(url)?;
                named(collection_id)
            }
            Wanted::Refresh(RefreshSource { source_id }) => {
                let source = collecting.source(&reader, source_id)?;
                if source.kind != SourceKind::Url {
                    let sentence = "this source is no page that Laika captures; it is what it is";
                    return Err(Refusal::new("E_NOT_A_PAGE", sentence));
                }
                Ok(Destination::of(&source.url))
            }
            Wanted::Open(asked) => {
                if asked.target == Some(OpenTarget::Browser) {
                    let sentence =
                        "no browser can be shown it by a tool; open it in the workspace, or share it as html";
                    return Err(Refusal::new("E_NO_SURFACE", sentence));
                }
                collecting.kept(&reader, &asked.artifact_id).map(|_| None)
            }
            Wanted::Share(asked) => collecting.kept(&reader, &asked.artifact_id).map(|_| None),
        }
    }

    fn worked(&self, wanted: Wanted, run: &RunId, bounds: &Bounds) -> Result<ToolResult, ToolError> {
        let collecting = self.collecting().map_err(refused)?;
        match wanted {
            Wanted::Create(asked) => created(&collecting, asked).map_err(refused),
            Wanted::Add(asked) => added(&collecting, asked).map_err(refused),
            Wanted::List(asked) => listed(&collecting, &asked).map_err(refused),
            Wanted::Capture(asked) => captured(&collecting, asked, bounds),
            Wanted::Refresh(asked) => refreshed(&collecting, &asked, bounds),
            Wanted::Types => listed_types().map_err(refused),
            Wanted::Make(asked) => self.made(&collecting, asked).map_err(refused),
            Wanted::Save(asked) => saved(&collecting, asked, run).map_err(refused),
            Wanted::Open(asked) => opened(&collecting, &asked).map_err(refused),
            Wanted::Share(_) => Err(ToolError::new(ErrorCode::Unsupported, "a file is written elsewhere")),
        }
    }

    fn with_means<T>(&self, work: impl FnOnce(&Means<'_>) -> T) -> T {
        let (print, cancel) = (|html: &str| (self.print)(html), Cancel::new());
        // The sources' own words: a model of its own would take longer than a call may.
        work(&Means {
            hands: &Idle,
            print: &print,
            model: None,
            tell: &|_, _, _| {},
            cancel: &cancel,
            browser: None,
        })
    }

    fn made(&self, collecting: &Collecting, asked: RunTransform) -> Result<ToolResult, Refusal> {
        let reader = collecting.reader()?;
        let collection = collecting.named(&reader, &asked.collection_id)?;
        let again = asked.artifact_id.as_ref();
        let value = self.with_means(|means| {
            collecting.make(&reader, &collection, asked.transform, &asked.config, again, means)
        })?;
        let row = &value["artifact"];
        let body: Made = typed(value["made"].clone())?;
        let made = MadeArtifact {
            artifact_id: typed(row["id"].clone())?,
            transform: asked.transform,
            title: body.title.clone(),
            version: typed(row["version"].clone())?,
            sources: row["sources"].as_array().map_or(0, |all| u32::try_from(all.len()).unwrap_or(u32::MAX)),
        };
        let text = to_text(&Document::from(&body), Redaction::Default(&redacted));
        let brief = format!("made {} (version {}) as {}", made.title, made.version, made.artifact_id);
        told(&made, brief, &text)
    }
}

impl Collections for Shelf {
    fn look(&self, wanted: &Wanted) -> Result<Option<Destination>, ToolError> {
        self.looked(wanted).map_err(refused)
    }

    fn work(&self, wanted: Wanted, run: &RunId, bounds: &Bounds) -> Result<ToolResult, ToolError> {
        self.worked(wanted, run, bounds)
    }

    fn export(&self, artifact: &ArtifactId, format: ShareFormat) -> Result<Export, ToolError> {
        let format = match format {
            ShareFormat::Markdown => Format::Markdown,
            ShareFormat::Text => Format::Text,
            ShareFormat::Json => Format::Json,
            ShareFormat::Csv => Format::Csv,
            ShareFormat::Html => Format::Html,
            ShareFormat::Pdf => Format::Pdf,
        };
        let file = || -> Result<Export, Refusal> {
            let collecting = self.collecting()?;
            let reader = collecting.reader()?;
            let file = self.with_means(|means| collecting.export(&reader, artifact, format, false, means))?;
            let text = |name: &str| file[name].as_str().unwrap_or_default().to_owned();
            let bytes = STANDARD.decode(text("data"));
            let bytes = bytes.map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
            Ok(Export { name: text("name"), media_type: text("type"), bytes })
        };
        file().map_err(refused)
    }
}

/// An address that a sender wraps leads to another place than the one that would be decided about (S4).
fn leads_where_it_says(url: &HttpUrl) -> Result<(), Refusal> {
    let address =
        Address::read(url.as_str()).map_err(|error| Refusal::new(error.code(), error.to_string()))?;
    if Origin::of_url(address.as_str()) == Origin::of_url(url.as_str()) {
        return Ok(());
    }
    let sentence = "this address leads to a page of another place; name that one";
    Err(Refusal::new("E_OTHER_PLACE", sentence))
}

fn created(collecting: &Collecting, asked: CreateCollection) -> Result<ToolResult, Refusal> {
    let made = collecting.create(&asked.title, asked.tags.unwrap_or_default())?;
    let brief = format!("made the collection {} ({})", made.title, made.id);
    told(&CreatedCollection { collection_id: made.id, title: made.title }, brief, "")
}

fn added(collecting: &Collecting, asked: AddSources) -> Result<ToolResult, Refusal> {
    let collection = collecting.named(&collecting.reader()?, &asked.collection_id)?;
    let new = |source: SourceToAdd| match source {
        SourceToAdd::Url { url, title } => {
            NewSource::Url { url: url.as_str().to_owned(), title, mode: CaptureMode::Auto }
        }
        SourceToAdd::Note { title, text } => NewSource::Note { title, text },
    };
    let came: SourcesAdded =
        typed(collecting.add(&collection.id, asked.sources.into_iter().map(new).collect(), None)?)?;
    let mut brief = format!("added {} to {}", came.added.len(), collection.title);
    if !came.known.is_empty() {
        // Writing to a text cannot fail.
        let _ = write!(brief, ", {} were there already", came.known.len());
    }
    for refused in &came.refused {
        let _ = write!(brief, "; not {}: {} ({})", refused.what, refused.sentence, refused.code);
    }
    told(&came, brief, "")
}

fn listed(collecting: &Collecting, asked: &ListSources) -> Result<ToolResult, Refusal> {
    let reader = collecting.reader()?;
    let collection = collecting.named(&reader, &asked.collection_id)?;
    let row = |source: Source| ListedSource {
        source_id: source.id,
        kind: source.kind,
        title: source.title,
        url: source.url,
        state: source.state,
        captured_at: source.latest.as_ref().map(|head| head.captured_at.clone()),
        chars: source.latest.as_ref().map(|head| head.chars),
        failure: source.failure,
    };
    let sources: Vec<ListedSource> = reader.sources(&collection.id)?.into_iter().map(row).collect();
    let mut text = String::new();
    for one in &sources {
        let state = serde_json::to_value(one.state).unwrap_or_default();
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{} [{}] {} {}",
            one.source_id,
            state.as_str().unwrap_or_default(),
            one.title,
            one.url
        );
    }
    let brief = format!("{} has {} sources", collection.title, sources.len());
    told(&ListedSources { collection_id: collection.id, title: collection.title, sources }, brief, &text)
}

fn captured(collecting: &Collecting, asked: CaptureSource, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    let begun = || -> Result<SourceId, Refusal> {
        let collection = collecting.named(&collecting.reader()?, &asked.collection_id)?;
        let (url, mode) = (asked.url.as_str().to_owned(), asked.mode.unwrap_or_default());
        let key = Address::read(&url).map_err(|error| Refusal::new(error.code(), error.to_string()))?.key();
        let came: SourcesAdded =
            typed(collecting.add(&collection.id, vec![NewSource::Url { url, title: None, mode }], None)?)?;
        if let Some(why) = came.refused.into_iter().next() {
            return Err(Refusal::new(&why.code, why.sentence));
        }
        if let Some(new) = came.added.into_iter().next() {
            return Ok(new);
        }
        // It is there already; one that could not be captured is tried once more.
        let same = |source: &Source| Address::read(&source.url).is_ok_and(|address| address.key() == key);
        let known = collecting.reader()?.sources(&collection.id)?.into_iter().find(same);
        let known =
            known.ok_or_else(|| Refusal::new("E_NO_SOURCE", "the page is gone from the collection"))?;
        if known.state != SourceState::Captured {
            collecting.refresh(std::slice::from_ref(&known))?;
        }
        Ok(known.id)
    };
    let id = begun().map_err(refused)?;
    awaited(collecting, &id, None, asked.max_chars, bounds)
}

fn refreshed(
    collecting: &Collecting,
    asked: &RefreshSource,
    bounds: &Bounds,
) -> Result<ToolResult, ToolError> {
    let begun = || -> Result<Option<Sha256>, Refusal> {
        let source = collecting.source(&collecting.reader()?, &asked.source_id)?;
        collecting.refresh(std::slice::from_ref(&source))?;
        Ok(source.latest.map(|head| head.hash))
    };
    let before = begun().map_err(refused)?;
    awaited(collecting, &asked.source_id, before, None, bounds)
}

/// Waits until the queue has captured a source, or could not.
fn awaited(
    collecting: &Collecting,
    id: &SourceId,
    before: Option<Sha256>,
    max_chars: Option<u32>,
    bounds: &Bounds,
) -> Result<ToolResult, ToolError> {
    let source = loop {
        bounds.check()?;
        if collecting.is_over() {
            return Err(refused(Refusal::new("E_ENDING", "Laika is ending")));
        }
        let source =
            collecting.reader().and_then(|reader| collecting.source(&reader, id)).map_err(refused)?;
        let failure = source.failure.clone();
        match (source.state, failure) {
            (SourceState::Captured, _) => break source,
            // The queue tries again by itself; whoever called need not wait for that.
            (SourceState::Failed | SourceState::Waiting, Some(failure)) => {
                return Err(refused(Refusal::new(&failure.code, failure.sentence)));
            }
            (SourceState::Failed, None) => {
                return Err(refused(Refusal::new("E_NOT_CAPTURED", "the page could not be read")));
            }
            (SourceState::Waiting | SourceState::Capturing, _) => thread::sleep(LOOK),
        }
    };
    let read = || -> Result<ToolResult, Refusal> {
        let none = || Refusal::new("E_NOT_CAPTURED", "this source has no text yet");
        let capture = collecting.reader()?.capture(id, None)?.ok_or_else(none)?;
        let most = usize::try_from(max_chars.unwrap_or(USUAL_CHARS)).unwrap_or(usize::MAX);
        // Of a sensitive site only totals are kept, and no model is told those.
        let text: Option<String> = (!source.sensitive).then(|| capture.text.chars().take(most).collect());
        let captured = CapturedSource {
            source_id: source.id,
            title: capture.title,
            url: source.url,
            capture: capture.head.number,
            captured_at: capture.head.captured_at,
            chars: capture.head.chars,
            changed: before.is_some_and(|before| before != capture.head.hash),
            text,
        };
        let brief = format!("captured {} ({} characters)", captured.title, captured.chars);
        let text = captured.text.clone().unwrap_or_default();
        told(&captured, brief, &text)
    };
    read().map_err(refused)
}

fn listed_types() -> Result<ToolResult, Refusal> {
    let types: TransformTypes = typed(json!({ "types": types() }))?;
    let lines = types.types.iter().map(|one| format!("{}: {}", one.transform.as_str(), one.about));
    let text = lines.collect::<Vec<_>>().join("\n");
    told(&types, format!("{} things can be made of a collection", types.types.len()), &text)
}

/// Keeps it encrypted as an artifact of the run, which goes when the run is forgotten (APP-013).
fn saved(collecting: &Collecting, asked: SaveArtifact, run: &RunId) -> Result<ToolResult, Refusal> {
    let parts = match (&asked.text, &asked.doc, asked.mime.unwrap_or_default()) {
        (Some(text), None, SavedKind::Plain) => parts_of_text(text),
        (Some(text), None, SavedKind::Markdown) => parts_of_marked(text),
        (None, Some(tree), _) => parts_of_tree(tree),
        (Some(_), Some(_), _) | (None, None, _) => {
            return Err(Refusal::new("INVALID_ARGUMENT", "give `text` or `doc`, and not both"));
        }
    };
    if parts.is_empty() {
        return Err(Refusal::new("E_EMPTY", "there are no words in it"));
    }
    let whole = Saved { title: asked.title, tags: asked.tags.unwrap_or_default(), saved_at: now()?, parts };
    let kept = match asked.redaction.unwrap_or_default() {
        SaveRedaction::Default => without(&whole, Redaction::Default(&redacted)),
        SaveRedaction::None => whole,
    };
    let internal = |error: &dyn std::fmt::Display| Refusal::new("E_INTERNAL", error.to_string());
    let id = ArtifactId::parse(&format!("art:{}", short_id()?)).map_err(|error| internal(&error))?;
    let body = serde_json::to_vec(&kept).map_err(|error| internal(&error))?;
    let files = collecting.files()?;
    let written = files
        .put(&id, &mut body.as_slice())
        .map_err(|error| Refusal::new("E_ARTIFACTS", error.to_string()))?;
    let artifact = Artifact {
        id: id.clone(),
        run: run.clone(),
        profile: own_profile(run)?,
        origin: None,
        kind: SAVED.to_owned(),
        media_type: "application/json".to_owned(),
        bytes: written.plain_bytes,
        cipher_sha256: written.sha256,
        created_at_ms: now_ms(),
        evicted_at_ms: None,
    };
    if let Err(error) = collecting.store.add_artifact(artifact) {
        // A file without a row is swept away later.
        let _ = files.delete(&id);
        return Err(error.into());
    }
    let brief = format!("kept {} as {id}", kept.title);
    told(&SavedArtifact { artifact_id: id, title: kept.title, bytes: written.plain_bytes }, brief, "")
}

fn opened(collecting: &Collecting, asked: &OpenArtifact) -> Result<ToolResult, Refusal> {
    let kept = collecting.kept(&collecting.reader()?, &asked.artifact_id)?;
    let document = kept.document();
    let opened = OpenedArtifact {
        artifact_id: asked.artifact_id.clone(),
        title: document.title.to_owned(),
        target: asked.target.unwrap_or_default(),
    };
    let text = to_text(&document, Redaction::Default(&redacted));
    told(&opened, opened.title.clone(), &text)
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, Refusal> {
    serde_json::from_value(value).map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))
}

/// A result with its brief, which stands first in its text.
fn told(data: &impl Serialize, brief: String, text: &str) -> Result<ToolResult, Refusal> {
    let data = serde_json::to_value(data).map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
    let whole = format!("{brief}\n{text}");
    Ok(ToolResult::done(data, brief, whole))
}

fn refused(Refusal { code, sentence }: Refusal) -> ToolError {
    let kind = match code.as_str() {
        "INVALID_ARGUMENT" | "E_SEVERAL" | "E_OTHER_PLACE" | "E_EMPTY" => ErrorCode::InvalidArgument,
        "POLICY_DENIED" | "E_RESTRICTED_PAGE" => ErrorCode::PolicyDenied,
        "E_NO_SURFACE" | "E_NOT_A_PAGE" => ErrorCode::Unsupported,
        "E_INTERNAL" => ErrorCode::Internal,
        code if code.starts_with("E_NO_") => ErrorCode::NotFound,
        _ => ErrorCode::Unavailable,
    };
    let message: String = sentence.chars().take(MOST_MESSAGE).collect();
    ToolError { reason: ReasonCode::parse(&code).ok(), ..ToolError::new(kind, message) }
}
