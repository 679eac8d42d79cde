//! The loaded model: reading tokens, keeping what was read, and giving up when nobody waits.

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use laika_protocol::model::{Prompt, Usage};
use llama_cpp_2::DecodeError;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;
use llguidance::ParserFactory;
use toktrie::TokEnv;

use super::chat::{self, Chat};
use super::sequences::{REMEMBERED, Sequences};
use super::shape;
use super::vocabulary::Vocabulary;
use crate::{Files, ModelError};

/// The most tokens that are computed at once.
pub(super) const AT_ONCE: usize = 128;
/// The fewest: with less, most of the time goes into reading the weights again and again.
const LEAST_AT_ONCE: usize = 16;
/// Sequences for candidates, beside those that are remembered.
pub(super) const CANDIDATES: usize = 28;
/// A cancelled request is noticed after about this long.
const NOTICED_WITHIN: Duration = Duration::from_millis(300);
/// An adapter changes the weights as far as it was trained to.
const WHOLE: f32 = 1.0;
/// No prompt is longer than this many bytes, whatever its tokens.
const PROMPT_BYTES: usize = 8 << 20;

/// Whether a request is still wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) number: u64,
    /// Orders up to this number are cancelled.
    pub(super) cancelled: &'a AtomicU64,
}

impl Wanted<'_> {
    pub(super) fn check(self) -> Result<(), ModelError> {
        if self.cancelled.load(Ordering::Relaxed) >= self.number {
            Err(ModelError::Cancelled)
        } else {
            Ok(())
        }
    }
}

/// A prompt that was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub(super) sequence: usize,
    pub(super) tokens: usize,
    /// Where the logits after it are.
    pub(super) logits: i32,
}

/// A model in memory.
pub(super) struct Engine {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) chat: Chat,
    pub(super) shapes: ParserFactory,
    pub(super) context: LlamaContext<'static>,
    pub(super) batch: LlamaBatch<'static>,
    /// Tokens that an answer never holds, in order.
    pub(super) forbidden: Vec<u32>,
    sequences: Sequences,
    /// How many tokens are computed between two looks at whether the answer is still wanted.
    pub(super) at_once: usize,
    most: usize,
    model: &'static LlamaModel,
}

impl Engine {
    /// Loads the files of a model.
    pub(super) fn load(files: &Files, threads: u32, context: u32) -> Result<Self, ModelError> {
        let wrong = |error: &dyn std::fmt::Display| ModelError::Weights(error.to_string());
        if !files.paths().all(Path::is_file) {
            return Err(wrong(&"there is no such file"));
        }
        let mut backend = LlamaBackend::init().map_err(|error| wrong(&error))?;
        // It would tell standard error about every tensor.
        backend.void_logs();
        let parameters = LlamaModelParams::default().with_n_gpu_layers(0);
        let mut model = LlamaModel::load_from_file(&backend, &files.weights, &parameters)
            .map_err(|error| wrong(&error))?;
        if model.is_recurrent() || model.is_hybrid() {
            return Err(wrong(&"its state cannot be cut back to a shared beginning"));
        }
        let adapter = files.adapter.as_ref().map(|adapter| model.lora_adapter_init(adapter)).transpose();
        let adapter = adapter.map_err(|error| wrong(&error))?;
        // The process has one model, for as long as it lives.
        let model: &'static LlamaModel = Box::leak(Box::new(model));
        let chat = Chat::of(model)?;
        let vocabulary = Arc::new(Vocabulary::new(model, chat.end()));
        let environment: TokEnv = Arc::<Vocabulary>::clone(&vocabulary);
        let mut shapes = ParserFactory::new_simple(&environment).map_err(|error| wrong(&error))?;
        shapes.quiet();
        shape::set_limits(shapes.limits_mut());
        let most = context.clamp(1, model.n_ctx_train().max(1));
        let threads = i32::try_from(threads.clamp(1, 512)).unwrap_or(1);
        let sequences = u32::try_from(REMEMBERED + CANDIDATES).unwrap_or_default();
        let at_once = u32::try_from(AT_ONCE).unwrap_or_default();
        let parameters = LlamaContextParams::default()
            // Room for the longest prompt and for candidates after it.
            .with_n_ctx(NonZeroU32::new(most.saturating_add(2 * at_once)))
            .with_n_batch(at_once)
            .with_n_ubatch(at_once)
            .with_n_seq_max(sequences)
            .with_n_threads(threads)
            .with_n_threads_batch(threads)
            // One store for all sequences: what two of them share is there once.
            .with_kv_unified(true)
            .with_swa_full(true);
        let mut context = model.new_context(&backend, parameters).map_err(|error| wrong(&error))?;
        // It belongs to the model, and is freed with it.
        if let Some(mut adapter) = adapter {
            context.lora_adapter_set(&mut adapter, WHOLE).map_err(|error| wrong(&error))?;
        }
        // The backend is needed as long as the model.
        Box::leak(Box::new(backend));
        let forbidden = vocabulary.forbidden();
        Ok(Self {
            vocabulary,
            chat,
            shapes,
            context,
            batch: LlamaBatch::new(AT_ONCE, i32::try_from(sequences).unwrap_or_default()),
            forbidden,
            sequences: Sequences::default(),
            at_once: LEAST_AT_ONCE,
            most: usize::try_from(most).unwrap_or_default(),
            model,
        })
    }

    /// The most tokens of a prompt and its answer.
    pub(super) const fn most(&self) -> usize {
        self.most
    }

    /// What the file calls the model.
    pub(super) fn name(&self) -> String {
        let name = self.model.meta_val_str("general.name").unwrap_or_default();
        name.chars().filter(|letter| !letter.is_control()).take(100).collect()
    }

    /// How many tokens each text has.
    pub(super) fn count(&self, texts: &[String], wanted: Wanted<'_>) -> Result<Vec<u32>, ModelError> {
        let count = |text: &String| {
            wanted.check()?;
            Ok(u32::try_from(self.vocabulary.tokens(text).len()).unwrap_or(u32::MAX))
        };
        texts.iter().map(count).collect()
    }

    /// Forgets every prompt.
    pub(super) fn forget(&mut self) {
        self.context.clear_kv_cache();
        self.sequences.forget();
    }

    /// Reads a prompt, as far as it is not known yet. `room` tokens must fit after it. `staying` names the sequence that
    /// the same request used before.
    pub(super) fn read(
        &mut self,
        prompt: &Prompt,
        room: usize,
        staying: Option<usize>,
        usage: &mut Usage,
        wanted: Wanted<'_>,
    ) -> Result<Read, ModelError> {
        let tokens = self.prompt_tokens(prompt, room)?;
        let plan = self.sequences.plan(&tokens, staying);
        let known = self.take_over(plan.copy_from, plan.sequence, plan.known)?;
        self.sequences.begin(plan.sequence, &tokens, known);
        usage.read = usage.read.saturating_add(u32::try_from(tokens.len()).unwrap_or(u32::MAX));
        usage.reused = usage.reused.saturating_add(u32::try_from(known).unwrap_or(u32::MAX));
        let logits = self.extend(plan.sequence, &tokens[known..], wanted)?;
        Ok(Read { sequence: plan.sequence, tokens: tokens.len(), logits })
    }

    fn prompt_tokens(&self, prompt: &Prompt, room: usize) -> Result<Vec<LlamaToken>, ModelError> {
        let too_long = |tokens: usize| ModelError::TooLong {
            tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
            most: u32::try_from(self.most).unwrap_or(u32::MAX),
        };
        let bytes =
            prompt.turns.iter().map(|turn| turn.text.len()).sum::<usize>() + prompt.answer_starts.len();
        if bytes > PROMPT_BYTES {
            return Err(too_long(bytes));
        }
        let tokens = self.chat.tokens(prompt, &self.vocabulary)?;
        if tokens.len() + room > self.most { Err(too_long(tokens.len() + room)) } else { Ok(tokens) }
    }

    /// The tokens of a text that follows a prompt.
    pub(super) fn text_tokens(&self, text: &str) -> Result<Vec<LlamaToken>, ModelError> {
        chat::plain(text, &self.vocabulary)
    }

    /// Makes a sequence hold exactly the first `known` tokens of a prompt, and says how many it holds.
    fn take_over(&mut self, from: Option<usize>, to: usize, known: usize) -> Result<usize, ModelError> {
        let (to, position) = (id(to), u32::try_from(known).unwrap_or(u32::MAX));
        if let Some(from) = from {
            self.clear(to)?;
            self.context.kv_cache_seq_cp(id(from), to, Some(0), Some(position)).map_err(engine)?;
            return Ok(known);
        }
        if self.context.kv_cache_seq_rm(to, Some(position), None).is_ok() {
            return Ok(known);
        }
        self.clear(to)?;
        Ok(0)
    }

    /// Empties a sequence.
    pub(super) fn clear(&mut self, sequence: i32) -> Result<(), ModelError> {
        self.context.kv_cache_seq_rm(sequence, None, None).map_err(engine)
    }

    /// Reads tokens at the end of a sequence, and says where the logits after the last one are.
    pub(super) fn extend(
        &mut self,
        sequence: usize,
        tokens: &[LlamaToken],
        wanted: Wanted<'_>,
    ) -> Result<i32, ModelError> {
        let mut logits = 0;
        let mut left = tokens;
        while !left.is_empty() {
            wanted.check()?;
            let (now, later) = left.split_at(left.len().min(self.at_once));
            let start = Instant::now();
            self.batch.clear();
            let position = self.sequences.len(sequence);
            for (at, token) in now.iter().enumerate() {
                let last = later.is_empty() && at + 1 == now.len();
                let position = i32::try_from(position + at).unwrap_or(i32::MAX);
                self.batch.add(*token, position, &[id(sequence)], last).map_err(engine)?;
            }
            self.decode(sequence)?;
            self.sequences.extend(sequence, now);
            self.pace(now.len(), start.elapsed());
            logits = i32::try_from(now.len()).unwrap_or_default() - 1;
            left = later;
        }
        Ok(logits)
    }

    /// Computes the batch. Where there is no room, prompts other than that of `sequence` are forgotten.
    pub(super) fn decode(&mut self, sequence: usize) -> Result<(), ModelError> {
        loop {
            match self.context.decode(&mut self.batch) {
                Ok(()) => return Ok(()),
                Err(DecodeError::NoKvCacheSlot) => {
                    let oldest = self.sequences.forget_oldest_but(sequence);
                    let oldest = oldest.ok_or_else(|| ModelError::Engine("its memory is full".into()))?;
                    self.clear(id(oldest))?;
                }
                Err(error @ (DecodeError::NTokensZero | DecodeError::Unknown(_))) => {
                    return Err(engine(error));
                }
            }
        }
    }

    /// Learns how much can be computed between two looks at whether the answer is still wanted.
    pub(super) fn pace(&mut self, tokens: usize, took: Duration) {
        if tokens < LEAST_AT_ONCE {
            return;
        }
        let fitting =
            u128::try_from(tokens).unwrap_or_default() * NOTICED_WITHIN.as_micros() / took.as_micros().max(1);
        self.at_once = usize::try_from(fitting).unwrap_or(AT_ONCE).clamp(LEAST_AT_ONCE, AT_ONCE);
    }
}

/// The engine's number of a sequence.
pub(super) fn id(sequence: usize) -> i32 {
    i32::try_from(sequence).unwrap_or_default()
}

/// An error of the engine.
pub(super) fn engine(error: impl std::fmt::Display) -> ModelError {
    ModelError::Engine(error.to_string())
}
