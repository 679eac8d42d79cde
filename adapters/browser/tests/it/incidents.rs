//! What happens without being asked for: it is stopped, reported, and the tab goes on.

use std::time::{Duration, Instant};

use laika_browser::Incident;
use laika_browser::Pages as _;
use serde_json::{Value, json};

use super::server::Answer;
use super::world::{SOON, click, evaluate, open_guard, test};

const BUTTON: &str = "style='position:fixed;left:0;top:0;width:100px;height:100px'";

#[test]
fn a_dialog_is_dismissed_and_holds_nothing_up() {
    test(async |_, place| {
        place.server.page("/next", "<p>next</p>");
        let page = format!(
            "<button {BUTTON} onclick=\"document.title = String(confirm('really?')) + prompt('secret?')\">a</button>"
        );
        place.server.page("/", &page);
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        open_guard(&place.tab).await;
        let started = Instant::now();
        click(&place.tab, 50.0, 50.0).await;
        assert!(started.elapsed() < Duration::from_secs(2));
        for expected in ["confirm", "prompt"] {
            let kind = place.incident(|it| {
                if let Incident::DialogHandled { kind, .. } = it { Some(kind.clone()) } else { None }
            });
            assert_eq!(kind.await, expected);
        }
        assert_eq!(evaluate(&place.tab, "document.title").await, "falsenull");

        evaluate(
            &place.tab,
            "addEventListener('beforeunload', (e) => { e.preventDefault(); e.returnValue = 'x'; })",
        )
        .await;
        place.tab.navigate(&place.server.url("/next")).await.unwrap();
    });
}

#[test]
fn a_download_is_refused() {
    test(async |_, place| {
        place.server.page("/", "<p>here</p>");
        place.server.route("/file", |_| {
            let headers = vec![
                ("content-type", "application/zip".to_owned()),
                ("content-disposition", "attachment; filename=a.zip".to_owned()),
            ];
            Answer { status: "200 OK", headers, body: b"PK".to_vec(), silent: false }
        });
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let error = place.tab.navigate(&place.server.url("/file")).await.unwrap_err();
        assert_eq!(error.reason.unwrap().as_str(), "E_DOWNLOAD");
        let tab = place
            .incident(|it| if let Incident::DownloadBlocked { tab, .. } = it { Some(*tab) } else { None });
        assert_eq!(tab.await, Some(place.tab.id()));
        place.tab.document().unwrap();
    });
}

#[test]
fn a_file_chooser_gets_no_answer() {
    test(async |_, place| {
        place.server.page("/", &format!("<input type=file {BUTTON}>"));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        open_guard(&place.tab).await;
        click(&place.tab, 50.0, 50.0).await;
        let blocked = place.incident(|it| matches!(it, Incident::FileChooserBlocked { .. }).then_some(()));
        blocked.await;
        assert_eq!(evaluate(&place.tab, "document.querySelector('input').files.length").await, 0);
    });
}

#[test]
fn a_crashed_page_fails_at_once_and_comes_back() {
    test(async |_, place| {
        place.server.page("/", "<p>here</p>");
        let other = place.context.open().await.unwrap();
        other.navigate(&place.server.other("/")).await.unwrap();
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let tab = place.tab.clone();
        let waiting = tokio::spawn(async move {
            let request = json!({ "op": "waitFor", "condition": { "kind": "text_appears", "text": "never" }, "timeoutMs": 20000 });
            tab.page::<Value>(0, &request, Duration::from_secs(20)).await
        });
        tokio::time::sleep(Duration::from_millis(100)).await;
        let started = Instant::now();
        _ = place.tab.session().call("Page.crash", json!({}), Duration::from_millis(500)).await;
        place.incident(|it| matches!(it, Incident::Crashed { .. }).then_some(())).await;
        let error = waiting.await.unwrap().unwrap_err();
        assert_eq!(error.reason.unwrap().as_str(), "E_PAGE_CRASHED");
        assert!(started.elapsed() < Duration::from_secs(3));
        assert!(place.tab.is_crashed());
        other.page::<Value>(0, &json!({ "op": "identify" }), SOON).await.unwrap();

        place.tab.navigate(&place.server.url("/")).await.unwrap();
        assert!(!place.tab.is_crashed());
        place.tab.page::<Value>(0, &json!({ "op": "identify" }), SOON).await.unwrap();
    });
}

#[test]
fn a_hung_page_is_told_apart_and_freed() {
    test(async |_, place| {
        place.server.page("/", "<p>here</p>");
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        evaluate(&place.tab, "setTimeout(() => { for (;;); }, 0)").await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        let identify = json!({ "op": "identify" });
        let error = place.tab.page::<Value>(0, &identify, Duration::from_millis(300)).await.unwrap_err();
        assert_eq!(error.reason.unwrap().as_str(), "E_PAGE_HUNG");
        place.incident(|it| matches!(it, Incident::Hung { .. }).then_some(())).await;
        place.tab.page::<Value>(0, &identify, SOON).await.unwrap();
    });
}

#[test]
fn a_person_at_the_page_is_noticed() {
    test(async |_, place| {
        place.server.page("/", &format!("<button {BUTTON}>a</button>"));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        place.tab.page::<Value>(0, &json!({ "op": "guard", "mode": "watch" }), SOON).await.unwrap();
        click(&place.tab, 50.0, 50.0).await;
        let input = place.incident(|it| {
            if let Incident::Takeover { input, .. } = it { Some(input.clone()) } else { None }
        });
        assert_eq!(input.await, "pointer");
    });
}

#[test]
fn a_page_that_never_comes_can_be_left() {
    test(async |_, place| {
        place.server.route("/slow", |_| Answer {
            status: "200 OK",
            headers: Vec::new(),
            body: Vec::new(),
            silent: true,
        });
        place.server.page("/", "<p>here</p>");
        let (tab, slow) = (place.tab.clone(), place.server.url("/slow"));
        let slow = tokio::spawn(async move { tab.navigate(&slow).await });
        tokio::time::sleep(Duration::from_millis(300)).await;
        place.tab.stop_loading().await.unwrap();
        assert!(slow.await.unwrap().is_err());
        place.tab.navigate(&place.server.url("/")).await.unwrap();
    });
}

#[test]
fn a_dialog_of_a_frame_of_another_site_is_dismissed_too() {
    test(async |_, place| {
        let far = place.server.other("/far").to_string();
        place.server.page(
            "/far",
            "<script>setTimeout(() => { alert('hello'); document.title = 'after'; }, 50)</script>",
        );
        place.server.page("/", &format!("<iframe src={far}></iframe>"));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        place.incident(|it| matches!(it, Incident::DialogHandled { .. }).then_some(())).await;
        let frame = place.tab.frames()[1].frame_id;
        let identity: Value = place.tab.page(frame, &json!({ "op": "identify" }), SOON).await.unwrap();
        assert_eq!(identity["title"], "after");
    });
}

#[test]
fn a_hung_page_can_be_left() {
    test(async |_, place| {
        place.server.page("/", "<p>here</p>").page("/next", "<p>next</p>");
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        evaluate(&place.tab, "setTimeout(() => { for (;;); }, 0)").await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        let started = Instant::now();
        assert_eq!(place.tab.navigate(&place.server.url("/next")).await.unwrap().url.path(), "/next");
        assert!(started.elapsed() < Duration::from_secs(15));
    });
}

#[test]
fn a_link_that_saves_is_refused() {
    test(async |_, place| {
        place.server.page("/", &format!("<a download=x.txt href='data:text/plain,hello' {BUTTON}>save</a>"));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        open_guard(&place.tab).await;
        click(&place.tab, 5.0, 10.0).await;
        place.incident(|it| matches!(it, Incident::DownloadBlocked { .. }).then_some(())).await;
    });
}
