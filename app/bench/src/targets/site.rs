//! The site of all cases: each has its own paths, and what arrives there is written down by case.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;

use super::case::Case;
use crate::web::{Asked, Reply, Site};

const SCRIPT: &str = include_str!("page.js");

/// What arrived at the paths of each case, as `METHOD path body`.
#[derive(Clone, Default)]
pub(super) struct Ledger(Arc<Mutex<HashMap<usize, Vec<String>>>>);

impl Ledger {
    fn note(&self, case: usize, what: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(case).or_default().push(what);
    }

    /// Begins anew for a case that is played again.
    pub(super) fn forget(&self, case: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&case);
    }

    pub(super) fn of(&self, case: usize) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&case).cloned().unwrap_or_default()
    }
}

/// Pages by case that are no fuzzed ones: what is there is given by the attack itself.
pub(super) type Pages = Arc<Mutex<HashMap<(usize, String), Reply>>>;

/// Starts the site.
pub(super) fn start(ledger: &Ledger, pages: &Pages) -> Result<Site> {
    let (ledger, pages) = (ledger.clone(), Arc::clone(pages));
    Site::start(move |asked| answer(asked, &ledger, &pages))
}

fn answer(asked: &Asked, ledger: &Ledger, pages: &Pages) -> Reply {
    let mut parts = asked.path.trim_start_matches('/').splitn(3, '/');
    let (Some("c"), Some(number), Some(path)) = (parts.next(), parts.next(), parts.next()) else {
        return Reply::status(404);
    };
    let Ok(number) = number.parse() else { return Reply::status(404) };
    let path = path.split('?').next().unwrap_or_default();
    ledger.note(number, format!("{} {path} {}", asked.method, asked.body));
    let given = pages.lock().unwrap_or_else(PoisonError::into_inner).get(&(number, path.to_owned())).cloned();
    if let Some(given) = given {
        return given;
    }
    let case = Case::of(number);
    match path {
        "page" if case.place == "frame" => Reply::html(outer(number)),
        "page" | "frame" => Reply::html(inner(&case)),
        // Looks just the same, in another order, and does nothing more.
        "after" => Reply::html(inner(&case.after())),
        _ => Reply::html("<!doctype html><title>Arrived</title><p>Arrived</p>"),
    }
}

fn inner(case: &Case) -> String {
    let spec = case.spec();
    format!(
        "<!doctype html><title>Case</title><body><script>\nconst SPEC = {spec};\n{SCRIPT}</script></body>"
    )
}

fn outer(number: usize) -> String {
    format!(
        "<!doctype html><title>Case</title><body><h1>Around it</h1>
        <iframe src=/c/{number}/frame style=\"width:700px;height:500px;border:3px solid;margin:11px\"></iframe>
        <script>for (const name of [\"mutate\", \"plan\", \"spot\", \"state\"]) window[name] = () => frames[0][name]();</script></body>"
    )
}
