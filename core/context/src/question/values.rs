//! The values of a sentence that a question wants, each in one form, so that two sentences can be held against each
//! other.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::wanted::{CURRENCIES, DISTANCES, DURATIONS, MASSES, PERCENT, Wanted, is_date, names_time};
use super::{Question, stems};
use crate::text::{number_of_word, stem, words};

/// Words that make a number larger.
const MAGNITUDES: &[(&str, &str)] = &[
    ("thousand", "thousand"),
    ("tausend", "thousand"),
    ("million", "million"),
    ("millions", "million"),
    ("millionen", "million"),
    ("mio", "million"),
    ("m", "million"),
    ("billion", "billion"),
    ("milliarden", "billion"),
    ("mrd", "billion"),
];
/// Words after a number in which the thing that is counted stands.
const NEAR: usize = 2;

impl Question {
    /// The values of a sentence that are of the wanted kind; none where the question wants no value.
    #[must_use]
    pub fn values(&self, sentence: &str) -> BTreeSet<String> {
        let said = words(sentence);
        match self.wanted {
            Wanted::Anything => BTreeSet::new(),
            Wanted::Number => self.counted(&said),
            Wanted::Length => with_unit(&said, &[DURATIONS, DISTANCES]),
            Wanted::Distance => with_unit(&said, &[DISTANCES]),
            Wanted::Mass => with_unit(&said, &[MASSES]),
            Wanted::Percent => with_percent(sentence, &said),
            Wanted::Money => money(sentence, &said),
            Wanted::Age => said.iter().filter_map(|word| number_of_word(word)).collect(),
            Wanted::Time => times(sentence, &said),
        }
    }

    /// The number beside what is to be counted; where the question does not say what that is, the one beside a word of
    /// it, else all of them.
    fn counted(&self, said: &[String]) -> BTreeSet<String> {
        let numbers = || said.iter().enumerate().filter_map(|(at, word)| Some((at, number_of_word(word)?)));
        let asked = |at: &usize| {
            let near = said.iter().skip(at + 1).take(NEAR);
            near.into_iter().any(|word| match &self.counted {
                Some(counted) => counted == stem(word),
                None => self.words.iter().any(|one| one == stem(word)),
            })
        };
        let beside: BTreeSet<String> = numbers()
            .filter(|(at, _)| asked(at))
            .map(|(at, number)| larger(number, said.get(at + 1)))
            .collect();
        if !beside.is_empty() || self.counted.is_some() {
            return beside;
        }
        numbers().map(|(at, number)| larger(number, said.get(at + 1))).collect()
    }
}

/// `14.2` before `million` is another number.
fn larger(number: String, next: Option<&String>) -> String {
    let magnitude = next.and_then(|next| MAGNITUDES.iter().find(|(word, _)| word == next));
    match magnitude {
        Some((_, name)) => format!("{number} {name}"),
        None => number,
    }
}

fn with_unit(said: &[String], units: &[&[&str]]) -> BTreeSet<String> {
    let numbers = said.iter().enumerate().filter_map(|(at, word)| Some((at, number_of_word(word)?)));
    let unit = |at: usize| {
        let near = said.iter().skip(at + 1).take(NEAR);
        near.into_iter().find(|word| units.iter().any(|unit| unit.contains(&word.as_str())))
    };
    numbers.filter_map(|(at, number)| Some(format!("{number} {}", stem(unit(at)?)))).collect()
}

fn with_percent(sentence: &str, said: &[String]) -> BTreeSet<String> {
    let signed = sentence.match_indices('%').filter_map(|(at, _)| {
        let before = sentence[..at].trim_end();
        let start =
            before.rfind(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).map_or(0, |at| at + 1);
        number_of_word(before.get(start..)?)
    });
    let named = with_unit(said, &[PERCENT]);
    signed.chain(named.iter().filter_map(|value| value.split(' ').next().map(ToString::to_string))).collect()
}

/// Sums: a number with a sign or the name of a currency beside it; where none has one, numbers of two decimals.
fn money(sentence: &str, said: &[String]) -> BTreeSet<String> {
    const SIGNS: [char; 4] = ['$', '€', '£', '¥'];
    let mut found = BTreeSet::new();
    let mut place = 0;
    for (at, word) in said.iter().enumerate() {
        let Some(number) = number_of_word(word) else {
            if word == "free" || word == "kostenlos" || word == "gratis" {
                found.insert("free".into());
            }
            continue;
        };
        // Where the word stands in the sentence, to see the sign before or behind it.
        let start = sentence
            .get(place..)
            .and_then(|rest| rest.find(word.as_str()))
            .map_or(place, |found| place + found);
        let end = (start + word.len()).min(sentence.len());
        place = end;
        let before = sentence.get(..start).unwrap_or_default().trim_end().ends_with(SIGNS);
        let behind = sentence.get(end..).unwrap_or_default().trim_start().starts_with(SIGNS);
        let mut near = said.iter().skip(at + 1).take(NEAR);
        let named = near.any(|word| CURRENCIES.contains(&word.as_str()));
        if before || behind || named {
            found.insert(larger(number, said.get(at + 1)));
        }
    }
    if found.is_empty() {
        let sums = said
            .iter()
            .enumerate()
            .filter(|(_, word)| word.rsplit_once(['.', ',']).is_some_and(|(_, last)| last.len() == 2));
        found.extend(sums.filter_map(|(at, word)| Some(larger(number_of_word(word)?, said.get(at + 1)))));
    }
    found
}

/// Names of days and months, years, hours and lengths of time.
fn times(sentence: &str, said: &[String]) -> BTreeSet<String> {
    let named = said.iter().filter(|word| names_time(word)).cloned();
    let dated = sentence.split_whitespace().filter(|word| is_date(word));
    let dated = dated.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_string());
    let mut found: BTreeSet<String> = named.chain(dated).collect();
    if found.is_empty() {
        found = with_unit(said, &[DURATIONS]);
    }
    found
}

/// The words of a text that begin with a capital letter inside a sentence and are not in the question: names, in most
/// languages.
#[must_use]
pub fn new_names(sentence: &str, question: &str) -> Vec<String> {
    let asked = stems(question);
    let inner = sentence.split_whitespace().enumerate().filter(|(_, word)| {
        word.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(char::is_uppercase)
    });
    let inner = inner.filter(|(at, _)| *at > 0).flat_map(|(_, word)| words(word));
    inner.filter(|word| !asked.contains(stem(word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_one_form() {
        for (question, sentence, expected) in [
            ("How many passengers does it carry?", "It carries 120 passengers and 18 cars.", "120"),
            ("How many are there?", "There were three in 2023.", "2023 3"),
            ("What does it cost?", "She cost 14.2 million pounds in 2026.", "14.2 million"),
            ("What does it cost?", "The price was £15.1 million, 60 percent of it ours.", "15.1 million"),
            ("What does it cost?", "Adult | 8.50 | 15.00", "15 8.5"),
            ("How long does it take?", "The crossing takes 35 minutes, not 50 metres.", "35 minut 50 metr"),
            ("How many percent?", "It was 60 percent, then 4.5%.", "4.5 60"),
            ("When does it open?", "From 1 April 2026, at 16:00.", "16:00 2026 april"),
            ("Who was it?", "It was 5.", ""),
        ] {
            let found: Vec<String> = Question::read(question).values(sentence).into_iter().collect();
            assert_eq!(found.join(" "), expected, "{question}");
        }
    }
}
