//! A page for each scenario, and a place that takes in what it sends.

use std::thread;
use std::time::Duration;

use crate::web::{Asked, Reply};

/// The page of each scenario, and what it sends to.
pub(super) fn answer(asked: &Asked, pages: &[&'static str]) -> Reply {
    let path = asked.path.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.trim_start_matches('/').splitn(2, '/');
    let page = parts.next().and_then(|number| pages.get(number.parse::<usize>().ok()?));
    let (Some(page), Some(rest)) = (page, parts.next()) else { return Reply::status(404) };
    match rest {
        "" => Reply::html(format!(
            "<!doctype html><html lang=en><title>Scenario</title><main><h1>Scenario</h1>{page}</main></html>"
        )),
        "slow" => {
            thread::sleep(Duration::from_millis(800));
            Reply::status(404)
        }
        "file" => {
            let mut reply = Reply::of("application/octet-stream", vec![1; 64]);
            reply.headers.push(("Content-Disposition".into(), "attachment; filename=file.bin".into()));
            reply
        }
        _ => Reply::html(
            "<!doctype html><html lang=en><title>Thanks</title><h1>Thanks</h1><p>It was sent.</p></html>",
        ),
    }
}
