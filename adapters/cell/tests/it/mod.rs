//! What the tests share.

mod reading;
