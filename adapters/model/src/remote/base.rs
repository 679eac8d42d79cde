//! Where a server is.

use laika_protocol::address;
use laika_protocol::ids::{HttpUrl, Origin};
use laika_protocol::secret::SafeUrl;
use url::Url;

use super::RemoteError;

const NO_PATH: RemoteError = RemoteError::settings("the address takes no path");

/// The address that the paths of a server stand behind, such as `http://127.0.0.1:8080/v1`.
#[derive(Clone, PartialEq, Eq)]
pub struct Base {
    url: Url,
    origin: Origin,
}

impl std::fmt::Debug for Base {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Base").field(&self.origin.as_str()).finish()
    }
}

impl Base {
    /// Reads an address: http or https, without a user, a query or a fragment.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(text: &str) -> Result<Self, RemoteError> {
        let url = HttpUrl::read(text).filter(|url| url.query().is_none() && url.fragment().is_none());
        let url = url.ok_or(RemoteError::settings("the address must be plain http or https"))?;
        let origin = Origin::of_url(text).ok_or(RemoteError::settings("the address has no origin"))?;
        Ok(Self { url, origin })
    }

    /// The one place that is ever spoken to.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Whether it is on this machine. Anything else is a cloud (S12).
    #[must_use]
    pub fn is_local(&self) -> bool {
        address::is_loopback(&self.url)
    }

    /// Whether a network around this machine, or this machine, is meant.
    #[must_use]
    pub fn is_private(&self) -> bool {
        address::is_private(&self.url)
    }

    /// Whether nobody on the way can read what is said.
    pub(crate) fn is_unheard(&self) -> bool {
        self.url.scheme() == "https" || self.is_local()
    }

    /// The address of a path behind the root of the server.
    pub(super) fn at_root(&self, path: &str) -> Result<SafeUrl, RemoteError> {
        Self { url: Url::parse(self.origin.as_str()).map_err(|_| NO_PATH)?, ..self.clone() }.join(path)
    }

    /// The address of a path behind this one.
    pub(super) fn join(&self, path: &str) -> Result<SafeUrl, RemoteError> {
        let text = format!("{}/{path}", self.url.as_str().trim_end_matches('/'));
        SafeUrl::parse(&text).map_err(|_| NO_PATH)
    }
}
