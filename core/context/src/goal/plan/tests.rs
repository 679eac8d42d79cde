//! Goals on their way over small pages.

use super::*;
use alloc::format;
use alloc::vec;
use laika_protocol::ids::DocId;
use laika_protocol::observation::ElementState;
use serde_json::{Value, json};

fn page(path: &str, text: &str, elements: &[(&str, &str, &str)]) -> Observation {
    let element = |(at, (role, name, href)): (usize, &(&str, &str, &str))| {
        let attributes = if href.is_empty() { json!({}) } else { json!({ "href": href }) };
        json!({ "handleId": format!("h_{at:022}"), "role": role, "accessibleName": name, "attributes": attributes,
            "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 } })
    };
    let elements: Vec<Value> = elements.iter().enumerate().map(element).collect();
    serde_json::from_value(json!({
        "url": format!("https://town.example{path}"), "title": path, "origin": "https://town.example",
        "documentId": "doc_1", "navigationGeneration": 0, "observedAtMs": 0, "text": text, "elements": elements,
    }))
    .unwrap()
}

fn material(text: &str) -> Material {
    let (doc_id, title) = (DocId::parse("doc:web:page").unwrap(), String::new());
    Material { doc_id, title, text: text.into(), signals: Vec::new(), anchors: Vec::new() }
}

#[test]
fn a_form_is_filled_before_its_button_is_pressed() {
    let form =
        page("/book", "", &[("textbox", "Your name", ""), ("textbox", "Email", ""), ("button", "Book", "")]);
    let mut plan = Plan::new(Goal::read("Book a tour. My name is Mara, my email is m@mail.example."));
    let mut told = Vec::new();
    for _ in 0..4 {
        match plan.next(&form, &[], true) {
            Next::Enter { entry, fields, .. } => {
                told.push(format!("{} into {}", entry.value, fields[0].name))
            }
            Next::Act { clause, sends, press } => {
                told.push(format!("{clause}, {sends}, {:?}", press.map(|press| press.name)));
            }
            Next::Open { .. } => told.push("open".into()),
            Next::Answer => told.push("answer".into()),
            Next::Clear(_)
            | Next::More { .. }
            | Next::HandOff(_)
            | Next::AskFor(_)
            | Next::Choose { .. }
            | Next::Uncover { .. } => {
                told.push("something else".into());
            }
        }
        plan.done(false);
    }
    assert_eq!(
        told,
        ["Mara into Your name", "m@mail.example into Email", "Book a tour, true, Some(\"Book\")", "answer"]
    );
}

/// The browser died after the first field: the form that comes in its place is empty, and is filled from the start.
/// One that comes a third time is not.
#[test]
fn a_form_that_was_loaded_anew_is_filled_anew() {
    let form = |document: &str| {
        let fields = [("textbox", "Your name", ""), ("textbox", "Email", ""), ("button", "Book", "")];
        let document_id = DocumentId::parse(document).unwrap();
        Observation { document_id, ..page("/book", "", &fields) }
    };
    let mut plan = Plan::new(Goal::read("Book a tour. My name is Mara, my email is m@mail.example."));
    let mut told = Vec::new();
    for document in ["doc_1", "doc_2", "doc_2", "doc_3", "doc_3"] {
        match plan.next(&form(document), &[], true) {
            Next::Enter { fields, .. } => told.push(format!("{document}: {}", fields[0].name)),
            Next::Act { sends, .. } => told.push(format!("{document}: sends {sends}")),
            Next::Open { .. }
            | Next::Answer
            | Next::Clear(_)
            | Next::More { .. }
            | Next::HandOff(_)
            | Next::AskFor(_)
            | Next::Choose { .. }
            | Next::Uncover { .. } => told.push(format!("{document}: over")),
        }
        plan.done(false);
    }
    let expected =
        ["doc_1: Your name", "doc_2: Your name", "doc_2: Email", "doc_3: Email", "doc_3: sends true"];
    assert_eq!(told, expected);
}

/// What a form wants and the goal does not say is asked for before the form is sent, each field once; a field of another form
/// is not.
#[test]
fn what_a_form_still_wants_is_asked_for() {
    let form = |missing: &[&str]| {
        let names = ["Your name", "People", "Newsletter", "Book"];
        let roles = ["textbox", "combobox", "textbox", "button"];
        let fields: Vec<_> = roles.into_iter().zip(names).map(|(role, name)| (role, name, "")).collect();
        let mut form = page("/book", "", &fields);
        for element in &mut form.elements {
            if missing.contains(&element.accessible_name.as_str()) {
                element.states.push(ElementState::Invalid);
            }
        }
        let field = |at: usize, options: &[&str]| {
            json!({ "handleId": format!("h_{at:022}"), "type": "text", "label": "", "required": true,
                "options": options })
        };
        let forms = json!([
            { "label": "", "fields": [field(0, &[]), field(1, &["1 person", "3 people"])] },
            { "label": "", "fields": [field(2, &[])] },
        ]);
        form.forms = serde_json::from_value(forms).unwrap();
        form
    };
    let mut plan = Plan::new(Goal::read("Book a tour. My name is Mara."));
    assert_eq!(
        told(&plan.next(&form(&["Your name", "People", "Newsletter"]), &[], true)),
        "Mara into Your name"
    );
    plan.done(false);
    let page = form(&["People", "Newsletter"]);
    let Next::AskFor(wanted) = plan.next(&page, &[], true) else { panic!("it is not asked for") };
    assert_eq!((wanted.label.as_str(), wanted.options.len()), ("People", 2));
    plan.tells(&wanted, "3");
    assert_eq!(told(&plan.next(&page, &[], true)), "3 people into People");
    plan.done(false);
    assert_eq!(told(&plan.next(&form(&["Newsletter"]), &[], true)), "Book a tour");
    plan.done(true);

    // A page that says so only when the button was pressed.
    let mut plan = Plan::new(Goal::read("Press Book."));
    assert_eq!(told(&plan.next(&page, &[], true)), "Press Book");
    plan.was_incomplete();
    assert_eq!(told(&plan.next(&page, &[], true)), "what is People");
    assert_eq!(told(&plan.next(&page, &[], true)), "Press Book", "nobody is asked twice");
}

#[test]
fn a_link_to_the_form_is_only_the_way() {
    let (front, form) = (
        page("/", "", &[("link", "Book a tour", "https://town.example/book")]),
        page("/book", "", &[("textbox", "Your name", ""), ("button", "Book", "")]),
    );
    let mut plan = Plan::new(Goal::read("Book a tour. My name is Mara."));
    assert!(matches!(plan.next(&front, &[], true), Next::Act { sends: false, .. }));
    plan.done(true);
    assert!(matches!(plan.next(&form, &[], true), Next::Enter { .. }));
    plan.done(false);
    assert!(matches!(plan.next(&form, &[], true), Next::Act { sends: true, .. }));
    plan.done(true);
    assert_eq!(plan.next(&front, &[], true), Next::Answer);
}

#[test]
fn questions_are_looked_for_where_links_speak_of_them() {
    let front = page(
        "/",
        "Welcome.",
        &[
            ("link", "Shop", "https://town.example/shop"),
            ("link", "Delivery", "https://town.example/delivery"),
        ],
    );
    let mut plan = Plan::new(Goal::read("How long does delivery take, and how much does the lantern weigh?"));
    let read = [material("Welcome.")];
    let Next::Open { leads, .. } = plan.next(&front, &read, true) else { panic!("no look") };
    assert_eq!(leads[0].text, "Delivery");
    plan.opens(&leads[0].url);
    let delivery = page("/delivery", "Delivery takes 4 days.", &[("link", "Back", "https://town.example/")]);
    let read = [material("Welcome."), material("Delivery takes 4 days.")];
    let Next::Open { question, leads } = plan.next(&delivery, &read, true) else { panic!("no look") };
    assert_eq!((question.as_str(), leads[0].text.as_str()), ("how much does the lantern weigh?", "Shop"));
    assert_eq!(plan.next(&delivery, &read, false), Next::Answer, "who may only read opens nothing");
    assert!(plan.known(&read)[0].found.is_some() && plan.known(&read)[1].found.is_none());
}

#[test]
fn what_cannot_be_done_is_given_up_and_said() {
    let form = page("/book", "", &[("textbox", "Your name", "")]);
    let mut plan = Plan::new(Goal::read("My name is Mara, my shoe size is 43."));
    for _ in 0..MOST_TRIES {
        assert!(matches!(plan.next(&form, &[], true), Next::Enter { .. }));
        plan.not_done();
    }
    assert_eq!(told(&plan.next(&form, &[], true)), "yours, Manual");
    assert_eq!(plan.next(&form, &[], true), Next::Answer);
    assert_eq!(plan.given_up(), ["43"], "the other one is the person's now");
}

/// "Choose the size and order": whoever cannot choose the size does not order any other.
#[test]
fn nothing_is_sent_after_a_step_that_failed_unless_the_person_goes_on() {
    let shop =
        page("/shop", "", &[("textbox", "Size", ""), ("button", "Engrave", ""), ("button", "Order", "")]);
    for (goal, fails) in [
        ("Enter 43 into Size, then click Order.", "43"),
        ("Click Engrave, then click Order.", "Click Engrave"),
        ("Click \"Wrap it\", then click Order.", "Click \"Wrap it\""),
    ] {
        let mut plan = Plan::new(Goal::read(goal));
        let handed = loop {
            let next = plan.next(&shop, &[], true);
            if let Next::HandOff(assist) = next {
                break assist;
            }
            assert!(!told(&next).contains("Order"), "{goal}: {}", told(&next));
            plan.not_done();
        };
        assert!(handed.what.contains(fails), "{goal}: {}", handed.what);
        assert!(told(&plan.next(&shop, &[], true)).contains("Order"), "{goal}: the person let it go on");
        plan.done(false);
        assert_eq!(plan.next(&shop, &[], true), Next::Answer, "{goal}");

        // Where nothing may be done, nothing rests on it, and the answer says all of it.
        let mut plan = Plan::new(Goal::read(goal));
        while plan.next(&shop, &[], false) != Next::Answer {
            plan.not_done();
        }
        assert_eq!(plan.given_up().len(), 2, "{goal}: {:?}", plan.given_up());
    }
}

/// What rests on nothing, and what nothing rests on, stops no run.
#[test]
fn a_step_that_nothing_rests_on_is_only_told() {
    let shop = page("/shop", "", &[("button", "Order", "")]);
    for goal in
        ["Click \"No thanks\" if it appears, then click \"Order\".", "My name is Mara. Click \"Order\"."]
    {
        let told = steps(goal, &shop);
        assert!(matches!(told.as_slice(), [order] if order.ends_with("(Order)")), "{goal}: {told:?}");
    }
}

/// A calendar behind a field that takes no text: opened, turned, chosen, and only then the form is sent.
#[test]
fn a_date_is_chosen_on_a_calendar_and_the_form_sent_after_it() {
    let read_only = |mut page: Observation| {
        page.elements[0].states.push(ElementState::ReadOnly);
        page
    };
    let fields = [("textbox", "Arrival", ""), ("textbox", "Name", ""), ("button", "Book", "")];
    let closed = read_only(page("/book", "", &fields));
    let open = |month: &str| {
        let days: Vec<String> = (1..=30).map(|day| format!("{day}")).collect();
        let days = days.iter().map(|day| ("link", day.as_str(), ""));
        let all: Vec<_> =
            fields.into_iter().chain([("link", "Prev", ""), ("link", "Next", "")]).chain(days).collect();
        let counted: Vec<String> = (1..=30).map(|day| format!("{day}")).collect();
        read_only(page("/book", &format!("{month} Mo Tu {}", counted.join(" | ")), &all))
    };
    for goal in [
        "Select 11/12/2026 as the date, then click Book.",
        "My name is Mara. The arrival is 12 November 2026. Book it.",
        "My name is Mara. Book it for 12 November 2026.",
    ] {
        let mut plan = Plan::new(Goal::read(goal));
        let (mut month, mut told) = ("", Vec::new());
        for _ in 0..7 {
            let page = if month.is_empty() { closed.clone() } else { open(month) };
            let next = pressed_or_told(&plan.next(&page, &[], true));
            month = match next.as_str() {
                "Arrival" => "September 2026",
                "Next" if month == "September 2026" => "October 2026",
                "Next" => "November 2026",
                _ => "",
            };
            told.push(next);
            plan.done(false);
        }
        told.retain(|next| next != "Mara into Name" && next != "answer");
        assert_eq!(told, ["Arrival", "Next", "Next", "12", "Book"], "{goal}");
    }
}

/// A calendar that stays open belongs to the field that opened it: the next date is not chosen in it.
#[test]
fn each_date_has_its_own_calendar() {
    let days: Vec<String> = (1..=30).map(|day| format!("{day}")).collect();
    let mut all = vec![("textbox", "Arrival", ""), ("textbox", "Departure", "")];
    all.extend(days.iter().map(|day| ("link", day.as_str(), "")));
    let mut open = page("/book", &format!("November 2026 Mo Tu {}", days.join(" | ")), &all);
    open.elements.iter_mut().take(2).for_each(|field| field.states.push(ElementState::ReadOnly));
    let goal = "The arrival is 12 November 2026. The departure is 15 November 2026.";
    let mut plan = Plan::new(Goal::read(goal));
    let told: Vec<String> = (0..4)
        .map(|_| {
            let next = pressed_or_told(&plan.next(&open, &[], true));
            plan.done(false);
            next
        })
        .collect();
    assert_eq!(told, ["Arrival", "12", "Departure", "15"]);

    // One that cannot be opened is the person's, and is never sent without it unseen.
    let mut closed = page("/book", "", &all[..2]);
    closed.elements.iter_mut().for_each(|field| field.states.push(ElementState::ReadOnly));
    let told = steps(goal, &closed);
    assert_eq!(told, ["look behind Arrival", "yours, Manual", "look behind Departure", "yours, Manual"]);
}

/// A page that was opened anew holds no date: it is chosen once more before the form is sent.
#[test]
fn a_date_that_is_gone_is_chosen_again() {
    let days: Vec<String> = (1..=30).map(|day| format!("{day}")).collect();
    let mut all = vec![("textbox", "Arrival", "")];
    all.extend(days.iter().map(|day| ("link", day.as_str(), "")));
    all.push(("button", "Book", ""));
    let open = |document: &str| {
        let mut open = page("/book", &format!("November 2026 Mo Tu {}", days.join(" | ")), &all);
        open.elements[0].states.push(ElementState::ReadOnly);
        open.document_id = DocumentId::parse(document).unwrap();
        open
    };
    for goal in
        ["The arrival is 12 November 2026. Book it.", "Select 12 November 2026 as the date, then click Book."]
    {
        let mut plan = Plan::new(Goal::read(goal));
        let documents = ["doc_1", "doc_1", "doc_2", "doc_2", "doc_2", "doc_2"];
        let told = documents.map(|document| {
            let next = pressed_or_told(&plan.next(&open(document), &[], true));
            plan.done(false);
            next
        });
        assert_eq!(told, ["Arrival", "12", "Arrival", "12", "Book", "answer"], "{goal}");
    }
}

/// A form that takes only what it offers while something is typed.
#[test]
fn what_is_offered_while_typing_is_chosen_once() {
    let fields = [("textbox", "Town", ""), ("listitem", "Bergen, Norway", ""), ("button", "Search", "")];
    let before = page("/fly", "", &fields);
    let mut all = fields.to_vec();
    all.extend([("option", "Oslo, Norway", ""), ("option", "Bergen (BGO)", "")]);
    let after = page("/fly", "", &all);
    let mut plan = Plan::new(Goal::read("Enter \"Bergen\" into Town, then click Search."));
    assert_eq!(told(&plan.next(&before, &[], true)), "Bergen into Town");
    plan.done(false);
    assert_eq!(told(&plan.next(&after, &[], true)), "choose Bergen (BGO)", "not what was there before");
    plan.done(false);
    assert_eq!(pressed_or_told(&plan.next(&after, &[], true)), "Search");

    // What comes up after something else was done is not offered for what was typed.
    let mut plan = Plan::new(Goal::read("Enter \"Bergen\" into Town, then click Search, then click Search."));
    for _ in 0..2 {
        plan.next(&before, &[], true);
        plan.done(false);
    }
    assert_eq!(pressed_or_told(&plan.next(&after, &[], true)), "Search");
}

/// A page with these signals and buttons.
fn covered(signals: &[&str], names: &[&str]) -> Observation {
    let buttons: Vec<_> = names.iter().map(|name| ("button", *name, "")).collect();
    let mut page = page("/book", "", &buttons);
    page.signals = signals.iter().map(|signal| serde_json::from_value(json!(signal)).unwrap()).collect();
    page
}

fn told(next: &Next) -> String {
    match next {
        Next::Clear(way) => format!("press {}", way.name),
        Next::HandOff(assist) => format!("yours, {:?}", assist.need),
        Next::Act { clause, .. } => clause.clone(),
        Next::Enter { entry, fields, .. } => format!("{} into {}", entry.value, fields[0].name),
        Next::AskFor(wanted) => format!("what is {}", wanted.label),
        Next::Open { leads, .. } => format!("open {}", leads[0].text),
        Next::More { number, .. } => format!("page {number}"),
        Next::Uncover { press, .. } => format!("look behind {}", press.name),
        Next::Choose { press, .. } => format!("choose {}", press.name),
        Next::Answer => "answer".into(),
    }
}

/// The name of what is pressed; anything else as it is told.
fn pressed_or_told(next: &Next) -> String {
    if let Next::Uncover { press, .. } | Next::Act { press: Some(press), .. } = next {
        press.name.clone()
    } else {
        told(next)
    }
}

/// What a plan does on a page that stays as it is, until it answers.
fn steps(goal: &str, page: &Observation) -> Vec<String> {
    let mut plan = Plan::new(Goal::read(goal));
    let mut steps = Vec::new();
    for _ in 0..12 {
        let next = plan.next(page, &[], true);
        if next == Next::Answer {
            break;
        }
        let press = if let Next::Act { press: Some(press), .. } = &next {
            format!(" ({})", press.name)
        } else {
            String::new()
        };
        steps.push(told(&next) + &press);
        plan.done(false);
    }
    steps
}

#[test]
fn a_clause_that_names_several_things_or_a_place_is_done_thing_by_thing() {
    let form = page(
        "/form",
        "",
        &[
            ("checkbox", "Oslo", ""),
            ("checkbox", "Lima", ""),
            ("radio", "", ""),
            ("radio", "", ""),
            ("textbox", "", ""),
            ("textbox", "", ""),
            ("button", "Submit", ""),
        ],
    );
    for (goal, expected) in [
        (
            "Select Lima and Oslo, and hit submit",
            &["Select \"Lima\" (Lima)", "Select \"Oslo\" (Oslo)", "hit submit (Submit)"][..],
        ),
        // What is entered is sent once: by the clause that says so.
        (
            "Check the 2nd radio button and enter the number \"8\" into the 2nd textbox. Press submit.",
            &["Check the 2nd radio button ()", "8 into ", "Press submit (Submit)"],
        ),
    ] {
        assert_eq!(steps(goal, &form), expected, "{goal}");
    }
}

/// What is named and not seen is looked for behind what is closed, each thing once, and not for ever.
#[test]
fn what_is_named_may_be_behind_a_tab() {
    let tabs = page("/", "", &[("tab", "One", ""), ("tab", "Two", ""), ("tab", "Three", "")]);
    let there =
        page("/", "", &[("tab", "One", ""), ("tab", "Two", ""), ("link", "nibh", "https://town.example/n")]);
    let mut plan = Plan::new(Goal::read("Switch between the tabs to find and click on the link \"nibh\"."));
    let mut seen = Vec::new();
    for page in [&tabs, &tabs, &there] {
        seen.push(told(&plan.next(page, &[], true)));
        plan.done(false);
    }
    assert_eq!(seen, ["look behind One", "look behind Two", "click on the link \"nibh\""]);
    let nowhere = steps("Click \"nibh\".", &tabs);
    assert_eq!(
        nowhere,
        ["look behind One", "look behind Two", "look behind Three"],
        "nothing else is pressed instead"
    );
}

#[test]
fn what_lies_over_the_page_is_got_out_of_the_way() {
    const WALL: &[&str] = &["overlay_or_dialog", "consent_overlay"];
    let (both, only_yes) = (["Accept all", "Reject all", "Book"], ["Accept all", "Book"]);
    // A wall comes before what is to be done, twice at most; then it is the person's, once.
    let mut plan = Plan::new(Goal::read("Book a tour."));
    let mut steps = Vec::new();
    for _ in 0..4 {
        steps.push(told(&plan.next(&covered(WALL, &both), &[], true)));
        plan.not_done();
    }
    assert_eq!(steps, ["press Reject all", "press Reject all", "yours, Consent", "Book a tour"]);

    for (goal, signals, names, may_move, expected) in [
        // Nothing that agrees is pressed.
        ("Book a tour.", WALL, &only_yes[..], true, "yours, Consent"),
        // The person's own words decide about it.
        ("Accept all cookies, then book a tour.", WALL, &both[..], true, "Accept all cookies"),
        // A dialog that asks for nothing may be what is worked in.
        ("Book a tour.", &["overlay_or_dialog"][..], &["Close", "Book"][..], true, "Book a tour"),
        // A banner at the edge covers nothing.
        ("Book a tour.", &["consent_overlay"][..], &both[..], true, "Book a tour"),
        // Who only reads needs no yes and no no, unless the page does not answer.
        ("What is it?", WALL, &both[..], false, "answer"),
        ("How long does delivery take?", WALL, &both[..], true, "press Reject all"),
        ("How long does delivery take?", WALL, &only_yes[..], true, "answer"),
        ("Summarise it.", WALL, &both[..], true, "answer"),
    ] {
        let mut plan = Plan::new(Goal::read(goal));
        assert_eq!(told(&plan.next(&covered(signals, names), &[], may_move)), expected, "{goal} {names:?}");
    }

    // What is in the way of an act is closed, whatever it is, and the act is tried again.
    let dialog = covered(&["overlay_or_dialog"], &["Subscribe", "No thanks", "Book"]);
    let mut plan = Plan::new(Goal::read("Book a tour."));
    assert_eq!(told(&plan.next(&dialog, &[], true)), "Book a tour");
    plan.was_covered();
    assert_eq!(told(&plan.next(&dialog, &[], true)), "press No thanks");
    plan.done(false);
    assert_eq!(told(&plan.next(&covered(&[], &["Book"]), &[], true)), "Book a tour");
    plan.done(false);
    assert_eq!(told(&plan.next(&covered(&[], &[]), &[], true)), "answer");
    assert!(plan.given_up().is_empty());

    // Where nothing helps, it ends.
    let stuck = covered(&["overlay_or_dialog"], &["Subscribe", "Book"]);
    let mut plan = Plan::new(Goal::read("Book a tour."));
    let mut steps = Vec::new();
    for _ in 0..6 {
        steps.push(told(&plan.next(&stuck, &[], true)));
        plan.was_covered();
    }
    assert_eq!(steps[1], "yours, Manual", "{steps:?}");
    assert_eq!(steps.last().map(String::as_str), Some("answer"), "{steps:?}");
    assert_eq!(plan.given_up(), ["Book a tour"]);
}

#[test]
fn more_is_asked_for_between_good_links_and_poor_ones() {
    let links = |good: bool| {
        let mut links = vec![("link", "Next page", "https://town.example/news?page=2")];
        links.push(("link", "Shop", "https://town.example/shop"));
        if good {
            links.push(("link", "Lantern weights", "https://town.example/weights"));
        }
        links
    };
    let mut plan = Plan::new(Goal::read("How much does the lantern weigh?"));
    let read = [material("News.")];
    assert_eq!(told(&plan.next(&page("/news", "News.", &links(true)), &read, true)), "open Lantern weights");
    plan.opens("https://town.example/weights");
    assert_eq!(told(&plan.next(&page("/news", "News.", &links(true)), &read, true)), "page 2");
    plan.not_done();
    assert_eq!(told(&plan.next(&page("/news", "News.", &links(false)), &read, true)), "open Shop");
    let answered = [material("The lantern weighs 2 kg.")];
    assert_eq!(told(&plan.next(&page("/news", "News.", &links(false)), &answered, true)), "answer");
}

#[test]
fn a_search_is_done_where_its_results_are() {
    let results = page("/find", "Results", &[("link", "Lantern weights", "https://lamp.example/weights")]);
    let mut plan = Plan::new(Goal::read("Search for how much does a lantern weigh"));
    assert_eq!(told(&plan.next(&results, &[], true)), "Search for how much does a lantern weigh");
    plan.on_results(true);
    assert_eq!(told(&plan.next(&results, &[material("Results")], true)), "open Lantern weights");
    let mut plan = Plan::new(Goal::read("Search for lanterns."));
    plan.on_results(true);
    assert_eq!(told(&plan.next(&results, &[], true)), "answer");
    assert!(plan.goal().results);
}

#[test]
fn what_is_the_persons_is_handed_over_once() {
    let mut field = page("/board", "Board", &[("button", "Picture", ""), ("button", "Send", "")]);
    field.elements[0].attributes.input_type = Some("file".into());
    let steps = |goal: &str, page: &Observation, failed: fn(&mut Plan)| {
        let mut plan = Plan::new(Goal::read(goal));
        let mut steps = Vec::new();
        for _ in 0..4 {
            steps.push(told(&plan.next(page, &[material("Board")], true)));
            failed(&mut plan);
        }
        steps
    };
    let done = |plan: &mut Plan| plan.done(false);
    assert_eq!(
        steps("Upload my picture, then press Send", &field, done)[..3],
        ["yours, FilePicker", "press Send", "answer"]
    );
    assert_eq!(
        steps("Press Picture, then press Send", &field, Plan::was_file)[..2],
        ["Press Picture", "yours, FilePicker"]
    );
    let check = page("/check", "Please verify you are human.", &[("button", "Go", "")]);
    assert_eq!(steps("Press Go", &check, done)[..3], ["yours, Captcha", "Press Go", "answer"]);
    assert_eq!(steps("How deep is the lake?", &check, done)[..2], ["yours, Captcha", "answer"]);
    assert_eq!(steps("Summarise it", &check, done)[0], "answer", "what is there can be said");
    let empty = page("/canvas", "", &[]);
    let mut plan = Plan::new(Goal::read("Press Go"));
    assert_eq!(told(&plan.next(&empty, &[], true)), "Press Go");
    assert!(plan.found_nothing(&empty));
    assert_eq!(told(&plan.next(&empty, &[], true)), "yours, Manual");
    assert_eq!(told(&plan.next(&empty, &[], true)), "answer");
    assert!(!Plan::new(Goal::read("Press Go")).found_nothing(&check), "it has elements that can be read");
}

/// A letter is opened, its field too, and then it is written and sent; a search is no field for it.
#[test]
fn letters_are_answered_and_passed_on() {
    let inbox = [
        ("generic", "Ada", ""),
        ("generic", "star", ""),
        ("generic", "Grace", ""),
        ("searchbox", "Search", ""),
    ];
    let mail = [("generic", "trash", ""), ("generic", "Reply", ""), ("generic", "Forward", "")];
    let writing = [("generic", "close", ""), ("generic", "send", ""), ("textbox", "", "")];
    for (goal, expected) in [
        (
            "Find the email by Ada and reply to them with the text \"On my way.\".",
            "Ada > Reply > On my way. into  > send",
        ),
        ("Forward the email from Grace to Ada.", "Grace > Forward > Ada into  > send"),
        ("Find the email by Ada and click the trash icon to delete it.", "Ada > trash"),
    ] {
        let mut plan = Plan::new(Goal::read(goal));
        let mut steps = Vec::new();
        let shown = [&inbox[..], &mail[..], &writing[..], &writing[..]];
        for elements in shown {
            let mut page = page("/mail", "", elements);
            for (at, element) in page.elements.iter_mut().enumerate() {
                // Every view has things of its own.
                element.handle_id =
                    HandleId::parse(&format!("h_{:018}{at:04}", elements.len() * 7 + at)).unwrap();
                if goal.starts_with("Forward") && element.role == "textbox" {
                    element.attributes.input_type = Some("text".into());
                }
            }
            let next = plan.next(&page, &[], true);
            if next == Next::Answer {
                break;
            }
            steps.push(pressed_or_told(&next));
            plan.done(false);
        }
        assert_eq!(steps.join(" > "), expected, "{goal}");
    }
}

/// What a clause points at is taken from the page, and is told as the page's; what it says in figures or quotation marks is
/// the person's, whatever form its field takes.
#[test]
fn values_are_taken_from_where_the_words_point() {
    let text = "Colour | gray\nLorem ipsum dolor sit amet.\n7 - 3 =\nSubmit";
    let goals = [
        ("Enter the value of Colour into the text field and press Submit.", "text", "gray, of the page"),
        (
            "Find the 2nd word in the paragraph, type that into the textbox and press \"Submit\".",
            "text",
            "ipsum, of the page",
        ),
        (
            "Solve the problem and type your answer into the textbox. Press Submit when done.",
            "text",
            "4, of the page",
        ),
        ("Type \"JERALD\" in all lower case letters in the text input and press Submit.", "text", "jerald"),
        ("Enter 10/11/2011 as the date and hit Submit.", "date", "2011-10-11"),
        ("Set 2:30 pm and press Submit.", "time", "14:30"),
    ];
    for (goal, kind, expected) in goals {
        let mut form = page("/form", text, &[("textbox", "", ""), ("button", "Submit", "")]);
        form.elements[0].attributes.input_type = Some(kind.into());
        let mut plan = Plan::new(Goal::read(goal));
        let mut steps = Vec::new();
        for _ in 0..2 {
            let next = plan.next(&form, &[], true);
            steps.push(if let Next::Enter { entry, of_page, .. } = next {
                entry.value + if of_page { ", of the page" } else { "" }
            } else {
                pressed_or_told(&next)
            });
            plan.done(false);
        }
        assert_eq!(steps.join(" > "), format!("{expected} > Submit"), "{goal}");
    }
}

#[test]
fn results_are_counted_over_the_pages_of_a_list() {
    let results = |from: usize| {
        let names: Vec<String> = (from..from + 3).map(|at| format!("result {at}")).collect();
        let mut elements = vec![("textbox", "Words", ""), ("button", "Search", "")];
        elements.extend(names.iter().map(|name| ("link", name.as_str(), "https://town.example/#")));
        elements.extend([("link", "1", "https://town.example/#"), ("link", ">", "https://town.example/#")]);
        page("/search", "", &elements)
    };
    let mut plan = Plan::new(Goal::read("Click the 7th search result"));
    let mut steps = Vec::new();
    for from in [1, 4, 7] {
        steps.push(pressed_or_told(&plan.next(&results(from), &[], true)));
        plan.done(false);
    }
    assert_eq!(steps, [">", ">", "result 7"]);

    let mut plan = Plan::new(Goal::read("Click the 7th search result"));
    plan.next(&results(1), &[], true);
    plan.done(false);
    let stays = plan.next(&results(1), &[], true);
    assert!(
        matches!(stays, Next::Act { press: None, .. }),
        "what does not turn is not counted again: {stays:?}"
    );
}

/// What is named may be in a menu of a menu, which opens after a while.
#[test]
fn what_is_named_may_be_behind_an_entry_of_a_menu() {
    let menu = |open: bool| {
        let mut elements =
            vec![("button", "Menu", ""), ("menuitem", "Save", ""), ("menuitem", "Playback", "")];
        elements.extend(open.then_some(("menuitem", "Prev", "")));
        let mut page = page("/menu", "", &elements);
        page.elements[2].states.push(if open { ElementState::Expanded } else { ElementState::Collapsed });
        page
    };
    let mut plan = Plan::new(Goal::read(
        "Click the \"Menu\" button, and then find and click on the item labeled \"Prev\".",
    ));
    let mut steps = Vec::new();
    for open in [false, false, false, true] {
        steps.push(pressed_or_told(&plan.next(&menu(open), &[], true)));
        plan.done(false);
    }
    assert_eq!(steps, ["Menu", "Playback", "Playback", "Prev"]);
}
