//! Pages of a tab that can be asked, whether the tab is of a browser of our own or of the person's.
//!
//! Architecture invariant: what a page says is bounded and checked here, once, for both. Who and where it is comes from
//! whoever implements [`Pages`], by the word of a browser process (S14).

pub(crate) mod answers;
pub(crate) mod merge;
mod observe;
mod read;
pub(crate) mod reply;
mod target;
pub(crate) mod wait;

use std::future::Future;
use std::time::Duration;

use laika_protocol::ids::{DocumentId, HandleId, Origin};
use laika_protocol::observation::Observation;
use laika_protocol::tools::typed::{
    Candidates, ExtractTable, ExtractedTable, Find, GetSelectionLinks, ObserveDom, SelectionLinks,
};
use laika_protocol::wire::{CallContext, TargetFacts};
use laika_protocol::{ErrorCode, ToolError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::error::{fault, no_frame};
use crate::{CALL, HistoryEntry};
use laika_policy::classify::FieldFacts;

pub(crate) use self::read::real_handle;
pub use self::target::{Control, ControlKind};

/// Frames in frames, at most.
const DEEPEST: usize = 16;

/// A frame, by the word of the browser process.
#[derive(Clone, Debug)]
pub struct FrameInfo {
    /// Its number in this tab; 0 is the page itself.
    pub frame_id: u32,
    /// The frame it stands in.
    pub parent: Option<u32>,
    /// Its origin; none when it is opaque or not of the web.
    pub origin: Option<Origin>,
    /// Its address, which may hold secrets.
    pub url: String,
    /// Its document; none before its first.
    pub document_id: Option<DocumentId>,
    /// Whether it runs in a process of its own.
    pub out_of_process: bool,
}

/// Where a frame's element is, and whether it is on top there.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameOwner {
    /// Left top of its content, in CSS pixels of the parent's viewport.
    pub origin: Place,
    /// How many pixels of the parent one of the frame is.
    pub scale: f64,
    /// Whether nothing lies over it at the asked point.
    pub on_top: bool,
    /// Its anchor in the parent, if the page script says it.
    #[serde(default)]
    pub node: Option<String>,
}

/// A point in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// Where a tab is, for a person.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Shown {
    /// The address in the tab, as the browser has it.
    #[serde(skip)]
    pub url: String,
    /// The title, which is the page's word.
    #[serde(default)]
    pub title: String,
}

/// The pages of one tab: its own and those of its frames.
pub trait Pages: Sync {
    /// Which document is in a frame now, by the word of the browser process; 0 is the page itself.
    ///
    /// # Errors
    /// When the frame holds no page of the web, crashed, or is not there.
    fn document_in(&self, frame: u32) -> Result<CallContext, ToolError>;

    /// Its frames, in the order they appeared; the page itself first.
    fn frames(&self) -> Vec<FrameInfo>;

    /// The address in the tab, as the browser has it: it may hold secrets.
    fn url(&self) -> String;

    /// Asks the page script of a frame; its answer is a text of bounded size, and that is all that is known of it.
    fn ask(
        &self,
        frame: u32,
        request: &Value,
        within: Duration,
    ) -> impl Future<Output = Result<String, ToolError>> + Send;

    /// Where the element of a frame is in its parent, and whether it is on top at a point of the frame's own
    /// viewport.
    fn owner_of(
        &self,
        frame: u32,
        x: f64,
        y: f64,
    ) -> impl Future<Output = Result<FrameOwner, ToolError>> + Send;

    /// The page said that it became another one so many times without a load.
    fn note_generation(&self, frame: u32, generation: u64);

    /// The frame a handle came from; 0 where it is not known to be of another.
    fn frame_of(&self, handle: &HandleId) -> u32;

    /// Remembers where a handle came from.
    fn remember_frame(&self, handle: &HandleId, frame: u32);

    /// The entry of its history so many steps from here. Where the browser does not tell how it was loaded, there is none
    /// that could be gone to (S11).
    ///
    /// # Errors
    /// When there is none.
    fn history_at(&self, _delta: i32) -> impl Future<Output = Result<HistoryEntry, ToolError>> + Send {
        async { Err(fault(ErrorCode::NotFound, "E_NO_HISTORY", "the tab has no page there to go to")) }
    }

    /// Which document is in the tab now.
    ///
    /// # Errors
    /// As for [`Pages::document_in`].
    fn document(&self) -> Result<CallContext, ToolError> {
        self.document_in(0)
    }

    /// Asks the page script of a frame. The answer is untrusted: it has the right form and a bounded size, and that
    /// is all.
    ///
    /// # Errors
    /// What the page script refused, with its code and reason; when the frame is not there, goes to another page
    /// meanwhile, crashes, or does not answer in time.
    fn page<T: DeserializeOwned>(
        &self,
        frame: u32,
        request: &Value,
        within: Duration,
    ) -> impl Future<Output = Result<T, ToolError>> + Send {
        async move { reply::read(&self.ask(frame, request, within).await?) }
    }

    /// The frame that a frame stands in.
    fn parent_of(&self, frame: u32) -> Option<u32> {
        self.frames().iter().find(|one| one.frame_id == frame)?.parent
    }

    /// Where a point of a frame's viewport is in the page's, and how large a pixel of the frame is there.
    ///
    /// # Errors
    /// As for [`Pages::owner_of`].
    fn place_in_page(
        &self,
        frame: u32,
        x: f64,
        y: f64,
    ) -> impl Future<Output = Result<(Place, f64), ToolError>> + Send {
        async move {
            let (mut at, mut scale, mut place) = (frame, 1.0, Place { x, y });
            for _ in 0..DEEPEST {
                if at == 0 {
                    return Ok((place, scale));
                }
                let owner = self.owner_of(at, place.x, place.y).await?;
                place = Place {
                    x: owner.origin.x + place.x * owner.scale,
                    y: owner.origin.y + place.y * owner.scale,
                };
                scale *= owner.scale;
                at = self.parent_of(at).ok_or_else(no_frame)?;
            }
            Err(no_frame())
        }
    }

    /// Reads the page. Frames of its own origin are read where they stand; others are named as blocked.
    ///
    /// # Errors
    /// When the tab holds no page, the container is stale, or the page does not answer.
    fn observe(&self, arguments: &ObserveDom) -> impl Future<Output = Result<Observation, ToolError>> + Send {
        observe::observe(self, arguments, None)
    }

    /// Reads what the person has selected. Only on the person's own request.
    ///
    /// # Errors
    /// As for [`Pages::observe`].
    fn observe_selection(
        &self,
        arguments: &ObserveDom,
    ) -> impl Future<Output = Result<Observation, ToolError>> + Send {
        observe::observe(self, arguments, Some(json!({ "kind": "selection" })))
    }

    /// Elements that may be meant by some words, most likely first, in the page and in frames of its own origin.
    ///
    /// # Errors
    /// When the tab holds no page, the container is stale, or the page does not answer.
    fn find(&self, arguments: &Find) -> impl Future<Output = Result<Candidates, ToolError>> + Send {
        read::find(self, arguments)
    }

    /// A table as rows and columns.
    ///
    /// # Errors
    /// When the handle is stale or no table is there.
    fn extract_table(
        &self,
        arguments: &ExtractTable,
    ) -> impl Future<Output = Result<ExtractedTable, ToolError>> + Send {
        read::extract_table(self, arguments)
    }

    /// The links in what the person has selected.
    ///
    /// # Errors
    /// When the tab holds no page or it does not answer.
    fn selection_links(
        &self,
        arguments: &GetSelectionLinks,
    ) -> impl Future<Output = Result<SelectionLinks, ToolError>> + Send {
        read::selection_links(self, arguments)
    }

    /// What the gate needs to know of an element: what it is, what it would do, and what it takes.
    ///
    /// # Errors
    /// When the handle is stale or unknown, or the page does not answer.
    fn target(
        &self,
        frame: u32,
        handle: &HandleId,
    ) -> impl Future<Output = Result<(TargetFacts, Option<FieldFacts>, Control), ToolError>> + Send {
        target::target(self, frame, handle)
    }

    /// Frames an element for the person who looks at the window, with words of ours beside it.
    ///
    /// # Errors
    /// When the element is gone or the page does not answer.
    fn highlight(
        &self,
        element: &HandleId,
        label: &str,
    ) -> impl Future<Output = Result<(), ToolError>> + Send {
        async move {
            let request = json!({ "op": "highlight", "handles": [element], "label": label });
            self.page::<Value>(self.frame_of(element), &request, CALL).await.map(drop)
        }
    }

    /// Takes the frame away again.
    ///
    /// # Errors
    /// When the page does not answer.
    fn clear_highlight(&self, element: &HandleId) -> impl Future<Output = Result<(), ToolError>> + Send {
        async move {
            self.page::<Value>(self.frame_of(element), &json!({ "op": "clearHighlight" }), CALL)
                .await
                .map(drop)
        }
    }

    /// Where it is.
    ///
    /// # Errors
    /// When the page does not answer.
    fn shown(&self) -> impl Future<Output = Result<Shown, ToolError>> + Send {
        async move {
            let shown: Shown = self.page(0, &json!({ "op": "identify" }), CALL).await?;
            Ok(Shown { url: self.url(), ..shown })
        }
    }
}
