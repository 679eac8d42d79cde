//! What a form field asks for.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field_form::Form;
use super::field_wording::Wording;
use super::field_words::AUTOCOMPLETE;
use super::words::entries;

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

/// What a control takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InputKind {
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

#[cfg(test)]
mod tests {
    use super::*;
    use FieldClass::{Credential, Generic, Payment, Pii, Sso};
    use alloc::string::ToString;

    fn field(input_type: &str, autocomplete: &str, label: &str, path: &str) -> FieldFacts {
        FieldFacts {
            input_type: input_type.to_string(),
            autocomplete: autocomplete.to_string(),
            label: label.to_string(),
            form: FormContext { url_path: path.to_string(), ..FormContext::default() },
            ..FieldFacts::default()
        }
    }

    #[test]
    fn fields_get_the_class_of_what_they_ask_for() {
        for (input_type, autocomplete, label, path, expected) in [
            ("password", "", "", "", Credential),
            ("PASSWORD", "cc-csc", "CVC", "/pay", Payment),
            ("password", "cc-csc", "Your account password", "/pay", Credential),
            ("text", "section-a billing cc-number", "", "", Payment),
            ("text", "shipping street-address", "", "", Pii),
            ("text", "off", "Sicherheitscode", "/kasse", Payment),
            ("text", "off", "Sicherheitscode", "/anmeldung", Credential),
            ("text", "", "Wiederherstellungscode", "", Credential),
            ("text", "", "Code", "/login/2fa", Credential),
            ("text", "", "Code", "/", Generic),
            ("text", "", "Code de vérification", "", Credential),
            ("text", "", "Frase semilla", "", Credential),
            ("text", "", "验证码", "", Credential),
            ("text", "", "暗証番号", "", Credential),
            ("text", "", "Expiry date", "/checkout", Payment),
            ("text", "", "Expiry date of the milk", "/fridge", Generic),
            ("text", "", "Amount", "/transfer", Payment),
            ("text", "", "Amount of sugar", "/recipes", Generic),
            ("text", "", "持卡人姓名", "", Payment),
            ("text", "", "振込先口座", "", Payment),
            ("email", "", "", "/newsletter", Pii),
            ("email", "", "", "/login", Sso),
            ("text", "", "Numéro de sécurité sociale", "", Pii),
            ("text", "", "住所", "", Pii),
            ("text", "", "Straße und Hausnummer", "", Pii),
            ("text", "", "Workspace URL", "/signin", Sso),
            ("checkbox", "", "Remember my password", "/login", Generic),
            ("search", "", "Search users by e-mail", "", Generic),
            ("text", "", "Board game name", "", Generic),
            ("text", "", "Bowling pins", "", Generic),
            ("text", "", "Keywords", "", Generic),
            ("textarea", "", "Message", "/contact", Generic),
        ] {
            let finding = classify_field(&field(input_type, autocomplete, label, path));
            assert_eq!(finding.class, expected, "{input_type} {autocomplete} {label} {path}: {finding:?}");
        }
    }

    #[test]
    fn a_field_beside_a_password_on_a_login_page_names_the_user() {
        let mut facts = field("text", "", "", "/login");
        facts.form.has_password_field = true;
        assert_eq!(classify_field(&facts), FieldFinding { class: Sso, reason: FieldReason::FormContext });
        facts.form.url_path = "/register".to_string();
        assert_eq!(classify_field(&facts).class, Generic);
    }

    #[test]
    fn empty_and_huge_facts_are_read() {
        assert_eq!(classify_field(&FieldFacts::default()).reason, FieldReason::None);
        for unit in ["a", "1", "@", "\u{301}", "密", "aB", "( ", "address bar "] {
            let long = unit.repeat((10 << 20) / unit.len());
            let facts = FieldFacts {
                name: long.clone(),
                autocomplete: long.clone(),
                placeholder: long.clone(),
                ..field("text", "", &long, &long)
            };
            assert_ne!(classify_field(&facts).class, Credential);
        }
    }
}
