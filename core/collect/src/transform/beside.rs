//! What stands on a page beside what it is about: menus, notices, other pages' titles, comments.

use alloc::collections::BTreeSet;
use alloc::string::String;

use laika_context::text::{fold, words};

use super::concepts::has_phrase;
use super::page::{Line, LineKind};

/// Headings under which something else stands, as the start of their folded words.
const HEADINGS: &[&str] = &[
    "you may also like",
    "you might also like",
    "comments",
    "popular",
    "most read",
    "related",
    "similar",
    "also from",
    "more from",
    "recently viewed",
    "recommended",
    "read next",
    "share",
    "newsletter",
    "advertisement",
    "see also",
    "das könnte sie auch",
    "das könnte dich auch",
    "kommentare",
    "beliebt",
    "meistgelesen",
    "ähnliche",
    "weitere angebote",
    "auch interessant",
    "mehr zum thema",
    "verwandte",
    "zuletzt angesehen",
    "anzeige",
    "customers also",
    "kunden kauften",
    "auch von",
    "weitere artikel",
    "other offers",
    "more articles",
    "nearby",
    "in der nähe",
    "follow us",
    "trending",
];

/// How a line begins that belongs to the page.
const STARTS: &[&str] = &[
    "advertisement",
    "sponsored",
    "anzeige",
    "werbung",
    "ad",
    "promoted",
    "page id",
    "was this page",
    "was this helpful",
    "war diese seite",
    "questions call",
    "fragen rufen sie",
    "subscribe",
    "we use cookies",
    "wir verwenden cookies",
    "diese seite verwendet cookies",
    "language",
    "you have",
    "sie haben noch",
    "our app",
    "unsere app",
    "this page was",
    "diese seite wurde",
    "skip to",
    "zum inhalt",
    "back to",
    "zurück zu",
    "zurück zur",
    "newsletter",
    "melden sie sich",
    "recently sold",
    "zuletzt angesehen",
    "also by",
    "cited by",
    "jetzt abonnieren",
    "share this",
    "alle rechte",
    "all rights",
];

const PIECES: &[&str] =
    &["all rights reserved", "alle rechte vorbehalten", "privacy policy", "datenschutzerklärung"];

/// The lines that stand beside the content.
pub(crate) fn beside(text: &str, lines: &[Line]) -> BTreeSet<usize> {
    let title = lines.iter().position(|line| line.kind == LineKind::Heading(1));
    let mut found = BTreeSet::new();
    // Under a heading of something else everything is, up to the next heading of its level.
    let mut under: Option<u8> = None;
    for (at, line) in lines.iter().enumerate() {
        let words = &text[line.at.clone()];
        if let LineKind::Heading(level) = line.kind {
            let folded = fold(words);
            let other = HEADINGS.iter().any(|start| folded.starts_with(start));
            under = match under {
                _ if other => Some(level),
                Some(above) if level > above => Some(above),
                _ => None,
            };
        }
        if under.is_some() || title.is_some_and(|title| at < title) || is_furniture(words, &line.kind) {
            found.insert(at);
        }
    }
    // A page that is nothing else is read all the same.
    if found.len() == lines.len() { BTreeSet::new() } else { found }
}

fn is_furniture(line: &str, kind: &LineKind) -> bool {
    if line.contains('©') || line.starts_with("[image:") {
        return true;
    }
    let (own, linked) = without_links(line);
    let (own, linked) = (words(&own).len(), words(&linked).len());
    if linked > 0 && own <= 3 + linked && (own <= 3 || linked >= own) && !matches!(kind, LineKind::Row(_)) {
        return !line.trim_end().ends_with(['.', '!', '?']) || own == 0 || own < linked;
    }
    let folded = fold(line.get(..line.len().min(160)).unwrap_or(line));
    let begins =
        |start: &str| folded.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    STARTS.iter().any(|start| begins(start) && (folded == *start || is_start(start, line)))
        || PIECES.iter().any(|piece| has_phrase(&folded, piece))
}

/// `Language: English` is a menu, `Language` in a table is not; `Ad` must be followed by a colon.
fn is_start(start: &str, line: &str) -> bool {
    match start {
        "language" => line.contains("]("),
        "ad" | "newsletter" | "anzeige" | "werbung" | "advertisement" | "sponsored" => line
            .trim_start_matches(['*', '_', ' '])
            .get(start.len()..)
            .is_some_and(|rest| rest.starts_with(':')),
        "you have" => line.contains("free view") || line.contains("]("),
        _ => true,
    }
}

/// A line without its links, and the words of these.
pub(crate) fn without_links(line: &str) -> (String, String) {
    let (mut own, mut linked) = (String::new(), String::new());
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        let behind = &rest[open + 1..];
        let Some(close) = behind.find("](") else { break };
        let Some(end) = behind[close..].find(')') else { break };
        own.push_str(&rest[..open]);
        linked.push_str(&behind[..close]);
        linked.push(' ');
        rest = &behind[close + end + 1..];
    }
    own.push_str(rest);
    (own, linked)
}
