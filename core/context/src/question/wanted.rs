//! What a question wants to know, by the form of its words, and whether a sentence has a thing of that kind.

use alloc::string::String;

use crate::text::{number_of_word, words};

/// Words after `how` that make it a question for a number.
const MEASURES: &[&str] = &[
    "much",
    "many",
    "long",
    "old",
    "far",
    "high",
    "tall",
    "big",
    "large",
    "heavy",
    "often",
    "likely",
    "quickly",
    "soon",
    "wide",
    "deep",
    "fast",
    "viel",
    "viele",
    "lange",
    "lang",
    "alt",
    "weit",
    "hoch",
    "schwer",
    "groß",
    "teuer",
    "expensive",
    "breit",
];
/// Words that ask for a number by themselves.
const COUNTS: &[&str] = &["wieviel", "wieviele", "combien", "cuánto", "cuánta", "cuántos", "cuántas"];
/// Words that ask for a time.
const TIMES: &[&str] = &["when", "wann", "quand", "cuándo"];
/// Verbs of prices.
pub(super) const COSTS: &[&str] =
    &["cost", "costs", "kostet", "kosten", "coûte", "coûtent", "cuesta", "cuestan"];
/// Things that are sums of money.
pub(super) const SUMS: &[&str] = &[
    "price", "prices", "fee", "fees", "budget", "salary", "money", "pay", "paid", "earn", "earned", "preis",
    "prix", "precio",
];
/// Words that open a question about a thing.
const WHAT: &[&str] = &["what", "was", "quel", "quelle", "qué", "cuál"];
pub(super) const DURATIONS: &[&str] = &[
    "second",
    "seconds",
    "minute",
    "minutes",
    "hour",
    "hours",
    "day",
    "days",
    "night",
    "nights",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "decade",
    "decades",
    "century",
    "centuries",
    "sekunden",
    "minuten",
    "stunde",
    "stunden",
    "tag",
    "tage",
    "tagen",
    "wochen",
    "monat",
    "monate",
    "jahr",
    "jahre",
    "jours",
    "semaines",
    "mois",
    "ans",
    "heures",
    "días",
    "semanas",
    "meses",
    "años",
    "horas",
];
pub(super) const DISTANCES: &[&str] = &[
    "mile",
    "miles",
    "km",
    "kilometre",
    "kilometres",
    "kilometer",
    "kilometers",
    "metre",
    "metres",
    "meter",
    "meters",
    "m",
    "cm",
    "centimetre",
    "centimetres",
    "centimeter",
    "centimeters",
    "mm",
    "millimetre",
    "millimetres",
    "millimeter",
    "millimeters",
    "inch",
    "inches",
    "feet",
    "foot",
    "ft",
    "yard",
    "yards",
    "light",
];
pub(super) const MASSES: &[&str] = &[
    "pound",
    "pounds",
    "lb",
    "lbs",
    "kg",
    "kilogram",
    "kilograms",
    "kilo",
    "kilos",
    "gram",
    "grams",
    "g",
    "ton",
    "tons",
    "tonne",
    "tonnes",
    "ounce",
    "ounces",
    "oz",
];
pub(super) const CURRENCIES: &[&str] = &[
    "dollar",
    "dollars",
    "euro",
    "euros",
    "eur",
    "usd",
    "gbp",
    "chf",
    "pounds",
    "cents",
    "pence",
    "yen",
    "francs",
    "franken",
    "free",
    "kostenlos",
    "gratis",
    "gratuit",
];
pub(super) const PERCENT: &[&str] = &["percent", "percentage", "cent", "prozent", "pourcent", "porcentaje"];
/// Words beside the hour of a day.
pub(super) const CLOCK: &[&str] =
    &["am", "pm", "a.m", "p.m", "uhr", "clock", "oclock", "heures", "horas", "morning", "evening", "night"];
const AGES: &[&str] = &["old", "age", "aged", "alt", "jährige", "jähriger", "ans", "años"];
/// Days, months, and other times that are no numbers.
const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "januar",
    "februar",
    "märz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "noon",
    "midnight",
    "today",
    "tomorrow",
    "yesterday",
];

/// What a question wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A number of any kind: how many.
    Number,
    /// A number of hours or of miles: how long.
    Length,
    /// A number of miles: how far.
    Distance,
    /// A number of pounds: how heavy.
    Mass,
    /// A sum: what it costs.
    Money,
    /// A part of a hundred.
    Percent,
    /// Somebody's age.
    Age,
    /// A time: when.
    Time,
    /// Anything.
    Anything,
}

impl Wanted {
    /// What the words of a question want.
    #[must_use]
    pub fn of(said: &[String]) -> Self {
        let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
        if has(PERCENT) {
            return Self::Percent;
        }
        for (at, word) in said.iter().enumerate() {
            let before = at.checked_sub(1).map_or("", |before| said[before].as_str());
            match (before, word.as_str()) {
                ("how", "much") if has(COSTS) || has(SUMS) => return Self::Money,
                ("how", "long" | "quickly" | "fast") => return Self::Length,
                ("how", "old") => return Self::Age,
                ("how", "heavy") => return Self::Mass,
                ("how", "far" | "high" | "tall" | "wide" | "deep") => return Self::Distance,
                ("how", "soon") => return Self::Time,
                ("how" | "wie" | "too", word) if MEASURES.contains(&word) => return Self::Number,
                (_, word) if COUNTS.contains(&word) => return Self::Number,
                // "What does it do when …" wants no time.
                (_, word) if TIMES.contains(&word) && !said[..at].iter().any(|word| opens(word)) => {
                    return Self::Time;
                }
                _ => {}
            }
        }
        let about_a_thing = said.first().is_some_and(|word| WHAT.contains(&word.as_str()));
        // "What is the price", but not "What did they say about the price".
        let is_sum = said.iter().take(4).any(|word| SUMS.contains(&word.as_str()));
        if about_a_thing && (has(COSTS) || is_sum) { Self::Money } else { Self::Anything }
    }

    /// Whether a sentence has such a thing.
    #[must_use]
    pub fn is_in(self, text: &str) -> bool {
        if self == Self::Anything {
            return true;
        }
        let said = words(text);
        let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
        let number = said.iter().any(|word| number_of_word(word).is_some());
        match self {
            Self::Anything => true,
            Self::Number => number,
            Self::Length => number && (has(DURATIONS) || has(DISTANCES)),
            Self::Distance => number && has(DISTANCES),
            Self::Mass => number && has(MASSES),
            Self::Money => has(CURRENCIES) || number && (has(COSTS) || has(SUMS) || is_sum(text, &said)),
            Self::Age => number && (has(AGES) || is_apposed(text)),
            Self::Percent => text.contains('%') || number && has(PERCENT),
            Self::Time => {
                said.iter().any(|word| names_time(word))
                    || number && (has(DURATIONS) || has(CLOCK) || text.split_whitespace().any(is_date))
            }
        }
    }
}

/// `21:15`, `1998`, `2026-11-16`, `5/12`, `1st` or `80s`.
pub(super) fn is_date(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let digits = word.chars().take_while(char::is_ascii_digit).count();
    let rest = &word[digits..];
    let parts = rest
        .strip_prefix([':', '.', '-', '/'])
        .is_some_and(|more| more.starts_with(|c: char| c.is_ascii_digit()));
    let year = digits == 4 && word.starts_with(['1', '2']);
    digits > 0 && (year || parts && digits <= 4 || matches!(rest, "st" | "nd" | "rd" | "th" | "s"))
}

/// Whether a word is the name of a day or a month, or of many of them: `Mondays`.
pub(super) fn names_time(word: &str) -> bool {
    MONTHS.contains(&word) || word.strip_suffix('s').is_some_and(|one| MONTHS.contains(&one))
}

/// Whether a word opens a question about something else than a time.
fn opens(word: &str) -> bool {
    const OTHERS: &[&str] =
        &["which", "who", "whom", "whose", "why", "how", "where", "wer", "wie", "warum", "wo"];
    WHAT.contains(&word) || OTHERS.contains(&word)
}

/// Whether a question asks for a number with these two words.
pub(super) fn is_measure(before: &str, word: &str) -> bool {
    matches!(before, "how" | "wie" | "too") && MEASURES.contains(&word)
        || COUNTS.contains(&word)
        || TIMES.contains(&word)
}

/// `$5`, `5 €` or `7.50`.
fn is_sum(text: &str, said: &[String]) -> bool {
    let cents = |word: &String| {
        let (_, last) = word.rsplit_once(['.', ',']).unwrap_or_default();
        last.len() == 2 && last.chars().all(|c| c.is_ascii_digit())
    };
    text.contains(['$', '€', '£', '¥']) || said.iter().any(cents)
}

/// `Ada Finch, 34, said`.
fn is_apposed(text: &str) -> bool {
    text.split(", ").skip(1).any(|part| {
        let (number, rest) = part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len()));
        (1..=3).contains(&number.len()) && (rest.is_empty() || rest.starts_with(','))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_what_is_wanted_or_not() {
        for (question, yes, no) in [
            ("How long is the walk?", "It is 11 kilometres long.", "It is number 11."),
            ("How long does it take?", "It takes 4 working days.", "It takes 4 people."),
            ("How old is the cat?", "The cat is 5 years old.", "The cat was away for five years."),
            ("How old is Ada Finch?", "Ada Finch, 34, said so.", "Ada Finch said so in 2034."),
            ("What does parking cost?", "A whole day costs 7.00.", "It opened in 1997."),
            ("How much money did it make?", "It made $320,000.", "It made 3 films."),
            ("What is the budget?", "They have 3 million euros.", "They have 3 cars."),
            ("How heavy is it?", "It weighs 8.4 pounds.", "It has 8 doors."),
            ("How many were there?", "There were ten.", "There were some."),
            ("When does it open?", "It opens in March.", "It opens soon."),
            ("When does it close?", "It closes at 21:15.", "It closes behind 30 visitors."),
            ("When is it closed?", "It is closed on Mondays.", "It is closed on Mars."),
            ("How many percent are left?", "Only 4% are left.", "Only 4 are left."),
            ("Wie hoch ist die Einfahrt?", "Sie ist 2,10 Meter hoch.", "Sie ist hoch."),
        ] {
            let wanted = Wanted::of(&words(question));
            assert!(wanted != Wanted::Anything, "{question}");
            assert!(wanted.is_in(yes) && !wanted.is_in(no), "{question} {wanted:?}");
        }
        for question in
            ["What did they say about the price?", "Who was it?", "What do they say when it rains?", ""]
        {
            assert_eq!(Wanted::of(&words(question)), Wanted::Anything, "{question}");
        }
    }
}
