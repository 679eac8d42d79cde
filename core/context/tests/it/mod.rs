//! One binary for all of them.

mod golden;
mod markdown;
mod oracle;
mod repair;
mod whole;
