//! A script gives its answers once each, and only to what they answer.

use laika_model::scripted::{Answer, Asked, Scripted};
use laika_model::{Cancel, ModelError, Runner as _};
use laika_protocol::model::Weighing;

use super::{GREEDY, ask, user};

#[tokio::test]
async fn answers_come_in_order() {
    let never = Cancel::new();
    let script = Scripted::new([
        Answer::Weights(vec![vec![-1.0]]),
        Answer::Text("hello".into()),
        Answer::Fails(ModelError::Timeout),
        Answer::Text("for a weighing".into()),
    ])
    .with_context(100);
    let asked = ask(user("x"), None, GREEDY, 5);
    let weighing = Weighing { prompts: vec![user("x")], candidates: vec!["a".into()] };
    assert_eq!(script.weigh(&weighing, &never).await.unwrap().weights, [[-1.0]]);
    assert_eq!(script.write(&asked, &never).await.unwrap().text, "hello");
    assert_eq!(script.write(&asked, &never).await, Err(ModelError::Timeout));
    assert_eq!(script.weigh(&weighing, &never).await, Err(ModelError::ScriptEnded("weigh".into())));
    assert_eq!(script.write(&asked, &never).await, Err(ModelError::ScriptEnded("write".into())));
    assert_eq!(script.asked().len(), 5);
    assert_eq!(script.asked()[1], Asked::Write(asked.clone()));
    assert_eq!((script.left(), script.capabilities().context), (0, 100));
    assert_eq!(script.count(&["12345".into()]).await.unwrap(), [2]);
    never.cancel();
    assert_eq!(script.write(&asked, &never).await, Err(ModelError::Cancelled));
}
