//! Approvals, permits and tokens: bound to what they are for, and to nothing else.

use laika_policy::{Document, GrantError, GrantId, Kind, PermitError, Row, SiteClass, Verdict};
use laika_protocol::ids::RunId;
use laika_protocol::wire::{Decision, SiteMode};
use serde_json::json;

use super::world::{HERE, NOW, World, click, context, document, field, form, kind, mail, pay, place, typing};

fn id(text: &str) -> GrantId {
    GrantId(text.into())
}

fn assist() -> World {
    World { mode: SiteMode::Assist, ..World::page() }
}

/// I24: an approval is for exactly these arguments on exactly this target.
#[test]
fn i24_one_changed_byte_and_the_approval_is_gone() {
    let approved = typing("hello world", "Comment");
    let mut world = assist();
    world.grants.approve(id("a"), [approved.digest().unwrap()], NOW).unwrap();
    assert_eq!(world.decide(&approved).reason().code(), "P_ALLOW_APPROVED");
    for other in ["hello World", "hello world ", "hello  world", "Hello world", ""] {
        assert_eq!(world.decide(&typing(other, "Comment")).decision(), Decision::Ask, "{other:?}");
    }
    // S6: the same words into what is now another field.
    let mut password = approved.clone();
    password.field = Some(field("Password", "password"));
    assert_eq!(world.decide(&password).decision(), Decision::Ask);
    // The same words, but the page made something else of the button.
    let mut submit = click("Continue");
    submit.target.as_mut().unwrap().form = Some(form("https://site.example/a"));
    world.grants.approve(id("b"), [submit.digest().unwrap()], NOW).unwrap();
    assert_eq!(world.decide(&submit).decision(), Decision::Allow);
    submit.target.as_mut().unwrap().form = Some(form("https://site.example/b"));
    assert_eq!(world.decide(&submit).decision(), Decision::Ask);
}

/// An approval is for one use, a plan for one use of each of its calls.
#[test]
fn approvals_are_spent() {
    let calls = [typing("one", "Comment"), typing("two", "Comment")];
    let mut world = assist();
    world.grants.approve(id("plan"), calls.iter().map(|call| call.digest().unwrap()), NOW).unwrap();
    for call in &calls {
        let Verdict::Allow(permit) = world.decide(call) else { panic!("a plan covers each call") };
        world.grants.spend(&permit);
        assert_eq!(world.decide(call).decision(), Decision::Ask, "once");
    }
    assert_eq!(world.grants.active(NOW).count(), 0);
}

#[test]
fn kinds_are_as_narrow_as_they_say() {
    let mut world = assist();
    world.grants.grant(id("g"), kind(Row::Click), 2, NOW, 60_000).unwrap();
    assert_eq!(world.decide(&click("Sort")).reason().code(), "P_ALLOW_GRANT");
    assert_eq!(world.decide(&typing("x", "Comment")).decision(), Decision::Ask, "another kind");

    let mut moved = world.clone();
    moved.document.as_mut().unwrap().navigation_generation = 2;
    let mut call = click("Sort");
    call.context = moved.document.clone();
    assert_eq!(moved.decide(&call).decision(), Decision::Ask, "another generation of the document");

    assert_eq!(
        World { now: NOW + 60_000, ..world.clone() }.decide(&click("Sort")).decision(),
        Decision::Ask,
        "later"
    );
    assert_eq!(
        World { quarantined: true, ..world.clone() }.decide(&click("Sort")).decision(),
        Decision::Ask,
        "suspicion"
    );
    let sensitive = World { site: SiteClass::Sensitive, site_override: true, ..world.clone() };
    assert_eq!(sensitive.decide(&click("Sort")).decision(), Decision::Ask, "a sensitive site");

    for _ in 0..2 {
        let Verdict::Allow(permit) = world.decide(&click("Sort")) else { panic!("two uses") };
        world.grants.spend(&permit);
    }
    assert_eq!(world.decide(&click("Sort")).decision(), Decision::Ask, "used up");
    world.grants.grant(id("g"), kind(Row::Click), 1, NOW, 60_000).unwrap();
    assert!(world.grants.revoke(&id("g")) && !world.grants.revoke(&id("g")));
    assert_eq!(world.decide(&click("Sort")).decision(), Decision::Ask, "taken back");
}

#[test]
fn addresses_of_a_grant_end_at_a_boundary() {
    let mut narrow = kind(Row::Submit);
    narrow.address_prefix = Some("https://site.example/cart".into());
    narrow.fields = vec!["q".into()];
    let mut world = assist();
    world.grants.grant(id("g"), narrow, 9, NOW, 60_000).unwrap();
    for (action, covered) in [
        ("https://site.example/cart", true),
        ("https://site.example/cart/add", true),
        ("https://site.example/cart?x=1", true),
        ("https://site.example/cartoon", false),
        ("https://site.example/", false),
    ] {
        let mut call = click("Continue");
        call.target.as_mut().unwrap().form = Some(form(action));
        assert_eq!(world.decide(&call).decision() == Decision::Allow, covered, "{action}");
        call.target.as_mut().unwrap().form.as_mut().unwrap().field_names.push("hidden".into());
        assert_eq!(world.decide(&call).decision(), Decision::Ask, "another set of fields");
    }
}

/// CTX-009: a pair of places can be granted, and only that pair, and never from a sensitive site.
#[test]
fn carrying_is_granted_by_pair() {
    let mut world = World { mode: SiteMode::Autopilot, ..World::page() };
    let mut pair = kind(Row::Click);
    pair.carry_from = vec![place("https://mail.example")];
    world.grants.grant(id("g"), pair, 9, NOW, 60_000).unwrap();
    let read = |at: &str, sensitive| {
        let mut world = world.clone();
        world.documents.push(Document { confidential: true, sensitive, ..document("doc:1", at, "words") });
        world.decide(&click("Sort")).decision()
    };
    assert_eq!(read("https://mail.example", false), Decision::Allow);
    assert_eq!(read("https://other.example", false), Decision::Ask);
    let mut typed = World { mode: SiteMode::Autopilot, ..world.clone() };
    typed.documents.push(Document { sensitive: true, ..document("doc:1", "https://mail.example", "words") });
    assert_eq!(typed.decide(&typing("words", "Comment")).decision(), Decision::Deny);
}

/// S5: what reaches people is approved with exactly its text and its recipients.
#[test]
fn s5_no_grant_covers_another_text() {
    let mut world = World::tools().words("Write to sarah@a.example");
    let Verdict::Ask(card) = world.decide(&mail("sarah@a.example", "hello")) else { panic!("asked") };
    assert_eq!(card.offer, laika_policy::Offer::Once);
    world.grants.approve(id("a"), card.explanation.digest, NOW).unwrap();
    assert_eq!(world.decide(&mail("sarah@a.example", "hello")).decision(), Decision::Allow);
    assert_eq!(world.decide(&mail("sarah@a.example", "I quit")).decision(), Decision::Ask);
}

#[test]
fn some_things_are_approved_one_by_one() {
    let mut grants = World::page().grants;
    for row in [
        Row::TypeCredential,
        Row::TypePayment,
        Row::Transfer,
        Row::Account,
        Row::Send,
        Row::PressSend,
        Row::Delete,
        Row::Execute,
    ] {
        assert_eq!(grants.grant(id("g"), kind(row), 5, NOW, 60_000), Err(GrantError::Once), "{row}");
    }
    assert_eq!(grants.grant(id("g"), kind(Row::Click), 0, NOW, 60_000), Err(GrantError::Uses));
    assert_eq!(grants.grant(id("g"), kind(Row::Click), 1, NOW, 48 * 3_600_000), Err(GrantError::Life));
    assert_eq!(grants.approve(id("g"), [], NOW), Err(GrantError::Empty));
    assert_eq!(grants.grant(id("g"), kind(Row::Submit), 1, NOW, 60_000), Err(GrantError::TooWide));
    let everywhere = Kind { document: None, ..kind(Row::Click) };
    assert_eq!(grants.grant(id("g"), everywhere, 1, NOW, 60_000), Err(GrantError::TooWide));
    grants.grant(id("g"), kind(Row::Click), 1, NOW, 60_000).unwrap();
    assert_eq!(grants.grant(id("g"), kind(Row::Click), 1, NOW, 60_000), Err(GrantError::Id));

    // And every ask about them offers no more than that.
    let mut secret = typing("hello", "Password");
    secret.field = Some(field("Password", "password"));
    for (world, call) in [(assist(), secret), (World::tools(), pay("GB33BUKB20201555555555", json!(5)))] {
        let Verdict::Ask(card) = world.decide(&call) else { panic!("asked") };
        assert_eq!(card.offer, laika_policy::Offer::Once);
    }
}

/// A permit opens once, in its run, for its document, in time; what it opens is what was decided.
#[test]
fn permits_fit_one_place() {
    let run = |text: &str| RunId::parse(text).unwrap();
    let here = context(HERE);
    let permit = || match World::page().decide(&click("Sort")) {
        Verdict::Allow(permit) => permit,
        other => panic!("{:?}", other.reason()),
    };
    assert_eq!(permit().open(&run("run-2"), Some(&here), NOW).unwrap_err(), PermitError::Run);
    assert_eq!(permit().open(&run("run-1"), None, NOW).unwrap_err(), PermitError::Document);
    let elsewhere = context("https://other.example");
    assert_eq!(permit().open(&run("run-1"), Some(&elsewhere), NOW).unwrap_err(), PermitError::Document);
    let late = NOW + laika_policy::PERMIT_LIFE_MS;
    assert_eq!(permit().open(&run("run-1"), Some(&here), late).unwrap_err(), PermitError::Expired);
    let mut authorised = permit().open(&run("run-1"), Some(&here), late - 1).unwrap();
    assert_eq!(*authorised.digest(), click("Sort").digest().unwrap());
    assert_eq!(authorised.take_egress().unwrap().destinations(), [place(HERE)]);
    assert!(authorised.take_egress().is_none(), "it leaves once");
    assert!(!format!("{:?}", permit()).contains("h_0123"), "a permit does not show its arguments");
}
