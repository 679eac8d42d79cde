//! All tests of this crate, in one program.

mod it;
