//! The classifiers against labelled examples that were written without sight of the rules.
//!
//! A third of each set, chosen by the hash of its id, is held out: it is scored and never shown, so that nobody can tune
//! a rule to it. `cargo test -p laika-policy --test all classify -- --nocapture` prints the misses of the rest.

use laika_policy::classify::{
    FieldFacts, FormContext, SiteCategory, SiteClass, SiteSignals, classify_field, classify_site,
    classify_text,
};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Right answers, and for each class of interest how many of its rows were found and how many others were taken for it.
#[derive(Default)]
struct Score {
    rows: usize,
    right: usize,
    positives: usize,
    found: usize,
    negatives: usize,
    false_alarms: usize,
}

impl Score {
    fn accuracy(&self) -> f64 {
        rate(self.right, self.rows)
    }
    fn recall(&self) -> f64 {
        rate(self.found, self.positives)
    }
    fn false_alarm_rate(&self) -> f64 {
        if self.negatives == 0 { 0.0 } else { rate(self.false_alarms, self.negatives) }
    }
}

fn rate(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// One labelled example: the class it should get, and whether that is one the gate must not miss.
struct Answer {
    id: String,
    expected: String,
    got: String,
    shown: String,
}

fn is_held_out(id: &str) -> bool {
    Sha256::digest(id.as_bytes()).first().is_some_and(|byte| byte % 3 == 0)
}

/// Scores a set: `must_find` are the classes that count for recall, `harmless` the one that counts for false alarms.
fn score(name: &str, answers: &[Answer], must_find: &[&str], harmless: &str) -> [Score; 2] {
    let mut scores = [Score::default(), Score::default()];
    for answer in answers {
        let held_out = is_held_out(&answer.id);
        let score = &mut scores[usize::from(held_out)];
        score.rows += 1;
        score.right += usize::from(answer.expected == answer.got);
        if must_find.contains(&answer.expected.as_str()) {
            score.positives += 1;
            score.found += usize::from(must_find.contains(&answer.got.as_str()));
        }
        if answer.expected == harmless {
            score.negatives += 1;
            score.false_alarms += usize::from(answer.got != harmless);
        }
        if !held_out && answer.expected != answer.got {
            println!(
                "{name} {}: expected {}, got {}: {}",
                answer.id, answer.expected, answer.got, answer.shown
            );
        }
    }
    for (part, score) in ["development", "held out"].iter().zip(&scores) {
        println!(
            "{name} {part}: {} rows, accuracy {:.3}, recall of {must_find:?} {:.3}, false alarms {:.3}",
            score.rows,
            score.accuracy(),
            score.recall(),
            score.false_alarm_rate()
        );
    }
    scores
}

fn rows<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn word(class: impl serde::Serialize) -> String {
    serde_json::to_value(class).unwrap().as_str().unwrap_or("none").to_owned()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FieldRow {
    id: String,
    input_type: String,
    autocomplete: String,
    label: String,
    name: String,
    placeholder: String,
    form_context: FormContext,
    class: String,
}

#[test]
fn fields() {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fields.jsonl"));
    let answers: Vec<Answer> = rows::<FieldRow>(text)
        .into_iter()
        .map(|row| {
            let facts = FieldFacts {
                multi_line: row.input_type == "textarea",
                input_type: row.input_type,
                autocomplete: row.autocomplete,
                label: row.label,
                name: row.name,
                id: String::new(),
                placeholder: row.placeholder,
                form: row.form_context,
            };
            let finding = classify_field(&facts);
            Answer {
                id: row.id,
                expected: row.class,
                got: word(finding.class),
                shown: format!("{} by {}", facts.label, finding.reason.as_str()),
            }
        })
        .collect();
    let [development, held_out] = score("field", &answers, &["credential"], "generic");
    assert!(development.accuracy() >= 0.98 && development.recall() >= 0.98);
    assert!(held_out.accuracy() >= 0.95 && held_out.recall() >= 0.98);
    assert!(development.false_alarm_rate() <= 0.03 && held_out.false_alarm_rate() <= 0.1);
}

#[derive(Deserialize)]
struct TextRow {
    id: String,
    text: String,
    class: String,
}

#[test]
fn texts() {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/texts.jsonl"));
    let answers: Vec<Answer> = rows::<TextRow>(text)
        .into_iter()
        .map(|row| {
            let finding = classify_text(&row.text);
            Answer {
                id: row.id,
                expected: row.class,
                got: word(finding.class),
                shown: format!("{:?} by {:?}", row.text, finding.spans),
            }
        })
        .collect();
    let [development, held_out] = score("text", &answers, &["secret_like"], "normal");
    assert!(development.accuracy() >= 0.97 && development.recall() >= 0.97);
    assert!(held_out.accuracy() >= 0.95 && held_out.recall() >= 0.94);
    assert!(development.false_alarm_rate() <= 0.03 && held_out.false_alarm_rate() <= 0.1);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SiteRow {
    id: String,
    url: String,
    title: String,
    has_password_field: bool,
    has_payment_field: bool,
    category: String,
}

#[test]
fn sites() {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sites.jsonl"));
    let answers: Vec<Answer> = rows::<SiteRow>(text)
        .into_iter()
        .map(|row| {
            let finding = classify_site(&SiteSignals {
                url: &row.url,
                title: &row.title,
                has_password_field: row.has_password_field,
                has_payment_field: row.has_payment_field,
                user_label: None,
                curated: None,
            });
            assert_eq!(finding.category.is_some(), finding.class == SiteClass::Sensitive);
            Answer {
                id: row.id,
                expected: row.category,
                got: finding
                    .category
                    .map_or_else(|| "none".to_owned(), |category: SiteCategory| word(category)),
                shown: format!("{} {:?} by {}", row.url, row.title, finding.reason.as_str()),
            }
        })
        .collect();
    let sensitive = ["banking", "healthcare", "identity", "payments"];
    let [development, held_out] = score("site", &answers, &sensitive, "none");
    assert!(development.accuracy() >= 0.96 && development.recall() >= 0.96);
    assert!(held_out.accuracy() >= 0.9 && held_out.recall() >= 0.93);
    assert!(development.false_alarm_rate() <= 0.03 && held_out.false_alarm_rate() <= 0.1);
}
