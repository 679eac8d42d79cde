//! Words and signs that mean money: an answer in floating point would be the wrong kind of answer.

/// Signs of currencies.
const SIGNS: &[char] = &['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₴', '₪', '฿', '₫', '₦', '₱', '₿', '¢'];
/// Words that name a currency and nothing that is measured.
const WORDS: &[&str] = &["dollar", "dollars", "euro", "euros", "yen", "rupee", "rupees", "bitcoin", "btc"];
/// Codes that are so common that people write them small. Others are read in capitals only: `cup` and `top` are words.
const SMALL_CODES: &[&str] = &["usd", "eur", "gbp", "jpy", "chf", "cad", "aud", "cny", "inr"];

/// The first word or sign of money.
pub(super) fn find(expression: &str) -> Option<String> {
    if let Some(sign) = expression.chars().find(|letter| SIGNS.contains(letter)) {
        return Some(sign.to_string());
    }
    words(expression).find(|word| is_money(word)).map(str::to_owned)
}

fn words(expression: &str) -> impl Iterator<Item = &str> {
    expression.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty())
}

fn is_money(word: &str) -> bool {
    let small = word.to_lowercase();
    WORDS.contains(&small.as_str())
        || SMALL_CODES.contains(&small.as_str())
        || (word.len() == 3
            && word.chars().all(|letter| letter.is_ascii_uppercase())
            && iso_currency::Currency::from_code(word).is_some())
}
