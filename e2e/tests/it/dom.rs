//! HTML as a browser's parser sees it.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, local_name, ns, parse_document};
use laika_protocol::SafeHref;
use laika_render::{ATTRIBUTES, TAGS};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// What a parser found in a page.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Everything that is not on the list, in words.
    pub(super) offences: Vec<String>,
    /// The text inside `body`, without white space.
    pub(super) text: String,
    /// The text of `title`.
    pub(super) title: String,
    /// The elements of the page that are on the list of its skeleton.
    pub(super) skeleton: Vec<String>,
}

/// Parses a page and holds it against the list: `skeleton` may stand anywhere, our own tags only in `body`.
pub(super) fn inspect(page: &str, skeleton: &[&str]) -> Found {
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(page);
    let mut found = Found::default();
    visit(&dom.document, skeleton, Place::Outside, &mut found);
    found.text.retain(|c| !c.is_whitespace());
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outside,
    Title,
    Body,
}

fn visit(node: &Handle, skeleton: &[&str], place: Place, found: &mut Found) {
    let mut below = place;
    match &node.data {
        NodeData::Document | NodeData::Doctype { .. } => {}
        NodeData::Text { contents } => match place {
            Place::Body => found.text.push_str(&contents.borrow()),
            Place::Title => found.title.push_str(&contents.borrow()),
            Place::Outside => {}
        },
        NodeData::Comment { contents } => found.offences.push(format!("a comment: {contents:?}")),
        NodeData::ProcessingInstruction { .. } => found.offences.push("a processing instruction".to_owned()),
        NodeData::Element { name, attrs, .. } => {
            let tag = name.local.to_string();
            let in_skeleton = skeleton.contains(&tag.as_str());
            if name.ns != ns!(html) || !(in_skeleton || place == Place::Body && TAGS.contains(&tag.as_str()))
            {
                found.offences.push(format!("<{tag}>"));
            }
            let attributes = attrs.borrow();
            for attribute in attributes.iter().filter(|_| !in_skeleton) {
                check_attribute(&tag, &attribute.name.local, &attribute.value, found);
            }
            if in_skeleton {
                found.skeleton.push(tag);
            }
            below = match name.local {
                local_name!("body") => Place::Body,
                local_name!("title") => Place::Title,
                _ => place,
            };
        }
    }
    node.children.borrow().iter().for_each(|child| visit(child, skeleton, below, found));
}

fn check_attribute(tag: &str, name: &str, value: &str, found: &mut Found) {
    let allowed = ATTRIBUTES.iter().any(|(owner, names)| *owner == tag && names.contains(&name));
    let good = match name {
        "href" => SafeHref::parse(value).is_some_and(|href| href.as_str() == value),
        "rel" => value == "noopener noreferrer nofollow",
        _ => false,
    };
    if !(allowed && good) {
        found.offences.push(format!("<{tag} {name}={value:?}>"));
    }
}
