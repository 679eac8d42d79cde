//! Weights are what the model's own probabilities add up to, however they are computed.

use std::time::Instant;

use laika_model::{Cancel, Embedded, EmbeddedOptions, Runner as _};
use laika_protocol::model::{Prompt, Speaker, Turn, Weighing};

use super::{long_text, model, options, program, user, weights};

async fn weigh(model: &Embedded, prompt: &Prompt, candidates: &[&str]) -> Vec<f32> {
    let candidates = candidates.iter().map(|text| (*text).to_owned()).collect();
    let weighing = Weighing { prompts: vec![prompt.clone()], candidates };
    model.weigh(&weighing, &Cancel::new()).await.unwrap().weights.remove(0)
}

fn starting(prompt: &Prompt, answer: &str) -> Prompt {
    Prompt { answer_starts: answer.into(), ..prompt.clone() }
}

/// Computes the weight of a text out of single tokens, each asked for alone.
#[tokio::test]
async fn a_weight_is_the_sum_over_its_tokens() {
    let model = model().await;
    let prompt = user("Name three colours.");
    let words = ["Red", ",", " blue", " and", " green"];
    let texts: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
    assert_eq!(model.count(&texts).await.unwrap(), [1; 5], "each is one token");
    let whole = words.concat();
    let beside = ["Red, blue and yellow, perhaps", "Red", "No", &whole, ""];
    let weighed = weigh(&model, &prompt, &beside).await[3];
    let mut sum = 0.0;
    for at in 0..words.len() {
        let (before, with) = (words[..at].concat(), words[..=at].concat());
        // What the token and the end weigh, less the end after it.
        let token_and_end = weigh(&model, &starting(&prompt, &before), &[words[at]]).await[0];
        let end = weigh(&model, &starting(&prompt, &with), &[""]).await[0];
        sum += token_and_end - end;
    }
    sum += weigh(&model, &starting(&prompt, &whole), &[""]).await[0];
    assert!((weighed - sum).abs() < 0.3, "{weighed} {sum}");
    assert!(weighed < -1.0);
}

#[tokio::test]
async fn candidates_do_not_touch_each_other() {
    let model = model().await;
    let prompt = user("What is the capital of France? One word.");
    let many: Vec<_> = (0..70).map(|n| format!("Paris number {n}")).collect();
    let mut candidates: Vec<_> = many.iter().map(String::as_str).collect();
    candidates.insert(35, "Paris");
    let among = weigh(&model, &prompt, &candidates).await[35];
    let alone = weigh(&model, &prompt, &["Paris"]).await[0];
    assert!((among - alone).abs() < 0.3, "{among} {alone}");
    let answers = weigh(&model, &prompt, &["Paris", "Rome"]).await;
    assert!(answers[0] > answers[1], "{answers:?}");
}

#[tokio::test]
async fn a_known_beginning_is_not_read_again() {
    let model = model().await;
    let fixed = Turn { speaker: Speaker::System, text: long_text(230) };
    let prompt = |question: &str| Prompt {
        turns: vec![fixed.clone(), Turn { speaker: Speaker::User, text: question.into() }],
        fixed_turns: 1,
        answer_starts: String::new(),
    };
    let ask = |question: &str| Weighing {
        prompts: vec![prompt(question)],
        candidates: vec!["yes".into(), "no".into(), "maybe".into()],
    };
    let never = Cancel::new();
    let start = Instant::now();
    let cold = model.weigh(&ask("Is the sky blue?"), &never).await.unwrap();
    let cold_took = start.elapsed();
    let start = Instant::now();
    let warm = model.weigh(&ask("Is grass red?"), &never).await.unwrap();
    let warm_took = start.elapsed();
    assert!(cold.usage.read > 800 && cold.usage.reused == 0, "{:?}", cold.usage);
    assert!(warm.usage.reused > 800, "{:?}", warm.usage);
    assert!(cold_took > warm_took * 5, "{cold_took:?} {warm_took:?}");
    // The same question from scratch.
    model.forget().await.unwrap();
    let again = model.weigh(&ask("Is grass red?"), &never).await.unwrap();
    assert_eq!(again.usage.reused, 0);
    for (a, b) in warm.weights[0].iter().zip(&again.weights[0]) {
        assert!((a - b).abs() < 0.6, "{:?} {:?}", warm.weights, again.weights);
    }
}

#[tokio::test]
async fn several_prompts_take_turns() {
    let options = EmbeddedOptions { context: 1024, ..options() };
    let model = Embedded::start(&program(), &weights(), options).await.unwrap();
    let never = Cancel::new();
    let weighing = |n: usize, words: usize| Weighing {
        prompts: vec![user(&format!("{n} {}", long_text(words)))],
        candidates: vec!["a".into()],
    };
    for at in 0..3 {
        assert!(model.weigh(&weighing(at, 50), &never).await.unwrap().usage.reused < 10);
    }
    for at in [0, 2, 1, 0] {
        let usage = model.weigh(&weighing(at, 50), &never).await.unwrap().usage;
        assert_eq!(usage.reused + 1, usage.read, "{at}");
    }
    // More than fits at once: what was not used for longest makes room.
    for at in 3..6 {
        let usage = model.weigh(&weighing(at, 200), &never).await.unwrap().usage;
        assert!(usage.read > 700 && usage.reused < 10, "{usage:?}");
    }
    let usage = model.weigh(&weighing(5, 200), &never).await.unwrap().usage;
    assert_eq!(usage.reused + 1, usage.read);
}
