//! A glossary: sentences, entries and rows that say what a word means.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::text::{fold, is_stop, words};
use laika_protocol::collection::{Cell, Cited, Part, Phrase, Row};

use super::config::Config;
use super::facts::facts;
use super::page::{LineKind, Page, bare, whole_escape};
use super::{Draft, open};

/// A word and what it means, as places of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) term: Range<usize>,
    pub(crate) meaning: Range<usize>,
}

pub(crate) fn make(pages: &[Page], config: &Config) -> Draft {
    let mut draft = Draft::default();
    // By the folded word, each with every source that defines it.
    let mut known: BTreeMap<String, Vec<(usize, Definition)>> = BTreeMap::new();
    for (at, page) in open(pages) {
        for definition in definitions(page) {
            known.entry(fold(&page.text[definition.term.clone()])).or_default().push((at, definition));
        }
    }
    let mut rows = Vec::new();
    for defined in known.values().take(config.number("most")) {
        let several = defined.iter().any(|(page, _)| *page != defined[0].0);
        for (at, definition) in defined {
            let page = &pages[*at];
            let cells = alloc::vec![
                Cell::Value(page.cited(definition.term.clone())),
                Cell::Value(page.cited(definition.meaning.clone()))
            ];
            rows.push(Row { cells });
        }
        if several {
            let citations = defined.iter().map(|(at, one)| pages[*at].cite(one.meaning.clone())).collect();
            let (at, first) = &defined[0];
            let term = laika_protocol::text::one_line(&pages[*at].said(first.term.clone())).into_owned();
            draft.notes.push(Cited { citations, ..Cited::ours(Phrase::SeveralMeanings, [term]) });
        }
    }
    if rows.is_empty() {
        draft.note(Phrase::NoMeanings, []);
    } else {
        let columns = ["Word", "What it means"].map(ToString::to_string).to_vec();
        draft.parts.push(Part::Table { columns, rows });
    }
    draft
}

/// Every definition of a page, in order.
pub(crate) fn definitions(page: &Page) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    let (mut terms, mut meanings) = (BTreeSet::new(), BTreeSet::new());
    let mut put = |one: Option<Definition>| {
        let Some(one) = one else { return };
        if !terms.contains(&one.term.start) && !meanings.contains(&(one.meaning.start, one.meaning.end)) {
            terms.insert(one.term.start);
            meanings.insert((one.meaning.start, one.meaning.end));
            found.push(one);
        }
    };
    for sentence in &page.sentences {
        put(in_sentence(page, sentence.at.clone()));
    }
    for (term, meaning) in of_tables(page) {
        put(Some(Definition { term, meaning }));
    }
    for fact in facts(page).into_iter().filter(|fact| fact.labels.len() == 1 && fact.sure != 800) {
        put(of_fact(page, &fact.labels[0], &fact.value));
    }
    found.sort_by_key(|one| one.meaning.start);
    found
}

/// Rows of a table whose second column says what the first means.
fn of_tables(page: &Page) -> Vec<(Range<usize>, Range<usize>)> {
    const MEANING: &[&str] = &[
        "meaning",
        "definition",
        "bedeutung",
        "erklärung",
        "explanation",
        "description",
        "beschreibung",
        "what it means",
    ];
    let mut found = Vec::new();
    let mut inside = false;
    for (_, line) in page.content() {
        let LineKind::Row(cells) = &line.kind else {
            inside = false;
            continue;
        };
        let [term, meaning, ..] = cells.as_slice() else { continue };
        if inside && !term.is_empty() && !meaning.is_empty() {
            found.push((bare(&page.text, term.clone()), bare(&page.text, meaning.clone())));
        }
        inside = inside || MEANING.contains(&fold(&page.text[meaning.clone()]).as_str());
    }
    found
}

/// `Jitter: the variation of latency over time`.
fn of_fact(page: &Page, label: &Range<usize>, value: &Range<usize>) -> Option<Definition> {
    let (term, meaning) = (&page.text[label.clone()], &page.text[value.clone()]);
    let count = words(meaning).len();
    let first = meaning.chars().next()?;
    // A meaning is words: it begins like the rest of a sentence and has no numbers.
    // German begins it with a noun, too; then it has small words that a value does not have.
    let noun = first.is_uppercase()
        && words(meaning).iter().filter(|word| is_stop(word)).count() >= 2
        && words(term).len() <= 3;
    let reads = first.is_lowercase() || noun || ARTICLES.iter().any(|article| meaning.starts_with(article));
    let fits = is_term(term) && count >= 4 && reads && !meaning.chars().any(|c| c.is_ascii_digit());
    if !fits || meaning.contains('?') {
        return None;
    }
    Some(Definition { term: unquoted(page, label.clone()), meaning: label.start..value.end })
}

const ARTICLES: &[&str] = &["A ", "An ", "The ", "Ein ", "Eine ", "Der ", "Die ", "Das "];

/// A word that can be looked up: short, without digits and verbs' subjects.
fn is_term(term: &str) -> bool {
    const NONE: &[&str] = &[
        "it",
        "this",
        "that",
        "there",
        "he",
        "she",
        "they",
        "we",
        "you",
        "i",
        "these",
        "those",
        "what",
        "who",
        "which",
        "here",
        "es",
        "dies",
        "das",
        "er",
        "sie",
        "wir",
        "ihr",
        "ich",
        "man",
        "dieser",
        "diese",
        "dieses",
        "hier",
        "q",
        "a",
        "note",
        "hinweis",
        "tip",
        "tipp",
        "example",
        "beispiel",
        "frage",
        "antwort",
        "question",
        "answer",
        "my",
        "our",
        "your",
        "his",
        "her",
        "their",
        "mein",
        "meine",
        "unser",
        "unsere",
        "ihre",
        "warning",
        "achtung",
        "limitations",
        "one",
        "some",
        "many",
        "most",
        "all",
        "viele",
        "alle",
        "everything",
        "nothing",
        "someone",
        "everyone",
        "depends",
        "if",
        "when",
        "because",
        "but",
        "and",
        "so",
        "then",
        "now",
        "today",
        "heute",
    ];
    let all = words(term);
    let first_is_none = all.first().is_some_and(|word| NONE.contains(&word.as_str()));
    !all.is_empty()
        && all.len() <= 5
        && !first_is_none
        && !term.chars().any(|c| c.is_ascii_digit())
        && !term.contains(['.', '!', '?', ',', ';', ':'])
}

/// A term without the quotation marks around it.
fn unquoted(page: &Page, at: Range<usize>) -> Range<usize> {
    let piece = &page.text[at.clone()];
    let marks = ['"', '“', '”', '„', '\'', '‘', '’', '«', '»', '*', '_', ' '];
    let inner = piece.trim_start_matches(marks);
    let start = at.start + (piece.len() - inner.len());
    start..start + whole_escape(inner, inner.trim_end_matches(marks).len())
}

/// Verbs that a meaning follows, with whether it has to read like one.
const VERBS: &[(&str, bool)] = &[
    (" refers to ", false),
    (" means ", false),
    (" denotes ", false),
    (" describes ", false),
    (" is short for ", false),
    (" beschreibt ", false),
    (" is when ", false),
    (" stands for ", false),
    (" is defined as ", false),
    (" are defined as ", false),
    (" bezeichnet ", false),
    (" bedeutet ", false),
    (" steht für ", false),
    (" heißt ", false),
    (" nennt man ", false),
    (" is ", true),
    (" are ", true),
    (" ist ", true),
    (" sind ", true),
];

fn in_sentence(page: &Page, at: Range<usize>) -> Option<Definition> {
    let sentence = &page.text[at.clone()];
    if sentence.ends_with('?') {
        return None;
    }
    let meaning = at.clone();
    let term = behind(sentence)
        .or_else(|| last_word(sentence))
        .or_else(|| opened(sentence))
        .or_else(|| short_form(sentence))
        .or_else(|| before(sentence))?;
    let term = unquoted(page, at.start + term.start..at.start + term.end);
    is_term(&page.text[term.clone()]).then_some(Definition { term, meaning })
}

/// `…, heißt T.`, `… wird T genannt.`
fn last_word(sentence: &str) -> Option<Range<usize>> {
    let whole = sentence.trim_end_matches(['.', '!', ' ']);
    if let Some(at) = whole.rfind(" heißt ") {
        let start = at + " heißt ".len();
        let fits = (1..=2).contains(&words(&whole[start..]).len()) && words(&whole[..at]).len() >= 4;
        return fits.then_some(start..whole.len());
    }
    let end = whole.strip_suffix(" genannt")?.len();
    let start = whole[..end].rfind(' ')? + 1;
    (words(&whole[..start]).len() >= 4).then_some(start..end)
}

/// `… is called T.`, `… nennt man T.`
fn behind(sentence: &str) -> Option<Range<usize>> {
    const CALLED: &[&str] = &[
        " is called ",
        " are called ",
        " is known as ",
        " are known as ",
        " nennt man ",
        " is termed ",
        " is referred to as ",
        " bezeichnet man als ",
        " is also called ",
        " are termed ",
        " spricht man von ",
    ];
    let (at, length) = CALLED.iter().find_map(|called| sentence.find(called).map(|at| (at, called.len())))?;
    let term = sentence[at + length..].trim_end_matches(['.', '!', ' ']);
    let start = at + length + article(term);
    let end = at + length + term.len();
    // `is called on Monday` calls nothing.
    (words(&sentence[..at]).len() >= 3 && words(&sentence[start..end]).len() <= 4).then_some(start..end)
}

/// `Unter T versteht man …`, `Als T wird … bezeichnet`, `By T, sailors mean …`.
fn opened(sentence: &str) -> Option<Range<usize>> {
    const FORMS: &[(&str, &[&str], &[&str])] = &[
        ("Unter ", &[" versteht man", " versteht die", " verstehen"], &[]),
        ("Als ", &[" wird ", " werden ", " bezeichnet man ", " gilt "], &["bezeichnet", "gilt"]),
        ("By ", &[" we mean", " is meant", ", we mean", ", sailors mean", ", people mean"], &[]),
        ("Mit ", &[" ist gemeint", " meint man"], &[]),
        ("Man spricht von ", &[", wenn", ", falls"], &[]),
        ("Von ", &[" spricht man"], &[]),
        ("We speak of ", &[" when ", " if "], &[]),
        ("The term ", &[" means ", " refers ", " describes ", " is "], &[]),
        ("Der Begriff ", &[" bezeichnet", " bedeutet", " beschreibt", " meint"], &[]),
    ];
    for (start, joints, needs) in FORMS {
        let Some(rest) = sentence.strip_prefix(start) else { continue };
        let joint = joints.iter().filter_map(|joint| rest.find(joint)).min();
        let joint = joint.or_else(|| rest.find(',').filter(|at| rest[*at..].contains(" mean ")));
        let fits = needs.is_empty() || needs.iter().any(|word| sentence.contains(word));
        if let Some(end) = joint.filter(|_| fits) {
            let skip = start.len() + article(&rest[..end]);
            return Some(skip..start.len() + end);
        }
    }
    None
}

/// `NAT (network address translation) …`.
fn short_form(sentence: &str) -> Option<Range<usize>> {
    let open = sentence.find(" (")?;
    let close = open + sentence[open..].find(')')?;
    let skip = article(sentence);
    let (short, long) = (sentence.get(skip..open)?, &sentence[open + 2..close]);
    let spelled = |short: &str, long: &str| {
        let letters: String =
            short.chars().filter(|c| c.is_uppercase()).flat_map(char::to_lowercase).collect();
        let initials: String = words(long).iter().filter_map(|word| word.chars().next()).collect();
        letters.chars().count() >= 2
            && words(long).len() >= 2
            && (initials == letters || initials.starts_with(&letters))
    };
    let fits =
        words(short).len() == 1 && spelled(short, long) || words(long).len() == 1 && spelled(long, short);
    (fits && close + 1 < sentence.len()).then_some(skip..open)
}

/// `A T is a … that …`, `T means …`, `An X is T if …`.
fn before(sentence: &str) -> Option<Range<usize>> {
    let (at, verb, strict) = VERBS
        .iter()
        .filter_map(|(verb, strict)| sentence.find(verb).map(|at| (at, *verb, *strict)))
        .min_by_key(|(at, verb, _)| (*at, core::cmp::Reverse(verb.len())))?;
    let subject = &sentence[..at];
    let rest = sentence[at + verb.len()..].trim_end_matches('.');
    let skip = article(subject);
    if let Some(term) = condition(subject, rest, at + verb.len()).filter(|_| strict) {
        return Some(term);
    }
    if strict && !reads_like_meaning(rest) || words(rest).len() < 2 {
        return None;
    }
    Some(skip..at)
}

/// `An operation is idempotent if …`: the word behind the verb is what is explained.
fn condition(subject: &str, rest: &str, at: usize) -> Option<Range<usize>> {
    let end = [" if ", " when ", ", wenn ", ", falls "].iter().find_map(|joint| rest.find(joint))?;
    let general = ["A ", "An ", "Ein ", "Eine "].iter().any(|article| subject.starts_with(article));
    let term = &rest[..end];
    (general && words(term).len() == 1 && words(&rest[end..]).len() >= 4).then_some(at..at + end)
}

/// What follows `is` in a definition: a thing, and which one.
fn reads_like_meaning(rest: &str) -> bool {
    const WHICH: &[&str] = &[
        "that", "which", "who", "whose", "of", "for", "from", "when", "where", "used", "divided", "between",
        "by", "in", "with", "at", "der", "die", "das", "dem", "den", "welche", "welcher", "welches", "für",
        "von", "aus", "zwischen", "eines", "einer", "des", "mit", "zur", "zum", "to", "without", "under",
        "über", "an", "unter",
    ];
    // Words of an opinion or of a single case.
    const OPINION: &[&str] = &[
        "pity",
        "shame",
        "good",
        "bad",
        "great",
        "nice",
        "best",
        "worst",
        "wonderful",
        "terrible",
        "schade",
        "gut",
        "schlecht",
        "problem",
        "toll",
        "must",
        "mistake",
        "joke",
        "nightmare",
        "dream",
        "important",
        "key",
        "reason",
        "question",
    ];
    let all = words(rest);
    let Some(first) = all.first() else { return false };
    let article = matches!(
        first.as_str(),
        "a" | "an" | "the" | "any" | "ein" | "eine" | "einen" | "der" | "die" | "das" | "all"
    );
    let noun = article
        || rest.starts_with(char::is_uppercase)
        || all.get(1).is_some_and(|word| matches!(word.as_str(), "that" | "which" | "who"));
    let which = all.iter().skip(1).any(|word| WHICH.contains(&word.as_str()));
    let counted = rest.chars().any(|c| c.is_ascii_digit() || matches!(c, '€' | '$' | '£'));
    noun && which
        && all.len() >= 4
        && !counted
        && !all.iter().take(4).any(|word| OPINION.contains(&word.as_str()))
}

/// Bytes of the article that a text begins with.
fn article(text: &str) -> usize {
    const LONG: &[&str] = &[
        "A ", "An ", "The ", "Ein ", "Eine ", "Der ", "Die ", "Das ", "a ", "an ", "the ", "ein ", "eine ",
        "der ", "die ", "das ",
    ];
    LONG.iter().find(|article| text.starts_with(**article)).map_or(0, |article| article.len())
}
