//! The executor: the arguments of one tool, from one schema that is made for this goal and this page (PIPE-007).
//!
//! What can be known before the model is asked is not left to it: a handle is one of the page's, best first; an address
//! is one of the person's or the page's; a text is a piece of what the person said; arguments that nothing in the goal
//! speaks of are not in the schema at all.

mod condense;
mod execution;
mod foreign;
mod page;
mod rank;
mod said;
mod shape;

pub use condense::condense;
pub(crate) use execution::GREEDY;
pub use execution::{Execution, Outcome, Task};
pub use foreign::{Foreign, ForeignExecution, ForeignOutcome};
pub(crate) use rank::likeness;
pub use said::addresses;
pub(crate) use said::quoted;
pub(crate) use shape::object;
