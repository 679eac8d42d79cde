//! The lines of a source: what each is, and how it is written in Markdown.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::text::one_line;

use super::escape::escaped;

/// How deep lists go.
const DEEPEST: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Heading(u8),
    Entry(usize),
    Quote,
    Code,
    /// A row of a table with so many cells.
    Row(usize),
    Term,
    Definition,
    Text,
    /// The next line of the same paragraph.
    More,
}

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    kind: Kind,
    words: String,
}

impl Line {
    fn new(kind: Kind, words: &str) -> Self {
        let words = one_line(words);
        // The spaces at the beginning of code are part of it.
        let words = if kind == Kind::Code { words.trim_end() } else { words.trim() };
        Self { kind, words: words.to_string() }
    }

    pub(super) fn new_heading(level: u8, words: &str) -> Self {
        Self::new(Kind::Heading(level), words)
    }

    pub(super) fn new_entry(words: &str) -> Self {
        Self::new(Kind::Entry(0), words)
    }

    pub(super) fn new_quote(words: &str) -> Self {
        Self::new(Kind::Quote, words)
    }

    pub(super) fn words(&self) -> &str {
        &self.words
    }

    pub(super) const fn heading(&self) -> Option<u8> {
        match self.kind {
            Kind::Heading(level) => Some(level),
            Kind::Entry(_)
            | Kind::Quote
            | Kind::Code
            | Kind::Row(_)
            | Kind::Term
            | Kind::Definition
            | Kind::Text
            | Kind::More => None,
        }
    }
}

/// The lines of a page's text, by their prefixes (PROT-028).
pub(super) fn of_page(text: &str) -> Vec<Line> {
    const PREFIXES: &[(&str, Kind)] = &[
        ("H1:", Kind::Heading(1)),
        ("H2:", Kind::Heading(2)),
        ("H3:", Kind::Heading(3)),
        ("H4:", Kind::Heading(4)),
        ("H5:", Kind::Heading(5)),
        ("H6:", Kind::Heading(6)),
        ("Code:", Kind::Code),
        ("Summary:", Kind::Text),
        ("Caption:", Kind::Text),
        ("Term:", Kind::Term),
        ("Definition:", Kind::Definition),
    ];
    let read = |line: &str| {
        let (mut rest, mut kind) = marked(line);
        if let Some((mark, found)) = PREFIXES.iter().find(|(mark, _)| rest.starts_with(mark)) {
            rest = rest[mark.len()..].strip_prefix(' ').unwrap_or(&rest[mark.len()..]);
            // A heading in a list is an entry of it.
            kind = if matches!(kind, Kind::Text) { *found } else { kind };
        }
        Line::new(as_row(kind, rest), rest)
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(read).collect()
}

/// The lines of words that a person wrote, by the marks that people write.
pub(super) fn of_words(text: &str) -> Vec<Line> {
    let text = laika_protocol::text::lines(text);
    let mut lines: Vec<Line> = Vec::new();
    let mut fresh = true;
    for line in text.lines() {
        if line.trim().is_empty() {
            fresh = true;
            continue;
        }
        let (rest, mut kind) = marked(line);
        let level = rest.bytes().take_while(|byte| *byte == b'#').count();
        let mut words = rest;
        if let (Kind::Text, 1..=6, Some(' ')) = (kind, level, rest[level..].chars().next()) {
            kind = u8::try_from(level).map_or(Kind::Text, Kind::Heading);
            words = &rest[level..];
        }
        // The line of dashes below the names of columns is written anew.
        let is_rule = line.contains("---") && line.chars().all(|c| matches!(c, '-' | '|' | ':' | ' '));
        if is_rule && lines.last().is_some_and(|last| matches!(last.kind, Kind::Row(_))) {
            continue;
        }
        kind = as_row(kind, words);
        if kind == Kind::Text
            && !fresh
            && lines.last().is_some_and(|last| matches!(last.kind, Kind::Text | Kind::More))
        {
            kind = Kind::More;
        }
        fresh = false;
        lines.push(Line::new(kind, words));
    }
    lines
}

/// A line without the marks of an entry or a quotation.
fn marked(line: &str) -> (&str, Kind) {
    let rest = line.trim_start();
    let indent = line.len() - rest.len();
    if let Some(entry) = rest.strip_prefix("- ") {
        return (entry, Kind::Entry((indent / 2).min(DEEPEST)));
    }
    match rest.strip_prefix("> ") {
        Some(quoted) => (quoted, Kind::Quote),
        None => (rest, Kind::Text),
    }
}

fn as_row(kind: Kind, words: &str) -> Kind {
    let cells = words.matches(" | ").count() + 1;
    if kind == Kind::Text && cells > 1 { Kind::Row(cells) } else { kind }
}

/// The lines as Markdown.
pub(super) fn markdown(lines: &[Line]) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut before: Option<Kind> = None;
    // The depths, as the page has them, of the entries that the next one may be below.
    let mut above: Vec<usize> = Vec::new();
    while at < lines.len() {
        let line = &lines[at];
        if !matches!(line.kind, Kind::Entry(_)) {
            above.clear();
        }
        let same = lines[at..].iter().take_while(|next| next.kind == line.kind).count();
        let (block, used, kind) = match line.kind {
            Kind::Row(cells) if same >= 2 => (table(&lines[at..at + same], cells), same, line.kind),
            Kind::Code => (code(&lines[at..at + same]), same, line.kind),
            Kind::Term => match lines.get(at + 1).filter(|next| next.kind == Kind::Definition) {
                Some(next) => {
                    (format!("- {}: {}", escaped(&line.words), inner(&next.words)), 2, Kind::Entry(0))
                }
                None => (escaped(&line.words), 1, Kind::Text),
            },
            Kind::Heading(level) => {
                (format!("{} {}", "#".repeat(usize::from(level)), escaped(&line.words)), 1, line.kind)
            }
            Kind::Entry(depth) => {
                // One that is below nothing stands at the edge: far from it, a reader of Markdown takes it for code.
                above.retain(|other| *other < depth);
                let entry = format!("{}- {}", "  ".repeat(above.len()), escaped(&line.words));
                above.push(depth);
                (entry, 1, line.kind)
            }
            Kind::Quote => (format!("> {}", escaped(&line.words)), 1, line.kind),
            Kind::Row(_) | Kind::Definition | Kind::Text | Kind::More => (escaped(&line.words), 1, line.kind),
        };
        at += used;
        if block.trim().is_empty() {
            continue;
        }
        let joined = matches!((before, kind), (Some(Kind::Entry(_)), Kind::Entry(_)) | (Some(_), Kind::More));
        if !out.is_empty() {
            out.push_str(if joined { "\n" } else { "\n\n" });
        }
        out.push_str(&block);
        before = Some(kind);
    }
    out
}

/// Words inside a line, where no mark of a line can be.
fn inner(words: &str) -> String {
    let escaped = escaped(&format!("x{words}"));
    escaped.strip_prefix('x').unwrap_or(&escaped).to_string()
}

fn table(rows: &[Line], cells: usize) -> String {
    let mut lines: Vec<String> = rows.iter().map(|row| escaped(&row.words)).collect();
    let rule: Vec<&str> = core::iter::repeat_n("---", cells).collect();
    lines.insert(1, rule.join(" | "));
    lines.join("\n")
}

fn code(lines: &[Line]) -> String {
    let longest = lines.iter().map(|line| longest_run(&line.words)).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    let mut out = alloc::vec![fence.clone()];
    out.extend(lines.iter().map(|line| line.words.clone()));
    out.push(fence);
    out.join("\n")
}

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}
