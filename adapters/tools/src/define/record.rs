//! The two kinds of lines: a word with the places of its meanings, and a meaning with its words.

use laika_protocol::tools::typed::WordKind;

/// A line of an index: where the meanings of a word are, most used first.
pub(super) fn places(line: &str) -> Option<Vec<u64>> {
    let mut fields = line.split_ascii_whitespace().skip(2);
    let meanings: usize = fields.next()?.parse().ok()?;
    let pointers: usize = fields.next()?.parse().ok()?;
    // The signs of pointers, and two counts that are not needed here.
    let places: Vec<u64> =
        fields.skip(pointers.checked_add(2)?).map(|place| place.parse().ok()).collect::<Option<_>>()?;
    (places.len() == meanings && meanings > 0).then_some(places)
}

/// A meaning: its words, what it is opposed to, and how it is explained.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Synset {
    pub(super) words: Vec<String>,
    pub(super) opposites: Vec<Opposite>,
    pub(super) definition: String,
    pub(super) examples: Vec<String>,
}

/// A word of another meaning that is the opposite of one of these.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Opposite {
    pub(super) kind: WordKind,
    pub(super) place: u64,
    /// Which of our words, and which of theirs, counted from one; zero is all of them.
    pub(super) ours: usize,
    pub(super) theirs: usize,
}

/// A line of a data file, which must start with its own place.
pub(super) fn synset(line: &str, place: u64) -> Option<Synset> {
    let (fields, gloss) = line.split_once('|')?;
    let mut fields = fields.split_ascii_whitespace();
    if fields.next()?.parse() != Ok(place) {
        return None;
    }
    let count = usize::from_str_radix(fields.nth(2)?, 16).ok().filter(|count| *count > 0)?;
    let mut words = Vec::new();
    for _ in 0..count {
        words.push(spoken(fields.next()?));
        fields.next()?;
    }
    let pointers: usize = fields.next()?.parse().ok()?;
    let mut opposites = Vec::new();
    for _ in 0..pointers {
        let (sign, place, kind, ends) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        if sign == "!" {
            opposites.push(opposite(place, kind, ends)?);
        }
    }
    let (definition, examples) = explained(gloss);
    Some(Synset { words, opposites, definition, examples })
}

fn opposite(place: &str, kind: &str, ends: &str) -> Option<Opposite> {
    let kind = match kind {
        "n" => WordKind::Noun,
        "v" => WordKind::Verb,
        "a" | "s" => WordKind::Adj,
        "r" => WordKind::Adv,
        _ => return None,
    };
    let number = |range| ends.get(range).and_then(|digits| usize::from_str_radix(digits, 16).ok());
    Some(Opposite { kind, place: place.parse().ok()?, ours: number(0..2)?, theirs: number(2..4)? })
}

/// The word as people write it: spaces, and no mark of where an adjective may stand.
fn spoken(word: &str) -> String {
    let bare = word.find('(').map_or(word, |mark| &word[..mark]);
    bare.replace('_', " ")
}

/// The explanation, and the sentences in quotes after it.
fn explained(gloss: &str) -> (String, Vec<String>) {
    let gloss = gloss.trim();
    let start = gloss.find("; \"").or_else(|| gloss.starts_with('"').then_some(0)).unwrap_or(gloss.len());
    let (definition, rest) = gloss.split_at(start);
    let examples = rest.split('"').skip(1).step_by(2).map(str::trim).filter(|text| !text.is_empty());
    (definition.trim().to_owned(), examples.map(str::to_owned).collect())
}
