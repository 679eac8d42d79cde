//! The forms of words: `ran` is of `run`, `mice` of `mouse`.
//!
//! The rules are those of WordNet, and one of ours: a doubled consonant may be a single one, as in `running`. Irregular
//! forms come from the dictionary's own lists where they are, and else from a short list of this build.

use std::fs::File;
use std::io::Read as _;

use laika_protocol::tools::typed::WordKind;

use super::database::Dictionary;

/// Irregular forms that everybody uses, for dictionaries without their own list.
const COMMON: &str = include_str!("../../data/irregular_forms.tsv");
/// The largest list of irregular forms, in bytes; the largest of WordNet has 40,000.
const MOST_LIST: u64 = 1 << 20;

/// An ending, and what takes its place.
type Ending = (&'static str, &'static str);

const NOUN: &[Ending] = &[
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
];
const VERB: &[Ending] = &[
    ("s", ""),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ied", "y"),
    ("ing", "e"),
    ("ing", ""),
];
const ADJ: &[Ending] = &[("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y")];

/// What the lists of irregular forms say a word is a form of.
pub(super) fn irregular(dictionary: &Dictionary, word: &str, kind: WordKind) -> Vec<String> {
    let own = list(dictionary, kind);
    let found = own.lines().map(str::split_ascii_whitespace).find_map(|mut fields| {
        (fields.next() == Some(word)).then(|| fields.map(str::to_owned).collect::<Vec<_>>())
    });
    found.unwrap_or_else(|| common(word, kind))
}

/// The list of the dictionary, or nothing: it only adds.
fn list(dictionary: &Dictionary, kind: WordKind) -> String {
    let mut bytes = Vec::new();
    let read =
        File::open(dictionary.exceptions(kind)).and_then(|file| file.take(MOST_LIST).read_to_end(&mut bytes));
    if read.is_err() {
        return String::new();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn common(word: &str, kind: WordKind) -> Vec<String> {
    let is_it = |line: &&str| {
        let mut fields = line.split('\t');
        fields.next() == Some(kind.as_str()) && fields.next().is_some() && fields.any(|form| form == word)
    };
    COMMON.lines().filter(is_it).filter_map(|line| line.split('\t').nth(1)).map(str::to_owned).collect()
}

/// What a word may be a regular form of, likely or not: the index knows which of them are words.
pub(super) fn regular(word: &str, kind: WordKind) -> Vec<String> {
    let endings = match kind {
        WordKind::Noun => NOUN,
        WordKind::Verb => VERB,
        WordKind::Adj => ADJ,
        WordKind::Adv => &[],
    };
    let mut forms = Vec::new();
    for (ending, instead) in endings {
        let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() > 1) else { continue };
        // `glass` is no plural.
        if *ending == "s" && stem.ends_with('s') {
            continue;
        }
        forms.push(format!("{stem}{instead}"));
        if instead.is_empty() {
            forms.extend(single(stem));
        }
    }
    forms
}

/// `runn` without its second n.
fn single(stem: &str) -> Option<String> {
    let mut letters = stem.chars().rev();
    let (last, before) = (letters.next()?, letters.next()?);
    let is_doubled = last == before && last.is_alphabetic() && !"aeiou".contains(last);
    is_doubled.then(|| stem[..stem.len() - last.len_utf8()].to_owned())
}
