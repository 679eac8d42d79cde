//! I5, I6, S14: which document is in a tab is the browser's word.

use serde_json::{Value, json};

use super::world::{SOON, evaluate, test};
use laika_browser::Pages as _;

#[test]
fn i5_a_reload_is_another_document_and_i6_a_moved_address_another_generation() {
    test(async |_, place| {
        let tab = &place.tab;
        assert_eq!(tab.document().unwrap_err().reason.unwrap().as_str(), "E_RESTRICTED_PAGE");
        place.server.page("/", "<p>hello</p>");
        let there = tab.navigate(&place.server.url("/")).await.unwrap();
        assert_eq!(
            (there.title.as_str(), there.status, there.mime.as_str()),
            ("Test", Some(200), "text/html")
        );
        let first = tab.document().unwrap();
        assert_eq!(first.origin.as_str(), place.server.url("/").origin().ascii_serialization());

        evaluate(tab, "history.pushState({}, '', '/other')").await;
        tab.page::<Value>(0, &json!({ "op": "identify" }), SOON).await.unwrap();
        let moved = tab.document().unwrap();
        assert_eq!(moved.document_id, first.document_id);
        assert!(moved.navigation_generation > first.navigation_generation);
        assert_eq!(tab.same_document_navigations(), 1);

        tab.navigate(&place.server.url("/")).await.unwrap();
        let second = tab.document().unwrap();
        assert_ne!(second.document_id, first.document_id);
        tab.reload().await.unwrap();
        assert_ne!(tab.document().unwrap().document_id, second.document_id);
    });
}
