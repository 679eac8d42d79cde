//! What is sent is shown first: by a form, every field with what it holds; by a script, it is stopped, named on a card of its
//! own, and sent with a yes only.

use laika_bench::web::{Asked, Reply};
use laika_daemon::service::Reply as Answer;
use laika_daemon::working::FieldHeld;
use laika_protocol::wire::SiteMode;

use super::world::World;

const PAGE: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title><main><h1>Bread</h1>
    <p>A loaf of rye costs 4.20.</p><button id="b">Reserve a loaf</button><p id="said"></p></main><script>
    document.getElementById("b").addEventListener("click", async () => {
        const answer = await fetch("/reserve", { method: "POST", body: "loaf=rye" });
        if (answer.ok) document.getElementById("said").textContent = "One loaf of rye is reserved for you.";
    });</script>"#;

const FORM: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Tour</title><main><h1>Tour</h1>
    <form action="/booked" method="post"><label>Your name <input name="who" required></label>
    <label>Note <input name="note"></label><label>Language <input name="language" value="Frisian"></label>
    <input type="hidden" name="token" value="hush">
    <label>Seat <input name="seat"></label><button>Book the tour</button></form></main><script>
    const [who, note] = ["who", "note"].map((name) => document.querySelector(`[name=${name}]`));
    if (location.search === "?changes") note.addEventListener("input", () => (who.value = "Mallory"));</script>"#;

fn serve(asked: &Asked) -> Reply {
    match asked.path.as_str() {
        "/" => Reply::html(PAGE.to_owned()),
        "/tour" | "/tour?changes" => Reply::html(FORM.to_owned()),
        "/booked" => {
            Reply::html("<!doctype html><title>Booked</title><p>Your tour is booked.</p>".to_owned())
        }
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

/// S18: the card of a form shows what Laika entered, with whose words it is, and of everything else only whether it is
/// there. What a page made of it is not shown as Laika's.
#[test]
fn s18_the_card_of_a_form_shows_what_would_be_sent() {
    let Some(world) = World::new(serve) else { return };
    let held = |page: &str| {
        let told =
            world.run("Book the tour. My name is Mara. The note is bring boots.", page, SiteMode::Assist);
        let form =
            told.cards.iter().find_map(|card| card.sends.clone()).unwrap_or_else(|| panic!("{told:#?}"));
        form.fields.into_iter().map(|field| (field.name, field.held)).collect::<Vec<_>>()
    };
    let entered = |value: &str| FieldHeld::Entered { value: value.into(), source: "user".into() };
    let rest = [
        ("note", entered("bring boots")),
        ("language", FieldHeld::Filled),
        ("token", FieldHeld::Filled),
        ("seat", FieldHeld::Empty),
    ];
    let with = |who| -> Vec<(String, FieldHeld)> {
        [("who", who)].into_iter().chain(rest.clone()).map(|(name, held)| (name.to_owned(), held)).collect()
    };
    assert_eq!(held("/tour"), with(entered("Mara")));
    assert_eq!(held("/tour?changes"), with(FieldHeld::Filled));
    world.end();
}
