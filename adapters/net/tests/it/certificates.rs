//! TLS: a server must prove that it is the one that was named.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use laika_net::{NetError, NetWorker, Refusal, SendError};
use laika_protocol::http::{HttpRequest, Method};
use laika_protocol::ids::Origin;
use laika_protocol::secret::SafeUrl;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

use super::{Server, worker};

/// The root that vouches for two of the servers. Made for these tests, like everything in that folder, and good for
/// nothing else.
const ROOT: &[u8] = include_bytes!("../certificates/root.der");

/// A certificate and its key.
struct Named {
    certificate: &'static [u8],
    key: &'static [u8],
}

/// `localhost` and 127.0.0.1.
const HERE: Named = Named {
    certificate: include_bytes!("../certificates/here.der"),
    key: include_bytes!("../certificates/here.key"),
};
/// `other.example`.
const ELSEWHERE: Named = Named {
    certificate: include_bytes!("../certificates/elsewhere.der"),
    key: include_bytes!("../certificates/elsewhere.key"),
};
/// 127.0.0.1, by a root that nobody knows.
const UNKNOWN: Named = Named {
    certificate: include_bytes!("../certificates/unknown.der"),
    key: include_bytes!("../certificates/unknown.key"),
};

impl Named {
    /// A server with this certificate. It says `{}` and ends as TLS wants it, or just breaks off.
    async fn server(&self, is_polite: bool) -> SocketAddr {
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![CertificateDer::from(self.certificate)],
                PrivatePkcs8KeyDer::from(self.key).into(),
            )
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n{}").await;
                let _ = stream.flush().await;
                if is_polite {
                    let _ = stream.shutdown().await;
                }
            }
        });
        address
    }
}

async fn get(worker: &NetWorker, url: &str) -> Result<String, Refusal> {
    let request = HttpRequest {
        method: Method::Get,
        url: SafeUrl::parse(url).unwrap(),
        headers: Vec::new(),
        body: Vec::new(),
        deadline_ms: 20_000,
        most_bytes: 1000,
    };
    match worker.send(request, Origin::of_url(url).unwrap(), true).await {
        Ok(answer) => Ok(String::from_utf8(answer.body).unwrap()),
        Err(SendError::Refused(why)) => Err(why),
        Err(SendError::Worker(error)) => panic!("{error}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_believed_only_by_its_certificate() {
    let worker = worker().await;
    let good = HERE.server(true).await;
    assert_eq!(get(&worker, &format!("https://{good}/")).await, Err(Refusal::Certificate));
    assert!(matches!(worker.trust(vec![1, 2, 3]).await, Err(NetError::BadRoot)));
    worker.trust(ROOT.to_vec()).await.unwrap();
    assert_eq!(get(&worker, &format!("https://{good}/")).await, Ok("{}".into()));
    assert_eq!(get(&worker, &format!("https://localhost:{}/", good.port())).await, Ok("{}".into()));
    let other_name = ELSEWHERE.server(true).await;
    assert_eq!(get(&worker, &format!("https://{other_name}/")).await, Err(Refusal::Certificate));
    let unknown = UNKNOWN.server(true).await;
    assert_eq!(get(&worker, &format!("https://{unknown}/")).await, Err(Refusal::Certificate));
    let cut = HERE.server(false).await;
    assert_eq!(get(&worker, &format!("https://{cut}/")).await, Err(Refusal::BrokenOff), "somebody cut it");
    let plain = Server::start(|mut stream, _| {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let why = get(&worker, &format!("https://{}/", plain.address)).await.unwrap_err();
    assert!(!why.may_have_arrived(), "{why}");
}
