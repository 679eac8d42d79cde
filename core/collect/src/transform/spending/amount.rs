//! Exact amounts of money, as statements write them.

use crate::transform::read::currency;
use crate::transform::read::{Decimal, decimal};

/// What stands in a field for an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// In minor units; what was paid is negative where the field says so.
    pub minor: i128,
    /// The code of the currency, where the field says it.
    pub currency: Option<&'static str>,
    /// Whether the field has a sign, brackets or a word for one.
    pub signed: bool,
}

/// Reads `1.234,56 €`, `-$1,234.56`, `(12.00)`, `12,00-`, `12.00 CR`, `+3,00 EUR` exactly; nothing for anything else, and for
/// more digits than the currency has.
#[must_use]
pub fn amount(field: &str, comma: Option<bool>) -> Option<Amount> {
    let mut rest = field.trim();
    let (mut negative, mut signed) = (false, false);
    let mut code = None;
    if let Some(inner) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        (negative, signed, rest) = (true, true, inner.trim());
    }
    // `450,-` is a whole amount, no debit.
    for whole in [",-", ",–", ",—", ".-", ".–"] {
        if let Some(inner) = rest.strip_suffix(whole) {
            rest = inner;
        }
    }
    // Signs and currencies stand on both sides, in any order, each once.
    for _ in 0..6 {
        let before = rest;
        if let Some(inner) = rest
            .strip_prefix(['-', '−', '–'])
            .or_else(|| rest.strip_suffix(['-', '−', '–']).map(|rest| rest.trim_end_matches(',')))
        {
            (negative, rest) = (!negative || signed, inner.trim());
            signed = true;
        } else if let Some(inner) = rest.strip_prefix('+').or_else(|| rest.strip_suffix('+')) {
            (signed, rest) = (true, inner.trim());
        } else if let Some((found, inner)) = marked(rest) {
            (code, rest) = (Some(found), inner);
        } else if let Some((debit, inner)) = side(rest) {
            (negative, signed, rest) = (debit, true, inner);
        }
        if before == rest {
            break;
        }
    }
    let digits = crate::transform::read::minor_digits(code.unwrap_or("EUR"));
    let number: Decimal = decimal(rest, comma)?;
    let minor = number.at_scale(digits)?;
    Some(Amount { minor: if negative { -minor } else { minor }, currency: code, signed })
}

/// A currency at one end, and what is left.
fn marked(text: &str) -> Option<(&'static str, &str)> {
    let end =
        text.find(|c: char| c.is_ascii_digit() || matches!(c, '-' | '−' | '+' | '(')).filter(|end| *end > 0);
    if let Some(end) = end
        && let Some(code) = currency(text[..end].trim())
    {
        return Some((code, text[end..].trim()));
    }
    let start = text
        .rfind(|c: char| c.is_ascii_digit() || matches!(c, '-' | '−' | '+' | ')'))
        .map(|at| at + text[at..].chars().next().map_or(1, char::len_utf8))?;
    let code = currency(text[start..].trim())?;
    Some((code, text[..start].trim()))
}

/// `CR`, `DR`, `S`, `H`: which side of an account.
fn side(text: &str) -> Option<(bool, &str)> {
    const SIDES: &[(&str, bool)] =
        &[("cr", false), ("dr", true), ("haben", false), ("soll", true), ("h", false), ("s", true)];
    let (number, word) = text.rsplit_once(|c: char| c.is_whitespace())?;
    let lower = word.to_lowercase();
    SIDES.iter().find(|(side, _)| *side == lower).map(|(_, debit)| (*debit, number.trim()))
}
