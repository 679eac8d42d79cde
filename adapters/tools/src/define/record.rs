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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const INDEX: &str = "run n 2 3 @ ~ + 2 1 00190414 00792739  ";
    const DATA: &str = "00979699 00 a 02 fast 0 quick(p) 0 003 ^ 00979862 a 0000 ! 00982432 a 0101 + 05066055 n 0101 | acting \
                        quickly; \"on the fast track\"; \"a fast car\"  ";

    #[test]
    fn lines_are_read() {
        assert_eq!(places(INDEX), Some(vec![190_414, 792_739]));
        let found = synset(DATA, 979_699).unwrap();
        assert_eq!(found.words, ["fast", "quick"]);
        assert_eq!(found.opposites, [Opposite { kind: WordKind::Adj, place: 982_432, ours: 1, theirs: 1 }]);
        assert_eq!(found.definition, "acting quickly");
        assert_eq!(found.examples, ["on the fast track", "a fast car"]);
    }

    #[test]
    fn lines_that_contradict_themselves_are_refused() {
        let of_index = [
            "",
            "run",
            "run n 3 3 @ ~ + 2 1 00190414 00792739",
            "run n 1 3 @ ~ + 2 1 00190414 00792739",
            "run n 0 0 0 0",
            "run n 2 99999999999999999999 @ 2 1 00190414 00792739",
            "run n 2 3 @ ~ + 2 1 00190414 0079273x",
        ];
        for line in of_index {
            assert_eq!(places(line), None, "{line}");
        }
        assert_eq!(synset(DATA, 979_698), None, "another place");
        for (part, other) in
            [("| ", ""), (" 02 ", " 00 "), (" 02 ", " ff "), (" 003 ", " 004 "), (" 0101 + ", " 01é1 + ")]
        {
            assert_eq!(synset(&DATA.replacen(part, other, 1), 979_699), None, "{other:?} for {part:?}");
        }
    }

    proptest! {
        #[test]
        fn no_change_of_a_line_makes_it_panic(
            line in prop::sample::select(vec![INDEX, DATA]),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..6),
            end in any::<prop::sample::Index>(),
        ) {
            let mut letters: Vec<char> = line.chars().collect();
            for (place, letter) in changes {
                let place = place.index(letters.len());
                letters[place] = letter;
            }
            letters.truncate(end.index(letters.len() + 1));
            let text: String = letters.into_iter().collect();
            let _ = places(&text);
            let _ = synset(&text, 979_699);
        }
    }
}
