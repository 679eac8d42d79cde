//! What a clause wants entered that it does not say itself: it stands on the page, and the clause says where. Only where one
//! reading is possible; whatever comes of it is the page's, and never the person's own words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::observation::{Element, Observation};

use super::extract;
use super::fields::{called, typed_in};
use super::only;
use super::ordinal::{self, Place};
use super::{read, sums};
use crate::execute::quoted;
use crate::text::{fold, words};

/// Words before the name of what is looked up.
const VALUE_OF: &[&str] =
    &["the value of ", "the value for ", "den wert von ", "la valeur de ", "el valor de "];
/// Where that name is over.
const ENDS: &[&str] = &[" into ", " in ", " to ", " as ", " from ", " on ", " ins ", " dans ", " en "];
const WORD: &[&str] = &["word", "wort", "mot", "palabra"];
const PARAGRAPH: &[&str] =
    &["paragraph", "text", "sentence", "absatz", "satz", "paragraphe", "phrase", "párrafo", "texto"];
/// Words for filling all fields with what belongs to them.
const EACH: &[&str] = &["each", "every", "all", "jedes", "jeden", "alle", "chaque", "cada"];
const VALUES: &[&str] = &["value", "values", "wert", "werte", "valeur", "valeurs", "valor", "valores"];
const LABELS: &[&str] =
    &["label", "labels", "field", "fields", "feld", "felder", "champ", "champs", "campo", "campos"];
const SOLVING: &[&str] =
    &["solve", "calculate", "compute", "löse", "berechne", "calcule", "résous", "resuelve"];
/// Words for what an earlier clause found out.
const FOUND: &[&str] = &[
    "it",
    "that",
    "answer",
    "result",
    "solution",
    "es",
    "antwort",
    "ergebnis",
    "lösung",
    "réponse",
    "résultat",
    "respuesta",
    "resultado",
];
const FINDING: &[&str] = &["find", "read", "copy", "finde", "lies", "trouve", "lis", "encuentra", "lee"];
/// The longest value that is taken from a page.
const MOST_VALUE: usize = 200;
/// Fewer words are no paragraph.
const LEAST_PARAGRAPH: usize = 3;

/// What a clause finds out without entering it: "find the 2nd word in the paragraph", "solve the problem".
pub(super) fn found_out(clause: &str, page: &Observation) -> Option<String> {
    let first = first_word(clause);
    if SOLVING.contains(&first.as_str()) {
        return sums::answer(&page.text);
    }
    FINDING.contains(&first.as_str()).then(|| pointed_at(clause, page)).flatten()
}

/// What a clause wants entered that stands on the page, or that a clause before it found out.
pub(super) fn entered(clause: &str, earlier: Option<&str>, page: &Observation) -> Option<String> {
    if !read::enters(clause) || !quoted(clause).is_empty() {
        return None;
    }
    pointed_at(clause, page).or_else(|| earlier.filter(|_| refers(clause)).map(ToString::to_string))
}

/// What the page says for each of its fields, where a clause wants all of them filled with that: the field and its value. A
/// page that leaves one of them open is not filled by halves.
pub(super) fn for_each<'a>(clause: &str, page: &'a Observation) -> Option<Vec<(&'a Element, String)>> {
    let said = words(clause);
    let has = |known: &[&str]| said.iter().any(|word| known.contains(&word.as_str()));
    let all = read::enters(clause) && quoted(clause).is_empty() && has(EACH) && has(VALUES) && has(LABELS);
    let fields = if all { typed_in(page) } else { Vec::new() };
    let values = || fields.iter().map(|field| Some((*field, said_of(&called(field), page)?))).collect();
    if fields.is_empty() { None } else { values() }
}

/// Whether a clause wants entered what the one before it found out.
pub(super) fn refers(clause: &str) -> bool {
    let said = words(clause);
    read::enters(clause) && said.iter().skip(1).take(2).any(|word| FOUND.contains(&word.as_str()))
}

/// What a page says of a thing, where it says it once.
pub(super) fn said_of(name: &str, page: &Observation) -> Option<String> {
    let name = fold(name);
    let named = extract::said(&page.text).filter(|one| fold(one.name) == name);
    let mut found = named.map(|one| one.value).filter(|value| is_value(value));
    let first = found.next().filter(|_| !name.is_empty())?;
    found.all(|other| other == first).then(|| first.to_string())
}

/// What words point at: the value of something, a word of a text.
fn pointed_at(clause: &str, page: &Observation) -> Option<String> {
    let lower = clause.to_lowercase();
    if let Some((at, start)) = VALUE_OF.iter().find_map(|start| Some((lower.find(start)?, start))) {
        let rest = clause.get(at + start.len()..).filter(|_| lower.len() == clause.len())?;
        let end = ENDS.iter().filter_map(|mark| rest.find(mark)).min().unwrap_or(rest.len());
        return said_of(rest[..end].trim_matches(['"', ' ', '“', '”']), page);
    }
    let said = words(clause);
    let at = said.iter().position(|word| WORD.contains(&word.as_str()))?;
    let place = ordinal::place(said.get(at.checked_sub(1)?)?)?;
    said.iter().skip(at).any(|word| PARAGRAPH.contains(&word.as_str())).then_some(())?;
    let paragraph = only_paragraph(clause, page)?;
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_string();
    let all: Vec<String> = paragraph.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    match place {
        Place::Nth(at) => all.get(at).cloned(),
        Place::Last => all.last().cloned(),
        Place::Only => None,
    }
}

/// The only line that is written in sentences. A page that repeats what was asked is not asked about that.
fn only_paragraph<'a>(clause: &str, page: &'a Observation) -> Option<&'a str> {
    let asked = fold(clause);
    let ends = |line: &&str| line.ends_with(['.', '!', '?', '…']) || line.contains(". ");
    let long = |line: &&str| line.split_whitespace().count() >= LEAST_PARAGRAPH;
    let repeats = |line: &&str| format!(" {} ", fold(line)).contains(&format!(" {asked} "));
    only(page.text.lines().map(str::trim).filter(ends).filter(long).filter(|line| !repeats(line)))
}

fn is_value(value: &str) -> bool {
    !value.is_empty() && value.len() <= MOST_VALUE && value.contains(char::is_alphanumeric)
}

fn first_word(clause: &str) -> String {
    words(clause).into_iter().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;

    #[test]
    fn what_stands_on_the_page_is_found_where_only_one_thing_is_meant() {
        let mut page = seen::page(&[("textbox", "")]);
        page.text = "Enter the value of Color into the field.\nGender | Male\nColor | light gray\nPhone: 12 34\n\
                     Term: Weight\nDefinition: 3 kg\nPhone: 56\nDis urna proin, placerat neque.\nSubmit\n1 + 2 ="
            .into();
        for (clause, expected) in [
            ("Enter the value of Color into the field", Some("light gray")),
            ("type the value of \"weight\" into the box", None),
            ("type the value of weight", Some("3 kg")),
            ("enter the value of Phone", None),
            ("enter the value of Size", None),
            ("enter the 2nd word of the text", None),
            ("open the value of Color", None),
            ("enter it", Some("earlier")),
            ("type your answer into the box", Some("earlier")),
            ("type the name of that town", None),
        ] {
            assert_eq!(entered(clause, Some("earlier"), &page).as_deref(), expected, "{clause}");
        }
        page.text =
            "Find the 2nd word in the paragraph, then type it.\nDis urna proin, placerat neque.\nOK".into();
        for (clause, expected) in [
            ("Find the 2nd word in the paragraph", Some("urna")),
            ("find the third word of the text", Some("proin")),
            ("Find the last word in the paragraph", Some("neque")),
            ("find the 9th word in the paragraph", None),
            ("find the word urna in the paragraph", None),
            ("solve the problem", None),
        ] {
            // The page repeats the goal, as it may.
            page.text = format!("{clause}, then type it.\nDis urna proin, placerat neque.\nOK");
            assert_eq!(found_out(clause, &page).as_deref(), expected, "{clause}");
        }
        let mut form = seen::page(&[("textbox", "Colour:"), ("textbox", "Weight"), ("button", "Send")]);
        let all = |form: &Observation| {
            let each = for_each("Enter the value that corresponds with each label into the form", form)?;
            Some(each.into_iter().map(|(_, value)| value).collect::<Vec<_>>().join(" "))
        };
        form.text = "Colour | gray\nSize | L\nWeight: 3 kg\nColour:\nWeight\nSend".into();
        assert_eq!(all(&form).as_deref(), Some("gray 3 kg"));
        form.text = "Colour | gray".into();
        assert_eq!(all(&form), None, "one would stay empty");
        page.text.push_str("\n7 - 3 =");
        assert_eq!(found_out("Solve the math problem", &page).as_deref(), Some("4"));
    }
}
