//! A page of its own: nothing is loaded, nothing runs, all words are escaped, and it prints well.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::collection::{Cell, Cited, Part};
use laika_protocol::text::one_line;

use super::numbered::Numbered;
use super::redact;
use super::{Document, Redaction, UNKNOWN, link};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}\
table{border-collapse:collapse;width:100%}th,td{border:1px solid #999;padding:.4rem .6rem;text-align:left;vertical-align:top}\
th{background:#eee}.unknown{color:#666;font-style:italic}sup{line-height:0}.sources{font-size:.85rem;overflow-wrap:anywhere}\
@media print{body{margin:0;max-width:none;font-size:11pt}tr,li{break-inside:avoid}thead{display:table-header-group}h2,h3{break-after:avoid}}\
@page{margin:18mm}";

/// The document as a page.
#[must_use]
pub fn to_html(document: &Document<'_>, redaction: Redaction<'_>) -> String {
    let document = redact::document(document, redaction);
    let numbered = Numbered::new(&document);
    let title = escaped(&document.title);
    let mut body = format!("<h1>{title}</h1>\n");
    for one in &document.parts {
        body.push_str(&part(one, &numbered));
        body.push('\n');
    }
    if !document.notes.is_empty() {
        let notes: Vec<String> =
            document.notes.iter().map(|note| format!("<li>{}</li>", words(note, &numbered))).collect();
        body.push_str(&format!("<h2>Notes</h2>\n<ul>{}</ul>\n", notes.concat()));
    }
    if !numbered.list.is_empty() {
        body.push_str(&format!("<h2>Sources</h2>\n<ol class=\"sources\">{}</ol>\n", sources(&numbered)));
    }
    if let Some(made_at) = &document.made_at {
        body.push_str(&format!("<p>Made {}</p>\n", escaped(made_at)));
    }
    format!(
        "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn sources(numbered: &Numbered<'_>) -> String {
    let line = |(at, (citation, source)): (
        usize,
        &(&laika_protocol::collection::SourceCitation, Option<&laika_protocol::collection::MadeFrom>),
    )| {
        let quote = if citation.quote.is_empty() {
            String::new()
        } else {
            format!("<q>{}</q> ", escaped(&citation.quote))
        };
        let (title, url) = source.map_or(("", ""), |source| (source.title.as_str(), source.url.as_str()));
        let address = link(url).map_or_else(
            || escaped(url),
            |url| format!("<a href=\"{0}\" rel=\"noreferrer noopener nofollow\">{0}</a>", escaped(url)),
        );
        format!("<li id=\"c{}\">{quote}{}, {address}</li>", at + 1, escaped(title))
    };
    let all: Vec<String> = numbered.list.iter().enumerate().map(line).collect();
    all.concat()
}

/// A text in which nothing is a mark.
fn escaped(text: &str) -> String {
    let line = one_line(text);
    let mut safe = String::with_capacity(line.len() + 8);
    for c in line.trim().chars() {
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

fn words(cited: &Cited, numbered: &Numbered<'_>) -> String {
    let numbers: Vec<String> = numbered
        .of(cited)
        .iter()
        .map(|number| format!("<sup><a href=\"#c{number}\">[{number}]</a></sup>"))
        .collect();
    format!("{}{}", escaped(&cited.text), numbers.concat())
}

fn cell(one: &Cell, numbered: &Numbered<'_>) -> String {
    match one {
        Cell::Unknown => format!("<td class=\"unknown\">{UNKNOWN}</td>"),
        Cell::Value(cited) | Cell::Computed(cited) => format!("<td>{}</td>", words(cited, numbered)),
    }
}

fn part(one: &Part, numbered: &Numbered<'_>) -> String {
    match one {
        Part::Heading { level, words: heading } => {
            let level = (*level).clamp(2, 6);
            format!("<h{level}>{}</h{level}>", words(heading, numbered))
        }
        Part::Paragraph { sentences } => {
            let all: Vec<String> = sentences.iter().map(|one| words(one, numbered)).collect();
            format!("<p>{}</p>", all.join(" "))
        }
        Part::List { entries } => {
            let all: Vec<String> =
                entries.iter().map(|one| format!("<li>{}</li>", words(one, numbered))).collect();
            format!("<ul>{}</ul>", all.concat())
        }
        Part::Table { columns, rows } => {
            let header: Vec<String> =
                columns.iter().map(|name| format!("<th scope=\"col\">{}</th>", escaped(name))).collect();
            let row = |one: &laika_protocol::collection::Row| {
                let cells: Vec<String> = one.cells.iter().map(|one| cell(one, numbered)).collect();
                format!("<tr>{}</tr>\n", cells.concat())
            };
            let all: Vec<String> = rows.iter().map(row).collect();
            format!(
                "<table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>",
                header.concat(),
                all.concat()
            )
        }
        Part::Cards { cards } => {
            let card = |one: &laika_protocol::collection::Card| {
                format!("<dt>{}</dt><dd>{}</dd>", words(&one.front, numbered), words(&one.back, numbered))
            };
            let all: Vec<String> = cards.iter().map(card).collect();
            format!("<dl>{}</dl>", all.concat())
        }
        Part::Quiz { questions } => {
            let question = |one: &laika_protocol::collection::Question| {
                let choices: Vec<String> =
                    one.choices.iter().map(|choice| format!("<li>{}</li>", escaped(choice))).collect();
                let right = super::markdown::letter(one.answer);
                format!(
                    "<li>{}<ol type=\"a\">{}</ol><details><summary>Answer</summary>{right}</details></li>",
                    words(&one.question, numbered),
                    choices.concat()
                )
            };
            let all: Vec<String> = questions.iter().map(question).collect();
            format!("<ol>{}</ol>", all.concat())
        }
    }
}
