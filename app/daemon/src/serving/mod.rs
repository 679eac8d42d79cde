//! Laika as a server: other programs of the same person start, watch, answer and stop runs over a socket.
//!
//! What comes in is another program's word. The kernel says whose program it is; whether a person is at it is read off the
//! process, never believed (S1). A line that cannot be read gets an error and changes nothing.

mod agent;
mod agent_link;
mod attend;
mod client;
mod collection;
mod error;
mod extension;
mod hub;
mod instance;
mod lines;
mod message;
mod panel;
mod past;
mod peer;
mod remembered;
mod server;
mod trail;

pub use agent_link::{AgentLink, Asked};
pub use client::{Client, Connected, Hears};
pub use error::{Refusal, ServeError};
pub use message::{
    ActiveGrant, Ask, Choice, ConnectedBrowser, Kept, MOST_BYTES, PastRun, Request, SiteStanding, Standing,
    Told, VERSION,
};
pub use remembered::{KeptGoal, asks_after, goal_of, order_of};
pub use server::{NamedGrants, PickModel, Server, Setup};
