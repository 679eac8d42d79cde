//! What looking at a page costs, in time and in tokens, and whether everything on it stays reachable.
//!
//! Three observers take turns on the same pages: ours, Playwright's snapshot for models in a Chromium of its own, and a
//! bare walk over the nodes, which nobody can beat.

mod pages;
mod peers;
mod reach;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};
use laika_browser::Pages as _;
use laika_context::{Aliases, FIRST_LOOK_TOKENS, first_look};
use laika_protocol::tools::typed::ObserveDom;
use serde_json::{Value, json};

use crate::check::{self, Check};
use crate::clock::median;
use crate::metric::{Better, Metric, Unit};
use crate::stats::{Share, real};
use crate::web::{self, Reply, Site, World};
use crate::{Options, Outcome, Reports, print, skip, skip_part};
use pages::{Html, Page};
use peers::{Playwright, Tokenizer};

const ROUNDS: usize = 5;
/// How many times faster than Playwright, at the median of the pages.
const FASTER: f64 = 10.0;
/// Tokens of a first look, for 95 of 100 pages.
const MOST_TOKENS: u64 = 600;
/// A shop of 300 cards against one of 20.
const MOST_GROWTH: f64 = 1.3;

/// All names and texts of the page: what every observer has to look at.
const BARE_WALK: &str = "function () {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const seen = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) seen.push(node.nodeType === 1 ? node.tagName : node.data);
  return JSON.stringify(seen);
}";

/// What was measured of one page.
struct Row {
    name: String,
    ours: f64,
    bare: f64,
    /// None where Playwright gave up.
    playwright: Option<f64>,
    tokens: u64,
    playwright_tokens: u64,
    bytes: usize,
    reached: Share,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let mut pages = pages::generated();
    match options.data.as_ref().map(|data| data.join("readability")).filter(|folder| folder.is_dir()) {
        Some(_) => pages.extend(pages::stored().context("the list of facts cannot be read")?),
        None => skip_part(options, "no LAIKA_DATA/readability", reports)?,
    }
    pages.truncate(options.cases.unwrap_or(usize::MAX));
    let runtime = web::runtime()?;
    let Some((rows, missed)) = runtime.block_on(measure(options, &pages, reports))? else {
        return skip(options, "no Chromium", reports);
    };
    let checks = checks(&rows, options.cases.is_none());
    let outcome = check::outcome(&checks);
    metrics(&rows).into_iter().for_each(|metric| reports.metric(metric));
    print(
        options,
        reports,
        || {
            format!(
                "{}{}{}",
                table(&rows),
                missed.iter().map(|line| format!("  not reached: {line}\n")).collect::<String>(),
                check::lines(&checks)
            )
        },
        || json!({ "bench": "observe", "outcome": outcome.word(), "pages": rows.iter().map(Row::json).collect::<Vec<_>>(), "missed": missed, "checks": check::json(&checks) }),
    )?;
    Ok(outcome)
}

async fn measure(
    options: &Options,
    pages: &[Page],
    reports: &mut Reports<'_>,
) -> Result<Option<(Vec<Row>, Vec<String>)>> {
    let Some(browser) = web::browser().await? else { return Ok(None) };
    let mut playwright = Playwright::start(&options.cache, reports.progress)?;
    let mut tokenizer = Tokenizer::start(&options.cache, reports.progress)?;
    let site = serve(pages, options.data.as_deref())?;
    let surface = web::surface(&browser, &[&site]).await?;
    let (mut rows, mut missed) = (Vec::new(), Vec::new());
    for (index, page) in pages.iter().enumerate() {
        (reports.progress)(&format!("observe: {}", page.name));
        let url = site.url(&format!("/{index}"));
        let tab = web::open(&surface, &url).await?;
        let bare = World::bare(&tab).await?;
        let what = ObserveDom::default();
        let (mut ours, mut walks, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        let (mut last, mut text, mut gave_up) = (None, String::new(), false);
        // The first round warms all three up and does not count.
        for round in 0..=ROUNDS {
            let start = Instant::now();
            let seen =
                tab.observe(&what).await.map_err(|error| anyhow!("{}: {}", page.name, error.message))?;
            let own = start.elapsed().as_secs_f64();
            let start = Instant::now();
            bare.call(BARE_WALK, &Value::Null).await?;
            let walk = start.elapsed().as_secs_f64();
            if round == 0 || !gave_up {
                let snapshot = playwright.look(&url, round > 0)?;
                gave_up = snapshot.ms.is_none();
                text = snapshot.text;
                theirs.extend(snapshot.ms.filter(|_| round > 0).map(|ms| ms / 1000.0));
            }
            if round > 0 {
                ours.push(own);
                walks.push(walk);
            }
            last = Some(seen);
        }
        let seen = last.context("no round was made")?;
        let look = first_look(&seen, 0, &mut Aliases::default(), FIRST_LOOK_TOKENS);
        let reached = reach::reached(&tab, &look, &page.wanted).await?;
        let look = serde_json::to_string(&look)?;
        missed.extend(reached.missed.iter().map(|what| format!("{}: {what}", page.name)));
        rows.push(Row {
            name: page.name.clone(),
            ours: median(ours),
            bare: median(walks),
            playwright: (!gave_up).then(|| median(theirs)),
            tokens: tokenizer.count(&look)?,
            playwright_tokens: tokenizer.count(&text)?,
            bytes: serde_json::to_string(&seen)?.len(),
            reached: reached.share,
        });
        tab.close().await;
    }
    browser.close().await;
    Ok(Some((rows, missed)))
}

fn serve(pages: &[Page], data: Option<&Path>) -> Result<Site> {
    let mut texts = BTreeMap::new();
    for (index, page) in pages.iter().enumerate() {
        let text = match &page.html {
            Html::Generated(text) => text.clone().into_bytes(),
            Html::Stored(name) => {
                let folder = data.context("no folder of stored pages")?.join("readability");
                std::fs::read(folder.join(name)).with_context(|| format!("`{name}` cannot be read"))?
            }
        };
        texts.insert(format!("/{index}"), text);
    }
    Site::start(move |asked| {
        texts.get(&asked.path).map_or_else(
            || Reply::status(404),
            |text| {
                let mut reply = Reply::of("text/html; charset=utf-8", text.clone());
                // Stored pages as they were when they were stored.
                reply.headers.push(("Content-Security-Policy".into(), "script-src 'none'".into()));
                reply
            },
        )
    })
}

/// Time is judged only over all pages: a few on a busy machine say nothing.
fn checks(rows: &[Row], timed: bool) -> Vec<Check> {
    let ratios: Vec<f64> = rows.iter().filter_map(Row::faster).collect();
    let compared = ratios.len();
    let faster = median(ratios);
    let mut tokens: Vec<u64> = rows.iter().map(|row| row.tokens).collect();
    tokens.sort_unstable();
    let p95 = tokens.get((tokens.len() * 95).div_ceil(100).saturating_sub(1)).copied().unwrap_or(u64::MAX);
    let n = rows.len();
    let mut reached = Share::default();
    rows.iter().for_each(|row| reached += row.reached);
    let mut checks = vec![
        Check {
            passed: faster >= FASTER || !timed,
            what: "faster than Playwright's snapshot for models",
            found: format!(
                "{faster:.1}x at the median of {compared} pages, Playwright gave up on {}",
                n - compared
            ),
            bound: if timed { format!("at least {FASTER}x") } else { "judged over all pages only".into() },
        },
        Check {
            passed: p95 <= MOST_TOKENS,
            what: "tokens of a first look",
            found: format!("p95 {p95}, n {n}"),
            bound: format!("at most {MOST_TOKENS}"),
        },
        Check {
            passed: reached.value() == Some(1.0),
            what: "things present or one call away",
            found: reached.to_string(),
            bound: "all".into(),
        },
    ];
    let shop = |cards: &str| {
        rows.iter().find(|row| row.name == format!("shop of {cards}")).map(|row| real(row.tokens))
    };
    if let (Some(small), Some(large)) = (shop("20"), shop("300")) {
        let growth = large / small;
        checks.push(Check {
            passed: growth <= MOST_GROWTH,
            what: "a shop of 300 against one of 20",
            found: format!("{growth:.2}x the tokens"),
            bound: format!("at most {MOST_GROWTH}x"),
        });
    }
    checks
}

/// What is stored and compared.
fn metrics(rows: &[Row]) -> Vec<Metric> {
    let mut reached = Share::default();
    rows.iter().for_each(|row| reached += row.reached);
    let tokens = |of: fn(&Row) -> u64| median(rows.iter().map(|row| real(of(row))).collect());
    let ours: Vec<f64> = rows.iter().map(|row| row.ours).collect();
    vec![
        Metric::share("things present or one call away", reached).at(1.0),
        Metric::number(
            "tokens of a look, at the median",
            tokens(|row| row.tokens),
            Unit::Tokens,
            Better::Less,
        )
        .beside("Playwright's snapshot", tokens(|row| row.playwright_tokens)),
        Metric::ratio(
            "a look against a bare walk over the page",
            median(rows.iter().map(|row| row.ours / row.bare).collect()),
            Better::Less,
        ),
        Metric::seconds("a look", &ours),
    ]
}

fn table(rows: &[Row]) -> String {
    let head = format!(
        "{:<28}{:>9}{:>9}{:>11}{:>8}{:>8}{:>11}{:>9}{:>9}\n",
        "page", "ours ms", "bare ms", "playwright", "faster", "tokens", "playwright", "bytes", "reached"
    );
    rows.iter().fold(head, |text, row| {
        let name: String = row.name.chars().take(27).collect();
        text + &format!(
            "{name:<28}{:>9.1}{:>9.1}{:>11}{:>8}{:>8}{:>11}{:>9}{:>6}/{}\n",
            1000.0 * row.ours,
            1000.0 * row.bare,
            row.playwright.map_or_else(|| "gave up".into(), |seconds| format!("{:.1}", 1000.0 * seconds)),
            row.faster().map_or_else(|| "-".into(), |faster| format!("{faster:.1}x")),
            row.tokens,
            row.playwright_tokens,
            row.bytes,
            row.reached.hits,
            row.reached.n
        )
    })
}

impl Row {
    fn faster(&self) -> Option<f64> {
        self.playwright.map(|theirs| theirs / self.ours)
    }

    fn json(&self) -> Value {
        json!({
            "page": self.name, "ours_ms": 1000.0 * self.ours, "bare_ms": 1000.0 * self.bare, "playwright_ms": self.playwright.map(|seconds| 1000.0 * seconds),
            "tokens": self.tokens, "playwright_tokens": self.playwright_tokens, "bytes": self.bytes, "reached": self.reached.json(),
        })
    }
}
