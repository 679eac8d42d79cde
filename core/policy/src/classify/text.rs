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
    for scan in [text_keys::scan, text_cues::scan, text_random::scan, text_numbers::scan, text_contact::scan]
    {
        scan(folded.text(), &mut findings);
    }
    let mut spans = findings.spans;
    for span in &mut spans {
        (span.start, span.end) = (folded.original(span.start), folded.original(span.end));
    }
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    TextFinding { class: findings.class, spans }
}

/// The first place from `from` on that holds a wanted byte.
///
/// Written so that the compiler looks at a whole block at once: most text holds none.
pub(super) fn find_byte(bytes: &[u8], from: usize, wanted: impl Fn(u8) -> bool) -> Option<usize> {
    const BLOCK: usize = 16;
    if bytes.get(from).is_some_and(|byte| wanted(*byte)) {
        return Some(from);
    }
    let mut at = from;
    while let Some(block) = bytes.get(at..)?.first_chunk::<BLOCK>()
        && !block.iter().fold(false, |any, byte| any | wanted(*byte))
    {
        at += BLOCK;
    }
    bytes.get(at..)?.iter().position(|byte| wanted(*byte)).map(|place| at + place)
}

/// What the scans found so far, in offsets of the folded text.
pub(super) struct Findings {
    class: TextClass,
    spans: Vec<TextSpan>,
}

impl Findings {
    /// Whether nothing more can change the answer.
    pub(super) fn is_settled(&self) -> bool {
        self.class == TextClass::SecretLike && self.spans.len() >= MOST_SPANS
    }

    /// Notes a place, unless something at least as sensitive already covers a part of it.
    pub(super) fn add(&mut self, kind: TextKind, start: usize, end: usize) {
        self.class = self.class.max(kind.class());
        let covered = |span: &TextSpan| {
            start < span.end
                && span.start < end
                && (span.kind.class() >= kind.class() || (span.start <= start && end <= span.end))
        };
        if self.spans.len() < MOST_SPANS && !self.spans.iter().any(covered) {
            self.spans.push(TextSpan { start, end, kind });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::{String, ToString};

    /// What is found, as `kind "text"` per place.
    fn found(text: &str) -> String {
        let finding = classify_text(text);
        let places: Vec<String> = finding
            .spans
            .iter()
            .map(|span| format!("{} {:?}", span.kind.as_str(), &text[span.start..span.end]))
            .collect();
        assert_eq!(
            finding.class,
            finding.spans.iter().map(|span| span.kind.class()).max().unwrap_or(TextClass::Normal)
        );
        places.join(", ")
    }

    #[test]
    fn secrets_are_found_where_they_stand() {
        for (text, expected) in [
            ("use AKIAQ3EGRZ7XK2PLM4NT now", r#"api_key "AKIAQ3EGRZ7XK2PLM4NT""#),
            (
                "ＡＫＩＡＱ３ＥＧＲＺ７ＸＫ２ＰＬＭ４ＮＴ",
                r#"api_key "ＡＫＩＡＱ３ＥＧＲＺ７ＸＫ２ＰＬＭ４ＮＴ""#,
            ),
            ("AKIAQ3EG\u{200b}RZ7XK2PLM4NT", "api_key \"AKIAQ3EG\\u{200b}RZ7XK2PLM4NT\""),
            (
                "-----BEGIN EC PRIVATE KEY-----\nMHc\n-----END EC PRIVATE KEY----- x",
                "private_key \"-----BEGIN EC PRIVATE KEY-----\\nMHc\\n-----END EC PRIVATE KEY-----\"",
            ),
            (
                "amqp://svc:w8Lq2Zt@mq.internal:5672/",
                r#"connection_string "amqp://svc:w8Lq2Zt@mq.internal:5672""#,
            ),
            ("contraseña: r7Q!vz2Lp", r#"password "r7Q!vz2Lp""#),
            ("Contrasen\u{303}a: r7Q!vz2Lp", r#"password "r7Q!vz2Lp""#),
            ("the password is Blue42horse", r#"password "Blue42horse""#),
            ("Su código de seguridad es: 553 120", r#"one_time_code "553 120""#),
            ("482913 est votre code de connexion", r#"one_time_code "482913""#),
            ("【Acme】您的验证码是482913，5分钟内有效", r#"one_time_code "482913""#),
            ("731204 is your code", r#"one_time_code "731204""#),
            ("PIN: 4821", r#"one_time_code "4821""#),
            ("X-Api-Key: 9f8e7d6c5b4a39281706", r#"api_key "9f8e7d6c5b4a39281706""#),
            ("Server=db;User Id=sa;Password=Wq4_tiger;", r#"password "Wq4_tiger""#),
            ("vR8#nq2!Lz5w", r#"password "vR8#nq2!Lz5w""#),
            (
                "seed phrase: ripple oval mixed tank lazy sheriff bonus cave drum echo fault giant",
                r#"private_key "ripple oval mixed tank lazy sheriff bonus cave drum echo fault giant""#,
            ),
        ] {
            assert_eq!(found(text), expected.to_string(), "{text}");
        }
    }

    #[test]
    fn personal_data_is_found_where_it_stands() {
        for (text, expected) in [
            ("pay with 4111-1111-1111-1111 123", r#"card_number "4111-1111-1111-1111""#),
            ("CH93 0076 2011 6238 5295 7.", r#"iban "CH93 0076 2011 6238 5295 7""#),
            ("078-05-1120", r#"national_id "078-05-1120""#),
            ("11010519491231002X", r#"national_id "11010519491231002X""#),
            ("write to zoë.k+x@mail.example.org, please", r#"email "zoë.k+x@mail.example.org""#),
            ("ring 06 12 34 56 78", r#"phone "06 12 34 56 78""#),
            ("Geburtsdatum: 03.11.1979", r#"birth_date "03.11.1979""#),
            ("Hauptstraße 5, 10115 Berlin", r#"postal_address "Hauptstraße 5, 10115""#),
            ("passport no. X4RTBPFW4", r#"id_number "X4RTBPFW4""#),
            (
                "12 Elm Street, Springfield, IL 62704",
                r#"postal_address "12 Elm Street, Springfield, IL 62704""#,
            ),
        ] {
            assert_eq!(found(text), expected.to_string(), "{text}");
        }
    }

    #[test]
    fn ordinary_text_is_left_alone() {
        for text in [
            "",
            "password",
            "Password: required",
            "What is my password?",
            "The secret is out.",
            "your code has 4000 lines",
            "a PIN must have 4 digits",
            "version 10.15.7 (19H2)",
            "https://example.com/a/b?id=QmFzZTY0U3RyaW5nMTIz",
            "git@github.com:acme/site.git",
            "logo@2x.png",
            "react@18.2.0",
            "HelloWorldFactoryBuilder2",
            "2023-10-05 14:22:01",
            "1,234,567.89",
            "192.168.10.25",
            "zip code 94107",
            "Art. 6 Abs. 1 DSGVO",
            "sha512-Qm9vdHN0cmFwIGlzIGEgZnJlZSBhbmQ",
            "SGVsbG8sIHRoaXMgaXMgYSBsb25nZXIgdGV4dCE=",
            "const x = arr[i] + foo(bar);",
            "TOKEN=$CI_TOKEN",
            "api_key: <YOUR_KEY>",
            "secret: ${{ secrets.KEY }}",
            "3fa85f64-5717-4562-b3fc-2c963f66afa6",
            "IPv4/IPv6",
            "C++20",
            "order 1234567890",
            "born in 1985",
            "Windows 10 22H2 build 19045.3570",
            "f(x)=3x^2+2x-7",
            "@angular/core",
            "00000000",
            "AC/DC 1980",
            "#MeToo2017!",
            "VGhpcyBpcyBhIHRlc3Qgb2YgdGhlIHN5c3RlbQ==",
            "H2SO4 + 2NaOH",
            "de_DE.UTF-8",
            "16:9 1920x1080",
        ] {
            assert_eq!(found(text), "", "{text}");
        }
    }

    #[test]
    fn hostile_texts_take_little_time_and_few_spans() {
        let len = 10 << 20;
        for unit in [
            "a",
            "1",
            "@",
            "\u{301}",
            "密",
            "a@b.co ",
            "eyJ-",
            "pin 1",
            "://",
            "sk-",
            "é",
            "4111 ",
            "-----BEGIN ",
            "a:",
            "DE00",
            "(1",
        ] {
            let text = unit.repeat(len / unit.len() / if cfg!(debug_assertions) { 64 } else { 1 });
            let finding = classify_text(&text);
            assert!(finding.spans.len() <= MOST_SPANS);
            assert!(
                finding
                    .spans
                    .iter()
                    .all(|span| text.is_char_boundary(span.start) && text.is_char_boundary(span.end))
            );
        }
        let late = "a@example.org ".repeat(100) + "vR8#nq2!Lz5w";
        assert_eq!(classify_text(&late).class, TextClass::SecretLike);
    }
}
