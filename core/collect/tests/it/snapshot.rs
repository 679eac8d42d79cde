//! What is kept of a page: its structure as Markdown, its words as words, within the bound, with a way back to each.

use expect_test::expect;
use laika_collect::snapshot::{Plain, of_page_looks, of_text};
use laika_context::read_markdown;
use laika_protocol::collection::{CUT_MARK, CaptureMode, MOST_CAPTURED};
use laika_protocol::observation::Observation;
use proptest::prelude::*;
use serde_json::{Value, json};

fn page(text: &str, more: &Value) -> Observation {
    let mut page = json!({
        "url": "https://www.example.com/ferry?utm_source=x", "title": "New\nferry", "origin": "https://www.example.com",
        "documentId": "d7", "navigationGeneration": 0, "observedAtMs": 1_769_258_096_789_u64, "text": text,
    });
    page.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    serde_json::from_value(page).unwrap()
}

fn link(name: &str, href: &str) -> Value {
    json!({ "handleId": "h_0123456789abcdefghijkl", "role": "link", "accessibleName": name,
        "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 }, "attributes": { "href": href } })
}

#[test]
fn the_structure_of_a_page_as_markdown() {
    let text = "Home | News\nH1: New ferry for *Skerra*\nBy Mairi Tulloch, 3 May 2026\nShe came from <b>Gdansk</b> & the yard_list [1](javascript:x).\n\
        - first\n  - nested # one\n- 2 < 3\n> \"She turns,\" she said.\n> Again.\nTicket | Price\nAdult | £8.50\nChild | £4.00\n\
        Code: let x = `1`;\nCode:   x\nTerm: Length\nDefinition: 60 m\nCaption: 1. A picture\n# no heading\n---\nH2: After\nThe *end*.";
    let links = [
        link("Gdansk", "https://yard.example/x?fbclid=1"),
        link("Menu", "https://www.example.com/menu"),
        link("end", "javascript:x"),
    ];
    let body = of_page_looks(&[page(text, &json!({ "elements": links }))], CaptureMode::Auto).unwrap();
    expect![[r##"
        Home | News

        # New ferry for \*Skerra\*

        By Mairi Tulloch, 3 May 2026

        She came from \<b>Gdansk\</b> & the yard_list \[1](javascript:x).

        - first
          - nested # one
        - 2 < 3

        > "She turns," she said.

        > Again.

        Ticket | Price
        --- | ---
        Adult | £8.50
        Child | £4.00

        ```
        let x = `1`;
          x
        ```

        - Length: 60 m

        1\. A picture

        \# no heading

        \---

        ## After

        The \*end\*."##]]
    .assert_eq(&body.text);
    assert_eq!((body.title.as_str(), body.outlet.as_str(), body.cut), ("New ferry", "example.com", false));
    assert_eq!(body.published_at.unwrap().as_str(), "2026-05-03T00:00:00Z");
    let outline: Vec<String> =
        body.outline.iter().map(|heading| format!("{} {}", heading.level, heading.text)).collect();
    assert_eq!(outline, ["1 New ferry for *Skerra*", "2 After"]);
    let [only] = body.links.as_slice() else { panic!("{:?}", body.links) };
    assert_eq!((only.url.as_str(), only.text.as_str()), ("https://yard.example/x", "Gdansk"));
    assert!(only.context.starts_with("She came from"), "{}", only.context);
}

#[test]
fn a_page_of_entries_is_a_list_unless_its_text_is_asked_for() {
    let items: Vec<Value> = (0..6)
        .map(|n| json!({ "title": format!("Flat {n}"), "url": format!("https://a.example/{n}"), "snippet": "Two rooms, 640 EUR", "commentCount": n }))
        .collect();
    let text = "Flat 0\nTwo rooms, 640 EUR\nFlat 1\nTwo rooms, 640 EUR";
    let looks = [page(text, &json!({ "items": items }))];
    let list = of_page_looks(&looks, CaptureMode::Auto).unwrap();
    assert!(
        list.text.starts_with("# New ferry\n\n- Flat 0 (0 comments): Two rooms, 640 EUR\n- Flat 1"),
        "{}",
        list.text
    );
    assert_eq!(list.links.len(), 6);
    assert_eq!(list.links[2].context, "Two rooms, 640 EUR");
    assert!(of_page_looks(&looks, CaptureMode::Article).unwrap().text.starts_with("Flat 0\n\nTwo rooms"));
    let article = [page(&"A long sentence about something else. ".repeat(40), &json!({ "items": items }))];
    assert!(of_page_looks(&article, CaptureMode::Auto).unwrap().text.starts_with("A long"));
    assert!(of_page_looks(&article, CaptureMode::List).unwrap().text.contains("- Flat 5"));
    assert!(of_page_looks(&[], CaptureMode::Auto).is_none());
}

#[test]
fn a_date_is_taken_only_where_the_page_says_it() {
    for (text, expected) in [
        ("H1: A\nPublished on 3 May 2026, updated 5 May 2026", Some("2026-05-03")),
        ("H1: A\nVeröffentlicht am 3. Mai 2026 um 10 Uhr", Some("2026-05-03")),
        ("2026-05-03\nH1: A", Some("2026-05-03")),
        ("H1: A\nMay 3, 2026 · 5 min read", Some("2026-05-03")),
        ("H1: A\nThe bridge opened on 3 May 2026.", None),
        ("H1: A\nValid from 1 June 2026 to 30 September 2026", None),
        ("H1: A\nUntil March 2028", None),
        ("H1: A\nLast updated 5 May 2026", None),
        ("H1: A\n31 February 2026", None),
    ] {
        let body = of_page_looks(&[page(text, &json!({}))], CaptureMode::Article).unwrap();
        let day = body.published_at.map(|at| at.as_str()[..10].to_string());
        assert_eq!(day.as_deref(), expected, "{text}");
    }
}

#[test]
fn what_is_longer_is_cut_after_a_paragraph_or_sentence_and_says_so() {
    for unit in [
        "A sentence of some words. \n",
        "A sentence of some words. ",
        "word ",
        "x",
        "- entry\n",
        "Code: yyyyyyyyyyyyyyyyyyyyyyyyyyyy\n",
        "猫",
        "\\",
    ] {
        let long = unit.repeat(40_000 / unit.chars().count());
        let body = of_page_looks(&[page(&long, &json!({}))], CaptureMode::Article).unwrap();
        let kept = body.text.strip_suffix(CUT_MARK).unwrap_or_else(|| panic!("{unit}: no mark")).trim_end();
        let chars = kept.chars().count();
        assert!(body.cut && (MOST_CAPTURED * 3 / 4..=MOST_CAPTURED).contains(&chars), "{unit}: {chars}");
        assert!(!unit.ends_with(". ") || kept.ends_with("words."), "{unit}: {}", &kept[kept.len() - 40..]);
    }
    let goes_on = page("Short.", &json!({ "nextCursor": 6 }));
    assert_eq!(
        of_page_looks(&[goes_on], CaptureMode::Article).unwrap().text,
        format!("Short.\n\n{CUT_MARK}")
    );
    assert_eq!(of_text("n", CUT_MARK).text, format!("\\{CUT_MARK}"), "a page cannot say that it was cut");
}

fn lines() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "H1: ",
        "H3: ",
        "- ",
        "  - ",
        "> ",
        "Code: ",
        "Term: ",
        "Definition: ",
        "a",
        "b c",
        " | ",
        "*",
        "_",
        "`",
        "```",
        "[x](y)",
        "<script>",
        "</b>",
        "&amp;",
        "#",
        "1. ",
        "---",
        "===",
        "\\",
        "~~",
        "é猫",
        ".",
        "! ",
        ": ",
        "+ ",
        "\t",
        "\u{202e}",
        "\u{7}",
        "|",
    ]);
    let line = prop::collection::vec(piece, 1..7).prop_map(|pieces| pieces.concat());
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

/// Entries keep who is below whom, and one that is below nothing stands at the edge, however far the page had it from there.
#[test]
fn entries_are_as_deep_as_what_they_are_below() {
    for (text, expected) in [
        ("- a\n  - b\n    - c\n  - d\n- e", "- a\n  - b\n    - c\n  - d\n- e"),
        ("\t\t  - far\n\t\t  - too", "- far\n- too"),
        ("- a\n        - b\n        - c\n    - d", "- a\n  - b\n  - c\n  - d"),
        ("- a\nwords\n    - b", "- a\n\nwords\n\n- b"),
    ] {
        let body = of_page_looks(&[page(text, &json!({}))], CaptureMode::Article).unwrap();
        assert_eq!(body.text.trim_end(), expected, "{text:?}");
    }
}

/// The letters and digits of a text.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

proptest! {
    /// Whatever a page says, a reader of Markdown sees its words: no link, no emphasis, no code that the page did not have.
    #[test]
    fn words_stay_words(text in lines()) {
        let text = text.replace("Code: ", "");
        let body = of_page_looks(&[page(&text, &json!({}))], CaptureMode::Article).unwrap();
        let document = read_markdown(&body.text);
        let json = serde_json::to_string(&document).unwrap();
        for mark in ["\"link\"", "\"italic\"", "\"bold\"", "\"emphasis\"", "\"strong\"", "\"inline_code\"", "\"code_block\"", "\"image\"", "\"thematic_break\""] {
            prop_assert!(!json.contains(mark), "{mark} in {json}\n{}", body.text);
        }
    }

    /// Every piece of the plain text leads back to its own words in the capture.
    #[test]
    fn every_place_leads_back(text in lines(), picks in prop::collection::vec((any::<prop::sample::Index>(), 1..20_usize), 1..8)) {
        let body = of_page_looks(&[page(&text, &json!({}))], CaptureMode::Article).unwrap();
        let plain = Plain::read(&body.text, 0);
        prop_assert!(plain.text.matches('\\').count() <= text.matches('\\').count(), "what we escaped, we take back");
        for sentence in laika_context::text::sentences(&plain.text) {
            let chars: Vec<usize> = plain.text[sentence.at.clone()].char_indices().map(|(at, _)| sentence.at.start + at).chain([sentence.at.end]).collect();
            for (from, length) in &picks {
                let from = from.index(chars.len() - 1);
                let piece = chars[from]..chars[(from + length).min(chars.len() - 1)];
                let quote = &body.text[plain.place(&piece)];
                let words = &plain.text[piece];
                prop_assert_eq!(letters(quote), letters(words));
                prop_assert_eq!(quote.chars().next(), words.chars().next());
                prop_assert_eq!(quote.chars().next_back(), words.chars().next_back());
            }
        }
    }
}
