//! Numbers that name a card, a person or a telephone, told by their form and check digits.

use super::text::{Findings, TextKind, find_byte};
use super::text_cues::word_before;

/// A row of digit groups is read up to here; longer ones are tables, and are read in pieces.
const MOST_GROUPS: usize = 12;

/// Shorter numbers name nobody without a word that says so.
const FEWEST_DIGITS: usize = 8;

/// Digits in a row, and what stands between them and the next.
#[derive(Clone, Copy, Default)]
struct Group {
    start: usize,
    end: usize,
}

impl Group {
    const fn len(self) -> usize {
        self.end - self.start
    }
}

/// Groups of digits that stand next to each other: `+1 (415) 555-0132`.
struct Row<'a> {
    text: &'a str,
    groups: [Group; MOST_GROUPS],
    count: usize,
    /// Where the row starts, with its `+` or bracket.
    start: usize,
    /// A letter follows at once: part of a name or a code.
    letter: Option<u8>,
}

pub(super) fn scan(text: &str, findings: &mut Findings) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(digit) = find_byte(bytes, at, |byte| byte.is_ascii_digit()) {
        let byte_before =
            |place: usize| place.checked_sub(1).and_then(|last| bytes.get(last)).copied().unwrap_or(b' ');
        let start = digit - usize::from(matches!(byte_before(digit), b'+' | b'('));
        let row = bytes.get(digit..).unwrap_or_default().iter().take(32).take_while(|byte| in_row(byte));
        let (len, digits) =
            row.fold((0, 0), |(len, digits), byte| (len + 1, digits + usize::from(byte.is_ascii_digit())));
        if len < 32 && digits < FEWEST_DIGITS {
            at = digit + len;
            continue;
        }
        let before = byte_before(start);
        let row = Row::at(text, start);
        // Digits after a letter or a decimal point continue something else.
        if !before.is_ascii_alphanumeric() && !matches!(before, b'_' | b'.' | b'#') {
            row.findings(findings);
        }
        at = row.end().max(digit + 1);
    }
}

/// Whether a byte may stand between two groups.
const fn separates(byte: &u8) -> bool {
    matches!(byte, b' ' | b'-' | b'.' | b'/' | b'(' | b')')
}

const fn in_row(byte: &u8) -> bool {
    byte.is_ascii_digit() || separates(byte)
}

impl<'a> Row<'a> {
    fn at(text: &'a str, start: usize) -> Self {
        let bytes = text.as_bytes();
        let digits_from = |at: usize| {
            bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count()
        };
        let mut row = Self { text, groups: [Group::default(); MOST_GROUPS], count: 0, start, letter: None };
        let mut at = start + usize::from(!bytes.get(start).is_some_and(u8::is_ascii_digit));
        if bytes.get(start) == Some(&b'+') && bytes.get(at) == Some(&b'(') {
            at += 1;
        }
        while let Some(slot) = row.groups.get_mut(row.count) {
            let len = digits_from(at);
            *slot = Group { start: at, end: at + len };
            row.count += 1;
            let end = at + len;
            row.letter = bytes.get(end).copied().filter(|b| b.is_ascii_alphabetic() || *b == b'_');
            let gap =
                bytes.get(end..).unwrap_or_default().iter().take(3).take_while(|b| separates(b)).count();
            if gap == 0 || gap == 3 || !bytes.get(end + gap).is_some_and(u8::is_ascii_digit) {
                break;
            }
            at = end + gap;
        }
        row
    }

    fn groups(&self) -> &[Group] {
        self.groups.get(..self.count).unwrap_or_default()
    }

    fn end(&self) -> usize {
        self.groups().last().map_or(self.start, |group| group.end)
    }

    fn between(&self, at: usize) -> &'a str {
        match (self.groups.get(at), self.groups().get(at + 1)) {
            (Some(this), Some(next)) => self.text.get(this.end..next.start).unwrap_or_default(),
            _ => "",
        }
    }

    fn digits(&self, groups: &'a [Group]) -> impl Iterator<Item = u8> + Clone {
        let text = self.text.as_bytes();
        groups
            .iter()
            .flat_map(|group| text.get(group.start..group.end).unwrap_or_default())
            .map(|byte| byte - b'0')
    }

    fn findings(&self, findings: &mut Findings) {
        let total: usize = self.groups().iter().map(|group| group.len()).sum();
        for at in 0..self.count {
            if let Some((start, end)) = self.card_at(at) {
                findings.add(TextKind::CardNumber, start, end);
                return;
            }
        }
        if self.is_national_id(total) {
            let end = self.end() + usize::from(self.letter.is_some());
            findings.add(TextKind::NationalId, self.start, end);
        } else if self.letter.is_none() && self.is_phone(total) && !self.is_catalogue_number() {
            findings.add(TextKind::Phone, self.start, self.end());
        }
    }

    /// A card whose first group is this one: written in one piece, or in the groups printed on cards.
    fn card_at(&self, at: usize) -> Option<(usize, usize)> {
        let rest = self.groups().get(at..)?;
        let shapes: &[&[usize]] =
            &[&[4, 4, 4, 4, 3], &[4, 4, 4, 4, 2], &[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4]];
        let fits = |shape: &&&[usize]| {
            let groups = rest.get(..shape.len()).unwrap_or_default();
            let gap = self.between(at);
            groups.iter().map(|group| group.len()).eq(shape.iter().copied())
                && matches!(gap, " " | "-")
                && (at..at + shape.len() - 1).all(|place| self.between(place) == gap)
        };
        let count = match shapes
            .iter()
            .find(|shape| fits(shape) && self.is_card(rest.get(..shape.len()).unwrap_or_default()))
        {
            Some(shape) => shape.len(),
            None if rest.first().is_some_and(|group| (13..=19).contains(&group.len())) => 1,
            None => return None,
        };
        let groups = rest.get(..count)?;
        let decimal =
            at.checked_sub(1).is_some_and(|before| self.between(before) == ".") || self.between(at) == ".";
        let glued = at + count == self.count && self.letter.is_some();
        if glued || (count == 1 && (decimal || !self.is_card(groups) || self.is_catalogue_number())) {
            return None;
        }
        Some((groups.first()?.start, groups.last()?.end))
    }

    fn is_card(&self, groups: &'a [Group]) -> bool {
        let digits = self.digits(groups);
        let len = digits.clone().count();
        let lead = digits.clone().take(4).fold(0_u32, |lead, digit| lead * 10 + u32::from(digit));
        let grouped = groups.len() > 1;
        let issued = match lead {
            4000..=4999 => matches!(len, 13 | 16 | 18 | 19),
            5100..=5599 | 2221..=2720 | 2200..=2204 => len == 16,
            3400..=3499 | 3700..=3799 => len == 15,
            6011 | 6200..=6299 | 6440..=6599 | 3528..=3589 | 8100..=8171 | 9792 => (16..=19).contains(&len),
            3000..=3059 | 3095 | 3600..=3699 | 3800..=3999 => (14..=19).contains(&len),
            // Maestro shares its numbers with many things: only in the groups of a card.
            5000..=5099 | 5600..=5899 | 6000..=6999 => grouped && (13..=19).contains(&len),
            _ => false,
        };
        issued && passes_luhn(digits)
    }

    fn is_national_id(&self, total: usize) -> bool {
        let groups = self.groups();
        let lens = || groups.iter().map(|group| group.len());
        let number = |group: &[Group]| {
            self.digits(group).fold(0_u64, |sum, digit| sum.wrapping_mul(10).wrapping_add(u64::from(digit)))
        };
        if lens().eq([3, 2, 4]) && self.letter.is_none() {
            let [area, group, serial] = [0, 1, 2].map(|at| number(groups.get(at..=at).unwrap_or_default()));
            return (0..2).all(|at| self.between(at) == "-")
                && !matches!(area, 0 | 666 | 900..)
                && group != 0
                && serial != 0;
        }
        if lens().eq([3, 3, 3, 2]) {
            // Brazil.
            return self.between(0) == "." && self.between(1) == "." && self.between(2) == "-";
        }
        let spaced = (0..groups.len().saturating_sub(1)).all(|at| self.between(at) == " ");
        match (total, self.letter) {
            (15, None) if spaced => {
                // France: sex, year, month, place, number, key.
                let value = number(groups);
                let month = (value / 10_u64.pow(10)) % 100;
                matches!(value / 10_u64.pow(14), 1 | 2)
                    && (1..=12).contains(&month)
                    && 97 - (value / 100) % 97 == value % 100
            }
            (18, None) | (17, Some(b'X' | b'x')) if groups.len() == 1 => self.is_chinese_id(),
            (8, Some(letter)) if groups.len() == 1 && self.ends_after_letter() => {
                // Spain.
                let place = usize::try_from(number(groups) % 23).unwrap_or_default();
                b"TRWAGMYFPDXBNJZSQVHLCKE".get(place) == Some(&letter)
            }
            _ => false,
        }
    }

    fn ends_after_letter(&self) -> bool {
        !self.text.as_bytes().get(self.end() + 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
    }

    /// Place, date of birth, number, and a check digit modulo 11.
    fn is_chinese_id(&self) -> bool {
        let digits = || self.digits(self.groups());
        let field = |from: usize, len: usize| {
            digits().skip(from).take(len).fold(0_u32, |sum, d| sum * 10 + u32::from(d))
        };
        let weights = [7_u32, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
        let sum: u32 = digits().zip(weights).map(|(digit, weight)| u32::from(digit) * weight).sum();
        let check = (12 - sum % 11) % 11;
        let written = if self.letter.is_some() { 10 } else { field(17, 1) };
        (1900..=2099).contains(&field(6, 4)) && (1..=12).contains(&field(10, 2)) && check == written
    }

    fn is_phone(&self, total: usize) -> bool {
        let groups = self.groups();
        let lens = || groups.iter().map(|group| group.len());
        let first = |at: usize| {
            groups
                .get(at)
                .and_then(|group| self.text.as_bytes().get(group.start))
                .copied()
                .unwrap_or_default()
        };
        let between = || (0..groups.len().saturating_sub(1)).map(|at| self.between(at));
        let dates = between().all(|gap| matches!(gap, "." | "/")) && groups.len() == 3;
        let whole_text = self.start == 0 && self.end() == self.text.len();
        match self.text.as_bytes().get(self.start) {
            Some(b'+') => (8..=15).contains(&total) && groups.len() <= 8,
            Some(b'(') => lens().eq([3, 3, 4]) || (first(0) == b'0' && (9..=12).contains(&total)),
            _ if lens().eq([3, 3, 4]) || lens().eq([1, 3, 3, 4]) => {
                let area = groups.len() - 3;
                (b'2'..=b'9').contains(&first(area)) && (b'2'..=b'9').contains(&first(area + 1))
                    || (first(0) == b'0' && total == 10)
            }
            _ if groups.len() == 1 => {
                let second = groups
                    .first()
                    .and_then(|group| self.text.as_bytes().get(group.start + 1))
                    .copied()
                    .unwrap_or_default();
                (total == 11 && first(0) == b'1' && (b'3'..=b'9').contains(&second))
                    || (matches!(total, 10..=12) && first(0) == b'0' && (b'1'..=b'9').contains(&second))
            }
            _ if first(0) == b'0' => {
                groups.first().is_some_and(|group| (2..=5).contains(&group.len()))
                    && (9..=14).contains(&total)
                    && !dates
            }
            _ => {
                let spanish = lens().eq([3, 3, 3]) || lens().eq([3, 2, 2, 2]) || lens().eq([2, 3, 2, 2]);
                let chinese = lens().eq([3, 4, 4]) && first(0) == b'1';
                chinese
                    || (spanish
                        && whole_text
                        && matches!(first(0), b'6' | b'7' | b'9')
                        && between().all(|gap| gap == " "))
            }
        }
    }

    /// Whether the word before says that the number names a thing.
    fn is_catalogue_number(&self) -> bool {
        const THINGS: &[&str] = &[
            "isbn",
            "issn",
            "ean",
            "gtin",
            "upc",
            "sku",
            "part",
            "pn",
            "order",
            "tracking",
            "invoice",
            "serial",
            "ref",
            "reference",
            "article",
            "item",
            "model",
            "version",
            "commit",
            "build",
            "time",
            "timestamp",
            "rechnung",
            "bestellung",
            "bestellnummer",
            "artikel",
            "artikelnummer",
            "sendungsnummer",
            "commande",
            "facture",
            "colis",
            "pedido",
            "factura",
            "doi",
            "ticket",
            "case",
        ];
        word_before(self.text, self.start)
            .is_some_and(|word| THINGS.iter().any(|thing| word.eq_ignore_ascii_case(thing)))
    }
}

fn passes_luhn(digits: impl Iterator<Item = u8> + Clone) -> bool {
    let len = digits.clone().count();
    let sum: u32 = digits
        .enumerate()
        .map(|(at, digit)| {
            let weight = if (len - at).is_multiple_of(2) { 2 } else { 1 };
            let product = u32::from(digit) * weight;
            product / 10 + product % 10
        })
        .sum();
    len > 0 && sum.is_multiple_of(10)
}
