//! What a page says in the form of a label and a value: lines, tables, lists, short sections.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::text::{fold, words};

use super::page::{LineKind, Page, bare};

/// Characters of a label.
const LONGEST_LABEL: usize = 60;
/// Words of a label.
const MOST_LABEL_WORDS: usize = 7;
/// Characters of a value.
const LONGEST_VALUE: usize = 240;

/// A label with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Where the label stands; of a cell, the row's and the column's.
    pub(crate) labels: Vec<Range<usize>>,
    /// Where the value stands.
    pub(crate) value: Range<usize>,
    /// How much the form says that this is one, in thousandths.
    pub(crate) sure: u32,
}

impl Fact {
    /// The words of its label, folded.
    pub(crate) fn label(&self, text: &str) -> String {
        let parts: Vec<String> = self.labels.iter().map(|label| fold(&text[label.clone()])).collect();
        parts.join(" ")
    }
}

/// Every fact of a page, in order.
pub(crate) fn facts(page: &Page) -> Vec<Fact> {
    let mut found = Vec::new();
    let content: Vec<(usize, &super::page::Line)> = page.content().collect();
    let mut at = 0;
    while let Some((_, line)) = content.get(at) {
        match &line.kind {
            LineKind::Row(_) => {
                let mut rows: Vec<&[Range<usize>]> = Vec::new();
                while let Some((_, line)) = content.get(at) {
                    let LineKind::Row(cells) = &line.kind else { break };
                    rows.push(cells);
                    at += 1;
                }
                table(page, &rows, &mut found);
                continue;
            }
            LineKind::Heading(level) if *level > 1 => {
                section(page, line, content.get(at + 1).map(|(_, line)| *line), &mut found);
            }
            LineKind::Text | LineKind::Item => stated(page, line.at.clone(), &mut found),
            LineKind::Heading(_) | LineKind::Code => {}
        }
        at += 1;
    }
    // What is said inside a line: `Price: 5 €. Colour: red.`
    for sentence in &page.sentences {
        if page.lines.get(sentence.line).is_some_and(|line| line.at.start != sentence.at.start) {
            stated(page, sentence.at.clone(), &mut found);
        }
    }
    found.sort_by_key(|fact| (fact.value.start, fact.value.end));
    found
}

fn table(page: &Page, rows: &[&[Range<usize>]], found: &mut Vec<Fact>) {
    let text = page.text.as_str();
    let wide = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    let Some((first, rest)) = rows.split_first() else { return };
    let fits = |cell: &Range<usize>| !cell.is_empty() && text[cell.clone()].chars().count() <= LONGEST_VALUE;
    if wide <= 2 {
        // The first row names the columns only where something follows it; its cells are then no value.
        let named = rest.is_empty() || first.iter().any(|cell| cell.is_empty()) || is_header(text, first);
        for row in rows.iter().skip(usize::from(named)) {
            if let [label, value] = row
                && fits(label)
                && fits(value)
            {
                let label = bare(text, label.clone());
                found.push(Fact { labels: alloc::vec![label], value: bare(text, value.clone()), sure: 1000 });
            }
        }
        if !named {
            return;
        }
    }
    for (number, row) in rest.iter().enumerate() {
        let Some(name) = row.first() else { continue };
        for (column, value) in row.iter().enumerate().filter(|(_, value)| fits(value)) {
            let header = first.get(column).filter(|header| !header.is_empty());
            if let Some(header) = header.filter(|_| number == 0) {
                found.push(Fact { labels: alloc::vec![header.clone()], value: value.clone(), sure: 800 });
            }
            if wide > 2 && column > 0 && fits(name) {
                let labels = core::iter::once(name.clone()).chain(header.cloned()).collect();
                found.push(Fact { labels, value: value.clone(), sure: 950 - 10 * late(text, first, column) });
            }
        }
    }
}

/// How many columns come before one, for what is wanted: those of later years, else those to the left.
fn late(text: &str, header: &[Range<usize>], column: usize) -> u32 {
    let year = |at: usize| {
        let words = &text[header.get(at)?.clone()];
        let digits: String = words.chars().filter(char::is_ascii_digit).collect();
        digits
            .get(digits.len().checked_sub(4)?..)?
            .parse::<u32>()
            .ok()
            .filter(|year| (1900..2200).contains(year))
    };
    let before = match year(column) {
        Some(own) => (1..header.len()).filter(|at| year(*at).is_some_and(|other| other > own)).count(),
        None => column - 1,
    };
    u32::try_from(before).unwrap_or_default().min(5)
}

/// Whether a row only names columns: none of its cells has a digit.
fn is_header(text: &str, row: &[Range<usize>]) -> bool {
    const NAMES: &[&str] = &[
        "value",
        "wert",
        "price",
        "preis",
        "merkmal",
        "property",
        "detail",
        "details",
        "key facts",
        "eckdaten",
        "angabe",
    ];
    row.iter().any(|cell| NAMES.contains(&fold(&text[cell.clone()]).as_str()))
}

/// A short section: its heading is the label, its first sentence the value.
fn section(
    page: &Page,
    heading: &super::page::Line,
    next: Option<&super::page::Line>,
    found: &mut Vec<Fact>,
) {
    let Some(next) = next.filter(|next| matches!(next.kind, LineKind::Text | LineKind::Item)) else { return };
    let sentence = page.sentences.iter().find(|one| one.at.start >= next.at.start).map(|one| one.at.clone());
    let Some(value) = sentence.filter(|value| value.end <= next.at.end) else { return };
    if is_label(&page.text[heading.at.clone()]) {
        found.push(Fact {
            labels: alloc::vec![heading.at.clone()],
            value: bare(&page.text, value),
            sure: 800,
        });
    }
}

/// `Label: value`, `**Label** value`, `Label – value`.
fn stated(page: &Page, at: Range<usize>, found: &mut Vec<Fact>) {
    let text = page.text.as_str();
    let line = &text[at.clone()];
    let (label, behind, sure) = if let Some(colon) = line.find(':').filter(|colon| is_colon(line, *colon)) {
        (at.start..at.start + colon, at.start + colon + 1, 1000)
    } else if let Some((label, end)) = lead(line) {
        (at.start + label.start..at.start + label.end, at.start + end, 950)
    } else if let Some((dash, long)) =
        [" – ", " — ", " - "].iter().find_map(|dash| line.find(dash).map(|at| (at, dash.len())))
    {
        (at.start..at.start + dash, at.start + dash + long, 700)
    } else {
        return;
    };
    let mut value = bare(text, behind..at.end);
    // Emphasis may close behind the colon: `**Price:** 5`.
    let label = bare(text, label);
    if !is_label(&text[label.clone()]) || value.is_empty() {
        return;
    }
    if let Some(end) = first_sentence(&text[value.clone()]) {
        value.end = value.start + end;
    }
    let value = bare(text, value);
    if text[value.clone()].chars().count() <= LONGEST_VALUE && !value.is_empty() {
        found.push(Fact { labels: alloc::vec![label], value, sure });
    }
}

/// A colon that stands between words, not in a time or an address.
fn is_colon(line: &str, at: usize) -> bool {
    let behind = &line[at + 1..];
    behind.starts_with([' ', '*', '_', '\u{a0}']) || behind.is_empty()
}

/// `**Label.** value`: the label, and where the value starts.
fn lead(line: &str) -> Option<(Range<usize>, usize)> {
    let mark = ["**", "__"].into_iter().find(|mark| line.starts_with(mark))?;
    let close = line[2..].find(mark)? + 2;
    let label = line[2..close].trim_end_matches(['.', ':', ' ']);
    Some((2..2 + label.len(), close + 2))
}

fn is_label(label: &str) -> bool {
    let count = words(label).len();
    let is_short = label.chars().count() <= LONGEST_LABEL && (1..=MOST_LABEL_WORDS).contains(&count);
    is_short && label.chars().any(char::is_alphabetic) && !label.contains(['|', '[', ']', '"', ';'])
}

/// Where the first sentence of a value ends, if there are several.
fn first_sentence(value: &str) -> Option<usize> {
    let found = laika_context::text::sentences(value);
    match found.as_slice() {
        [first, _, ..] => Some(first.at.end),
        _ => None,
    }
}
