//! What is typed, into what, and where: three classifiers that only look at their input.
//!
//! Pages and people write in many languages and some pages lie, so signals are combined by taking the strictest. Page
//! words take something back in three places only: a masked field named as a card check is payment, words about a thing
//! or a search cancel other words and the e-mail and telephone types, and a page to read needs more to be a bank.

mod cue_words;
mod field;
mod field_form;
mod field_wording;
mod field_words;
mod site;
mod site_evidence;
mod site_words;
mod text;
mod text_contact;
mod text_cues;
mod text_fold;
mod text_keys;
mod text_numbers;
mod text_random;
mod text_values;
mod words;

pub use field::{FieldClass, FieldFacts, FieldFinding, FieldReason, FormContext, classify_field};
pub use site::{SiteCategory, SiteClass, SiteFinding, SiteReason, SiteSignals, UserLabel, classify_site};
pub use text::{TextClass, TextFinding, TextKind, TextSpan, classify_text};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What typing a text into a field would give away, the most sensitive last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CombinedClass {
    /// Nothing sensitive.
    NonSensitive,
    /// Data about a person.
    Pii,
    /// Cards, accounts, amounts.
    Payment,
    /// What signs somebody in.
    Credential,
    /// A text that is a secret, whatever the field asks for.
    Secret,
}

/// The stricter of what a field asks for and what a text is.
#[must_use]
pub fn combine(field: FieldClass, text: TextClass) -> CombinedClass {
    let asked = match field {
        FieldClass::Generic => CombinedClass::NonSensitive,
        FieldClass::Pii => CombinedClass::Pii,
        FieldClass::Payment => CombinedClass::Payment,
        // Half of a sign-in: who, if not yet how.
        FieldClass::Sso | FieldClass::Credential => CombinedClass::Credential,
    };
    let typed = match text {
        TextClass::Normal => CombinedClass::NonSensitive,
        TextClass::PiiLike => CombinedClass::Pii,
        TextClass::SecretLike => CombinedClass::Secret,
    };
    asked.max(typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stricter_of_field_and_text_counts() {
        for (field, text, expected) in [
            (FieldClass::Generic, TextClass::Normal, CombinedClass::NonSensitive),
            (FieldClass::Generic, TextClass::PiiLike, CombinedClass::Pii),
            (FieldClass::Generic, TextClass::SecretLike, CombinedClass::Secret),
            (FieldClass::Payment, TextClass::PiiLike, CombinedClass::Payment),
            (FieldClass::Sso, TextClass::PiiLike, CombinedClass::Credential),
            (FieldClass::Credential, TextClass::Normal, CombinedClass::Credential),
            (FieldClass::Credential, TextClass::SecretLike, CombinedClass::Secret),
        ] {
            assert_eq!(combine(field, text), expected, "{field:?} {text:?}");
        }
    }
}
