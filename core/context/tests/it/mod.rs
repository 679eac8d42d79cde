//! One binary for all of them.

mod execute;
mod first_look;
mod golden;
mod ground;
mod ground_whole;
mod markdown;
mod oracle;
mod project;
mod prompts;
mod repair;
mod route;
mod thought;
mod whole;
