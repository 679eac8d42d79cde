//! TLS with the roots of the system, read before the process gives up its files.

use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Url};

use super::Refusal;

/// Who is believed when a server says its name.
pub(crate) struct Tls {
    roots: RootCertStore,
    connector: TlsConnector,
}

impl Tls {
    /// Those that the system trusts. A file that cannot be read is left out: fewer servers are believed then.
    pub(crate) fn system_roots() -> Vec<CertificateDer<'static>> {
        rustls_native_certs::load_native_certs().certs
    }

    pub(crate) fn new(roots: Vec<CertificateDer<'static>>) -> io::Result<Self> {
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(roots);
        Self::with(store)
    }

    /// With one root more. Nothing where that is none.
    pub(super) fn and(&self, root: Vec<u8>) -> Option<Self> {
        let mut roots = self.roots.clone();
        roots.add(root.into()).ok()?;
        Self::with(roots).ok()
    }

    fn with(roots: RootCertStore) -> io::Result<Self> {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots.clone())
            .with_no_client_auth();
        Ok(Self { roots, connector: TlsConnector::from(Arc::new(config)) })
    }

    /// Greets the server and checks that it is the one that was named.
    pub(super) async fn greet(&self, url: &Url, stream: TcpStream) -> Result<TlsStream<TcpStream>, Refusal> {
        let name = match url.host().ok_or(Refusal::Malformed)? {
            Host::Domain(name) => ServerName::try_from(name.to_owned()).map_err(|_| Refusal::Malformed)?,
            Host::Ipv4(address) => ServerName::IpAddress(std::net::IpAddr::from(address).into()),
            Host::Ipv6(address) => ServerName::IpAddress(std::net::IpAddr::from(address).into()),
        };
        self.connector.connect(name, stream).await.map_err(|error| {
            // The other end speaks TLS, but not as the one we asked for.
            let other = error.kind() == io::ErrorKind::InvalidData;
            if other { Refusal::Certificate } else { Refusal::Unreachable }
        })
    }
}
