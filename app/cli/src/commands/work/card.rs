//! A card in the terminal: everything a yes would be bound to, whole, and nothing that a page could draw.

use std::io::{self, BufRead as _};
use std::thread;
use std::time::Duration;

use laika_daemon::working::{Card, CardField, FieldHeld};
use laika_os::terminal::forget_typed;
use laika_protocol::text::one_line;
use laika_protocol::wire::FileChange;

use crate::printer::Printer;

/// What a person says to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Once,
    Offered,
    No,
    Explain,
    Stop,
}

/// Shows a card.
pub(super) fn show(card: &Card, printer: &Printer) {
    let line = |what: &str, text: &str| printer.say(what, text);
    printer.say("asks", format_args!("may Laika use {}?", card.tool));
    if let Some(by) = &card.by {
        line("  for", &format!("{by}, another agent: none of its words are yours"));
    }
    if let Some(origin) = &card.origin {
        line("  where", origin.as_str());
    }
    if let Some(target) = &card.target {
        line("  element", &format!("\"{target}\" (so it is called by the page)"));
    }
    for value in &card.values {
        line("  value", &format!("{} = \"{}\" ({})", value.name, value.value, source(&value.source)));
    }
    if let Some(form) = &card.sends {
        line(
            "  sends",
            &format!("{} {} with {} fields", form.method.to_uppercase(), form.to, form.fields.len()),
        );
        for field in &form.fields {
            line("  field", &shown_field(field));
        }
    }
    for request in &card.requests {
        line("  sends", &format!("{request} (by a script of the page; it was kept from it until now)"));
    }
    if let Some(change) = &card.change {
        show_change(change, printer);
    }
    line("  why", &format!("{} ({})", card.reason, card.reason_code));
    for more in &card.more {
        line("  also", more);
    }
    if card.untrusted {
        line("  careful", "this rests on what a page says, not on your words alone");
    }
    if card.leaves_at_once {
        line("  careful", "the other side receives it at once");
    }
    let offer = card.offer.as_ref().map(|offer| {
        format!("a: {} here, up to {} times in {} minutes · ", offer.what, offer.uses, offer.minutes)
    });
    let offer = offer.unwrap_or_default();
    printer.say("answer", format_args!("y: this once · {offer}n: no · e: explain · s: stop the run"));
}

/// Shows what would change in files, or the program that would run: every line of it, because a yes is for every line (S18).
/// The words are the files' own.
fn show_change(change: &FileChange, printer: &Printer) {
    let (places, files) = (change.replacements(), change.files.len());
    if files > 0 {
        printer.say("  changes", format_args!("{places} places in {files} files"));
    }
    for file in &change.files {
        printer.say("  file", format_args!("{} ({})", one_line(&file.path), file.replacements));
    }
    for diff in change.diff.lines() {
        printer.say("  |", one_line(diff));
    }
}

/// A field that a form sends. What Laika did not enter itself is not known here.
fn shown_field(CardField { name, held }: &CardField) -> String {
    match held {
        FieldHeld::Entered { value, source: from } => format!("{name} = \"{value}\" ({})", source(from)),
        FieldHeld::Secret { source: from } => {
            format!("{name}: filled in by Laika, not shown ({})", source(from))
        }
        FieldHeld::Filled => format!("{name}: filled in by the page or by you, not shown"),
        FieldHeld::Empty => format!("{name}: empty"),
        FieldHeld::Unknown => format!("{name}: cannot be seen"),
    }
}

/// Where a value comes from, in words.
fn source(source: &str) -> &'static str {
    match source {
        "user" => "your own words",
        "directory_by_name" | "directory" => "your directory",
        "setting" => "says nothing by itself",
        "requested_handle" | "handle" => "an element of the page",
        "requested" => "a page you asked for",
        "document" => "a page",
        _ => "nowhere that Laika knows",
    }
}

/// Reads the answer to a card from the terminal, on a thread of its own. What was typed before it was shown is thrown
/// away; an empty line is no answer.
pub(super) fn read(
    armed_after: Duration,
    said: impl FnOnce(Said) + Send + 'static,
    again: impl Fn() + Send + 'static,
) {
    thread::spawn(move || {
        // Nothing that was typed before this counts (S18).
        thread::sleep(armed_after);
        forget_typed();
        loop {
            let mut line = String::new();
            if !matches!(io::stdin().lock().read_line(&mut line), Ok(read) if read > 0) {
                return said(Said::No);
            }
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => return said(Said::Once),
                "a" => return said(Said::Offered),
                "n" | "no" => return said(Said::No),
                "e" | "explain" => return said(Said::Explain),
                "s" | "stop" => return said(Said::Stop),
                _ => again(),
            }
        }
    });
}

/// More about a card: what every word of it means.
pub(super) fn explain(card: &Card, printer: &Printer) {
    printer.say(
        "explain",
        format_args!(
            "the gate stopped this before anything happened, because: {}. A yes is bound to exactly what is shown \
             (digest {}); another element, value or page asks again. `laika policy explain {}` says more.",
            one_line(&card.reason),
            card.digest.as_str(),
            card.reason_code,
        ),
    );
}
