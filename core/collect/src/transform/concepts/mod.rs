//! What people compare, and the words for it in English and in German.

mod homes;
mod knowledge;
mod money;
mod things;

/// What a value of a column looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An amount of money.
    Money,
    /// An area.
    Area,
    /// A length or a height.
    Length,
    /// A weight.
    Weight,
    /// How long something takes.
    Time,
    /// Hundredths.
    Percent,
    /// A day, a month or a year.
    Date,
    /// How much can be stored.
    Data,
    /// A temperature.
    Heat,
    /// How many.
    Count,
    /// Anything.
    Text,
}

/// Something that people compare.
pub(crate) struct Concept {
    /// Our word for it, in English.
    pub(crate) name: &'static str,
    /// What it is called, folded: in the name of a column, in a label, in a sentence.
    pub(crate) names: &'static [&'static str],
    /// Words by which a sentence speaks of it without its name.
    pub(crate) cues: &'static [&'static str],
    /// Words of something else that is near.
    pub(crate) not: &'static [&'static str],
    /// What its values look like.
    pub(crate) kind: Kind,
}

const fn concept(
    name: &'static str,
    kind: Kind,
    names: &'static [&'static str],
    cues: &'static [&'static str],
    not: &'static [&'static str],
) -> Concept {
    Concept { name, names, cues, not, kind }
}

/// All of them, by what they are about.
const CONCEPTS: [&[Concept]; 4] = [homes::HOMES, money::MONEY, things::THINGS, knowledge::KNOWLEDGE];

/// The concept that a name is of: the one with the longest word for it inside the name.
pub(crate) fn concept_of(folded: &str) -> Option<&'static Concept> {
    let mut best: Option<(usize, &'static Concept)> = None;
    for concept in CONCEPTS.into_iter().flatten() {
        let longest =
            concept.names.iter().filter(|name| has_phrase(folded, name)).map(|name| name.len()).max();
        if let Some(length) = longest.filter(|length| best.is_none_or(|(known, _)| *length > known)) {
            best = Some((length, concept));
        }
    }
    best.map(|(_, concept)| concept)
}

/// Whether a folded text has a phrase as whole words.
pub(crate) fn has_phrase(folded: &str, phrase: &str) -> bool {
    phrase_at(folded, phrase).is_some()
}

/// Where a phrase stands in a folded text, as whole words.
pub(crate) fn phrase_at(folded: &str, phrase: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = folded.get(from..)?.find(phrase) {
        let start = from + found;
        let end = start + phrase.len();
        let open = start == 0 || folded[..start].ends_with(' ');
        let closed = end == folded.len() || folded[end..].starts_with(' ');
        if open && closed {
            return Some(start);
        }
        from = start + folded[start..].chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// Words with which a source says that it does not say.
const NOT_SAID: &[&str] = &[
    "on request",
    "auf anfrage",
    "not disclosed",
    "not to publish",
    "nicht bekannt",
    "unknown",
    "unbekannt",
    "n a",
    "k a",
    "keine angabe",
    "keine angaben",
    "tba",
    "tbd",
    "to be announced",
    "not given",
    "cannot say",
    "nicht genannt",
    "müsste ich nachsehen",
    "steht noch nicht fest",
    "noch offen",
    "not yet known",
    "not published",
    "contact us",
    "not stated",
    "nicht angegeben",
    "wird noch bekannt gegeben",
    "not known",
    "is not disclosed",
];

/// Whether a folded text says that something is not said.
pub(crate) fn says_nothing(folded: &str) -> bool {
    NOT_SAID.iter().any(|phrase| has_phrase(folded, phrase))
}
