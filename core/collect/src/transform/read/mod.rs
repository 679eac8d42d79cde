//! What stands in a text that can be compared: numbers with their units, amounts of money, dates.

mod date;
mod number;
mod quantity;
mod tokens;

pub(crate) use date::month;
pub use date::{Day, FoundDay, days};
pub(crate) use number::written;
pub use number::{Decimal, decimal};
pub use quantity::{Quantity, Unit, quantities};
pub(crate) use quantity::{currency, minor_digits};
pub use tokens::{Token, TokenKind, tokens};
