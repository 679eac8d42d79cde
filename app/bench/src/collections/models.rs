//! Whether a model helps: the labelled comparisons and claims, by the rules alone and with each model on top.
//!
//! A third of every set is only scored: what is wrong there is counted and never shown.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};
use laika_context::Fence;
use laika_model::{Cancel, Embedded, Runner as _};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::collection::{
    Capture, CaptureHead, CaptureMode, Cell, Made, Part, Source, SourceKind, SourceState, Transform,
};
use laika_protocol::ids::{CollectionId, SourceId, UtcTime};
use serde_json::{Map, Value, json};

use super::asked::work;
use crate::stats::Share;
use crate::{Options, Reports, labelled, models, web};

const COMPARISON: &str = include_str!("../../../../core/collect/tests/data/comparison.json");
const EVIDENCE: &str = include_str!("../../../../core/collect/tests/data/evidence.json");
const HELD: &str = include_str!("../../../../core/collect/tests/data/held.json");
/// A quote that is longer holds anything.
const LONGEST: usize = 400;
/// One labelled case asks a model for about as long as the program works on this many sources, which is what a sample counts.
const SOURCES_A_CASE: usize = 16;

/// One answer to one question of a label.
struct Judged {
    what: &'static str,
    right: bool,
}

/// One set, by the rules or by a model.
struct Set {
    name: &'static str,
    cases: usize,
    /// By what is asked: of cases that rules were built on, and of those that are only scored.
    shares: BTreeMap<&'static str, [Share; 2]>,
    /// Answers that the rules had wrong and this has right, and the other way round.
    better: u64,
    worse: u64,
    asked: u64,
    seconds: f64,
}

/// Both sets.
pub(super) struct Scored {
    by: String,
    sets: Vec<Set>,
}

impl Scored {
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        let of_set = |set: &Set| -> Vec<Vec<String>> {
            let row = |(what, [built_on, scored]): (&&str, &[Share; 2])| {
                vec![
                    self.by.clone(),
                    set.name.to_owned(),
                    set.cases.to_string(),
                    (*what).to_owned(),
                    built_on.to_string(),
                    scored.to_string(),
                    set.better.to_string(),
                    set.worse.to_string(),
                    set.asked.to_string(),
                    format!("{:.0}", set.seconds),
                ]
            };
            set.shares.iter().map(row).collect()
        };
        self.sets.iter().flat_map(of_set).collect()
    }

    pub(super) fn json(&self) -> Value {
        let set = |set: &Set| {
            let shares: Map<String, Value> = set
                .shares
                .iter()
                .map(|(what, [built_on, scored])| {
                    ((*what).to_owned(), json!({ "built_on": built_on.json(), "only_scored": scored.json() }))
                })
                .collect();
            json!({
                "set": set.name, "cases": set.cases, "shares": shares, "better": set.better, "worse": set.worse,
                "asked": set.asked, "seconds": set.seconds,
            })
        };
        json!({ "by": self.by, "sets": self.sets.iter().map(set).collect::<Vec<_>>() })
    }
}

/// The rules alone, then every model that was named.
pub(super) fn measure(options: &Options, reports: &mut Reports<'_>) -> Result<Vec<Scored>> {
    let sets =
        [("comparison", Transform::Comparison, COMPARISON), ("evidence", Transform::Evidence, EVIDENCE)];
    let held = Held::read()?;
    let mut all = Vec::new();
    let mut of_rules: BTreeMap<String, Vec<Judged>> = BTreeMap::new();
    let runtime = web::runtime()?;
    let candidates = models::here(options)?;
    for candidate in std::iter::once(None).chain(candidates.iter().map(Some)) {
        let model = candidate.map(|one| runtime.block_on(models::start(options, one))).transpose()?;
        let by = candidate.map_or_else(|| "rules alone".to_owned(), |one| one.name.clone());
        let mut scored = Scored { by, sets: Vec::new() };
        for (name, transform, json) in sets {
            let cases: Vec<Value> = serde_json::from_str(json).context("a labelled set cannot be read")?;
            let most = options.cases.map(|sources| sources.div_ceil(SOURCES_A_CASE));
            let cases = labelled::sample(cases, most);
            let mut set = Set {
                name,
                cases: cases.len(),
                shares: BTreeMap::new(),
                better: 0,
                worse: 0,
                asked: 0,
                seconds: 0.0,
            };
            for (number, case) in (1..).zip(&cases) {
                (reports.progress)(&format!(
                    "collections: {name} {number} of {}, {}",
                    cases.len(),
                    scored.by
                ));
                let began = Instant::now();
                let (made, asked) = runtime.block_on(made(transform, case, model.as_ref()))?;
                set.seconds += began.elapsed().as_secs_f64();
                set.asked += asked;
                let judged = judge(transform, case, &made)?;
                let id = id(case);
                for (at, one) in judged.iter().enumerate() {
                    let shares = set.shares.entry(one.what).or_default();
                    if let Some(share) = shares.get_mut(usize::from(held.is_held(id))) {
                        *share += Share::new(u64::from(one.right), 1);
                    }
                    let before = of_rules.get(id).and_then(|before| before.get(at));
                    if let Some(before) =
                        before.filter(|before| before.what == one.what && one.what == main_of(name))
                    {
                        set.better += u64::from(!before.right && one.right);
                        set.worse += u64::from(before.right && !one.right);
                    }
                }
                if candidate.is_none() {
                    of_rules.insert(id.to_owned(), judged);
                }
            }
            scored.sets.push(set);
        }
        all.push(scored);
    }
    Ok(all)
}

/// What better and worse are counted of.
fn main_of(set: &str) -> &'static str {
    if set == "comparison" { "cells" } else { "stances" }
}

fn id(case: &Value) -> &str {
    case["id"].as_str().unwrap_or_default()
}

/// What was made of a case, and how many questions the model was asked for it.
async fn made(transform: Transform, case: &Value, model: Option<&Embedded>) -> Result<(Made, u64)> {
    let config = if transform == Transform::Comparison {
        json!({ "columns": case["columns"] })
    } else {
        json!({ "claim": case["claim"] })
    };
    let config = config.as_object().cloned().unwrap_or_default();
    let mut work = work(transform, &config, &sources(case)?)?;
    let mut asked = 0;
    while let (Some(model), Some(ask)) = (model, work.next(&Fence::new("b3nch"))) {
        let written = model.write(&ask, &Cancel::new()).await.map_err(|error| anyhow!("{error}"))?;
        work.feed(Some(&written));
        asked += 1;
    }
    Ok((work.finish(), asked))
}

fn sources(case: &Value) -> Result<Vec<(Source, Capture)>> {
    let at = UtcTime::parse("2026-05-01T12:00:00Z").context("a time")?;
    let all = case["sources"].as_array().context("a case has sources")?;
    let of = |(number, one): (usize, &Value)| -> Result<(Source, Capture)> {
        let text =
            |key: &str| one[key].as_str().map(str::to_owned).with_context(|| format!("a source has a {key}"));
        let words = text("text")?;
        let id = SourceId::parse(&format!("src:{number}")).context("an id")?;
        let head = CaptureHead {
            number: 1,
            captured_at: at.clone(),
            published_at: None,
            hash: digest_bytes(words.as_bytes()),
            chars: u32::try_from(words.chars().count()).unwrap_or(u32::MAX),
            cut: false,
        };
        let source = Source {
            id: id.clone(),
            collection_id: CollectionId::parse("col:bench").context("an id")?,
            kind: SourceKind::Url,
            url: text("url")?,
            title: text("title")?,
            outlet: "example".into(),
            added_at: at.clone(),
            mode: CaptureMode::Auto,
            state: SourceState::Captured,
            tries: 0,
            retry_at: None,
            failure: None,
            sensitive: false,
            confidential: false,
            latest: Some(head.clone()),
        };
        let (outline, links) = (Vec::new(), Vec::new());
        Ok((
            source,
            Capture {
                source_id: id,
                head,
                title: text("title")?,
                text: words,
                outline,
                links,
                derived: false,
            },
        ))
    };
    all.iter().enumerate().map(of).collect()
}

fn judge(transform: Transform, case: &Value, made: &Made) -> Result<Vec<Judged>> {
    let rows = made
        .parts
        .iter()
        .find_map(|part| if let Part::Table { rows, .. } = part { Some(rows) } else { None });
    let rows = rows.with_context(|| format!("{}: there is no table", id(case)))?;
    let columns = texts(&case["columns"]);
    let mut judged = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let text = case["sources"][at]["text"].as_str().unwrap_or_default();
        if transform == Transform::Evidence {
            let stance = row.cells.get(1).map_or("", |cell| match cell {
                Cell::Computed(said) | Cell::Value(said) => said.text.as_str(),
                Cell::Unknown => "",
            });
            let wanted = case["expected"][at]["stance"].as_str();
            judged.push(Judged { what: "stances", right: Some(stance) == wanted });
            if wanted == Some("none") {
                judged.push(Judged { what: "none left none", right: stance == "none" });
            }
            continue;
        }
        for (column, cell) in columns.iter().zip(row.cells.iter().skip(1)) {
            let wanted = &case["expected"][at][*column];
            let right = match cell {
                Cell::Unknown => wanted.is_null(),
                Cell::Value(cited) | Cell::Computed(cited) => {
                    cited.citations.first().is_some_and(|citation| {
                        !wanted.is_null()
                            && is_at(text, (citation.start, citation.end), &texts(&wanted["any"]))
                    })
                }
            };
            judged.push(Judged { what: "cells", right });
            if wanted.is_null() {
                judged.push(Judged { what: "unknown left unknown", right });
            }
        }
    }
    Ok(judged)
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Whether a place of a text is that of a label: one of the two stands inside the other, and what is inside has its
/// numbers.
fn is_at(text: &str, quote: (u32, u32), wanted: &[&str]) -> bool {
    let place = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
    let (from, to) = (place(quote.0), place(quote.1));
    let digits = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    wanted.iter().any(|wanted| {
        let Some(byte) = text.find(wanted) else { return false };
        let start = text.get(..byte).map_or(0, |before| before.chars().count());
        let end = start + wanted.chars().count();
        let piece: String = text.chars().skip(from).take(to.saturating_sub(from)).collect();
        let covers = from <= start && end <= to && to - from <= LONGEST;
        let inside = start <= from && to <= end && to > from && (!digits(wanted) || digits(&piece));
        covers || inside
    })
}

/// Which cases are only scored.
struct Held {
    read_before: BTreeSet<String>,
    held_too: BTreeSet<String>,
}

impl Held {
    fn read() -> Result<Self> {
        let lists: Value = serde_json::from_str(HELD).context("the list of held cases cannot be read")?;
        let list = |name: &str| texts(&lists[name]).into_iter().map(str::to_owned).collect();
        Ok(Self { read_before: list("readBefore"), held_too: list("heldToo") })
    }

    fn is_held(&self, id: &str) -> bool {
        let digest = digest_bytes(id.as_bytes());
        let hex = digest.as_str().trim_start_matches("sha256:");
        let first = hex.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        self.held_too.contains(id) || first.is_some_and(|first| first < 85) && !self.read_before.contains(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_every_set_is_only_scored() {
        let held = Held::read().unwrap();
        for json in [COMPARISON, EVIDENCE] {
            let cases: Vec<Value> = serde_json::from_str(json).unwrap();
            let count = cases.iter().filter(|case| held.is_held(id(case))).count();
            assert!((cases.len() / 4..=cases.len() / 2).contains(&count), "{count} of {}", cases.len());
        }
    }

    #[test]
    fn a_quote_is_right_where_it_stands() {
        let text = "The rent is 900 euros, and the deposit is 900 euros.";
        assert!(is_at(text, (12, 21), &["900 euros"]));
        assert!(!is_at(text, (43, 52), &["900 euros"]), "the same words at another place");
        assert!(is_at(text, (0, 22), &["900 euros"]) && !is_at(text, (16, 21), &["900 euros"]));
    }
}
