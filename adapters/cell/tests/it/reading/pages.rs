//! Pages as text: what is kept, what is left out, and that nothing of it is markup of the page's own.

use laika_protocol::cell::{ReadKind, ReadMode};

use super::{DEADLINE, article, full, read, reader, reading};

/// A paragraph that is worth reading.
const PROSE: &str = "This is a sentence of a story that goes on for a while, so that it is taken for running text. \
    And here is another sentence of it, which is also long enough to count as a part of the story.";

#[test]
fn ink_010_a_page_becomes_markdown_without_markup_of_its_own() {
    let page = include_str!("../../pages/story.html");
    let read = article(page);
    assert_eq!(read.text, include_str!("../../pages/story.article.md").trim_end());
    assert_eq!(full(page).text, include_str!("../../pages/story.full.md").trim_end());
    assert_eq!(read.kind, ReadKind::Html);
    assert_eq!(read.title.as_deref(), Some("The road to the harbour"));
    assert_eq!(read.byline.as_deref(), Some("Ann Lee, Bo Chen"));
    assert_eq!(read.published.as_deref(), Some("2024-05-01T10:00:00Z"));
    assert_eq!(read.language.as_deref(), Some("en-GB"));
    assert_eq!((read.left_out, read.needs_scripts, read.pages), (0, false, None));
    let links: Vec<_> = read.links.iter().map(|link| (link.text.as_str(), link.url.as_str())).collect();
    assert_eq!(
        links,
        [
            ("the old map", "https://site.example/maps/old?a=(1)"),
            ("harbour", "https://other.example/harbour")
        ]
    );
}

#[test]
fn s1_what_a_page_hides_is_not_read() {
    for hidden in [
        "<p style='display:none'>SECRET</p>",
        "<p style='color:red;DISPLAY : none !important'>SECRET</p>",
        "<span style=visibility:hidden>SECRET</span>",
        "<div style='opacity:0'><p>SECRET</p></div>",
        "<div style='position:absolute;left:-10000px'>SECRET</div>",
        "<div style='font-size:0'>SECRET</div>",
        "<div style='height:0;overflow:hidden'>SECRET</div>",
        "<p hidden>SECRET</p>",
        "<p hidden=until-found>SECRET</p>",
        "<div aria-hidden=TRUE>SECRET</div>",
        "<template>SECRET</template>",
        "<noscript>SECRET</noscript>",
        "<script>SECRET</script>",
        "<style>SECRET</style>",
        "<!-- SECRET -->",
        "<textarea>SECRET</textarea>",
        "<select><option>SECRET</select>",
        "<dialog>SECRET</dialog>",
        "<iframe>SECRET</iframe>",
        "<object>SECRET</object>",
        "<svg><text>SECRET</text></svg>",
        "<table><tr hidden><td>SECRET<td>x</tr><tr><td>a<td>b</tr><tr><td>c<td>d</tr></table>",
        "<input type=hidden value=SECRET>",
        "<math><annotation>SECRET</annotation></math>",
    ] {
        let page = format!("<article><p>{PROSE}</p>{hidden}<p>{PROSE}</p></article>");
        for read in [article(&page), full(&page)] {
            assert!(read.text.contains("sentence of a story"), "{hidden}");
            assert!(!read.text.contains("SECRET"), "{hidden}: {}", read.text);
        }
    }
}

#[test]
fn ink_017_both_modes_read_what_they_should() {
    let page = format!(
        "<body><header>Site name</header><nav><ul><li><a href=/a>First part</a><li><a href=/b>Second part</a></ul></nav>\
         <main><h1>Title</h1><p>{PROSE}</p><p>{PROSE} Still.</p></main>\
         <aside><h2>Related</h2><a href=/c>Another story that you may like</a></aside><footer>Imprint</footer>"
    );
    let read = article(&page);
    assert_eq!(read.text, format!("{PROSE}\n\n{PROSE} Still."));
    assert_eq!(read.links, []);
    let read = full(&page);
    for words in ["Site name", "# Title", "[First part](https://site.example/a)", "Related", "Imprint"] {
        assert!(read.text.contains(words), "{words}: {}", read.text);
    }
    assert_eq!(read.links.len(), 3);
    // Where there is no article, there is still a page.
    let read = article("<ul><li><a href=/a>One</a><li><a href=/b>Two</a></ul>");
    assert_eq!(read.text, "- [One](https://site.example/a)\n- [Two](https://site.example/b)");
}

#[test]
fn links_are_absolute_and_lead_to_pages_only() {
    let links: String = [
        "/a",
        "b",
        "../c",
        "//other.example/d",
        "https://x.example/e#f",
        "?q=1",
        "/a",
        "#here",
        "",
        "javascript:alert(1)",
        "data:text/html,x",
        "mailto:a@b.example",
        "ftp://x.example",
        "file:///etc/passwd",
        "https://",
        "http://[::1",
        "JAVASCRIPT:1",
        " java\nscript:1",
        "blob:https://x.example/1",
    ]
    .iter()
    .map(|href| format!("<p><a href='{href}'>words</a></p>"))
    .collect();
    let read = full(&links);
    let urls: Vec<_> = read.links.iter().map(|link| link.url.as_str()).collect();
    assert_eq!(
        urls,
        [
            "https://site.example/a",
            "https://site.example/blog/b",
            "https://site.example/c",
            "https://other.example/d",
            "https://x.example/e#f",
            "https://site.example/blog/page.html?q=1",
        ]
    );
    assert!(!read.text.contains("javascript") && !read.text.contains("data:"), "{}", read.text);
    let based = full("<base href='https://base.example/x/'><a href=y>z</a>");
    assert_eq!(based.links[0].url, "https://base.example/x/y");
    let not_based = full("<base href='javascript:1'><a href=y>z</a>");
    assert_eq!(not_based.links[0].url, "https://site.example/blog/y");
    let many: String = (0..500).map(|n| format!("<a href=/{n}>{n}</a> ")).collect();
    assert_eq!(full(&many).links.len(), 200);
    let long = format!("<a href='/{}'>words</a>", "x".repeat(3_000));
    assert_eq!((full(&long).text.as_str(), full(&long).links.len()), ("words", 0));
}

#[test]
fn ink_014_a_text_is_cut_between_its_parts() {
    let page: String = (0..100).map(|n| format!("<p>Paragraph {n}. {PROSE}</p>")).collect();
    let whole = full(&page);
    let mut how = reading("text/html", ReadMode::Full);
    how.most_chars = 1_000;
    let cut = reader().read(page.as_bytes(), &how, DEADLINE, &|| false).unwrap();
    assert!(cut.text.chars().count() <= 1_000 && cut.text.ends_with("part of the story."), "{}", cut.text);
    let lost = whole.text.chars().count() - cut.text.chars().count();
    assert_eq!(cut.left_out, u64::try_from(lost).unwrap());
    how.most_chars = 0;
    assert_eq!(reader().read(page.as_bytes(), &how, DEADLINE, &|| false).unwrap().text, "");
}

#[test]
fn ink_013_a_page_that_waits_for_its_scripts_says_so() {
    for (page, needs) in [
        ("<div id=root></div><script src=app.js></script>", true),
        ("<app-root></app-root><script type=module src=a.js></script>", true),
        (
            "<noscript>You need to enable JavaScript to run this app.</noscript><p>Loading this app, please wait until it is there.</p><script>1</script>",
            true,
        ),
        ("<script>document.write('x')</script>", true),
        ("<p>Just a short page of a person who has little to say.</p><script src=count.js></script>", false),
        ("<p>Hi</p>", false),
        ("<p>Hi</p><script type='application/ld+json'>{}</script>", false),
    ] {
        assert_eq!(full(page).needs_scripts, needs, "{page}");
    }
    let page = format!("<div id=root></div><p>{PROSE}</p><p>{PROSE}</p><script src=app.js></script>");
    assert!(!full(&page).needs_scripts);
}

#[test]
fn tricks_with_characters_are_seen() {
    let read = full("<p>co&shy;op\u{200b}eration <b>a&#x202e;b</b>\u{1b}[31m &#27; \u{e0041}</p>");
    assert_eq!(read.text, "cooperation a\u{fffd}b\u{fffd}[31m \u{fffd} \u{fffd}");
    let read = article("<title>a\u{202e}b\nc</title><p>x");
    assert_eq!(read.title.as_deref(), Some("a\u{fffd}b c"));
}

#[test]
fn what_a_page_writes_is_never_markdown_of_ours() {
    for (page, text) in [
        ("<p># no heading</p>", "\\# no heading"),
        ("<p>- no item</p>", "\\- no item"),
        ("<p>1. no item</p>", "1\\. no item"),
        ("<p>&gt; no quotation</p>", "\\> no quotation"),
        ("<p>&lt;img src=x onerror=alert(1)&gt;</p>", "\\<img src=x onerror=alert(1)>"),
        ("<p>[no link](https://evil.example)</p>", "[no link]\\(https://evil.example)"),
        ("<p>[no link]<b>(https://evil.example)</b></p>", "[no link]\\(https://evil.example)"),
        ("<p>[x]: https://evil.example</p>", "\\[x]: https://evil.example"),
        ("<p>&amp;lt;b&amp;gt;</p>", "\\&lt;b\\&gt;"),
        (
            "<a href=/x>a](https://evil.example) [b</a>",
            "[a\\]\\(https://evil.example) \\[b](https://site.example/x)",
        ),
        ("<pre>```\n# x\n```</pre>", "````\n```\n# x\n```\n````"),
        ("<code>`</code>", "`` ` ``"),
        ("<p>```</p>", "\\`\\`\\`"),
        ("<img alt='a](https://evil.example)'>", "[image: a\\]\\(https://evil.example)]"),
        ("<p>| a | b |</p>", "\\| a | b |"),
    ] {
        assert_eq!(full(page).text, text, "{page}");
    }
}

#[test]
fn ink_011_a_worker_answers_within_its_time() {
    let page = format!("<p>{PROSE}</p>").repeat(2_000);
    let read = read(page.as_bytes(), "text/html", ReadMode::Article).unwrap();
    assert!(read.text.chars().count() <= 100_000 && read.left_out > 100_000);
}
