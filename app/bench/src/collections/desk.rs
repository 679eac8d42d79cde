//! The Laika that is measured, as a client of it sees it: a collection, its sources, and what is made of them.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::collecting::{Collect, NewSource};
use laika_daemon::serving::{Choice, Client, ServeError};
use laika_protocol::collection::{Capture, CaptureMode, Source, Transform};
use serde_json::{Map, Value, json};

use super::material::paper;
use crate::web::{Reply, Site};

/// A page that is not captured by then never will be.
const CAPTURED_WITHIN: Duration = Duration::from_secs(300);
/// Sources that are added with one request, which has to fit in a line.
const AT_ONCE: usize = 20;

/// Sites with a page for every paper.
pub(super) fn sites(count: usize) -> Result<Vec<Site>> {
    let answer = |asked: &crate::web::Asked| {
        let number = asked.path.strip_prefix("/paper/").and_then(|number| number.parse().ok());
        number.map_or_else(|| Reply::status(404), |number| Reply::html(paper(number).html()))
    };
    (0..count).map(|_| Site::start(answer)).collect()
}

/// The page of a paper.
pub(super) fn page(sites: &[Site], number: usize) -> Result<NewSource> {
    let site = sites.get(number % sites.len().max(1)).context("there is no site")?;
    Ok(NewSource::Url { url: site.url(&format!("/paper/{number}")), title: None, mode: CaptureMode::Auto })
}

/// A paper as a file of the person.
pub(super) fn file(number: usize) -> NewSource {
    NewSource::File { name: paper(number).title, text: paper(number).text() }
}

/// A client with a collection.
pub(super) struct Desk<'a> {
    pub(super) client: &'a Client,
    pub(super) collection: String,
}

fn said(error: ServeError) -> anyhow::Error {
    anyhow!("{} ({})", error, error.code())
}

impl<'a> Desk<'a> {
    /// Makes a collection.
    pub(super) fn create(client: &'a Client, title: &str) -> Result<Self> {
        let made = client.collect(Collect::Create { title: title.into(), tags: Vec::new() }, |_, _, _| {});
        let made = made.map_err(said)?;
        let id = made["collection"]["id"].as_str().context("a collection has an id")?;
        Ok(Self { client, collection: id.to_owned() })
    }

    /// Asks for something.
    pub(super) fn collect(&self, what: Collect) -> Result<Value> {
        self.client.collect(what, |_, _, _| {}).map_err(said)
    }

    /// Adds sources.
    pub(super) fn add(&self, sources: Vec<NewSource>) -> Result<()> {
        let mut rest = sources.into_iter().peekable();
        while rest.peek().is_some() {
            let some: Vec<NewSource> = rest.by_ref().take(AT_ONCE).collect();
            let count = some.len();
            let what = Collect::Add { collection: self.collection.clone(), sources: some };
            let told = self.collect(what)?;
            if told["added"].as_array().map(Vec::len) != Some(count) {
                bail!("not every source was added: {told}");
            }
        }
        Ok(())
    }

    /// The sources as they are listed.
    pub(super) fn listed(&self) -> Result<Vec<Source>> {
        let shown = self.collect(Collect::Show { collection: self.collection.clone() })?;
        Ok(serde_json::from_value(shown["sources"].clone())?)
    }

    /// Waits until nothing waits to be captured. What failed is an error: these pages are there.
    pub(super) fn captured(&self) -> Result<()> {
        let began = Instant::now();
        loop {
            let told = self.collect(Collect::List {})?;
            let all = told["collections"].as_array().cloned().unwrap_or_default();
            let own = all.iter().find(|one| one["id"] == self.collection.as_str()).context("it is listed")?;
            if own["failed"] != 0 {
                let why = self.listed()?.into_iter().find_map(|source| source.failure);
                bail!("a page could not be captured: {why:?}");
            }
            if own["waiting"] == 0 {
                return Ok(());
            }
            if began.elapsed() > CAPTURED_WITHIN {
                bail!("pages are not captured within {} seconds", CAPTURED_WITHIN.as_secs());
            }
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Every source with what was captured of it.
    pub(super) fn read(&self) -> Result<Vec<(Source, Capture)>> {
        let mut all = Vec::new();
        for source in self.listed()? {
            let what = Collect::Source { source: source.id.clone(), capture: None };
            let told = self.collect(what)?;
            let capture = serde_json::from_value(told["capture"].clone())
                .with_context(|| format!("{} has no text", source.title))?;
            all.push((source, capture));
        }
        Ok(all)
    }

    /// Makes something by rules alone.
    pub(super) fn make(&self, transform: Transform, config: Map<String, Value>) -> Result<Value> {
        let (collection, model) = (self.collection.clone(), Choice::Without);
        self.collect(Collect::Make { collection, transform, config, model, artifact: None })
    }

    /// Asks a question, answered by rules alone.
    pub(super) fn ask(&self, question: &str) -> Result<Value> {
        let (collection, question, model) = (self.collection.clone(), question.to_owned(), Choice::Without);
        self.collect(Collect::Ask { collection, question, model })
    }
}

/// What a transform is told: the two that need something, and nothing for the rest.
pub(super) fn config(transform: Transform) -> Map<String, Value> {
    let config = match transform {
        Transform::Comparison => {
            json!({ "columns": ["Rent", "Size", "Pets", "Deposit"], "preferences": "cheapest first" })
        }
        Transform::Evidence => json!({ "claim": "The new line raised rents" }),
        Transform::Timeline
        | Transform::Brief
        | Transform::Outline
        | Transform::Glossary
        | Transform::Faq
        | Transform::StudyGuide
        | Transform::Quiz
        | Transform::Flashcards
        | Transform::Spending => json!({}),
    };
    config.as_object().cloned().unwrap_or_default()
}

/// The citations of anything that was told, and how many of them are a span of what was captured.
pub(super) fn citations(told: &Value, texts: &BTreeMap<(String, u64), Vec<char>>) -> (u64, u64) {
    let mut counts = (0, 0);
    if let (Some(quote), Some(source)) = (told["quote"].as_str(), told["sourceId"].as_str()) {
        counts.1 += 1;
        counts.0 += u64::from(stands(told, quote, source, texts).unwrap_or(false));
    }
    let fields = told.as_object().into_iter().flat_map(Map::values);
    for below in fields.chain(told.as_array().into_iter().flatten()) {
        let (stand, all) = citations(below, texts);
        counts = (counts.0 + stand, counts.1 + all);
    }
    counts
}

fn stands(
    citation: &Value,
    quote: &str,
    source: &str,
    texts: &BTreeMap<(String, u64), Vec<char>>,
) -> Option<bool> {
    let at = |name: &str| citation[name].as_u64().and_then(|at| usize::try_from(at).ok());
    let text = texts.get(&(source.to_owned(), citation["capture"].as_u64()?))?;
    let span: String = text.get(at("start")?..at("end")?)?.iter().collect();
    Some(span == quote)
}

/// The captured texts, as citations name them.
pub(super) fn texts(sources: &[(Source, Capture)]) -> BTreeMap<(String, u64), Vec<char>> {
    let of = |(source, capture): &(Source, Capture)| {
        ((source.id.to_string(), u64::from(capture.head.number)), capture.text.chars().collect())
    };
    sources.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_stands_where_its_words_are() {
        let texts = BTreeMap::from([(("src:1".to_owned(), 1), "Miete: 900 €".chars().collect())]);
        let cited = |quote: &str, start: u64, end: u64| json!({ "a": [{ "sourceId": "src:1", "capture": 1, "quote": quote, "start": start, "end": end }] });
        assert_eq!(citations(&cited("900 €", 7, 12), &texts), (1, 1));
        assert_eq!(citations(&cited("900 €", 6, 11), &texts), (0, 1));
        assert_eq!(citations(&cited("900 €", 7, 99), &texts), (0, 1), "behind the end");
        assert_eq!(citations(&json!({ "text": "ours" }), &texts), (0, 0));
    }
}
