//! Telling tables of data from tables that only arrange things.

use super::dom::{Dom, Id};

const ROWS_LOOKED_AT: usize = 40;
/// A cell is looked at so far.
const NODES_LOOKED_AT: usize = 200;

/// Whether a table holds data, row by row, and not just the layout of a page.
pub(super) fn holds_data(dom: &Dom, table: Id) -> bool {
    match dom.attribute(table, "role") {
        Some("presentation" | "none") => return false,
        Some("table" | "grid" | "treegrid") => return true,
        Some(_) | None => {}
    }
    let named = |part: Id| match dom.tag(part) {
        "caption" => true,
        "thead" => dom.children(part).any(|row| dom.tag(row) == "tr"),
        _ => false,
    };
    if dom.children(table).any(named) {
        return true;
    }
    let (mut widest, mut rows, mut arranged) = (0, 0, false);
    for row in rows_of(dom, table).take(ROWS_LOOKED_AT) {
        rows += 1;
        let mut cells = 0;
        for cell in dom.children(row).filter(|cell| dom.element(*cell).is_some()) {
            if dom.tag(cell) == "th" {
                return true;
            }
            cells += 1;
            arranged =
                arranged || dom.below(cell).take(NODES_LOOKED_AT).any(|inner| is_block(dom.tag(inner)));
        }
        widest = widest.max(cells);
    }
    !arranged && widest > 1 && rows > 1
}

fn rows_of(dom: &Dom, table: Id) -> impl Iterator<Item = Id> {
    dom.children(table).flat_map(move |part| {
        let own = (dom.tag(part) == "tr").then_some(part);
        let group = matches!(dom.tag(part), "tbody" | "thead" | "tfoot").then_some(part);
        let inner = group.into_iter().flat_map(move |part| dom.children(part));
        own.into_iter().chain(inner.filter(move |row| dom.tag(*row) == "tr"))
    })
}

fn is_block(tag: &str) -> bool {
    matches!(
        tag,
        "table"
            | "p"
            | "div"
            | "ul"
            | "ol"
            | "dl"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "form"
            | "article"
            | "section"
            | "blockquote"
            | "center"
    )
}
