//! The first look at a page: about the same size on every page, and it says what it leaves out.
//!
//! An observation holds up to 300 elements and 16,000 characters. A small model needs a few hundred tokens of it to
//! choose its next step; the rest is one `find`, one `cursor` or one scroll away.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::llmcp::Content;
use laika_protocol::observation::{Comment, Element, Item, Observation, Omission};

use crate::aliases::Aliases;
use crate::project::summary_document;
use crate::tokens::estimate_tokens;

/// Tokens of a first look where nobody asks for another number.
pub const FIRST_LOOK_TOKENS: usize = 560;

const MOST_URL: usize = 120;
const MOST_TITLE: usize = 100;
const MOST_NAME: usize = 60;
const MOST_ITEM_TITLE: usize = 80;
const MOST_SNIPPET: usize = 60;
const MOST_COMMENT: usize = 160;

/// What the JSON around an entry costs: names of fields, quotes, and the short handle.
const ELEMENT_FRAME: usize = 22;
const ITEM_FRAME: usize = 26;
const COMMENT_FRAME: usize = 34;
/// What the document costs without any content, with room for what was left out.
const DOCUMENT_FRAME: usize = 110;

/// The first look at a page within so many tokens, by [`estimate_tokens`].
#[must_use]
pub fn first_look(observation: &Observation, frame_id: u32, aliases: &mut Aliases, tokens: usize) -> Content {
    let mut document = summary_document(&reduced(observation, tokens), frame_id, aliases);
    if let Content::ObservationSummary { top_discussions, elements, .. } = &mut document {
        // Its items say the same.
        top_discussions.clear();
        // Which list is meant is asked first, and then what of it.
        elements.iter_mut().for_each(|element| element.options.clear());
    }
    document
}

/// The observation with only what fits, and a note of the rest.
fn reduced(whole: &Observation, tokens: usize) -> Observation {
    let url = cut(without_query(&whole.url), MOST_URL);
    let title = cut(&whole.title, MOST_TITLE);
    let fixed = DOCUMENT_FRAME + estimate_tokens(&url) + estimate_tokens(&title) + 4 * whole.signals.len();
    let mut left = tokens.saturating_sub(fixed);
    let shares = Shares::of(whole);

    let items = take(whole.items.iter().map(short_item), item_cost, shares.items.of(left), &mut left);
    let comments =
        take(whole.comments.iter().map(short_comment), comment_cost, shares.comments.of(left), &mut left);
    let text = text_within(&whole.text, shares.text.of(left));
    left = left.saturating_sub(estimate_tokens(&text));
    let listed =
        |element: &&Element| !items.iter().any(|item| item.handle_id.as_ref() == Some(&element.handle_id));
    let (useful, links): (Vec<_>, Vec<_>) =
        whole.elements.iter().filter(listed).partition(|element| acts(element));
    let candidates = useful.into_iter().chain(links).map(short_element);
    let most = left;
    let elements = take(candidates, element_cost, most, &mut left);
    // What nobody wanted goes to the text: the model may as well read on.
    let text = if left > 0 { text_within(&whole.text, estimate_tokens(&text) + left) } else { text };

    let mut omissions = Vec::new();
    let mut omit = |part: &str, had: usize, kept: usize| {
        let before: u32 = whole.omissions.iter().filter(|one| one.part == part).map(|one| one.count).sum();
        let count = before.saturating_add(u32::try_from(had.saturating_sub(kept)).unwrap_or(u32::MAX));
        if count > 0 {
            omissions.push(Omission { part: part.into(), count, handle_id: None });
        }
    };
    omit("items", whole.items.len(), items.len());
    omit("comments", whole.comments.len(), comments.len());
    omit("elements", whole.elements.len(), elements.len() + items.len());
    let rest = whole.text.chars().count() - text.chars().count();
    omit("characters", rest, 0);
    Observation {
        url,
        title,
        text,
        items,
        comments,
        elements,
        omissions,
        visible_text: Vec::new(),
        blocks: Vec::new(),
        primary: None,
        outline: Vec::new(),
        forms: Vec::new(),
        ..whole.clone()
    }
}

/// What a page is mostly about decides what its first look is mostly made of.
struct Shares {
    items: Percent,
    comments: Percent,
    text: Percent,
}

#[derive(Clone, Copy)]
struct Percent(usize);

impl Percent {
    const fn of(self, whole: usize) -> usize {
        whole * self.0 / 100
    }
}

impl Shares {
    fn of(observation: &Observation) -> Self {
        let fields = observation.forms.iter().map(|form| form.fields.len()).sum::<usize>();
        let shares = |items, comments, text| Self {
            items: Percent(items),
            comments: Percent(comments),
            text: Percent(text),
        };
        match (observation.items.len() >= 3, observation.comments.len() >= 3, fields >= 3) {
            (_, true, _) => shares(10, 50, 60),
            (true, false, _) => shares(55, 0, 35),
            (false, false, true) => shares(0, 0, 30),
            (false, false, false) => shares(0, 0, 65),
        }
    }
}

/// As many as fit into `most`, in order; what they cost is taken off `left`.
fn take<T>(all: impl Iterator<Item = T>, cost: fn(&T) -> usize, most: usize, left: &mut usize) -> Vec<T> {
    let mut room = most;
    let mut taken = Vec::new();
    for one in all {
        let Some(rest) = room.checked_sub(cost(&one)) else { break };
        room = rest;
        taken.push(one);
    }
    *left = left.saturating_sub(most - room);
    taken
}

/// Whole lines of the text within so many tokens; of the first line that does not fit, its beginning.
fn text_within(text: &str, tokens: usize) -> String {
    let mut room = tokens;
    let mut kept = String::new();
    for line in text.lines() {
        // A line break is two characters in JSON, and so is a quote.
        let cost = estimate_tokens(line) + 1 + line.matches(['"', '\\']).count();
        if let Some(rest) = room.checked_sub(cost) {
            room = rest;
        } else {
            // Four letters a token are a little less than the estimate takes.
            let part = cut(line, room * 4);
            if room > 8 && estimate_tokens(&part) <= room {
                push_line(&mut kept, &part);
            }
            break;
        }
        push_line(&mut kept, line);
    }
    kept
}

fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// Whether it does something by itself. Links only lead on, and `find` has them all.
fn acts(element: &Element) -> bool {
    element.role != "link"
}

fn short_element(element: &Element) -> Element {
    let mut short = element.clone();
    short.accessible_name = cut(&element.accessible_name, MOST_NAME);
    // A handle is enough to go there; the core knows where it leads.
    short.attributes.href = None;
    short
}

fn short_item(item: &Item) -> Item {
    Item {
        title: cut(&item.title, MOST_ITEM_TITLE),
        url: if item.handle_id.is_some() { String::new() } else { cut(&item.url, MOST_URL) },
        snippet: cut(&item.snippet, MOST_SNIPPET),
        node_id: None,
        links: Vec::new(),
        ..item.clone()
    }
}

fn short_comment(comment: &Comment) -> Comment {
    Comment { text: cut(&comment.text, MOST_COMMENT), node_id: None, handle_id: None, ..comment.clone() }
}

fn element_cost(element: &Element) -> usize {
    ELEMENT_FRAME + estimate_tokens(&element.role) + estimate_tokens(&element.accessible_name)
}

fn item_cost(item: &Item) -> usize {
    let texts = [&item.title, &item.url, &item.snippet].map(|text| estimate_tokens(text));
    ITEM_FRAME + texts.iter().sum::<usize>()
}

fn comment_cost(comment: &Comment) -> usize {
    let texts =
        [&comment.text, &comment.author, &comment.age, &comment.score].map(|text| estimate_tokens(text));
    COMMENT_FRAME + texts.iter().sum::<usize>()
}

fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

/// At most so many characters, with a mark where something is missing.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => {
            let end = text[..end].char_indices().next_back().map_or(0, |(last, _)| last);
            format!("{}…", text[..end].trim_end())
        }
    }
}
