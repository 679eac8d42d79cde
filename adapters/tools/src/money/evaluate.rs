//! Works an expression out: sums of products of signed numbers, brackets and percentages.

use laika_protocol::ToolError;

use super::tokens::Token;
use super::value::Value;
use crate::Bounds;
use crate::refusal::invalid;

/// The deepest nesting of brackets and signs; each is a level of recursion.
const MOST_NESTING: usize = 40;

/// The value of the whole expression.
pub(super) fn evaluate(tokens: &[Token], bounds: &Bounds) -> Result<Value, ToolError> {
    let mut reader = Reader { tokens, at: 0, depth: 0, bounds };
    let value = reader.sum()?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(unreadable("the expression goes on where it should end")),
    }
}

fn unreadable(message: &str) -> ToolError {
    invalid("E_MONEY_EXPRESSION", message)
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    bounds: &'a Bounds,
}

impl Reader<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn takes(&mut self, wanted: Token) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    fn sum(&mut self) -> Result<Value, ToolError> {
        let mut value = self.product()?;
        loop {
            self.bounds.check()?;
            if self.takes(Token::Plus) {
                value = value.plus(self.product()?)?;
            } else if self.takes(Token::Minus) {
                value = value.plus(self.product()?.negated()?)?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<Value, ToolError> {
        let mut value = self.signed()?;
        loop {
            if self.takes(Token::Times) {
                value = value.times(self.signed()?)?;
            } else if self.takes(Token::Over) {
                value = value.divided(self.signed()?)?;
            } else if self.takes(Token::Of) {
                value = value.percent_of(self.signed()?)?;
            } else {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Result<Value, ToolError> {
        self.depth += 1;
        if self.depth > MOST_NESTING {
            return Err(unreadable("the expression is nested too deeply"));
        }
        let value = if self.takes(Token::Minus) {
            self.signed()?.negated()
        } else if self.takes(Token::Plus) {
            self.signed()
        } else {
            self.percented()
        };
        self.depth -= 1;
        value
    }

    fn percented(&mut self) -> Result<Value, ToolError> {
        let value = self.primary()?;
        if self.takes(Token::Percent) { value.percent() } else { Ok(value) }
    }

    fn primary(&mut self) -> Result<Value, ToolError> {
        let token = self.peek().ok_or_else(|| unreadable("the expression ends too early"))?;
        self.at += 1;
        match token {
            Token::Number(value) => Ok(value),
            Token::Open => {
                let value = self.sum()?;
                if self.takes(Token::Close) { Ok(value) } else { Err(unreadable("a bracket is not closed")) }
            }
            Token::Plus
            | Token::Minus
            | Token::Times
            | Token::Over
            | Token::Percent
            | Token::Of
            | Token::Close => Err(unreadable("a number is missing")),
        }
    }
}
