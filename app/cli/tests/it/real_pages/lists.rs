//! Lists that go on: read on by scrolling, pressing or turning the page, as long as something new comes, five at most.

use laika_bench::web::{Asked, Reply};
use laika_protocol::wire::SiteMode;

use super::world::World;

const EACH: usize = 8;

fn entries(page: usize) -> String {
    let of_list = |at: usize| {
        let text = if page == 3 && at == 2 {
            "The harbour race was won by Ines Okafor in the red boat.".to_owned()
        } else {
            format!("Entry {page}-{at} of the town's diary tells of weather, boats and bread.")
        };
        format!(
            "<article style='height:220px'><h2><a href='/entry/{page}-{at}'>Day {page}-{at}</a></h2><p>{text}</p></article>"
        )
    };
    (0..EACH).map(of_list).collect()
}

fn page(rest: &str) -> String {
    let first = entries(1);
    format!(
        r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Diary</title><main><h1>Diary</h1>
        <div id="list">{first}</div></main>{rest}"#
    )
}

const MORE: &str = r#"<script>let page = 1, busy = false, last = LAST;
    async function more() {
        if (busy || page >= last) return;
        busy = true;
        const answer = await fetch('/part?page=' + (page += 1));
        document.getElementById('list').insertAdjacentHTML('beforeend', await answer.text());
        busy = false;
    }</script>"#;
const BUTTON: &str = r#"<button onclick="more()">Load more</button>"#;
const SCROLLS: &str = r#"<div id="end" style="height:10px"></div><script>
    new IntersectionObserver((seen) => { if (seen[0].isIntersecting) more(); }, { rootMargin: '200px' })
        .observe(document.getElementById('end'));</script>"#;

fn serve(asked: &Asked) -> Reply {
    let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
    let number: usize = query.trim_start_matches("page=").parse().unwrap_or(1);
    let more = |last: &str| MORE.replace("LAST", last);
    Reply::html(match path {
        "/scroll" => page(&format!("{}{SCROLLS}", more("9"))),
        "/scroll-short" => page(&format!("{}{SCROLLS}", more("2"))),
        "/button" => page(&format!("{}{BUTTON}", more("9"))),
        "/part" => entries(number),
        "/pages" => format!(
            "<!doctype html><meta charset=utf-8><title>Diary</title><main>{}</main><a href='/pages?page={}'>Next page</a>",
            entries(number),
            number + 1
        ),
        _ => return Reply::status(404),
    })
}

/// The answer stands on the third page of a list, however the list goes on.
#[test]
fn a_list_is_read_on_until_it_answers() {
    let Some(world) = World::new(serve) else { return };
    for (path, mode, step) in [
        ("/scroll", SiteMode::Observe, "browser.scroll"),
        ("/button", SiteMode::Autopilot, "browser.click Load more"),
        ("/pages", SiteMode::Autopilot, "browser.navigate"),
    ] {
        let told = world.run("Who won the harbour race?", path, mode);
        assert!(told.text().contains("Ines Okafor"), "{path}: {told:#?}");
        assert_eq!(told.done().len(), 2, "{path}: {told:#?}");
        assert!(told.done().iter().all(|done| done.starts_with(step)), "{path}: {told:#?}");
        let progress: Vec<_> = told.doing.iter().filter(|doing| doing.starts_with("page ")).collect();
        assert_eq!(progress, ["page 2 of at most 5", "page 3 of at most 5"], "{path}");
    }
    world.end();
}

/// It stops after five pages, and sooner where nothing new comes.
#[test]
fn reading_on_ends() {
    let Some(world) = World::new(serve) else { return };
    let told = world.run("Who invented the telescope?", "/scroll", SiteMode::Observe);
    assert_eq!(told.done().len(), 4, "{told:#?}");
    assert_eq!(told.answer.unwrap().missing.len(), 1);
    let told = world.run("Who invented the telescope?", "/scroll-short", SiteMode::Observe);
    assert_eq!(told.done().len(), 2, "{told:#?}");
    world.site.forget();
    let told = world.run("Who invented the telescope?", "/pages", SiteMode::Autopilot);
    assert_eq!(world.asked("/pages"), 5, "{told:#?}");
    world.end();
}
