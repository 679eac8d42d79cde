//! One binary, and as few browsers as possible, for all of them.

mod acting;
mod errors;
mod frames;
mod gate;
mod history;
mod identity;
mod incidents;
mod launch;
mod permissions;
mod person;
mod pictures;
mod printing;
mod proxy;
mod reading;
mod server;
mod window;
mod world;
