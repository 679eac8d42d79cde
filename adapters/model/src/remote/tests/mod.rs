//! What servers say, and what becomes of it: against real sockets, with recorded and with hostile answers.

mod cloud;
mod direct;
mod hostile;
mod recorded;
mod repeats;
mod requests;
mod server;

use std::time::Duration;

use laika_protocol::model::{Ask, Prompt, Sampling, Speaker, Turn};
use laika_protocol::secret::Secret;
use serde_json::{Value, json};

use super::{Anthropic, Base, Dialect, OpenAi, Settings};

const KEY: &str = "sk-test-Zk3vQ8pLm2Xc9Rt5Yw7U";

fn ask(shape: Option<Value>) -> Ask {
    let turn = |speaker, text: &str| Turn { speaker, text: text.into() };
    Ask {
        prompt: Prompt {
            turns: vec![turn(Speaker::System, "Be brief."), turn(Speaker::User, "Click the third one.")],
            fixed_turns: 1,
            answer_starts: String::new(),
        },
        shape,
        sampling: Sampling { temperature: 0.7, top_p: 0.8, top_k: 20, min_p: 0.0, seed: 7 },
        max_tokens: 64,
    }
}

/// A call of a tool, with a handle of this page and a note that may be left out.
fn call() -> Value {
    json!({
        "type": "object",
        "properties": {
            "tool": { "const": "browser.click" },
            "args": {
                "type": "object",
                "properties": { "handleId": { "enum": ["laika-1", "laika-3"] } },
                "required": ["handleId"],
                "additionalProperties": false,
            },
            "note": { "type": "string", "maxLength": 20, "x-piece-of": ["Click the third one."] },
        },
        "required": ["tool", "args"],
        "additionalProperties": false,
    })
}

fn openai(base: &str, dialect: Dialect) -> OpenAi {
    OpenAi {
        base: Base::parse(base).unwrap(),
        model: "small".into(),
        key: Some(Secret::new(KEY.into())),
        dialect,
        sampling: true,
    }
}

fn anthropic(base: &str) -> Anthropic {
    Anthropic {
        base: Base::parse(base).unwrap(),
        model: "small".into(),
        key: Some(Secret::new(KEY.into())),
        sampling: true,
    }
}

fn quick() -> Settings {
    Settings { deadline: Duration::from_secs(5), ..Settings::default() }
}
