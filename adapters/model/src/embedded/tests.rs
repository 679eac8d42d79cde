//! Whatever bytes come out of the process: an answer that fits, or an error with a code. Nothing else.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use laika_protocol::model::{Ask, Ended, Prompt, Sampling, Usage, Weighing, Weights, Written};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::check::{answer_to, greeting};
use super::process::check_refusal;
use crate::ModelError;
use crate::wire::{Greeting, Order, REPLY_BYTES, Ready, Reply, Said, What, frame};

const SAMPLING: Sampling = Sampling { temperature: 0.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed: 0 };
const MOST_CONTEXT: u32 = 4096;

/// Reading bytes that are all there never waits.
fn now<T>(reading: impl Future<Output = T>) -> T {
    match pin!(reading).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(read) => read,
        Poll::Pending => panic!("it waits for bytes that are all there"),
    }
}

fn orders() -> [Order; 4] {
    let prompt = Prompt::default();
    let ask = Ask { prompt: prompt.clone(), shape: None, sampling: SAMPLING, max_tokens: 2 };
    let weighing = Weighing { prompts: vec![prompt], candidates: vec!["a".into(), "b".into()] };
    [
        What::Write(ask),
        What::Weigh(weighing),
        What::Count(vec!["one".into(), "two words".into()]),
        What::Forget,
    ]
    .map(|what| Order { number: 1, what })
}

fn usage() -> impl Strategy<Value = Usage> {
    let times = (any::<f64>(), any::<f64>(), any::<f64>());
    (0..4_u32, 0..4_u32, 0..4_u32, 0..4_u32, times).prop_map(
        |(read, reused, written, forced, (first_ms, total_ms, shape_ms))| Usage {
            read,
            reused,
            written,
            forced,
            first_ms,
            total_ms,
            shape_ms,
        },
    )
}

fn refusals() -> impl Strategy<Value = ModelError> {
    let text = "(?s).{0,700}";
    prop_oneof![
        text.prop_map(ModelError::Start),
        text.prop_map(ModelError::Weights),
        text.prop_map(ModelError::Engine),
        text.prop_map(ModelError::NotRecorded),
        Just(ModelError::Crashed),
        Just(ModelError::Timeout),
        any::<(u32, u32)>().prop_map(|(tokens, most)| ModelError::TooLong { tokens, most }),
    ]
}

/// Replies as a worker could build them, most of them false.
fn replies() -> impl Strategy<Value = Value> {
    let weight = prop_oneof![Just(-1.0_f32), Just(0.0), Just(7.0), any::<f32>()];
    let rows = proptest::collection::vec(proptest::collection::vec(weight, 0..4), 0..3);
    let said = prop_oneof![
        ("(?s).{0,40}|x{2000,4000}", usage()).prop_map(|(text, usage)| Said::Written(Written {
            text,
            ended: Ended::Complete,
            usage
        })),
        (rows, usage()).prop_map(|(weights, usage)| Said::Weights(Weights { weights, usage })),
        proptest::collection::vec(prop_oneof![0..12_u32, any::<u32>()], 0..4).prop_map(Said::Counts),
        Just(Said::Forgotten),
        refusals().prop_map(Said::Refused),
    ];
    (0..3_u64, said).prop_map(|(number, said)| serde_json::to_value(Reply { number, said }).unwrap())
}

/// JSON of any form.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "(?s).{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let name = prop_oneof!["[a-z_]{0,8}", Just("number".to_owned()), Just("said".to_owned())];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            proptest::collection::btree_map(name, inner, 0..6)
                .prop_map(|all| all.into_iter().collect::<Value>()),
        ]
    })
}

/// A reply in which one value was replaced by another.
fn wrong_types() -> impl Strategy<Value = Value> {
    (replies(), values(), any::<prop::sample::Index>()).prop_map(|(mut reply, other, at)| {
        let mut places = Vec::new();
        collect(&reply, String::new(), &mut places);
        if let Some(place) = reply.pointer_mut(&places[at.index(places.len())]) {
            *place = other;
        }
        reply
    })
}

fn collect(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| collect(item, format!("{at}/{n}"), places));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, item)| collect(item, format!("{at}/{name}"), places));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    places.push(at);
}

/// Frames, and what is left of them when bytes change, go missing or are too many.
fn streams() -> impl Strategy<Value = Vec<u8>> {
    let framed = || {
        prop_oneof![replies(), wrong_types(), values()].prop_map(|value| frame(&value, REPLY_BYTES).unwrap())
    };
    let bytes = || proptest::collection::vec(any::<u8>(), 0..200);
    let damage = (any::<prop::sample::Index>(), any::<u8>());
    prop_oneof![
        framed(),
        (framed(), proptest::collection::vec(damage, 1..6)).prop_map(|(mut bytes, damage)| {
            for (at, byte) in damage {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes
        }),
        (framed(), any::<prop::sample::Index>()).prop_map(|(mut bytes, at)| {
            bytes.truncate(at.index(bytes.len()));
            bytes
        }),
        (framed(), framed()).prop_map(|(one, other)| [one, other].concat()),
        bytes(),
        (any::<u32>(), bytes()).prop_map(|(length, bytes)| [&length.to_le_bytes()[..], &bytes].concat()),
    ]
}

/// Whether a frame begins here that is complete.
fn is_complete(bytes: &[u8]) -> bool {
    let Some((header, rest)) = bytes.split_first_chunk::<4>() else { return false };
    usize::try_from(u32::from_le_bytes(*header)).unwrap() <= rest.len()
}

/// Holds an answer against its order once more, in other words than the code that let it pass.
fn assert_answers(what: &What, said: &Said) {
    match (what, said) {
        (What::Write(_), Said::Written(written)) => {
            assert!(written.text.len() <= 2048 && written.usage.written <= 2);
        }
        (What::Weigh(_), Said::Weights(weights)) => {
            let [row] = weights.weights.as_slice() else { panic!("one row was asked for") };
            assert!(row.len() == 2 && row.iter().all(|weight| (f32::MIN..=0.001).contains(weight)));
        }
        (What::Count(_), Said::Counts(counts)) => {
            assert!(counts.len() == 2 && counts[0] <= 4 && counts[1] <= 10);
        }
        (What::Forget, Said::Forgotten) | (_, Said::Refused(_)) => {}
        _ => panic!("{said:?} answers nothing"),
    }
}

fn assert_shown(error: &ModelError) {
    let text = error.to_string();
    assert!(error.code().starts_with("E_MODEL_"), "{error:?}");
    assert!(text.chars().count() <= 600 && !text.chars().any(char::is_control), "{text:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn i22_any_bytes_are_an_answer_or_an_error(bytes in streams()) {
        for order in orders() {
            let mut from = bytes.as_slice();
            match now(answer_to(&order, &mut from)) {
                Ok(Said::Refused(error)) => assert_shown(&check_refusal(error)),
                Ok(said) => assert_answers(&order.what, &said),
                Err(ModelError::Crashed) => prop_assert!(!is_complete(&bytes)),
                Err(error) => prop_assert_eq!(error, ModelError::Broken),
            }
        }
    }

    #[test]
    fn any_bytes_are_a_greeting_or_an_error(bytes in streams(), model in "(?s).{0,300}", context in any::<u32>()) {
        if let Err(error) = now(greeting(&mut bytes.as_slice(), MOST_CONTEXT)) {
            assert_shown(&error);
        }
        let ready = Greeting::Ready(Ready { confinement: "full".into(), model, context });
        let mut bytes = frame(&ready, REPLY_BYTES).unwrap();
        bytes.extend(b"more");
        let said = now(greeting(&mut bytes.as_slice(), MOST_CONTEXT)).unwrap();
        prop_assert!(said.context <= MOST_CONTEXT);
        prop_assert!(said.model.chars().count() <= 100 && !said.model.chars().any(char::is_control));
    }

    /// Nothing is read behind a length that is too large, so no room is made for it either.
    #[test]
    fn i22_a_length_beyond_the_bound_is_refused_unread(length in u32::try_from(REPLY_BYTES).unwrap() + 1..) {
        let bytes = [&length.to_le_bytes()[..], &[0; 64]].concat();
        for order in orders() {
            let mut from = bytes.as_slice();
            prop_assert_eq!(now(answer_to(&order, &mut from)).unwrap_err(), ModelError::Broken);
            prop_assert_eq!(from.len(), 64);
        }
    }
}

#[test]
fn nesting_without_end_is_refused() {
    for (open, inside) in [("[", ""), ("{\"said\":", "1"), ("{\"a\":", "")] {
        for around in ["", "{\"number\":1,\"said\":"] {
            let text = format!("{around}{}{inside}", open.repeat(100_000));
            let length = u32::try_from(text.len()).unwrap().to_le_bytes();
            let bytes = [&length[..], text.as_bytes()].concat();
            for order in orders() {
                let error = now(answer_to(&order, &mut bytes.as_slice())).unwrap_err();
                assert_eq!(error, ModelError::Broken);
            }
            assert_shown(&now(greeting(&mut bytes.as_slice(), MOST_CONTEXT)).unwrap_err());
        }
    }
}

/// A greeting that is wrong is not quoted: it could be long, and hold what a terminal obeys.
#[test]
fn a_wrong_greeting_says_little() {
    let name = format!("\u{1b}[2J{}", "x".repeat(100_000));
    let bytes = frame(&json!({ name: 1 }), REPLY_BYTES).unwrap();
    let error = now(greeting(&mut bytes.as_slice(), MOST_CONTEXT)).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_START");
    assert_shown(&error);
}
