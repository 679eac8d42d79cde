//! Measures the detector on a corpus that was written without knowing its rules, and on ordinary articles.
//!
//! With `LAIKA_MISSES` set, the misses of the development part are printed; those of the held-out part never are.
use std::collections::BTreeMap;

use laika_policy::inject::{Seen, inspect};
use sha2::{Digest, Sha256};

/// What the rules find in rows that nobody tuned them to.
const HELD_OUT_FLOOR: f64 = 85.0;

struct Row {
    injection: bool,
    held_out: bool,
    language: String,
    kind: String,
    id: String,
    text: String,
}

fn corpus() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/injections.jsonl");
    let lines = std::fs::read_to_string(path).unwrap();
    let rows = lines.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row[name].as_str().unwrap().to_owned();
        let id = field("id");
        // Held-out rows are scored and never printed: nobody tunes a rule to them.
        let held_out = Sha256::digest(id.as_bytes())[0] % 3 == 0;
        Row {
            injection: field("label") == "injection",
            held_out,
            language: field("language"),
            kind: field("kind"),
            id,
            text: field("text"),
        }
    });
    rows.collect()
}

fn flagged(text: &str) -> bool {
    inspect(&Seen { text, hidden: false }).is_suspicious()
}

#[derive(Default, Clone, Copy)]
struct Rate {
    hits: usize,
    of: usize,
}

impl Rate {
    fn add(&mut self, hit: bool) {
        self.hits += usize::from(hit);
        self.of += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.hits as f64 / self.of.max(1) as f64
    }
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{} ({:.1}%)", self.hits, self.of, self.percent())
    }
}

#[test]
fn corpus_rates() {
    let mut totals: BTreeMap<(bool, bool), Rate> = BTreeMap::new();
    let mut groups: BTreeMap<(bool, String), Rate> = BTreeMap::new();
    for row in corpus() {
        let hit = flagged(&row.text);
        totals.entry((row.injection, row.held_out)).or_default().add(hit);
        for group in [format!("language {}", row.language), format!("kind {}", row.kind)] {
            groups.entry((row.injection, group)).or_default().add(hit);
        }
        if hit != row.injection && !row.held_out && std::env::var_os("LAIKA_MISSES").is_some() {
            let suspicion = inspect(&Seen { text: &row.text, hidden: false });
            let signs: Vec<_> = suspicion.spans.iter().map(|span| span.sign.as_str()).collect();
            let what = if row.injection { "missed" } else { "false" };
            println!(
                "{what} {} {} {} {} {signs:?}\n    {:?}",
                row.id, row.language, row.kind, suspicion.score, row.text
            );
        }
    }
    for ((injection, group), rate) in &groups {
        println!("{} {group}: {rate}", if *injection { "detected" } else { "false alarms" });
    }
    let total = |injection, held_out| totals.get(&(injection, held_out)).copied().unwrap_or_default();
    println!("development: detected {}, false alarms {}", total(true, false), total(false, false));
    println!("held out: detected {}, false alarms {}", total(true, true), total(false, true));
    // A little under what was measured; the held-out part is small, so its floor leaves three rows.
    assert!(total(true, false).percent() >= 97.0 && total(false, false).percent() <= 4.0);
    assert!(total(true, true).percent() >= HELD_OUT_FLOOR && total(false, true).percent() <= 8.0);
}

/// The first long paragraphs of real articles, at most five of each.
fn paragraphs(data: &std::path::Path) -> Vec<String> {
    let truth = std::fs::read_to_string(data.join("articles/ground-truth.json")).unwrap();
    let truth: BTreeMap<String, serde_json::Value> = serde_json::from_str(&truth).unwrap();
    let bodies = truth.values().map(|article| article["articleBody"].as_str().unwrap_or_default());
    let long = bodies
        .flat_map(|body| body.split("\n\n").filter(|paragraph| paragraph.chars().count() >= 200).take(5));
    long.take(500).map(str::to_owned).collect()
}

#[test]
fn article_rates() {
    let Some(data) = std::env::var_os("LAIKA_DATA") else {
        assert!(std::env::var_os("CI").is_none(), "LAIKA_DATA is not set");
        println!("skipped: LAIKA_DATA is not set");
        return;
    };
    let mut rate = Rate::default();
    for paragraph in paragraphs(data.as_ref()) {
        let hit = flagged(&paragraph);
        rate.add(hit);
        if hit && std::env::var_os("LAIKA_MISSES").is_some() {
            println!("false {:?}\n    {paragraph}", inspect(&Seen { text: &paragraph, hidden: false }));
        }
    }
    println!("articles: false alarms {rate}");
    assert!(rate.of == 500 && rate.percent() <= 1.0);
}
