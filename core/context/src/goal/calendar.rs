//! Dates that are chosen on a calendar because nothing can be typed: which months it shows, which way it is turned, and
//! which day is meant. What it does not say without doubt is left alone.

use alloc::vec::Vec;

use laika_protocol::observation::{Element, ElementState, Observation};

use super::dates::{self, Date};
use super::{fields, only, stated};
use crate::execute::likeness;
use crate::text::words;

/// Fewer days are no calendar; below a field that opens one, a few are enough, since a site may offer no more.
const LEAST_DAYS: usize = 20;
const LEAST_BELOW_FIELD: usize = 7;
/// The longest name of what turns a calendar: "Move forward to switch to the next month".
const MOST_WORDS: usize = 10;
const NEXT: &[&str] = &[
    "next",
    "forward",
    "nächster",
    "nächsten",
    "weiter",
    "vor",
    "suivant",
    "siguiente",
    "successivo",
    "próximo",
];
const PREVIOUS: &[&str] = &[
    "prev",
    "previous",
    "backward",
    "vorheriger",
    "vorherigen",
    "zurück",
    "précédent",
    "anterior",
    "precedente",
];
/// Words of what turns it too far.
const YEARS: &[&str] = &["year", "jahr", "année", "año", "anno"];

/// What comes next on the way to a date.
#[derive(Debug, PartialEq)]
pub(super) enum Step<'a> {
    /// The field that opens the calendar.
    Open(&'a Element),
    /// What shows another month.
    Turn(&'a Element),
    /// The day itself.
    Day(&'a Element),
    /// There is a calendar, and it leaves a doubt which day is which, or cannot be turned.
    Unsure,
}

/// What to press next so that a clause's date is chosen. Nothing where it says none or more than one, or where a field takes
/// it as text.
pub(super) fn step<'a>(clause: &str, page: &'a Observation) -> Option<Step<'a>> {
    let field = field(clause, page);
    let wanted = dates::in_clause(clause, field)?;
    let shown = shown(page);
    if let Some(day) = dated(wanted, page) {
        return Some(Step::Day(day));
    }
    let least = if field.is_some() { LEAST_BELOW_FIELD } else { LEAST_DAYS };
    if days(page).count() < least || shown.is_empty() {
        return field.map(Step::Open);
    }
    Some(on(wanted, &shown, page).unwrap_or(Step::Unsure))
}

/// What to press on a calendar that shows these months.
fn on<'a>(wanted: Date, shown: &[(u32, u32)], page: &'a Observation) -> Option<Step<'a>> {
    let month = (wanted.year, wanted.month);
    if shown.iter().all(|shown| *shown < month) {
        return turning(NEXT, page).map(Step::Turn);
    }
    if shown.iter().all(|shown| *shown > month) {
        return turning(PREVIOUS, page).map(Step::Turn);
    }
    // Of two months side by side, a bare number does not say which it is of.
    let same: Vec<&Element> = days(page).filter(|(day, _)| *day == wanted.day).map(|(_, day)| day).collect();
    let [month_shown] = shown else { return None };
    // The last days of the month before come first, the first of the next one last.
    let day = if wanted.day <= 15 { same.first() } else { same.last() };
    day.filter(|_| *month_shown == month).map(|day| Step::Day(day))
}

/// The field that nothing can be typed into and that a clause means: the only one, or the one it names.
fn field<'a>(clause: &str, page: &'a Observation) -> Option<&'a Element> {
    let closed = |element: &&Element| {
        matches!(element.role.as_str(), "textbox" | "combobox")
            && element.states.contains(&ElementState::ReadOnly)
            && !element.states.contains(&ElementState::Disabled)
    };
    let closed: Vec<&Element> = page.elements.iter().filter(closed).collect();
    if let [field] = closed.as_slice() {
        return Some(field);
    }
    let names: Vec<_> = closed.iter().map(|field| fields::called(field)).collect();
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    let scores = likeness(&names, clause);
    only(closed.into_iter().zip(scores).filter(|(_, score)| *score > 0.5).map(|(field, _)| field))
}

/// The months that a page shows, in order: "November 2016".
fn shown(page: &Observation) -> Vec<(u32, u32)> {
    let words: Vec<&str> = page.text.split_whitespace().collect();
    let month = |pair: &[&str]| match pair {
        [month, year] => dates::month_and_year(month, year),
        _ => None,
    };
    let mut shown: Vec<(u32, u32)> = words.windows(2).filter_map(month).collect();
    shown.sort_unstable();
    shown.dedup();
    shown
}

/// What can be pressed and is called like a day of a month.
fn days(page: &Observation) -> impl Iterator<Item = (u32, &Element)> {
    let day =
        |element: &Element| element.accessible_name.trim().parse().ok().filter(|day| (1..=31).contains(day));
    choosable(page).filter_map(move |element| Some((day(element)?, element)))
}

/// The only thing that is called by the whole date: "Friday, November 11, 2016".
fn dated(wanted: Date, page: &Observation) -> Option<&Element> {
    only(choosable(page).filter(|element| dates::in_clause(&element.accessible_name, None) == Some(wanted)))
}

fn choosable(page: &Observation) -> impl Iterator<Item = &Element> {
    let day = |element: &&Element| {
        stated::is_clickable(element) || matches!(element.role.as_str(), "gridcell" | "cell")
    };
    page.elements.iter().filter(day).filter(|element| !element.states.contains(&ElementState::Disabled))
}

/// The only thing that turns a calendar this way; of several, the only one that speaks of a month.
fn turning<'a>(way: &[&str], page: &'a Observation) -> Option<&'a Element> {
    let turns = |element: &&Element| {
        let words = words(&element.accessible_name);
        let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        words.len() <= MOST_WORDS && says(way) && !says(YEARS)
    };
    let turning: Vec<&Element> = choosable(page).filter(turns).collect();
    let of_month = |element: &&&Element| {
        let words = words(&element.accessible_name);
        words.iter().any(|word| ["month", "monat", "mois", "mes", "mese"].contains(&word.as_str()))
    };
    only(turning.iter().copied()).or_else(|| only(turning.iter().filter(of_month).copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec;

    /// A field that opens a calendar, and the calendar where it is open: what stands above it, its days, what turns it.
    fn page(heading: &str, days: &[String], turns: [&str; 2]) -> Observation {
        let mut elements = vec![("textbox", "Date")];
        if !heading.is_empty() {
            elements.extend([("link", turns[0]), ("link", turns[1])]);
        }
        elements.extend(days.iter().map(|day| ("link", day.as_str())));
        elements.push(("button", "Submit"));
        let mut page = seen::page(&elements);
        page.elements[0].states.push(ElementState::ReadOnly);
        page.text = format!("Book a tour {heading} Mo Tu We");
        page
    }

    fn told(clause: &str, page: &Observation) -> String {
        match step(clause, page) {
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
        let bare =
            |range: core::ops::RangeInclusive<u32>| range.map(|day| day.to_string()).collect::<Vec<_>>();
        let plain = ["Prev", "Next"];
        let spilling: Vec<String> = [bare(30..=31), bare(1..=30), bare(1..=4)].concat();
        let dated: Vec<String> = (1..=30).map(|day| format!("November {day}, 2026")).collect();
        for (heading, days, turns, clause, expected) in [
            ("", vec![], plain, "Select 11/11/2026 as the date", "open Date"),
            ("", vec![], plain, "Select the tour", "nothing"),
            ("December 2026", bare(1..=31), plain, "Select 11/11/2026 as the date", "turn Prev"),
            ("October 2026", bare(1..=31), plain, "Choose 11 November 2026", "turn Next"),
            ("November 2026", bare(1..=30), plain, "Select 11/11/2026 as the date", "day 11 at 13"),
            ("November\u{a0}2026", bare(1..=30), plain, "Pick November 30th, 2026", "day 30 at 32"),
            (
                "Dezember 2026",
                bare(1..=31),
                ["Voriger Monat", "Nächster Monat"],
                "Wähle 3.1.2027",
                "turn Nächster Monat",
            ),
            ("November 2026", spilling.clone(), plain, "Select 2026-11-30", "day 30 at 34"),
            ("November 2026", spilling, plain, "Select 2026-11-02", "day 2 at 6"),
            ("November 2026", dated, plain, "Select 11/11/2026", "day November 11, 2026 at 13"),
            // Two months side by side and bare numbers: which 11 is meant nobody can tell.
            (
                "November 2026 December 2026",
                [bare(1..=30), bare(1..=31)].concat(),
                plain,
                "Select 2026-11-11",
                "unsure",
            ),
            (
                "November 2026 December 2026",
                [bare(1..=30), bare(1..=31)].concat(),
                plain,
                "Select 2027-02-11",
                "turn Next",
            ),
            (
                "October 2026",
                bare(1..=31),
                ["Next year", "Next month"],
                "Select 2026-11-11",
                "turn Next month",
            ),
            ("November 2026", bare(1..=30), plain, "from 1/2/2026 to 1/3/2026", "nothing"),
            ("October 2026", bare(1..=31), ["Back", "Fore"], "Select 2026-11-11", "unsure"),
            ("November 2026", bare(12..=30), plain, "Select 2026-11-11", "unsure"),
            // Pages of a list are no days.
            ("May 2024", bare(1..=5), plain, "Open the news of 3 April 2024", "open Date"),
        ] {
            assert_eq!(told(clause, &page(heading, &days, turns)), expected, "{heading}: {clause}");
        }
        // What takes the date as text gets it as text.
        let mut typed = page("", &[], plain);
        typed.elements[0].states.clear();
        assert_eq!(told("Select 11/11/2026 as the date", &typed), "nothing");
    }
}
