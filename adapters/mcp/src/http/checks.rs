//! What a request must show before anything else sees it. Pure: headers in, a refusal or a client out.

use hyper::Method;
use hyper::http::request::Parts;
use laika_loopback::{Names, Refusal as Knock, bearer, length};

use super::doors::{ClientName, Doors};
use super::refusal::Refusal;

/// The only path. A query is where tokens end up in logs, so it has none.
const PATH: &str = "/mcp";

/// Lets one request in, by its headers alone, and says whose it is.
pub(super) fn admit(parts: &Parts, names: &Names, doors: &Doors) -> Result<ClientName, Refusal> {
    if names.admit(parts)? != PATH {
        return Err(Knock::Path.into());
    }
    if ![Method::POST, Method::GET, Method::DELETE].contains(&parts.method) {
        return Err(Knock::Method.into());
    }
    let client = doors.client(bearer(&parts.headers)).ok_or(Knock::Token)?;
    length(&parts.headers, doors.limits.door.body)?;
    Ok(client)
}
