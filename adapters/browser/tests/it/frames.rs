//! Frames: which are there, whose they are, and that our script guards each.

use std::time::Duration;

use laika_browser::FrameInfo;
use laika_browser::Pages as _;
use serde_json::{Value, json};

use super::world::{Place, SOON, click, test};

const FRAME: &str = "style='position:absolute;left:100px;top:100px;width:300px;height:200px;border:0'";
const BUTTON: &str = "<button style='position:fixed;left:0;top:0;width:300px;height:200px' onclick='document.title=\"hit\"'>x</button>";

async fn frame_with(place: &Place, path: &str) -> FrameInfo {
    for _ in 0..500 {
        let found =
            place.tab.frames().into_iter().find(|frame| frame.url.ends_with(path) && frame.frame_id != 0);
        if let Some(frame) = found {
            return frame;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no frame {path}: {:?}", place.tab.frames());
}

#[test]
fn a_frame_of_another_site_has_a_process_our_script_and_a_guard() {
    test(async |_, place| {
        let far = place.server.other("/far").to_string();
        place.server.page("/far", BUTTON);
        place.server.page("/", &format!("<iframe {FRAME} src={far}></iframe>"));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let frame = frame_with(place, "/far").await;
        assert!(frame.out_of_process);
        assert_eq!(frame.parent, Some(0));
        assert_eq!(
            frame.origin.as_ref().unwrap().as_str(),
            place.server.other("/").origin().ascii_serialization()
        );
        assert_ne!(place.tab.document().unwrap().document_id, frame.document_id.unwrap());

        let ask = |op: Value| {
            let tab = place.tab.clone();
            async move { tab.page::<Value>(frame.frame_id, &op, SOON).await }
        };
        let title = |value: Value| value["title"].clone();
        let identity = ask(json!({ "op": "identify" })).await.unwrap();
        assert_eq!(identity["origin"], place.server.other("/").origin().ascii_serialization());
        click(&place.tab, 200.0, 150.0).await;
        assert_eq!(
            title(ask(json!({ "op": "identify" })).await.unwrap()),
            "Test",
            "the guard dropped the click"
        );
        ask(json!({ "op": "guard", "mode": "open" })).await.unwrap();
        click(&place.tab, 200.0, 150.0).await;
        assert_eq!(
            title(ask(json!({ "op": "identify" })).await.unwrap()),
            "hit",
            "the click does arrive there"
        );
    });
}

#[test]
fn where_a_frame_stands() {
    test(async |_, place| {
        let far = place.server.other("/far").to_string();
        place.server.page("/far", "<p>far</p>");
        place.server.page("/near", "<iframe style='margin:0;position:absolute;left:10px;top:20px;width:100px;height:50px;border:0' srcdoc='<p>inner</p>'></iframe>");
        let cover = "<div style='position:absolute;left:500px;top:100px;width:50px;height:50px;background:red;z-index:9'></div>";
        place.server.page("/", &format!("<iframe {FRAME} src=/near></iframe><iframe style='position:absolute;left:500px;top:100px;width:300px;height:200px;border:5px solid' src={far}></iframe>{cover}"));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let near = frame_with(place, "/near").await;
        let inner = frame_with(place, "about:srcdoc").await;
        let far = frame_with(place, "/far").await;
        assert_eq!(inner.parent, Some(near.frame_id));
        assert_eq!(inner.origin, near.origin, "a frame without an address has its parent's origin");

        let owner = place.tab.owner_of(near.frame_id, 5.0, 5.0).await.unwrap();
        assert_eq!((owner.origin.x, owner.origin.y, owner.scale, owner.on_top), (100.0, 100.0, 1.0, true));
        let (at, scale) = place.tab.place_in_page(inner.frame_id, 1.0, 2.0).await.unwrap();
        assert_eq!((at.x, at.y, scale), (111.0, 122.0, 1.0));
        let owner = place.tab.owner_of(far.frame_id, 10.0, 10.0).await.unwrap();
        assert_eq!(
            (owner.origin.x, owner.origin.y, owner.on_top),
            (505.0, 105.0, false),
            "something lies over it"
        );
        assert!(place.tab.owner_of(far.frame_id, 200.0, 100.0).await.unwrap().on_top);
        assert_eq!(
            place.tab.owner_of(77, 0.0, 0.0).await.unwrap_err().reason.unwrap().as_str(),
            "E_NO_FRAME"
        );
    });
}

#[test]
fn a_sandboxed_frame_and_a_data_frame_have_no_origin() {
    test(async |_, place| {
        place.server.page("/inner", "<p>inner</p>");
        place
            .server
            .page("/", "<iframe sandbox src=/inner></iframe><iframe src='data:text/html,<p>data'></iframe>");
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        assert_eq!(frame_with(place, "/inner").await.origin, None);
        assert_eq!(frame_with(place, "<p>data").await.origin, None);
    });
}

#[test]
fn frames_come_and_go() {
    test(async |_, place| {
        let far = place.server.other("/far").to_string();
        place.server.page("/near", "<p>near</p>").page("/far", "<p>far</p>");
        place.server.page("/", "<iframe src=/near></iframe>");
        let tab = &place.tab;
        tab.navigate(&place.server.url("/")).await.unwrap();
        let near = frame_with(place, "/near").await;
        super::world::evaluate(tab, &format!("document.querySelector('iframe').src = '{far}'")).await;
        let far = frame_with(place, "/far").await;
        assert_eq!(near.frame_id, far.frame_id, "the frame is the same");
        assert_ne!(near.document_id, far.document_id);
        assert!(far.out_of_process);
        tab.page::<Value>(far.frame_id, &json!({ "op": "identify" }), SOON).await.unwrap();
        super::world::evaluate(tab, "document.querySelector('iframe').src = '/near'").await;
        let back = frame_with(place, "/near").await;
        assert!(!back.out_of_process);
        tab.page::<Value>(back.frame_id, &json!({ "op": "identify" }), SOON).await.unwrap();
        super::world::evaluate(tab, "document.querySelector('iframe').remove()").await;
        for _ in 0..100 {
            if tab.frames().len() == 1 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{:?}", tab.frames());
    });
}

#[test]
fn i21_frames_of_others_are_named_and_never_read_or_acted_on() {
    test(async |_, place| {
        let far = place.server.other("/far").to_string();
        let near = place.server.url("/near").to_string();
        // A frame of the page's own origin inside another's: what surrounds it is not the page's.
        let inside =
            format!("<p>foreign words</p><button>Foreign button</button><iframe src={near}></iframe>");
        place.server.page("/far", &inside).page("/near", "<p>near words</p><button>Near button</button>");
        place.server.page(
            "/",
            &format!(
                "<p>own words</p><iframe {FRAME} src={far}></iframe><iframe sandbox src=/near></iframe>
                <iframe src='data:text/html,<p>data words'></iframe>"
            ),
        );
        let tab = &place.tab;
        tab.navigate(&place.server.url("/")).await.unwrap();
        frame_with(place, "/far").await;
        tab.settle(Duration::from_millis(200), SOON).await.unwrap();

        let seen = tab.observe(&Default::default()).await.unwrap();
        assert!(seen.text.contains("own words"), "{}", seen.text);
        assert_eq!(seen.blocked_frames.len(), 3, "{:?}", seen.blocked_frames);
        let mut all = serde_json::to_string(&seen).unwrap();
        for query in ["Foreign button", "Near button", "foreign words"] {
            let find = serde_json::from_value(json!({ "query": query })).unwrap();
            let found =
                tab.find(&find).await.map_or_else(|error| error.message, |found| format!("{found:?}"));
            all += &found.replace(query, "");
        }
        for words in ["foreign words", "near words", "data words", "Foreign button", "Near button"] {
            assert!(!all.contains(words), "{words} in {all}");
            let condition = json!({ "kind": "text_appears", "text": words });
            let wait = serde_json::from_value(json!({ "condition": condition, "timeoutMs": 300 })).unwrap();
            let waited = tab.wait_for(&wait).await;
            assert!(!waited.is_ok_and(|waited| waited.met), "waiting tells that {words} stand there");
        }
    });
}
