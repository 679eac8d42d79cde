//! What stands in a text that can be compared: numbers with their units, amounts of money, dates.

mod date;
mod number;
mod quantity;
mod tokens;

pub use date::{Day, FoundDay, days};
pub(crate) use date::month;
pub(crate) use number::written;
pub use number::{Decimal, decimal};
pub(crate) use quantity::{currency, minor_digits};
pub use quantity::{Quantity, Unit, quantities};
pub use tokens::{Token, TokenKind, tokens};
