//! A person collects pages, asks across them, makes a table of them and takes it along; everything real.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use laika_bench::web::{Reply, Site};
use serde_json::{Value, json};

use super::world::{Home, Serving, has_browser, until};

/// Three flats, and a page that lists them between what every page has.
fn flats(slow: &Arc<AtomicBool>) -> Site {
    let slow = Arc::clone(slow);
    let page = |title: &str, body: &str| {
        Reply::html(format!(
            "<!doctype html><html lang=en><title>{title}</title><nav><a href='/login'>Log in</a> <a href='/'>Home</a></nav>\
             <main><h1>{title}</h1>{body}</main><footer><a href='/imprint'>Imprint</a></footer></html>"
        ))
    };
    let facts = |rent: &str, size: &str, more: &str| {
        format!(
            "<p>A bright flat near the park, on the third floor of a quiet house.</p>\
             <ul><li>Rent: {rent} per month</li><li>Size: {size}</li></ul><p>{more}</p>"
        )
    };
    Site::start(move |asked| match asked.path.as_str() {
        "/" => page(
            "Flats that people talk about",
            "<ul><li><a href='/ash'>Ash Street: two rooms near the park</a></li>\
             <li><a href='/birch?utm_source=thread'>Birch Lane: three rooms with a balcony</a></li>\
             <li><a href='/cedar'>Cedar Road: a studio by the river</a></li></ul>",
        ),
        "/ash" => page("Ash Street 4", &facts("€1,150", "62 m²", "Pets are allowed. The deposit is €3,450.")),
        "/birch" => {
            if slow.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_secs(20));
            }
            page(
                "Birch Lane 9",
                &facts("€980", "71 m²", "Pets are not allowed. It is free from 1 March 2027."),
            )
        }
        "/cedar" => page("Cedar Road 2", &facts("€1,020", "48 m²", "The studio was renovated in 2024.")),
        _ => Reply { status: 404, ..page("No such flat", "<p>It was here once, and is gone.</p>") },
    })
    .unwrap()
}

/// Every citation is a span of what was captured.
fn resolves(home: &Home, cited: &Value) -> usize {
    let citations = cited["citations"].as_array().cloned().unwrap_or_default();
    for citation in &citations {
        let (source, number) = (citation["sourceId"].as_str().unwrap(), citation["capture"].to_string());
        let shown = home.laika(&["collection", "source", source, "--capture", &number, "--json"]).json();
        let text: Vec<char> = shown["capture"]["text"].as_str().unwrap().chars().collect();
        let at = |name: &str| usize::try_from(citation[name].as_u64().unwrap()).unwrap();
        let span: String = text[at("start")..at("end")].iter().collect();
        assert_eq!(Some(span.as_str()), citation["quote"].as_str(), "{citation}");
    }
    let fields = cited.as_object().into_iter().flat_map(|fields| fields.values());
    let below: usize =
        fields.chain(cited.as_array().into_iter().flatten()).map(|one| resolves(home, one)).sum();
    citations.len() + below
}

#[test]
fn a_thread_becomes_a_table_with_a_citation_in_every_cell() {
    if !has_browser() {
        return;
    }
    let (home, site) = (Home::new(), flats(&Arc::default()));
    let _serving = Serving::start(&home);
    let added = home.laika(&["collection", "add", "Flats", "--from", &site.url("/"), "--json"]);
    assert_eq!(added.code, 0, "{added:?}");
    let states: Vec<String> = added.json()["sources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{} {} {}", one["title"], one["state"], one["url"]))
        .collect();
    assert_eq!(states.len(), 3, "{states:#?}");
    assert!(states.iter().all(|one| one.contains("\"captured\"") && !one.contains("utm_")), "{states:#?}");
    // The same page under another address is no new source, and what is no page is said to be none.
    let again = home.laika(&[
        "collection",
        "add",
        "Flats",
        &format!("{}#x", site.url("/ash")),
        "file:///etc/passwd",
        "--json",
    ]);
    let again = again.json();
    assert_eq!(
        (again["added"].as_array().unwrap().len(), again["known"].as_array().unwrap().len()),
        (0, 1),
        "{again:#}"
    );
    assert_eq!(again["refused"][0]["code"], "E_NOT_WEB", "{again:#}");
    // A question across all of them.
    let asked = home
        .laika(&["ask", "--collection", "flats", "Which flat allows pets?", "--no-model", "--json"])
        .json();
    assert!(asked["answer"]["sentences"].to_string().contains("Pets are allowed"), "{asked:#}");
    assert!(resolves(&home, &asked["answer"]) > 0);
    let nothing =
        home.laika(&["ask", "--collection", "Flats", "Who won the chess tournament?", "--no-model"]);
    assert!(nothing.out.contains("Your sources do not say"), "{nothing:?}");
    // A table, ranked as the person says.
    let made = home.laika(&[
        "transform",
        "comparison",
        "Flats",
        "--set",
        "columns=rent,size,pets",
        "--set",
        "preferences=cheapest first",
        "--no-model",
        "--json",
    ]);
    assert_eq!(made.code, 0, "{made:?}");
    let made = made.json();
    let table = &made["made"]["parts"][0];
    let rows: Vec<String> = table["rows"].as_array().unwrap().iter().map(Value::to_string).collect();
    assert!(
        rows[0].contains("€980") && rows[1].contains("€1,020") && rows[2].contains("€1,150"),
        "{rows:#?}"
    );
    assert!(rows[1].contains("unknown"), "the studio says nothing about pets: {}", rows[1]);
    assert!(!rows.iter().any(|row| row.contains("3,450")), "a deposit is no rent: {rows:#?}");
    assert!(resolves(&home, &made["made"]) >= 6);
    // It is taken along, and found again by its words.
    let id = made["artifact"]["id"].as_str().unwrap().to_owned();
    for (name, holds) in [
        ("t.csv", "€980"),
        ("t.md", "| "),
        ("t.html", "<table"),
        ("t.json", "\"comparison\""),
        ("t.txt", "€980"),
    ] {
        let file = home.path().join(name);
        let saved = home.laika(&["artifact", "export", &id, file.to_str().unwrap()]);
        assert_eq!(saved.code, 0, "{saved:?}");
        assert!(fs::read_to_string(&file).unwrap().contains(holds), "{name}");
    }
    let pdf = home.path().join("t.pdf");
    assert_eq!(home.laika(&["artifact", "export", &id, pdf.to_str().unwrap()]).code, 0);
    assert!(fs::read(&pdf).unwrap().starts_with(b"%PDF-"));
    let found = home.laika(&["collection", "search", "balcony", "river", "--json"]).json();
    assert_eq!(found["found"], json!([]), "no one source has both");
    let found = home.laika(&["collection", "search", "renovated", "--json"]).json();
    assert_eq!(found["found"].as_array().unwrap().len(), 1, "{found:#}");
    // Runs of captures are in the log like every run, and the log verifies.
    let verified = home.laika(&["runs", "verify", "--json"]).json();
    assert_eq!(verified["intact"], true, "{verified:#}");
    assert_eq!(home.laika(&["collection", "remove", "Flats"]).code, 0);
    assert_eq!(home.laika(&["collection", "list", "--json"]).json()["collections"], json!([]));
}

/// A line of the socket holds one MiB; what was made may have more, and comes in parts.
#[test]
fn what_is_longer_than_a_line_of_the_socket_arrives_whole() {
    let home = Home::new();
    let _serving = Serving::start(&home);
    let headings = |file: usize| -> String {
        (0..900).map(|line| format!("## Part {line} of \"file\" {file}\n\n")).collect()
    };
    let files: Vec<String> = (0..13)
        .map(|number| {
            let file = home.path().join(format!("{number}.md"));
            fs::write(&file, headings(number)).unwrap();
            file.display().to_string()
        })
        .collect();
    let mut words = vec!["collection", "add", "Long"];
    files.iter().for_each(|file| words.extend(["--file", file.as_str()]));
    assert_eq!(home.laika(&words).code, 0);
    let made = home.laika(&["transform", "outline", "Long", "--no-model", "--json"]);
    assert!(made.out.len() > 1024 * 1024, "{} bytes, {}", made.out.len(), made.said);
    assert_eq!(made.json()["made"]["sources"].as_array().unwrap().len(), 13);
    let id = made.json()["artifact"]["id"].as_str().unwrap().to_owned();
    for name in ["t.json", "t.md", "t.html"] {
        let file = home.path().join(name);
        let saved = home.laika(&["artifact", "export", &id, file.to_str().unwrap()]);
        assert_eq!(saved.code, 0, "{saved:?}");
        let text = fs::read_to_string(&file).unwrap();
        let last = text.rfind("Part 899 of").is_some() && text.contains("Part 0 of");
        assert!(last && text.len() > 1024 * 1024, "{name} has {} bytes", text.len());
    }
}

/// An address may lead to another site. Nobody named that one, so nothing is read there (S4), and it is said which it was.
#[test]
fn s4_a_capture_follows_no_redirect_to_another_site() {
    if !has_browser() {
        return;
    }
    let (home, flats) = (Home::new(), flats(&Arc::default()));
    let to = flats.url("/ash");
    let short = Site::start(move |_| Reply::redirect(&to)).unwrap();
    let _serving = Serving::start(&home);
    let added = home.laika(&["collection", "add", "Flats", &short.url("/x"), "--json"]).json();
    let failure = &added["sources"][0]["failure"];
    assert_eq!(failure["code"], "E_ORIGIN_NOT_ALLOWED", "{added:#}");
    assert!(failure["sentence"].as_str().unwrap().contains(&flats.origin()), "{added:#}");
    // It is not tried again by itself, and what to do is said.
    assert_eq!((&added["sources"][0]["state"], &added["sources"][0]["tries"]), (&json!("failed"), &json!(1)));
    let shown = home.laika(&["collection", "show", "Flats"]);
    assert!(shown.said.contains("laika collection add col"), "{shown:?}");
    let lies = |word: &str| {
        let files = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().path());
        files
            .filter(|path| path.is_file())
            .any(|path| fs::read(&path).unwrap().windows(word.len()).any(|part| part == word.as_bytes()))
    };
    assert!(!lies("Ash Street"));
}

#[test]
fn a_crash_in_the_middle_of_captures_loses_none_of_them() {
    if !has_browser() {
        return;
    }
    let slow = Arc::new(AtomicBool::new(true));
    let (home, site) = (Home::new(), flats(&slow));
    let urls: Vec<String> = ["/ash", "/birch", "/cedar"].map(|path| site.url(path)).to_vec();
    {
        let serving = Serving::start(&home);
        let words = ["collection", "add", "Flats", &urls[0], &urls[1], &urls[2], "--no-wait"];
        assert_eq!(home.laika(&words).code, 0);
        until("the slow one is asked for", || site.asked().iter().any(|asked| asked.path == "/birch"));
        drop(serving);
    }
    slow.store(false, Ordering::Relaxed);
    let _serving = Serving::start(&home);
    until("all are captured", || {
        let shown = home.laika(&["collection", "show", "Flats", "--json"]).json();
        shown["sources"].as_array().unwrap().iter().all(|one| one["state"] == "captured")
    });
    let shown = home.laika(&["collection", "show", "Flats", "--json"]).json();
    assert_eq!(shown["sources"].as_array().unwrap().len(), 3, "{shown:#}");
}

#[test]
fn what_cannot_be_captured_says_why_and_is_tried_again_when_asked() {
    if !has_browser() {
        return;
    }
    let (home, site) = (Home::new(), flats(&Arc::default()));
    let _serving = Serving::start(&home);
    let added = home.laika(&["collection", "add", "Odd", "--note", "Ask about the <b>cellar</b>.", "--json"]);
    assert_eq!(added.code, 0, "{added:?}");
    let asked = home.laika(&["ask", "--collection", "Odd", "What about the cellar?", "--no-model"]);
    assert!(
        asked.out.contains("cellar") && asked.out.contains("your note") | asked.out.contains("note:"),
        "{asked:?}"
    );
    for (words, code) in [
        (vec!["collection", "show", "Nobody"], "E_NO_COLLECTION"),
        (vec!["collection", "source", "src:none"], "E_NO_SOURCE"),
        (vec!["transform", "poem", "Odd"], "E_NO_TRANSFORM"),
        (vec!["artifact", "show", "art:none"], "E_NO_ARTIFACT"),
    ] {
        let refused = home.laika(&words);
        assert!(refused.code == 2 && refused.said.contains(code), "{words:?}: {refused:?}");
    }
    // A page that says that there is none is no source, and is not tried again.
    let gone = home.laika(&["collection", "add", "Gone", &site.url("/nowhere"), "--json"]);
    assert_eq!((gone.code, &gone.json()["sources"][0]["failure"]["code"]), (1, &json!("E_HTTP_STATUS")));
    // A page of Laika's own window is none at all (S2).
    let own =
        home.laika(&["collection", "add", "Odd", "http://127.0.0.1:47811/", "--json", "--no-wait"]).json();
    until("it was looked at", || {
        let shown = home.laika(&["collection", "show", "Odd", "--json"]).json();
        let page = shown["sources"].as_array().unwrap().iter().find(|one| one["kind"] == "url").cloned();
        page.is_some_and(|one| one["failure"]["code"] == "E_RESTRICTED_PAGE" && one["state"] == "failed")
    });
    assert_eq!(own["added"].as_array().unwrap().len(), 1, "{own:#}");
    drop(site);
}
