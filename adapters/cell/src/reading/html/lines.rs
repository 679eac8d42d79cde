//! The lines of a page and the tree of regions they lie in.

use super::dom::{Dom, Id};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Heading,
    Item,
    Code,
    Caption,
    Term,
    Definition,
    Row,
    Text,
}

/// One line of text: one block of the page.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) kind: Kind,
    /// Level of a heading, else 0.
    pub(super) level: u8,
    /// Its words, without any marks.
    pub(super) body: String,
    /// Characters of `body`.
    pub(super) length: usize,
    /// Its words as Markdown; of a row, its cells.
    pub(super) marked: Vec<String>,
    /// What stands before its first line, and before the others.
    pub(super) lead: String,
    pub(super) indent: String,
    /// Characters of `body` that are links or buttons.
    pub(super) link_chars: usize,
    pub(super) quoted: bool,
    /// Whether only a line break parts it from the line before.
    pub(super) continues: bool,
    pub(super) region: usize,
}

/// An element that holds whole lines: `first` included, `end` not.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) node: Id,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) first: usize,
    pub(super) end: usize,
}

/// A link, and the line that it begins in.
#[derive(Debug)]
pub(super) struct Anchor {
    pub(super) words: String,
    pub(super) url: String,
    pub(super) line: usize,
}

/// What one pass over a page found.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) dom: &'a Dom,
    pub(super) lines: Vec<Line>,
    /// The first is the whole page.
    pub(super) regions: Vec<Region>,
    pub(super) links: Vec<Anchor>,
}

impl Walk<'_> {
    pub(super) fn tag(&self, region: usize) -> &str {
        self.dom.tag(self.regions[region].node)
    }

    pub(super) fn attribute(&self, region: usize, name: &str) -> Option<&str> {
        self.dom.attribute(self.regions[region].node, name)
    }

    pub(super) fn lines_of(&self, region: usize) -> &[Line] {
        let Region { first, end, .. } = self.regions[region];
        &self.lines[first..end]
    }

    pub(super) fn is_empty(&self, region: usize) -> bool {
        self.regions[region].first == self.regions[region].end
    }

    /// All regions in the order of the page, each before those in it.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.regions.len());
        let mut open = vec![0];
        while let Some(region) = open.pop() {
            order.push(region);
            open.extend(self.regions[region].children.iter().rev());
        }
        order
    }
}

/// Running sums, so that any range of lines is measured at once.
pub(super) struct Sums(Vec<f64>);

impl Sums {
    pub(super) fn new(lines: &[Line], mut value: impl FnMut(&Line, usize) -> f64) -> Self {
        let mut sum = 0.0;
        let mut sums = vec![0.0];
        for (index, line) in lines.iter().enumerate() {
            sum += value(line, index);
            sums.push(sum);
        }
        Self(sums)
    }

    pub(super) fn of(&self, region: &Region) -> f64 {
        self.0[region.end] - self.0[region.first]
    }
}

/// A count as a number to reckon with.
pub(super) fn amount(count: usize) -> f64 {
    // No page holds as many characters as would be rounded.
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}
