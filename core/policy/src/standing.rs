//! Grants that a person agreed to before, for runs that nobody watches: narrow, counted, and over at a set time (S1).
//!
//! One never widens what the gate would let a person approve. Each yes it gives is for one exact call, like a yes that
//! somebody pressed, and it answers only asks about what it names: never one about suspicion, carrying, repetition,
//! money, people or accounts.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::ids::Origin;
use laika_protocol::wire::{Decision, TargetFacts};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{AskCard, Call, Reason, Row};

/// The longest life of a standing grant: 90 days.
pub const MOST_STANDING_LIFE_MS: u64 = 90 * 24 * 60 * 60 * 1000;
/// The most uses of one.
pub const MOST_STANDING_USES: u32 = 1_000;
/// More names or values than a person reads.
const MOST_ITEMS: usize = 64;
/// No name or value is longer.
const MOST_BYTES: usize = 2_000;

/// What a standing grant can let happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Open one of its pages.
    Navigate,
    /// Press one of its buttons that sends nothing.
    Click,
    /// Type one of its values into its field.
    Type,
    /// Choose one of its values in its list.
    Select,
    /// Send one of its forms.
    Submit,
}

impl Verb {
    /// Every one.
    pub const ALL: [Self; 5] = [Self::Navigate, Self::Click, Self::Type, Self::Select, Self::Submit];

    /// The name, as it is typed and stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Navigate => "navigate",
            Self::Click => "click",
            Self::Type => "type",
            Self::Select => "select",
            Self::Submit => "submit",
        }
    }

    /// The one of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.as_str() == name)
    }
}

/// How often each thing was done.
pub type Uses = BTreeMap<Verb, u32>;

/// What was agreed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StandingGrant {
    /// Its name.
    pub id: String,
    /// What it is for, in the person's words.
    pub title: String,
    /// The only origins it holds on.
    pub origins: Vec<Origin>,
    /// The pages of those origins, by their paths.
    pub pages: Vec<String>,
    /// What may be done, and how often.
    pub verbs: Uses,
    /// The fields that may be filled, as the page's form sends them, with the only values each may get.
    #[serde(default)]
    pub fields: BTreeMap<String, Vec<String>>,
    /// The buttons that may be pressed, by their names.
    #[serde(default)]
    pub buttons: Vec<String>,
    /// The forms that may be sent.
    #[serde(default)]
    pub forms: Vec<GrantedForm>,
    /// How often it answers in all.
    pub uses: u32,
    /// When it is over, in milliseconds after 1970.
    pub expires_at_ms: u64,
    /// Whether it also holds where something that was read tries to give orders.
    #[serde(default)]
    pub beside_orders: bool,
}

/// A form that may be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GrantedForm {
    /// Where to, as a path of the origin.
    pub action: String,
    /// How.
    pub method: String,
    /// Exactly these fields, no more and no fewer.
    pub sent_fields: Vec<String>,
}

/// Why a standing grant does not answer an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncovered {
    /// It is over.
    #[error("the grant has expired")]
    Expired,
    /// It answered as often as it may.
    #[error("the grant is used up")]
    UsedUp,
    /// No standing grant answers this.
    #[error("no grant answers this; only a person can")]
    Reason,
    /// Not there.
    #[error("the grant does not cover this page")]
    Place,
    /// Not that.
    #[error("the grant does not cover this kind of act")]
    Verb,
    /// Not this field, button or form.
    #[error("the grant does not name this field, button or form")]
    Target,
    /// Not this value.
    #[error("the grant does not name this value for this field")]
    Value,
}

impl Uncovered {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Expired => "E_GRANT_EXPIRED",
            Self::UsedUp => "E_GRANT_USED_UP",
            Self::Reason | Self::Place | Self::Verb | Self::Target | Self::Value => "E_GRANT_NOT_COVERED",
        }
    }
}

/// A standing grant that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmakeable {
    /// Nowhere, or nothing.
    #[error("a grant names at least one origin, one page and one thing that may be done")]
    Empty,
    /// A page that is no path.
    #[error("a page is a path such as `/book`, without a query")]
    Page,
    /// A number out of bounds.
    #[error("a grant and each of its verbs has 1 to {MOST_STANDING_USES} uses")]
    Uses,
    /// Too long, or already over.
    #[error("a grant lives for at most 90 days")]
    Life,
    /// A verb without what it needs.
    #[error(
        "typing and selecting need fields with values, clicking needs buttons, sending needs forms with fields"
    )]
    Bare,
    /// Too much to be read by a person.
    #[error("a grant holds at most {MOST_ITEMS} names of each kind, each of at most {MOST_BYTES} bytes")]
    TooLong,
}

impl StandingGrant {
    /// Whether a person may agree to it at all.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, now_ms: u64) -> Result<(), Unmakeable> {
        if self.origins.is_empty() || self.pages.is_empty() || self.verbs.is_empty() {
            return Err(Unmakeable::Empty);
        }
        if !self.pages.iter().chain(self.forms.iter().map(|form| &form.action)).all(|path| is_path(path)) {
            return Err(Unmakeable::Page);
        }
        let bounded = |uses: &u32| (1..=MOST_STANDING_USES).contains(uses);
        if !bounded(&self.uses) || !self.verbs.values().all(bounded) {
            return Err(Unmakeable::Uses);
        }
        if !(1..=MOST_STANDING_LIFE_MS).contains(&self.expires_at_ms.saturating_sub(now_ms)) {
            return Err(Unmakeable::Life);
        }
        let named = |verb: &Verb| match verb {
            Verb::Navigate => true,
            Verb::Click => !self.buttons.is_empty(),
            Verb::Type | Verb::Select => !self.fields.is_empty(),
            Verb::Submit => !self.forms.is_empty(),
        };
        let filled = self.fields.values().all(|values| !values.is_empty());
        if !self.verbs.keys().all(named) || !filled || self.texts().any(|text| text.is_empty()) {
            return Err(Unmakeable::Bare);
        }
        let many =
            [self.origins.len(), self.pages.len(), self.fields.len(), self.buttons.len(), self.forms.len()];
        let lists =
            self.fields.values().map(Vec::len).chain(self.forms.iter().map(|form| form.sent_fields.len()));
        let long = self.texts().any(|text| text.len() > MOST_BYTES);
        if long || many.into_iter().chain(lists).any(|count| count > MOST_ITEMS) {
            return Err(Unmakeable::TooLong);
        }
        Ok(())
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter().flat_map(|(name, values)| values.iter().chain([name]));
        let forms =
            self.forms.iter().flat_map(|form| form.sent_fields.iter().chain([&form.action, &form.method]));
        let alone = self.pages.iter().chain(&self.buttons).chain([&self.title, &self.id]);
        fields.chain(forms).chain(alone).map(String::as_str)
    }

    /// Whether it answers this ask about a call on the page at this address, after so many uses; what for.
    ///
    /// # Errors
    /// Why not.
    pub fn answers(
        &self,
        card: &AskCard,
        call: &Call,
        url: &str,
        used: &Uses,
        now_ms: u64,
    ) -> Result<Verb, Uncovered> {
        if now_ms >= self.expires_at_ms {
            return Err(Uncovered::Expired);
        }
        let verb = self.covers(card, call, url)?;
        let count = |verb: Verb| used.get(&verb).copied().unwrap_or(0);
        let all = used.values().fold(0_u32, |sum, uses| sum.saturating_add(*uses));
        let most = self.verbs.get(&verb).copied().unwrap_or(0);
        if count(verb) >= most || all >= self.uses {
            return Err(Uncovered::UsedUp);
        }
        Ok(verb)
    }

    /// Whether it may still answer anything.
    ///
    /// # Errors
    /// Why not.
    pub fn is_open(&self, used: &Uses, now_ms: u64) -> Result<(), Uncovered> {
        if now_ms >= self.expires_at_ms {
            return Err(Uncovered::Expired);
        }
        let all = used.values().fold(0_u32, |sum, uses| sum.saturating_add(*uses));
        let left = |(verb, most): (&Verb, &u32)| used.get(verb).is_none_or(|uses| uses < most);
        if all >= self.uses || !self.verbs.iter().any(left) { Err(Uncovered::UsedUp) } else { Ok(()) }
    }

    fn covers(&self, card: &AskCard, call: &Call, url: &str) -> Result<Verb, Uncovered> {
        let verb = verb_of(card, call).ok_or(Uncovered::Verb)?;
        self.may_answer(card, verb)?;
        if !self.verbs.contains_key(&verb) {
            return Err(Uncovered::Verb);
        }
        // A frame of the page is another page.
        let here = call.context.as_ref().filter(|context| context.frame_id == 0).ok_or(Uncovered::Place)?;
        let page = Url::parse(url).ok().filter(|_| Origin::of_url(url).as_ref() == Some(&here.origin));
        let page = page.filter(|_| self.origins.contains(&here.origin)).ok_or(Uncovered::Place)?;
        let is_ours = |path: &str| self.pages.iter().any(|page| page == path);
        if verb != Verb::Navigate && !is_ours(page.path()) {
            return Err(Uncovered::Place);
        }
        let text = |name: &str| call.arguments.get(name).and_then(|value| value.as_str());
        let target = call.target.as_ref();
        match verb {
            Verb::Navigate => {
                let to = target.map_or_else(|| text("url"), |target| target.href.as_deref());
                let to = to.and_then(|to| Url::parse(to).ok()).ok_or(Uncovered::Place)?;
                let origin = Origin::of_url(to.as_str()).ok_or(Uncovered::Place)?;
                let plain = to.query().is_none() && to.fragment().is_none();
                let named = self.origins.contains(&origin) && is_ours(to.path());
                if plain && named { Ok(verb) } else { Err(Uncovered::Place) }
            }
            Verb::Type => self.may_enter(call, text("text")).map(|()| verb),
            Verb::Select => self.may_enter(call, text("value")).map(|()| verb),
            Verb::Click => {
                let name = target.map(|target| &target.accessible_name);
                let named = name.is_some_and(|name| self.buttons.contains(name));
                if named { Ok(verb) } else { Err(Uncovered::Target) }
            }
            Verb::Submit => {
                let sent =
                    target.is_some_and(|target| self.forms.iter().any(|form| form.is(target, &here.origin)));
                if sent { Ok(verb) } else { Err(Uncovered::Target) }
            }
        }
    }

    /// Whether every reason to ask is one that this grant speaks to.
    fn may_answer(&self, card: &AskCard, verb: Verb) -> Result<(), Uncovered> {
        let values = matches!(verb, Verb::Type | Verb::Select);
        let always = [
            Reason::AskSameOrigin,
            Reason::AskCrossOrigin,
            Reason::AskTypedAddress,
            Reason::AskClick,
            Reason::AskType,
            Reason::AskPiiField,
            Reason::AskSubmitForm,
            Reason::AskWriteSet,
        ];
        let answered = |reason: Reason| {
            always.contains(&reason)
                // It names the page or the value to the letter.
                || reason == Reason::AskUntrustedAddress && verb == Verb::Navigate
                || reason == Reason::AskLinkInText && values
                || reason == Reason::AskQuarantine && self.beside_orders
        };
        let asks = card.explanation.spoken.iter().filter(|spoken| spoken.decision == Decision::Ask);
        let all = card.kinds && !card.explanation.requires_gesture;
        let all = all && asks.map(|spoken| spoken.reason_code).all(answered);
        if all { Ok(()) } else { Err(Uncovered::Reason) }
    }

    fn may_enter(&self, call: &Call, value: Option<&str>) -> Result<(), Uncovered> {
        let name = call.field.as_ref().map(|field| field.facts().name.as_str()).unwrap_or_default();
        let values = self.fields.get(name).ok_or(Uncovered::Target)?;
        let named = value.is_some_and(|value| values.iter().any(|one| one == value));
        if named { Ok(()) } else { Err(Uncovered::Value) }
    }
}

impl GrantedForm {
    fn is(&self, target: &TargetFacts, origin: &Origin) -> bool {
        let Some(form) = &target.form else { return false };
        let Ok(action) = Url::parse(&form.action) else { return false };
        let mut sent: Vec<&str> = form.field_names.iter().map(String::as_str).collect();
        let mut granted: Vec<&str> = self.sent_fields.iter().map(String::as_str).collect();
        sent.sort_unstable();
        granted.sort_unstable();
        // What a script of the page sends beside the form is not in what was agreed to.
        Origin::of_url(action.as_str()).as_ref() == Some(origin)
            && action.path() == self.action
            && form.method.eq_ignore_ascii_case(&self.method)
            && sent == granted
            && target.sends.is_empty()
    }
}

/// What a call does, by the row that the gate put it in.
fn verb_of(card: &AskCard, call: &Call) -> Option<Verb> {
    let tool = call.tool.name.as_str();
    match (card.explanation.row?, tool) {
        (Row::Type | Row::TypePii, "browser.type") => Some(Verb::Type),
        (Row::Type | Row::TypePii, "browser.select") => Some(Verb::Select),
        (Row::Click, "browser.click") => Some(Verb::Click),
        (Row::Submit, "browser.click") => Some(Verb::Submit),
        (
            Row::NavigateTyped | Row::NavigateSame | Row::NavigateCross,
            "browser.navigate" | "browser.click",
        ) => Some(Verb::Navigate),
        _ => None,
    }
}

/// A path as an address has it after it was read, so that what is compared is what was agreed to.
fn is_path(text: &str) -> bool {
    let read = Url::parse("https://a.example").ok().and_then(|base| base.join(text).ok());
    text.starts_with('/') && !text.starts_with("//") && read.is_some_and(|url| url.path() == text)
}
