//! What goes wrong with an address, in words.

use super::server::Answer;
use super::world::test;
use laika_browser::Pages as _;

#[test]
fn each_fault_of_a_load_has_its_reason() {
    test(async |_, place| {
        place.server.route("/empty", |_| Answer {
            status: "204 No Content",
            headers: Vec::new(),
            body: Vec::new(),
            silent: false,
        });
        let port = place.server.port;
        let nothing = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let table = [
            (format!("http://127.0.0.1:{nothing}/"), "E_CONNECTION_REFUSED"),
            (format!("https://127.0.0.1:{port}/"), "E_TLS"),
            (format!("http://127.0.0.1:{port}/empty"), "E_NO_PAGE"),
            ("http://no-such-name.invalid/".to_owned(), "E_DNS"),
            ("chrome://version/".to_owned(), "E_RESTRICTED_PAGE"),
            ("file:///etc/passwd".to_owned(), "E_RESTRICTED_PAGE"),
            (format!("http://me:secret@127.0.0.1:{port}/"), "E_RESTRICTED_PAGE"),
        ];
        for (address, reason) in table {
            let error = place.tab.navigate(&url::Url::parse(&address).unwrap()).await.unwrap_err();
            assert_eq!(error.reason.as_ref().unwrap().as_str(), reason, "{address}: {error:?}");
            assert!(
                !error.message.contains("secret") && !error.message.contains("net::"),
                "{}",
                error.message
            );
        }
    });
}

#[test]
fn a_failed_load_leaves_no_document_to_read() {
    test(async |_, place| {
        place.server.page("/", "<p>here</p>");
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let nothing = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let nowhere = url::Url::parse(&format!("http://127.0.0.1:{nothing}/")).unwrap();
        place.tab.navigate(&nowhere).await.unwrap_err();
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        assert_eq!(place.tab.document().unwrap_err().reason.unwrap().as_str(), "E_RESTRICTED_PAGE");
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        place.tab.document().unwrap();
    });
}
