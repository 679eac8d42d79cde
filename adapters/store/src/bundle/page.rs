//! The run for people: text only, nothing that loads, runs or leads anywhere.

use std::fmt::Write;

use laika_protocol::{text, time};

use super::Manifest;
use crate::Event;
use crate::names::name_of;

/// What the page begins with.
pub(super) fn begin(manifest: &Manifest) -> String {
    let run = escaped(&manifest.run);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>Run {run}</title>\n\
         <style>body{{font:16px/1.5 system-ui,sans-serif;max-width:50em;margin:2em auto;padding:0 1em}}\
         h2{{font-size:1em;margin:1.5em 0 0}}pre{{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3em 0}}\
         .gone{{font-style:italic}}</style>\n</head>\n<body>\n<h1>Run {run}</h1>\n\
         <p>{} events, exported {} (protocol {}, schema {}, bundle {}).</p>\n\
         <p>Head: {run}:{}:{}</p>\n<p>This bundle is {}.</p>\n",
        manifest.events,
        at(manifest.exported_at_ms),
        escaped(&manifest.protocol_version),
        manifest.schema_version,
        manifest.version,
        manifest.head.seq,
        escaped(&manifest.head.hash),
        escaped(&manifest.wording),
    )
}

/// One event.
pub(super) fn event(event: &Event) -> String {
    let header = &event.header;
    let mut page = format!("<h2>{} {} {}</h2>\n", header.seq, at(header.at_ms), escaped(&header.kind));
    // Writing to a string cannot fail.
    let _ = match (&event.payload, &event.erased) {
        (Some(payload), _) => writeln!(page, "<pre dir=\"ltr\">{}</pre>", escaped(&readable(payload))),
        (None, Some(erased)) => writeln!(
            page,
            "<p class=\"gone\">Erased {} ({}).</p>",
            at(erased.at_ms),
            escaped(&name_of(&erased.reason))
        ),
        (None, None) => writeln!(page, "<p class=\"gone\">Missing.</p>"),
    };
    page
}

/// What the page ends with.
pub(super) const END: &str = "</body>\n</html>\n";

/// A moment, exactly: the words alone would be the same for every time after the year 9999.
fn at(ms: u64) -> String {
    format!("{} ({ms})", time::to_iso(ms))
}

/// The payload on lines of their own, or as it is if it is no JSON.
fn readable(payload: &[u8]) -> String {
    serde_json::from_slice::<serde_json::Value>(payload)
        .and_then(|value| serde_json::to_string_pretty(&value))
        .unwrap_or_else(|_| String::from_utf8_lossy(payload).into_owned())
}

/// Text that is only text: nothing in it is markup, invisible or out of order.
fn escaped(content: &str) -> String {
    let mut safe = String::with_capacity(content.len() + 16);
    for c in text::lines(content).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}
