//! The fuzzed cases: what the page holds, how it changes, and when.

use serde_json::{Value, json};

use crate::random::Random;

const KINDS: &[&str] = &["link", "button", "submit", "checkbox", "field", "select", "custom"];
const PLACES: &[&str] = &["page", "page", "shadow", "frame"];
const LAYOUTS: &[&str] = &["list", "table", "cards", "flat", "single"];
const MUTATIONS: &[&str] = &[
    "swapPlaces",
    "swapRecords",
    "reuse",
    "rerender",
    "rerenderShuffled",
    "patchShuffled",
    "remove",
    "insertAbove",
    "cover",
    "coverPart",
    "twinOnTop",
    "move",
    "hide",
    "disable",
    "relabel",
    "retarget",
    "navigate",
    "pushState",
    "rewrite",
    "replaceFrame",
    "moveFrame",
    "coverFrame",
    "jitter",
    "churn",
    "rotate",
    "scroll",
    "stealFocus",
];
/// Between looking and deciding, and between deciding and acting.
pub(super) const OBSERVED: &str = "observed";
pub(super) const DECIDED: &str = "decided";
/// Before the press, in the press, between press and release, and at any time.
const POINTER: &[&str] = &[
    "pointermove",
    "mousemove",
    "mouseover",
    "pointermove later",
    "pointerdown",
    "mousedown",
    "mousedown later",
    "pointerup",
    "mouseup",
    "soon",
    "soon",
];
const KEYS: &[&str] =
    &["focus", "keydown", "keypress", "beforeinput", "input", "keyup", "pointermove", "mousedown", "soon"];
const LISTS: &[&str] = &["focus", "soon"];
const NAMES: &[&str] = &[
    "Ada", "Bela", "Cleo", "Dora", "Emil", "Finn", "Gerd", "Hana", "Ida", "Jona", "Karl", "Lena", "Mira",
    "Nora", "Otto", "Pia",
];

/// One in so many cases changes nothing: there everything has to work.
const CONTROL_EVERY: usize = 8;

/// A case.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) number: usize,
    pub(super) kind: &'static str,
    pub(super) place: &'static str,
    layout: &'static str,
    pub(super) mutation: &'static str,
    pub(super) moment: &'static str,
    delay: usize,
    keys: usize,
    target: usize,
    other: usize,
    names: Vec<String>,
}

impl Case {
    /// The case with this number.
    pub(super) fn of(number: usize) -> Self {
        let mut random = Random::of("targets", number);
        let kind = one_of(&mut random, KINDS);
        let place = one_of(&mut random, PLACES);
        let layout = one_of(&mut random, LAYOUTS);
        let mutation =
            if number.is_multiple_of(CONTROL_EVERY) { "nothing" } else { one_of(&mut random, MUTATIONS) };
        let moments = match kind {
            "field" => KEYS,
            "select" => LISTS,
            _ => POINTER,
        };
        let moment = match random.below(4) {
            0 => OBSERVED,
            1 => DECIDED,
            _ => one_of(&mut random, moments),
        };
        let first = random.below(NAMES.len());
        let count = if layout == "single" { 1 } else { 3 + random.below(5) };
        let names = NAMES.iter().cycle().skip(first).take(count).map(ToString::to_string).collect();
        let target = random.below(count);
        let other = (target + 1 + random.below(count.saturating_sub(1))) % count;
        Self {
            number,
            kind,
            place,
            layout,
            mutation,
            moment,
            delay: random.below(400),
            keys: 1 + random.below(4),
            target,
            other,
            names,
        }
    }

    pub(super) fn is_control(&self) -> bool {
        self.mutation == "nothing"
    }

    /// The page that comes in place of this one: it looks the same, and holds other records.
    pub(super) fn after(&self) -> Self {
        let names = self.names.iter().rev().map(|name| format!("Later {name}")).collect();
        Self { names, mutation: "nothing", ..self.clone() }
    }

    /// What the page is told.
    pub(super) fn spec(&self) -> Value {
        let keys = if self.kind == "field" { self.keys } else { 1 };
        json!({
            "number": self.number, "kind": self.kind, "place": self.place, "layout": self.layout,
            "mutation": self.mutation, "moment": self.moment, "delay": self.delay, "keys": keys,
            "target": self.target, "other": self.other, "names": self.names,
        })
    }

    /// The call that acts on its control.
    pub(super) fn call(&self, handle: &str) -> (&'static str, Value) {
        match self.kind {
            "field" => ("browser.type", json!({ "handleId": handle, "text": TYPED })),
            "select" => ("browser.select", json!({ "handleId": handle, "value": CHOSEN })),
            _ => ("browser.click", json!({ "handleId": handle })),
        }
    }

    /// In words, to find it again.
    pub(super) fn words(&self) -> String {
        let Self { number, kind, place, layout, mutation, moment, .. } = self;
        format!("case {number}: {kind} in a {layout} in the {place}, {mutation} at {moment}")
    }
}

/// What is typed, which the person said.
pub(super) const TYPED: &str = "seven green apples";
/// What is chosen.
pub(super) const CHOSEN: &str = "closed";

fn one_of(random: &mut Random, list: &[&'static str]) -> &'static str {
    random.pick(list).copied().unwrap_or_default()
}
