//! From what the page script read to an observation: checked, bounded, and put together over frames.

use laika_protocol::ids::{HandleId, NodeId, Origin, ReasonCode};
use laika_protocol::limits::Limit;
use laika_protocol::observation::{
    Block, BlockedFrame, BoundingBox, Comment, Element, Field, Form, Heading, Item, Link, Observation,
    Omission, Primary, Redaction, RedactionKind, SafeAttributes, TextChunk,
};
use laika_protocol::tools::typed::ObserveDom;
use laika_protocol::wire::CallContext;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use super::answers::{self, Reading, line, lines};
use super::{FrameInfo, FrameOwner, Pages, Place};
use crate::address::shown;
use crate::now_ms;

const MOST_TITLE: usize = 300;
const MOST_WORD: usize = 64;
const MOST_NAME: usize = 300;
const MOST_LABEL: usize = 300;
const MOST_URL: usize = 2000;
const MOST_CHUNK: usize = 8000;
const MOST_HEADING: usize = 1000;
const MOST_ITEM: usize = 2000;
const MOST_COMMENT: usize = 4000;
const MOST_ENTRIES: usize = 300;
const MOST_LINKS: usize = 8;
const MOST_FORMS: usize = 50;
const MOST_FIELDS: usize = 100;
const MOST_OPTIONS: usize = 300;
const MOST_OPTION: usize = 60;
const MOST_OMISSIONS: usize = 50;
const MOST_BLOCKED: usize = 50;
/// Anchors of a frame are numbered above those of the page, so that no two are the same.
const FRAME_NODES: u64 = 1_000_000;
const FRAMES_WITH_NODES: u32 = 999;
/// How far a frame's content may be from the left top of its box: border and padding.
const MOST_INSET: f64 = 64.0;

/// The reading of one frame, and where the frame stands.
pub(super) struct Part {
    pub(super) frame: u32,
    pub(super) reading: Reading,
    /// Its left top in the page's viewport.
    pub(super) origin: Place,
    pub(super) scale: f64,
    /// The chunk of its parent it stands behind; -1 for the start.
    pub(super) after: i64,
    /// Where its text starts for a cursor.
    pub(super) base: u32,
    pub(super) children: Vec<Part>,
}

pub(super) fn find(part: &mut Part, frame: u32) -> Option<&mut Part> {
    if part.frame == frame {
        return Some(part);
    }
    part.children.iter_mut().find_map(|child| find(child, frame))
}

/// The origins of the frames that can be seen, as their elements name them.
pub(super) fn shown_frames(part: &Part) -> Vec<Option<Origin>> {
    let own = part.reading.frames.iter().map(|frame| frame.src.as_deref().and_then(Origin::of_url));
    own.chain(part.children.iter().flat_map(shown_frames)).collect()
}

/// The chunk a frame stands behind; none when the parent does not show it.
pub(super) fn stands_after(parent: &Reading, owner: &FrameOwner) -> Option<i64> {
    let by_node = owner.node.as_ref().map(|node| parent.frames.iter().find(|frame| frame.node == *node));
    if let Some(found) = by_node {
        return found.map(|frame| frame.after);
    }
    let inset = |frame: &answers::Frame| {
        let (x, y) = (owner.origin.x - frame.place.x, owner.origin.y - frame.place.y);
        let inside = x >= -1.0 && y >= -1.0 && x <= MOST_INSET && y <= MOST_INSET;
        inside.then_some(x + y)
    };
    let frames = parent.frames.iter().filter_map(|frame| Some((inset(frame)?, frame.after)));
    frames.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, after)| after)
}

pub(super) fn observation(
    tab: &(impl Pages + ?Sized),
    document: &CallContext,
    main: Part,
    blocked: Vec<FrameInfo>,
    arguments: &ObserveDom,
) -> Observation {
    // What was asked for is the page script's to keep; a line that is longer than that is still one line.
    let most_chars = asked(None, Limit::ObserveChars);
    let most_elements = asked(arguments.max_elements, Limit::ObserveElements);
    let next_cursor = next_cursor(&main);
    let (url, url_secrets) = shown(&tab.url());
    let mut made = Observation {
        url,
        title: line(&main.reading.identity.title, MOST_TITLE),
        origin: document.origin.clone(),
        document_id: document.document_id.clone(),
        navigation_generation: document.navigation_generation,
        observed_at_ms: now_ms(),
        text: String::new(),
        visible_text: Vec::new(),
        blocks: Vec::new(),
        primary: None,
        items: Vec::new(),
        comments: Vec::new(),
        outline: Vec::new(),
        signals: main.reading.signals.iter().filter_map(|signal| word(signal)).take(8).collect(),
        elements: Vec::new(),
        forms: Vec::new(),
        blocked_frames: blocked_frames(&blocked),
        redactions: Vec::new(),
        omissions: Vec::new(),
        clamped: Vec::new(),
        next_cursor,
        debug: main.reading.debug.clone().filter(|_| arguments.debug == Some(true)),
    };
    redact(&mut made.redactions, RedactionKind::UrlSecrets, url_secrets);
    redact(
        &mut made.redactions,
        RedactionKind::CrossOriginFrames,
        u32::try_from(blocked.len()).unwrap_or(u32::MAX),
    );
    let mut filling = Filling { tab, most_chars, most_elements, arguments, chars: 0, made };
    filling.take(main);
    let mut made = filling.made;
    let texts: Vec<&str> = made.visible_text.iter().map(|chunk| chunk.text.as_str()).collect();
    made.text = texts.join("\n");
    made
}

/// Collects the parts into one observation, as far as the budgets go.
struct Filling<'a, P: ?Sized> {
    tab: &'a P,
    most_chars: usize,
    most_elements: usize,
    arguments: &'a ObserveDom,
    chars: usize,
    made: Observation,
}

impl<P: Pages + ?Sized> Filling<'_, P> {
    fn take(&mut self, part: Part) {
        let Part { frame, reading, origin, scale, mut children, .. } = part;
        if frame == 0 || self.made.primary.is_none() {
            self.made.primary = self.primary(frame, &reading);
        }
        children.sort_by_key(|child| child.after);
        let mut children = children.into_iter().peekable();
        for (at, chunk) in (0..).zip(&reading.chunks) {
            while let Some(child) = children.next_if(|child| child.after < at) {
                self.take(child);
            }
            self.chunk(frame, chunk);
        }
        self.lists(frame, &reading);
        self.elements(frame, origin, scale, &reading);
        for form in reading.forms.iter().take(MOST_FORMS.saturating_sub(self.made.forms.len())) {
            let form = self.form(frame, form);
            self.made.forms.push(form);
        }
        for redaction in &reading.redactions {
            if let Some(kind) = word(&redaction.kind).filter(|kind| *kind != RedactionKind::CrossOriginFrames)
            {
                redact(&mut self.made.redactions, kind, redaction.count);
            }
        }
        for omission in
            reading.omissions.iter().take(MOST_OMISSIONS.saturating_sub(self.made.omissions.len()))
        {
            let handle_id = self.handle(frame, omission.handle.as_deref());
            let part = line(&omission.part, MOST_WORD);
            let known =
                self.made.omissions.iter_mut().find(|it| it.part == part && it.handle_id == handle_id);
            match known {
                Some(known) => known.count = known.count.saturating_add(omission.count),
                None => self.made.omissions.push(Omission { part, count: omission.count, handle_id }),
            }
        }
        for child in children {
            self.take(child);
        }
    }

    fn chunk(&mut self, frame: u32, chunk: &answers::Chunk) {
        let Some(node_id) = node(frame, &chunk.node) else { return };
        let text = lines(&chunk.text, MOST_CHUNK);
        let size = text.chars().count() + 1;
        if text.trim().is_empty() || self.chars + size > self.most_chars + 1 {
            return;
        }
        self.chars += size;
        let most_blocks =
            usize::try_from(self.arguments.max_blocks.unwrap_or(0)).unwrap_or(0).min(MOST_ENTRIES);
        if self.made.blocks.len() < most_blocks {
            let block = Block {
                tag: line(&chunk.tag, MOST_WORD),
                role: line(&chunk.role, MOST_WORD),
                text: text.clone(),
                node_id: Some(node_id.clone()),
                handle_id: self.handle(frame, chunk.handle.as_deref()),
            };
            self.made.blocks.push(block);
        }
        self.made.visible_text.push(TextChunk { node_id, text, frame_origin: None });
    }

    fn primary(&self, frame: u32, reading: &Reading) -> Option<Primary> {
        let primary = reading.primary.as_ref()?;
        let chunks = reading.chunks.get(primary.first..=primary.last)?;
        let most =
            usize::try_from(self.arguments.max_primary_chars.unwrap_or(u32::MAX)).unwrap_or(usize::MAX);
        let text: Vec<_> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        Some(Primary {
            text: lines(&text.join("\n"), most.min(self.most_chars)),
            tag: line(&primary.tag, MOST_WORD),
            role: line(&primary.role, MOST_WORD),
            handle_id: self.handle(frame, primary.handle.as_deref()),
            node_id: chunks.first().and_then(|chunk| node(frame, &chunk.node)),
        })
    }

    fn lists(&mut self, frame: u32, reading: &Reading) {
        let left = |taken: usize| MOST_ENTRIES.saturating_sub(taken);
        for item in reading.items.iter().take(left(self.made.items.len())) {
            let item = Item {
                title: line(&item.title, MOST_ITEM),
                url: web_address(&item.url),
                snippet: line(&item.snippet, MOST_ITEM),
                handle_id: self.handle(frame, item.handle.as_deref()),
                node_id: node(frame, &item.node),
                comment_count: item.comment_count,
                links: item.links.iter().take(MOST_LINKS).map(|it| link(self.tab, frame, it)).collect(),
            };
            self.made.items.push(item);
        }
        for comment in reading.comments.iter().take(left(self.made.comments.len())) {
            let comment = Comment {
                text: lines(&comment.text, MOST_COMMENT),
                author: line(&comment.author, MOST_NAME),
                age: line(&comment.age, MOST_WORD),
                score: line(&comment.score, MOST_WORD),
                depth: comment.depth.min(100),
                handle_id: self.handle(frame, comment.handle.as_deref()),
                node_id: node(frame, &comment.node),
            };
            self.made.comments.push(comment);
        }
        for heading in reading.outline.iter().take(left(self.made.outline.len())) {
            self.made.outline.push(Heading {
                level: heading.level.clamp(1, 6),
                tag: line(&heading.tag, MOST_WORD),
                role: line(&heading.role, MOST_WORD),
                text: line(&heading.text, MOST_HEADING),
                node_id: node(frame, &heading.node),
            });
        }
    }

    fn elements(&mut self, frame: u32, origin: Place, scale: f64, reading: &Reading) {
        for element in &reading.elements {
            if self.made.elements.len() >= self.most_elements {
                return;
            }
            let Some(handle_id) = self.handle(frame, Some(&element.handle)) else { continue };
            let Some(bounding_box) = bounding_box(element.place, origin, scale) else { continue };
            self.made.elements.push(Element {
                handle_id,
                role: line(&element.role, MOST_WORD),
                accessible_name: line(&element.name, MOST_NAME),
                bounding_box,
                states: element.states.iter().filter_map(|state| word(state)).take(10).collect(),
                attributes: attributes(&element.attributes),
            });
        }
    }

    fn form(&self, frame: u32, form: &answers::Form) -> Form {
        let fields = form.fields.iter().take(MOST_FIELDS).map(|field| Field {
            handle_id: self.handle(frame, field.handle.as_deref()),
            field_type: line(&field.kind, MOST_WORD),
            label: line(&field.label, MOST_LABEL),
            required: field.required,
            autocomplete: field.autocomplete.as_deref().map(|text| line(text, MOST_WORD)),
            options: field.options.iter().take(MOST_OPTIONS).map(|text| line(text, MOST_OPTION)).collect(),
        });
        Form {
            handle_id: self.handle(frame, form.handle.as_deref()),
            label: line(&form.label, MOST_LABEL),
            action: form.action.as_deref().map(web_address).filter(|url| !url.is_empty()),
            method: form.method.as_deref().map(|text| line(text, MOST_WORD)),
            fields: fields.collect(),
        }
    }

    fn handle(&self, frame: u32, handle: Option<&str>) -> Option<HandleId> {
        real(self.tab, frame, handle?)
    }
}

/// A handle a page gave, remembered as that frame's.
pub(crate) fn real(tab: &(impl Pages + ?Sized), frame: u32, handle: &str) -> Option<HandleId> {
    let handle = HandleId::parse(handle).ok()?;
    tab.remember_frame(&handle, frame);
    Some(handle)
}

pub(super) fn link(tab: &(impl Pages + ?Sized), frame: u32, link: &answers::Link) -> Link {
    let handle_id = link.handle.as_deref().and_then(|handle| real(tab, frame, handle));
    Link { url: web_address(&link.url), text: line(&link.text, MOST_NAME), handle_id }
}

/// A box of a frame's viewport in the page's; none if it makes no sense.
pub(crate) fn bounding_box(place: answers::Box, origin: Place, scale: f64) -> Option<BoundingBox> {
    let made = BoundingBox {
        x: (origin.x + place.x * scale).round(),
        y: (origin.y + place.y * scale).round(),
        width: (place.width * scale).round(),
        height: (place.height * scale).round(),
    };
    let sound = |value: f64| value.is_finite() && value.abs() < 1e7;
    (sound(made.x) && sound(made.y) && sound(made.width) && sound(made.height))
        .then_some(made)
        .filter(|made| made.width >= 0.0 && made.height >= 0.0)
}

fn attributes(given: &answers::Attributes) -> SafeAttributes {
    let short = |text: &Option<String>, most: usize| text.as_deref().map(|text| line(text, most));
    SafeAttributes {
        href: given.href.as_deref().and_then(any_address),
        input_type: short(&given.kind, MOST_WORD),
        placeholder: short(&given.placeholder, MOST_NAME),
        autocomplete: short(&given.autocomplete, MOST_WORD),
        target: short(&given.target, MOST_WORD),
        lang: short(&given.lang, MOST_WORD),
    }
}

/// An address of the web as the page gave it; empty otherwise.
fn web_address(text: &str) -> String {
    let web = any_address(text).filter(|url| url.starts_with("http:") || url.starts_with("https:"));
    web.unwrap_or_default()
}

fn any_address(text: &str) -> Option<String> {
    let url =
        Url::parse(text).ok().filter(|_| text.len() <= MOST_URL && !text.chars().any(char::is_control))?;
    let plain = url.username().is_empty() && url.password().is_none();
    (plain && matches!(url.scheme(), "http" | "https" | "mailto" | "tel")).then(|| text.to_owned())
}

fn node(frame: u32, text: &str) -> Option<NodeId> {
    let node = NodeId::parse(text).ok()?;
    if frame == 0 {
        return Some(node);
    }
    let number: u64 = text.strip_prefix("n:")?.parse().ok()?;
    let number = (frame <= FRAMES_WITH_NODES && number < FRAME_NODES)
        .then(|| u64::from(frame) * FRAME_NODES + number)?;
    NodeId::parse(&format!("n:{number}")).ok()
}

/// One of the words of the protocol; none for any other.
fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(Value::from(text)).ok()
}

fn redact(redactions: &mut Vec<Redaction>, kind: RedactionKind, count: u32) {
    if count == 0 {
        return;
    }
    match redactions.iter_mut().find(|redaction| redaction.kind == kind) {
        Some(redaction) => redaction.count = redaction.count.saturating_add(count),
        None => redactions.push(Redaction { kind, count }),
    }
}

fn blocked_frames(frames: &[FrameInfo]) -> Vec<BlockedFrame> {
    let Ok(reason_code) = ReasonCode::parse("E_CROSS_ORIGIN_FRAME") else { return Vec::new() };
    let blocked = |frame: &FrameInfo| BlockedFrame {
        frame_origin: frame.origin.clone(),
        blocked: true,
        reason_code: reason_code.clone(),
    };
    frames.iter().take(MOST_BLOCKED).map(blocked).collect()
}

/// Where the text goes on: the page's own first, then that of its frames in order.
fn next_cursor(part: &Part) -> Option<u32> {
    let own = part.reading.next_cursor.map(|next| part.base.saturating_add(next));
    own.or_else(|| part.children.iter().filter_map(next_cursor).min())
}

fn asked(asked: Option<u32>, limit: Limit) -> usize {
    let most = limit.row().default;
    usize::try_from(asked.map_or(most, |asked| u64::from(asked).min(most))).unwrap_or(usize::MAX)
}
