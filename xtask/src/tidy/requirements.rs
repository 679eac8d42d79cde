//! Rule `requirements`: every id that a test or a document names exists, and says where it is tested.

use std::collections::BTreeSet;

use super::Finding;
use super::tree::Tree;

const FILE: &str = "docs/requirements.tsv";
const HEADER: &str = "id\tarea\ttested";

const AREAS: [&str; 19] = [
    "APP", "BROW", "CTX", "EVAL", "INJ", "INK", "MM", "MODEL", "OPS", "PIPE", "POL", "PRIV", "PROT", "REM",
    "RUN", "SURF", "TOK", "TOOL", "UI",
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(text) = tree.text(FILE) else { return vec![Finding::new(FILE, 1, "the file is missing")] };
    let mut findings = Vec::new();
    let mut known = BTreeSet::new();
    let mut before = None;
    for (line, number) in text.lines().zip(1..) {
        if number == 1 {
            findings.extend(
                (line != HEADER).then(|| Finding::new(FILE, 1, "the header is not `id`, `area`, `tested`")),
            );
            continue;
        }
        let [id, area, tested] = line.split('\t').collect::<Vec<_>>()[..] else {
            findings.push(Finding::new(FILE, number, "a line has three fields with tabs between them"));
            continue;
        };
        let key = sort_key(id);
        if key.is_none_or(|(prefix, _)| prefix != area) {
            findings.push(Finding::new(FILE, number, format!("`{id}` is not an id of the area `{area}`")));
        }
        if !known.insert(id) {
            findings.push(Finding::new(FILE, number, format!("`{id}` is there twice")));
        } else if key < before {
            findings.push(Finding::new(FILE, number, format!("`{id}` is not in order")));
        }
        before = key.max(before);
        let places = tested.split(';').map(str::trim).filter(|place| !place.is_empty());
        findings.extend(places.filter_map(|place| {
            Some(Finding::new(FILE, number, format!("`{id}`: {}", missing(tree, place)?)))
        }));
    }
    findings.extend(unknown(tree, &known));
    findings
}

/// Letters and number of an id: areas sort by name, ids within one by number.
fn sort_key(id: &str) -> Option<(&str, u32)> {
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((letters.trim_end_matches('-'), id[letters.len()..].parse().ok()?))
}

/// What is wrong with `file` or `file::test`.
fn missing(tree: &Tree, place: &str) -> Option<String> {
    let (path, test) = place.split_once("::").map_or((place, None), |(path, test)| (path, Some(test)));
    let Some(text) = tree.text(path) else { return Some(format!("there is no file `{path}`")) };
    let test = test?;
    let wanted = if path.ends_with(".rs") { format!("fn {test}(") } else { test.to_owned() };
    (!text.contains(&wanted)).then(|| format!("`{path}` has no test `{test}`"))
}

fn unknown(tree: &Tree, known: &BTreeSet<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs", ".ts", ".md"]) {
        for (line, number) in file.text.lines().zip(1..) {
            for id in ids(line).into_iter().filter(|id| !known.contains(id.as_str())) {
                findings.push(Finding::new(&file.path, number, format!("there is no requirement `{id}`")));
            }
        }
    }
    findings
}

/// Everything on a line that looks like an id: `UI-` and three digits, `C-` and two, or a test name that starts
/// with the number of an invariant.
fn ids(line: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (at, c) in line.char_indices() {
        let starts = c.is_ascii_alphabetic() && !line[..at].ends_with(|c| is_part(c) || c == '-');
        if !starts {
            continue;
        }
        let word = &line[at..at + line[at..].find(|c| !is_part(c)).unwrap_or(line.len() - at)];
        found.extend(invariant(word));
        let after = &line[at + word.len()..];
        let Some(rest) = after.strip_prefix('-') else { continue };
        let digits = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let length = if AREAS.contains(&word) {
            3
        } else if word == "C" {
            2
        } else {
            continue;
        };
        if digits.len() == length && digits.bytes().all(|b| b.is_ascii_digit()) {
            found.push(format!("{word}-{digits}"));
        }
    }
    found
}

/// The invariant that a test is named after: `i7_tokens_expire`. The integer types of Rust look the same.
fn invariant(word: &str) -> Option<String> {
    let (number, _) = word.strip_prefix(['i', 'I'])?.split_once('_')?;
    let is_number = matches!(number.len(), 1 | 2) && number.bytes().all(|b| b.is_ascii_digit());
    (is_number && !matches!(number, "32" | "64")).then(|| format!("I{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "id\tarea\ttested\nC-02\tC\t\nI7\tI\ta/t.rs::i7_holds\nI10\tI\t\nUI-001\tUI\ta/t.rs; web/t.ts::is_safe\n";

    fn messages(table: &str, other: &str) -> Vec<String> {
        let files =
            [(FILE, table), ("a/t.rs", "fn i7_holds() {}\n"), ("web/t.ts", "is_safe"), ("b.md", other)];
        check(&Tree::of(&files)).into_iter().map(|one| format!("{}: {}", one.line, one.message)).collect()
    }

    #[test]
    fn a_true_table_passes() {
        let text = "C-02 and UI-001, UTC-05, UI-0012, RFC-10, i32_max, i7_x, S6, C-2";
        assert_eq!(messages(GOOD, text), [""; 0]);
    }

    #[test]
    fn ids_that_do_not_exist_fail() {
        // Put together here, so that this file names no id that does not exist.
        for id in [format!("UI-{}", 999), format!("C-{}", 99)] {
            assert_eq!(
                messages(GOOD, &format!("see ({id})")),
                [format!("1: there is no requirement `{id}`")]
            );
        }
        assert_eq!(messages(GOOD, &format!("fn i{}_never() {{}}", 25)), ["1: there is no requirement `I25`"]);
    }

    #[test]
    fn a_table_out_of_order_or_with_an_id_twice_fails() {
        let swapped = GOOD.replace("I7\tI\ta/t.rs::i7_holds\nI10\tI\t\n", "I10\tI\t\nI7\tI\t\n");
        assert_eq!(messages(&swapped, ""), ["4: `I7` is not in order"]);
        assert_eq!(messages(&GOOD.replace("I10\tI", "I7\tI"), ""), ["4: `I7` is there twice"]);
    }

    #[test]
    fn broken_lines_fail() {
        assert_eq!(messages(&GOOD.replace("C-02\tC\t", "C-02\tC"), "").len(), 1);
        assert_eq!(messages(&GOOD.replace("C-02\tC\t", "C-02\tUI\t"), "").len(), 1);
        assert_eq!(messages(&GOOD.replace("tested", "where"), "").len(), 1);
        assert_eq!(check(&Tree::default()).len(), 1);
    }

    #[test]
    fn places_that_do_not_exist_fail() {
        for (old, new) in [("a/t.rs;", "a/u.rs;"), ("::i7_holds", "::i7_hold"), ("::is_safe", "::is_unsafe")]
        {
            assert_eq!(messages(&GOOD.replace(old, new), "").len(), 1, "{new}");
        }
    }
}
