//! Printing: what is in the document is on paper, and nothing it names is loaded or run.

use std::time::Duration;

use laika_browser::{Browser, ContextOptions, LaunchOptions, MOST_DOCUMENT, PrintError, Profile};
use laika_protocol::ToolError;
use pdf_extract::{Document, decode_text_string, extract_text_from_mem};
use serde_json::json;

use super::server::{Server, of_type};
use super::world::{Recorder, SOON, browser_is_here, test};

/// A document as an export makes it.
fn exported(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html><head><meta charset=utf-8><meta http-equiv=Content-Security-Policy \
         content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>{title}</title>\
         <style>thead{{display:table-header-group}}@page{{margin:18mm}}</style></head><body>{body}</body></html>"
    )
}

fn long_table(rows: u32) -> String {
    let rows: String =
        (1..=rows).map(|row| format!("<tr><td>Kettle{row}.</td><td>{row} €</td></tr>")).collect();
    format!("<table><thead><tr><th>Article</th><th>Price</th></tr></thead><tbody>{rows}</tbody></table>")
}

#[test]
fn a_long_table_is_on_several_pages_with_all_its_words() {
    test(async |world, _| {
        let pdf = world.browser.print(&exported("Käse – and more", &long_table(200))).await.unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        let document = Document::load_mem(&pdf).unwrap();
        let pages = document.get_pages();
        assert!((3..20).contains(&pages.len()), "{}", pages.len());
        let first = document.get_dictionary(pages[&1]).unwrap();
        let paper: Vec<f32> = first
            .get(b"MediaBox")
            .unwrap()
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_float().unwrap())
            .collect();
        assert!((paper[2] - 595.0).abs() < 2.0 && (paper[3] - 842.0).abs() < 2.0, "A4: {paper:?}");
        let about = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
        let title = document.get_dictionary(about).unwrap().get(b"Title").unwrap();
        assert_eq!(decode_text_string(title).unwrap(), "Käse – and more");
        assert!(document.catalog().unwrap().has(b"StructTreeRoot"), "a reader for the blind finds its way");
        let text = extract_text_from_mem(&pdf).unwrap();
        for words in ["Kettle1.", "Kettle97.", "Kettle200.", "200 €"] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert_eq!(text.matches("Article").count(), pages.len(), "each page names its columns");
    });
}

/// Everything that makes a browser load or run something by itself. What its scripts write would be on paper.
fn hostile(server: &Server, refresh: &str) -> String {
    let at = |path: &str| server.url(path);
    format!(
        "<!doctype html><html><head><title>Hostile</title>{refresh}
         <link rel=stylesheet href={style}><link rel=preconnect href={root}><link rel=prefetch href={prefetch}>
         <link rel=dns-prefetch href={root}><link rel=preload as=image href={preload}>
         <link rel=modulepreload href={module}><script src={script}></script>
         <style>@import url({import});@font-face{{font-family:far;src:url({font})}}
         body{{background:url({background});font-family:far,sans-serif}}</style></head>
         <body onload=\"document.body.append('LOADHANDLER')\"><p>Honest words</p>
         <script>document.write('INLINE');fetch('{fetch}');new Image().src='{fetch}';open('{window}')</script>
         <noscript>Silence</noscript><img src={image} onerror=\"document.body.append('ERRORHANDLER')\">
         <img srcset='{image} 2x'><iframe src={frame}></iframe>
         <iframe srcdoc=\"<script>document.write('SRCDOC')</script><img src={inner}>\"></iframe>
         <iframe sandbox=allow-scripts srcdoc=\"<script>document.write('SANDBOXED')</script>\"></iframe>
         <iframe src=\"data:text/html,<script>document.write('DATAFRAME')</script><img src={inner}>\"></iframe>
         <object data={object}></object><embed src={object}><video src={video} autoplay></video>
         <svg><image href={image} /><use href='{object}#x'/><animate onbegin=\"document.body.append('SVG')\" dur=1s /></svg>
         <iframe name=sink></iframe><form action={form} target=sink><input autofocus onfocus=\"document.forms[0].submit()\"></form>
         <a href=\"javascript:1\" ping={ping}>link</a></body></html>",
        root = at("/"), style = at("/style"), prefetch = at("/prefetch"), preload = at("/preload"),
        module = at("/module"), script = at("/script"), import = at("/import"), font = at("/font"),
        background = at("/background"), fetch = at("/fetch"), window = at("/window"), image = at("/image"),
        frame = at("/frame"), inner = at("/inner"), object = at("/object"), video = at("/video"),
        form = at("/form"), ping = at("/ping"),
    )
}

const WRITTEN_BY_SCRIPTS: [&str; 7] =
    ["LOADHANDLER", "INLINE", "ERRORHANDLER", "SRCDOC", "SANDBOXED", "DATAFRAME", "SVG"];

#[test]
fn a_hostile_document_loads_nothing_and_runs_nothing() {
    test(async |world, place| {
        let refresh = format!("<meta http-equiv=refresh content='0;url={}'>", place.server.url("/refresh"));
        for refresh in ["", &refresh] {
            let pdf = world.browser.print(&hostile(&place.server, refresh)).await.unwrap();
            let text = extract_text_from_mem(&pdf).unwrap();
            assert!(text.contains("Honest words") && text.contains("Silence"), "{text}");
            let written: Vec<_> = WRITTEN_BY_SCRIPTS.iter().filter(|word| text.contains(**word)).collect();
            assert!(written.is_empty(), "{written:?}: {text}");
        }
        // What is asked for late would come now.
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(place.server.connections(), 0);

        // The same document in a tab does all of that: it is no tame one.
        let page = hostile(&place.server, "");
        place.server.route("/hostile", move |_| of_type("text/html; charset=utf-8", page.clone()));
        place.tab.navigate(&place.server.url("/hostile")).await.unwrap();
        for path in ["/style", "/script", "/import", "/image", "/frame", "/inner", "/fetch"] {
            let asked = async {
                while place.server.seen(path).is_empty() {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            tokio::time::timeout(SOON, asked).await.expect(path);
        }
    });
}

#[test]
fn printing_leaves_nothing_open_even_when_nobody_waits_for_it() {
    if !browser_is_here() {
        return;
    }
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        // A named profile has one context for its pages; printing has its own beside it.
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::Named(folder.path().join("profile"));
        let browser = Browser::launch(LaunchOptions { profile, ..LaunchOptions::default() }).await.unwrap();
        let rule = std::sync::Arc::new(Recorder::default());
        let context = browser.context(ContextOptions::new(rule)).await.unwrap();
        let whole = context.open().await.unwrap().session().client().browser();
        let open = async || {
            let answer = whole.call("Target.getBrowserContexts", json!({}), SOON).await.unwrap();
            answer["browserContextIds"].as_array().unwrap().len()
        };
        let wait_for = async |wanted: usize| {
            let waiting = async {
                while open().await != wanted {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("contexts come and go");
        };
        assert_eq!(open().await, 0);
        browser.print(&exported("Short", "<p>Short</p>")).await.unwrap();
        assert_eq!(open().await, 0);

        let long = exported("Long", &long_table(5_000));
        tokio::select! {
            printed = browser.print(&long) => panic!("not so fast: {}", printed.is_ok()),
            () = wait_for(1) => {}
        }
        wait_for(0).await;

        let error = browser.print(&"x".repeat(MOST_DOCUMENT + 1)).await.unwrap_err();
        assert!(matches!(error, PrintError::TooLarge));
        assert_eq!(ToolError::from(error).reason.unwrap().as_str(), "E_PRINT_TOO_LARGE");
        browser.close().await;
    });
}
