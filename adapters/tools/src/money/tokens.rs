//! Cuts an expression into numbers, signs and brackets, and refuses every currency but the one that was said.

use laika_protocol::ToolError;

use super::currency::OfCurrency;
use super::fraction::Fraction;
use super::value::{Kind, Value};
use crate::refusal::invalid;

/// A piece of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(Value),
    Plus,
    Minus,
    Times,
    Over,
    Percent,
    Of,
    Open,
    Close,
}

/// The pieces of an expression.
pub(super) fn read(expression: &str, currency: &OfCurrency) -> Result<Vec<Token>, ToolError> {
    let mut reader = Reader { rest: expression, currency, tokens: Vec::new(), marked: false };
    while let Some(letter) = reader.skip_spaces() {
        reader.one(letter)?;
    }
    if reader.marked {
        return Err(unreadable("a sign of a currency stands without an amount"));
    }
    Ok(reader.tokens)
}

fn unreadable(message: &str) -> ToolError {
    invalid("E_MONEY_EXPRESSION", message)
}

struct Reader<'a> {
    rest: &'a str,
    currency: &'a OfCurrency,
    tokens: Vec<Token>,
    /// A mark of the currency was read, and waits for its amount.
    marked: bool,
}

impl<'a> Reader<'a> {
    fn skip_spaces(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !wanted(letter)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn one(&mut self, letter: char) -> Result<(), ToolError> {
        let sign = match letter {
            '0'..='9' | '.' => return self.number(),
            '+' => Token::Plus,
            '-' | '\u{2212}' => Token::Minus,
            '*' | '×' | '·' => Token::Times,
            '/' | '÷' => Token::Over,
            '%' => Token::Percent,
            '(' => Token::Open,
            ')' => Token::Close,
            _ => return self.word(),
        };
        // `$-5` is written, and means minus five.
        if self.marked && sign != Token::Minus {
            return Err(unreadable("a sign of a currency stands without an amount"));
        }
        self.tokens.push(sign);
        self.rest = &self.rest[letter.len_utf8()..];
        Ok(())
    }

    fn number(&mut self) -> Result<(), ToolError> {
        let text = self.take(|letter| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '_' | '\''));
        let number = separated(text)
            .as_deref()
            .and_then(Fraction::decimal)
            .ok_or_else(|| unreadable(&format!("`{text}` is no number; write 1,234.50")))?;
        let kind = if self.marked { Kind::Money } else { Kind::Plain };
        self.marked = false;
        self.tokens.push(Token::Number(Value { kind, number }));
        Ok(())
    }

    fn word(&mut self) -> Result<(), ToolError> {
        let is_mark =
            |letter: char| !letter.is_whitespace() && !"0123456789.,+-*/%()×÷·\u{2212}".contains(letter);
        let word = self.take(is_mark);
        if word.eq_ignore_ascii_case("of") {
            self.tokens.push(Token::Of);
            return Ok(());
        }
        if word.eq_ignore_ascii_case("x") {
            self.tokens.push(Token::Times);
            return Ok(());
        }
        match self.currency.agrees(word) {
            Some(true) => self.mark(),
            Some(false) => Err(self.currency.mixed(word)),
            None => Err(unreadable(&format!("`{word}` is not understood"))),
        }
    }

    /// A mark of the currency: for the number right before it, or else for the one after it.
    fn mark(&mut self) -> Result<(), ToolError> {
        if self.marked {
            // `USD $5` says it twice.
            return Ok(());
        }
        match self.tokens.last_mut() {
            Some(Token::Number(value)) => value.kind = Kind::Money,
            Some(_) | None => self.marked = true,
        }
        Ok(())
    }
}

/// The number without its separators, if they stand every three digits. `1,5` could be one and a half: refused.
fn separated(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    if fraction.is_some_and(|digits| digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()))
    {
        return None;
    }
    let groups: Vec<&str> = whole.split([',', '_', '\'']).collect();
    let is_grouped = groups.len() == 1
        || groups
            .iter()
            .enumerate()
            .all(|(at, group)| if at == 0 { (1..=3).contains(&group.len()) } else { group.len() == 3 });
    let whole: String = groups.concat();
    let whole = if whole.is_empty() { "0" } else { whole.as_str() };
    is_grouped.then(|| fraction.map_or_else(|| whole.to_owned(), |digits| format!("{whole}.{digits}")))
}
