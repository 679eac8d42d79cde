//! A page as a tree: nodes in one list, linked by number, so that nothing in a page can make it deep, slow or cyclic.

use html5ever::{LocalName, Namespace, QualName, local_name, ns};

/// Which node.
pub(super) type Id = u32;

/// No node.
const NONE: Id = Id::MAX;

/// What stands before everything.
pub(super) const DOCUMENT: Id = 0;

#[derive(Debug)]
pub(super) struct Node {
    parent: Id,
    first: Id,
    last: Id,
    before: Id,
    after: Id,
    pub(super) depth: u32,
    pub(super) data: Data,
}

#[derive(Debug)]
pub(super) enum Data {
    Element(Box<Element>),
    Text(String),
    /// The document itself, or a comment, whose text nobody reads.
    Other,
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: QualName,
    pub(super) attributes: Vec<(LocalName, String)>,
    /// MathML may hold HTML, where it says so.
    pub(super) holds_html: bool,
}

/// Attributes that something is read from; all others are dropped as they come.
const READ: &[&str] = &[
    "alt",
    "aria-hidden",
    "aria-label",
    "aria-level",
    "charset",
    "class",
    "content",
    "datetime",
    "dir",
    "hidden",
    "href",
    "id",
    "itemprop",
    "lang",
    "media",
    "name",
    "open",
    "property",
    "rel",
    "reversed",
    "role",
    "src",
    "start",
    "style",
    "title",
    "type",
    "value",
];
/// A longer value is somebody's data, but for a description.
const VALUE_BYTES: usize = 8 << 10;

/// All nodes of a page.
#[derive(Debug)]
pub(super) struct Dom {
    nodes: Vec<Node>,
}

impl Dom {
    pub(super) fn new() -> Self {
        let mut dom = Self { nodes: Vec::new() };
        dom.add(Data::Other);
        dom
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn add(&mut self, data: Data) -> Id {
        // The number of nodes is bounded far below this.
        let id = Id::try_from(self.nodes.len()).unwrap_or(NONE - 1);
        self.nodes.push(Node {
            parent: NONE,
            first: NONE,
            last: NONE,
            before: NONE,
            after: NONE,
            depth: 0,
            data,
        });
        id
    }

    fn at(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    fn at_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    pub(super) fn data(&self, id: Id) -> &Data {
        &self.at(id).data
    }

    pub(super) fn depth(&self, id: Id) -> u32 {
        self.at(id).depth
    }

    pub(super) fn parent(&self, id: Id) -> Option<Id> {
        some(self.at(id).parent)
    }

    pub(super) fn first(&self, id: Id) -> Option<Id> {
        some(self.at(id).first)
    }

    pub(super) fn after(&self, id: Id) -> Option<Id> {
        some(self.at(id).after)
    }

    pub(super) fn children(&self, id: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(self.first(id), |child| self.after(*child))
    }

    /// The nodes below one, in the order of the page.
    pub(super) fn below(&self, root: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(self.first(root), move |id| {
            self.first(*id).or_else(|| {
                let mut at = *id;
                while at != root {
                    if let Some(after) = self.after(at) {
                        return Some(after);
                    }
                    at = self.parent(at)?;
                }
                None
            })
        })
    }

    pub(super) fn element(&self, id: Id) -> Option<&Element> {
        match self.data(id) {
            Data::Element(element) => Some(element),
            Data::Text(_) | Data::Other => None,
        }
    }

    pub(super) fn element_mut(&mut self, id: Id) -> Option<&mut Element> {
        match &mut self.at_mut(id).data {
            Data::Element(element) => Some(element),
            Data::Text(_) | Data::Other => None,
        }
    }

    /// The name of an element's tag; empty for what is none.
    pub(super) fn tag(&self, id: Id) -> &str {
        self.element(id).map_or("", |element| &element.name.local)
    }

    pub(super) fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        self.element(id)?.attribute(name)
    }

    /// All text below a node, at most so many bytes of it.
    pub(super) fn text(&self, id: Id, most: usize) -> String {
        let mut text = String::new();
        for node in self.below(id) {
            if let Data::Text(part) = self.data(node) {
                text.push_str(part);
                if text.len() > most {
                    break;
                }
            }
        }
        text
    }

    /// Adds text after the last child, to that one where it is text, too.
    pub(super) fn append_text(&mut self, parent: Id, text: &str) {
        if let Some(last) = some(self.at(parent).last)
            && let Data::Text(before) = &mut self.at_mut(last).data
        {
            return before.push_str(text);
        }
        let id = self.add(Data::Text(text.to_owned()));
        self.append(parent, id);
    }

    pub(super) fn append(&mut self, parent: Id, child: Id) {
        self.detach(child);
        let last = self.at(parent).last;
        let depth = self.at(parent).depth + 1;
        let node = self.at_mut(child);
        (node.parent, node.before, node.depth) = (parent, last, depth);
        match some(last) {
            Some(last) => self.at_mut(last).after = child,
            None => self.at_mut(parent).first = child,
        }
        self.at_mut(parent).last = child;
    }

    pub(super) fn insert_text_before(&mut self, sibling: Id, text: &str) {
        if let Some(before) = some(self.at(sibling).before)
            && let Data::Text(words) = &mut self.at_mut(before).data
        {
            return words.push_str(text);
        }
        let id = self.add(Data::Text(text.to_owned()));
        self.insert_before(sibling, id);
    }

    pub(super) fn insert_before(&mut self, sibling: Id, child: Id) {
        self.detach(child);
        let Some(parent) = self.parent(sibling) else { return };
        let before = self.at(sibling).before;
        let depth = self.at(parent).depth + 1;
        let node = self.at_mut(child);
        (node.parent, node.before, node.after, node.depth) = (parent, before, sibling, depth);
        match some(before) {
            Some(before) => self.at_mut(before).after = child,
            None => self.at_mut(parent).first = child,
        }
        self.at_mut(sibling).before = child;
    }

    pub(super) fn detach(&mut self, id: Id) {
        let Node { parent, before, after, .. } = *self.at(id);
        let Some(parent) = some(parent) else { return };
        match some(before) {
            Some(before) => self.at_mut(before).after = after,
            None => self.at_mut(parent).first = after,
        }
        match some(after) {
            Some(after) => self.at_mut(after).before = before,
            None => self.at_mut(parent).last = before,
        }
        let node = self.at_mut(id);
        (node.parent, node.before, node.after) = (NONE, NONE, NONE);
    }

    pub(super) fn move_children(&mut self, from: Id, to: Id) {
        while let Some(child) = self.first(from) {
            self.append(to, child);
        }
    }
}

impl Element {
    pub(super) fn new(name: QualName, attributes: Vec<html5ever::Attribute>, holds_html: bool) -> Self {
        let mut element = Self { name, attributes: Vec::new(), holds_html };
        element.take(attributes);
        element
    }

    /// Takes the attributes that are read and not there yet.
    pub(super) fn take(&mut self, attributes: Vec<html5ever::Attribute>) {
        for attribute in attributes {
            let name = attribute.name.local;
            if READ.contains(&&*name) && self.attribute(&name).is_none() {
                let mut value: String = attribute.value.into();
                if value.len() > VALUE_BYTES {
                    value.truncate(value.floor_char_boundary(VALUE_BYTES));
                }
                self.attributes.push((name, value));
            }
        }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| **own == *name).map(|(_, value)| value.as_str())
    }

    pub(super) fn is_html(&self) -> bool {
        self.name.ns == ns!(html)
    }
}

/// A name for what is no element.
pub(super) fn nameless() -> QualName {
    QualName::new(None, Namespace::default(), local_name!(""))
}

const fn some(id: Id) -> Option<Id> {
    if id == NONE { None } else { Some(id) }
}
