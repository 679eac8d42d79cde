//! Dates that are chosen on a calendar because nothing can be typed: which month it shows, which way it is turned, and which
//! day is meant. Numbers and arrows stand on many pages, so a calendar is only what looks like one whole: the name of a
//! month with its days counted below it. What leaves a doubt is the person's.

use alloc::vec::Vec;

use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, ElementState, Observation};

use super::dates::{self, Date};
use super::more::is_next;
use super::results::is_previous;
use super::{fields, only, read, stated};
use crate::execute::likeness;
use crate::text::{is_stop, words};

/// Days that stand one after the other; fewer could be anything.
const LEAST_DAYS: usize = 7;
/// Words between the name of a month and its first day: those of the week, and what turns it.
const MOST_BETWEEN: usize = 14;
/// Every month has as many.
const EVERY_MONTH: u32 = 28;
/// Days of another month that stand beside those of a month.
const MOST_BESIDE: usize = 14;
/// How far from its days a calendar is turned, counted in elements.
const NEAR: usize = 6;
const NEXT: &[&str] = &["next", "nächster", "nächsten", "suivant", "siguiente", "successivo", "próximo"];
const PREVIOUS: &[&str] =
    &["prev", "previous", "vorheriger", "voriger", "précédent", "anterior", "precedente"];
/// Words for turning: "Move forward to switch to the next month".
const GOING: &[&str] = &["go", "move", "show", "switch", "forward", "backward"];
const MONTH: &[&str] = &["month", "monat", "mois", "mes", "mese", "mês"];
/// What fields for dates are called.
const DATES: &[&str] = &[
    "date",
    "dates",
    "day",
    "when",
    "arrival",
    "departure",
    "check",
    "birthday",
    "datum",
    "tag",
    "anreise",
    "abreise",
    "geburtsdatum",
    "jour",
    "arrivée",
    "départ",
    "fecha",
    "día",
    "llegada",
    "salida",
    "data",
    "giorno",
];
/// What a day may be called beside its date.
const BESIDE: &[&str] = &["choose", "select", "available", "wähle", "today", "heute"];

/// What comes next on the way to a date.
#[derive(Debug, PartialEq)]
pub(super) enum Step<'a> {
    /// The field that opens the calendar.
    Open(&'a Element),
    /// What shows another month.
    Turn(&'a Element),
    /// The day itself.
    Day(&'a Element),
    /// There is a calendar, and it leaves a doubt which day is which, does not offer this one, or cannot be turned.
    Unsure,
}

/// What to press next so that the date of these words is chosen, where the field that was opened last is `opened`. Nothing
/// where they say none, or where nothing looks like a calendar or like a field that opens one.
pub(super) fn step<'a>(said: &str, page: &'a Observation, opened: Option<&HandleId>) -> Option<Step<'a>> {
    let grid = Grid::of(page);
    let closed = closed(page);
    let field = meant(said, &closed);
    let Some(wanted) = dates::in_clause(said, field) else {
        // "3 May" of which year, or two days: any number that is pressed would be a guess.
        return grid.filter(|_| dates::are_spoken_of(said)).map(|_| Step::Unsure);
    };
    match (field, grid) {
        // A calendar that stays open belongs to the field that opened it.
        (Some(field), Some(grid)) if opened == Some(&field.handle_id) => Some(grid.step(wanted)),
        (Some(field), _) => Some(Step::Open(field)),
        (None, Some(grid)) if closed.is_empty() => Some(grid.step(wanted)),
        (None, _) => closed.iter().any(|field| is_for_dates(field)).then_some(Step::Unsure),
    }
}

/// Whether a clause may be about a date at all: what is only to be clicked or opened is called by its own name.
pub(super) fn may_date(clause: &str) -> bool {
    read::enters(clause) || !stated::presses(clause)
}

/// Whether something is called by nothing but a day of a month.
pub(super) fn is_day(name: &str) -> bool {
    name.trim().parse().is_ok_and(|day: u32| (1..=31).contains(&day))
}

/// The fields that nothing can be typed into.
fn closed(page: &Observation) -> Vec<&Element> {
    let closed = |element: &&Element| {
        matches!(element.role.as_str(), "textbox" | "combobox")
            && element.states.contains(&ElementState::ReadOnly)
            && !element.states.contains(&ElementState::Disabled)
    };
    page.elements.iter().filter(closed).collect()
}

/// Which of these fields some words mean: the one they name, or the only one that may be for a date.
fn meant<'a>(said: &str, closed: &[&'a Element]) -> Option<&'a Element> {
    let names: Vec<_> = closed.iter().map(|field| fields::called(field)).collect();
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    let scores = likeness(&names, said);
    let named = closed.iter().zip(scores).filter(|(_, score)| *score > 0.5).map(|(field, _)| *field);
    let alone = || closed.first().filter(|field| closed.len() == 1 && is_for_dates(field)).copied();
    only(named).or_else(alone)
}

/// Whether a field is called like one for dates, or not at all.
fn is_for_dates(field: &Element) -> bool {
    let words = words(&fields::called(field));
    words.is_empty() || words.iter().any(|word| DATES.contains(&word.as_str()))
}

/// A calendar: the months it shows, in order, and its days among the elements of the page.
struct Grid<'a> {
    page: &'a Observation,
    shown: Vec<(u32, u32)>,
    /// Where its days begin and end; nothing where that is not sure.
    days: Option<(usize, usize)>,
}

impl<'a> Grid<'a> {
    /// The calendar of a page, where it says the name of a month with its days counted below it.
    fn of(page: &'a Observation) -> Option<Self> {
        let words: Vec<&str> = page.text.split_whitespace().filter(|word| *word != "|").collect();
        let month = |(at, pair): (usize, &[&str])| {
            let [month, year] = pair else { return None };
            let month = dates::month_and_year(month, year)?;
            is_counted(words.get(at + 2..)?).then_some(month)
        };
        let mut shown: Vec<(u32, u32)> = words.windows(2).enumerate().filter_map(month).collect();
        shown.sort_unstable();
        shown.dedup();
        let mut runs = Vec::new();
        let is_one = |element: &Element| is_day(&element.accessible_name) || named(element).is_some();
        let mut from = 0;
        for run in page.elements.chunk_by(|one, next| is_one(one) == is_one(next)) {
            let to = from + run.len();
            if run.len() >= LEAST_DAYS && run.first().is_some_and(is_one) {
                runs.push((from, to));
            }
            from = to;
        }
        (!shown.is_empty()).then(|| Self { page, shown, days: only(runs.into_iter()) })
    }

    fn step(&self, wanted: Date) -> Step<'a> {
        let Some((from, to)) = self.days else { return Step::Unsure };
        let days = self.page.elements.get(from..to).unwrap_or_default();
        let month = (wanted.year, wanted.month);
        let found = if let Some(day) = only(days.iter().filter(|day| named(day) == Some(wanted))) {
            Some(day)
        } else if self.shown.iter().all(|shown| *shown < month) {
            return self.turning(NEXT, is_next, from).map_or(Step::Unsure, Step::Turn);
        } else if self.shown.iter().all(|shown| *shown > month) {
            return self.turning(PREVIOUS, is_previous, from).map_or(Step::Unsure, Step::Turn);
        } else if self.shown.len() == 1 {
            of_month(days).and_then(|days| only(days.iter().filter(|day| number(day) == Some(wanted.day))))
        } else {
            // Of two months side by side, a bare number does not say which it is of.
            None
        };
        let free = found.filter(|day| !day.states.contains(&ElementState::Disabled));
        free.map_or(Step::Unsure, Step::Day)
    }

    /// The only thing above the days that turns a calendar this way and is called nothing else. What stands below them may be
    /// the next step of a form.
    fn turning(&self, way: &[&str], is_sign: fn(&str) -> bool, days: usize) -> Option<&'a Element> {
        let turns = |element: &&Element| {
            let name = &element.accessible_name;
            let words = words(name);
            let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
            let only_that = |word: &&str| {
                way.contains(word) || MONTH.contains(word) || GOING.contains(word) || is_stop(word)
            };
            let of_month = says(way) && says(MONTH) && words.iter().all(|word| only_that(&word.as_str()));
            is_sign(name) || of_month || words.len() == 1 && says(way)
        };
        let near = self.page.elements.get(days.saturating_sub(NEAR)..days).unwrap_or_default();
        only(near.iter().filter(turns)).filter(|it| !it.states.contains(&ElementState::Disabled))
    }
}

/// Whether what follows the name of a month counts its days, from the first to the last that every month has.
fn is_counted(words: &[&str]) -> bool {
    let between = words.iter().take_while(|word| !is_day(word)).count();
    let numbers = words.iter().skip(between).map_while(|word| word.parse::<u32>().ok());
    // The last days of the month before may come first.
    let from_first = numbers.skip_while(|day| *day > 1).take(EVERY_MONTH as usize);
    between <= MOST_BETWEEN && from_first.eq(1..=EVERY_MONTH)
}

/// The days of the month itself: without the last ones of the month before and the first of the one after.
fn of_month(days: &[Element]) -> Option<&[Element]> {
    let mut months: Vec<&[Element]> = days.chunk_by(|one, next| number(one) < number(next)).collect();
    if months.len() > 1 && months.first()?.len() <= MOST_BESIDE && number(months.first()?.first()?)? > 15 {
        months.remove(0);
    }
    if months.len() > 1 && months.last()?.len() <= MOST_BESIDE && number(months.last()?.first()?)? == 1 {
        months.pop();
    }
    // What stands beside a month never comes further than this, so what does not may be only that.
    only(months.into_iter()).filter(|days| days.last().and_then(number) > Some(MOST_BESIDE as u32))
}

fn number(day: &Element) -> Option<u32> {
    day.accessible_name.trim().parse().ok()
}

/// The date that something is called by, and by nothing else: "Friday, November 11, 2026".
fn named(element: &Element) -> Option<Date> {
    let name = &element.accessible_name;
    let of_date = |word: &str| {
        BESIDE.contains(&word) || is_stop(word) || dates::is_weekday(word) || dates::is_part(word)
    };
    dates::unmistakable(name).filter(|_| words(name).iter().all(|word| of_date(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec;
    use core::ops::RangeInclusive;

    fn bare(days: RangeInclusive<u32>) -> Vec<String> {
        days.map(|day| day.to_string()).collect()
    }

    /// A read-only field and below it a calendar, which may not be open: what it says above its days, what turns it, its days.
    /// Days that nobody can press are in its text all the same.
    fn page(heading: &str, turns: [&str; 2], days: &[String]) -> Observation {
        let mut elements = vec![("textbox", "Date")];
        elements.extend([("link", turns[0]), ("link", turns[1])]);
        elements.extend(days.iter().map(|day| ("link", day.as_str())));
        elements.push(("button", "Submit"));
        let mut page = seen::page(&elements);
        page.elements[0].states.push(ElementState::ReadOnly);
        let counted = bare(1..=30).join(" | ");
        page.text = format!("Book a tour. {heading} Mo | Tu | We\n | | {counted} Submit. Since March 2020.");
        page
    }

    fn told(clause: &str, page: &Observation) -> String {
        let opened = page.elements.first().map(|field| field.handle_id.clone());
        match step(clause, page, opened.as_ref()) {
            Some(Step::Open(field)) => format!("open {}", field.accessible_name),
            Some(Step::Turn(button)) => format!("turn {}", button.accessible_name),
            Some(Step::Day(day)) => {
                let at = page.elements.iter().position(|element| element == day).unwrap();
                format!("day {} at {at}", day.accessible_name)
            }
            Some(Step::Unsure) => "unsure".to_string(),
            None => "nothing".to_string(),
        }
    }

    #[test]
    fn a_date_is_chosen_on_a_calendar() {
        let plain = ["Prev", "Next"];
        let spilling: Vec<String> = [bare(30..=31), bare(1..=30), bare(1..=4)].concat();
        let dated: Vec<String> = (1..=30).map(|day| format!("Choose November {day}, 2026")).collect();
        for (heading, turns, days, clause, expected) in [
            ("", plain, vec![], "Select 11/11/2026 as the date", "open Date"),
            ("", plain, bare(1..=30), "Select 11/11/2026 as the date", "open Date"),
            ("November 2026", plain, bare(1..=30), "Select the tour", "nothing"),
            ("December 2026", plain, bare(1..=30), "Select 11/11/2026 as the date", "turn Prev"),
            ("October 2026", plain, bare(1..=30), "Choose 11 November 2026", "turn Next"),
            ("October 2026", ["‹", "›"], bare(1..=30), "Choose 11 November 2026", "turn ›"),
            (
                "October 2026",
                ["Go to the previous month", "Go to the next month"],
                bare(1..=30),
                "Choose 11 November 2026",
                "turn Go to the next month",
            ),
            (
                "Dezember 2026",
                ["Voriger Monat", "Nächster Monat"],
                bare(1..=30),
                "Wähle 3.1.2027",
                "turn Nächster Monat",
            ),
            ("November 2026", plain, bare(1..=30), "Select 11/11/2026 as the date", "day 11 at 13"),
            ("November\u{a0}2026", plain, bare(1..=30), "Pick November 30th, 2026", "day 30 at 32"),
            ("November 2026", plain, spilling.clone(), "Select 2026-11-30", "day 30 at 34"),
            ("November 2026", plain, spilling, "Select 2026-11-02", "day 2 at 6"),
            ("November 2026", plain, bare(12..=30), "Select 2026-11-20", "day 20 at 11"),
            (
                "November 2026",
                plain,
                dated.clone(),
                "Select 11/11/2026",
                "day Choose November 11, 2026 at 13",
            ),
            ("October 2026", plain, dated, "Select 12/11/2026", "turn Next"),
        ] {
            assert_eq!(told(clause, &page(heading, turns, &days)), expected, "{heading}: {clause}");
        }
        // What takes the date as text gets it as text.
        let mut typed = page("", plain, &[]);
        typed.elements[0].states.clear();
        assert_eq!(told("Select 11/11/2026 as the date", &typed), "nothing");
    }

    #[test]
    fn what_leaves_a_doubt_is_not_pressed() {
        let plain = ["Prev", "Next"];
        let (first, second) = (bare(1..=30), bare(1..=30));
        let booked: Vec<String> = [bare(1..=2), bare(4..=30), bare(1..=5)].concat();
        for (why, heading, turns, days, clause) in [
            (
                "the month is over, and what is offered is of the next one",
                "November 2026",
                plain,
                bare(1..=14),
                "Select 2026-11-05",
            ),
            (
                "the end of a month and the beginning of the next",
                "November 2026",
                plain,
                [bare(18..=30), bare(1..=6)].concat(),
                "Select 2026-11-05",
            ),
            ("which year", "November 2026", plain, bare(1..=30), "Choose 3 May"),
            ("two days", "November 2026", plain, bare(1..=30), "from 3 November 2026 to 7 November 2026"),
            (
                "two months",
                "November 2026 December 2026",
                plain,
                [&first[..], &second].concat(),
                "Select 2026-11-11",
            ),
            (
                "booked out, and the 3rd of the next month is not",
                "November 2026",
                plain,
                booked,
                "Select 2026-11-03",
            ),
            (
                "only one of two months is named",
                "November 2026",
                plain,
                [&first[..], &second].concat(),
                "Select 2026-11-11",
            ),
            ("the past is not offered", "November 2026", plain, bare(12..=30), "Select 2026-11-11"),
            ("few days could be guests", "November 2026", plain, bare(1..=6), "Select 2026-11-05"),
            ("nothing turns it", "October 2026", ["Help", "Contact"], bare(1..=30), "Select 2026-11-11"),
            (
                "what else is called next",
                "October 2026",
                ["Help", "Buy now, pay next month"],
                bare(1..=30),
                "Select 2026-11-11",
            ),
            (
                "a year is too far",
                "October 2026",
                ["Next year", "Last year"],
                bare(1..=30),
                "Select 2026-11-11",
            ),
        ] {
            assert_eq!(told(clause, &page(heading, turns, &days)), "unsure", "{why}");
        }
    }

    /// A page may say anything: only what is counted below the name of a month is a calendar.
    #[test]
    fn pages_of_a_list_are_no_days() {
        let elements: Vec<String> = bare(1..=25);
        let mut elements: Vec<(&str, &str)> = elements.iter().map(|page| ("link", page.as_str())).collect();
        elements.extend([("link", "Next"), ("button", "Confirm order, 3 April 2024")]);
        let mut page = seen::page(&elements);
        page.text = "News of March 2024. The marathon 2024 is over. 1 2 3 4 5".to_string();
        for clause in ["Open the news of 3 April 2024", "Enter 3 April 2024", "Book it for 3 April 2024"] {
            assert_eq!(told(clause, &page), "nothing", "{clause}");
        }
    }
}
