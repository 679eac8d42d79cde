//! Every setting, and where it takes effect: one that nothing reads would be a promise that nobody keeps.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use laika_policy::config::Setting;

/// The key, the file that acts on it, and the words there that do.
const TAKE_EFFECT: &[(&str, &str, &str)] = &[
    ("mode", "app/cli/src/commands/work/start.rs", "mode: config.mode()"),
    ("private", "app/cli/src/commands/work/start.rs", "private: config.private()"),
    ("strict", "app/daemon/src/working/desk.rs", ".strictly(self.order.strict)"),
    ("search_engine", "core/policy/src/situation.rs", "facts.search_engine == here"),
    ("allowed_origins", "core/policy/src/rules/page.rs", "settings.check(&origin)"),
    ("blocked_origins", "adapters/net/src/rules.rs", "self.is_blocked(target, way)"),
    ("model", "app/cli/src/commands/work/start.rs", "config(Flags::default())?.model()"),
    ("audit_prefix_chars", "core/policy/src/redact/call.rs", "prefix_chars"),
    ("keep_packets", "core/agent/src/turn.rs", "self.world.keep"),
    ("training_export", "app/cli/src/commands/runs/training.rs", "values().training_export"),
    ("ask_timeout_s", "app/daemon/src/working/mod.rs", "self.workshop.bounds().ask_timeout"),
    ("tools", "app/daemon/src/tooling/mod.rs", "values().tools.clone()"),
    ("limits.read_retries", "core/agent/src/act.rs", "Limit::ReadRetries"),
    ("limits.step_retries", "core/agent/src/act.rs", "Limit::StepRetries"),
    ("limits.run_retries", "core/agent/src/act.rs", "Limit::RunRetries"),
    ("limits.assist_steps", "core/agent/src/look.rs", "Limit::AssistSteps"),
    ("limits.autopilot_steps", "core/agent/src/look.rs", "Limit::AutopilotSteps"),
    ("limits.model_calls_per_minute", "core/agent/src/look.rs", "Limit::ModelCallsPerMinute"),
    (
        "limits.model_requests_per_minute",
        "app/daemon/src/thinking/budget.rs",
        "Limit::ModelRequestsPerMinute",
    ),
    ("limits.local_model_calls", "app/daemon/src/thinking/budget.rs", "Limit::LocalModelCalls"),
    ("limits.cloud_model_calls", "app/daemon/src/thinking/budget.rs", "Limit::CloudModelCalls"),
    ("limits.scans_per_minute", "core/agent/src/look.rs", "Limit::ScansPerMinute"),
    ("limits.checkpoint_steps", "core/agent/src/act.rs", "Limit::CheckpointSteps"),
    ("limits.retention_days", "app/daemon/src/daemon.rs", "Limit::RetentionDays"),
    ("limits.sensitive_retention_days", "app/daemon/src/daemon.rs", "Limit::SensitiveRetentionDays"),
    ("limits.observe_chars", "app/daemon/src/working/desk.rs", "Limit::ObserveChars"),
    ("limits.observe_elements", "app/daemon/src/working/desk.rs", "Limit::ObserveElements"),
    ("limits.verbose_audit_prefix", "core/policy/src/config/values.rs", "Limit::VerboseAuditPrefix"),
    ("limits.output_tokens", "app/daemon/src/thinking/budget.rs", "Limit::OutputTokens"),
    ("limits.approve_arm_ms", "app/cli/src/commands/work/watch.rs", "Limit::ApproveArmMs"),
];

#[test]
fn every_setting_takes_effect_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listed: BTreeSet<String> = TAKE_EFFECT.iter().map(|(key, ..)| (*key).to_owned()).collect();
    let there: BTreeSet<String> = Setting::keys().into_iter().collect();
    assert_eq!(listed, there, "a setting is listed with the place where it takes effect");
    for (key, file, words) in TAKE_EFFECT {
        let text = fs::read_to_string(root.join(file)).unwrap();
        assert!(text.contains(words), "{key}: `{words}` is not in {file} any more");
    }
    // What the loop is set up with reaches the runs: limits of model calls through the planner's view, the rest directly.
    let of = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    assert!(of("app/daemon/src/working/thinker/mod.rs").contains("Mind::within(model, limits"));
    assert!(of("app/daemon/src/service.rs").contains("workshop.within(bounds)"));
}
