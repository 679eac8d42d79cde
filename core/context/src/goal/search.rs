//! What a person wants to have searched for, as far as the form of their words says it.

use alloc::string::{String, ToString};

use super::Goal;
use super::read::{after, is_interrogative};

/// Words before what is searched for.
const SEARCHING: &[&str] = &[
    "search the web for ",
    "search the internet for ",
    "search online for ",
    "search for ",
    "search ",
    "web search for ",
    "do a web search for ",
    "google ",
    "look online for ",
    "look for ",
    "find pages about ",
    "find websites about ",
    "suche im internet nach ",
    "suche im netz nach ",
    "suche nach ",
    "such nach ",
    "suche ",
    "recherchiere ",
    "cherche sur internet ",
    "cherche ",
    "recherche ",
    "busca en internet ",
    "busca ",
    "buscar ",
];
/// Characters that are searched for at most.
const MOST: usize = 300;

/// What to search for when a goal names no page: what it says to search for, or else its first question. Nothing for a goal
/// that is about a page.
#[must_use]
pub fn search_words(goal: &str) -> Option<String> {
    let goal = Goal::read(goal);
    let said = goal.acts.iter().find_map(|clause| searched(clause)).map(ToString::to_string);
    let asked = || {
        let question = goal.questions.first().filter(|_| goal.only_reads())?;
        Some(question.trim_end_matches(['?', ' ']).to_string())
    };
    let words = said.or_else(asked)?;
    (!words.is_empty()).then(|| words.chars().take(MOST).collect())
}

/// Words by which a goal is about the web.
const WEB: &[&str] = &[
    "on the web",
    "the web for",
    "web search",
    "from the web",
    "the internet",
    "im internet",
    "online",
    "google ",
    "im netz",
    "sur internet",
    "en internet",
];

/// Words before what is done on a page and nowhere else.
const ON_PAGE: &[&str] = &[
    "click ",
    "press ",
    "tap ",
    "scroll",
    "log in",
    "sign in",
    "sign up",
    "add to cart",
    "buy ",
    "order a ",
    "order the ",
    "book a ",
    "book the ",
    "fill in ",
    "fill out ",
    "submit ",
    "klick",
    "drück",
    "melde mich an",
    "bestelle ",
    "kaufe ",
    "buche ",
    "clique ",
    "haz clic ",
];

/// Whether a goal that names no page says that it means the web: it speaks of it, or of what is done on pages.
#[must_use]
pub fn is_about_web(goal: &str) -> bool {
    let lower = goal.to_lowercase();
    let acts = || {
        Goal::read(goal).acts.into_iter().any(|clause| {
            let clause = clause.to_lowercase();
            ON_PAGE.iter().any(|start| clause.trim_start().starts_with(start))
        })
    };
    WEB.iter().any(|word| lower.contains(word)) && search_words(goal).is_some() || acts()
}

/// What a clause says to search for.
pub(super) fn searched(clause: &str) -> Option<&str> {
    let clause = clause.trim();
    let lower = clause.to_lowercase();
    let words = SEARCHING.iter().find_map(|start| after(clause, &lower, start))?;
    let words = words.trim().trim_matches(['"', '“', '”', '„', '«', '»']).trim();
    (!words.is_empty()).then_some(words)
}

/// Whether what is searched for is something to know.
pub(super) fn is_question(words: &str) -> bool {
    is_interrogative(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_the_web_says_so() {
        for (goal, web) in [
            ("Search the web for storm lanterns", true),
            ("How tall is Mont Blanc, according to the internet?", true),
            ("Click the button", true),
            ("Log in and open my orders", true),
            ("Search for storm lanterns", false),
            ("Where is the web server started?", false),
            ("Where is the tax of a state estimated?", false),
            ("Replace foo by bar in src", false),
            ("What is 12% of 30 EUR?", false),
            ("Order of magnitude of 2^40", false),
            ("", false),
        ] {
            assert_eq!(is_about_web(goal), web, "{goal}");
        }
    }

    #[test]
    fn what_to_search_for_is_in_the_words() {
        for (goal, expected) in [
            ("Search for storm lanterns", Some("storm lanterns")),
            (
                "Please search the web for \"storm lanterns\" and open the first result",
                Some("storm lanterns"),
            ),
            ("Suche nach Sturmlaternen", Some("Sturmlaternen")),
            ("Cherche des lanternes", Some("des lanternes")),
            ("Busca faroles", Some("faroles")),
            ("How tall is Mont Blanc?", Some("How tall is Mont Blanc")),
            ("Look up how tall Mont Blanc is", Some("how tall Mont Blanc is")),
            ("Who wrote it, and when was it published?", Some("Who wrote it")),
            // These are about a page, and there is none.
            ("Click the button", None),
            ("Book a tour. My name is Mara. How long does it take?", None),
            ("Summarise it", None),
            ("Search", None),
            ("", None),
        ] {
            assert_eq!(search_words(goal).as_deref(), expected, "{goal}");
        }
    }
}
