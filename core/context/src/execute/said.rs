//! What a goal says literally: quotations, addresses, numbers, directions.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::ids::HttpUrl;

use crate::text::{content_words, is_negation, number_of_word, words};

/// Longest quotation that is taken as a text to use.
const MOST_QUOTED: usize = 1_000;

/// The quotations of a goal, in order.
pub(crate) fn quoted(goal: &str) -> Vec<String> {
    let texts = quotations(goal).into_iter().filter_map(|place| goal.get(place)).map(str::trim);
    texts.filter(|text| !text.is_empty() && text.len() <= MOST_QUOTED).map(ToString::to_string).collect()
}

/// Where quotations stand, without their marks.
fn quotations(goal: &str) -> Vec<Range<usize>> {
    const MARKS: &[(char, char)] = &[
        ('"', '"'),
        ('“', '”'),
        ('„', '“'),
        ('„', '”'),
        ('«', '»'),
        ('»', '«'),
        ('「', '」'),
        ('‘', '’'),
        ('\'', '\''),
    ];
    let mut found = Vec::new();
    let mut rest = goal;
    let mut before = ' ';
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| MARKS.iter().any(|(open, _)| open == c)) {
        let inside = &rest[at + open.len_utf8()..];
        let previous = rest[..at].chars().next_back().unwrap_or(before);
        // An apostrophe inside a word opens nothing.
        let opens = !previous.is_alphanumeric();
        let closes = |(from, c): &(usize, char)| {
            let next = inside[from + c.len_utf8()..].chars().next();
            MARKS.iter().any(|(start, end)| *start == open && end == c)
                && !(*c == '\'' && next.is_some_and(char::is_alphanumeric))
        };
        match inside.char_indices().find(closes).filter(|_| opens) {
            Some((end, close)) => {
                let start = goal.len() - inside.len();
                found.push(start..start + end);
                before = close;
                rest = &inside[end + close.len_utf8()..];
            }
            None => {
                before = open;
                rest = inside;
            }
        }
    }
    found
}

/// The addresses of a goal, in order; of one without a scheme, the secure one.
#[must_use]
pub fn addresses(goal: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in goal.split(|c: char| {
        c.is_whitespace() || matches!(c, '"' | '“' | '”' | '«' | '»' | '<' | '>' | '「' | '」')
    }) {
        let word = word.trim_start_matches(['(', '\'', '[', '„', '‘']);
        let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '\'', ']', '。', '、', '’']);
        let address = if word.starts_with("http://") || word.starts_with("https://") {
            word.to_string()
        } else if is_host(word) {
            format!("https://{word}")
        } else {
            continue;
        };
        if HttpUrl::parse(&address).is_ok() && !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// Whether a word is a host with perhaps a path: `docs.example.org/a`.
fn is_host(word: &str) -> bool {
    /// Endings of files, which are no countries or companies.
    const FILES: &[&str] =
        &["txt", "pdf", "csv", "json", "html", "png", "jpg", "md", "rs", "js", "ts", "py", "xlsx", "docx"];
    let host = word.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let good = |label: &&str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-') && !label.starts_with('-')
    };
    let top = labels.last().copied().unwrap_or_default();
    labels.len() >= 2
        && labels.iter().all(good)
        && top.chars().count() >= 2
        && top.chars().all(char::is_alphabetic)
        && !(word == host && FILES.contains(&top))
        && !word.contains('@')
}

/// The whole numbers of a text, in order.
pub(super) fn integers(text: &str) -> Vec<i64> {
    words(text)
        .iter()
        .filter_map(|word| word.parse().ok())
        .filter(|number: &i64| *number <= 1_000_000)
        .collect()
}

/// Whether the goal has one of these words, and does not turn itself around. What it quotes are not its own words.
pub(super) fn speaks_of(goal: &str, triggers: &[&str]) -> bool {
    let mut own = String::new();
    let mut rest = 0;
    for place in quotations(goal) {
        own.push_str(goal.get(rest..place.start).unwrap_or_default());
        rest = place.end;
    }
    own.push_str(goal.get(rest..).unwrap_or_default());
    let said = words(&own);
    said.iter().any(|word| triggers.contains(&word.as_str())) && !said.iter().any(|word| is_negation(word))
}

/// Whether the goal has one of these phrases, word for word.
pub(super) fn has_phrase(goal: &str, phrases: &[&str]) -> bool {
    let said = format!(" {} ", words(goal).join(" "));
    phrases.iter().any(|phrase| said.contains(&format!(" {phrase} ")))
}

/// Whether a text has to be written rather than copied.
pub(super) fn composes(goal: &str) -> bool {
    const WRITES: &[&str] = &[
        "compose",
        "draft",
        "reply",
        "answer",
        "respond",
        "politely",
        "paragraph",
        "verfasse",
        "formuliere",
        "antworte",
        "rédige",
        "réponds",
        "redacta",
        "responde",
        "translate",
        "übersetze",
        "traduis",
        "traduce",
    ];
    speaks_of(goal, WRITES)
}

/// The part of a goal in which the text to enter stands, as far as its form shows it: `type X into Y`, `search Y for X`.
pub(super) fn to_enter(goal: &str) -> &str {
    const VERBS: &[&str] = &[
        "type",
        "enter",
        "put",
        "write",
        "input",
        "insert",
        "set",
        "select",
        "choose",
        "pick",
        "change",
        "gib",
        "trage",
        "schreib",
        "schreibe",
        "tippe",
        "wähle",
        "stelle",
        "saisis",
        "tape",
        "écris",
        "entre",
        "mets",
        "choisis",
        "escribe",
        "introduce",
        "pon",
        "teclea",
        "elige",
        "selecciona",
    ];
    const UNTIL: &[&str] = &[
        " into ",
        " in the ",
        " as the ",
        " as ",
        " ins ",
        " in das ",
        " in den ",
        " in die ",
        " als ",
        " dans ",
        " comme ",
        " en el ",
        " en la ",
        " como ",
        " from the ",
        " aus ",
    ];
    const AFTER: &[&str] = &[" for ", " nach ", " to ", " auf ", " à ", " por "];
    const SEEKS: &[&str] =
        &["search", "look", "such", "suche", "cherche", "recherche", "busca", "set", "change", "stelle"];
    let words = words(goal);
    let has = |list: &[&str]| words.iter().take(4).any(|word| list.contains(&word.as_str()));
    let lower = goal.to_lowercase();
    // Folding case may move places in a text of other scripts; then nothing is cut off.
    if lower.len() != goal.len() {
        return goal;
    }
    let cut = |at: usize| goal.get(at..).filter(|rest| !rest.trim().is_empty());
    if has(SEEKS)
        && let Some(rest) =
            AFTER.iter().filter_map(|mark| Some(lower.find(mark)? + mark.len())).min().and_then(cut)
    {
        return rest.trim_end_matches(['.', '!', '?', ' ']);
    }
    let verb = words.iter().take(4).find(|word| VERBS.contains(&word.as_str()));
    let start = verb.and_then(|verb| Some(lower.find(verb.as_str())? + verb.len()));
    if let Some(start) = start
        && let Some(end) = UNTIL.iter().filter_map(|mark| lower.rfind(mark)).filter(|end| *end > start).min()
        && let Some(part) = goal.get(start..end).map(str::trim).filter(|part| !part.is_empty())
    {
        return part;
    }
    goal
}

/// The parts of a goal that are not done yet; all of it in one piece, where no step speaks of a part of it.
pub(super) fn left_to_do<'a>(goal: &'a str, done: &[&str]) -> Vec<&'a str> {
    const BETWEEN: &[&str] =
        &[", ", "; ", ". ", " and ", " then ", " und ", " dann ", " et ", " puis ", " y ", " luego "];
    let mut parts = alloc::vec![goal];
    for mark in BETWEEN {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    let steps: Vec<String> = done.iter().flat_map(|step| content_words(step)).collect();
    let is_done = |part: &&str| {
        let said = content_words(part);
        !said.is_empty() && said.iter().all(|word| steps.contains(word))
    };
    let left: Vec<&str> =
        parts.iter().filter(|part| !is_done(part)).copied().filter(|part| !part.trim().is_empty()).collect();
    if left.is_empty() || left.len() == parts.len() { alloc::vec![goal] } else { left }
}

/// Which way to scroll, and how far, as far as the goal says it.
pub(super) fn pages(goal: &str) -> Vec<i64> {
    const UP: &[&str] = &[
        "up",
        "upwards",
        "top",
        "start",
        "beginning",
        "hoch",
        "rauf",
        "oben",
        "anfang",
        "haut",
        "remonte",
        "début",
        "arriba",
        "sube",
        "principio",
        "inicio",
        "上に",
        "上へ",
    ];
    const ENDS: &[&str] = &[
        "top",
        "bottom",
        "end",
        "start",
        "beginning",
        "anfang",
        "ende",
        "ganz",
        "début",
        "fin",
        "tout",
        "principio",
        "final",
        "inicio",
        "footer",
        "一番",
    ];
    let said = words(goal);
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let sign = if has(UP) { -1 } else { 1 };
    let said_pages: Vec<i64> =
        integers(goal).into_iter().filter(|number| (1..=10).contains(number)).collect();
    let spelled = said.iter().find_map(|word| number(word)?.parse::<i64>().ok());
    match (said_pages.first().copied().or(spelled.filter(|number| (1..=10).contains(number))), has(ENDS)) {
        (Some(pages), _) => alloc::vec![sign * pages],
        (None, true) => alloc::vec![sign * 10],
        (None, false) => alloc::vec![sign, sign * 2, sign * 3],
    }
}

/// The numbers that a goal spells out, as digits; none where it says others in digits, or what to write in quotation marks.
pub(super) fn spelled(goal: &str) -> Vec<String> {
    if goal.contains(|c: char| c.is_ascii_digit()) || !quoted(goal).is_empty() {
        return Vec::new();
    }
    let once: BTreeSet<String> = words(goal).iter().filter_map(|word| number(word)).collect();
    once.into_iter().collect()
}

/// The number that a word of a goal is. A text is read for numbers more carefully: a word of one language is another thing in
/// the next, and the Spanish eleven is left out even here, being the English "once".
fn number(word: &str) -> Option<String> {
    const OTHERS: [&[&str]; 11] = [
        &["zwei", "deux", "dos"],
        &["drei", "trois", "tres"],
        &["vier", "quatre", "cuatro"],
        &["fünf", "cinq", "cinco"],
        &["sechs", "seis"],
        &["sieben", "sept", "siete"],
        &["acht", "huit", "ocho"],
        &["neun", "neuf", "nueve"],
        &["zehn", "dix", "diez"],
        &["elf", "onze"],
        &["zwölf", "douze", "doce"],
    ];
    let of_others = || OTHERS.iter().position(|names| names.contains(&word)).map(|at| (at + 2).to_string());
    number_of_word(word).or_else(of_others)
}

/// How long to wait, in milliseconds, if the goal says it.
pub(super) fn milliseconds(goal: &str) -> Option<i64> {
    let said = words(goal);
    said.windows(2).find_map(|pair| {
        let amount: i64 = number(&pair[0])?.parse().ok()?;
        let unit = match pair[1].as_str() {
            "ms" | "milliseconds" | "millisekunden" | "millisecondes" => 1,
            "s" | "sec" | "secs" | "second" | "seconds" | "sekunden" | "sekunde" | "secondes"
            | "segundos" => 1_000,
            "min" | "minute" | "minutes" | "minuten" | "minutos" => 60_000,
            _ => return None,
        };
        Some(amount.saturating_mul(unit).clamp(1, 30_000))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_found_and_apostrophes_are_not() {
        for (goal, expected) in [
            ("type \"hello world\" into the box", "hello world"),
            ("don't type 'it's me' but 'you'", "it's me|you"),
            ("schreib „Hallo“ und «Welt»", "Hallo|Welt"),
            ("「東京」と入力", "東京"),
            ("it's Bob's page", ""),
            ("an \"open quote", ""),
        ] {
            assert_eq!(quoted(goal).join("|"), expected, "{goal}");
        }
    }

    #[test]
    fn a_goal_speaks_in_its_own_words_and_not_in_those_it_quotes() {
        for (goal, expected) in [
            ("wait until the message is gone", true),
            ("wait until “no results” is gone", true),
            ("attends que « Aucun résultat » soit gone", true),
            ("do not wait until it is gone", false),
            ("do not wait until \"no\" is gone", false),
            ("click \"All gone\"", false),
        ] {
            assert_eq!(speaks_of(goal, &["gone"]), expected, "{goal}");
        }
    }

    #[test]
    fn addresses_are_hosts_and_urls() {
        for (goal, expected) in [
            ("go to docs.example.org/a?b.", "https://docs.example.org/a?b"),
            ("open http://localhost:8080/x, please", "http://localhost:8080/x"),
            ("mail bob@example.com about notes.txt v1.2", ""),
            ("(see example.com!)", "https://example.com"),
            ("Visit \"EXAMPLE.com\"", "https://EXAMPLE.com"),
        ] {
            assert_eq!(addresses(goal).join(" "), expected, "{goal}");
        }
    }

    #[test]
    fn the_text_to_enter_stands_in_a_part_of_the_goal() {
        for (goal, expected) in [
            ("search this shop for waterproof boots", "waterproof boots"),
            ("type Lisbon into the destination field", "Lisbon"),
            ("set the country to Germany.", "Germany"),
            ("trage 10115 in das Feld PLZ ein", "10115"),
            ("my name is Anna and I live in Oslo", "my name is Anna and I live in Oslo"),
            ("suche im Shop nach Stiefeln", "Stiefeln"),
            ("", ""),
        ] {
            assert_eq!(to_enter(goal), expected, "{goal}");
        }
    }

    #[test]
    fn what_is_done_is_left_out() {
        let goal = "my name is Anna Berg, I live in Oslo and like tea";
        assert_eq!(left_to_do(goal, &[]), [goal]);
        assert_eq!(left_to_do(goal, &["typed Anna Berg into Full name"]), ["I live in Oslo", "like tea"]);
        assert_eq!(left_to_do("type Hello, world", &["clicked Next"]), ["type Hello, world"]);
    }

    #[test]
    fn directions_and_times() {
        assert_eq!(pages("scroll up two pages"), [-2]);
        assert_eq!(pages("go to the bottom"), [10]);
        assert_eq!(pages("ganz nach oben"), [-10]);
        assert_eq!(pages("scroll a bit"), [1, 2, 3]);
        assert_eq!(milliseconds("wait 5 seconds for it"), Some(5_000));
        assert_eq!(milliseconds("wait for 5 results"), None);
        assert_eq!(milliseconds("warte zehn Sekunden"), Some(10_000));
        assert_eq!(spelled("two of these, two of those and trois"), ["2", "3"]);
    }
}
