//! Buttons that send by a script: what they would send is stopped, named on a card of its own, and sent with a yes only.

use laika_bench::web::{Asked, Reply};
use laika_daemon::service::Reply as Answer;
use laika_protocol::wire::SiteMode;

use super::world::World;

const PAGE: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title><main><h1>Bread</h1>
    <p>A loaf of rye costs 4.20.</p><button id="b">Reserve a loaf</button><p id="said"></p></main><script>
    document.getElementById("b").addEventListener("click", async () => {
        const answer = await fetch("/reserve", { method: "POST", body: "loaf=rye" });
        if (answer.ok) document.getElementById("said").textContent = "One loaf of rye is reserved for you.";
    });</script>"#;

fn serve(asked: &Asked) -> Reply {
    match asked.path.as_str() {
        "/" => Reply::html(PAGE.to_owned()),
        "/reserve" => Reply::html("ok".to_owned()),
        _ => Reply::status(404),
    }
}

#[test]
fn s8_what_a_script_sends_is_named_and_sent_once_with_a_yes() {
    let Some(world) = World::new(serve) else { return };
    let told = world.run("Press \"Reserve a loaf\"", "/", SiteMode::Assist);
    let requests: Vec<_> = told.cards.iter().map(|card| card.requests.clone()).collect();
    let sent = format!("POST {}", world.site.url("/reserve"));
    assert_eq!(requests, [vec![], vec![sent]], "{told:#?}");
    assert_eq!(world.asked("/reserve"), 1, "{told:#?}");
    assert!(told.text().contains("reserved for you"), "{told:#?}");
    assert!(told.answer.as_ref().is_some_and(|answer| answer.undone.is_empty()), "{told:#?}");

    // Who says no to the second card has sent nothing.
    let order = world.order("Press \"Reserve a loaf\"", "/", SiteMode::Assist);
    let told = world.run_with(
        order,
        |card| if card.requests.is_empty() { Answer::Once } else { Answer::No },
        |_| false,
    );
    assert_eq!(told.cards.len(), 2, "{told:#?}");
    assert_eq!(world.asked("/reserve"), 1, "nothing more: {told:#?}");
    world.end();
}
