//! The settings: their names, what they take, and which way is tighter, in words.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use laika_protocol::limits::{Limit, Row, Tighter};

/// Seconds that an ask waits for its answer where nobody says otherwise: as long as an approval lives.
pub const DEFAULT_ASK_TIMEOUT_S: u64 = crate::APPROVAL_LIFE_MS / 1000;
/// Seconds that an ask may wait at most: a day.
pub const MOST_ASK_TIMEOUT_S: u64 = 24 * 60 * 60;

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// How much a run may do.
    Mode,
    /// Whether nothing of a run is kept.
    Private,
    /// Whether other hosts than those of documents are refused.
    Strict,
    /// Where searches go.
    SearchEngine,
    /// The only origins that a run may go to.
    AllowedOrigins,
    /// What no run may go to.
    BlockedOrigins,
    /// The model that plans.
    Model,
    /// How much of a typed text the log keeps.
    AuditPrefixChars,
    /// How much of a packet is kept.
    KeepPackets,
    /// Whether runs may be exported as training data.
    TrainingExport,
    /// How long an ask waits for its answer.
    AskTimeoutS,
    /// Which tools are on, and how they are set.
    Tools,
    /// A bound of the table.
    Limit(Limit),
}

/// The table in front of the limits' keys.
const LIMITS: &str = "limits.";

/// The bounds that can be set. The others of the table are fixed: a setting that changes nothing would be a promise.
const SETTABLE: &[Limit] = &[
    Limit::ReadRetries,
    Limit::StepRetries,
    Limit::RunRetries,
    Limit::AssistSteps,
    Limit::AutopilotSteps,
    Limit::ModelCallsPerMinute,
    Limit::ModelRequestsPerMinute,
    Limit::LocalModelCalls,
    Limit::CloudModelCalls,
    Limit::ScansPerMinute,
    Limit::CheckpointSteps,
    Limit::RetentionDays,
    Limit::SensitiveRetentionDays,
    Limit::ObserveChars,
    Limit::ObserveElements,
    Limit::VerboseAuditPrefix,
    Limit::OutputTokens,
    Limit::ApproveArmMs,
];

impl Setting {
    const NAMED: [Self; 12] = [
        Self::Mode,
        Self::Private,
        Self::Strict,
        Self::SearchEngine,
        Self::AllowedOrigins,
        Self::BlockedOrigins,
        Self::Model,
        Self::AuditPrefixChars,
        Self::KeepPackets,
        Self::TrainingExport,
        Self::AskTimeoutS,
        Self::Tools,
    ];

    /// Every setting, in the order in which they are shown.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMED.into_iter().chain(SETTABLE.iter().copied().map(Self::Limit))
    }

    /// Every key, as it is written in a file.
    #[must_use]
    pub fn keys() -> Vec<String> {
        Self::all().map(Self::key).collect()
    }

    /// The setting of a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::all().find(|setting| setting.key() == key)
    }

    /// The setting of a variable of the environment.
    #[must_use]
    pub fn of_variable(name: &str) -> Option<Self> {
        Self::all().find(|setting| setting.variable() == name)
    }

    /// The key in a file: `mode`, or `limits.assist_steps` for one below the table `limits`.
    #[must_use]
    pub fn key(self) -> String {
        match self {
            Self::Mode => "mode",
            Self::Private => "private",
            Self::Strict => "strict",
            Self::SearchEngine => "search_engine",
            Self::AllowedOrigins => "allowed_origins",
            Self::BlockedOrigins => "blocked_origins",
            Self::Model => "model",
            Self::AuditPrefixChars => "audit_prefix_chars",
            Self::KeepPackets => "keep_packets",
            Self::TrainingExport => "training_export",
            Self::AskTimeoutS => "ask_timeout_s",
            Self::Tools => "tools",
            Self::Limit(limit) => return format!("{LIMITS}{}", limit.row().name),
        }
        .to_string()
    }

    /// The variable of the environment: `LAIKA_MODE`, `LAIKA_LIMITS_ASSIST_STEPS`.
    #[must_use]
    pub fn variable(self) -> String {
        format!("LAIKA_{}", self.key().replace('.', "_").to_ascii_uppercase())
    }

    /// Whether nobody else may even tighten it. What is kept for a shorter time is erased, of all runs and for good: a
    /// cloned repository could wipe the log that says what it did.
    #[must_use]
    pub const fn is_yours_alone(self) -> bool {
        matches!(self, Self::Limit(Limit::RetentionDays | Limit::SensitiveRetentionDays))
    }

    /// What it is.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Mode => "how much a run may do",
            Self::Private => "whether a run leaves nothing on disk",
            Self::Strict => "whether hosts that no document comes from are refused",
            Self::SearchEngine => "where searches go",
            Self::AllowedOrigins => "the only origins that a run may go to; it allows nothing by itself",
            Self::BlockedOrigins => {
                "what no run may go to: origins, or hosts with all that is below them; lists of all layers together"
            }
            Self::Model => "the model that plans; the one of `laika model use` if not set",
            Self::AuditPrefixChars => {
                "first characters of a typed text that the log keeps where nothing about it is sensitive"
            }
            Self::KeepPackets => "how much of what a model is told and says is kept",
            Self::TrainingExport => {
                "whether `laika runs export --training` may write what a run did as training data"
            }
            Self::AskTimeoutS => "seconds that an ask waits for its answer",
            Self::Tools => "the tools beside the browser that are on, how they are set, and macros",
            Self::Limit(limit) => limit.row().about,
        }
    }

    /// What it takes.
    #[must_use]
    pub fn takes(self) -> String {
        match self {
            Self::Mode => "`observe`, `assist` or `autopilot`".to_string(),
            Self::Private | Self::Strict | Self::TrainingExport => "`true` or `false`".to_string(),
            Self::SearchEngine => {
                "an https address that ends in its query key, such as `https://search.example/find?q=`, or `off`"
                    .to_string()
            }
            Self::AllowedOrigins => "a list of origins such as `https://example.com`, or `any`".to_string(),
            Self::BlockedOrigins => {
                "a list of hosts such as `example.com`, or origins such as `https://example.com`".to_string()
            }
            Self::Model => "the name of a model, as `laika model list` shows it".to_string(),
            Self::AuditPrefixChars => {
                format!("a number from 0 to {}", Limit::VerboseAuditPrefix.row().default)
            }
            Self::KeepPackets => "`redacted` or `full`".to_string(),
            Self::AskTimeoutS => format!("a number from 1 to {MOST_ASK_TIMEOUT_S}"),
            Self::Tools => "a list of tools, or a table with `enabled`, `settings` and `macros`".to_string(),
            Self::Limit(limit) => {
                let Row { default, tighter, .. } = limit.row();
                match tighter {
                    Tighter::Lower => format!("a number up to {default}"),
                    Tighter::Higher => format!("a number from {default} on"),
                }
            }
        }
    }

    /// Which way is tighter.
    #[must_use]
    pub const fn tighter(self) -> &'static str {
        match self {
            Self::Mode => "`observe`, then `assist`",
            Self::Private | Self::Strict => "`true`",
            Self::SearchEngine => "`off`",
            Self::AllowedOrigins => "fewer",
            Self::BlockedOrigins => "more",
            Self::Model => "neither",
            Self::AuditPrefixChars => "smaller",
            Self::KeepPackets => "`redacted`",
            Self::TrainingExport => "`false`",
            Self::AskTimeoutS => "shorter",
            Self::Tools => "fewer",
            Self::Limit(Limit::RetentionDays | Limit::SensitiveRetentionDays) => "smaller, by you alone",
            Self::Limit(limit) => match limit.row().tighter {
                Tighter::Lower => "smaller",
                Tighter::Higher => "larger",
            },
        }
    }
}
