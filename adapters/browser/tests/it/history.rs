//! S11: what was not loaded by GET is not loaded again.

use super::world::{evaluate, test};
use laika_browser::Pages as _;

#[test]
fn going_back_to_a_sent_form_is_refused() {
    test(async |_, place| {
        place.server.page("/one", "<p>one</p>").page("/sent", "<p>sent</p>").page("/two", "<p>two</p>");
        place.server.page("/form", "<form method=post action=/sent><input name=a value=b></form>");
        let tab = &place.tab;
        tab.navigate(&place.server.url("/one")).await.unwrap();
        tab.navigate(&place.server.url("/form")).await.unwrap();
        evaluate(tab, "document.forms[0].submit()").await;
        wait_for(tab, "/sent").await;
        let refused = tab.reload().await.unwrap_err();
        assert_eq!(refused.reason.unwrap().as_str(), "P_DENY_REPOST");
        tab.navigate(&place.server.url("/two")).await.unwrap();
        let history = tab.history().await.unwrap();
        let told: Vec<_> = history.iter().map(|it| (path(&it.url), it.is_get, it.current)).collect();
        let expected = [
            ("", true, false),
            ("/one", true, false),
            ("/form", true, false),
            ("/sent", false, false),
            ("/two", true, true),
        ];
        assert_eq!(told, expected.map(|(path, get, current)| (path.to_owned(), get, current)));
        let refused = tab.go(-1).await.unwrap_err();
        assert_eq!(refused.reason.unwrap().as_str(), "P_DENY_REPOST");
        assert_eq!(tab.go(-2).await.unwrap().url.path(), "/form");
        assert_eq!(tab.go(-1).await.unwrap().url.path(), "/one");
        assert_eq!(tab.go(-5).await.unwrap_err().reason.unwrap().as_str(), "E_NO_HISTORY");
        let sent = place.server.seen("/sent");
        assert_eq!((sent.len(), sent[0].method.as_str()), (1, "POST"));
    });
}

#[test]
fn steps_within_a_document_are_history_too() {
    test(async |_, place| {
        place.server.page("/app", "<p>app</p>");
        let tab = &place.tab;
        tab.navigate(&place.server.url("/app")).await.unwrap();
        let document = tab.document().unwrap().document_id;
        evaluate(tab, "history.pushState({}, '', '/app/next')").await;
        wait_for(tab, "/app/next").await;
        assert_eq!(tab.go(-1).await.unwrap().url.path(), "/app");
        assert_eq!(tab.document().unwrap().document_id, document);
        assert_eq!(tab.same_document_navigations(), 2);
    });
}

async fn wait_for(tab: &laika_browser::Tab, path: &str) {
    for _ in 0..500 {
        if tab.url().ends_with(path) {
            // The browser tells the number of the entry a moment later.
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the tab never came to {path}, it is at {}", tab.url());
}

fn path(url: &str) -> String {
    url::Url::parse(url)
        .ok()
        .filter(|url| url.scheme() == "http")
        .map(|url| url.path().to_owned())
        .unwrap_or_default()
}
