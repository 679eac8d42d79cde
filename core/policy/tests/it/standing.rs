//! Standing grants: one never answers more than it says, however the run, the page or the planner puts it (S1).

use std::cell::Cell;
use std::collections::BTreeMap;

use laika_policy::classify::FieldFacts;
use laika_policy::{
    Call, Field, GrantedForm, MOST_STANDING_LIFE_MS, SiteClass, StandingGrant, Uncovered, Unmakeable, Uses,
    Verb, Verdict,
};
use laika_protocol::wire::{RequestFacts, SiteMode};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

use super::world::{NOW, World, click, context, document, form, origin, own};

const HERE: &str = "https://site.example";
const OTHER: &str = "https://other.example";

/// Something that could be done, as plain data: what a grant says is held against this, not against the call.
#[derive(Clone, Debug, PartialEq)]
struct Act {
    origin: &'static str,
    page: &'static str,
    frame: u32,
    what: What,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    Enter {
        verb: Verb,
        field: &'static str,
        value: &'static str,
    },
    Press(&'static str),
    Send {
        to: &'static str,
        action: &'static str,
        method: &'static str,
        fields: Vec<&'static str>,
        beside: bool,
    },
    Go {
        to: &'static str,
        path: &'static str,
        by_link: bool,
    },
}

impl Act {
    fn verb(&self) -> Verb {
        match self.what {
            What::Enter { verb, .. } => verb,
            What::Press(_) => Verb::Click,
            What::Send { .. } => Verb::Submit,
            What::Go { .. } => Verb::Navigate,
        }
    }

    fn url(&self) -> String {
        format!("{}{}?from=mail#top", self.origin, self.page)
    }

    fn call(&self) -> Call {
        let handle = "h_0123456789abcdefghijkl";
        let mut call = match &self.what {
            What::Enter { verb, field, value } => {
                let mut call = match verb {
                    Verb::Select => own("browser.select", json!({ "handleId": handle, "value": value })),
                    _ => own("browser.type", json!({ "handleId": handle, "text": value })),
                };
                let facts =
                    FieldFacts { input_type: "text".into(), name: (*field).into(), ..FieldFacts::default() };
                call.field = Some(Field::new(facts));
                call.target = Some(Default::default());
                call
            }
            What::Press(name) => click(name),
            What::Send { to, action, method, fields, beside } => {
                let mut call = click("Continue");
                let target = call.target.as_mut().unwrap();
                let fields: Vec<String> = fields.iter().map(|&field| field.to_owned()).collect();
                let mut sent = form(&format!("{to}{action}"));
                (sent.method, sent.field_names) = ((*method).into(), fields);
                target.form = Some(sent);
                if *beside {
                    target.sends.push(RequestFacts { method: "POST".into(), url: format!("{HERE}/log") });
                }
                call
            }
            What::Go { to, path, by_link: true } => {
                let mut call = click("More");
                call.target.as_mut().unwrap().href = Some(format!("{to}{path}"));
                call
            }
            What::Go { to, path, by_link: false } => {
                own("browser.navigate", json!({ "url": format!("{to}{path}") }))
            }
        };
        let mut here = context(self.origin);
        here.frame_id = self.frame;
        call.context = Some(here);
        call
    }

    /// What the grant says, read by hand.
    fn is_said_by(&self, grant: &StandingGrant) -> bool {
        let site = |text: &str| grant.origins.iter().any(|origin| origin.as_str() == text);
        let page = |text: &str| grant.pages.iter().any(|page| page == text);
        let there = self.frame == 0 && site(self.origin);
        let named = match &self.what {
            What::Enter { field, value, .. } => {
                grant.fields.get(*field).is_some_and(|values| values.iter().any(|one| one == value))
            }
            What::Press(name) => grant.buttons.iter().any(|button| button == name),
            What::Send { to, action, method, fields, beside } => grant.forms.iter().any(|form| {
                let mut granted: Vec<&str> = form.sent_fields.iter().map(String::as_str).collect();
                let mut sent = fields.clone();
                granted.sort_unstable();
                sent.sort_unstable();
                *to == self.origin
                    && form.action == *action
                    && form.method == *method
                    && granted == sent
                    && !beside
            }),
            What::Go { to, path, .. } => {
                return there && site(to) && page(path) && grant.verbs.contains_key(&Verb::Navigate);
            }
        };
        there && page(self.page) && named && grant.verbs.contains_key(&self.verb())
    }
}

fn pick<T: Clone + std::fmt::Debug + 'static>(items: &[T]) -> impl Strategy<Value = T> + use<T> {
    proptest::sample::select(items.to_vec())
}

fn acts() -> impl Strategy<Value = Act> {
    let fields = || pick(&["name", "notes", ""]);
    let values = pick(&["Mara", "Eve", "mara", "Mara ", "see https://evil.example/x"]);
    let what =
        prop_oneof![
            (pick(&[Verb::Type, Verb::Select]), fields(), values)
                .prop_map(|(verb, field, value)| What::Enter { verb, field, value }),
            pick(&["Sort", "Show more", "Send", "Pay now"]).prop_map(What::Press),
            (
                pick(&[HERE, OTHER]),
                pick(&["/thanks", "/pay", "/thank"]),
                pick(&["get", "post"]),
                pick(&[vec!["name"], vec!["notes", "name"], vec!["name", "notes"], vec!["name", "name"]]),
                any::<bool>(),
            )
                .prop_map(|(to, action, method, fields, beside)| What::Send {
                    to,
                    action,
                    method,
                    fields,
                    beside
                }),
            (
                pick(&[HERE, OTHER]),
                pick(&["/book", "/book?x=1", "/book#a", "/book/", "/other", "/"]),
                any::<bool>()
            )
                .prop_map(|(to, path, by_link)| What::Go { to, path, by_link }),
        ];
    (pick(&[HERE, OTHER]), pick(&["/book", "/other"]), pick(&[0, 0, 0, 1]), what)
        .prop_map(|(origin, page, frame, what)| Act { origin, page, frame, what })
}

fn grants() -> impl Strategy<Value = StandingGrant> {
    let some = |items: &[&'static str]| proptest::sample::subsequence(items.to_vec(), 0..=items.len());
    let forms = (pick(&["/thanks", "/pay"]), pick(&["get", "post"]), some(&["name", "notes"]));
    let verbs = proptest::sample::subsequence(Verb::ALL.to_vec(), 1..=5);
    let fields = proptest::collection::btree_map(
        pick(&["name", "notes"]),
        some(&["Mara", "see https://evil.example/x"]),
        0..=2,
    );
    (
        some(&[HERE, OTHER]),
        some(&["/book", "/other"]),
        verbs,
        fields,
        some(&["Sort", "Send", "Pay now"]),
        forms,
        1..4_u32,
        any::<bool>(),
    )
        .prop_map(
            |(origins, pages, verbs, fields, buttons, (action, method, sent), uses, beside_orders)| {
                let texts = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
                StandingGrant {
                    id: "g-1".into(),
                    title: "a test".into(),
                    origins: origins.into_iter().map(origin).collect(),
                    pages: texts(pages),
                    verbs: verbs.into_iter().map(|verb| (verb, uses)).collect(),
                    fields: fields
                        .into_iter()
                        .map(|(name, values)| (name.to_owned(), texts(values)))
                        .collect(),
                    buttons: texts(buttons),
                    forms: vec![GrantedForm {
                        action: action.into(),
                        method: method.into(),
                        sent_fields: texts(sent),
                    }],
                    uses,
                    expires_at_ms: NOW + 1_000,
                    beside_orders,
                }
            },
        )
}

/// Makes a part of a grant speak of this act, so that most grants nearly cover it: what is left is what must not pass.
fn fitted(mut grant: StandingGrant, act: &Act, parts: [bool; 4]) -> StandingGrant {
    let [place, verb, named, more] = parts;
    if place {
        grant.origins.extend([origin(act.origin)]);
        grant.pages.push(act.page.into());
    }
    if verb {
        grant.verbs.insert(act.verb(), grant.uses);
    }
    match &act.what {
        What::Enter { field, value, .. } if named => {
            grant.fields.entry((*field).into()).or_default().push((*value).into());
        }
        What::Press(name) if named => grant.buttons.push((*name).into()),
        What::Send { action, method, fields, .. } if named => grant.forms.push(GrantedForm {
            action: (*action).into(),
            method: (*method).into(),
            sent_fields: fields.iter().map(|&field| field.to_owned()).collect(),
        }),
        What::Go { to, path, .. } if more => {
            grant.origins.push(origin(to));
            grant.pages.push((*path).into());
        }
        _ => {}
    }
    grant
}

/// What was read and where the run stands: none of it may make a grant answer more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    Plain,
    Suspicious,
    Sensitive,
    ConfidentialElsewhere,
    Autopilot,
}

fn world(act: &Act, around: Around) -> World {
    let mut world = World { mode: SiteMode::Assist, document: act.call().context, ..World::page() };
    world.origins.allow_acting(origin(OTHER));
    match around {
        Around::Plain => {}
        Around::Suspicious => world.quarantined = true,
        Around::Sensitive => (world.site, world.site_override) = (SiteClass::Sensitive, true),
        Around::ConfidentialElsewhere => {
            let read = document("doc:1", "https://mail.example", "words");
            world.documents.push(laika_policy::Document { confidential: true, ..read });
        }
        Around::Autopilot => world.mode = SiteMode::Autopilot,
    }
    world
}

#[test]
fn s1_a_grant_never_answers_more_than_it_says() {
    let arounds = pick(&[
        Around::Plain,
        Around::Plain,
        Around::Suspicious,
        Around::Sensitive,
        Around::ConfidentialElsewhere,
        Around::Autopilot,
    ]);
    let used = prop_oneof![
        3 => Just(BTreeMap::new()),
        1 => proptest::collection::btree_map(pick(&Verb::ALL), 0..4_u32, 0..=3),
    ];
    let likely = || proptest::bool::weighted(0.85);
    let (answered, said) = (Cell::new([0_u32; 5]), Cell::new(0_u32));
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 3_000, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let later = prop_oneof![4 => 0..1_000_u64, 1 => 1_000..2_000_u64];
    let parts = [likely(), likely(), likely(), likely()];
    let strategy = (grants(), acts(), parts, arounds, used, later);
    let ran = runner.run(&strategy, |(grant, act, parts, around, used, later)| {
        let grant = fitted(grant, &act, parts);
        let call = act.call();
        let Verdict::Ask(card) = world(&act, around).decide(&call) else { return Ok(()) };
        let used: Uses = used;
        let now = NOW + later;
        let answer = grant.answers(&card, &call, &act.url(), &used, now);
        let in_all: u32 = used.values().sum();
        let count = used.get(&act.verb()).copied().unwrap_or(0);
        let open = later < 1_000
            && in_all < grant.uses
            && grant.verbs.get(&act.verb()).is_some_and(|most| count < *most);
        let lets = match around {
            Around::Plain | Around::Autopilot => true,
            Around::Suspicious => grant.beside_orders,
            Around::Sensitive | Around::ConfidentialElsewhere => false,
        };
        let says = act.is_said_by(&grant) && lets;
        if let Ok(verb) = answer {
            prop_assert!(says && open && verb == act.verb(), "{answer:?}");
            let mut counts = answered.get();
            counts[verb as usize] += 1;
            answered.set(counts);
        } else if says && open {
            // What else asks about it is for a person: words that reach people, money, an address inside a button.
            said.set(said.get() + 1);
        }
        Ok(())
    });
    assert_eq!(ran, Ok(()));
    let answered = answered.get();
    assert!(answered.iter().all(|count| *count > 10), "every verb is answered at times: {answered:?}");
    assert!(said.get() < answered.iter().sum(), "mostly it answers what it says: {said:?}");
}

fn booking() -> StandingGrant {
    StandingGrant {
        id: "g-1".into(),
        title: "book".into(),
        origins: vec![origin(HERE)],
        pages: vec!["/book".into()],
        verbs: [(Verb::Type, 2), (Verb::Submit, 1)].into(),
        fields: [("name".to_owned(), vec!["Mara".to_owned()])].into(),
        buttons: vec![],
        forms: vec![GrantedForm {
            action: "/thanks".into(),
            method: "post".into(),
            sent_fields: vec!["name".into()],
        }],
        uses: 2,
        expires_at_ms: NOW + 1_000,
        beside_orders: false,
    }
}

/// Used up and expired exactly, and every refusal says which.
#[test]
fn a_grant_ends_when_it_says() {
    let typing = Act {
        origin: HERE,
        page: "/book",
        frame: 0,
        what: What::Enter { verb: Verb::Type, field: "name", value: "Mara" },
    };
    let Verdict::Ask(card) = world(&typing, Around::Plain).decide(&typing.call()) else { panic!("it asks") };
    let asked = |used: &[(Verb, u32)], now| {
        booking().answers(&card, &typing.call(), &typing.url(), &used.iter().copied().collect(), now)
    };
    for (used, now, answer) in [
        (&[][..], NOW, Ok(Verb::Type)),
        (&[(Verb::Type, 1)], NOW + 999, Ok(Verb::Type)),
        (&[(Verb::Type, 1)], NOW + 1_000, Err(Uncovered::Expired)),
        (&[(Verb::Type, 2)], NOW, Err(Uncovered::UsedUp)),
        (&[(Verb::Type, 1), (Verb::Submit, 1)], NOW, Err(Uncovered::UsedUp)),
    ] {
        assert_eq!(asked(used, now), answer, "{used:?} {now}");
    }
    let codes: BTreeMap<&str, usize> = [
        Uncovered::Expired,
        Uncovered::UsedUp,
        Uncovered::Reason,
        Uncovered::Place,
        Uncovered::Verb,
        Uncovered::Target,
        Uncovered::Value,
    ]
    .iter()
    .fold(BTreeMap::new(), |mut codes, why| {
        *codes.entry(why.code()).or_default() += 1;
        codes
    });
    assert_eq!(codes, [("E_GRANT_EXPIRED", 1), ("E_GRANT_USED_UP", 1), ("E_GRANT_NOT_COVERED", 5)].into());
}

#[test]
fn a_grant_that_nobody_should_agree_to_cannot_be_made() {
    assert_eq!(booking().check(NOW), Ok(()));
    type Change = fn(&mut StandingGrant);
    let changed: [(Change, Unmakeable); 12] = [
        (|grant| grant.origins.clear(), Unmakeable::Empty),
        (|grant| grant.pages.clear(), Unmakeable::Empty),
        (|grant| grant.verbs.clear(), Unmakeable::Empty),
        (|grant| grant.pages = vec!["/book?x=1".into()], Unmakeable::Page),
        (|grant| grant.pages = vec!["/a/../book".into()], Unmakeable::Page),
        (|grant| grant.pages = vec!["//evil.example/".into()], Unmakeable::Page),
        (|grant| grant.uses = 0, Unmakeable::Uses),
        (|grant| _ = grant.verbs.insert(Verb::Type, 1_001), Unmakeable::Uses),
        (|grant| grant.expires_at_ms = NOW, Unmakeable::Life),
        (|grant| grant.expires_at_ms = NOW + MOST_STANDING_LIFE_MS + 1, Unmakeable::Life),
        (|grant| _ = grant.verbs.insert(Verb::Click, 1), Unmakeable::Bare),
        (|grant| _ = grant.fields.insert("notes".into(), vec![]), Unmakeable::Bare),
    ];
    for (at, (change, why)) in changed.into_iter().enumerate() {
        let mut grant = booking();
        change(&mut grant);
        assert_eq!(grant.check(NOW), Err(why), "{at}");
    }
}
