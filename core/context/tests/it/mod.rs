//! One binary for all of them.

mod first_look;
mod golden;
mod markdown;
mod oracle;
mod project;
mod repair;
mod whole;
