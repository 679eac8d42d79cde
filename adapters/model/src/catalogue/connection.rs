//! Models behind servers that the person connected. Their keys are not here: those are in the key store.

use std::time::Duration;

use laika_protocol::secret::Secret;
use serde::{Deserialize, Serialize};

use super::read::is_name;
use crate::remote::{Anthropic, Api, Base, Dialect, OpenAi, Price, RemoteError, Settings};

/// How long an answer of a server may take.
const DEADLINE: Duration = Duration::from_secs(120);
/// The names that servers give their models are shorter.
const LONGEST_MODEL: usize = 200;

/// How a server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerKind {
    /// OpenAI, and what speaks exactly like it.
    Openai,
    /// The same by function calling.
    OpenaiFunctions,
    /// Ollama, in its own way.
    Ollama,
    /// vLLM.
    Vllm,
    /// llama-server of llama.cpp.
    LlamaServer,
    /// Anthropic.
    Anthropic,
}

impl ServerKind {
    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Openai => "openai",
            Self::OpenaiFunctions => "openai-functions",
            Self::Ollama => "ollama",
            Self::Vllm => "vllm",
            Self::LlamaServer => "llama-server",
            Self::Anthropic => "anthropic",
        }
    }
}

/// A model behind a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Connection {
    /// What the person calls it.
    pub name: String,
    /// How its server is spoken to.
    pub kind: ServerKind,
    /// Where its server is.
    pub at: String,
    /// What its server calls it.
    pub model: String,
    /// The most tokens it can read and write together.
    pub context: u32,
    /// What it costs, where the person said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Whether the model is told how to draw its tokens. Some take no such word.
    pub sampling: bool,
    /// Whether there is a key for it in the key store.
    pub has_key: bool,
}

impl Connection {
    /// The name of its key in the key store.
    #[must_use]
    pub fn key_name(&self) -> String {
        format!("model:{}", self.name)
    }

    /// Where its server is.
    ///
    /// # Errors
    /// When that is no address of a server.
    pub fn base(&self) -> Result<Base, RemoteError> {
        Base::parse(&self.at)
    }

    /// Whether what it reads stays on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.base().is_ok_and(|base| base.is_local())
    }

    /// What is settled about its server.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings { context: self.context, deadline: DEADLINE, price: self.price, ..Settings::default() }
    }

    /// The way to talk to it.
    ///
    /// # Errors
    /// When its address cannot be used.
    pub fn api(&self, key: Option<Secret>) -> Result<Box<dyn Api>, RemoteError> {
        let (base, model, sampling) = (self.base()?, self.model.clone(), self.sampling);
        let dialect = match self.kind {
            ServerKind::Anthropic => return Ok(Box::new(Anthropic { base, model, key, sampling })),
            ServerKind::Openai => Dialect::OpenAi,
            ServerKind::OpenaiFunctions => Dialect::Functions,
            ServerKind::Ollama => Dialect::Ollama,
            ServerKind::Vllm => Dialect::Vllm,
            ServerKind::LlamaServer => Dialect::LlamaServer,
        };
        Ok(Box::new(OpenAi { base, model, key, dialect, sampling }))
    }

    /// Why it cannot be used, if it cannot.
    pub(super) fn defect(&self) -> Option<RemoteError> {
        let base = match self.base() {
            Ok(base) => base,
            Err(error) => return Some(error),
        };
        let named = (1..=LONGEST_MODEL).contains(&self.model.len())
            && self.model.bytes().all(|byte| byte.is_ascii_graphic());
        let prices = self.price.into_iter().flat_map(|price| [price.input, price.output]);
        let wrong = [
            (!is_name(&self.name), "its name is none"),
            (
                !named,
                "the name of the model is missing, too long, or has other characters than such names have",
            ),
            (!(512..=1 << 24).contains(&self.context), "the context is out of range"),
            (!prices.into_iter().all(|price| (0.0..=1e6).contains(&price)), "a price is out of range"),
            (!self.has_key && !base.is_private(), "a server on the public network needs a key"),
            (self.has_key && !base.is_unheard(), "a key goes to other machines only over https"),
        ];
        wrong.into_iter().find(|(wrong, _)| *wrong).map(|(_, why)| RemoteError::settings(why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection(at: &str, has_key: bool) -> Connection {
        Connection {
            name: "mine".into(),
            kind: ServerKind::Openai,
            at: at.into(),
            model: "small".into(),
            context: 8192,
            price: None,
            sampling: true,
            has_key,
        }
    }

    #[test]
    fn only_what_can_be_used_safely_is_taken() {
        for (at, has_key, fits) in [
            ("http://127.0.0.1:8080/v1", false, true),
            ("http://127.0.0.1:8080/v1", true, true),
            ("https://api.example/v1", true, true),
            ("https://api.example/v1", false, false),
            ("http://192.168.0.7:8080/v1", false, true),
            ("http://192.168.0.7:8080/v1", true, false),
            ("http://api.example/v1", true, false),
            ("ftp://api.example", true, false),
            ("https://me:secret@api.example/v1", true, false),
            ("https://api.example/v1?key=1", true, false),
        ] {
            assert_eq!(connection(at, has_key).defect().is_none(), fits, "{at} {has_key}");
        }
        let good = || connection("http://localhost:1/v1", false);
        let price = Some(Price { input: f64::NAN, output: 0.0 });
        for bad in [
            Connection { name: "../x".into(), ..good() },
            Connection { model: String::new(), ..good() },
            Connection { model: "a b".into(), ..good() },
            Connection { context: 10, ..good() },
            Connection { price, ..good() },
        ] {
            assert_eq!(bad.defect().map(|error| error.code()), Some("E_REMOTE_SETTINGS"), "{bad:?}");
        }
    }
}
