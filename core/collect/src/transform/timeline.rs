//! A timeline: every day, month or year that a sentence or a row of a table is about, in order.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::text::content_words;
use laika_protocol::collection::{Cell, Cited, Part, Phrase, Row};

use super::config::Config;
use super::page::{LineKind, Page, bare};
use super::read::{Day, FoundDay, days};
use super::{Draft, open};

/// Characters of an event; of a longer sentence only what stands around the date is taken.
const LONGEST: usize = 400;
/// The part of two events' words that must be shared for them to be the same, in hundredths.
const SAME: usize = 60;

/// Something that happened.
struct Event {
    day: Day,
    page: usize,
    /// Where the date stands, and what happened.
    date: Range<usize>,
    words: Range<usize>,
    stems: BTreeSet<String>,
    /// Other sources that say the same.
    also: Vec<(usize, Range<usize>)>,
}

pub(crate) fn make(pages: &[Page], config: &Config) -> Draft {
    let mut draft = Draft::default();
    let mut events: Vec<Event> = open(pages).flat_map(|(at, page)| of_page(at, page)).collect();
    events.sort_by(|one, other| {
        one.day.cmp(&other.day).then((one.page, one.words.start).cmp(&(other.page, other.words.start)))
    });
    let events = merged(events);
    disagreements(pages, &events, &mut draft);
    let most = config.number("most");
    if events.len() > most {
        draft.note(Phrase::MoreEvents, [events.len().to_string(), most.to_string()]);
    }
    let rows: Vec<Row> = events.iter().take(most).map(|event| row(pages, event)).collect();
    if rows.is_empty() {
        draft.note(Phrase::NoDates, []);
    } else {
        let columns = ["Date", "What happened"].map(ToString::to_string).to_vec();
        draft.parts.push(Part::Table { columns, rows });
    }
    draft
}

fn row(pages: &[Page], event: &Event) -> Row {
    let page = &pages[event.page];
    let date = Cited::new(event.day.to_string(), alloc::vec![page.cite(event.date.clone())]);
    let mut words = page.cited(event.words.clone());
    words
        .citations
        .extend(event.also.iter().filter_map(|(at, words)| Some(pages.get(*at)?.cite(words.clone()))));
    Row { cells: alloc::vec![Cell::Computed(date), Cell::Value(words)] }
}

fn of_page(at: usize, page: &Page) -> Vec<Event> {
    let mut found = Vec::new();
    // A day without a year is of the year that was last named, else of the page's own.
    let mut year = page.year;
    let mut heading: Option<FoundDay> = None;
    let mut sentences = page.sentences.iter().peekable();
    for (index, line) in page.content() {
        match &line.kind {
            LineKind::Heading(_) => {
                let words = &page.text[line.at.clone()];
                let all = moved(days(words, None), line.at.start);
                // A heading that is only a date is about what stands under it.
                heading = all.into_iter().find(|one| words.len() <= one.at.len() + 3);
                year = heading.as_ref().map_or(year, |one| Some(one.day.year));
            }
            LineKind::Row(cells) => of_row(at, page, cells, &mut year, &mut found),
            LineKind::Text | LineKind::Item => {
                while sentences.next_if(|one| one.line < index).is_some() {}
                while let Some(sentence) = sentences.next_if(|one| one.line == index) {
                    let before = found.len();
                    of_sentence(at, page, sentence.at.clone(), &mut year, &mut found);
                    if found.len() == before
                        && let Some(day) = heading.take()
                    {
                        found.push(event(at, page, &day, sentence.at.clone()));
                    }
                }
            }
            LineKind::Code => {}
        }
    }
    found
}

fn moved(mut found: Vec<FoundDay>, by: usize) -> Vec<FoundDay> {
    for one in &mut found {
        one.at = one.at.start + by..one.at.end + by;
    }
    found
}

fn event(page_at: usize, page: &Page, day: &FoundDay, words: Range<usize>) -> Event {
    let words = bare(&page.text, words);
    let stems = content_words(&page.text[words.clone()])
        .into_iter()
        .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    Event {
        day: day.day,
        page: page_at,
        date: day.at.clone(),
        stems: stems.collect(),
        words,
        also: Vec::new(),
    }
}

fn of_sentence(
    at: usize,
    page: &Page,
    sentence: Range<usize>,
    year: &mut Option<i32>,
    found: &mut Vec<Event>,
) {
    let words = &page.text[sentence.clone()];
    let all = moved(days(words, *year), sentence.start);
    let mut end = 0;
    let mut taken: Vec<Day> = Vec::new();
    for day in &all {
        if day.whole {
            *year = Some(day.day.year);
        }
        // `2019 to 2021` begins once.
        let between = if end > 0 { page.text[end..day.at.start].trim() } else { "" };
        let range =
            end > 0 && matches!(between, "-" | "–" | "—" | "to" | "bis" | "until" | "/" | "and" | "und");
        let again =
            taken.iter().any(|known| known.year == day.day.year && (day.day.month == 0 || *known == day.day));
        // A month or a year that stands behind a whole day only explains it.
        let vague = !taken.is_empty() && day.day.day == 0;
        if !range && !again && !vague {
            found.push(event(at, page, day, around(page, &sentence, &day.at)));
            taken.push(day.day);
        }
        end = day.at.end;
    }
}

/// The whole sentence, or of a long one the clauses around a date.
fn around(page: &Page, sentence: &Range<usize>, date: &Range<usize>) -> Range<usize> {
    let words = &page.text[sentence.clone()];
    if words.chars().count() <= LONGEST {
        return sentence.clone();
    }
    let stops = |c: char| matches!(c, ';' | ':' | '–' | '(' | ')');
    let before = &page.text[sentence.start..date.start];
    let start = before.rfind(stops).map_or(sentence.start, |at| sentence.start + at);
    let start = start + page.text[start..].find(|c: char| c.is_alphanumeric()).unwrap_or_default();
    let end = page.text[date.end..sentence.end].find(stops).map_or(sentence.end, |at| date.end + at);
    let piece = start.min(date.start)..end;
    if page.text[piece.clone()].chars().count() <= LONGEST { piece } else { date.clone() }
}

/// In a row one cell is the date, and the longest other one says what happened.
fn of_row(at: usize, page: &Page, cells: &[Range<usize>], year: &mut Option<i32>, found: &mut Vec<Event>) {
    let mut day = None;
    for cell in cells {
        let words = &page.text[cell.clone()];
        let first =
            days(words, *year).into_iter().next().filter(|one| 2 * one.at.len() >= words.trim().len());
        if let Some(first) = first {
            day = Some((cell, moved(alloc::vec![first], cell.start)));
            break;
        }
    }
    let Some((date, day)) = day.and_then(|(cell, day)| Some((cell, day.into_iter().next()?))) else { return };
    *year = Some(day.day.year);
    let longest = cells
        .iter()
        .filter(|cell| *cell != date && page.text[(*cell).clone()].chars().any(char::is_alphabetic))
        .max_by_key(|cell| cell.len());
    if let Some(words) = longest {
        found.push(event(at, page, &day, words.clone()));
    }
}

/// The same event of the same day in several sources stands once.
fn merged(events: Vec<Event>) -> Vec<Event> {
    let mut kept: Vec<Event> = Vec::new();
    for event in events {
        // They are sorted by day, so what is the same is near.
        let same = kept
            .iter_mut()
            .rev()
            .take_while(|known| known.day == event.day)
            .take(50)
            .find(|known| likeness(known, &event) >= SAME);
        match same {
            Some(known) if known.page != event.page => known.also.push((event.page, event.words)),
            Some(_) => {}
            None => kept.push(event),
        }
    }
    kept
}

fn likeness(one: &Event, other: &Event) -> usize {
    let shared = one.stems.intersection(&other.stems).count();
    100 * shared / one.stems.len().min(other.stems.len()).max(1)
}

/// Two sources that tell the same of different days.
fn disagreements(pages: &[Page], events: &[Event], draft: &mut Draft) {
    // By its three longest words; whatever is told with the same words shares them.
    let mut known: BTreeMap<Vec<&str>, &Event> = BTreeMap::new();
    for event in events.iter().filter(|event| event.stems.len() >= 3) {
        let mut longest: Vec<&str> = event.stems.iter().map(String::as_str).collect();
        longest.sort_by_key(|word| (core::cmp::Reverse(word.len()), *word));
        longest.truncate(3);
        match known.get(&longest) {
            Some(other)
                if other.page != event.page && other.day != event.day && likeness(other, event) >= 80 =>
            {
                let citations = [*other, event].map(|one| pages[one.page].cite(one.words.clone())).to_vec();
                let days = [other.day.to_string(), event.day.to_string()];
                draft.notes.push(Cited { citations, ..Cited::ours(Phrase::DatesDiffer, days) });
            }
            Some(_) => {}
            None => {
                known.insert(longest, event);
            }
        }
    }
}
