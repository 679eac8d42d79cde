//! Golden pages: small pages in a real browser, and what must be said about each.

mod case;
mod print;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use case::{Case, Served};
use laika_bench::web::{Reply, Site, browser, open, surface};
use laika_browser::Pages as _;
use laika_browser::Tab;
use laika_protocol::observation::Observation;
use laika_protocol::tools::typed::{ExtractTable, Find, ObserveDom};

/// No page may make this word turn up anywhere.
const CANARY: &str = "canary";

#[test]
fn every_golden_page_reads_as_expected() {
    let cases = cases();
    assert!(cases.len() >= 120, "{} cases", cases.len());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let failures = runtime.block_on(run(&cases));
    let Some(failures) = failures else {
        assert!(std::env::var_os("CI").is_none(), "with `CI` set Chromium is required");
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"skipped: golden pages (no Chromium)\n");
        return;
    };
    let count = failures.len();
    assert!(failures.is_empty(), "{count} of {} pages differ\n\n{}", cases.len(), failures.join("\n"));
}

fn cases() -> Vec<Case> {
    let only = std::env::var("LAIKA_PAGE").unwrap_or_default();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pages");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let golden = files
        .iter()
        .filter(|file| file.extension().is_some_and(|it| it == "md") && !file.ends_with("README.md"));
    let read = |file: &std::path::PathBuf| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        case::read(&name, &std::fs::read_to_string(file).unwrap())
    };
    let cases = golden.flat_map(read);
    cases.filter(|case| format!("{}: {}", case.file, case.name).contains(&only)).collect()
}

type Pages = Arc<Mutex<HashMap<String, String>>>;

fn serve(pages: &Pages) -> Site {
    let pages = Arc::clone(pages);
    Site::start(move |asked| {
        let pages = pages.lock().unwrap();
        let path = asked.path.split('?').next().unwrap_or_default();
        pages.get(path).map_or_else(|| Reply::status(404), |page| Reply::html(page.clone()))
    })
    .unwrap()
}

async fn run(cases: &[Case]) -> Option<Vec<String>> {
    let browser = browser().await.unwrap()?;
    let (here, there) = (Pages::default(), Pages::default());
    let (site, elsewhere) = (serve(&here), serve(&there));
    let surface = surface(&browser, &[&site, &elsewhere]).await.unwrap();
    let mut failures = Vec::new();
    for case in cases {
        let named = |text: &str| text.replace("{{elsewhere}}", &elsewhere.origin());
        for pages in [&here, &there] {
            pages.lock().unwrap().clear();
        }
        here.lock().unwrap().insert("/".into(), named(&document(&case.page)));
        for (served, name, text) in &case.documents {
            let pages = if *served == Served::Here { &here } else { &there };
            pages.lock().unwrap().insert(format!("/{name}"), named(&document(text)));
        }
        let tab = open(&surface, &site.url("/")).await.unwrap();
        let differences = compare(case, &tab, &named).await;
        tab.close().await;
        if !differences.is_empty() {
            failures.push(format!("== {}: {}\n{differences}", case.file, case.name));
        }
    }
    browser.close().await;
    Some(failures)
}

fn document(body: &str) -> String {
    if body.trim_start().to_ascii_lowercase().starts_with("<!doctype") {
        return body.to_owned();
    }
    format!("<!doctype html><meta charset=utf-8><title>Page</title><body>{body}")
}

async fn compare(case: &Case, tab: &Tab, named: &impl Fn(&str) -> String) -> String {
    let mut differences = String::new();
    let observation = match observe(case, tab).await {
        Ok(observation) => observation,
        Err(error) => return format!("cannot be read: {} {}\n", error.code.code(), error.message),
    };
    let whole = serde_json::to_string(&observation).unwrap();
    if whole.to_ascii_lowercase().contains(CANARY) && case.page.to_ascii_lowercase().contains(CANARY) {
        let at = whole.to_ascii_lowercase().find(CANARY).unwrap_or_default();
        let around = whole
            .char_indices()
            .skip_while(|(index, _)| index + 60 < at)
            .take(140)
            .map(|(_, c)| c)
            .collect::<String>();
        writeln!(differences, "a canary is out: {around}").unwrap();
    }
    for section in &case.sections {
        let expected: Vec<_> = section.lines.iter().map(|line| named(line)).collect();
        let found = found(&observation, tab, &section.name, &expected).await;
        let in_any_order = matches!(section.name.as_str(), "elements" | "frames" | "signals" | "redactions");
        let sorted = |lines: &[String]| {
            let mut lines = lines.to_vec();
            if in_any_order {
                lines.sort();
            }
            lines
        };
        if sorted(&expected) != sorted(&found) {
            writeln!(differences, "{}\n  expected", section.name).unwrap();
            expected.iter().for_each(|line| writeln!(differences, "    {line}").unwrap());
            writeln!(differences, "  found").unwrap();
            found.iter().for_each(|line| writeln!(differences, "    {line}").unwrap());
        }
    }
    differences
}

async fn observe(case: &Case, tab: &Tab) -> Result<Observation, laika_protocol::ToolError> {
    if case.options["scope"]["kind"] == "selection" {
        return tab.observe_selection(&ObserveDom::default()).await;
    }
    let what: ObserveDom = serde_json::from_value(case.options.clone()).unwrap();
    tab.observe(&what).await
}

async fn found(observation: &Observation, tab: &Tab, section: &str, expected: &[String]) -> Vec<String> {
    if let Some(lines) = print::section(observation, section) {
        return lines;
    }
    if let Some(query) = section.strip_prefix("find \"").and_then(|rest| rest.strip_suffix('"')) {
        let find = Find { query: query.to_owned(), within_handle: None, k: Some(1) };
        let found = tab.find(&find).await.map(|found| found.candidates).unwrap_or_default();
        return found.iter().map(|one| print::role_and_name(&one.role, &one.accessible_name)).collect();
    }
    match section {
        "frames" => frames(observation, tab),
        "table" => table(tab, expected).await,
        _ => panic!("what is `{section}`?"),
    }
}

fn frames(observation: &Observation, tab: &Tab) -> Vec<String> {
    let read = tab
        .frames()
        .iter()
        .filter(|frame| frame.frame_id != 0 && frame.origin.as_ref() == Some(&observation.origin))
        .count();
    let blocked = observation.blocked_frames.iter().map(|frame| {
        let origin = frame.frame_origin.as_ref().map_or("", |origin| origin.as_str());
        format!("blocked {origin}").trim_end().to_owned()
    });
    std::iter::repeat_n("read".to_owned(), read).chain(blocked).collect()
}

/// The one table of the page, found by what it should say.
async fn table(tab: &Tab, expected: &[String]) -> Vec<String> {
    let mut candidates = Vec::new();
    for line in expected {
        let find = Find { query: line.replace(" | ", " "), within_handle: None, k: Some(20) };
        candidates.extend(tab.find(&find).await.map(|found| found.candidates).unwrap_or_default());
    }
    for candidate in candidates {
        let handle = serde_json::from_value(serde_json::json!(candidate.handle_id)).unwrap();
        if let Ok(table) = tab.extract_table(&ExtractTable { handle_id: handle }).await {
            let caption = Some(table.caption).filter(|caption| !caption.is_empty());
            let rows = std::iter::once(table.headers).chain(table.rows).map(|row| row.join(" | "));
            return caption.into_iter().chain(rows).collect();
        }
    }
    Vec::new()
}
