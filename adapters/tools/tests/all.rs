//! One test program.

mod it;
