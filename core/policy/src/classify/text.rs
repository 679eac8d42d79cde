//! Whether a text carries secrets or data about a person.

use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::text_fold::Folded;
use super::{text_contact, text_cues, text_keys, text_numbers, text_random};

/// A text may hold thousands of addresses; a few dozen places are enough to show and to redact by.
const MOST_SPANS: usize = 64;

/// How sensitive a text is, the most sensitive last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextClass {
    /// Nothing found.
    Normal,
    /// Data about a person, or a number of theirs.
    PiiLike,
    /// Something that opens an account or a machine.
    SecretLike,
}

/// What was found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextKind {
    /// The private half of a key pair, or the words it is made from.
    PrivateKey,
    /// A key or token of a service.
    ApiKey,
    /// A signed web token.
    Jwt,
    /// A password said to be one, or a string too random to be anything else.
    Password,
    /// A code that proves possession of a device, or a PIN.
    OneTimeCode,
    /// An address of a service with a password in it.
    ConnectionString,
    /// A payment card number.
    CardNumber,
    /// A bank account number.
    Iban,
    /// A number a state gave to a person.
    NationalId,
    /// An e-mail address.
    Email,
    /// A telephone number.
    Phone,
    /// A date said to be that of a birth.
    BirthDate,
    /// The number of a passport, licence or insurance, said to be one.
    IdNumber,
    /// A street with a house number and a postal code.
    PostalAddress,
}

impl TextKind {
    /// The wire name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PrivateKey => "private_key",
            Self::ApiKey => "api_key",
            Self::Jwt => "jwt",
            Self::Password => "password",
            Self::OneTimeCode => "one_time_code",
            Self::ConnectionString => "connection_string",
            Self::CardNumber => "card_number",
            Self::Iban => "iban",
            Self::NationalId => "national_id",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::BirthDate => "birth_date",
            Self::IdNumber => "id_number",
            Self::PostalAddress => "postal_address",
        }
    }

    /// How sensitive it is.
    #[must_use]
    pub const fn class(self) -> TextClass {
        match self {
            Self::PrivateKey
            | Self::ApiKey
            | Self::Jwt
            | Self::Password
            | Self::OneTimeCode
            | Self::ConnectionString => TextClass::SecretLike,
            Self::CardNumber
            | Self::Iban
            | Self::NationalId
            | Self::Email
            | Self::Phone
            | Self::BirthDate
            | Self::IdNumber
            | Self::PostalAddress => TextClass::PiiLike,
        }
    }
}

/// Where something was found: byte offsets on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextSpan {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// What stands there.
    pub kind: TextKind,
}

/// The class of a text and the places that gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextFinding {
    /// The class of the most sensitive thing found, listed or not.
    pub class: TextClass,
    /// What was found in order of place, at most 64.
    pub spans: Vec<TextSpan>,
}

/// Says whether a text carries secrets or personal data, and where.
///
/// Every rule looks at a bounded neighbourhood of each place, so the work grows with the length of the text only.
#[must_use]
pub fn classify_text(text: &str) -> TextFinding {
    let folded = Folded::of(text);
    let mut findings = Findings { class: TextClass::Normal, spans: Vec::new() };
    for scan in [
        text_keys::scan,
        text_cues::scan,
        text_random::scan,
        text_numbers::scan,
        text_contact::scan,
    ] {
        scan(folded.text(), &mut findings);
    }
    let mut spans = findings.spans;
    for span in &mut spans {
        (span.start, span.end) = (folded.original(span.start), folded.original(span.end));
    }
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    TextFinding { class: findings.class, spans }
}

/// What the scans found so far, in offsets of the folded text.
pub(super) struct Findings {
    class: TextClass,
    spans: Vec<TextSpan>,
}

impl Findings {
    /// Notes a place, unless something at least as sensitive already covers a part of it.
    pub(super) fn add(&mut self, kind: TextKind, start: usize, end: usize) {
        self.class = self.class.max(kind.class());
        let covered = |span: &TextSpan| {
            start < span.end && span.start < end && (span.kind.class() >= kind.class() || (span.start <= start && end <= span.end))
        };
        if self.spans.len() < MOST_SPANS && !self.spans.iter().any(covered) {
            self.spans.push(TextSpan { start, end, kind });
        }
    }
}
