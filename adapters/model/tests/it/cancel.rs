//! A request that is taken back ends within one token, and the process goes on.

use std::time::{Duration, Instant};

use laika_model::{Cancel, ModelError, Runner as _};
use laika_protocol::model::Weighing;

use super::{GREEDY, ask, long_text, model, user, wild};

/// One token takes 20 ms on an idle core; tests run on busy ones.
const SOON: Duration = Duration::from_millis(900);

/// Cancels after a while, and says how long it took from then until the answer.
async fn cancelled_after<T>(
    wait: Duration,
    cancel: &Cancel,
    request: impl Future<Output = Result<T, ModelError>>,
) -> Duration {
    let canceller = {
        let cancel = cancel.clone();
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            cancel.cancel();
            Instant::now()
        })
    };
    let result = request.await;
    let answered = Instant::now();
    assert!(matches!(result, Err(ModelError::Cancelled)), "the request was not cancelled");
    answered.duration_since(canceller.await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_it_writes_reads_or_weighs() {
    let model = model().await;
    let process = model.process_id().unwrap();
    let list = serde_json::json!({ "type": "array", "items": { "type": "integer" }, "minItems": 500 });
    let cancel = Cancel::new();
    let endless = ask(user("Count."), Some(list), wild(1), 3000);
    let took = cancelled_after(Duration::from_millis(800), &cancel, model.write(&endless, &cancel)).await;
    assert!(took < SOON, "writing: {took:?}");

    let cancel = Cancel::new();
    let long = ask(user(&long_text(1000)), None, GREEDY, 10);
    let took = cancelled_after(Duration::from_millis(800), &cancel, model.write(&long, &cancel)).await;
    assert!(took < SOON, "reading: {took:?}");

    let cancel = Cancel::new();
    let candidates = (0..200).map(|n| format!("candidate number {n} of many")).collect();
    let weighing = Weighing { prompts: vec![user("x"), user("y"), user("z")], candidates };
    let took = cancelled_after(Duration::from_millis(800), &cancel, model.weigh(&weighing, &cancel)).await;
    assert!(took < SOON, "weighing: {took:?}");

    // The same process answers the next request.
    assert_eq!(model.process_id(), Some(process));
    let next = model.write(&ask(user("Hi"), None, GREEDY, 3), &Cancel::new()).await.unwrap();
    assert!(next.usage.written > 0);
    assert_eq!(model.process_id(), Some(process));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn before_it_begins_and_when_nobody_waits() {
    let model = model().await;
    let cancel = Cancel::new();
    cancel.cancel();
    let asked = ask(user("Hi"), None, GREEDY, 3);
    assert_eq!(model.write(&asked, &cancel).await, Err(ModelError::Cancelled));
    // A future that is dropped takes its request back too.
    let list = serde_json::json!({ "type": "array", "items": { "type": "integer" }, "minItems": 500 });
    let endless = ask(user("Count."), Some(list), wild(1), 3000);
    let never = Cancel::new();
    let dropped = tokio::time::timeout(Duration::from_millis(500), model.write(&endless, &never)).await;
    assert!(dropped.is_err());
    let start = Instant::now();
    model.write(&asked, &never).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
