//! What was spent on what: totals to the cent, what was charged twice, what comes every month. No row of a statement is kept.
//!
//! The payees of duplicates and subscriptions are named, without the numbers in them; everything else is a sum or a count
//! (CTX-011). Nothing here is cited by its words: a quotation would be the row.

mod amount;
mod category;
mod rows;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::text::fold;
use laika_protocol::collection::{Cell, Cited, Part, Phrase, Row};

pub use amount::{Amount, amount};

use super::Draft;
use super::page::Page;
use super::read::{Day, minor_digits, written};
use rows::{Payment, payments};

pub(crate) fn make(pages: &[Page]) -> Draft {
    let mut draft = Draft::default();
    let mut all: Vec<Payment> = Vec::new();
    let mut unread = 0;
    for (at, page) in pages.iter().enumerate() {
        let (found, missed) = payments(at, page);
        unread += missed;
        if !found.is_empty() {
            draft.used.insert(at);
        }
        all.extend(found);
    }
    let repeated = once(&mut all);
    if unread > 0 {
        draft.note(Phrase::UnreadRows, [unread.to_string()]);
    }
    if repeated > 0 {
        draft.note(Phrase::RepeatedRows, [repeated.to_string()]);
    }
    if all.is_empty() {
        draft.note(Phrase::NoPayments, []);
        return draft;
    }
    let codes: BTreeSet<&'static str> = all.iter().map(|one| one.currency).collect();
    for code in codes {
        let of_code: Vec<&Payment> = all.iter().filter(|one| one.currency == code).collect();
        draft
            .parts
            .push(Part::Heading { level: 2, words: Cited::ours(Phrase::SpendingIn, [code.to_string()]) });
        totals(code, &of_code, &mut draft);
        duplicates(code, &of_code, &mut draft);
        subscriptions(code, &of_code, &mut draft);
    }
    draft
}

/// Rows that stand in several sources are one payment; how many were left out. What one source has twice stays.
fn once(all: &mut Vec<Payment>) -> usize {
    let mut counts: BTreeMap<(Day, String, i128, &'static str), BTreeMap<usize, usize>> = BTreeMap::new();
    let key = |one: &Payment| (one.day, fold(&one.payee), one.minor, one.currency);
    for one in all.iter() {
        *counts.entry(key(one)).or_default().entry(one.page).or_default() += 1;
    }
    let before = all.len();
    // Of every payment as many stay as the source with the most of them has: those of that source.
    all.retain(|one| {
        let of_pages = counts.get(&key(one));
        let best = of_pages
            .and_then(|pages| pages.iter().max_by_key(|(page, count)| (**count, core::cmp::Reverse(**page))));
        best.is_none_or(|(page, _)| *page == one.page)
    });
    before - all.len()
}

fn money(minor: i128, code: &str) -> String {
    format!("{} {code}", written(minor, minor_digits(code)))
}

fn computed(words: String) -> Cell {
    Cell::Computed(Cited::new(words, Vec::new()))
}

fn named(name: Phrase) -> Cell {
    Cell::Computed(Cited::ours(name, []))
}

fn table(draft: &mut Draft, columns: &[&str], rows: Vec<Row>) {
    let columns = columns.iter().map(ToString::to_string).collect();
    draft.parts.push(Part::Table { columns, rows });
}

/// What a payment is for; what came in and is no refund is income.
fn category_of(one: &Payment) -> Phrase {
    let folded = fold(&one.payee);
    let found = category::category(&folded);
    if one.minor < 0 && found == Phrase::SpentIncome {
        Phrase::SpentOther
    } else if one.minor > 0 && !category::comes_back(&folded) {
        Phrase::SpentIncome
    } else {
        found
    }
}

fn totals(code: &'static str, all: &[&Payment], draft: &mut Draft) {
    let mut sums: BTreeMap<Phrase, (i128, usize)> = BTreeMap::new();
    for one in all {
        let entry = sums.entry(category_of(one)).or_default();
        entry.0 = entry.0.saturating_sub(one.minor);
        entry.1 += 1;
    }
    let income = sums.remove(&Phrase::SpentIncome).unwrap_or_default();
    let spent: i128 = sums.values().map(|(sum, _)| sum).sum();
    let mut order: Vec<(Phrase, (i128, usize))> = sums.into_iter().collect();
    order.sort_by_key(|(name, (sum, _))| (core::cmp::Reverse(*sum), name.english()));
    let row = |name: Phrase, sum: i128, count: usize| Row {
        cells: alloc::vec![named(name), computed(money(sum, code)), computed(count.to_string())],
    };
    let mut rows: Vec<Row> = order.iter().map(|(name, (sum, count))| row(*name, *sum, *count)).collect();
    let count = order.iter().map(|(_, (_, count))| count).sum();
    rows.push(row(Phrase::AllSpending, spent, count));
    if income.1 > 0 {
        rows.push(row(Phrase::SpentIncome, -income.0, income.1));
    }
    table(draft, &["Category", "Total", "Payments"], rows);
}

/// A payee without what only names one payment: numbers and references.
fn shown(payee: &str) -> String {
    let kept = payee.split_whitespace().filter(|word| word.chars().filter(char::is_ascii_digit).count() < 3);
    let kept: Vec<&str> = kept.take(8).collect();
    laika_protocol::text::one_line(&kept.join(" ")).into_owned()
}

/// The same payee, day and amount more than once.
fn duplicates(code: &'static str, all: &[&Payment], draft: &mut Draft) {
    let mut counts: BTreeMap<(Day, String, i128), (usize, &Payment)> = BTreeMap::new();
    for one in all.iter().filter(|one| one.minor < 0) {
        // A reference number makes two charges no less the same.
        counts.entry((one.day, fold(&shown(&one.payee)), one.minor)).or_insert((0, one)).0 += 1;
    }
    let twice = counts.into_values().filter(|(count, _)| *count > 1);
    let rows: Vec<Row> = twice
        .map(|(count, one)| Row {
            cells: alloc::vec![
                computed(shown(&one.payee)),
                computed(money(-one.minor, code)),
                computed(count.to_string())
            ],
        })
        .collect();
    if !rows.is_empty() {
        draft.parts.push(Part::Heading { level: 3, words: Cited::ours(Phrase::ChargedTwice, []) });
        table(draft, &["Payee", "Amount", "Times"], rows);
    }
}

/// Categories that come every month without being a subscription.
const REGULAR: &[Phrase] = &[
    Phrase::SpentHousing,
    Phrase::SpentUtilities,
    Phrase::SpentIncome,
    Phrase::SpentFees,
    Phrase::SpentCash,
];

/// The same payee about every month, or every year, for about the same.
fn subscriptions(code: &'static str, all: &[&Payment], draft: &mut Draft) {
    let mut payees: BTreeMap<String, Vec<&Payment>> = BTreeMap::new();
    for one in all.iter().filter(|one| one.minor < 0) {
        payees.entry(fold(&shown(&one.payee))).or_default().push(one);
    }
    let mut rows = Vec::new();
    for of_payee in payees.values_mut() {
        of_payee.sort_by_key(|one| one.day);
        of_payee.dedup_by_key(|one| one.day);
        let Some((last, every)) = of_payee.last().copied().zip(rhythm(of_payee)) else { continue };
        if REGULAR.contains(&category_of(last)) {
            continue;
        }
        let yearly =
            last.minor.saturating_neg().saturating_mul(if every == Phrase::EveryMonth { 12 } else { 1 });
        let cells = alloc::vec![
            computed(shown(&last.payee)),
            computed(money(-last.minor, code)),
            named(every),
            computed(money(yearly, code))
        ];
        rows.push(Row { cells });
    }
    if !rows.is_empty() {
        draft.parts.push(Part::Heading { level: 3, words: Cited::ours(Phrase::Subscriptions, []) });
        table(draft, &["Payee", "Amount", "Every", "In a year"], rows);
    }
}

/// How often something comes, where it comes regularly and for about the same.
fn rhythm(payments: &[&Payment]) -> Option<Phrase> {
    let first = payments.first()?;
    let subscribed = category_of(first) == Phrase::SpentSubscriptions;
    let gaps: Vec<i64> =
        payments.windows(2).map(|pair| number_of(pair[1].day) - number_of(pair[0].day)).collect();
    let all = |from: i64, to: i64| !gaps.is_empty() && gaps.iter().all(|gap| (from..=to).contains(gap));
    let amounts = payments.iter().map(|one| one.minor.unsigned_abs());
    let (least, most) = (amounts.clone().min()?, amounts.max()?);
    // The price may have gone up; what varies more is no subscription.
    let alike = most.saturating_mul(100) <= least.saturating_mul(if subscribed { 160 } else { 100 });
    let enough = payments.len() >= if subscribed { 2 } else { 3 };
    match () {
        () if !alike || !enough => None,
        () if all(26, 36) => Some(Phrase::EveryMonth),
        () if all(350, 380) => Some(Phrase::EveryYear),
        () => None,
    }
}

/// Days since some day, near enough to count between two.
fn number_of(day: Day) -> i64 {
    const BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let month = BEFORE.get(usize::from(day.month).saturating_sub(1)).copied().unwrap_or_default();
    let year = i64::from(day.year);
    let leap = i64::from(day.month > 2 && day.year % 4 == 0);
    year * 365 + (year - 1) / 4 + month + leap + i64::from(day.day)
}
