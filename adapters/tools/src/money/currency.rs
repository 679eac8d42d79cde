//! The one currency of an expression, and which signs and codes in it agree.

use iso_currency::Currency;
use laika_protocol::ToolError;

use crate::refusal::invalid;

/// Signs that several currencies use, with those currencies.
const SHARED_SIGNS: &[(&str, &[&str])] = &[
    (
        "$",
        &[
            "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP", "BBD", "BMD", "BSD", "BZD",
            "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "TWD", "UYU", "XCD",
        ],
    ),
    ("US$", &["USD"]),
    ("C$", &["CAD"]),
    ("CA$", &["CAD"]),
    ("A$", &["AUD"]),
    ("AU$", &["AUD"]),
    ("NZ$", &["NZD"]),
    ("HK$", &["HKD"]),
    ("S$", &["SGD"]),
    ("R$", &["BRL"]),
    ("€", &["EUR"]),
    ("£", &["GBP", "EGP", "FKP", "GIP", "LBP", "SHP", "SSP", "SDG", "SYP"]),
    ("¥", &["JPY", "CNY"]),
    ("₹", &["INR"]),
    ("₩", &["KRW", "KPW"]),
    ("₽", &["RUB"]),
    ("₺", &["TRY"]),
    ("₴", &["UAH"]),
    ("₪", &["ILS"]),
    ("฿", &["THB"]),
    ("₫", &["VND"]),
    ("₦", &["NGN"]),
    ("₱", &["PHP"]),
    ("zł", &["PLN"]),
    ("kr", &["SEK", "NOK", "DKK", "ISK"]),
];

/// A currency and how many digits its minor unit has.
pub(super) struct OfCurrency {
    currency: Currency,
    pub(super) exponent: u8,
}

impl OfCurrency {
    /// The currency with this code.
    pub(super) fn named(code: &str) -> Result<Self, ToolError> {
        let unknown = || {
            let message = format!("`{code}` is no currency\nhint: give a code such as `USD`");
            invalid("E_MONEY_CURRENCY", &message)
        };
        let currency = Currency::from_code(&code.trim().to_ascii_uppercase()).ok_or_else(unknown)?;
        // Gold and the like have no minor unit, so there is nothing to round to.
        let exponent =
            currency.exponent().and_then(|digits| u8::try_from(digits).ok()).ok_or_else(unknown)?;
        Ok(Self { currency, exponent })
    }

    /// Its code.
    pub(super) fn code(&self) -> &'static str {
        self.currency.code()
    }

    /// Whether a sign or code of an expression is this currency's; nothing if it is no currency at all.
    pub(super) fn agrees(&self, mark: &str) -> Option<bool> {
        if let Some((_, codes)) = SHARED_SIGNS.iter().find(|(sign, _)| *sign == mark) {
            return Some(codes.contains(&self.code()));
        }
        let upper = mark.to_uppercase();
        Currency::from_code(&upper).map(|other| other == self.currency)
    }

    /// A sign or code that does not agree.
    pub(super) fn mixed(&self, mark: &str) -> ToolError {
        let message = format!(
            "`{mark}` is not {}, and amounts of two currencies are not reckoned together",
            self.code()
        );
        invalid("E_MONEY_MIXED", &message)
    }
}
