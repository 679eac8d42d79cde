//! Lines of a page as Markdown.

use super::ink::{guard_start, longest_run};
use super::lines::{Kind, Line, Walk};

/// The lines that are kept.
pub(super) fn write(walk: &Walk<'_>, keep: Option<&[bool]>) -> String {
    let mut text = String::new();
    let mut before: Option<&Line> = None;
    let mut row = 0;
    for (index, line) in walk.lines.iter().enumerate() {
        if keep.is_some_and(|keep| !keep[index]) {
            continue;
        }
        let goes_on = before.is_some_and(|before| same_table(walk, before, line));
        if before.is_some() {
            text.push_str(if goes_on || stands_close(walk, before, line) { "\n" } else { "\n\n" });
        }
        row = if goes_on { row + 1 } else { 0 };
        match line.kind {
            Kind::Row => write_row(&mut text, walk, index, row),
            Kind::Code => write_code(&mut text, line),
            Kind::Heading => {
                let level = usize::from(line.level.clamp(1, 6));
                text.push_str(&format!("{}{} {}", line.lead, "#".repeat(level), words(line)));
            }
            Kind::Item | Kind::Caption | Kind::Term | Kind::Definition | Kind::Text => {
                text.push_str(&line.lead);
                text.push_str(&guard_start(words(line)));
            }
        }
        before = Some(line);
    }
    text
}

fn words(line: &Line) -> &str {
    line.marked.first().map_or(line.body.as_str(), String::as_str)
}

/// Lines of a poem, items of a list.
fn stands_close(walk: &Walk<'_>, before: Option<&Line>, line: &Line) -> bool {
    let Some(before) = before else { return false };
    let both = |kind| before.kind == kind && line.kind == kind;
    (both(Kind::Item) && list_of(walk, before) == list_of(walk, line))
        || (line.continues
            && before.region == line.region
            && before.kind == Kind::Text
            && line.kind == Kind::Text)
        || (line.kind == Kind::Definition && matches!(before.kind, Kind::Term | Kind::Definition))
}

/// The outermost list around a line.
fn list_of(walk: &Walk<'_>, line: &Line) -> Option<usize> {
    let above = std::iter::successors(Some(line.region), |at| walk.regions[*at].parent);
    above.filter(|at| matches!(walk.tag(*at), "ul" | "ol" | "menu")).last()
}

fn same_table(walk: &Walk<'_>, before: &Line, line: &Line) -> bool {
    let table = |line: &Line| walk.regions[line.region].parent;
    before.kind == Kind::Row && line.kind == Kind::Row && table(before) == table(line)
}

/// The first row of a table is its head, because Markdown knows no table without.
fn write_row(text: &mut String, walk: &Walk<'_>, index: usize, row: usize) {
    let line = &walk.lines[index];
    let rest = walk.lines[index..].iter().take_while(|other| same_table(walk, line, other));
    let width =
        if row == 0 { rest.map(|other| other.marked.len()).max().unwrap_or(0) } else { line.marked.len() };
    text.push_str(&line.lead);
    for column in 0..width {
        text.push_str("| ");
        text.push_str(line.marked.get(column).map_or("", String::as_str));
        text.push(' ');
    }
    text.push('|');
    if row == 0 {
        text.push('\n');
        text.push_str(&line.indent);
        text.push_str(&"| --- ".repeat(width));
        text.push('|');
    }
}

fn write_code(text: &mut String, line: &Line) {
    let fence = "`".repeat((longest_run(&line.body) + 1).max(3));
    text.push_str(&format!("{}{fence}\n", line.lead));
    for code in line.body.lines() {
        text.push_str(&format!("{}{code}\n", line.indent));
    }
    text.push_str(&format!("{}{fence}", line.indent));
}
