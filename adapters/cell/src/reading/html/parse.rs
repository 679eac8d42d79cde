//! A page's characters become a tree, as browsers make it, but never a deep or a huge one.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, ExpandedName, LocalName, QualName, TokenizerResult};

use super::dom::{DOCUMENT, Data, Dom, Element, Id, nameless};

/// Browsers stop nesting here, too; what is deeper is kept, one beside the other.
const DEEPEST: u32 = 512;
/// More is no page for a person. A few bytes can make many nodes, because a page's open tags are opened again.
const MOST_NODES: usize = 1_500_000;
/// The parser is asked after each such piece whether it has made too many.
const PIECE_BYTES: usize = 16 << 10;

/// A page that was parsed.
pub(super) struct Parsed {
    pub(super) dom: Dom,
    /// Characters of the page's source that were not parsed, because it has too many parts.
    pub(super) unparsed: usize,
}

/// Parses a page.
pub(super) fn parse(text: &str) -> Parsed {
    let builder = TreeBuilder::new(Sink::default(), TreeBuilderOpts::default());
    let tokenizer =
        Tokenizer::new(Shallow { builder, left_out: RefCell::default() }, TokenizerOpts::default());
    let queue = BufferQueue::default();
    let mut rest = text;
    while !rest.is_empty() && tokenizer.sink.builder.sink.dom.borrow().len() < MOST_NODES {
        let end = rest.floor_char_boundary(PIECE_BYTES);
        queue.push_back(StrTendril::from(&rest[..end]));
        rest = &rest[end..];
        run(&tokenizer, &queue);
    }
    tokenizer.end();
    Parsed { dom: tokenizer.sink.builder.sink.finish(), unparsed: rest.chars().count() }
}

fn run(tokenizer: &Tokenizer<Shallow>, queue: &BufferQueue) {
    // A script would run where the parser stops; none does here.
    loop {
        match tokenizer.feed(queue) {
            TokenizerResult::Done => return,
            TokenizerResult::Script(_) | TokenizerResult::EncodingIndicator(_) => {}
        }
    }
}

/// Keeps tags that would nest too deep from the tree.
struct Shallow {
    builder: TreeBuilder<Handle, Sink>,
    /// Tags that were left out and whose ends are to be left out, too.
    left_out: RefCell<HashMap<LocalName, usize>>,
}

impl Shallow {
    fn drops(&self, tag: &Tag) -> bool {
        let mut left_out = self.left_out.borrow_mut();
        match tag.kind {
            TagKind::StartTag => {
                let deep = self.builder.sink.depth.get() >= DEEPEST;
                if deep && !is_leaf(&tag.name) {
                    *left_out.entry(tag.name.clone()).or_default() += 1;
                    return true;
                }
                false
            }
            TagKind::EndTag => match left_out.get_mut(&tag.name) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                Some(_) | None => false,
            },
        }
    }
}

/// Elements that hold nothing, and those whose text is no markup: leaving out their tags would turn it into some.
fn is_leaf(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "iframe"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "noembed"
            | "noframes"
            | "noscript"
            | "param"
            | "plaintext"
            | "script"
            | "source"
            | "style"
            | "textarea"
            | "title"
            | "track"
            | "wbr"
            | "xmp"
    )
}

impl TokenSink for Shallow {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if let Token::TagToken(tag) = &token
            && self.drops(tag)
        {
            return TokenSinkResult::Continue;
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// A node, with its name at hand: the parser asks for it all the time.
#[derive(Clone)]
struct Handle {
    id: Id,
    name: Rc<QualName>,
}

/// Where the parser puts what it makes.
struct Sink {
    dom: RefCell<Dom>,
    nameless: Rc<QualName>,
    /// How deep the parser stands.
    depth: Cell<u32>,
}

impl Default for Sink {
    fn default() -> Self {
        Self { dom: RefCell::new(Dom::new()), nameless: Rc::new(nameless()), depth: Cell::new(0) }
    }
}

impl Sink {
    fn other(&self, id: Id) -> Handle {
        Handle { id, name: Rc::clone(&self.nameless) }
    }

    fn stands_at(&self, dom: &Dom, id: Id) {
        let holds_more = dom.element(id).is_some_and(|element| !is_leaf(&element.name.local));
        if holds_more {
            self.depth.set(dom.depth(id));
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Dom;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Dom {
        self.dom.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.other(DOCUMENT)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let holds_html = flags.mathml_annotation_xml_integration_point;
        let element = Element::new(name.clone(), attributes, holds_html);
        let id = self.dom.borrow_mut().add(Data::Element(Box::new(element)));
        Handle { id, name: Rc::new(name) }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.other(self.dom.borrow_mut().add(Data::Other))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.other(self.dom.borrow_mut().add(Data::Other))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let mut dom = self.dom.borrow_mut();
        match child {
            NodeOrText::AppendNode(child) => {
                dom.append(parent.id, child.id);
                self.stands_at(&dom, child.id);
            }
            NodeOrText::AppendText(text) => dom.append_text(parent.id, &text),
        }
    }

    fn append_based_on_parent_node(&self, element: &Handle, before: &Handle, child: NodeOrText<Handle>) {
        if self.dom.borrow().parent(element.id).is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(before, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn pop(&self, node: &Handle) {
        self.depth.set(self.dom.borrow().depth(node.id).saturating_sub(1));
    }

    /// Nobody reads a template, so that its content may stand in it like any other.
    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        one.id == other.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let mut dom = self.dom.borrow_mut();
        match child {
            NodeOrText::AppendNode(child) => {
                dom.insert_before(sibling.id, child.id);
                self.stands_at(&dom, child.id);
            }
            NodeOrText::AppendText(text) => dom.insert_text_before(sibling.id, &text),
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        if let Some(element) = self.dom.borrow_mut().element_mut(target.id) {
            element.take(attributes);
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.dom.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        self.dom.borrow_mut().move_children(node.id, new_parent.id);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        self.dom.borrow().element(handle.id).is_some_and(|element| element.holds_html)
    }
}
