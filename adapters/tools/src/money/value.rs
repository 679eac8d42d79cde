//! What a part of an expression is: money, a plain number, a percentage or a ratio; and what may be done with it.

use laika_protocol::ToolError;

use super::fraction::{Fraction, overflow};
use crate::refusal::invalid;

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Marked with a currency, or made from what was.
    Money,
    /// A number without a mark. At the end it is taken for an amount: the currency was said beside it.
    Plain,
    /// A part of a hundred.
    Percent,
    /// Money divided by money; never an amount.
    Ratio,
}

/// A number and what it counts. A percentage of 8 has the number 8/100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) kind: Kind,
    pub(super) number: Fraction,
}

impl Value {
    fn of(kind: Kind, number: Option<Fraction>) -> Result<Self, ToolError> {
        Ok(Self { kind, number: number.ok_or_else(overflow)? })
    }

    /// The amount, if it can be one.
    pub(super) fn amount(self) -> Result<Fraction, ToolError> {
        let message = match self.kind {
            Kind::Money | Kind::Plain => return Ok(self.number),
            Kind::Percent => "the outcome is a percentage, not an amount: say of what",
            Kind::Ratio => "the outcome is a ratio of two amounts, not an amount",
        };
        Err(invalid("E_MONEY_NOT_MONEY", message))
    }

    pub(super) fn negated(self) -> Result<Self, ToolError> {
        Self::of(self.kind, self.number.negated())
    }

    /// A plain number as a percentage.
    pub(super) fn percent(self) -> Result<Self, ToolError> {
        match self.kind {
            Kind::Plain => Self::of(Kind::Percent, self.number.divided(Fraction::whole(100))),
            Kind::Money | Kind::Percent | Kind::Ratio => {
                Err(invalid("E_MONEY_EXPRESSION", "`%` stands after a plain number"))
            }
        }
    }

    /// The sum. `100 + 8%` is 108: a percentage is of what stands before it.
    pub(super) fn plus(self, other: Self) -> Result<Self, ToolError> {
        match (self.kind, other.kind) {
            (Kind::Money | Kind::Plain | Kind::Ratio, Kind::Percent) => {
                let part = self.number.times(other.number);
                Self::of(self.kind, part.and_then(|part| self.number.plus(part)))
            }
            (Kind::Percent, Kind::Percent) | (Kind::Ratio, Kind::Ratio) | (Kind::Plain, Kind::Plain) => {
                Self::of(self.kind, self.number.plus(other.number))
            }
            (Kind::Money, Kind::Money | Kind::Plain) | (Kind::Plain, Kind::Money) => {
                Self::of(Kind::Money, self.number.plus(other.number))
            }
            (Kind::Percent, Kind::Money | Kind::Plain | Kind::Ratio)
            | (Kind::Ratio, Kind::Money | Kind::Plain)
            | (Kind::Money | Kind::Plain, Kind::Ratio) => {
                Err(invalid("E_MONEY_NOT_MONEY", "an amount cannot be added to a ratio or a percentage"))
            }
        }
    }

    /// The product.
    pub(super) fn times(self, other: Self) -> Result<Self, ToolError> {
        let kind = match (self.kind, other.kind) {
            (Kind::Money, Kind::Money) => {
                return Err(invalid("E_MONEY_TIMES_MONEY", "an amount times an amount is no amount"));
            }
            (Kind::Money, Kind::Plain | Kind::Percent | Kind::Ratio)
            | (Kind::Plain | Kind::Percent | Kind::Ratio, Kind::Money) => Kind::Money,
            (Kind::Plain, Kind::Plain) => Kind::Plain,
            // A tenth of twelve is 1.2, but twice ten percent is twenty percent: see `percent_of` for the first.
            (Kind::Percent, Kind::Plain) => Kind::Percent,
            (Kind::Plain, Kind::Percent) => Kind::Plain,
            (Kind::Percent, Kind::Percent) => Kind::Percent,
            (Kind::Ratio, Kind::Plain | Kind::Percent | Kind::Ratio)
            | (Kind::Plain | Kind::Percent, Kind::Ratio) => Kind::Ratio,
        };
        Self::of(kind, self.number.times(other.number))
    }

    /// `15% of 80`.
    pub(super) fn percent_of(self, whole: Self) -> Result<Self, ToolError> {
        match self.kind {
            Kind::Percent => Self::of(whole.kind, self.number.times(whole.number)),
            Kind::Money | Kind::Plain | Kind::Ratio => {
                Err(invalid("E_MONEY_EXPRESSION", "before `of` stands a percentage"))
            }
        }
    }

    /// The quotient.
    pub(super) fn divided(self, other: Self) -> Result<Self, ToolError> {
        if other.number.is_zero() {
            return Err(invalid("E_MONEY_DIVISION_BY_ZERO", "nothing can be divided by zero"));
        }
        let kind = match (self.kind, other.kind) {
            (Kind::Money, Kind::Money) => Kind::Ratio,
            (Kind::Money, Kind::Plain | Kind::Percent | Kind::Ratio) => Kind::Money,
            (Kind::Plain | Kind::Percent | Kind::Ratio, Kind::Money) => {
                return Err(invalid("E_MONEY_NOT_MONEY", "a number divided by an amount is no amount"));
            }
            (Kind::Plain, Kind::Plain | Kind::Percent) => Kind::Plain,
            (Kind::Percent, Kind::Plain) => Kind::Percent,
            (Kind::Percent, Kind::Percent) | (Kind::Ratio, Kind::Plain | Kind::Percent | Kind::Ratio) => {
                Kind::Ratio
            }
            (Kind::Plain | Kind::Percent, Kind::Ratio) => Kind::Plain,
        };
        Self::of(kind, self.number.divided(other.number))
    }
}
