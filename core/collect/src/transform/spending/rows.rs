//! The payments of a statement: rows of a table, of comma-separated lines, of a list.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::text::fold;

use super::amount::{Amount, amount};
use crate::transform::page::{LineKind, Page};
use crate::transform::read::{Day, currency, days};

/// A payment; what was paid is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Payment {
    pub(crate) day: Day,
    /// Whom it was paid to, as it stands.
    pub(crate) payee: String,
    pub(crate) minor: i128,
    pub(crate) currency: &'static str,
    pub(crate) page: usize,
}

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Date,
    Payee,
    Amount,
    /// What was paid, without a sign.
    Out,
    /// What came in.
    In,
    Balance,
    Currency,
    Side,
    Other,
}

const ROLES: &[(Role, &[&str])] = &[
    (Role::Balance, &["balance", "saldo", "kontostand", "running balance", "neuer saldo"]),
    (
        Role::Out,
        &[
            "paid out",
            "money out",
            "debit",
            "withdrawal",
            "withdrawals",
            "soll",
            "ausgang",
            "charged",
            "abgang",
            "lastschrift",
            "out",
            "charge",
            "ausgaben",
            "belastung",
        ],
    ),
    (
        Role::In,
        &[
            "paid in",
            "money in",
            "credit",
            "deposit",
            "deposits",
            "haben",
            "eingang",
            "in",
            "gutschrift",
            "zugang",
            "einnahmen",
        ],
    ),
    (
        Role::Amount,
        &[
            "amount",
            "betrag",
            "umsatz",
            "summe",
            "value",
            "total",
            "price",
            "betrag eur",
            "amount usd",
            "amount eur",
            "amount gbp",
            "betrag in eur",
            "eur",
            "usd",
            "gbp",
            "chf",
        ],
    ),
    (
        Role::Date,
        &[
            "date",
            "datum",
            "buchungstag",
            "posted",
            "when",
            "wann",
            "transaction date",
            "booking date",
            "posted date",
            "tag",
            "valuta",
            "buchung",
            "buchungsdatum",
            "wertstellung",
            "day",
        ],
    ),
    (Role::Currency, &["currency", "währung", "waehrung"]),
    (Role::Side, &["s h", "soll haben", "type", "art", "dr cr"]),
    (
        Role::Payee,
        &[
            "description",
            "payee",
            "merchant",
            "details",
            "verwendungszweck",
            "empfänger",
            "what",
            "was",
            "text",
            "auftraggeber",
            "name",
            "transaction",
            "beschreibung",
            "empfaenger",
            "zahlungsempfänger",
            "buchungstext",
            "reference",
            "händler",
            "beguenstigter zahlungspflichtiger",
        ],
    ),
];

fn role(name: &str) -> Role {
    let folded = fold(name);
    let exact = ROLES.iter().find(|(_, names)| names.contains(&folded.as_str()));
    let starts = || {
        ROLES.iter().find(|(_, names)| names.iter().any(|name| name.len() >= 4 && folded.starts_with(name)))
    };
    exact.or_else(starts).map_or(Role::Other, |(role, _)| *role)
}

/// Every payment of a page, in order; and how many rows had an amount that could not be read.
pub(crate) fn payments(at: usize, page: &Page) -> (Vec<Payment>, usize) {
    let shared = Shared::of(page);
    let mut read = Read { page: at, shared, payments: Vec::new(), unread: 0, signs: Vec::new() };
    let mut header: Option<(Vec<Role>, Option<&'static str>, usize)> = None;
    for line in &page.lines {
        let text = &page.text[line.at.clone()];
        let fields: Vec<String> = match &line.kind {
            LineKind::Row(cells) => cells.iter().map(|cell| page.text[cell.clone()].to_string()).collect(),
            LineKind::Text | LineKind::Item | LineKind::Code => separated(text),
            LineKind::Heading(_) => {
                header = None;
                continue;
            }
        };
        let roles: Vec<Role> = fields.iter().map(|field| role(field)).collect();
        let is_header = fields.len() >= 3
            && roles.contains(&Role::Date)
            && (roles.contains(&Role::Amount) || roles.contains(&Role::Out))
            && !fields.iter().any(|field| field.chars().any(|c| c.is_ascii_digit()));
        if is_header {
            let code = fields
                .iter()
                .flat_map(|field| field.split(|c: char| !c.is_alphabetic() && !matches!(c, '€' | '$' | '£')))
                .find_map(currency);
            header = Some((roles, code, fields.len()));
            continue;
        }
        match &header {
            Some((roles, code, width)) if fields.len() == *width => read.row(&fields, roles, *code),
            _ => {
                // A blank line may end a table; lists have no header at all.
                if !matches!(line.kind, LineKind::Row(_)) {
                    read.line(text);
                }
            }
        }
    }
    read.done()
}

/// What all amounts of a page share.
#[derive(Clone, Copy)]
struct Shared {
    /// Whether a comma stands before the cents.
    comma: Option<bool>,
    currency: &'static str,
}

impl Shared {
    fn of(page: &Page) -> Self {
        let (mut commas, mut points) = (0_usize, 0_usize);
        let bytes = page.text.as_bytes();
        for at in 1..bytes.len().saturating_sub(2) {
            let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
            if digit(at - 1) && digit(at + 1) && digit(at + 2) && !digit(at + 3) {
                match bytes[at] {
                    b',' if !matches!(bytes.get(at + 3), Some(b'.')) => commas += 1,
                    b'.' if !matches!(bytes.get(at + 3), Some(b'.')) => points += 1,
                    _ => {}
                }
            }
        }
        let comma = (commas != points).then_some(commas > points);
        let signs = [
            ("€", "EUR"),
            ("£", "GBP"),
            ("$", "USD"),
            ("EUR", "EUR"),
            ("USD", "USD"),
            ("GBP", "GBP"),
            ("CHF", "CHF"),
            ("Euro", "EUR"),
        ];
        let most = signs
            .iter()
            .map(|(sign, code)| (page.text.matches(sign).count(), *code))
            .filter(|(count, _)| *count > 0);
        let currency = most.max_by_key(|(count, _)| *count).map_or("EUR", |(_, code)| code);
        Self { comma, currency }
    }
}

struct Read {
    page: usize,
    shared: Shared,
    payments: Vec<Payment>,
    unread: usize,
    /// Whether each amount had a sign, and whether its column says which way it went.
    signs: Vec<bool>,
}

impl Read {
    fn row(&mut self, fields: &[String], roles: &[Role], code: Option<&'static str>) {
        let field = |wanted: Role| {
            roles
                .iter()
                .zip(fields)
                .find(|(role, field)| **role == wanted && !field.trim().is_empty())
                .map(|(_, field)| field.as_str())
        };
        let Some(day) = field(Role::Date).and_then(one_day) else { return };
        let named = roles.iter().zip(fields).filter(|(role, _)| **role == Role::Payee);
        let payee: Vec<&str> =
            named.map(|(_, field)| field.trim()).filter(|field| !field.is_empty()).collect();
        let payee = if payee.is_empty() {
            let other = roles
                .iter()
                .zip(fields)
                .find(|(role, field)| **role == Role::Other && field.chars().any(char::is_alphabetic));
            other.map(|(_, field)| field.trim().to_string()).unwrap_or_default()
        } else {
            payee.join(" ")
        };
        let read = |role: Role| field(role).map(|field| amount(field, self.shared.comma));
        let (found, sided): (Option<Amount>, bool) =
            match (read(Role::Amount), read(Role::Out), read(Role::In)) {
                (Some(one), None, None) => (one, false),
                (_, Some(out), None) => {
                    // A card's `Charged` has refunds with a sign; a bank's `Paid out` has none.
                    let both = roles.contains(&Role::In);
                    (
                        out.map(|one| {
                            if both { Amount { minor: -one.minor.abs(), signed: true, ..one } } else { one }
                        }),
                        both,
                    )
                }
                (_, None, Some(into)) => {
                    (into.map(|one| Amount { minor: one.minor.abs(), signed: true, ..one }), true)
                }
                (_, Some(out), Some(into)) => {
                    let one = out
                        .map(|one| Amount { minor: -one.minor.abs(), signed: true, ..one })
                        .filter(|one| one.minor != 0);
                    (one.or(into.map(|one| Amount { minor: one.minor.abs(), signed: true, ..one })), true)
                }
                (None, None, None) => return,
            };
        let stated = field(Role::Currency).and_then(|field| currency(field.trim()));
        let side = field(Role::Side).map(fold);
        let Some(mut found) = found else {
            self.unread += 1;
            return;
        };
        if let Some(side) = side.filter(|_| !found.signed) {
            match side.as_str() {
                "s" | "soll" | "debit" | "dr" | "lastschrift" => {
                    (found.minor, found.signed) = (-found.minor.abs(), true)
                }
                "h" | "haben" | "credit" | "cr" | "gutschrift" => {
                    (found.minor, found.signed) = (found.minor.abs(), true)
                }
                _ => {}
            }
        }
        let currency = found.currency.or(stated).or(code).unwrap_or(self.shared.currency);
        self.put(day, payee, found, currency, sided);
    }

    /// A line of a list: a day, a name, an amount at the end.
    fn line(&mut self, text: &str) {
        let Some(day) = days(text, None)
            .into_iter()
            .next()
            .filter(|one| one.at.start <= 3 && one.whole && one.day.day > 0)
        else {
            return;
        };
        let rest = text[day.at.end..].trim_matches(|c: char| {
            c.is_whitespace()
                || matches!(c, '·' | '|' | ':' | ',' | ';' | '–' | '-' | '*') && !rest_is_sign(c)
        });
        let Some((payee, found)) = last_amount(rest, self.shared.comma) else {
            return;
        };
        let payee = payee.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, '·' | '|' | ':' | ',' | ';' | '–' | '*')
        });
        if !payee.is_empty() {
            self.put(day.day, payee.into(), found, found.currency.unwrap_or(self.shared.currency), false);
        }
    }

    fn put(&mut self, day: Day, payee: String, found: Amount, currency: &'static str, sided: bool) {
        if super::category::is_total(&fold(&payee)) {
            return;
        }
        self.signs.push(sided || found.signed && found.minor < 0);
        self.payments.push(Payment { day, payee, minor: found.minor, currency, page: self.page });
    }

    /// What was paid becomes negative, whichever way the statement writes it.
    fn done(mut self) -> (Vec<Payment>, usize) {
        let negative = self.payments.iter().filter(|one| one.minor < 0).count();
        let refund = |one: &&Payment| super::category::comes_back(&fold(&one.payee));
        // A card's list has what was paid without a sign, and what came back with one.
        let card = negative == 0 && !self.signs.iter().any(|signed| *signed)
            || negative > 0
                && 2 * negative < self.payments.len()
                && self.payments.iter().filter(|one| one.minor < 0).all(|one| refund(&one));
        if card {
            for one in &mut self.payments {
                let back = one.minor > 0 && negative == 0 && super::category::comes_back(&fold(&one.payee));
                one.minor = if back { one.minor } else { -one.minor };
            }
        }
        (self.payments, self.unread)
    }
}

const fn rest_is_sign(c: char) -> bool {
    matches!(c, '-')
}

/// A field that is one day.
fn one_day(field: &str) -> Option<Day> {
    days(field, None).into_iter().next().filter(|one| one.whole && one.day.day > 0).map(|one| one.day)
}

/// The amount at the end of a text, and what stands before it.
fn last_amount(text: &str, comma: Option<bool>) -> Option<(&str, Amount)> {
    // From the longest end that is an amount.
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(at, _)| *at == 0 || text[..*at].ends_with(char::is_whitespace))
        .map(|(at, _)| at)
        .collect();
    // Two digits behind a point or a comma, and nothing else.
    let cents = |piece: &str| {
        let digits = piece.trim().bytes().rev().take_while(u8::is_ascii_digit).count();
        digits == 2 && piece.trim()[..piece.trim().len() - 2].ends_with(['.', ','])
    };
    starts.iter().rev().take(4).rev().find_map(|at| {
        let found = amount(&text[*at..], comma)?;
        (found.currency.is_some() || found.signed || cents(&text[*at..])).then(|| (&text[..*at], found))
    })
}

/// The fields of a line of separated values: by semicolons, tabs or commas, quotation marks kept together.
fn separated(line: &str) -> Vec<String> {
    let mark = [';', '\t', ','].into_iter().find(|mark| line.matches(*mark).count() >= 2);
    let Some(mark) = mark else { return Vec::new() };
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            c if c == mark && !quoted => fields.push(core::mem::take(&mut field).trim().to_string()),
            c => field.push(c),
        }
    }
    fields.push(field.trim().to_string());
    fields
}
