//! The companion's window: it has its secret first, reaches one origin, and never becomes a browser.

use std::time::Duration;

use laika_browser::cdp::Session;
use laika_browser::window::{self, CompanionWindow};
use laika_protocol::secret::Secret;
use serde_json::{Value, json};

use super::server::{Answer, Server, html, of_type, redirect};
use super::world::{SOON, browser_is_here};

const SECRET: &str = "window-canary \"</script>\\ 0123456789";

/// The page: its first script writes down whether the secret was there.
const PAGE: &str = "<script>globalThis.first = String(globalThis.laikaSecret)</script>\
    <h1>Laika</h1>";

async fn value(page: &Session, expression: &str) -> Value {
    let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true,
        "userGesture": false });
    let mut answer = page.call("Runtime.evaluate", parameters, SOON).await.unwrap();
    answer["result"]["value"].take()
}

/// Waits until the page says so.
async fn until(page: &Session, expression: &str) {
    let begun = std::time::Instant::now();
    while value(page, expression).await != true {
        assert!(begun.elapsed() < Duration::from_secs(15), "never: {expression}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A person's click at a point, with this many modifiers held (2 is Ctrl).
async fn click(page: &Session, x: u32, y: u32, modifiers: u32) {
    for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
            "modifiers": modifiers });
        page.call("Input.dispatchMouseEvent", event, SOON).await.unwrap();
    }
}

/// How many pages the browser has.
async fn pages(window: &CompanionWindow) -> usize {
    let browser = window.page().client().browser();
    let found = browser.call("Target.getTargets", json!({}), SOON).await.unwrap();
    let infos = found["targetInfos"].as_array().unwrap();
    infos.iter().filter(|info| info["type"] == "page").count()
}

fn test(body: impl AsyncFnOnce(&Server, &Server, CompanionWindow)) {
    if !browser_is_here() {
        return;
    }
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let (home, other) = (Server::start().await, Server::start().await);
        home.page("/", PAGE);
        other.page("/", PAGE);
        let secret = Secret::new(SECRET.to_owned());
        // Without a screen, unless somebody wants to see it.
        let headed = std::env::var_os("LAIKA_TEST_HEADED").is_some();
        let window = window::open(home.port, &secret, headed).await.unwrap();
        body(&home, &other, window).await;
    });
}

#[test]
fn s2_the_page_has_the_secret_before_its_first_script_and_nobody_else_sees_it() {
    test(async |home, _, window| {
        let page = window.page();
        until(page, "globalThis.first !== undefined").await;
        assert_eq!(value(page, "first").await, SECRET);
        assert_eq!(value(page, "location.href").await, home.url("/").as_str());
        // After a reload as well: the companion works while the daemon restarts.
        value(page, "globalThis.before = true").await;
        page.call("Page.reload", json!({}), SOON).await.unwrap();
        until(page, "globalThis.before === undefined && globalThis.first !== undefined").await;
        assert_eq!(value(page, "first").await, SECRET);
        // Frames have none, whatever they are.
        home.page("/frame", PAGE);
        let frame = "(async () => {
            const of = (set) => new Promise(done => {
                const frame = document.createElement('iframe');
                set(frame);
                frame.onload = () => done(String(frame.contentWindow.laikaSecret));
                document.body.append(frame);
            });
            return [await of(it => it.src = '/frame'), await of(it => it.srcdoc = '<p>here</p>'),
                await of(() => {})].join();
        })()";
        assert_eq!(value(page, frame).await, "undefined,undefined,undefined");
        // Nor does the page that Chromium shows in place of ours.
        home.route("/broken", |_| Answer {
            headers: vec![("content-length", "1".to_owned()), ("content-length", "2".to_owned())],
            ..html(PAGE)
        });
        _ = page.call("Page.navigate", json!({ "url": home.url("/broken").as_str() }), SOON).await;
        until(page, "location.protocol === 'chrome-error:'").await;
        assert_eq!(value(page, "String(globalThis.laikaSecret)").await, "undefined");
        // It is in no argument and no environment of any process of the browser.
        let mut looked = 0;
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let read = |file| std::fs::read(entry.path().join(file)).unwrap_or_default();
            let arguments = String::from_utf8_lossy(&read("cmdline")).into_owned();
            if arguments.contains("--user-data-dir=") || arguments.contains("--type=") {
                looked += 1;
                let environment = String::from_utf8_lossy(&read("environ")).into_owned();
                assert!(!arguments.contains("window-canary") && !environment.contains("window-canary"));
            }
        }
        assert!(looked > 0 || !cfg!(target_os = "linux"), "the browser was looked at");
        window.end().await;
    });
}

#[test]
fn s2_no_other_origin_is_reached_or_gets_the_secret() {
    test(async |home, other, window| {
        let page = window.page();
        let away = other.url("/");
        let local = home.other("/");
        home.route("/away", {
            let away = away.clone();
            move |_| redirect("302 Found", away.as_str())
        });
        home.route("/data", |_| of_type("text/plain", "reached"));
        assert_eq!(value(page, "fetch('/data').then(it => it.text())").await, "reached");
        // Requests of every kind, to another port, to another name of this machine, and to the outside.
        for address in
            [away.as_str(), local.as_str(), "http://example.com/", "https://1.1.1.1/", "http://[::1]:9/"]
        {
            let tries = format!(
                "(async () => {{
                    const went = [];
                    await fetch({address:?}, {{ mode: 'no-cors' }}).then(() => went.push('fetch'), () => 0);
                    await new Promise(done => {{
                        const image = new Image();
                        image.onload = () => {{ went.push('image'); done() }};
                        image.onerror = done;
                        image.src = {address:?};
                    }});
                    await new Promise(done => {{
                        const socket = new WebSocket({address:?}.replace('http', 'ws'));
                        socket.onopen = () => {{ went.push('socket'); done() }};
                        socket.onerror = done;
                    }});
                    const frame = document.createElement('iframe');
                    frame.src = {address:?};
                    const loaded = new Promise(done => frame.onload = done);
                    document.body.append(frame);
                    await loaded;
                    let seen = 'another origin';
                    try {{ seen = frame.contentWindow.laikaSecret }} catch {{}}
                    went.push(seen);
                    return went.join();
                }})()"
            );
            assert_eq!(value(page, &tries).await, "another origin", "{address}");
        }
        // Ways out of the page: it stays where it is, with all that is in it.
        value(page, "globalThis.stayed = 1").await;
        for way in [
            format!("location.href = '{away}'"),
            format!("location.replace('{local}')"),
            "location.href = 'https://example.com/'".to_owned(),
            "location.href = '/away'".to_owned(),
            "const form = document.createElement('form'); form.method = 'post'; form.action = 'http://127.0.0.1:9/'; \
             document.body.append(form); form.submit()"
                .to_owned(),
            format!("const link = document.createElement('a'); link.href = '{away}'; document.body.append(link); link.click()"),
        ] {
            value(page, &format!("{{ {way} }}")).await;
            tokio::time::sleep(Duration::from_millis(300)).await;
            assert_eq!(value(page, "globalThis.stayed").await, 1, "{way}");
        }
        assert_eq!(home.seen("/away").len(), 1, "the redirect was asked for, and not followed");
        // What needs no network takes the page away for a moment, gets nothing, and is left again.
        page.call("Page.navigate", json!({ "url": "about:blank" }), SOON).await.unwrap();
        until(page, &format!("location.href === '{}' && globalThis.first !== undefined", home.url("/")))
            .await;
        // Of its own, another page does load.
        home.route("/second", |_| html(PAGE));
        value(page, "{ location.href = '/second' }").await;
        until(page, "location.pathname === '/second' && globalThis.first !== undefined").await;
        assert_eq!(value(page, "first").await, SECRET);
        assert!(other.seen("/").is_empty(), "the other server was reached");
        assert_eq!(home.seen("/").len(), 2, "by its other name the own one was not reached");
        window.end().await;
    });
}

#[test]
fn s2_a_new_window_is_told_and_not_opened() {
    test(async |home, other, mut window| {
        let links = "<style>a { position: absolute; left: 0; width: 300px; height: 40px }</style>\
            <a style='top: 0' target=_blank href='https://example.com/one?x=1'>one</a>\
            <a style='top: 50px' target=_blank rel=opener href='AWAY'>two</a>\
            <a style='top: 100px' href='https://example.com/three'>three</a>\
            <a style='top: 150px' target=_blank href='javascript:1'>four</a>\
            <a style='top: 200px' href='#' onclick=\"window.open('https://example.com/five'); return false\">five</a>";
        home.page("/links", &links.replace("AWAY", other.url("/").as_str()));
        let page = window.page().clone();
        value(&page, "{ location.href = '/links' }").await;
        until(&page, "location.pathname === '/links' && document.readyState === 'complete'").await;
        // Where it is clicked, what is held, and what is told.
        let clicks = [
            (10, 0, "https://example.com/one?x=1"),
            (60, 0, other.url("/").as_str()),
            (110, 2, "https://example.com/three"),
            (210, 0, "https://example.com/five"),
        ]
        .map(|(y, held, address)| (y, held, address.to_owned()));
        for (y, held, address) in clicks {
            click(&page, 50, y, held).await;
            let told = tokio::time::timeout(SOON, window.wanted().recv()).await;
            assert_eq!(told.expect("it is told").unwrap(), address);
        }
        click(&page, 50, 160, 0).await;
        // Without a person's act nothing is told.
        value(&page, "{ window.open('https://example.com/alone') }").await;
        // A window that the person opened with a key is closed as well, and loads nothing of ours.
        let browser = page.client().browser();
        for address in ["about:blank", home.url("/").as_str()] {
            let made = json!({ "url": address, "newWindow": true });
            _ = browser.call("Target.createTarget", made, SOON).await;
        }
        tokio::time::sleep(Duration::from_millis(1500)).await;
        assert_eq!(home.seen("/").len(), 1);
        assert_eq!(window.wanted().try_recv().unwrap(), home.url("/").as_str());
        assert!(window.wanted().try_recv().is_err());
        assert_eq!(pages(&window).await, 1);
        assert_eq!(value(&page, "location.pathname").await, "/links");
        assert!(other.seen("/").is_empty(), "the other server was reached");
        // The person closes the window.
        let found = browser.call("Target.getTargets", json!({}), SOON).await.unwrap();
        let target = found["targetInfos"].as_array().unwrap().iter().find(|it| it["type"] == "page").unwrap();
        assert!(
            tokio::time::timeout(Duration::from_millis(100), window.closed()).await.is_err(),
            "it is open"
        );
        _ = browser.send("Target.closeTarget", &json!({ "targetId": target["targetId"] }));
        tokio::time::timeout(SOON, window.closed()).await.expect("it is closed");
        window.end().await;
    });
}
