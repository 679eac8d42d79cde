//! What no scenario shows, each with the reason; whatever is not listed here has to be shown by one.

/// Codes of calls that the isolated browser cannot give.
pub(super) const CODES: &[(&str, &str)] = &[
    (
        "SCHEMA_MISMATCH",
        "a message of another program that does not fit; here every call is made by the loop itself",
    ),
    ("PERMISSION_REQUIRED", "a permission of the person's own browser; the isolated one has none to ask for"),
    (
        "CANCELLED",
        "a stop ends the run, so nobody is left to be told; `stop` scenarios show what comes of it",
    ),
    ("INTERNAL", "a fault of ours, or of the browser's protocol; no page and no planner brings one about"),
];

/// States that a run in the isolated browser is never in.
pub(super) const STATES: &[(&str, &str)] = &[
    ("idle", "there is no run yet"),
    ("authorizing", "whoever starts a run in a browser of Laika's own has authorised it"),
];

/// Reasons to wait that do not come up here.
pub(super) const PAUSES: &[(&str, &str)] = &[
    (
        "approval_expired",
        "a setting; `an_ask_that_nobody_answers_in_time_is_a_no` holds it, because no ask here waits so long",
    ),
    (
        "away",
        "the system says it when the machine sleeps or its person leaves; core/agent and the daemon hold it",
    ),
    (
        "tool_unavailable",
        "who does not answer a reading call shows no page either, so `connection_lost` comes first",
    ),
    ("too_much_read", "a budget; core/agent/tests holds it"),
    ("tab_busy", "every run has a browser context and tabs of its own"),
    ("rolled_back", "the head is moved by `laika runs rollback`, while nobody is at work"),
];
