//! Main text against 181 pages with a ground truth, beside readability.js and trafilatura in the same run.

mod metric;
mod peers;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use laika_browser::Pages as _;
use laika_browser::Tab;
use laika_protocol::tools::typed::ObserveDom;
use serde::Deserialize;
use serde_json::json;

use crate::check::{self, Check};
use crate::metric::{Better, Metric, Unit};
use crate::web::{self, Reply, Site};
use crate::{Options, Outcome, Reports, print, skip};
use metric::Scores;

const LEAST: f64 = 0.95;
/// What one observation holds at most.
const MOST_CHARS: u32 = 16_000;
/// Parts of one page that are read.
const MOST_PARTS: usize = 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Truth {
    article_body: String,
}

/// A page of the set.
pub(crate) struct Page {
    pub(crate) id: String,
    file: PathBuf,
    truth: String,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let Some(folder) =
        options.data.as_ref().map(|data| data.join("articles")).filter(|folder| folder.is_dir())
    else {
        return skip(options, "no LAIKA_DATA/articles", reports);
    };
    let pages = pages(&folder, options.cases)?;
    let readability = peers::readability(&options.cache, reports.progress)?;
    let runtime = web::runtime()?;
    let Some((ours, theirs)) = runtime.block_on(measure(&pages, &readability, reports))? else {
        return skip(options, "no Chromium", reports);
    };
    let trafilatura = peers::trafilatura(&options.cache, &pages, reports.progress)?;
    let held_out = |id: &str| id.starts_with(['a', 'b', 'c', 'd', 'e', 'f']);
    let score = |texts: &BTreeMap<String, String>, take: &dyn Fn(&str) -> bool| {
        let mut scores = Scores::default();
        for page in pages.iter().filter(|page| take(&page.id)) {
            scores.add(&page.truth, texts.get(&page.id).map_or("", String::as_str));
        }
        scores
    };
    let all = |_: &str| true;
    let (own, readability, trafilatura) =
        (score(&ours, &all), score(&theirs, &all), score(&trafilatura, &all));
    let (seen, unseen) = (score(&ours, &|id| !held_out(id)), score(&ours, &held_out));
    let checks = [Check {
        passed: own.f1().is_some_and(|f1| f1 >= LEAST),
        what: "main text",
        found: own.to_string(),
        bound: format!("F1 at least {LEAST}"),
    }];
    let outcome = check::outcome(&checks);
    let f1 = |scores: &Scores| scores.f1().unwrap_or(f64::NAN);
    let metric = |what, scores: &Scores| Metric::number(what, f1(scores), Unit::Points, Better::More);
    reports.metric(metric("main text", &own).at(LEAST).beside("trafilatura 2.3.1", f1(&trafilatura)));
    reports
        .metric(metric("main text, only scored", &unseen).beside("readability.js 0.6.0", f1(&readability)));
    print(
        options,
        reports,
        || {
            let rows = [
                ("laika", &own),
                ("  rules were made on", &seen),
                ("  only scored", &unseen),
                ("readability.js 0.6.0", &readability),
                ("trafilatura 2.3.1", &trafilatura),
            ];
            let rows: String = rows.iter().map(|(name, scores)| format!("{name:<24}{scores}\n")).collect();
            format!("{rows}{}", check::lines(&checks))
        },
        || json!({ "bench": "articles", "outcome": outcome.word(), "laika": own.json(), "held_out": unseen.json(), "readability": readability.json(), "trafilatura": trafilatura.json(), "checks": check::json(&checks) }),
    )?;
    Ok(outcome)
}

pub(crate) fn pages(folder: &Path, most: Option<usize>) -> Result<Vec<Page>> {
    let truth =
        fs::read_to_string(folder.join("ground-truth.json")).context("the ground truth cannot be read")?;
    let truth: BTreeMap<String, Truth> =
        serde_json::from_str(&truth).context("the ground truth cannot be understood")?;
    let pages = truth.into_iter().map(|(id, truth)| {
        let file = folder.join("html").join(format!("{id}.html.gz"));
        Page { id, file, truth: truth.article_body }
    });
    Ok(pages.take(most.unwrap_or(usize::MAX)).collect())
}

type Texts = BTreeMap<String, String>;

async fn measure(
    pages: &[Page],
    readability: &str,
    reports: &mut Reports<'_>,
) -> Result<Option<(Texts, Texts)>> {
    let Some(browser) = web::browser().await? else { return Ok(None) };
    let site = serve(pages)?;
    let surface = web::surface(&browser, &[&site]).await?;
    let (mut ours, mut theirs) = (Texts::new(), Texts::new());
    for (index, page) in pages.iter().enumerate() {
        if index % 20 == 0 {
            (reports.progress)(&format!("articles: {index} of {}", pages.len()));
        }
        let tab = web::open(&surface, &site.url(&format!("/{}", page.id))).await?;
        ours.insert(page.id.clone(), main_text(&tab).await?);
        theirs.insert(page.id.clone(), peers::by_readability(&tab, readability).await?);
        tab.close().await;
    }
    browser.close().await;
    Ok(Some((ours, theirs)))
}

/// The pages at their ids, as they were stored: nothing runs in them.
pub(crate) fn serve(pages: &[Page]) -> Result<Site> {
    let files: BTreeMap<String, PathBuf> =
        pages.iter().map(|page| (format!("/{}", page.id), page.file.clone())).collect();
    Site::start(move |asked| {
        let text = files.get(&asked.path).and_then(|file| unpacked(file).ok());
        text.map_or_else(
            || Reply::status(404),
            |text| {
                let mut reply = Reply::of("text/html; charset=utf-8", text);
                reply.headers.push(("Content-Security-Policy".into(), "script-src 'none'".into()));
                reply
            },
        )
    })
}

/// What a packed file holds.
pub(crate) fn unpacked(file: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(fs::File::open(file)?).read_to_end(&mut text)?;
    Ok(text)
}

/// The main text over all parts of the page, without our own prefixes.
async fn main_text(tab: &Tab) -> Result<String> {
    let mut text = String::new();
    let mut cursor = None;
    for _ in 0..MOST_PARTS {
        let what = ObserveDom {
            cursor,
            max_chars: Some(MOST_CHARS),
            max_primary_chars: Some(MOST_CHARS),
            max_elements: Some(0),
            ..ObserveDom::default()
        };
        let seen = tab.observe(&what).await.map_err(|error| anyhow::anyhow!("{}", error.message))?;
        let Some(primary) = seen.primary else { break };
        for line in primary.text.lines() {
            text.push_str(&metric::without_marks(line));
            text.push('\n');
        }
        cursor = seen.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(text)
}
