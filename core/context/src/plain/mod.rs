//! What a request says to tools beside the browser, where its form alone says it: then no model has to be asked.

mod forms;
mod told;

pub use forms::{clauses, said};
pub use told::fit;
