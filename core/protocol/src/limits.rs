//! Every number that bounds Laika, in one table (I22). Configuration may tighten a number, never loosen it.

use alloc::string::{String, ToString};

/// Bytes of a run-state payload that it should stay under.
pub const STATE_TARGET_BYTES: usize = 32 * 1024;
/// Bytes of a run-state payload beyond which it is refused.
pub const STATE_MAX_BYTES: usize = 64 * 1024;
/// Bytes of one tool result.
pub const TOOL_RESULT_MAX_BYTES: usize = 256 * 1024;
/// Bytes of one native message.
pub const NATIVE_MESSAGE_MAX_BYTES: usize = 256 * 1024;
/// Bytes of one LLMCP packet: enough for the largest document with every character escaped.
pub const PACKET_MAX_BYTES: usize = 8 * 1024 * 1024;
/// Bytes of one model output.
pub const ANSWER_MAX_BYTES: usize = 1024 * 1024;
/// Nesting of a rendered document.
pub const DOCUMENT_MAX_DEPTH: usize = 16;
/// Nodes of a rendered document.
pub const DOCUMENT_MAX_NODES: usize = 20_000;
/// Bytes of text in a rendered document.
pub const DOCUMENT_MAX_TEXT_BYTES: usize = 512 * 1024;

/// Which way is safer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tighter {
    /// A smaller number is safer.
    Lower,
    /// A larger number is safer.
    Higher,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name in configuration.
    pub name: &'static str,
    /// The default, which is also the loosest value.
    pub default: u64,
    /// Which way configuration may move it.
    pub tighter: Tighter,
    /// What it bounds, with its unit.
    pub about: &'static str,
}

macro_rules! table {
    ($($name:ident = $text:literal, $default:expr, $tighter:ident, $about:literal;)*) => {
        /// A bound of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Limit { $(#[doc = $about] $name,)* }

        impl Limit {
            /// Every bound, in the order of the table.
            pub const ALL: &[Limit] = &[$(Limit::$name,)*];

            /// Its row.
            #[must_use]
            pub const fn row(self) -> Row {
                match self {
                    $(Limit::$name => Row {
                        name: $text, default: $default as u64, tighter: Tighter::$tighter, about: $about,
                    },)*
                }
            }
        }
    };
}

table! {
    TokenTtlMs = "token_ttl_ms", 120_000, Lower, "life of a capability token, in milliseconds";
    GestureExpiryMs = "gesture_expiry_ms", 30_000, Lower, "time to perform a requested gesture, in milliseconds";
    DeadlineMs = "deadline_ms", 5_000, Lower, "time for one tool call, in milliseconds";
    NavigationDeadlineMs = "navigation_deadline_ms", 30_000, Lower, "time for one navigation, in milliseconds";
    QueueLength = "queue_length", 32, Lower, "tool calls waiting on one channel";
    MutatingInFlight = "mutating_in_flight", 1, Lower, "mutating calls in flight per tab and frame";
    ReadRetries = "read_retries", 2, Lower, "automatic retries of a read tool";
    StepRetries = "step_retries", 3, Lower, "retries within one step";
    RunRetries = "run_retries", 20, Lower, "retries within one run";
    AssistSteps = "assist_steps", 50, Lower, "steps of a run that asks before acting";
    AutopilotSteps = "autopilot_steps", 30, Lower, "steps of a run that acts by itself";
    ModelCallsPerMinute = "model_calls_per_minute", 20, Lower, "model calls per minute";
    ModelRequestsPerMinute = "model_requests_per_minute", 120, Lower, "requests per minute that the model calls of one run are made of";
    LocalModelCalls = "local_model_calls", 1, Lower, "local model calls at once";
    CloudModelCalls = "cloud_model_calls", 2, Lower, "cloud model calls at once";
    ScansPerMinute = "scans_per_minute", 60, Lower, "page observations per minute";
    ScreenshotsPerMinute = "screenshots_per_minute", 6, Lower, "screenshots per minute";
    ScreenshotSidePx = "screenshot_side_px", 1280, Lower, "longest side of a screenshot, in pixels";
    ChainDepth = "chain_depth", 5, Lower, "tool calls that one tool call may lead to";
    Repairs = "repairs", 1, Lower, "repair prompts per model answer";
    CheckpointSteps = "checkpoint_steps", 10, Lower, "steps between two checkpoints";
    RetentionDays = "retention_days", 30, Lower, "days a run is kept";
    SensitiveRetentionDays = "sensitive_retention_days", 7, Lower, "days a run on a sensitive site is kept";
    ObserveChars = "observe_chars", 16_000, Lower, "characters of one observation";
    ObserveElements = "observe_elements", 300, Lower, "elements of one observation";
    ToolResultBytes = "tool_result_bytes", TOOL_RESULT_MAX_BYTES, Lower, "bytes of one tool result";
    NativeMessageBytes = "native_message_bytes", NATIVE_MESSAGE_MAX_BYTES, Lower, "bytes of one native message";
    StateBytes = "state_bytes", STATE_MAX_BYTES, Lower, "bytes of one run-state payload";
    PacketBytes = "packet_bytes", PACKET_MAX_BYTES, Lower, "bytes of one packet";
    TakeoverIdleMs = "takeover_idle_ms", 60_000, Lower, "idle time after which a takeover becomes a pause, in milliseconds";
    ReplacedTextPercent = "replaced_text_percent", 50, Lower, "share of visible text whose replacement starts a new navigation generation";
    VerboseAuditPrefix = "verbose_audit_prefix", 8, Lower, "characters of non-sensitive typed text a verbose audit may keep";
    OutputTokens = "output_tokens", 8_192, Lower, "tokens of one model answer, at most";
    ApproveArmMs = "approve_arm_ms", 700, Higher, "time an approval stays locked after the card changed, in milliseconds";
}

/// Tokens of a model answer where nobody asks for another number (C-16).
pub const DEFAULT_OUTPUT_TOKENS: u64 = 2_048;
/// Characters of an observation where nobody asks for another number (C-17).
pub const DEFAULT_OBSERVE_CHARS: u64 = 12_000;
/// Elements of an observation where nobody asks for another number (C-17).
pub const DEFAULT_OBSERVE_ELEMENTS: u64 = 160;

/// The bounds in force: the table, tightened by configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    values: [u64; Limit::ALL.len()],
}

/// A setting the table does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// No bound has this name.
    #[error("there is no limit named `{0}`")]
    Unknown(String),
    /// The value is on the unsafe side of the default.
    #[error("`{name}` may only be tightened: {value} is looser than {default}")]
    Looser {
        /// The bound.
        name: &'static str,
        /// The refused value.
        value: u64,
        /// The value it would loosen.
        default: u64,
    },
}

impl Default for Limits {
    fn default() -> Self {
        let mut values = [0; Limit::ALL.len()];
        for limit in Limit::ALL {
            values[*limit as usize] = limit.row().default;
        }
        Self { values }
    }
}

impl Limits {
    /// The bound in force.
    #[must_use]
    pub const fn get(&self, limit: Limit) -> u64 {
        self.values[limit as usize]
    }

    /// Tightens one bound. Layers apply in any order with the same result: the tightest value stays.
    ///
    /// # Errors
    /// When no bound has this name or the value is looser than the table's.
    pub fn tighten(&mut self, name: &str, value: u64) -> Result<(), LimitError> {
        let limit = *Limit::ALL
            .iter()
            .find(|limit| limit.row().name == name)
            .ok_or_else(|| LimitError::Unknown(name.to_string()))?;
        let Row { name, default, tighter, .. } = limit.row();
        let pick = match tighter {
            Tighter::Lower => u64::min,
            Tighter::Higher => u64::max,
        };
        if pick(value, default) != value {
            return Err(LimitError::Looser { name, value, default });
        }
        let slot = &mut self.values[limit as usize];
        *slot = pick(*slot, value);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I22: no configuration can raise a bound, whatever the order of its layers.
    #[test]
    fn i22_limits_only_tighten() {
        for limit in Limit::ALL {
            let Row { name, default, tighter, .. } = limit.row();
            let (tight, loose) = match tighter {
                Tighter::Lower => (default - 1, default + 1),
                Tighter::Higher => (default + 1, default - 1),
            };
            let mut limits = Limits::default();
            assert_eq!(limits.tighten(name, loose), Err(LimitError::Looser { name, value: loose, default }));
            assert_eq!(limits.get(*limit), default);
            limits.tighten(name, tight).unwrap();
            limits.tighten(name, default).unwrap();
            assert_eq!(limits.get(*limit), tight, "{name}: a later, looser layer must not win");
        }
        assert!(Limits::default().tighten("no_such", 1).is_err());
    }
}
