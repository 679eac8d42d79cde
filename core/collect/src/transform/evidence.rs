//! What speaks for and against a claim: of every source the sentence that says most about it, and which way it points.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::text::{content_words, is_negation, stem, words};
use laika_protocol::collection::{Cell, Cited, Part, Phrase, Row};

use super::choice::Open;
use super::config::Config;
use super::page::Page;
use super::{Draft, open};

/// The sentence of each page, and what the rules think of it.
pub(crate) struct Plan {
    claim: String,
    found: Vec<(usize, Option<Range<usize>>)>,
}

const FOR: usize = 0;
const AGAINST: usize = 1;

/// Words that say that something gets more or better, and less or worse.
const UP: &[&str] = &[
    "rise",
    "rises",
    "rose",
    "risen",
    "raise",
    "raises",
    "raised",
    "increase",
    "increases",
    "increased",
    "higher",
    "more",
    "grow",
    "grows",
    "grew",
    "up",
    "improve",
    "improves",
    "improved",
    "better",
    "faster",
    "gain",
    "gains",
    "boost",
    "boosts",
    "greater",
    "larger",
    "longer",
    "steigt",
    "stieg",
    "stiegen",
    "steigen",
    "erhöht",
    "erhöhen",
    "erhöhte",
    "mehr",
    "höher",
    "höhere",
    "besser",
    "schneller",
    "wächst",
    "wuchs",
    "zu",
    "zunahme",
    "zugenommen",
    "verbessert",
    "verbessern",
    "größer",
    "länger",
    "valuable",
    "teurer",
    "macht",
];
const DOWN: &[&str] = &[
    "fall",
    "falls",
    "fell",
    "drop",
    "drops",
    "dropped",
    "reduce",
    "reduces",
    "reduced",
    "lower",
    "lowers",
    "lowered",
    "less",
    "fewer",
    "cut",
    "cuts",
    "decrease",
    "decreases",
    "decreased",
    "decline",
    "declines",
    "declined",
    "slower",
    "worse",
    "down",
    "shrink",
    "shrank",
    "weniger",
    "sinkt",
    "sank",
    "sinken",
    "sanken",
    "senkt",
    "senken",
    "senkte",
    "zurück",
    "geringer",
    "niedriger",
    "schlechter",
    "langsamer",
    "verringert",
    "reduziert",
    "reduzieren",
    "abnahme",
    "abgenommen",
    "kürzer",
    "kleiner",
];
/// Words of which a sentence can be against something by itself.
const AGAINST_WORDS: &[&str] = &[
    "myth",
    "wrong",
    "false",
    "disproved",
    "refuted",
    "contradicts",
    "unchanged",
    "irrtum",
    "falsch",
    "widerlegt",
    "unverändert",
    "mythos",
    "zero",
    "contrary",
];

pub(crate) fn plan(pages: &[Page], config: &Config) -> (Plan, Vec<Open>) {
    let claim = config.text("claim").unwrap_or_default().to_string();
    let wanted = with_others(content_words(&claim).into_iter().collect());
    let claimed = content_words(&claim).len();
    let (mut found, mut choices) = (Vec::new(), Vec::new());
    for (at, page) in open(pages) {
        let best = best(page, &wanted, claimed);
        let stance = best.as_ref().and_then(|sentence| stance(&page.text[sentence.clone()], &claim));
        let options = if best.is_some() {
            alloc::vec![
                "The passage speaks for the claim.".to_string(),
                "The passage speaks against the claim.".to_string()
            ]
        } else {
            Vec::new()
        };
        let shown = best.clone().unwrap_or(0..0);
        let wanted = format!(
            "which way the passage points, for the claim: {}",
            laika_protocol::text::one_line(&claim)
        );
        choices.push(Open::new(wanted, (at, shown), options, stance, false));
        found.push((at, best));
    }
    (Plan { claim, found }, choices)
}

/// The sentence with most of the claim's words, a direction counting like one.
fn best(page: &Page, wanted: &BTreeSet<String>, claimed: usize) -> Option<Range<usize>> {
    let (reading, _) = page.reading();
    let whole: BTreeSet<String> =
        content_words(&reading).into_iter().chain(content_words(&page.title)).collect();
    // How many of the claim's words the whole page has: what it is not about, it says nothing about.
    let about = wanted.iter().filter(|one| whole.iter().any(|word| has_one(one, word))).count();
    let mut best: Option<(usize, Range<usize>)> = None;
    for sentence in &page.sentences {
        let text = &page.text[sentence.at.clone()];
        if text.chars().count() > 420 || text.ends_with('?') {
            continue;
        }
        let stems: BTreeSet<String> = content_words(text).into_iter().collect();
        let shared = stems.iter().filter(|word| has(wanted, word)).count();
        let points = usize::from(direction(text) != 0) + usize::from(is_negated(text));
        let enough = shared >= 2 || shared >= 1 && about >= 2 || shared >= 1 && claimed <= 4;
        let score = 2 * shared + points.min(1) * 2;
        if enough && points >= 1 && best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, sentence.at.clone()));
        }
    }
    best.map(|(_, at)| at)
}

/// Words for the same.
const ALIKE: &[&[&str]] = &[
    &["accident", "crash", "collision", "unfall", "unfälle"],
    &["turnover", "resignation", "leaving", "quit", "kündigung", "fluktuation"],
    &["emission", "emissionen", "ausstoß", "co2", "abgase"],
    &["grade", "mark", "score", "noten", "leistung"],
    &["house", "home", "flat", "wohnung", "haus"],
    &["pupil", "student", "child", "children", "schüler", "kinder"],
    &["price", "cost", "value", "valuable", "preis", "kosten", "wert"],
    &["productive", "output", "slow", "slower", "fast", "faster"],
    &["employee", "staff", "worker", "mitarbeiter", "beschäftigte"],
    &["car", "vehicle", "auto", "pkw"],
    &["money", "geld", "bargeld"],
    &["death", "mortality", "died", "tod", "sterben"],
    &["illness", "disease", "sick", "krankheit", "infection"],
    &["limit", "tempolimit", "begrenzung"],
    &["pay", "bezahlt", "zahlen", "barzahler", "kaufen"],
    &["weight", "gewicht", "obesity", "übergewicht"],
];

/// The words of a claim, and the words for the same.
fn with_others(mut wanted: BTreeSet<String>) -> BTreeSet<String> {
    for group in ALIKE {
        let stems: Vec<&str> = group.iter().map(|word| stem(word)).collect();
        if stems.iter().any(|word| wanted.contains(*word)) {
            wanted.extend(stems.into_iter().map(ToString::to_string));
        }
    }
    wanted
}

/// Whether one of the words is another form of a word, or a compound with it.
fn has(wanted: &BTreeSet<String>, word: &str) -> bool {
    wanted.contains(word) || wanted.iter().any(|one| has_one(one, word))
}

fn has_one(one: &str, word: &str) -> bool {
    let long = |word: &str, least: usize| word.chars().count() >= least;
    let part = long(one, 5) && (word.starts_with(one) || word.ends_with(one))
        || long(word, 5) && (one.starts_with(word) || one.ends_with(word));
    one == word || part || long(one, 4) && long(word, 6) && word.ends_with(one)
}

/// 1 where a text says that something gets more, -1 where less, 0 where neither.
fn direction(text: &str) -> i32 {
    for word in words(text) {
        if UP.contains(&word.as_str()) && word != "zu" {
            return 1;
        }
        if DOWN.contains(&word.as_str()) {
            return -1;
        }
    }
    0
}

fn is_negated(text: &str) -> bool {
    let all = words(text);
    // `more than homes without` denies nothing.
    all.iter().any(|word| {
        is_negation(word) && !matches!(word.as_str(), "without" | "ohne")
            || AGAINST_WORDS.contains(&word.as_str())
            || stem(word) == "hardly"
            || word == "kaum"
    })
}

/// What the rules think without a model: the same direction is for it, another one or a negation against it.
fn stance(sentence: &str, claim: &str) -> Option<usize> {
    let (said, claimed) = (direction(sentence), direction(claim));
    let turned = is_negated(sentence) != is_negated(claim);
    match (said, claimed) {
        (0, _) | (_, 0) => Some(if turned { AGAINST } else { FOR }),
        (said, claimed) => Some(if (said == claimed) == turned { AGAINST } else { FOR }),
    }
}

pub(crate) fn assemble(pages: &[Page], plan: &Plan, choices: &[Open]) -> Draft {
    let mut draft = Draft::default();
    let mut rows = Vec::new();
    let mut counts = [0_usize; 3];
    for ((at, best), choice) in plan.found.iter().zip(choices) {
        let page = &pages[*at];
        let stance = best.as_ref().and(choice.chosen());
        let (name, count) = match stance {
            Some(FOR) => (Phrase::StanceFor, 0),
            Some(_) => (Phrase::StanceAgainst, 1),
            None => (Phrase::StanceNone, 2),
        };
        counts[count] += 1;
        let sentence = best.clone().filter(|_| stance.is_some());
        let citations = sentence.clone().map(|at| page.cite(at)).into_iter().collect();
        let cells = alloc::vec![
            Cell::Value(page.named()),
            Cell::Computed(Cited { citations, ..Cited::ours(name, []) }),
            sentence.map_or(Cell::Unknown, |at| Cell::Value(page.cited(at))),
        ];
        rows.push(Row { cells });
    }
    let [for_it, against, _] = counts;
    draft.parts.push(Part::Heading {
        level: 2,
        words: Cited::new(laika_protocol::text::one_line(&plan.claim).into_owned(), Vec::new()),
    });
    draft.parts.push(Part::Paragraph {
        sentences: alloc::vec![Cited::ours(Phrase::StanceCounts, counts.map(|count| count.to_string()))],
    });
    if for_it > 0 && against > 0 {
        draft.note(Phrase::SourcesDisagree, []);
    }
    let columns = ["Source", "Stance", "What it says"].map(ToString::to_string).to_vec();
    draft.parts.push(Part::Table { columns, rows });
    draft
}
