//! A comparison: a row for each source, a column for each thing, and in every cell what the source says or nothing.

mod candidates;
mod column;
mod columns;
mod prefer;
mod prefer_words;
mod value;

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::collection::{Cell, Cited, Part, Phrase, Row};

pub use prefer::{Ranked, TableRow, rank};

use super::choice::Open;
use super::config::Config;
use super::facts::facts;
use super::page::Page;
use super::{Draft, open};
use candidates::{Candidate, ENOUGH, Reading, candidates, wanted};
use column::Column;

/// The rules are sure of a candidate from here on, and where it is so much better than the next.
const SURE: u32 = 870;
const AHEAD: u32 = 150;
/// Bytes of a page that a model sees around the candidates.
const SHOWN: usize = 1600;

/// What can stand in the table.
pub(crate) struct Plan {
    columns: Vec<Column>,
    /// The pages that have a row.
    rows: Vec<usize>,
    /// By row, then by column; in the order of the choices.
    cells: Vec<Vec<Candidate>>,
}

pub(crate) fn plan(pages: &[Page], config: &Config) -> (Plan, Vec<Open>) {
    let rows: Vec<usize> = open(pages).map(|(at, _)| at).collect();
    let said: Vec<_> = rows.iter().map(|at| facts(&pages[*at])).collect();
    let named = config.texts("columns");
    let columns: Vec<Column> = if named.is_empty() {
        let of_rows: Vec<&Page> = rows.iter().map(|at| &pages[*at]).collect();
        columns::proposed(&of_rows, &said, config.number("most_columns"))
    } else {
        named.iter().map(|name| Column::new(name)).collect()
    };
    let (mut cells, mut choices) = (Vec::new(), Vec::new());
    for (at, facts) in rows.iter().zip(&said) {
        let page = &pages[*at];
        let reading = Reading::new(page, facts);
        for column in &columns {
            let found = candidates(page, &reading, column);
            choices.push(choice(page, *at, column, &found));
            cells.push(found);
        }
    }
    (Plan { columns, rows, cells }, choices)
}

fn choice(page: &Page, at: usize, column: &Column, found: &[Candidate]) -> Open {
    let best = found.first().map_or(0, |one| one.score);
    let next = found.get(1).map_or(0, |one| one.score);
    let by_rules = (best >= ENOUGH).then_some(0);
    let sure = best >= SURE && best >= next + AHEAD;
    let options: Vec<String> = found.iter().map(|one| page.said(one.at.clone()).into_owned()).collect();
    let shown = found.first().map_or(0..0, |one| page.around(&one.at, SHOWN));
    Open::new(wanted(column), (at, shown), options, by_rules, sure)
}

pub(crate) fn assemble(pages: &[Page], config: &Config, plan: &Plan, choices: &[Open]) -> Draft {
    let mut draft = Draft::default();
    let width = plan.columns.len();
    if width == 0 {
        draft.note(Phrase::NothingInCommon, []);
    }
    // Where each cell's words stand.
    let spans: Vec<Option<Range<usize>>> = plan
        .cells
        .iter()
        .zip(choices)
        .map(|(found, choice)| choice.chosen().and_then(|at| found.get(at)).map(|one| one.at.clone()))
        .collect();
    let mut table: Vec<TableRow> = Vec::new();
    for (row, at) in plan.rows.iter().enumerate() {
        let spans = spans.get(row * width..(row + 1) * width).unwrap_or_default();
        let page = &pages[*at];
        table.push(TableRow {
            cells: spans.iter().map(|at| at.clone().map(|at| page.said(at).into_owned())).collect(),
        });
    }
    let names: Vec<String> = plan.columns.iter().map(|column| column.name.clone()).collect();
    let mut order: Vec<usize> = (0..table.len()).collect();
    if let Some(sentence) = config.text("preferences") {
        let ranked = rank(&names, &table, sentence);
        draft.notes.extend(ranked.notes);
        order = ranked.order;
    }
    let rows = order.iter().filter_map(|row| {
        let page = pages.get(*plan.rows.get(*row)?)?;
        let mut cells = alloc::vec![Cell::Value(page.named())];
        let spans = spans.get(row * width..(row + 1) * width)?;
        cells.extend(
            spans.iter().map(|at| at.clone().map_or(Cell::Unknown, |at| Cell::Value(page.cited(at)))),
        );
        Some(Row { cells })
    });
    let rows: Vec<Row> = rows.collect();
    disagreements(pages, plan, &spans, &mut draft);
    silent(pages, plan, &spans, &mut draft);
    let columns = core::iter::once("Source".to_string()).chain(names).collect();
    draft.used.extend(plan.rows.iter().enumerate().filter_map(|(row, at)| {
        spans
            .get(row * width..(row + 1) * width)
            .is_some_and(|cells| cells.iter().any(Option::is_some))
            .then_some(*at)
    }));
    if !rows.is_empty() {
        draft.parts.push(Part::Table { columns, rows });
    }
    draft
}

/// Sources that say none of what is compared.
fn silent(pages: &[Page], plan: &Plan, spans: &[Option<Range<usize>>], draft: &mut Draft) {
    let width = plan.columns.len();
    for (row, at) in plan.rows.iter().enumerate().filter(|_| width > 0) {
        let cells = spans.get(row * width..(row + 1) * width).unwrap_or_default();
        if cells.iter().all(Option::is_none) {
            draft.notes.push(pages[*at].noted(Phrase::SaysNoneOfIt));
        }
    }
}

/// Sources with the same title are about the same thing; where they say different numbers, that is said.
fn disagreements(pages: &[Page], plan: &Plan, spans: &[Option<Range<usize>>], draft: &mut Draft) {
    let width = plan.columns.len();
    // The first row of every title.
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (one, at) in plan.rows.iter().enumerate() {
        let title = laika_context::text::fold(&pages[*at].title);
        let other = *known.entry(title.clone()).or_insert(one);
        if title.is_empty() || other == one {
            continue;
        }
        for (at, column) in plan.columns.iter().enumerate() {
            let of = |row: usize| {
                spans.get(row * width + at).cloned().flatten().map(|span| (&pages[plan.rows[row]], span))
            };
            let (Some((first, a)), Some((second, b))) = (of(other), of(one)) else { continue };
            let (a_text, b_text) = (&first.text[a.clone()], &second.text[b.clone()]);
            if value::differ(a_text, b_text, column.kind()) {
                let citations = alloc::vec![first.cite(a.clone()), second.cite(b.clone())];
                let name = laika_protocol::text::one_line(&column.name).into_owned();
                draft.notes.push(Cited { citations, ..Cited::ours(Phrase::ValuesDiffer, [name]) });
            }
        }
    }
}
