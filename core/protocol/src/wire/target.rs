//! What an approval binds: the tool, its exact arguments, and what its target would really do (S6).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::CallContext;
use crate::canonical::{self, CanonicalError};
use crate::ids::Sha256;

/// What an element would do if it were acted on now. The page script computes it again in the task that acts and
/// refuses when it changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TargetFacts {
    /// The role.
    pub role: String,
    /// The accessible name.
    pub accessible_name: String,
    /// Where a link leads, resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// The window it opens in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The name it would save under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download: Option<String>,
    /// The form it would send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<FormFacts>,
    /// What it was seen to send before, and was stopped: approving it again approves exactly these (S8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub sends: Vec<RequestFacts>,
}

impl TargetFacts {
    /// Every address it leads to.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        let form = self.form.as_ref().map(|form| form.action.as_str());
        let sent = self.sends.iter().map(|sent| sent.url.as_str());
        self.href.as_deref().into_iter().chain(form).chain(sent)
    }
}

/// A request of a page that changes something, or may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestFacts {
    /// How, in capitals.
    #[schemars(length(max = 20))]
    pub method: String,
    /// Where to, without a fragment.
    #[schemars(length(max = 4_000))]
    pub url: String,
}

/// What a form would send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FormFacts {
    /// Where to, resolved.
    pub action: String,
    /// How.
    pub method: String,
    /// In which encoding.
    pub enctype: String,
    /// The names of its fields, in order.
    #[schemars(length(max = 500))]
    pub field_names: Vec<String>,
    /// A hash of the values with a salt that never leaves memory.
    pub values: Sha256,
    /// What each of the fields holds, in the same order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 500))]
    pub held: Vec<Held>,
}

/// What a field of a form holds: never its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Held {
    /// Whether it holds anything.
    pub filled: bool,
    /// The digest of what Laika entered, where it still holds exactly that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered: Option<Sha256>,
}

/// Everything an approval of one call is bound to. Change one byte and the approval does not apply (I24).
#[derive(Clone, Debug, PartialEq)]
pub struct BoundCall<'a> {
    /// The tool.
    pub tool_name: &'a str,
    /// Whose it is, for a tool of a server or a plugin.
    pub provider: Option<&'a str>,
    /// The exact arguments.
    pub arguments: &'a Map<String, Value>,
    /// The document, for a call on a page.
    pub context: Option<&'a CallContext>,
    /// The target, for a call with a handle.
    pub target: Option<&'a TargetFacts>,
    /// What else it was decided for: the digest of a field's facts, of a history entry, of a change to files.
    pub more: [Option<&'a Sha256>; 3],
}

impl BoundCall<'_> {
    /// The digest the approval carries. Held in memory; the log keeps only a redacted form (C-47).
    ///
    /// It runs over canonical bytes, part by part: it is made for every decision, and one large object would be sorted
    /// and written each time.
    ///
    /// # Errors
    /// When an argument has no canonical form.
    pub fn digest(&self) -> Result<Sha256, CanonicalError> {
        let arguments = canonical::object_bytes(self.arguments)?;
        let target = self.target.map(canonical::to_bytes).transpose()?;
        let numbers = self.context.map(|context| {
            let [tab, frame] = [context.tab_id, context.frame_id].map(u32::to_le_bytes);
            (tab, frame, context.navigation_generation.to_le_bytes())
        });
        let context = |part: fn(&CallContext) -> &str| self.context.map(|context| part(context).as_bytes());
        let profile = self.context.and_then(|context| context.profile_id.as_ref());
        let [field, history, change] =
            self.more.map(|digest| digest.map(|digest| digest.as_str().as_bytes()));
        Ok(canonical::digest_parts([
            Some(b"laika bound call 1".as_slice()),
            Some(self.tool_name.as_bytes()),
            self.provider.map(str::as_bytes),
            Some(&arguments),
            profile.map(|profile| profile.as_str().as_bytes()),
            context(|context| context.origin.as_str()),
            context(|context| context.document_id.as_str()),
            numbers.as_ref().map(|(tab, ..)| tab.as_slice()),
            numbers.as_ref().map(|(_, frame, _)| frame.as_slice()),
            numbers.as_ref().map(|(.., generation)| generation.as_slice()),
            target.as_deref(),
            field,
            history,
            change,
        ]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn digest(arguments: &Value, origin: &str, target: &TargetFacts) -> Sha256 {
        let context = serde_json::from_value(json!({
            "tabId": 3, "frameId": 0, "origin": origin, "documentId": "d1", "navigationGeneration": 1,
        }))
        .unwrap();
        let arguments = arguments.as_object().unwrap();
        let bound = BoundCall {
            tool_name: "browser.click",
            provider: None,
            arguments,
            context: Some(&context),
            target: Some(target),
            more: [None; 3],
        };
        bound.digest().unwrap()
    }

    /// I24 and S6: what was approved is exactly what executes.
    #[test]
    fn i24_any_change_of_call_or_target_changes_the_digest() {
        let form = FormFacts {
            action: "https://a.example/buy".into(),
            method: "post".into(),
            enctype: "application/x-www-form-urlencoded".into(),
            field_names: ["qty".into(), "csrf".into()].into(),
            values: canonical::digest_bytes(b"salted"),
            held: Vec::new(),
        };
        let target =
            TargetFacts { role: "button".into(), form: Some(form.clone()), ..TargetFacts::default() };
        let arguments = json!({ "handleId": "laika-1", "clickKind": "single" });
        let approved = digest(&arguments, "https://a.example", &target);
        assert_eq!(
            approved,
            digest(&json!({ "clickKind": "single", "handleId": "laika-1" }), "https://a.example", &target)
        );

        let with_form = |form: FormFacts| TargetFacts { form: Some(form), ..target.clone() };
        let changed = [
            digest(&json!({ "handleId": "laika-2", "clickKind": "single" }), "https://a.example", &target),
            digest(&arguments, "https://b.example", &target),
            digest(
                &arguments,
                "https://a.example",
                &TargetFacts { href: Some("https://c.example/".into()), ..target.clone() },
            ),
            digest(
                &arguments,
                "https://a.example",
                &TargetFacts { download: Some("x.exe".into()), ..target.clone() },
            ),
            digest(
                &arguments,
                "https://a.example",
                &with_form(FormFacts { action: "https://a.example/pay".into(), ..form.clone() }),
            ),
            digest(
                &arguments,
                "https://a.example",
                &with_form(FormFacts { method: "get".into(), ..form.clone() }),
            ),
            digest(
                &arguments,
                "https://a.example",
                &with_form(FormFacts { field_names: ["qty".into()].into(), ..form.clone() }),
            ),
            digest(
                &arguments,
                "https://a.example",
                &with_form(FormFacts { values: canonical::digest_bytes(b"other"), ..form }),
            ),
        ];
        for digest in &changed {
            assert_ne!(*digest, approved);
        }
    }
}
