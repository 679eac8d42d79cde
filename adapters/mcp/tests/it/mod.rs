//! What servers of others can and cannot do.

mod client_hostile;
mod client_http;
