//! The main text of real pages against what people say it is. Needs data that is not part of the project.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::Read as _;
use std::path::Path;

use laika_cell::reading::worker::read_document;
use laika_protocol::cell::ReadMode;

use super::reading;

/// What the same rules reach in a browser, which also knows what is hidden, less a little.
const LEAST: f64 = 0.94;
/// Runs of as many words are compared, as the set's own authors do.
const RUN: usize = 4;

#[test]
#[ignore = "needs pages that others collected: LAIKA_DATA"]
fn ink_017_the_main_text_of_real_pages_is_found() {
    let folder = std::env::var("LAIKA_DATA").expect("LAIKA_DATA names the folder with the pages");
    let folder = Path::new(&folder).join("articles");
    let truth = fs::read_to_string(folder.join("ground-truth.json")).unwrap();
    let truth: BTreeMap<String, serde_json::Value> = serde_json::from_str(&truth).unwrap();
    let (mut precision, mut recall, mut held_out) = (0.0, 0.0, Vec::new());
    for (id, page) in &truth {
        let mut bytes = Vec::new();
        let file = fs::File::open(folder.join("html").join(format!("{id}.html.gz"))).unwrap();
        flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
        let mut how = reading("text/html; charset=utf-8", ReadMode::Article);
        how.url = page["url"].as_str().unwrap().into();
        let read = read_document(&bytes, &how).unwrap();
        let scores = score(page["articleBody"].as_str().unwrap(), &without_marks(&read.text));
        if std::env::var("LAIKA_TEST_SHOW").is_ok() {
            eprintln!("{:.3} {:.3} {id}", scores.0, scores.1);
        }
        precision += scores.0;
        recall += scores.1;
        if id.starts_with(['a', 'b', 'c', 'd', 'e', 'f']) {
            held_out.push(scores);
        }
    }
    let n = f64::from(u32::try_from(truth.len()).unwrap());
    let f1 = |precision: f64, recall: f64| 2.0 * precision * recall / (precision + recall);
    let (precision, recall) = (precision / n, recall / n);
    let m = f64::from(u32::try_from(held_out.len()).unwrap());
    let (p, r) = held_out.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0 / m, sum.1 + one.1 / m));
    eprintln!("F1 {:.4} precision {precision:.4} recall {recall:.4} n {n}", f1(precision, recall));
    eprintln!("F1 {:.4} precision {p:.4} recall {r:.4} n {m}, on which no rule was made", f1(p, r));
    assert!(f1(precision, recall) >= LEAST);
}

/// Words only: no addresses of links, no pictures, no marks.
fn without_marks(marked: &str) -> String {
    let mut text = String::new();
    let mut rest = marked;
    while let Some(at) = rest.find("](").into_iter().chain(rest.find("[image: ")).min() {
        text.push_str(&rest[..at]);
        let end = if rest[at..].starts_with("](") { ')' } else { ']' };
        rest = rest[at..].split_once(end).map_or("", |(_, after)| after);
    }
    (text + rest).replace('\\', "")
}

fn score(truth: &str, found: &str) -> (f64, f64) {
    let (truth, found) = (runs(truth), runs(found));
    let common: usize =
        truth.iter().map(|(run, count)| found.get(run).copied().unwrap_or(0).min(*count)).sum();
    let (all, taken): (usize, usize) = (truth.values().sum(), found.values().sum());
    let ratio = |of: usize, other: usize| match (of, other) {
        (0, 0) => 1.0,
        (0, _) => 0.0,
        _ => f64::from(u32::try_from(common).unwrap()) / f64::from(u32::try_from(of).unwrap()),
    };
    (ratio(taken, all), ratio(all, taken))
}

fn runs(text: &str) -> HashMap<Vec<&str>, usize> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let mut runs = HashMap::new();
    if words.is_empty() {
        return runs;
    }
    for start in 0..usize::max(1, (words.len() + 1).saturating_sub(RUN)) {
        *runs.entry(words[start..usize::min(start + RUN, words.len())].to_vec()).or_insert(0) += 1;
    }
    runs
}
