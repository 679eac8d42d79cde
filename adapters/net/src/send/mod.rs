//! Requests of Laika itself: one request to one origin, one answer, nothing followed, kept or repeated.

mod answer;
mod exchange;
mod flight;
mod refusal;
mod request;
mod tls;

pub(crate) use flight::Flights;
pub use refusal::Refusal;
pub(crate) use request::Sending;
pub(crate) use tls::Tls;
