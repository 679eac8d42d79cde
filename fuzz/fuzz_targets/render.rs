//! Rendering: no document panics, and no printer lets a control character or a tag of the model through.
#![no_main]

use laika_context::read_markdown;
use laika_protocol::{KnownLinks, Path, document};
use laika_render::{Colour, Evidence, TAGS, Terminal, sanitise, to_html, to_markdown, to_terminal};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (u8, &str)| {
    let (choice, text) = data;
    let document = if choice & 1 == 0 {
        read_markdown(text)
    } else {
        let Ok(value) = serde_json::from_str(text) else { return };
        let Ok((document, _)) = document::read(&value, &Path::root()) else { return };
        document
    };
    let mut links = KnownLinks::default();
    links.add_text(text);
    let page = sanitise(&document, "", &Evidence { links: &links, citations: &[] });
    let html = to_html(&page);
    for tag in html.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        assert!(TAGS.contains(&name), "{name} in {html}");
    }
    let width = usize::from(choice >> 1) + 20;
    let shown = to_terminal(&page, &Terminal { width, colour: Colour::Plain });
    assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{shown:?}");
    let _ = to_markdown(&page);
});
