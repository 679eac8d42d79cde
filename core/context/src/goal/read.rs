//! Taking a goal apart: statements are things to enter, questions are things to find out, the rest is to be done.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Entry, Goal, letters};

/// The line that lists where to start, which is no wish by itself.
const PAGES: &str = "Pages: ";

/// Words before a wish that say nothing about it.
const POLITE: &[&str] = &[
    "please ",
    "kindly ",
    "can you ",
    "could you ",
    "would you ",
    "i want you to ",
    "i would like you to ",
    "i'd like you to ",
    "i want to ",
    "i would like to ",
    "i'd like to ",
    "bitte ",
    "kannst du ",
    "könntest du ",
    "s'il te plaît ",
    "peux-tu ",
    "por favor ",
    "puedes ",
    "and ",
    "then ",
    "also ",
];

/// Words before a question that is put as a wish.
const ASKING: &[&str] = &[
    "tell me ",
    "find out ",
    "let me know ",
    "look up ",
    "answer ",
    "check whether ",
    "check if ",
    "i want to know ",
    "i need to know ",
    "sag mir ",
    "sage mir ",
    "finde heraus ",
    "dis-moi ",
    "dime ",
];

/// Words that open a question.
const INTERROGATIVE: &[&str] = &[
    "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "was", "wer", "wann", "wo",
    "warum", "welche", "welcher", "welches", "wie", "wieviel", "quel", "quelle", "quels", "quelles", "quand",
    "où", "pourquoi", "comment", "combien", "qué", "cuál", "quién", "cuándo", "dónde", "cómo", "cuánto",
    "cuánta", "cuántos", "cuántas",
];

/// Verbs that open one thing to do; before them, `and` separates it from the one before.
pub(crate) const VERBS: &[&str] = &[
    "accept",
    "add",
    "apply",
    "book",
    "buy",
    "check",
    "choose",
    "clear",
    "click",
    "close",
    "confirm",
    "continue",
    "create",
    "delete",
    "download",
    "enter",
    "expand",
    "fill",
    "find",
    "focus",
    "follow",
    "forward",
    "give",
    "go",
    "hit",
    "log",
    "locate",
    "look",
    "mark",
    "navigate",
    "open",
    "order",
    "pick",
    "press",
    "push",
    "put",
    "read",
    "register",
    "remove",
    "reply",
    "reserve",
    "respond",
    "save",
    "scroll",
    "search",
    "select",
    "send",
    "set",
    "show",
    "sign",
    "sort",
    "submit",
    "subscribe",
    "switch",
    "tap",
    "tell",
    "tick",
    "toggle",
    "turn",
    "type",
    "uncheck",
    "untick",
    "visit",
    "wait",
    "write",
    "summarise",
    "summarize",
    "klicke",
    "öffne",
    "gehe",
    "wähle",
    "suche",
    "sende",
    "clique",
    "ouvre",
    "cherche",
    "choisis",
    "envoie",
    "abre",
    "haz",
    "busca",
    "elige",
    "envía",
];

const SUMMARY: &[&str] = &[
    "summarise",
    "summarize",
    "summary",
    "tldr",
    "tl;dr",
    "zusammenfassung",
    "résume",
    "résumé",
    "resume",
    "resumen",
    "zusammen",
];

/// Words between a thing's name and what it is.
const IS: &[&str] = &[
    " should be ",
    " shall be ",
    " is ",
    " are ",
    " = ",
    ": ",
    " ist ",
    " sind ",
    " lautet ",
    " est ",
    " sont ",
    " es ",
    " son ",
];

/// Words before the name of a thing that somebody has.
const OWNER: &[&str] = &[
    "my ", "our ", "the ", "his ", "her ", "their ", "a ", "mein ", "meine ", "unser ", "unsere ", "der ",
    "die ", "das ", "mon ", "ma ", "mes ", "notre ", "le ", "la ", "mi ", "nuestro ", "nuestra ", "el ",
];

/// Words of somebody who says what they are.
const SELF: &[&str] = &[
    "i am ",
    "i'm ",
    "we are ",
    "we're ",
    "ich bin ",
    "wir sind ",
    "je suis ",
    "nous sommes ",
    "soy ",
    "somos ",
];

/// The longest name of a thing, in words.
const MOST_LABEL: usize = 6;

pub(super) fn goal(text: &str) -> Goal {
    let mut goal = Goal::default();
    for line in text.lines().filter(|line| !line.starts_with(PAGES)) {
        for (sentence, asked) in sentences(line) {
            wish(polite(sentence), asked, &mut goal);
        }
    }
    goal
}

/// One sentence of a goal.
fn wish(sentence: &str, asked: bool, goal: &mut Goal) {
    if sentence.is_empty() {
        return;
    }
    // "Show the tides: when is high water?" is something to do and something to find out.
    if let Some((before, behind)) = sentence.split_once(": ")
        && VERBS.contains(&first_word(before).as_str())
        && INTERROGATIVE.contains(&first_word(behind).as_str())
    {
        acts(before, goal);
        return questions(behind, goal);
    }
    let lower = sentence.to_lowercase();
    let first = first_word(sentence);
    if letters::letter(sentence).is_some() {
        // Its text is the person's own, whatever words stand in it.
        acts(sentence, goal);
    } else if let Some(rest) = ASKING.iter().find_map(|start| after(sentence, &lower, start)) {
        questions(rest, goal);
    } else if asked || INTERROGATIVE.contains(&first.as_str()) {
        questions(sentence, goal);
    } else if let Some(fields) = fields(sentence, &lower) {
        goal.fields.extend(fields);
    } else if lower.split_whitespace().take(6).any(|word| SUMMARY.contains(&word.trim_matches([',', ':']))) {
        goal.summary = true;
    } else if let Some(entries) = entries(sentence) {
        goal.entries.extend(entries);
    } else {
        acts(sentence, goal);
    }
}

/// Several questions in one sentence are asked one by one.
fn questions(sentence: &str, goal: &mut Goal) {
    let mut from = 0;
    for (at, mark) in places(sentence, &[", and ", " and ", ", ", " und ", " et ", " y "]) {
        let rest = &sentence[at + mark.len()..];
        let opens = rest.split_whitespace().next().map(str::to_lowercase).unwrap_or_default();
        // "In the garden, what grows?" is one question.
        let asks = INTERROGATIVE.contains(&first_word(sentence[from..].trim_start()).as_str()) || from > 0;
        if at > from && asks && INTERROGATIVE.contains(&opens.as_str()) {
            goal.questions.push(question(&sentence[from..at]));
            from = at + mark.len();
        }
    }
    goal.questions.push(question(&sentence[from..]));
}

fn question(part: &str) -> String {
    format!("{}?", part.trim().trim_end_matches(['?', ',', '.']))
}

/// `Extract price, sku and name from the page`: the fields.
fn fields(sentence: &str, lower: &str) -> Option<Vec<String>> {
    let rest = ["extract these fields: ", "extract the ", "extract "]
        .iter()
        .find_map(|start| after(sentence, lower, start))?;
    let rest = [" from ", " of this page", " of the page"]
        .iter()
        .fold(rest, |rest, mark| rest.split(mark).next().unwrap_or(rest));
    let names = rest.split([',', ';']).flat_map(|part| part.split(" and "));
    let names: Vec<String> = names
        .map(|name| name.trim().trim_start_matches("the ").to_string())
        .filter(|name| !name.is_empty())
        .collect();
    (!names.is_empty()).then_some(names)
}

/// What a sentence of statements says: nothing, where it does not begin with one. What is no statement belongs to the one
/// before it: "5 Main Street, Oslo".
fn entries(sentence: &str) -> Option<Vec<Entry>> {
    entry(sentence)?;
    let mut found = Vec::new();
    let mut from = 0;
    for (at, mark) in places(sentence, &[", and ", "; ", ", ", " and ", " und ", " et ", " y "]) {
        if entry(&sentence[at + mark.len()..]).is_some() {
            found.extend(entry(&sentence[from..at]));
            from = at + mark.len();
        }
    }
    found.extend(entry(&sentence[from..]));
    Some(found)
}

/// One statement.
fn entry(part: &str) -> Option<Entry> {
    let part = polite(part.trim());
    let lower = part.to_lowercase();
    if lower.len() != part.len() {
        return None;
    }
    let value = |text: &str| text.trim().trim_end_matches(['.', ',', ';', '!']).trim_matches('"').to_string();
    if let Some(rest) = SELF.iter().find_map(|start| after(part, &lower, start)) {
        let value = value(rest);
        return (!value.is_empty()).then(|| Entry { label: String::new(), value });
    }
    let owner = OWNER.iter().find(|start| lower.starts_with(*start));
    let (at, mark) = places(&lower, IS).into_iter().next()?;
    // Without an owner only a colon makes a statement: "Email: …", not "Bread is good".
    if owner.is_none() && mark != ": " {
        return None;
    }
    let label = &part[owner.map_or(0, |start| start.len())..at];
    let value = value(&part[at + mark.len()..]);
    let short = label.split_whitespace().count() <= MOST_LABEL;
    (short && !label.trim().is_empty() && !value.is_empty())
        .then(|| Entry { label: label.trim().to_string(), value })
}

/// Things to do, one by one.
fn acts(sentence: &str, goal: &mut Goal) {
    let mut from = 0;
    let push = |part: &str, goal: &mut Goal| {
        let part = polite(part.trim().trim_end_matches(['.', ',', '!', ';']));
        let lower = part.to_lowercase();
        if part.is_empty() {
        } else if letters::letter(part).is_some() {
            goal.acts.push(part.to_string());
        } else if from_asking(part, &lower) || SUMMARY.iter().any(|word| lower.starts_with(word)) {
            wish(part, false, goal);
        } else {
            goal.acts.push(part.to_string());
        }
    };
    let marks = [
        " and then ",
        ", then ",
        " then ",
        "; ",
        ", and ",
        " and ",
        ", ",
        " und dann ",
        " und ",
        " puis ",
        " et ",
        " luego ",
        " y ",
    ];
    for (at, mark) in places(sentence, &marks) {
        let rest = polite(&sentence[at + mark.len()..]);
        // "find and click": what is found is what is clicked, and how to look for it is not another thing to do.
        let only_looks = || {
            sentence[from..at]
                .split_whitespace()
                .next_back()
                .is_some_and(|word| word.eq_ignore_ascii_case("find"))
        };
        if at >= from && VERBS.contains(&first_word(rest).as_str()) && only_looks() {
            from = at + mark.len();
        } else if at >= from && VERBS.contains(&first_word(rest).as_str()) {
            push(&sentence[from..at], goal);
            from = at + mark.len();
        }
    }
    push(&sentence[from..], goal);
}

fn first_word(text: &str) -> String {
    text.split(|c: char| !c.is_alphanumeric()).next().map(str::to_lowercase).unwrap_or_default()
}

fn from_asking(part: &str, lower: &str) -> bool {
    ASKING.iter().any(|start| after(part, lower, start).is_some())
}

/// The sentences of a line outside quotation marks, and whether each is a question.
fn sentences(line: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    let (mut from, mut quoted) = (0, false);
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => quoted = !quoted,
            '“' | '„' | '«' => quoted = true,
            '”' | '»' => quoted = false,
            _ => {}
        }
        let ends = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        // Scripts without spaces have marks of their own.
        let mark = ends && matches!(c, '.' | '!' | '?' | ';') || matches!(c, '。' | '！' | '？');
        if !quoted && mark {
            found.push((line[from..at].trim(), matches!(c, '?' | '？')));
            from = at + c.len_utf8();
        }
    }
    found.push((line[from..].trim(), false));
    found.retain(|(sentence, _)| !sentence.is_empty());
    found
}

/// The wish behind polite words.
fn polite(sentence: &str) -> &str {
    let mut rest = sentence.trim();
    loop {
        let lower = rest.to_lowercase();
        let Some(shorter) = POLITE.iter().find_map(|start| after(rest, &lower, start)) else { return rest };
        rest = shorter.trim_start();
    }
}

/// Whether a clause only says what to enter.
pub(super) fn enters(clause: &str) -> bool {
    const ENTERING: &[&str] = &[
        "enter", "type", "write", "fill", "put", "set", "choose", "select", "pick", "wähle", "choisis",
        "elige",
    ];
    ENTERING.contains(&first_word(polite(clause)).as_str())
}

/// Words for pressing something, whatever that does.
pub(super) const CLICKING: &[&str] = &[
    "click", "press", "tap", "hit", "push", "toggle", "klicke", "klick", "drücke", "clique", "appuie",
    "pulsa",
];

/// Whether a clause says what to press: what it quotes is a name, and nothing to enter.
pub(super) fn clicks(clause: &str) -> bool {
    CLICKING.contains(&first_word(polite(clause)).as_str())
}

/// Whether a clause is to be done only under a condition: "close the banner if it appears".
pub(super) fn is_conditional(clause: &str) -> bool {
    let lower = clause.to_lowercase();
    [" if ", " in case ", " falls ", " wenn ", " si "].iter().any(|word| lower.contains(word))
}

/// Whether words open a question.
pub(super) fn is_interrogative(text: &str) -> bool {
    let opens = text.split(|c: char| !c.is_alphanumeric()).next().map(str::to_lowercase).unwrap_or_default();
    INTERROGATIVE.contains(&opens.as_str())
}

/// What comes behind these words, if the text starts with them.
pub(super) fn after<'a>(text: &'a str, lower: &str, start: &str) -> Option<&'a str> {
    // Folding case may move places in other scripts; then nothing is cut off.
    (lower.len() == text.len() && lower.starts_with(start)).then(|| &text[start.len()..])
}

/// Where any of these marks stand outside quotation marks, in order; of two at one place the longer one.
pub(crate) fn places<'m>(text: &str, marks: &[&'m str]) -> Vec<(usize, &'m str)> {
    let mut found = Vec::new();
    let mut quoted = false;
    let mut free_from = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, '"' | '“' | '”' | '„' | '«' | '»') {
            quoted = !quoted;
        }
        if quoted || at < free_from {
            continue;
        }
        let here = marks.iter().filter(|mark| text[at..].starts_with(**mark)).max_by_key(|mark| mark.len());
        if let Some(mark) = here {
            found.push((at, *mark));
            free_from = at + mark.len();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let goal = goal(text);
        let mut told: Vec<String> =
            goal.entries.iter().map(|entry| format!("enter {}={}", entry.label, entry.value)).collect();
        told.extend(goal.acts.iter().map(|act| format!("do {act}")));
        told.extend(goal.questions.iter().map(|question| format!("ask {question}")));
        told.extend(goal.fields.iter().map(|field| format!("field {field}")));
        told.extend(goal.summary.then(|| "summary".to_string()));
        told.join(" | ")
    }

    #[test]
    fn goals_are_taken_apart() {
        for (text, expected) in [
            ("Summarise this article in a few sentences and cite where each one comes from.", "summary"),
            ("Give me a short summary of it", "summary"),
            (
                "How much does the Fulmar storm lantern weigh, and how long does delivery to Little Skerry take?",
                "ask How much does the Fulmar storm lantern weigh? | ask how long does delivery to Little Skerry take?",
            ),
            (
                "Book a mill tour. My name is Mara Lindqvist, my email is mara.lindqvist@mail.example, the time is \
                 Saturday at 14:00, and we are 3 people.",
                "enter name=Mara Lindqvist | enter email=mara.lindqvist@mail.example | enter time=Saturday at 14:00 | \
                 enter =3 people | do Book a mill tour",
            ),
            ("My address is 5 Main Street, Oslo.", "enter address=5 Main Street, Oslo"),
            ("Email: ada@mail.example", "enter email=ada@mail.example"),
            (
                "Open the shop and tell me which lantern is cheapest.",
                "do Open the shop | ask which lantern is cheapest?",
            ),
            (
                "Please click \"Save and close\", then scroll down",
                "do click \"Save and close\" | do scroll down",
            ),
            ("Who wrote this and when was it published?", "ask Who wrote this? | ask when was it published?"),
            ("In the garden, what grows and when?", "ask In the garden, what grows and when?"),
            ("可以拍照吗？请点击“保存”。", "do 请点击“保存” | ask 可以拍照吗?"),
            ("Show me the tides: when is high water?", "do Show me the tides | ask when is high water?"),
            ("Bread and butter", "do Bread and butter"),
            (
                "Switch between the tabs to find and click on the link \"nibh\".",
                "do click on the link \"nibh\"",
            ),
            ("Enter 3 May as the date and hit submit", "do Enter 3 May as the date | do hit submit"),
            ("Extract price, sku and name from this page", "field price | field sku | field name"),
            ("Finde heraus, wann der Laden öffnet", "do Finde heraus, wann der Laden öffnet"),
            ("What is it?\nPages: https://a.example https://b.example", "ask What is it?"),
            ("", ""),
        ] {
            assert_eq!(told(text).to_lowercase(), expected.to_lowercase(), "{text}");
        }
    }

    /// Whatever is said, what would be entered are the person's own words.
    #[test]
    fn what_is_entered_was_said() {
        for text in
            ["my name is \"A\", the b is c and d", "İ is my name is x", "a: b: c", "we are , and the x is y"]
        {
            for entry in goal(text).entries {
                assert!(text.contains(&entry.value), "{text}: {}", entry.value);
            }
        }
    }
}
