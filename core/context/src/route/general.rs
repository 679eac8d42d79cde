//! Requests that ask for knowledge or words rather than for something to be done or looked up (C-48).

use alloc::string::String;

use super::request::Request;
use crate::text::words;

/// How general a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum General {
    /// It wants something done or looked up.
    No,
    /// It may ask for general knowledge.
    Perhaps,
    /// It asks how or why something is as it is, perhaps on the page or at present.
    Explanation,
    /// It asks that of nothing in front and nothing present, or only talks: no tool could add to the answer (PIPE-005).
    Only,
}

impl General {
    /// How much that counts.
    pub(super) const fn counts(self) -> f32 {
        match self {
            Self::No => 0.0,
            Self::Perhaps => 1.0,
            Self::Explanation | Self::Only => 2.0,
        }
    }

    /// Whether it names things in order to have them explained.
    pub(super) const fn explains(self) -> bool {
        matches!(self, Self::Explanation | Self::Only)
    }
}

const EXPLANATIONS: &[&str] = &[
    "why",
    "how do",
    "how does",
    "how to",
    "how can i",
    "how would",
    "explain",
    "can you explain",
    "what is the difference",
    "whats the difference",
    "difference between",
    "warum",
    "wieso",
    "weshalb",
    "wie funktioniert",
    "wie kann",
    "wie mache",
    "wie macht",
    "wie schreibt",
    "wie geht",
    "erkläre",
    "erklär",
    "was ist der unterschied",
    "was bedeutet",
    "pourquoi",
    "comment",
    "explique",
    "por qué",
    "cómo",
    "explica",
];

const KNOWLEDGE: &[&str] = &[
    "what is",
    "what are",
    "whats",
    "what s",
    "what does",
    "what makes",
    "who is",
    "who was",
    "tell me",
    "define",
    "describe",
    "write a",
    "write me",
    "compose",
    "suggest",
    "is it",
    "are there",
    "hello",
    "hi",
    "hey",
    "thanks",
    "thank you",
    "good morning",
    "who are you",
    "was ist",
    "was sind",
    "wer ist",
    "wer war",
    "danke",
    "hallo",
    "qu est",
    "quest",
    "qui est",
    "bonjour",
    "merci",
    "qué es",
    "quién",
    "hola",
    "gracias",
];

/// Requests that are nothing but talk, whole.
const TALK: &[&str] = &[
    "hello",
    "hello there",
    "hi",
    "hi there",
    "hey",
    "good morning",
    "good evening",
    "thanks",
    "thanks a lot",
    "thank you",
    "thank you very much",
    "who are you",
    "what are you",
    "what can you do",
    "hallo",
    "guten morgen",
    "danke",
    "vielen dank",
    "wer bist du",
    "was kannst du",
    "bonjour",
    "merci",
    "merci beaucoup",
    "qui es tu",
    "hola",
    "gracias",
    "muchas gracias",
    "quién eres",
];

/// A beginning that is also an English order: `comment on the post`. The model says which it is.
const AMBIGUOUS: &str = "comment";

/// Words that point at the page in front.
const POINTING: &[&str] = &[
    "this", "here", "these", "diese", "dieser", "dieses", "diesem", "diesen", "hier", "ici", "cet", "cette",
    "este", "esta", "aquí",
];

/// Words that need the page, the web or the present.
const NEEDED: &[&str] = &[
    "page",
    "site",
    "website",
    "article",
    "tab",
    "tabs",
    "button",
    "link",
    "links",
    "table",
    "current",
    "currently",
    "today",
    "latest",
    "now",
    "search",
    "google",
    "look",
    "selected",
    "screen",
    "field",
    "seite",
    "artikel",
    "heute",
    "aktuell",
    "suche",
    "aujourdhui",
    "cherche",
    "página",
    "hoy",
    "busca",
];

/// How general a request is, by how it begins and what it points at.
pub(super) fn general(query: &str) -> General {
    let words = words(query);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if TALK.contains(&words.join(" ").as_str()) {
        return General::Only;
    }
    let start = words.iter().take(5).fold(String::new(), |start, word| start + word + " ");
    let starts = |list: &[&str]| {
        list.iter().any(|known| start.strip_prefix(known).is_some_and(|rest| rest.starts_with(' ')))
    };
    if has(POINTING) {
        General::No
    } else if starts(EXPLANATIONS) {
        let open = has(NEEDED) || starts(&[AMBIGUOUS]) || Request::read(query).has_address;
        if open { General::Explanation } else { General::Only }
    } else if starts(KNOWLEDGE) && !has(NEEDED) {
        General::Perhaps
    } else {
        General::No
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn general_questions_are_told_from_lookups() {
        for (query, expected) in [
            ("What is photosynthesis?", General::Perhaps),
            ("how do I sort a list in Python", General::Only),
            ("explain how search engines work", General::Explanation),
            ("what is this page about", General::No),
            ("why is this button grey", General::No),
            ("what is the latest news", General::No),
            ("Warum ist der Himmel blau?", General::Only),
            ("explain the article", General::Explanation),
            ("why is https://shop.example slow", General::Explanation),
            ("comment on the post", General::Explanation),
            ("hi there!", General::Only),
            ("hi, click the button", General::No),
            ("click the button", General::No),
            ("whatsoever", General::No),
        ] {
            assert_eq!(general(query), expected, "{query}");
        }
    }
}
