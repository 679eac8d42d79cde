//! Reads what a page shows in one pass: lines of text, the regions they lie in, and links. The rules are those of the
//! page script, as far as they need no layout.

use url::Url;

use super::super::answer::MOST_URL_CHARS;
use super::super::text::{collapse, tidy};
use super::dom::{DOCUMENT, Data, Dom, Element, Id};
use super::ink::{self, As, Ink, Mark};
use super::lines::{Anchor, Kind, Line, Region, Walk};
use super::table;
use super::tags::{Trait, trait_of};
use super::visible::{Flow, display, is_hidden};

/// A tree is never deeper than twice what the parser nests.
const DEEPEST: usize = 1_100;
/// Marks before a line, however deep its lists and quotations are.
const LONGEST_LEAD: usize = 40;

/// Reads a page.
pub(super) fn walk<'a>(dom: &'a Dom, base: Option<&'a Url>) -> Walk<'a> {
    let root = body(dom);
    let mut walker = Walker::new(dom, base, root);
    walker.children(root);
    walker.flush();
    walker.found.regions[0].end = walker.found.lines.len();
    walker.found
}

fn body(dom: &Dom) -> Id {
    let html = dom.children(DOCUMENT).find(|id| dom.tag(*id) == "html").unwrap_or(DOCUMENT);
    dom.children(html).find(|id| matches!(dom.tag(*id), "body" | "frameset")).unwrap_or(html)
}

/// What stands before the next line.
#[derive(Clone, Debug)]
struct Lead {
    text: String,
    kind: Kind,
}

/// An open list.
struct List {
    ordered: bool,
    next: i64,
    step: i64,
}

struct Walker<'a> {
    dom: &'a Dom,
    base: Option<&'a Url>,
    found: Walk<'a>,
    region: usize,
    ink: Ink,
    link_chars: usize,
    link_end: Option<(Mark, usize)>,
    pictures: Vec<String>,
    depth: usize,
    /// Links that are open, and those of them that lead elsewhere.
    links: usize,
    linked: usize,
    figures: usize,
    buttons: usize,
    code_spans: usize,
    /// Ends of blocks and lines are spaces: in a heading, a cell, a summary.
    flat: usize,
    soft_breaks: usize,
    indent: String,
    lists: Vec<List>,
    quotes: usize,
    level: u8,
    lead: Option<Lead>,
    code: bool,
    /// Line breaks since the last line, if nothing else came between.
    breaks: Option<usize>,
    tables_after: Vec<Id>,
    in_row: bool,
}

impl<'a> Walker<'a> {
    fn new(dom: &'a Dom, base: Option<&'a Url>, root: Id) -> Self {
        let whole = Region { node: root, parent: None, children: Vec::new(), first: 0, end: 0 };
        Self {
            dom,
            base,
            found: Walk { dom, lines: Vec::new(), regions: vec![whole], links: Vec::new() },
            region: 0,
            ink: Ink::default(),
            link_chars: 0,
            link_end: None,
            pictures: Vec::new(),
            depth: 0,
            links: 0,
            linked: 0,
            figures: 0,
            buttons: 0,
            code_spans: 0,
            flat: 0,
            soft_breaks: 0,
            indent: String::new(),
            lists: Vec::new(),
            quotes: 0,
            level: 0,
            lead: None,
            code: false,
            breaks: None,
            tables_after: Vec::new(),
            in_row: false,
        }
    }

    fn children(&mut self, id: Id) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        for child in self.dom.children(id) {
            self.node(child);
        }
        self.depth -= 1;
    }

    fn node(&mut self, id: Id) {
        let dom = self.dom;
        match dom.data(id) {
            Data::Text(words) => self.text(words),
            Data::Element(element) => self.element(id, element),
            Data::Other => {}
        }
    }

    fn text(&mut self, words: &str) {
        if words.trim().is_empty() {
            if self.code {
                self.ink.write(words, As::Code);
            } else {
                self.ink.space();
            }
            return;
        }
        let form = if self.code || self.code_spans > 0 {
            As::Code
        } else if self.links > 0 {
            As::LinkWords
        } else {
            As::Words
        };
        let words = tidy(words);
        self.ink.write(&words, form);
        if self.linked > 0 || (self.buttons > 0 && self.links == 0) {
            self.link_chars += words.trim().chars().count();
        }
    }

    fn element(&mut self, id: Id, element: &Element) {
        let tag = &*element.name.local;
        let kind = trait_of(tag);
        match kind {
            Trait::Silent => return,
            Trait::Break => return self.line_break(),
            _ if is_hidden(element) => return,
            Trait::Opaque => return,
            Trait::Image => return self.picture(element.attribute("alt")),
            Trait::Vector => {
                let dom = self.dom;
                let title = dom.children(id).find(|child| dom.tag(*child) == "title");
                return self.picture(title.map(|title| dom.text(title, 300)).as_deref());
            }
            Trait::Code
            | Trait::Phrase
            | Trait::Block
            | Trait::SoftBlock
            | Trait::Heading(_)
            | Trait::Item
            | Trait::List
            | Trait::Table
            | Trait::Link
            | Trait::Preformatted
            | Trait::Lead(_)
            | Trait::Quote
            | Trait::Other => {}
        }
        let button = tag == "button" || element.attribute("role") == Some("button");
        self.buttons += usize::from(button);
        if kind == Trait::Link {
            self.link(id, element);
        } else {
            self.content(id, element, tag, kind);
        }
        self.buttons -= usize::from(button);
    }

    fn content(&mut self, id: Id, element: &Element, tag: &str, kind: Trait) {
        if let Some(role) = element.attribute("role")
            && self.by_role(id, element, tag, role)
        {
            return;
        }
        match kind {
            Trait::Code => self.code_span(id),
            Trait::Phrase => self.inline(id),
            Trait::Heading(level) => self.heading(id, level),
            Trait::Item => self.item(id, element),
            Trait::List => self.list(id, element, tag),
            Trait::Table => self.table(id),
            Trait::Preformatted => self.preformatted(id),
            Trait::Lead(kind) => self.leading(id, tag, kind),
            Trait::Quote => self.quote(id),
            Trait::Block if tag == "figure" => {
                self.figures += 1;
                self.block(id);
                self.figures -= 1;
            }
            Trait::Block => self.block(id),
            Trait::SoftBlock
            | Trait::Other
            | Trait::Link
            | Trait::Silent
            | Trait::Opaque
            | Trait::Break
            | Trait::Image
            | Trait::Vector => self.styled(id, element, tag, kind),
        }
    }

    /// What a role makes of an element, where that differs from its tag.
    fn by_role(&mut self, id: Id, element: &Element, tag: &str, role: &str) -> bool {
        match role {
            "heading" if !matches!(trait_of(tag), Trait::Heading(_)) => {
                let level = element.attribute("aria-level").and_then(|level| level.trim().parse().ok());
                self.heading(id, level.filter(|level| (1..=6).contains(level)).unwrap_or(2));
            }
            "listitem" if tag != "li" => self.item(id, element),
            "list" if !matches!(tag, "ul" | "ol" | "menu") => self.list(id, element, tag),
            "img" if self.dom.text(id, 100).trim().is_empty() => {
                self.picture(element.attribute("aria-label"))
            }
            _ => return false,
        }
        true
    }

    fn styled(&mut self, id: Id, element: &Element, tag: &str, kind: Trait) {
        let usual = if kind == Trait::SoftBlock {
            Flow::Block
        } else if tag == "button" {
            Flow::Word
        } else {
            Flow::Inline
        };
        match display(element).unwrap_or(usual) {
            Flow::Inline => self.inline(id),
            Flow::Word => {
                self.ink.space();
                self.inline(id);
                self.ink.space();
            }
            Flow::Block => self.block(id),
        }
    }

    fn link(&mut self, id: Id, element: &Element) {
        let line = self.found.lines.len();
        // Links that stand right beside each other are kept apart by their style.
        if self.link_end.is_some_and(|(end, at)| at == line && self.ink.is_at(end)) {
            self.ink.space();
        }
        let from = self.ink.mark();
        let url = element.attribute("href").and_then(|href| self.resolve(href));
        let index = self.found.links.len();
        if let Some(url) = &url {
            self.found.links.push(Anchor { words: String::new(), url: url.clone(), line });
        }
        // A link to another part of the page, such as a note, leads nowhere else.
        let away = element.attribute("href").is_some_and(|href| !href.trim_start().starts_with('#'));
        self.linked += usize::from(away);
        self.links += 1;
        self.soft_breaks += 1;
        if element.attribute("role") == Some("heading") {
            self.content(id, element, "a", Trait::Link);
        } else {
            self.styled(id, element, "a", Trait::Link);
        }
        self.soft_breaks -= 1;
        self.links -= 1;
        self.linked -= usize::from(away);
        let one_line = self.found.lines.len() == line;
        if let Some(url) = url {
            let words = if one_line {
                self.ink.plain_since(from)
            } else {
                let parts = self.found.lines[line..].iter().map(|line| line.body.as_str());
                collapse(&parts.collect::<Vec<_>>().join(" "))
            };
            self.found.links[index].words = words;
            if one_line && self.links == 0 && !self.code && self.code_spans == 0 {
                self.ink.wrap(from, |words| ink::link(words, &url));
            }
        }
        self.link_end = Some((self.ink.mark(), self.found.lines.len()));
    }

    /// Where a link leads, if it leads to another page.
    fn resolve(&self, href: &str) -> Option<String> {
        let href = href.trim();
        if href.is_empty() || href.starts_with('#') || href.len() > MOST_URL_CHARS {
            return None;
        }
        let url = self.base.map_or_else(|| Url::parse(href), |base| base.join(href)).ok()?;
        (matches!(url.scheme(), "http" | "https") && url.as_str().len() <= MOST_URL_CHARS).then(|| url.into())
    }

    fn code_span(&mut self, id: Id) {
        let (from, line) = (self.ink.mark(), self.found.lines.len());
        self.code_spans += 1;
        self.inline(id);
        self.code_spans -= 1;
        if self.found.lines.len() == line && self.code_spans == 0 && !self.code {
            self.ink.wrap(from, ink::code_span);
        }
    }

    /// Flows with the text around it, unless something in it does not: then it is a region like any other.
    fn inline(&mut self, id: Id) {
        let before = self.found.lines.len();
        let outer = self.region;
        let siblings = self.found.regions[outer].children.len();
        self.children(id);
        let end = self.found.lines.len();
        if end == before || self.flat > 0 {
            return;
        }
        let index = self.found.regions.len();
        let children = self.found.regions[outer].children.split_off(siblings);
        for child in &children {
            self.found.regions[*child].parent = Some(index);
        }
        self.found.regions[outer].children.push(index);
        self.found.regions.push(Region { node: id, parent: Some(outer), children, first: before, end });
        for line in &mut self.found.lines[before..] {
            if line.region == outer {
                line.region = index;
            }
        }
    }

    fn block(&mut self, id: Id) {
        if self.flat > 0 {
            self.ink.space();
            self.children(id);
            self.ink.space();
            return;
        }
        self.flush();
        self.enter(id);
        self.children(id);
        self.leave();
    }

    fn enter(&mut self, id: Id) {
        let index = self.found.regions.len();
        let first = self.found.lines.len();
        let region = Region { node: id, parent: Some(self.region), children: Vec::new(), first, end: first };
        self.found.regions.push(region);
        self.found.regions[self.region].children.push(index);
        self.region = index;
        self.breaks = None;
    }

    fn leave(&mut self) {
        self.flush();
        self.found.regions[self.region].end = self.found.lines.len();
        self.region = self.found.regions[self.region].parent.unwrap_or(0);
        self.breaks = None;
    }

    fn line_break(&mut self) {
        if self.code {
            self.ink.write("\n", As::Code);
        } else if self.soft_breaks > 0 || self.flat > 0 {
            self.ink.space();
        } else {
            self.flush();
            self.breaks = self.breaks.map(|breaks| breaks + 1);
        }
    }

    fn heading(&mut self, id: Id, level: u8) {
        if self.flat > 0 {
            return self.block(id);
        }
        self.flush();
        self.enter(id);
        self.level = level;
        self.flat += 1;
        self.children(id);
        self.flat -= 1;
        self.leave();
        self.level = 0;
    }

    fn list(&mut self, id: Id, element: &Element, tag: &str) {
        let ordered = tag == "ol";
        let reversed = element.attribute("reversed").is_some();
        let items =
            || i64::try_from(self.dom.children(id).filter(|child| self.dom.tag(*child) == "li").count());
        let start = element.attribute("start").and_then(|start| start.trim().parse().ok());
        let next = start.unwrap_or_else(|| if ordered && reversed { items().unwrap_or(1) } else { 1 });
        self.lists.push(List { ordered, next, step: if reversed { -1 } else { 1 } });
        self.block(id);
        self.lists.pop();
    }

    fn item(&mut self, id: Id, element: &Element) {
        if self.flat > 0 {
            return self.block(id);
        }
        self.flush();
        let mut marker = "- ".to_owned();
        if let Some(list) = self.lists.last_mut().filter(|list| list.ordered) {
            let own = element.attribute("value").and_then(|value| value.trim().parse().ok());
            let number: i64 = own.unwrap_or(list.next);
            list.next = number.saturating_add(list.step);
            marker = format!("{}. ", number.clamp(0, 999_999_999));
        }
        let (lead, indent) = (self.lead.take(), self.indent.clone());
        if indent.len() + marker.len() <= LONGEST_LEAD {
            self.indent.extend(std::iter::repeat_n(' ', marker.len()));
        }
        self.lead = Some(Lead { text: format!("{indent}{marker}"), kind: Kind::Item });
        self.soft_breaks += 1;
        self.block(id);
        self.soft_breaks -= 1;
        self.indent = indent;
        self.lead = lead;
    }

    fn quote(&mut self, id: Id) {
        if self.flat > 0 {
            return self.block(id);
        }
        self.flush();
        let (lead, indent) = (self.lead.clone(), self.indent.clone());
        if indent.len() <= LONGEST_LEAD {
            self.indent.push_str("> ");
            if let Some(lead) = &mut self.lead {
                lead.text.push_str("> ");
            }
        }
        self.quotes += 1;
        self.block(id);
        self.quotes -= 1;
        self.lead = if self.lead.is_none() { None } else { lead };
        self.indent = indent;
    }

    fn leading(&mut self, id: Id, tag: &str, kind: Kind) {
        if self.flat > 0 {
            return self.block(id);
        }
        self.flush();
        let outer = self.lead.take();
        let mark = if kind == Kind::Definition { ": " } else { "" };
        let before = outer.as_ref().map_or(self.indent.as_str(), |lead| &lead.text);
        self.lead = Some(Lead { text: format!("{before}{mark}"), kind });
        let flat = usize::from(matches!(tag, "summary" | "caption"));
        self.flat += flat;
        self.enter(id);
        self.children(id);
        self.flat -= flat;
        self.leave();
        self.lead = if self.lead.is_none() { None } else { outer };
    }

    fn preformatted(&mut self, id: Id) {
        if self.flat > 0 {
            return self.block(id);
        }
        self.flush();
        self.enter(id);
        self.code = true;
        self.flat = 1;
        self.children(id);
        self.flat = 0;
        self.leave();
        self.code = false;
    }

    fn table(&mut self, id: Id) {
        if self.in_row && self.flat > 0 {
            self.tables_after.push(id);
        } else if self.flat == 0 && table::holds_data(self.dom, id) {
            self.flush();
            self.enter(id);
            self.rows(id);
            self.leave();
        } else {
            self.block(id);
        }
    }

    fn rows(&mut self, id: Id) {
        let dom = self.dom;
        for child in dom.children(id) {
            match dom.tag(child) {
                "tr" => self.row(child),
                "tbody" | "thead" | "tfoot" if !dom.element(child).is_some_and(is_hidden) => self.rows(child),
                "tbody" | "thead" | "tfoot" => {}
                _ => self.node(child),
            }
        }
    }

    fn row(&mut self, id: Id) {
        let dom = self.dom;
        if dom.element(id).is_some_and(is_hidden) {
            return;
        }
        self.flush();
        self.enter(id);
        let outer = (self.in_row, std::mem::take(&mut self.tables_after));
        self.in_row = true;
        self.flat += 1;
        let (mut bodies, mut cells) = (Vec::new(), Vec::new());
        for child in dom.children(id) {
            self.node(child);
            if matches!(dom.tag(child), "td" | "th") {
                self.cell(&mut bodies, &mut cells);
            }
        }
        if !self.ink.is_empty() {
            self.cell(&mut bodies, &mut cells);
            if bodies.last().is_some_and(String::is_empty) {
                bodies.pop();
                cells.pop();
            }
        }
        self.flat -= 1;
        let nested = std::mem::replace(&mut self.tables_after, outer.1);
        self.in_row = outer.0;
        if bodies.iter().any(|body| !body.is_empty()) {
            self.emit(bodies.join(" | "), cells, Kind::Row);
        }
        self.reset();
        for table in nested {
            self.node(table);
        }
        self.leave();
    }

    fn cell(&mut self, bodies: &mut Vec<String>, cells: &mut Vec<String>) {
        let (mut body, mut marked) = self.ink.take();
        if body.is_empty()
            && let Some(words) = self.pictures.first()
        {
            body = format!("[image: {words}]");
            marked.clone_from(&body);
        }
        self.pictures.clear();
        bodies.push(body);
        cells.push(marked.replace('|', "\\|"));
    }

    fn picture(&mut self, words: Option<&str>) {
        let words = collapse(&tidy(words.unwrap_or_default()));
        if words.is_empty() {
            return;
        }
        if self.links > 0 || self.figures > 0 {
            self.ink.picture(&words);
        } else {
            self.pictures.push(words);
        }
    }

    fn reset(&mut self) {
        self.ink.take_whole();
        self.link_chars = 0;
        self.pictures.clear();
    }

    fn flush(&mut self) {
        if self.ink.is_empty() && self.pictures.is_empty() {
            return;
        }
        if self.code {
            let code = self.ink.take_whole();
            let code = code.trim_matches('\n').trim_end();
            if !code.is_empty() {
                self.emit(code.to_owned(), Vec::new(), Kind::Code);
            }
        } else {
            let (body, marked) = self.ink.take();
            if !body.is_empty() {
                self.emit(body, vec![marked], Kind::Text);
            } else if !self.pictures.is_empty() {
                let mut ink = Ink::default();
                for words in &self.pictures {
                    ink.picture(words);
                }
                let (body, marked) = ink.take();
                self.emit(body, vec![marked], Kind::Text);
            }
        }
        self.reset();
    }

    fn emit(&mut self, body: String, marked: Vec<String>, kind: Kind) {
        let lead = self.lead.take();
        let kind = match (&lead, kind) {
            (_, Kind::Code | Kind::Row) => kind,
            (Some(lead), _) => lead.kind,
            (None, _) if self.level > 0 => Kind::Heading,
            (None, _) => kind,
        };
        let length = body.chars().count();
        self.found.lines.push(Line {
            kind,
            level: self.level,
            length,
            marked,
            lead: lead.map_or_else(|| self.indent.clone(), |lead| lead.text),
            indent: self.indent.clone(),
            link_chars: self.link_chars.min(length),
            quoted: self.quotes > 0,
            continues: self.breaks == Some(1),
            region: self.region,
            body,
        });
        self.breaks = Some(0);
    }
}
