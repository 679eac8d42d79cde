//! What the browser process said about a tab, and nothing else.

use std::collections::{HashMap, VecDeque};

use laika_protocol::ToolError;
use laika_protocol::ids::Origin;
use serde_json::Value;

use crate::cdp::Session;
use crate::hub::text;

/// Loads that are remembered, for their method and status.
const LOADS: usize = 128;
/// Entries of the history whose method is remembered.
const ENTRIES: usize = 512;
/// Frames of one tab that are known by number; what is beyond is not read.
const FRAMES: usize = 1000;

pub(crate) struct Model {
    pub(super) target: String,
    pub(super) frames: HashMap<String, Frame>,
    next_frame: u32,
    pub(super) crashed: bool,
    pub(super) closed: bool,
    loads: VecDeque<Load>,
    entries: VecDeque<(i64, bool)>,
    /// Counts refused loads of the page itself, with the last reason.
    pub(super) refusals: u64,
    pub(super) refusal: Option<ToolError>,
    pub(super) downloads: u64,
    /// Where the last window that the page opened was to go.
    pub(super) window: Option<Origin>,
    pub(super) popup: Popup,
}

/// Whether a window that opened by an announced act may stay.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Popup {
    /// It is no such window, or it was decided.
    No,
    /// Where it goes is not decided yet.
    Undecided,
}

/// A document on its way or here.
#[derive(Clone, Default)]
pub(crate) struct Load {
    pub(super) id: String,
    pub(super) method: String,
    pub(super) status: Option<u16>,
    pub(super) mime: String,
}

pub(crate) struct Frame {
    pub(super) number: u32,
    pub(super) id: String,
    pub(super) parent: Option<String>,
    /// The session that speaks for it.
    pub(super) session: Session,
    pub(super) loader: String,
    pub(super) url: String,
    /// The load that began last, and for which address.
    pub(super) starting: (String, String),
    /// Our own world in it. It outlives the empty document a window starts with, if the next is of the same origin.
    pub(super) world: Option<World>,
    pub(super) same_document: u64,
    pub(super) page_generation: u64,
    pub(super) parsed: bool,
    pub(super) loaded: bool,
    pub(super) loading: bool,
    pub(super) out_of_process: bool,
}

/// Our own world in a frame.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct World {
    /// A name that is never used again.
    pub(super) id: String,
    /// The origin its scripts run with; a sandboxed frame has another than its address.
    pub(super) runs_as: String,
}

impl Frame {
    pub(super) fn generation(&self) -> u64 {
        self.same_document.saturating_add(self.page_generation)
    }
}

impl Model {
    pub(super) fn new(target: &str, popup: bool) -> Self {
        Self {
            target: target.to_owned(),
            frames: HashMap::new(),
            next_frame: 1,
            crashed: false,
            closed: false,
            loads: VecDeque::new(),
            entries: VecDeque::new(),
            refusals: 0,
            refusal: None,
            downloads: 0,
            window: None,
            popup: if popup { Popup::Undecided } else { Popup::No },
        }
    }

    /// The frame with this number; 0 is the page itself.
    pub(super) fn frame(&self, number: u32) -> Option<&Frame> {
        if number == 0 {
            return self.frames.get(&self.target);
        }
        self.frames.values().find(|frame| frame.number == number)
    }

    pub(super) fn frame_mut(&mut self, number: u32) -> Option<&mut Frame> {
        self.frames.values_mut().find(|frame| frame.number == number)
    }

    /// The origin of a frame, if its address and what its scripts run with agree; none for an opaque one and for what
    /// is not of the web. A frame without an address of its own has its parent's.
    pub(super) fn origin(&self, frame: &Frame) -> Option<Origin> {
        let expected = match frame.url.as_str() {
            "about:blank" | "about:srcdoc" => self.origin(self.frames.get(frame.parent.as_ref()?)?),
            url => Origin::of_url(url),
        };
        expected.filter(|origin| frame.world.as_ref().is_some_and(|world| world.runs_as == origin.as_str()))
    }

    /// The frame, made if it is new; none when there are too many.
    pub(super) fn frame_or_new(
        &mut self,
        id: &str,
        parent: Option<&str>,
        session: &Session,
    ) -> Option<&mut Frame> {
        if !self.frames.contains_key(id) {
            if self.frames.len() >= FRAMES {
                return None;
            }
            let number = if id == self.target { 0 } else { self.next_frame };
            self.next_frame += u32::from(number != 0);
            let frame = Frame {
                number,
                id: id.to_owned(),
                parent: parent.map(str::to_owned),
                session: session.clone(),
                loader: String::new(),
                url: String::new(),
                starting: (String::new(), String::new()),
                world: None,
                same_document: 0,
                page_generation: 0,
                parsed: false,
                loaded: false,
                loading: false,
                out_of_process: false,
            };
            self.frames.insert(id.to_owned(), frame);
        }
        self.frames.get_mut(id)
    }

    /// Another document is in a frame. Returns the frames that went with the old one.
    pub(super) fn navigated(&mut self, described: &Value, session: &Session) -> Vec<String> {
        let id = text(described, "id");
        let gone = self.remove_below(id);
        if id == self.target {
            self.crashed = false;
        }
        let parent = described["parentId"].as_str();
        let Some(frame) = self.frame_or_new(id, parent, session) else { return gone };
        let loader = text(described, "loaderId");
        if frame.loader != loader {
            frame.same_document = 0;
            frame.page_generation = 0;
            frame.parsed = false;
            frame.loaded = false;
            loader.clone_into(&mut frame.loader);
        }
        frame.session = session.clone();
        if frame.parent.is_none() {
            frame.parent = parent.map(str::to_owned);
        }
        frame.url = format!("{}{}", text(described, "url"), text(described, "urlFragment"));
        gone
    }

    /// Takes a frame and all below it away.
    pub(super) fn remove(&mut self, id: &str) -> Vec<String> {
        let mut gone = self.remove_below(id);
        if self.frames.remove(id).is_some() {
            gone.push(id.to_owned());
        }
        gone
    }

    fn remove_below(&mut self, id: &str) -> Vec<String> {
        let mut gone: Vec<String> = Vec::new();
        let mut parents = vec![id.to_owned()];
        while let Some(parent) = parents.pop() {
            let children = self.frames.values().filter(|frame| frame.parent.as_deref() == Some(&*parent));
            let children: Vec<_> = children.map(|frame| frame.id.clone()).collect();
            for child in children {
                self.frames.remove(&child);
                parents.push(child.clone());
                gone.push(child);
            }
        }
        gone
    }

    pub(super) fn load(&self, loader: &str) -> Option<&Load> {
        self.loads.iter().rev().find(|load| load.id == loader)
    }

    pub(super) fn load_mut(&mut self, loader: &str) -> &mut Load {
        let at = self.loads.iter().rposition(|load| load.id == loader);
        let at = at.unwrap_or_else(|| {
            if self.loads.len() >= LOADS {
                self.loads.pop_front();
            }
            self.loads.push_back(Load { id: loader.to_owned(), ..Load::default() });
            self.loads.len() - 1
        });
        &mut self.loads[at]
    }

    /// Whether the document in the tab was asked for by GET; what is not known was not.
    pub(super) fn is_get(&self) -> bool {
        let Some(frame) = self.frame(0) else { return false };
        frame.url == "about:blank" || self.load(&frame.loader).is_some_and(|load| load.method == "GET")
    }

    /// Remembers how an entry was loaded. One that once was not by GET never becomes one that was.
    pub(super) fn note_entry(&mut self, entry: i64, is_get: bool) {
        let was_not = self.entries.iter().any(|(id, is_get)| *id == entry && !is_get);
        self.entries.retain(|(id, _)| *id != entry);
        self.entries.push_back((entry, is_get && !was_not));
        if self.entries.len() > ENTRIES {
            self.entries.pop_front();
        }
    }

    pub(super) fn entry_is_get(&self, entry: i64) -> bool {
        self.entries.iter().any(|(id, is_get)| *id == entry && *is_get)
    }
}
