//! What was found, in words and as JSON, and the bounds it is held to.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::models::Scored;
use super::{Found, Row};
use crate::Outcome;
use crate::check::{self, Check};
use crate::clock::median;
use crate::metric::{Better, Metric};
use crate::stats::Share;
use crate::table::layout;

/// A source among many may take so many times what one among few takes.
const MOST_GROWTH: f64 = 2.0;
/// Tokens of one question: with its answer it has to fit in the smallest context of a model.
const MOST_OF_ONE: usize = 3_500;
/// Tokens of all questions that one answer across sources needs, however many sources there are.
const MOST_OF_ASK: usize = 12_000;
/// What a person takes for at once, in milliseconds.
const AT_ONCE_MS: f64 = 250.0;
/// Below this a time is mostly what every request takes.
const LEAST_S: f64 = 0.001;

#[expect(clippy::cast_precision_loss, reason = "counts of sources and tokens are far below 2^52")]
fn real(count: usize) -> f64 {
    count as f64
}

/// How many times as much a source among most takes than one among fewest.
fn growth(sizes: &[usize], of: &[f64], least: f64) -> f64 {
    let per_source = |at: Option<usize>| {
        let at = at?;
        Some(of.get(at)?.max(least) / real(*sizes.get(at)?))
    };
    let (few, many) = (per_source(Some(0)), per_source(sizes.len().checked_sub(1)));
    few.zip(many).map_or(f64::NAN, |(few, many)| many / few)
}

impl Row {
    fn growth(&self, sizes: &[usize]) -> f64 {
        growth(sizes, &self.seconds, LEAST_S)
    }

    fn token_growth(&self, sizes: &[usize]) -> f64 {
        let tokens: Vec<f64> = self.tokens.iter().map(|tokens| real(*tokens)).collect();
        // What a model is not asked about grows by nothing.
        if tokens.iter().all(|tokens| *tokens < 1.0) { 0.0 } else { growth(sizes, &tokens, 1.0) }
    }

    fn json(&self, sizes: &[usize]) -> Value {
        json!({
            "what": self.what, "seconds": self.seconds, "growth": self.growth(sizes), "tokens": self.tokens,
            "token_growth": self.token_growth(sizes), "longest_question": self.longest,
        })
    }
}

/// What is stored and compared.
pub(super) fn metrics(found: &Found) -> Vec<Metric> {
    let growth = found.rows.iter().map(|row| row.growth(&found.sizes)).fold(0.0, f64::max);
    let (stand, all) = found.citations;
    vec![
        Metric::share("citations that are a span of what was captured", Share::new(stand, all)).at(1.0),
        Metric::ratio("time for a source among most against one among fewest", growth, Better::Less)
            .at(MOST_GROWTH),
        Metric::seconds("a search", &found.search_s),
    ]
}

pub(super) fn checks(found: &Found) -> Vec<Check> {
    let worst = |of: &dyn Fn(&Row) -> f64| {
        let rows = found.rows.iter().map(|row| (of(row), row.what.as_str()));
        rows.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((f64::NAN, "nothing"))
    };
    let few = found.sizes.first().copied().unwrap_or(0);
    let many = found.sizes.last().copied().unwrap_or(0);
    let grown = |what, (growth, of): (f64, &str)| Check {
        passed: growth <= MOST_GROWTH,
        what,
        found: format!("{growth:.2} times for {of}, among {many} as among {few}"),
        bound: format!("at most {MOST_GROWTH} times for everything"),
    };
    let longest = found.rows.iter().map(|row| row.longest).max().unwrap_or(0);
    let ask = found.rows.iter().find(|row| row.what == "ask");
    let ask = ask.and_then(|row| row.tokens.iter().max()).copied().unwrap_or(usize::MAX);
    let (stand, all) = found.citations;
    let p95 = found.busy.percent(95);
    vec![
        grown("time for a source", worst(&|row| row.growth(&found.sizes))),
        grown("tokens for a source", worst(&|row| row.token_growth(&found.sizes))),
        Check {
            passed: longest <= MOST_OF_ONE,
            what: "the longest question to a model",
            found: format!("{longest} tokens"),
            bound: format!("at most {MOST_OF_ONE}"),
        },
        Check {
            passed: ask <= MOST_OF_ASK,
            what: "all questions of an answer",
            found: format!("{ask} tokens"),
            bound: format!("at most {MOST_OF_ASK} at every size"),
        },
        Check {
            passed: all > 0 && stand == all,
            what: "citations that are a span of what was captured",
            found: format!("{stand} of {all}"),
            bound: "all".into(),
        },
        Check {
            passed: p95 <= AT_ONCE_MS,
            what: "the interface while pages are captured",
            found: format!("p95 {p95:.1} ms"),
            bound: format!("at most {AT_ONCE_MS} ms"),
        },
    ]
}

pub(super) fn text(found: &Found) -> String {
    let mut head = vec!["what".to_owned()];
    head.extend(found.sizes.iter().map(|size| format!("{size}: s")));
    head.push("growth".to_owned());
    head.extend(found.sizes.iter().map(|size| format!("{size}: tokens")));
    head.extend(["growth".to_owned(), "longest".to_owned()]);
    let row = |row: &Row| {
        let mut cells = vec![row.what.clone()];
        cells.extend(row.seconds.iter().map(|seconds| format!("{seconds:.3}")));
        cells.push(format!("{:.2}", row.growth(&found.sizes)));
        cells.extend(row.tokens.iter().map(ToString::to_string));
        cells.extend([format!("{:.2}", row.token_growth(&found.sizes)), row.longest.to_string()]);
        cells
    };
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut text = format!(
        "{} sources, {:.2} MB captured, {} pages of them by the browser in {:.1} s\n",
        found.sizes.last().copied().unwrap_or(0),
        real(found.bytes) / 1e6,
        found.pages,
        found.captured_s
    );
    text.push_str(&layout(1, &head, &found.rows.iter().map(row).collect::<Vec<_>>()));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "interface while pages are captured: {}", found.busy.text());
    let _ = writeln!(text, "interface while nothing happens:    {}", found.idle.text());
    let _ = writeln!(
        text,
        "search: {:.1} ms (n = {})",
        1_000.0 * median(found.search_s.clone()),
        found.search_s.len()
    );
    text
}

/// A table of what the models made of the labelled sets; nothing where none was asked.
pub(super) fn of_models(models: &[Scored]) -> String {
    if models.is_empty() {
        return String::new();
    }
    let head = ["by", "set", "cases", "what", "right", "only scored", "better", "worse", "asked", "s"];
    let rows: Vec<Vec<String>> = models.iter().flat_map(Scored::rows).collect();
    layout(4, &head, &rows)
}

pub(super) fn json(found: &Found, models: &[Scored], outcome: Outcome, checks: &[Check]) -> Value {
    json!({
        "bench": "collections", "outcome": outcome.word(), "sizes": found.sizes, "bytes": found.bytes,
        "pages": found.pages, "captured_s": found.captured_s,
        "rows": found.rows.iter().map(|row| row.json(&found.sizes)).collect::<Vec<_>>(),
        "search_s": median(found.search_s.clone()), "busy": found.busy.json(), "idle": found.idle.json(),
        "citations": { "stand": found.citations.0, "all": found.citations.1 },
        "models": models.iter().map(Scored::json).collect::<Vec<_>>(), "checks": check::json(checks),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_what_one_source_takes_among_more() {
        assert!(
            (growth(&[25, 200], &[0.5, 4.0], 0.0) - 1.0).abs() < 1e-9,
            "eight times as many, eight times as long"
        );
        assert!((growth(&[25, 200], &[0.5, 12.0], 0.0) - 3.0).abs() < 1e-9);
        assert!(growth(&[], &[], 0.0).is_nan(), "nothing was measured");
    }
}
