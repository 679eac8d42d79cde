//! Words that examples are made of, drawn anew for each of them, so that nothing can be learned by heart.

use std::collections::BTreeMap;

use crate::random::Random;

const WORDS: &str = include_str!("../../data/trajectories/words.txt");
const FACTS: &str = include_str!("../../data/trajectories/facts.txt");
const STARTS: &[&str] = &[
    "Vel", "Tar", "Mor", "Quil", "Bren", "Sol", "Had", "Nim", "Ost", "Fen", "Gral", "Pim", "Zor", "Lun",
    "Cas", "Dre", "Wex", "Yor", "Kel", "Ruv",
];
const MIDDLES: &[&str] = &["a", "o", "i", "en", "ar", "im", "os", "u", "el", "and"];
const ENDS: &[&str] =
    &["mora", "dale", "wick", "ton", "sen", "ria", "bo", "lin", "vik", "berg", "na", "x", "dor", "fy"];

/// All words, by what they are for.
pub(super) struct Words {
    sections: BTreeMap<&'static str, Vec<Vec<&'static str>>>,
}

impl Words {
    pub(super) fn read() -> Self {
        let mut sections: BTreeMap<_, Vec<Vec<&str>>> = BTreeMap::new();
        for file in [WORDS, FACTS] {
            let mut heading = "";
            // The first lines of a file say what it is.
            for line in
                file.lines().skip_while(|line| !line.starts_with("# ")).filter(|line| !line.is_empty())
            {
                match line.strip_prefix("# ") {
                    Some(name) => heading = name,
                    None => sections.entry(heading).or_default().push(line.split('|').collect()),
                }
            }
        }
        Self { sections }
    }

    /// What stands under a heading, each with the other ways to say it.
    pub(super) fn of(&self, heading: &str) -> &[Vec<&'static str>] {
        self.sections.get(heading).map_or(&[], Vec::as_slice)
    }
}

/// Words drawn for one example: the same blank is the same word wherever it stands.
pub(super) struct Drawn<'a> {
    words: &'a Words,
    pub(super) random: Random,
    known: BTreeMap<String, (String, String)>,
}

impl<'a> Drawn<'a> {
    pub(super) const fn new(words: &'a Words, random: Random) -> Self {
        Self { words, random, known: BTreeMap::new() }
    }

    /// A text with its blanks filled in: `{city}`, a second one `{city2}`, another way to say it `{button.say}`.
    pub(super) fn fill(&mut self, template: &str) -> String {
        self.filled(template, &mut |_, literal| literal.to_owned())
    }

    /// The same, where what stands between the blanks is changed first.
    pub(super) fn filled(
        &mut self,
        template: &str,
        change: &mut dyn FnMut(&mut Random, &str) -> String,
    ) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(&change(&mut self.random, before));
            match after.split_once('}').filter(|(slot, _)| is_slot(slot)) {
                Some((slot, behind)) => {
                    text.push_str(&self.slot(slot));
                    rest = behind;
                }
                None => {
                    text.push('{');
                    rest = after;
                }
            }
        }
        text + &change(&mut self.random, rest)
    }

    /// What a blank stands for in this example.
    pub(super) fn slot(&mut self, slot: &str) -> String {
        let (key, other) = slot.strip_suffix(".say").map_or((slot, false), |key| (key, true));
        if !self.known.contains_key(key) {
            let drawn = self.draw(key);
            self.known.insert(key.to_owned(), drawn);
        }
        let (name, say) = self.known.get(key).cloned().unwrap_or_default();
        if other { say } else { name }
    }

    fn draw(&mut self, key: &str) -> (String, String) {
        let heading = key.trim_end_matches(|c: char| c.is_ascii_digit());
        let plain = |text: String| (text.clone(), text);
        match heading {
            "made" => plain(self.made()),
            "name" => plain(if self.random.one_in(2) { self.made() } else { self.slot_of("person") }),
            "code" => plain(self.code()),
            "email" => {
                let (who, site) = (self.made().to_lowercase(), self.slot_of("site"));
                plain(format!("{who}@{site}"))
            }
            "url" => {
                let (site, path) = (self.slot_of("site"), self.slot_of("path"));
                let host = format!("{}.{site}", self.made().to_lowercase());
                plain(match self.random.below(4) {
                    0 => site,
                    1 => host,
                    2 => format!("https://{site}{path}"),
                    _ => format!("{host}{path}"),
                })
            }
            "small" => plain(self.random.between(2, 9).to_string()),
            "number" => plain(self.random.between(11, 97).to_string()),
            "year" => plain(self.random.between(1830, 2030).to_string()),
            "time" => plain(format!("{}:{:02}", self.random.between(6, 22), self.random.below(12) * 5)),
            "price" => plain(format!("{}.{:02} EUR", self.random.between(3, 480), self.random.below(100))),
            "weight" => plain(format!("{}.{} kg", self.random.between(1, 20), self.random.below(10))),
            "nth" => {
                let (at, word) = [(1, "second"), (2, "third"), (0, "first")][self.random.below(3)];
                (word.to_owned(), at.to_string())
            }
            _ => {
                let section = self.words.of(heading);
                let all = self.random.below(section.len());
                let Some(thing) = section.get(all) else { return plain(heading.to_owned()) };
                let others = thing.get(1..).unwrap_or_default();
                let name = thing.first().copied().unwrap_or_default();
                let say = self.random.pick(others).copied().unwrap_or(name);
                (name.to_owned(), say.to_owned())
            }
        }
    }

    fn slot_of(&mut self, heading: &str) -> String {
        let thing = self.random.pick(self.words.of(heading)).and_then(|thing| thing.first());
        thing.copied().unwrap_or_default().to_owned()
    }

    /// A name that nobody has.
    pub(super) fn made(&mut self) -> String {
        let mut part = |parts: &[&'static str]| self.random.pick(parts).copied().unwrap_or_default();
        format!("{}{}{}", part(STARTS), part(MIDDLES), part(ENDS))
    }

    /// Letters and digits, as of an order or a flight.
    fn code(&mut self) -> String {
        let letters = b"ABCDEFGHJKLMNPRSTUVWXYZ";
        let mut letter = || char::from(self.random.pick(letters).copied().unwrap_or(b'A'));
        let (one, other) = (letter(), letter());
        format!("{one}{other}-{}", self.random.between(1000, 99999))
    }
}

fn is_slot(slot: &str) -> bool {
    !slot.is_empty() && slot.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heading of one file that another has too would mix what is said with what is asked.
    #[test]
    fn every_heading_stands_in_one_file() {
        let headings =
            |file: &'static str| file.lines().filter(|line| line.starts_with("# ")).collect::<Vec<_>>();
        assert!(headings(WORDS).iter().all(|heading| !headings(FACTS).contains(heading)));
    }

    #[test]
    fn a_blank_is_one_word_within_an_example() {
        let words = Words::read();
        let text = |case| {
            let mut drawn = Drawn::new(&words, Random::of("words", case));
            drawn.fill("{city} {city} {city2} {made} {\"kind\":1}")
        };
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
        let drawn = text(3);
        let parts: Vec<&str> = drawn.split(' ').collect();
        assert_eq!(parts[0], parts[1]);
        assert!(drawn.ends_with("{\"kind\":1}"), "{drawn}");
        assert!(!drawn.contains("{city") && !drawn.contains("made"), "{drawn}");
    }
}
