//! Whether a sentence says no more than its source does.
//!
//! By words, not by meaning: most of what the sentence says must be in the source, and what changes a meaning with one
//! word must be there exactly: numbers, names, negations, ranks, and words that have an opposite. A paraphrase that
//! shares few words fails; that costs a good sentence now and then, and lets through few bad ones.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::text::{fold, is_negation, is_stop, number_of_word, numbers, sentences, stem, words};

/// The part of a sentence's words that its source must have.
const ENOUGH: f32 = 0.66;
/// Words that a source may lack however long the sentence is; of a very long one, a sixth.
const FEW: usize = 2;
/// Words from which on a literal piece of a source needs no further check.
const LITERAL: usize = 4;

/// Words that count, rank or generalise; a source has to say them too (MODEL-027).
const STRICT: &[&str] = &[
    "most",
    "least",
    "largest",
    "biggest",
    "smallest",
    "highest",
    "lowest",
    "best",
    "worst",
    "first",
    "last",
    "top",
    "only",
    "always",
    "every",
    "everyone",
    "everybody",
    "all",
    "half",
    "double",
    "twice",
    "dozen",
    "hundred",
    "thousand",
    "million",
    "billion",
    "majority",
    "percent",
    "guaranteed",
    "proven",
    "million",
    "milliarde",
    "milliarden",
    "millionen",
    "tausend",
    "alle",
    "immer",
    "erste",
    "letzte",
    "größte",
    "kleinste",
    "beste",
    "meisten",
    "tous",
    "toujours",
    "premier",
    "dernier",
    "milliers",
    "millones",
    "todos",
    "siempre",
    "primero",
    "último",
    "mayor",
    "menor",
    "mejor",
    "peor",
];

/// Words and their opposites, stemmed when they are compared.
const OPPOSITES: &[(&str, &str)] = &[
    ("increase", "decrease"),
    ("rise", "fall"),
    ("rose", "fell"),
    ("more", "less"),
    ("more", "fewer"),
    ("higher", "lower"),
    ("up", "down"),
    ("win", "lose"),
    ("won", "lost"),
    ("before", "after"),
    ("accept", "reject"),
    ("allow", "ban"),
    ("allow", "forbid"),
    ("open", "close"),
    ("start", "stop"),
    ("start", "end"),
    ("begin", "end"),
    ("buy", "sell"),
    ("bought", "sold"),
    ("gain", "loss"),
    ("profit", "loss"),
    ("success", "failure"),
    ("succeed", "fail"),
    ("safe", "dangerous"),
    ("safe", "unsafe"),
    ("true", "false"),
    ("legal", "illegal"),
    ("likely", "unlikely"),
    ("approve", "reject"),
    ("support", "oppose"),
    ("for", "against"),
    ("enable", "disable"),
    ("include", "exclude"),
    ("add", "remove"),
    ("grow", "shrink"),
    ("grew", "shrank"),
    ("early", "late"),
    ("old", "new"),
    ("north", "south"),
    ("east", "west"),
    ("minimum", "maximum"),
    ("steigen", "fallen"),
    ("mehr", "weniger"),
    ("gewinn", "verlust"),
    ("vor", "nach"),
    ("hausse", "baisse"),
    ("plus", "moins"),
    ("avant", "après"),
    ("más", "menos"),
    ("antes", "después"),
    ("subir", "bajar"),
];

/// Why a sentence is not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// Too few of its words are in the source.
    Words,
    /// A number is not in the source.
    Number,
    /// A name is not in the source.
    Name,
    /// One of the two denies what the other says.
    Negation,
    /// It counts, ranks or generalises where the source does not.
    Rank,
    /// It says the opposite of a word of the source.
    Opposite,
}

/// How well a sentence is supported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// The part of its words that the source has, 0 to 1.
    pub score: f32,
    /// Why it is not supported; nothing if it is.
    pub because: Option<Unsupported>,
}

/// Whether a sentence is supported by one of the sources.
#[must_use]
pub fn supported(sentence: &str, sources: &[&str]) -> bool {
    support(sentence, sources).because.is_none()
}

/// How well a sentence is supported by the source that supports it best.
#[must_use]
pub fn support(sentence: &str, sources: &[&str]) -> Support {
    let mut best = Support { score: 0.0, because: Some(Unsupported::Words) };
    for source in sources {
        let found = by(sentence, source);
        let better = (found.because.is_none(), found.score) > (best.because.is_none(), best.score);
        if better {
            best = found;
        }
    }
    best
}

fn by(sentence: &str, source: &str) -> Support {
    let said = words(sentence);
    if said.is_empty() {
        return Support { score: 0.0, because: Some(Unsupported::Words) };
    }
    let literal = said.len() >= LITERAL && is_piece(sentence, source);
    if literal {
        return Support { score: 1.0, because: None };
    }
    let given: Vec<String> = words(source);
    let stems: BTreeSet<&str> = given.iter().map(|word| stem(word)).collect();
    let content: Vec<&String> =
        said.iter().filter(|word| !is_stop(word) && number_of_word(word).is_none()).collect();
    let shared = content.iter().filter(|word| stems.contains(stem(word))).count();
    #[expect(clippy::cast_precision_loss, reason = "words of a sentence")]
    let score = if content.is_empty() { 0.0 } else { shared as f32 / content.len() as f32 };
    let has = |word: &str| given.iter().any(|one| one == word);
    let because = if lacks_number(sentence, source) {
        Some(Unsupported::Number)
    } else if names(sentence).iter().any(|name| !stems.contains(stem(name))) {
        Some(Unsupported::Name)
    } else if said.iter().any(|word| STRICT.contains(&word.as_str()) && !has(word)) {
        Some(Unsupported::Rank)
    } else if says_opposite(&said, &stems) {
        Some(Unsupported::Opposite)
    } else if is_turned(sentence, &content, source) {
        Some(Unsupported::Negation)
    } else if score < ENOUGH || content.len() - shared > FEW.max(content.len() / 6) {
        Some(Unsupported::Words)
    } else {
        None
    };
    Support { score, because }
}

/// Whether the sentence stands in the source as it is, as whole words.
fn is_piece(sentence: &str, source: &str) -> bool {
    let pad = |text: &str| alloc::format!(" {} ", fold(text));
    pad(source).contains(&pad(sentence))
}

fn lacks_number(sentence: &str, source: &str) -> bool {
    let given: BTreeSet<String> = numbers(source).into_iter().collect();
    numbers(sentence).iter().any(|number| !given.contains(number))
}

/// Words with a capital letter inside a sentence: names, in most languages.
fn names(sentence: &str) -> Vec<String> {
    let capital = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
    let inner =
        sentence.split_whitespace().skip(1).map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    inner.filter(capital).flat_map(words).filter(|word| !is_stop(word)).collect()
}

/// Whether a sentence speaks of the opposite of what a question asks about: of the new one, where the old one is meant.
#[must_use]
pub fn is_about_opposite(question: &str, sentence: &str) -> bool {
    // `for` and `up` mean nothing by themselves in a question.
    let asked: Vec<String> = words(question).into_iter().filter(|word| !is_stop(word)).collect();
    let said = words(sentence);
    says_opposite(&asked, &said.iter().map(|word| stem(word)).collect())
}

fn says_opposite(said: &[String], source: &BTreeSet<&str>) -> bool {
    let said: BTreeSet<&str> = said.iter().map(|word| stem(word)).collect();
    let turned = |one: &str, other: &str| {
        let (one, other) = (stem(one), stem(other));
        said.contains(one) && !said.contains(other) && source.contains(other) && !source.contains(one)
    };
    OPPOSITES.iter().any(|(one, other)| turned(one, other) || turned(other, one))
}

fn denies(sentence: &str) -> bool {
    words(sentence).iter().any(|word| is_negation(word))
}

/// Whether the source says no where the sentence says yes, or the other way round: in the sentence of the source that
/// shares most with it, or in one from which it takes words that the first does not have.
fn is_turned(sentence: &str, content: &[&String], source: &str) -> bool {
    let mut open: BTreeSet<&str> = content.iter().map(|word| stem(word)).collect();
    let parts: Vec<(bool, BTreeSet<String>)> = sentences(source)
        .into_iter()
        .map(|part| &source[part.at])
        .map(|part| (denies(part), words(part).iter().map(|word| stem(word).to_string()).collect()))
        .collect();
    let says = denies(sentence);
    while !open.is_empty() {
        let shared = |part: &BTreeSet<String>| open.iter().filter(|word| part.contains(**word)).count();
        // The first of equals: a quotation comes before what follows it.
        let Some((denied, nearest)) = parts.iter().rev().max_by_key(|(_, part)| shared(part)) else {
            return false;
        };
        if shared(nearest) == 0 {
            return false;
        }
        if *denied != says {
            return true;
        }
        open.retain(|word| !nearest.contains(*word));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_a_meaning_must_be_in_the_source() {
        let source = "The council approved 1,200 new homes in Leeds on Monday. It did not approve the bridge. \
            Prices rose by 4.5 percent.";
        for (sentence, expected) in [
            ("The council approved 1200 new homes in Leeds.", None),
            ("New homes in Leeds were approved by the council.", None),
            ("The council approved 1,300 new homes in Leeds.", Some(Unsupported::Number)),
            ("The council approved new homes in York.", Some(Unsupported::Name)),
            ("The council approved the bridge.", Some(Unsupported::Negation)),
            ("The council did not approve new homes in Leeds.", Some(Unsupported::Negation)),
            ("Prices fell by 4.5 percent.", Some(Unsupported::Opposite)),
            ("Most prices rose.", Some(Unsupported::Rank)),
            ("Wizards fly dragons over castles.", Some(Unsupported::Words)),
            ("", Some(Unsupported::Words)),
            ("It did not approve the bridge.", None),
        ] {
            assert_eq!(support(sentence, &[source]).because, expected, "{sentence}");
        }
        assert!(is_about_opposite("How many cars has the old ferry?", "The new ferry has 18 cars."));
        assert!(!is_about_opposite("What is the fee for the old ferry?", "The old and the new one cost 5."));
        assert!(supported("東京で雨が降った。", &["昨日、東京で雨が降った。"]));
    }
}
