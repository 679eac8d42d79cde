//! The way out of a call: to the servers that were decided about, and to no other.

use laika_protocol::http::{HttpRequest, HttpResponse};
use laika_protocol::ids::{Origin, ReasonCode};
use laika_protocol::{ErrorCode, ToolError, address};
use url::{Host, Url};

use crate::Bounds;

/// A server that a call may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// Where it is.
    pub origin: Origin,
    /// Whether it may be on this machine or in a network around it.
    pub private: bool,
}

impl Destination {
    /// The server of an address that was decided about. Only one whose very name is of this machine or a network around it
    /// may be there: the gate has seen that name, and a name that merely leads there has fooled it.
    #[must_use]
    pub fn of(address: &str) -> Option<Self> {
        let url = Url::parse(address).ok()?;
        let private = match url.host()? {
            Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
            Host::Ipv4(ip) => !address::is_public(ip.into()),
            Host::Ipv6(ip) => !address::is_public(ip.into()),
        };
        Some(Self { origin: Origin::of_url(address)?, private })
    }
}

/// What connects. Redirects are answers like others, and nothing is ever sent twice.
pub trait Outside: Send + Sync {
    /// Sends one request to one server.
    ///
    /// # Errors
    /// When it was not sent, or no answer came.
    fn send(
        &self,
        request: HttpRequest,
        to: &Destination,
        bounds: &Bounds,
    ) -> Result<HttpResponse, ToolError>;
}

/// The way out of one call.
#[derive(Clone, Copy)]
pub struct Way<'a> {
    pub(crate) outside: &'a dyn Outside,
    pub(crate) to: &'a [Destination],
    pub(crate) bounds: &'a Bounds,
}

impl Way<'_> {
    /// Sends a request, if it goes to a server that was decided about.
    ///
    /// # Errors
    /// When it does not, when it was not sent, or when no answer came.
    pub fn send(&self, request: HttpRequest) -> Result<HttpResponse, ToolError> {
        self.bounds.check()?;
        let origin = Origin::of_url(request.url.expose());
        let Some(to) = self.to.iter().find(|to| Some(&to.origin) == origin.as_ref()) else {
            let message = "the request goes to another place than the one that was decided about";
            return Err(ToolError {
                reason: ReasonCode::parse("E_NET_ORIGIN").ok(),
                ..ToolError::new(ErrorCode::PolicyDenied, message)
            });
        };
        self.outside.send(request, to, self.bounds)
    }
}
