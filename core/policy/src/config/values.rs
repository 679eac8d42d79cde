//! All settings with their values, and what may become of them.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use laika_protocol::ids::Origin;
use laika_protocol::limits::{Limit, Limits, Tighter};
use laika_protocol::wire::SiteMode;

use super::{DEFAULT_ASK_TIMEOUT_S, ModelName, OriginRules, SearchEngine, Setting, ToolsTable, Value};
use crate::redact::{Audit, Keep};

/// The settings in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// How much a run may do.
    pub mode: SiteMode,
    /// Whether nothing of a run is kept.
    pub private: bool,
    /// Whether other hosts than those of documents are refused.
    pub strict: bool,
    /// Where searches go; none if they are switched off.
    pub search_engine: Option<SearchEngine>,
    /// Where runs may go.
    pub origins: OriginRules,
    /// The model that plans; none for the one that was chosen.
    pub model: Option<ModelName>,
    /// First characters of a typed text that the log keeps.
    pub audit_prefix_chars: u64,
    /// How much of a packet is kept.
    pub keep_packets: Keep,
    /// Whether runs may be exported as training data.
    pub training_export: bool,
    /// Seconds that an ask waits.
    pub ask_timeout_s: u64,
    /// Which tools are on, and how they are set.
    pub tools: ToolsTable,
    /// The bounds.
    pub limits: Limits,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            mode: SiteMode::Assist,
            private: false,
            strict: false,
            search_engine: None,
            origins: OriginRules::default(),
            model: None,
            audit_prefix_chars: 0,
            keep_packets: Keep::Redacted,
            training_export: false,
            ask_timeout_s: DEFAULT_ASK_TIMEOUT_S,
            tools: ToolsTable::default(),
            limits: Limits::default(),
        }
    }
}

impl Values {
    /// What a setting is set to.
    #[must_use]
    pub fn get(&self, setting: Setting) -> Value {
        match setting {
            Setting::Mode => Value::Mode(self.mode),
            Setting::Private => Value::Private(self.private),
            Setting::Strict => Value::Strict(self.strict),
            Setting::SearchEngine => Value::SearchEngine(self.search_engine.clone()),
            Setting::AllowedOrigins => Value::AllowedOrigins(self.origins.allowed.clone()),
            Setting::BlockedOrigins => Value::BlockedOrigins(self.origins.blocked.clone()),
            Setting::Model => Value::Model(self.model.clone()),
            Setting::AuditPrefixChars => Value::AuditPrefixChars(self.audit_prefix_chars),
            Setting::KeepPackets => Value::KeepPackets(self.keep_packets),
            Setting::TrainingExport => Value::TrainingExport(self.training_export),
            Setting::AskTimeoutS => Value::AskTimeoutS(self.ask_timeout_s),
            Setting::Tools => Value::Tools(self.tools.clone()),
            Setting::Limit(limit) => Value::Limit(limit, self.limits.get(limit)),
        }
    }

    /// How much of a typed text is kept: the setting, within its limit.
    #[must_use]
    pub fn audit(&self) -> Audit {
        let chars = self.audit_prefix_chars.min(self.limits.get(Limit::VerboseAuditPrefix));
        Audit { prefix_chars: usize::try_from(chars).unwrap_or(0) }
    }

    /// How much of a packet is kept: never all of it where nothing is to be kept.
    #[must_use]
    pub const fn keep(&self) -> Keep {
        if self.private { Keep::Redacted } else { self.keep_packets }
    }

    /// The settings that are looser here than there, or neither looser nor tighter but different.
    #[must_use]
    pub fn loosened_from(&self, other: &Self) -> Vec<Setting> {
        Setting::all().filter(|setting| other.would_loosen(&self.get(*setting))).collect()
    }

    /// Whether a value is not as tight as what is in force.
    #[must_use]
    pub fn would_loosen(&self, value: &Value) -> bool {
        match value {
            Value::Mode(mode) => *mode > self.mode,
            Value::Private(on) => self.private && !on,
            Value::Strict(on) => self.strict && !on,
            Value::SearchEngine(engine) => engine.is_some() && *engine != self.search_engine,
            Value::AllowedOrigins(wanted) => match (wanted, &self.origins.allowed) {
                (_, None) => false,
                (None, Some(_)) => true,
                (Some(wanted), Some(allowed)) => !wanted.is_subset(allowed),
            },
            Value::BlockedOrigins(wanted) => !wanted.is_superset(&self.origins.blocked),
            Value::Model(model) => *model != self.model,
            Value::AuditPrefixChars(chars) => *chars > self.audit_prefix_chars,
            Value::KeepPackets(keep) => *keep == Keep::Full && self.keep_packets == Keep::Redacted,
            Value::TrainingExport(on) => *on && !self.training_export,
            Value::AskTimeoutS(seconds) => *seconds > self.ask_timeout_s,
            Value::Tools(wanted) => self.tools.would_loosen(wanted),
            Value::Limit(limit, number) => match limit.row().tighter {
                Tighter::Lower => *number > self.limits.get(*limit),
                Tighter::Higher => *number < self.limits.get(*limit),
            },
        }
    }

    /// Takes a wish in as far as it may go, and returns what was left out.
    pub(super) fn apply(&mut self, wish: &Value, may_loosen: bool) -> Option<Value> {
        // Not a matter of who asks: lists of what is blocked count together, and limits are only tightened.
        let replaces = !matches!(wish, Value::BlockedOrigins(_) | Value::Limit(..));
        if let Value::AllowedOrigins(Some(wanted)) = wish
            && !may_loosen
        {
            return self.narrow(wanted);
        }
        if replaces && !may_loosen && self.would_loosen(wish) {
            return Some(wish.clone());
        }
        match wish.clone() {
            Value::Mode(mode) => self.mode = mode,
            Value::Private(on) => self.private = on,
            Value::Strict(on) => self.strict = on,
            Value::SearchEngine(engine) => self.search_engine = engine,
            Value::AllowedOrigins(allowed) => self.origins.allowed = allowed,
            Value::BlockedOrigins(blocked) => self.origins.blocked.extend(blocked),
            Value::Model(model) => self.model = model,
            Value::AuditPrefixChars(chars) => self.audit_prefix_chars = chars,
            Value::KeepPackets(keep) => self.keep_packets = keep,
            Value::TrainingExport(on) => self.training_export = on,
            Value::AskTimeoutS(seconds) => self.ask_timeout_s = seconds,
            Value::Tools(wanted) => self.tools.extend(wanted),
            Value::Limit(limit, number) => {
                let tightened = self.limits.tighten(limit.row().name, number).is_ok();
                return (!tightened || self.limits.get(limit) != number).then(|| wish.clone());
            }
        }
        None
    }

    /// What is on both lists stays.
    fn narrow(&mut self, wanted: &BTreeSet<Origin>) -> Option<Value> {
        let Some(allowed) = &mut self.origins.allowed else {
            self.origins.allowed = Some(wanted.clone());
            return None;
        };
        let outside: BTreeSet<Origin> = wanted.difference(allowed).cloned().collect();
        allowed.retain(|origin| wanted.contains(origin));
        (!outside.is_empty()).then_some(Value::AllowedOrigins(Some(outside)))
    }
}
