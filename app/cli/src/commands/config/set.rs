//! `laika config set`: one setting in the person's own file, whose other lines stay as they are. It is held against every
//! layer before it is written, and what loosens something is the person's to say (S12).

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::config::Config;
use laika_os::files::{guarded, private};
use laika_os::terminal;
use laika_policy::config::{Raw, Setting, Value, nearest};
use laika_protocol::quoted;
use serde_json::json;
use toml_edit::{Array, DocumentMut, Item, Table};

use crate::arguments::runs::Folder;
use crate::folder::explained;
use crate::printer::{Outcome, Printer};
use crate::typed;

/// A change of one setting that may be made. Nothing of it is written yet.
pub(crate) struct Change {
    file: PathBuf,
    text: String,
    /// What is in force now.
    now: Value,
    /// What would be.
    then: Value,
    /// Whether more would be allowed, or kept, than now.
    loosens: bool,
}

/// Holds a wish against every layer. One that another layer or a limit would not grant is refused here, with the reason,
/// so that no file says what does not count.
pub(crate) fn propose(folder: &Folder, key: &str, text: &str) -> Result<Change> {
    let setting = settable(key)?;
    let is_list = matches!(setting, Setting::AllowedOrigins | Setting::BlockedOrigins);
    let wanted = if is_list && text.trim().is_empty() {
        setting.read(&Raw::List(Vec::new()))
    } else {
        setting.read_text(text.trim())
    };
    let wanted = wanted.map_err(|error| anyhow!("{error} (E_CONFIG_VALUE)"))?;
    let places = folder.places()?;
    let file = folder.made_path()?.join("config.toml");
    if fs::symlink_metadata(&file).is_ok_and(|found| found.is_symlink()) {
        bail!("{} is a link; change what it leads to (E_PATH_LINK)", file.display());
    }
    let before = guarded::read(&file)?.unwrap_or_default();
    let text = with(&String::from_utf8(before).context("the file of settings is no text")?, &wanted)?;
    let now = folder.config(laika_daemon::config::Flags::default())?;
    let then = Config::with_own_file(&places, text.as_bytes()).map_err(explained)?;
    let loosens = !then.values().loosened_from(now.values()).is_empty();
    let change =
        Change { file, text, now: now.values().get(setting), then: then.values().get(setting), loosens };
    if change.then == wanted {
        return Ok(change);
    }
    let entry = then.explained().entries.iter().find(|entry| entry.setting == setting);
    match entry.and_then(|entry| entry.refused.last()) {
        Some(refusal) => bail!("{} ({})", refusal.why.sentence().trim_end_matches('.'), refusal.why.code()),
        None => Err(anyhow!("hint: `laika config show` says which")
            .context(format!("another layer says otherwise about `{key}` (E_CONFIG_ELSEWHERE)"))),
    }
}

/// The settings that are changed one by one. Tools and models have commands that say more, and where searches go is worth
/// a look at the file.
fn settable(key: &str) -> Result<Setting> {
    let Some(setting) = Setting::of_key(key) else {
        let near = nearest(key, &Setting::keys()).map(|near| format!("; did you mean `{near}`?"));
        bail!("there is no setting {}{} (E_CONFIG_UNKNOWN)", quoted(key), near.unwrap_or_default());
    };
    let elsewhere = match setting {
        Setting::Tools => "`laika tools enable`, `disable` and `config` change it",
        Setting::Model => "`laika model use` changes it",
        Setting::SearchEngine => "change it in the file that `laika config path` names",
        Setting::Mode
        | Setting::Private
        | Setting::Strict
        | Setting::AllowedOrigins
        | Setting::BlockedOrigins
        | Setting::AuditPrefixChars
        | Setting::KeepPackets
        | Setting::AskTimeoutS
        | Setting::TrainingExport
        | Setting::Limit(_) => return Ok(setting),
    };
    Err(anyhow!("hint: {elsewhere}").context(format!("`{key}` is not set like this (E_CONFIG_ELSEWHERE)")))
}

/// The file with one value changed, and nothing else of it.
fn with(before: &str, value: &Value) -> Result<String> {
    let mut document: DocumentMut = before.parse().context("the file of settings is no TOML")?;
    let key = value.setting().key();
    let (table, key) = match key.split_once('.') {
        Some((table, key)) => {
            let item = document.entry(table).or_insert_with(|| Item::Table(Table::new()));
            (item.as_table_mut().ok_or_else(|| anyhow!("`{table}` is no table in that file"))?, key)
        }
        None => (document.as_table_mut(), key.as_str()),
    };
    table[key] = toml_edit::value(match value.to_json() {
        serde_json::Value::Bool(on) => toml_edit::Value::from(on),
        serde_json::Value::Number(number) => number.as_i64().context("a number beyond all bounds")?.into(),
        serde_json::Value::Array(list) => {
            list.iter().filter_map(|one| one.as_str()).collect::<Array>().into()
        }
        // A list that is not there is written as the word for it.
        serde_json::Value::Null | serde_json::Value::String(_) | serde_json::Value::Object(_) => {
            value.to_string().into()
        }
    });
    Ok(document.to_string())
}

impl Change {
    /// Writes it. Whoever calls this has seen to it that a person wants what loosens something.
    pub(crate) fn keep(&self) -> Result<serde_json::Value> {
        private::replace(&self.file, self.text.as_bytes())?;
        Ok(
            json!({ "key": self.then.setting().key(), "was": self.now.to_json(), "value": self.then.to_json() }),
        )
    }
}

pub(super) fn run(
    folder: &Folder,
    key: &str,
    value: &str,
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let change = propose(folder, key, value)?;
    if change.loosens {
        printer.say("laika", format_args!("{key}: from {} to {}, which loosens it", change.now, change.then));
        if !terminal::has_person() {
            return Err(anyhow!("hint: run it in a terminal")
                .context("only a person at a terminal loosens a setting (E_NO_PERSON)"));
        }
        typed::agreed("loosen", "do it", "nothing was changed", printer)?;
    }
    let kept = change.keep()?;
    if as_json {
        printer.data(format_args!("{kept:#}\n"));
    } else {
        printer.data(format_args!("{key} is {} (it was {})\n", change.then, change.now));
        printer.say("hint", "a Laika that is running takes it up when it is started next");
    }
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_lines_of_the_file_stay() {
        let before = "# mine\nmode = \"observe\" # always\n\n[limits]\nassist_steps = 9\n";
        for (key, text, there) in [
            ("private", "true", "private = true"),
            ("limits.retention_days", "7", "retention_days = 7"),
            ("blocked_origins", "https://a.example,https://b.example", "\"https://b.example\"]"),
            ("allowed_origins", "any", "allowed_origins = \"any\""),
            ("keep_packets", "redacted", "keep_packets = \"redacted\""),
        ] {
            let value = Setting::of_key(key).unwrap().read_text(text).unwrap();
            let after = with(before, &value).unwrap();
            assert!(after.contains("# mine\nmode = \"observe\" # always\n"), "{after}");
            assert!(after.contains("assist_steps = 9") && after.contains(there), "{after}");
        }
    }
}
