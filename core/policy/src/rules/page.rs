//! Rules about pages and addresses.

use alloc::vec;
use alloc::vec::Vec;

use laika_protocol::address::{is_loopback, is_private};
use laika_protocol::ids::Origin;
use laika_protocol::tools::ArgRole;

use super::{Considered, Finding};
use crate::Surface;
use crate::grant::Cover;
use crate::place::is_lookalike;
use crate::row::{Action, Row};
use crate::{Place, Reason, Source};

/// Pages of the browser, and Laika's own windows in every spelling of this machine (S2).
pub(super) fn restricted(considered: &Considered<'_>) -> Vec<Finding> {
    let facts = considered.facts;
    let forbidden = considered.addresses().any(|(url, _)| {
        url.is_none_or(|url| {
            let own = url.port_or_known_default().is_some_and(|port| facts.own_ports.contains(&port));
            (own && is_loopback(&url)) || !matches!(url.scheme(), "http" | "https")
        })
    });
    let here =
        facts.restricted && (considered.situation.action.is_on_page() || considered.call.context.is_some());
    // An address that cannot be read is none.
    let urls = considered.trace.with_role(ArgRole::Url).count();
    if forbidden || here || urls > considered.trace.urls.len() {
        vec![Finding::new(Reason::RestrictedPage)]
    } else {
        vec![]
    }
}

/// A call works only for the document it was planned for (I5, I6).
pub(super) fn identity(considered: &Considered<'_>) -> Vec<Finding> {
    let planned = considered.call.context.as_ref();
    let here = considered.facts.document.as_ref();
    let on_page = considered.facts.surface != Surface::Tools && considered.situation.action.is_on_page();
    let same = planned == here;
    let profile = considered.facts.profile.as_ref();
    let other_profile = planned
        .and_then(|planned| planned.profile_id.as_ref())
        .is_some_and(|planned| profile.is_some_and(|profile| profile != planned));
    let missing = on_page && planned.is_none();
    if missing || other_profile || (planned.is_some() && !same) {
        vec![Finding::new(Reason::StaleDocument)]
    } else {
        vec![]
    }
}

/// Going back to a page that a form led to sends the form again (S11).
pub(super) fn repost(considered: &Considered<'_>) -> Vec<Finding> {
    let moves = considered.call.tool.action == Action::History;
    let get = considered.call.history.as_ref().is_some_and(|entry| entry.is_get);
    if moves && !get { vec![Finding::new(Reason::DenyRepost)] } else { vec![] }
}

/// Keys are decided as clicks, so text holds none; a line break submits a single-line field (S13).
pub(super) fn control_characters(considered: &Considered<'_>) -> Vec<Finding> {
    if considered.call.tool.action != Action::Type {
        return vec![];
    }
    let lines = considered.call.field.as_ref().is_some_and(|field| field.facts().multi_line);
    let refused = |c: char| match c {
        '\n' | '\t' => !lines,
        c => c.is_control() || laika_protocol::text::is_deceptive(c),
    };
    let texts = considered.call.arguments.values().filter_map(|value| value.as_str());
    if texts.into_iter().any(|text| text.contains(refused)) {
        vec![Finding::new(Reason::ControlCharacters)]
    } else {
        vec![]
    }
}

/// Addresses in the person's own network are theirs to name.
pub(super) fn private_address(considered: &Considered<'_>) -> Vec<Finding> {
    let here = considered.facts.document.as_ref().map(|document| Place::from(&document.origin));
    let inside = considered.addresses().any(|(url, source)| {
        url.is_some_and(|url| is_private(&url) && source != Source::User && Place::of_url(&url) != here)
    });
    if inside { vec![Finding::new(Reason::DenyPrivateAddress)] } else { vec![] }
}

/// Where the person's settings let no run go, no run goes: not by a link, not by a form, not with a yes.
pub(super) fn settings(considered: &Considered<'_>) -> Vec<Finding> {
    let settings = considered.facts.settings;
    let refused = considered.addresses().any(|(url, _)| {
        let origin = url.and_then(|url| Origin::of_url(url.as_str()));
        origin.is_some_and(|origin| settings.check(&origin).is_err())
    });
    if refused { vec![Finding::new(Reason::DenyOriginSetting)] } else { vec![] }
}

pub(super) fn lookalike_host(considered: &Considered<'_>) -> Vec<Finding> {
    let found = considered.addresses().any(|(url, _)| url.as_ref().is_some_and(is_lookalike));
    if found { vec![Finding::untrusted(Reason::AskLookalikeHost)] } else { vec![] }
}

/// Reading outside the read set and acting outside the write set asks.
pub(super) fn origin_sets(considered: &Considered<'_>) -> Vec<Finding> {
    let facts = considered.facts;
    if facts.surface == Surface::Tools {
        return vec![];
    }
    let Some(document) = facts.document.as_ref().filter(|_| considered.call.context.is_some()) else {
        return vec![];
    };
    let origin = &document.origin;
    let reads = matches!(considered.row, Row::Read | Row::Capture);
    let acts = matches!(
        considered.row,
        Row::Click
            | Row::Type
            | Row::TypePii
            | Row::TypePayment
            | Row::TypeCredential
            | Row::Paste
            | Row::Submit
            | Row::PressSend
            | Row::Upload
            | Row::Download
    );
    if reads && !facts.origins.may_read(origin) {
        vec![Finding::new(Reason::AskReadSet)]
    } else if acts && !facts.origins.may_act(origin) {
        vec![Finding::new(Reason::AskWriteSet).covered_by(Cover::Kind)]
    } else {
        vec![]
    }
}
