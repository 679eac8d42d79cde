//! What is looked at before it is stored or leaves takes time in proportion to its length, whatever it says.

use std::time::{Duration, Instant};

use laika_policy::cloud::{egress_pack, guard_answer};
use laika_policy::redact::{scrub, shown_url};
use laika_protocol::model::{Ask, Prompt, Sampling, Speaker, Turn};

/// What a hostile text repeats.
const UNITS: &[&str] = &[
    "<",
    ">",
    "</",
    "<a ",
    "<a href=",
    "<!--",
    "<script>",
    "\"",
    "\\\"",
    "=",
    ":",
    "sid=",
    "cookie:",
    "cookie: [cookie] ",
    "://",
    "https://",
    "https://a.example/b ",
    "https://a@",
    "%41",
    "QUJD",
    "a",
    "1 ",
    "@",
    "pin ",
    "password is ",
    "sk-",
    "-----BEGIN ",
    "[password]",
    "…",
    " ",
    "密",
    "\u{301}",
];
/// This is found. A text is gone over once for every 64 finds, and not more than 32 times: only a text with more
/// finds than that shows that the work is bounded.
const FIND: &str = "078-05-1120 ";
const SMALL: usize = 8 << 10;
const FULL: usize = 26 << 10;
/// Linear work takes 4 times as long for a text 4 times as long, quadratic work 16 times.
const WORST: u32 = 10;
/// Shorter times say more about the machine than about the work.
const NOISE: Duration = Duration::from_millis(5);

fn packed(text: &str) -> usize {
    let turn = Turn { speaker: Speaker::User, text: text.into() };
    let ask = Ask {
        prompt: Prompt { turns: vec![turn], ..Prompt::default() },
        shape: None,
        sampling: Sampling { temperature: 0.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed: 0 },
        max_tokens: 1,
    };
    egress_pack(&ask).ask().prompt.turns[0].text.len()
}

type Subject = (&'static str, fn(&str) -> usize);

const SUBJECTS: &[Subject] = &[
    ("scrub", |text| scrub(text).len()),
    ("shown_url", |text| shown_url(text).len()),
    ("egress_pack", packed),
    ("guard_answer", |text| guard_answer(text).suspicion.spans.len()),
];

fn time(run: fn(&str) -> usize, text: &str) -> Duration {
    let start = Instant::now();
    std::hint::black_box(run(std::hint::black_box(text)));
    start.elapsed()
}

/// The best time of several counts: a busy machine only ever adds.
fn is_linear(run: fn(&str) -> usize, unit: &str, length: usize) -> Result<(), String> {
    let text = |length: usize| unit.repeat(length / unit.len());
    let (small, large) = (text(length), text(length * 4));
    let (mut once, mut four) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        once = once.min(time(run, &small));
        four = four.min(time(run, &large));
        if four <= once.max(NOISE) * WORST {
            return Ok(());
        }
    }
    Err(format!("{once:?} and {four:?}"))
}

/// I22: four times the text takes about four times as long.
#[test]
fn i22_hostile_texts_take_time_in_proportion() {
    let mut slow = Vec::new();
    for (name, run) in SUBJECTS {
        for unit in UNITS {
            slow.extend(
                is_linear(*run, unit, SMALL).err().map(|times| format!("{name} of {unit:?}: {times}")),
            );
        }
    }
    slow.extend(is_linear(SUBJECTS[0].1, FIND, FULL).err().map(|times| format!("{FIND:?}: {times}")));
    assert!(slow.is_empty(), "{slow:#?}");
}
