//! From a call and what is known of it to the situation the matrix judges. Page text can only make it stricter.

use laika_protocol::wire::TargetFacts;
use url::Url;

use crate::classify::{CombinedClass, TextClass, combine};
use crate::row::{Action, Reach, Situation, TargetKind};
use crate::trace::Trace;
use crate::{Call, Facts, Field, Place, Source, wording};

/// Something that must be known and is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    Target,
    Field,
    Change,
}

pub(crate) fn situation(call: &Call, facts: &Facts<'_>, trace: &Trace) -> Result<Situation, Missing> {
    let mut situation = Situation {
        action: call.tool.action,
        surface: facts.surface,
        target: TargetKind::Plain,
        reach: Reach::Cross,
        class: CombinedClass::NonSensitive,
    };
    match call.tool.action {
        Action::Click => {
            let target = call.target.as_ref().ok_or(Missing::Target)?;
            situation.target = kind_of(target, call.field.as_ref(), facts);
            let href = target.href.as_deref().and_then(|href| Url::parse(href).ok());
            situation.reach = href.map_or(Reach::Cross, |url| reach(&url, Source::Handle, facts));
        }
        Action::Type => {
            let field = call.field.as_ref().ok_or(Missing::Field)?;
            if field.facts().input_type.eq_ignore_ascii_case("file") {
                situation.action = Action::Upload;
            }
            let text_class = trace.values.iter().map(|value| value.class).max().unwrap_or(TextClass::Normal);
            situation.class = combine(field.class(), text_class);
        }
        Action::Navigate => {
            let reaches = trace.urls.iter().map(|(url, source)| reach(url, *source, facts));
            situation.reach = reaches
                .max_by_key(|reach| *reach == Reach::Cross)
                .unwrap_or_else(|| search_reach(facts, trace));
            // An address that does something when it is loaded is a form in disguise (S8).
            let acts = |(url, source): &(Url, Source)| {
                *source != Source::User && (*source == Source::Nowhere || wording::acts(url))
            };
            // So is one with a query that neither the person nor a page named: a form that the model has filled in.
            let filled = |(url, source): &(Url, Source)| {
                *source == Source::Nowhere && url.query().is_some() && situation.reach == Reach::Same
            };
            let pays = |one: &(Url, Source)| filled(one) && wording::pays_at(&one.0);
            if facts.logged_in && trace.urls.iter().any(acts) || trace.urls.iter().any(filled) {
                situation.target =
                    if trace.urls.iter().any(pays) { TargetKind::Pay } else { TargetKind::Submit };
                situation.action = Action::Click;
            }
        }
        Action::History => {
            let origin = call.history.as_ref().and_then(|entry| entry.origin.as_ref());
            let here = facts.document.as_ref().map(|document| &document.origin);
            situation.reach = if origin.is_some() && origin == here { Reach::Same } else { Reach::Cross };
        }
        Action::Send => {
            // A message that reaches nobody changes only the person's own things, as far as every argument is known.
            if reaches_nobody(call, trace) {
                situation.action = Action::Write;
            }
        }
        // Files change only as a person or a grant has seen it.
        Action::Write if call.tool.is_own && call.change.is_none() => return Err(Missing::Change),
        Action::Read | Action::Local | Action::Write | Action::Save => {
            // Whatever the tool, an address is a navigation (S4).
            if !trace.urls.is_empty() {
                situation.action = Action::Network;
            }
        }
        Action::Capture
        | Action::Scroll
        | Action::SwitchTab
        | Action::Delete
        | Action::Transfer
        | Action::Account
        | Action::Execute
        | Action::Network
        | Action::Paste
        | Action::Upload
        | Action::Download
        | Action::Share
        | Action::Undeclared => {}
    }
    Ok(situation)
}

/// A search is an address the person named when its words are theirs; else it goes where their settings say.
fn search_reach(facts: &Facts<'_>, trace: &Trace) -> Reach {
    let here = facts.document.as_ref().map(|document| &document.origin);
    let said = trace.values.iter().any(|value| value.source == Source::User);
    if said && trace.all_yours() {
        Reach::Typed
    } else if here.is_some() && facts.search_engine == here {
        Reach::Same
    } else {
        Reach::Cross
    }
}

/// Whether pressing an element gives a file: it says so, or its address is one of a file that no page is.
#[must_use]
pub fn gives_file(target: &TargetFacts) -> bool {
    const FILES: &[&str] = &[
        "7z", "apk", "avi", "bin", "csv", "deb", "dmg", "doc", "docx", "epub", "exe", "flac", "gz", "ics",
        "img", "iso", "jar", "mkv", "mov", "mp3", "mp4", "msi", "odp", "ods", "odt", "ogg", "pdf", "pkg",
        "ppt", "pptx", "rar", "rpm", "rtf", "tar", "tgz", "tsv", "vcf", "wav", "webm", "xls", "xlsx", "xz",
        "zip", "zst",
    ];
    let is_file = |href: &str| {
        let Ok(url) = Url::parse(href) else { return false };
        let name = url.path().rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').is_some_and(|(_, end)| FILES.contains(&end.to_ascii_lowercase().as_str()))
    };
    target.download.is_some() || target.form.is_none() && target.href.as_deref().is_some_and(is_file)
}

fn reaches_nobody(call: &Call, trace: &Trace) -> bool {
    let known = call.arguments.keys().all(|name| call.tool.arguments.contains_key(name));
    let flat = call.arguments.values().all(|value| !value.is_object());
    call.tool.alone_without_recipients && known && flat && trace.recipients.is_empty()
}

fn reach(url: &Url, source: Source, facts: &Facts<'_>) -> Reach {
    let here = facts.document.as_ref().map(|document| Place::from(&document.origin));
    match Place::of_url(url) {
        _ if source == Source::User => Reach::Typed,
        Some(place) if Some(&place) == here.as_ref() => Reach::Same,
        _ => Reach::Cross,
    }
}

/// What a click does, by the strictest sign there is.
fn kind_of(target: &TargetFacts, field: Option<&Field>, facts: &Facts<'_>) -> TargetKind {
    let href = target.href.as_deref().and_then(|href| Url::parse(href).ok());
    let action = target.form.as_ref().and_then(|form| Url::parse(&form.action).ok());
    let acts = |url: &Option<Url>| url.as_ref().is_some_and(wording::acts);
    let is_link = href.is_some() && target.form.is_none() && target.sends.is_empty();
    let sent = target.sends.iter().filter_map(|sent| Url::parse(&sent.url).ok());
    let pays_at = action.into_iter().chain(sent).any(|url| wording::pays_at(&url));
    if wording::pays(&target.accessible_name, is_link) || pays_at {
        TargetKind::Pay
    } else if field.is_some_and(|field| field.facts().input_type.eq_ignore_ascii_case("file")) {
        TargetKind::Upload
    } else if gives_file(target) {
        TargetKind::Download
    } else if wording::sends(&target.accessible_name) {
        TargetKind::Send
    } else if target.form.is_some() || !target.sends.is_empty() || (facts.logged_in && acts(&href)) {
        TargetKind::Submit
    } else if target.href.is_some() {
        TargetKind::Link
    } else {
        TargetKind::Plain
    }
}
