//! Sums as they stand on pages: `7 - 3 =`, `x + 4 = 9`. They are worked out exactly, or not at all.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::only;

/// A fraction; what does not fit into one is not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ratio {
    over: i128,
    under: i128,
}

/// How often `x` stands in it, and what else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Linear {
    times: Ratio,
    rest: Ratio,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Number(Ratio),
    Unknown,
    Plus,
    Minus,
    Times,
    Over,
}

/// Digits behind the point of what comes out; what needs more is no answer that somebody would write.
const MOST_DIGITS: u32 = 6;

/// What comes out of the only sum of a text: what an expression is worth, or what its unknown is. Nothing where there is none
/// or several.
pub(super) fn answer(text: &str) -> Option<String> {
    only(text.lines().filter_map(|line| worked_out(line.trim())))
}

fn worked_out(line: &str) -> Option<String> {
    let line = line.trim_end_matches(['?', '_', ' ']);
    let (left, right) = line.split_once('=')?;
    let (left, right) = (linear(&tokens(left)?)?, right.trim());
    let value = if right.is_empty() {
        (left.times == ZERO && is_sum(line)).then_some(left.rest)?
    } else {
        let right = linear(&tokens(right)?)?;
        let times = left.times.plus(right.times.negative())?;
        right.rest.plus(left.rest.negative())?.over(times)?
    };
    value.written()
}

/// A single number is no sum.
fn is_sum(line: &str) -> bool {
    line.trim_start_matches(['-', '−']).contains(['+', '-', '−', '*', '×', 'x', '/', '÷', '·'])
}

const ZERO: Ratio = Ratio { over: 0, under: 1 };

impl Ratio {
    fn of(over: i128, under: i128) -> Option<Self> {
        let (mut a, mut b) = (over.checked_abs()?, under.checked_abs()?);
        while b != 0 {
            (a, b) = (b, a.checked_rem(b)?);
        }
        let sign = if under < 0 { -1 } else { 1 };
        let by = a.checked_mul(sign)?;
        Some(Self { over: over.checked_div(by)?, under: under.checked_div(by)? }).filter(|one| one.under != 0)
    }

    fn plus(self, other: Self) -> Option<Self> {
        let over = self.over.checked_mul(other.under)?.checked_add(other.over.checked_mul(self.under)?)?;
        Self::of(over, self.under.checked_mul(other.under)?)
    }

    fn times(self, other: Self) -> Option<Self> {
        Self::of(self.over.checked_mul(other.over)?, self.under.checked_mul(other.under)?)
    }

    fn over(self, other: Self) -> Option<Self> {
        (other.over != 0).then_some(())?;
        Self::of(self.over.checked_mul(other.under)?, self.under.checked_mul(other.over)?)
    }

    const fn negative(self) -> Self {
        Self { over: -self.over, under: self.under }
    }

    /// As a decimal, where that is exact.
    fn written(self) -> Option<String> {
        let digits = (0..=MOST_DIGITS).find(|digits| 10_i128.pow(*digits) % self.under == 0)?;
        let scale = 10_i128.pow(digits);
        let scaled = self.over.checked_mul(scale / self.under)?;
        let sign = if scaled < 0 { "-" } else { "" };
        let (whole, part) = (scaled.abs() / scale, scaled.abs() % scale);
        let width = usize::try_from(digits).ok()?;
        Some(if digits == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part:0width$}") })
    }
}

fn number(text: &str) -> Option<Ratio> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let under = 10_i128.checked_pow(u32::try_from(part.len()).ok()?)?;
    Ratio::of((whole.to_string() + part).parse().ok()?, under)
}

/// The parts of an expression; nothing where anything else stands in it. `x` between two numbers multiplies.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found: Vec<Token> = Vec::new();
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut at = 0;
    while let Some(c) = chars.get(at).copied() {
        let run = chars[at..].iter().take_while(|c| c.is_ascii_digit() || **c == '.').count();
        let behind_value = matches!(found.last(), Some(Token::Number(_) | Token::Unknown));
        let before_number = chars.get(at + 1).is_some_and(char::is_ascii_digit);
        found.push(match c {
            _ if run > 0 => Token::Number(number(&chars[at..at + run].iter().collect::<String>())?),
            'x' if behind_value && before_number => Token::Times,
            'x' => Token::Unknown,
            '+' => Token::Plus,
            '-' | '−' | '–' => Token::Minus,
            '*' | '×' | '·' => Token::Times,
            '/' | '÷' => Token::Over,
            _ => return None,
        });
        at += run.max(1);
    }
    Some(found)
}

/// What an expression is worth: products before sums.
fn linear(tokens: &[Token]) -> Option<Linear> {
    let mut rest = tokens;
    let mut sum = Linear { times: ZERO, rest: ZERO };
    let mut first = true;
    while !rest.is_empty() {
        let minus = match rest.first()? {
            Token::Plus if !first => false,
            Token::Minus => true,
            Token::Number(_) | Token::Unknown if first => false,
            Token::Plus | Token::Times | Token::Over | Token::Number(_) | Token::Unknown => return None,
        };
        let signed = matches!(rest.first()?, Token::Plus | Token::Minus);
        let (product, behind) = product(if signed { &rest[1..] } else { rest })?;
        let turned = |ratio: Ratio| if minus { ratio.negative() } else { ratio };
        sum = Linear {
            times: sum.times.plus(turned(product.times))?,
            rest: sum.rest.plus(turned(product.rest))?,
        };
        (rest, first) = (behind, false);
    }
    (!first).then_some(sum)
}

fn product(tokens: &[Token]) -> Option<(Linear, &[Token])> {
    let (mut value, mut rest) = factor(tokens)?;
    while let Some(sign) = rest.first().filter(|sign| matches!(sign, Token::Times | Token::Over)) {
        let (by, behind) = factor(&rest[1..])?;
        value = match sign {
            // One of both has to be a number.
            Token::Times if by.times == ZERO => value.scaled(|ratio| ratio.times(by.rest))?,
            Token::Times if value.times == ZERO => by.scaled(|ratio| ratio.times(value.rest))?,
            Token::Over if by.times == ZERO => value.scaled(|ratio| ratio.over(by.rest))?,
            Token::Times | Token::Over | Token::Plus | Token::Minus | Token::Number(_) | Token::Unknown => {
                return None;
            }
        };
        rest = behind;
    }
    Some((value, rest))
}

impl Linear {
    fn scaled(self, by: impl Fn(Ratio) -> Option<Ratio>) -> Option<Self> {
        Some(Self { times: by(self.times)?, rest: by(self.rest)? })
    }
}

/// A number, an unknown, or one of them with its sign; `3x` is both.
fn factor(tokens: &[Token]) -> Option<(Linear, &[Token])> {
    let one = Ratio { over: 1, under: 1 };
    match tokens {
        [Token::Number(times), Token::Unknown, rest @ ..] => {
            Some((Linear { times: *times, rest: ZERO }, rest))
        }
        [Token::Number(number), rest @ ..] => Some((Linear { times: ZERO, rest: *number }, rest)),
        [Token::Unknown, rest @ ..] => Some((Linear { times: one, rest: ZERO }, rest)),
        [Token::Minus, rest @ ..] => {
            let (value, rest) = factor(rest)?;
            Some((value.scaled(|ratio| Some(ratio.negative()))?, rest))
        }
        [] | [Token::Plus | Token::Times | Token::Over, ..] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_worked_out_exactly_or_not_at_all() {
        for (text, expected) in [
            ("7 - 3 =", Some("4")),
            ("Solve this.\n1 + 2 =\nSubmit", Some("3")),
            ("2 x 3 = ?", Some("6")),
            ("2 + 3 × 4 =", Some("14")),
            ("0.1 + 0.2 =", Some("0.3")),
            ("3 - 10 = ___", Some("-7")),
            ("-2 * -3 =", Some("6")),
            ("1 ÷ 4 =", Some("0.25")),
            ("1 / 3 =", None),
            ("1 / 0 =", None),
            ("x - 7 = -14\nx =", Some("-7")),
            ("6 + x = 13", Some("7")),
            ("3x = 12", Some("4")),
            ("10 / x = 2", None),
            ("x = ", None),
            ("1 + 1 =\n2 + 2 =", None),
            ("a = b", None),
            ("tel = 5", None),
            ("5 =", None),
            ("2026-11-18", None),
            ("170141183460469231731687303715884105727 * 99 =", None),
            ("1.2.3 + 1 =", None),
            ("", None),
        ] {
            assert_eq!(answer(text).as_deref(), expected, "{text}");
        }
    }
}
