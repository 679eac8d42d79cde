//! Every document request is asked for before it leaves.

use laika_browser::Incident;
use laika_browser::Pages as _;
use laika_protocol::ErrorCode;

use super::server::{html, of_type, redirect};
use super::world::{Place, SOON, click, evaluate, open_guard, test};

/// Waits until the rule was asked for a path.
async fn asked(place: &Place, path: &str) -> laika_browser::NavigationRequest {
    let started = std::time::Instant::now();
    loop {
        if let Some(request) = place.rule.asked(path).first() {
            return request.clone();
        }
        assert!(started.elapsed() < SOON, "the rule was never asked for {path}");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[test]
fn the_page_its_frames_and_each_redirect_are_asked_for() {
    test(async |_, place| {
        let other = place.server.other("/far-frame").to_string();
        place.server.page("/near-frame", "near").page("/far-frame", "far");
        place.server.route("/start", |_| redirect("302 Found", "/hop"));
        place.server.route("/hop", |_| redirect("307 Temporary Redirect", "/end"));
        place.server.page("/end", &format!("<iframe src=/near-frame></iframe><iframe src={other}></iframe>"));
        let there = place.tab.navigate(&place.server.url("/start")).await.unwrap();
        assert_eq!(there.url.path(), "/end");
        for (path, main_frame, from) in [
            ("/start", true, None),
            ("/hop", true, Some("/start")),
            ("/end", true, Some("/hop")),
            ("/near-frame", false, None),
            ("/far-frame", false, None),
        ] {
            let request = asked(place, path).await;
            assert_eq!(request.main_frame, main_frame, "{path}");
            assert_eq!(request.redirected_from.as_ref().map(|url| url.path()), from, "{path}");
            assert_eq!((request.tab, request.method.as_str()), (place.tab.id(), "GET"), "{path}");
        }
    });
}

#[test]
fn what_is_refused_never_reaches_the_server_and_the_page_stays() {
    test(async |_, place| {
        place.server.page("/", "<p>here</p>");
        place.server.route("/away", |_| redirect("302 Found", "/refused-hop"));
        place.server.page("/meta", "<meta http-equiv=refresh content='0;url=/refused-meta'><p>meta</p>");
        place.server.page("/script", "<script>location='/refused-script'</script><p>script</p>");
        place.server.page("/framed", "<iframe src=/refused-frame></iframe><p>framed</p>");
        place.server.page(
            "/posting",
            "<form method=post action=/refused-post></form><script>document.forms[0].submit()</script>",
        );
        let refused = place.tab.navigate(&place.server.url("/refused")).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::PolicyDenied);
        let refused = place.tab.navigate(&place.server.url("/away")).await.unwrap_err();
        assert_eq!(refused.message, "this place is not allowed");

        for (path, refused, main_frame) in [
            ("/meta", "/refused-meta", true),
            ("/script", "/refused-script", true),
            ("/framed", "/refused-frame", false),
            ("/posting", "/refused-post", true),
        ] {
            // Whether the load that was cut short counts as one depends on when it was.
            _ = place.tab.navigate(&place.server.url(path)).await;
            let request = asked(place, refused).await;
            assert_eq!(request.main_frame, main_frame, "{path}");
            let reported = place.incident(|it| {
                let Incident::NavigationRefused { error, .. } = it else { return None };
                error.message.contains("not allowed").then_some(())
            });
            reported.await;
            assert_eq!(place.server.seen(refused).len(), 0, "{refused}");
            assert!(place.tab.url().ends_with(path), "{path}: the page stays, found {}", place.tab.url());
        }
        assert_eq!(place.rule.asked("/refused-post")[0].method, "POST");
    });
}

#[test]
fn a_popup_is_closed_unless_it_was_announced() {
    test(async |_, place| {
        let page = "<button style='position:fixed;left:0;top:0;width:100px;height:100px' onclick=\"window.open('/popup')\">a</button>
            <a style='position:fixed;left:0;top:200px;width:100px;height:100px;display:block' target=_blank href=/popup-link>b</a>
            <button style='position:fixed;left:0;top:400px;width:100px;height:100px' onclick=\"window.open('/refused-popup')\">c</button>
            <button style='position:fixed;left:0;top:600px;width:100px;height:100px' onclick=\"window.open()\">d</button>";
        place.server.page("/", page).page("/popup", "<p>popup</p>").page("/popup-link", "<p>link</p>");
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        open_guard(&place.tab).await;
        for y in [50.0, 250.0] {
            click(&place.tab, 50.0, y).await;
            let blocked = place.incident(|it| {
                let Incident::PopupBlocked { tab, origin } = it else { return None };
                Some((*tab, origin.as_ref().map(|origin| origin.as_str().to_owned())))
            });
            let (by, origin) = blocked.await;
            assert_eq!(by, Some(place.tab.id()));
            assert_eq!(origin, Some(place.server.url("/").origin().ascii_serialization()));
        }
        assert_eq!(place.server.seen("/popup").len() + place.server.seen("/popup-link").len(), 0);
        assert_eq!(place.context.tabs().len(), 1);

        for (y, path) in [(50.0, "/popup"), (250.0, "/popup-link")] {
            let mut popup = place.context.expect_popup(place.tab.id());
            click(&place.tab, 50.0, y).await;
            let popup = popup.opened(SOON).await.expect("the popup is a tab");
            assert_ne!(popup.id(), place.tab.id());
            popup.settle(std::time::Duration::from_millis(50), SOON).await.unwrap();
            assert!(popup.url().ends_with(path), "{}", popup.url());
            let request = asked(place, path).await;
            assert_eq!((request.tab, request.main_frame), (popup.id(), true));
            let read = popup.observe(&Default::default()).await.unwrap();
            assert_eq!(read.text, path.trim_start_matches("/popup-").trim_start_matches('/'));
            popup.close().await;
        }
        let mut popup = place.context.expect_popup(place.tab.id());
        click(&place.tab, 50.0, 450.0).await;
        asked(place, "/refused-popup").await;
        assert!(popup.opened(std::time::Duration::from_millis(300)).await.is_none());
        assert_eq!(place.server.seen("/refused-popup").len(), 0);
        assert_eq!(place.context.tabs().len(), 1);
        let mut popup = place.context.expect_popup(place.tab.id());
        click(&place.tab, 50.0, 650.0).await;
        let empty = popup.opened(SOON).await.expect("an empty window is a tab");
        assert_eq!(empty.document().unwrap_err().reason.unwrap().as_str(), "E_RESTRICTED_PAGE");
    });
}

#[test]
fn a_file_is_no_page() {
    test(async |_, place| {
        place.server.page("/", "<p>here</p>");
        place.server.route("/picture", |_| of_type("image/png", b"\x89PNG\r\n".to_vec()));
        place.server.route("/document", |_| of_type("application/pdf", b"%PDF-1.7".to_vec()));
        place.server.route("/text", |_| of_type("text/plain", b"plain words".to_vec()));
        place
            .server
            .route("/missing", |_| super::server::Answer { status: "404 Not Found", ..html("<p>gone</p>") });
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        for path in ["/picture", "/document"] {
            let error = place.tab.navigate(&place.server.url(path)).await.unwrap_err();
            assert_eq!(error.reason.unwrap().as_str(), "E_NOT_HTML", "{path}");
            assert_eq!(
                evaluate(&place.tab, "document.body.innerText").await,
                "here",
                "{path}: the page stays"
            );
        }
        assert_eq!(place.tab.navigate(&place.server.url("/text")).await.unwrap().mime, "text/plain");
        assert_eq!(place.tab.navigate(&place.server.url("/missing")).await.unwrap().status, Some(404));
    });
}

#[test]
fn a_document_from_a_service_worker_is_asked_for_too() {
    test(async |_, place| {
        place.server.page("/", "<script>navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => document.title = 'ready')</script>");
        place.server.route("/worker.js", |_| {
            of_type("text/javascript", "onactivate = (e) => e.waitUntil(clients.claim());
                onfetch = (e) => e.respondWith(new Response('<p>made by the worker</p>', { headers: { 'content-type': 'text/html' } }));")
        });
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        for _ in 0..200 {
            if evaluate(&place.tab, "document.title").await == "ready" {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        place.tab.navigate(&place.server.url("/from-worker")).await.unwrap();
        asked(place, "/from-worker").await;
        let refused = place.tab.navigate(&place.server.url("/refused-worker")).await;
        asked(place, "/refused-worker").await;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        assert!(!place.tab.url().ends_with("/refused-worker"), "{}", place.tab.url());
        assert!(refused.is_err());
    });
}

#[test]
fn a_login_window_of_a_site_is_never_filled_in() {
    test(async |_, place| {
        place.server.route("/", |_| super::server::Answer {
            status: "401 Unauthorized",
            headers: vec![
                ("www-authenticate", "Basic realm=x".to_owned()),
                ("content-type", "text/html".to_owned()),
            ],
            body: b"<title>Locked</title>".to_vec(),
            silent: false,
        });
        let there = place.tab.navigate(&place.server.url("/")).await.unwrap();
        assert_eq!((there.status, there.title.as_str()), (Some(401), "Locked"));
        assert_eq!(place.server.seen("/").len(), 1);
    });
}
