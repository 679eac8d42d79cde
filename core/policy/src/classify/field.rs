//! What a form field asks for.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field_words::{
    AUTOCOMPLETE, CODE, CODE_FORM, CONTACT, CREDENTIAL, FALSE_FRIENDS, IDENTITY_CARD, LOGIN, MONEY_FORM, PAYMENT,
    PAYMENT_IN_CONTEXT, PII, REGISTER, SEARCH, SECURITY_CODE, SSO, SSO_ON_LOGIN, TOPICS,
};
use super::words::{Words, entries};

/// What the page script knows of a form field. The strings are page text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FieldFacts {
    /// The `type` of an input, or `select`, `textarea`.
    pub input_type: String,
    /// The `autocomplete` attribute as written.
    pub autocomplete: String,
    /// The accessible name.
    pub label: String,
    /// The `name` attribute.
    pub name: String,
    /// The `id` attribute.
    pub id: String,
    /// The `placeholder` attribute.
    pub placeholder: String,
    /// Whether the field takes several lines.
    pub multi_line: bool,
    /// The form around the field.
    pub form: FormContext,
}

/// What is known of the form around a field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FormContext {
    /// A password field stands in the same form.
    pub has_password_field: bool,
    /// A card or account field stands in the same form.
    pub has_payment_field: bool,
    /// The path of the page.
    pub url_path: String,
    /// The text of the button that sends the form.
    pub submit_label: String,
}

/// What a field asks for, the most sensitive last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldClass {
    /// Nothing personal.
    Generic,
    /// Data about a person.
    Pii,
    /// Who signs in.
    Sso,
    /// Cards, accounts, amounts.
    Payment,
    /// What proves who somebody is.
    Credential,
}

/// The signal that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldReason {
    /// The kind of input.
    InputType,
    /// A token of the `autocomplete` attribute.
    Autocomplete,
    /// Words of label, name, id or placeholder.
    Wording,
    /// The form around the field.
    FormContext,
    /// No signal.
    None,
}

impl FieldReason {
    /// The wire name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InputType => "input_type",
            Self::Autocomplete => "autocomplete",
            Self::Wording => "wording",
            Self::FormContext => "form_context",
            Self::None => "none",
        }
    }
}

/// The class of a field and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldFinding {
    /// What the field asks for.
    pub class: FieldClass,
    /// The signal that decided.
    pub reason: FieldReason,
}

/// Says what a field asks for: the strictest of what its type, its autocomplete tokens, its words and its form say.
#[must_use]
pub fn classify_field(facts: &FieldFacts) -> FieldFinding {
    let kind = InputKind::of(facts);
    let form = Form::of(&facts.form);
    let autocomplete = autocomplete_class(&facts.autocomplete);
    let wording = Wording::of(facts, kind);
    let about_money = form.about_money || autocomplete == Some(FieldClass::Payment);
    let said = wording.class(about_money);
    let by_type = match kind {
        InputKind::NotTyped => return FieldFinding { class: FieldClass::Generic, reason: FieldReason::None },
        // Card checks are often masked like a password.
        InputKind::Password if said == Some(FieldClass::Payment) => None,
        InputKind::Password if autocomplete == Some(FieldClass::Payment) && said.is_none() => None,
        InputKind::Password => Some(FieldClass::Credential),
        InputKind::Contact => Some(FieldClass::Pii).filter(|_| !wording.off_topic),
        InputKind::Text | InputKind::Lines | InputKind::Search => None,
    };
    let candidates = [
        (by_type, FieldReason::InputType),
        (autocomplete, FieldReason::Autocomplete),
        (said, FieldReason::Wording),
        (form.class(&wording, kind, about_money), FieldReason::FormContext),
    ];
    let mut finding = FieldFinding { class: FieldClass::Generic, reason: FieldReason::None };
    for (class, reason) in candidates {
        match class {
            Some(class) if class > finding.class => finding = FieldFinding { class, reason },
            _ => {}
        }
    }
    finding
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InputKind {
    Text,
    Lines,
    Password,
    /// E-mail or telephone.
    Contact,
    Search,
    /// Nothing can be typed into it.
    NotTyped,
}

impl InputKind {
    fn of(facts: &FieldFacts) -> Self {
        let written = facts.input_type.trim();
        let is = |names: &str| entries(names).any(|name| written.eq_ignore_ascii_case(name));
        if is("password") {
            Self::Password
        } else if is("checkbox | radio | range | color | button | submit | reset | image") {
            Self::NotTyped
        } else if is("email | tel") {
            Self::Contact
        } else if is("search") {
            Self::Search
        } else if facts.multi_line || is("textarea") {
            Self::Lines
        } else {
            Self::Text
        }
    }
}

fn autocomplete_class(attribute: &str) -> Option<FieldClass> {
    let class_of = |token: &str| {
        let named = |table: &str| entries(table).any(|name| token.eq_ignore_ascii_case(name));
        AUTOCOMPLETE.iter().find(|(_, table)| named(table)).map(|(class, _)| *class)
    };
    attribute.split_ascii_whitespace().take(16).filter_map(class_of).max()
}

/// The words of one field.
struct Wording {
    sources: [Words; 4],
    /// The words are about a thing or a search, so they ask for no value of a person.
    off_topic: bool,
}

impl Wording {
    fn of(facts: &FieldFacts, kind: InputKind) -> Self {
        // A long answer's placeholder advises what to write; it does not name one value.
        let placeholder = if kind == InputKind::Lines { "" } else { &facts.placeholder };
        let sources = [&facts.label, &facts.name, &facts.id, placeholder].map(Words::of);
        let [label, name, id, placeholder] = &sources;
        let about_a_thing = label.has_any(TOPICS) || (label.is_empty() && (name.has_any(TOPICS) || id.has_any(TOPICS)));
        let searches = kind == InputKind::Search
            || label.has_any(SEARCH)
            || name.has_any(SEARCH)
            || (label.is_empty() && placeholder.has_any(SEARCH));
        Self { off_topic: about_a_thing || searches, sources: sources.map(|words| words.without(FALSE_FRIENDS)) }
    }

    fn has_any(&self, patterns: &str) -> bool {
        self.sources.iter().any(|words| words.has_any(patterns))
    }

    fn class(&self, about_money: bool) -> Option<FieldClass> {
        if self.off_topic {
            return None;
        }
        if self.has_any(CREDENTIAL) {
            Some(FieldClass::Credential)
        } else if self.has_any(IDENTITY_CARD) {
            Some(FieldClass::Pii)
        } else if self.has_any(PAYMENT) || (about_money && self.has_any(SECURITY_CODE)) {
            Some(FieldClass::Payment)
        } else if self.has_any(SECURITY_CODE) {
            Some(FieldClass::Credential)
        } else if self.has_any(SSO) {
            Some(FieldClass::Sso)
        } else if self.has_any(CONTACT) || self.has_any(PII) {
            Some(FieldClass::Pii)
        } else {
            None
        }
    }
}

/// What the form is for.
struct Form {
    has_password_field: bool,
    signs_in: bool,
    registers: bool,
    about_money: bool,
    asks_for_code: bool,
}

impl Form {
    fn of(context: &FormContext) -> Self {
        let words = [&context.url_path, &context.submit_label].map(|text| Words::of(text));
        let says = |patterns: &str| words.iter().any(|words| words.has_any(patterns));
        Self {
            has_password_field: context.has_password_field,
            signs_in: says(LOGIN),
            registers: says(REGISTER),
            about_money: context.has_payment_field || says(MONEY_FORM),
            asks_for_code: says(CODE_FORM),
        }
    }

    fn class(&self, wording: &Wording, kind: InputKind, about_money: bool) -> Option<FieldClass> {
        if wording.off_topic || kind == InputKind::Lines {
            return None;
        }
        let login = self.signs_in || (self.has_password_field && !self.registers);
        if self.asks_for_code && wording.has_any(CODE) {
            Some(FieldClass::Credential)
        } else if login && (kind == InputKind::Contact || wording.has_any(CONTACT) || wording.has_any(SSO_ON_LOGIN)) {
            Some(FieldClass::Sso)
        } else if about_money && wording.has_any(PAYMENT_IN_CONTEXT) {
            Some(FieldClass::Payment)
        } else if self.signs_in && self.has_password_field && !self.registers && kind == InputKind::Text {
            // Beside a password on a login page hardly anything but a user name is typed.
            Some(FieldClass::Sso)
        } else {
            None
        }
    }
}
