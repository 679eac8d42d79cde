//! `laika observe`: what a model would see of a page.

use std::fmt::Write as _;

use anyhow::Result;
use laika_browser::Pages as _;
use laika_context::{Aliases, FIRST_LOOK_TOKENS, first_look};
use laika_protocol::observation::{Element, ElementState, Observation};
use laika_protocol::text;
use laika_protocol::tools::typed::{Candidates, Find, ObserveDom, Scope as ScopeOf, ScopeKind};

use super::visit::visit;
use crate::arguments::page::{Observe, Scope};
use crate::printer::{Outcome, Printer};

/// Elements shown to a person.
const SHOWN: usize = 25;

pub(crate) fn run(observe: &Observe, printer: &mut Printer) -> Result<Outcome> {
    if let Some(words) = &observe.find {
        let find = Find { query: words.clone(), within_handle: None, k: Some(10) };
        let found = visit(&observe.page, printer, async |tab| tab.find(&find).await)?;
        if observe.json {
            printer.data(format_args!("{}\n", serde_json::to_string_pretty(&found)?));
        } else {
            printer.data(candidates(&found));
        }
        return Ok(Outcome::Done);
    }
    let what = arguments(observe);
    let observation = visit(&observe.page, printer, async |tab| tab.observe(&what).await)?;
    if observe.json {
        printer.data(format_args!("{}\n", serde_json::to_string_pretty(&observation)?));
    } else if observe.look {
        let look = first_look(&observation, 0, &mut Aliases::default(), FIRST_LOOK_TOKENS);
        printer.data(format_args!("{}\n", serde_json::to_string_pretty(&look)?));
    } else if observe.text {
        printer.data(format_args!("{}\n", shown(&observation.text)));
    } else {
        printer.data(reading(&observation));
    }
    Ok(Outcome::Done)
}

fn arguments(observe: &Observe) -> ObserveDom {
    let scope = match observe.scope {
        Scope::Document => ScopeKind::Document,
        Scope::Viewport => ScopeKind::Viewport,
    };
    ObserveDom {
        scope: Some(ScopeOf { kind: scope, container_handle: None }),
        cursor: observe.cursor,
        max_chars: observe.budget,
        max_elements: observe.elements,
        settle_ms: Some(observe.page.settle),
        debug: observe.debug_observe.then_some(true),
        ..ObserveDom::default()
    }
}

/// A page as a person reads it: where it is, what stands in the way, its text, its entries and what can be used.
fn reading(observation: &Observation) -> String {
    let mut page = format!("{}\n{}\n", line(&observation.title), line(&observation.url));
    if !observation.signals.is_empty() {
        let names: Vec<_> =
            observation.signals.iter().filter_map(|signal| serde_json::to_value(signal).ok()).collect();
        let names: Vec<_> = names.iter().filter_map(|name| name.as_str()).collect();
        push(&mut page, format_args!("in the way: {}", names.join(", ")));
    }
    push(&mut page, format_args!("\n{}", shown(&observation.text)));
    if !observation.items.is_empty() {
        push(&mut page, format_args!("\nEntries"));
        for item in &observation.items {
            let comments = item.comment_count.map(|count| format!(", {count} comments")).unwrap_or_default();
            let snippet =
                if item.snippet.is_empty() { String::new() } else { format!(": {}", line(&item.snippet)) };
            push(&mut page, format_args!("  {}{snippet}{comments}", line(&item.title)));
        }
    }
    if !observation.comments.is_empty() {
        push(&mut page, format_args!("\nComments"));
        for comment in &observation.comments {
            let indent = "  ".repeat(1 + usize::try_from(comment.depth).unwrap_or(0).min(20));
            let age =
                if comment.age.is_empty() { String::new() } else { format!(", {}", line(&comment.age)) };
            push(&mut page, format_args!("{indent}{}{age}: {}", line(&comment.author), line(&comment.text)));
        }
    }
    if !observation.elements.is_empty() {
        push(&mut page, format_args!("\nElements"));
        for element in observation.elements.iter().take(SHOWN) {
            push(&mut page, format_args!("  {}", element_line(element, observation.origin.as_str())));
        }
        let more = observation.elements.len().saturating_sub(SHOWN);
        if more > 0 {
            push(&mut page, format_args!("  and {more} more; --json shows them"));
        }
    }
    let left_out: Vec<_> =
        observation.omissions.iter().map(|one| format!("{} {}", one.count, line(&one.part))).collect();
    if !left_out.is_empty() || observation.next_cursor.is_some() {
        let next = observation
            .next_cursor
            .map(|cursor| format!("; the text goes on with --cursor {cursor}"))
            .unwrap_or_default();
        push(&mut page, format_args!("\nleft out: {}{next}", left_out.join(", ")));
    }
    page
}

/// Addresses of the page's own site are shown without it.
fn element_line(element: &Element, origin: &str) -> String {
    let mut words = format!("{} \"{}\"", line(&element.role), line(&element.accessible_name));
    let shown = element.states.iter().filter(|state| **state != ElementState::OffScreen);
    for state in shown.filter_map(|state| serde_json::to_value(state).ok()) {
        // Writing to a string cannot fail.
        let _ = write!(words, " [{}]", state.as_str().unwrap_or_default());
    }
    if let Some(href) = &element.attributes.href {
        let shown = href.strip_prefix(origin).filter(|path| path.starts_with('/')).unwrap_or(href);
        let _ = write!(words, " {}", line(shown));
    }
    words
}

fn candidates(found: &Candidates) -> String {
    let mut page = String::new();
    for one in &found.candidates {
        let percent = one.confidence * 100.0;
        push(
            &mut page,
            format_args!(
                "{percent:3.0}%  {} \"{}\"  {}",
                line(&one.role),
                line(&one.accessible_name),
                line(&one.context)
            ),
        );
    }
    if found.candidates.is_empty() {
        push(&mut page, format_args!("nothing of that kind is on the page"));
    }
    page
}

fn push(page: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "{line}");
}

/// Text of a page must not reach the terminal as it is.
fn line(page_text: &str) -> String {
    text::one_line(page_text).to_string()
}

fn shown(page_text: &str) -> String {
    text::lines(page_text).into_owned()
}
