//! An exact fraction. Nothing is rounded before the end, and what does not fit is an error.

use laika_protocol::ToolError;
use laika_protocol::tools::typed::Rounding;
use rust_decimal::Decimal;

use crate::refusal::invalid;

/// A fraction in lowest terms; the lower part is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    upper: i128,
    lower: i128,
}

/// The number does not fit.
pub(super) fn overflow() -> ToolError {
    invalid("E_MONEY_OVERFLOW", "the amount is too large or too finely divided to be exact")
}

impl Fraction {
    pub(super) fn whole(number: i128) -> Self {
        Self { upper: number, lower: 1 }
    }

    /// A decimal number as it is written, without separators.
    pub(super) fn decimal(text: &str) -> Option<Self> {
        let decimal = Decimal::from_str_exact(text).ok()?;
        Self::over(decimal.mantissa(), 10_i128.checked_pow(decimal.scale())?)
    }

    /// The fraction of two numbers; nothing if the lower one is zero or the result does not fit.
    fn over(upper: i128, lower: i128) -> Option<Self> {
        if lower == 0 {
            return None;
        }
        let common = i128::try_from(gcd(upper.unsigned_abs(), lower.unsigned_abs())).ok()?;
        let (upper, lower) = (upper.checked_div(common)?, lower.checked_div(common)?);
        if lower > 0 {
            Some(Self { upper, lower })
        } else {
            Some(Self { upper: upper.checked_neg()?, lower: lower.checked_neg()? })
        }
    }

    pub(super) fn is_zero(self) -> bool {
        self.upper == 0
    }

    pub(super) fn negated(self) -> Option<Self> {
        Some(Self { upper: self.upper.checked_neg()?, ..self })
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let left = self.upper.checked_mul(other.lower)?;
        let right = other.upper.checked_mul(self.lower)?;
        Self::over(left.checked_add(right)?, self.lower.checked_mul(other.lower)?)
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        // Crosswise first: the parts stay small, so that fewer products overflow.
        let left = Self::over(self.upper, other.lower)?;
        let right = Self::over(other.upper, self.lower)?;
        Self::over(left.upper.checked_mul(right.upper)?, left.lower.checked_mul(right.lower)?)
    }

    /// Divided by another; nothing by zero.
    pub(super) fn divided(self, other: Self) -> Option<Self> {
        self.times(Self::over(other.lower, other.upper)?)
    }

    /// The amount in minor units, and whether it had to be rounded to get there.
    pub(super) fn to_minor(self, exponent: u8, rounding: Rounding) -> Option<(i128, bool)> {
        let scaled = self.times(Self::whole(10_i128.checked_pow(u32::from(exponent))?))?;
        let (whole, rest) =
            (scaled.upper.checked_div(scaled.lower)?, scaled.upper.checked_rem(scaled.lower)?);
        if rest == 0 {
            return Some((whole, false));
        }
        let away = match rounding {
            Rounding::Up => true,
            Rounding::Down => false,
            Rounding::Bankers => {
                // Compared without doubling, which could overflow.
                let (rest, other) = (rest.unsigned_abs(), scaled.lower.unsigned_abs() - rest.unsigned_abs());
                rest > other || (rest == other && whole % 2 != 0)
            }
        };
        let step = if away { scaled.upper.signum() } else { 0 };
        Some((whole.checked_add(step)?, true))
    }
}

fn gcd(mut left: u128, mut right: u128) -> u128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left.max(1)
}
