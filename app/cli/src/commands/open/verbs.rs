//! What the companion window can want, by name: each is a message to the Laika that is running or a command of this program
//! with `--json`. What is in no row cannot be wanted.

use anyhow::{Result, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_daemon::collecting::Collect;
use laika_daemon::serving::Ask;
use laika_protocol::ids::RunId;
use serde_json::{Map, Value, json};

use crate::arguments::grants::Add;
use crate::arguments::runs::Folder;

/// How something is done.
#[derive(Debug)]
pub(super) enum How {
    /// By the Laika that is running.
    Collect(Box<Collect>),
    /// By the Laika that is running, whose file goes to the clipboard as text.
    Copy(Box<Collect>),
    /// By the Laika that is running; what it tells of it, if anything.
    Ask(Box<Ask>),
    /// By a command of this program, whose output is JSON.
    Command(Vec<String>),
    /// The same, where it is not about this folder.
    Bare(Vec<String>),
    /// By a command whose output is one JSON value a line.
    Lines(Vec<String>),
    /// By a command that writes a file, which goes to the window: the command without the file, and its name.
    File(Vec<String>, String),
    /// The same, where the file goes to the person's folder: the window itself saves nothing.
    Saved(Box<Self>),
    /// By a command that prints nothing to read.
    Deed(Vec<String>),
    /// By this process: what this window may.
    Session,
    /// By this process: how much there is of everything.
    Stored,
    /// By this process, at whose terminal a person is: what a command asks them for before it does it.
    Here(Box<Here>),
    /// One setting out of all of them, under another name.
    Setting(&'static str, &'static str),
}

/// Something that this process does itself.
#[derive(Debug)]
pub(super) enum Here {
    /// Changes a setting in the person's own file.
    Set { key: String, value: String },
    /// Makes a grant that was shown whole.
    Grant(Add),
}

/// A row: its name, whether it changes anything, and how its arguments become what is done.
pub(super) struct Verb {
    pub(super) name: &'static str,
    /// A window in another browser may not (S2).
    pub(super) acts: bool,
    make: fn(&Given) -> Result<How>,
}

/// What a window says with a verb. Nothing in it is believed to be anything but a value.
pub(super) struct Given<'a>(&'a Map<String, Value>);

impl Given<'_> {
    /// A word that is a whole argument. One that begins with a dash would be read as a flag.
    fn word(&self, name: &str) -> Result<String> {
        let word = self.text(name)?;
        if word.starts_with('-') || word.contains('\0') {
            return Err(anyhow!("`{name}` is not a value"));
        }
        Ok(word)
    }

    fn text(&self, name: &str) -> Result<String> {
        self.maybe(name).ok_or_else(|| anyhow!("`{name}` is missing"))
    }

    fn maybe(&self, name: &str) -> Option<String> {
        match self.0.get(name)? {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            Value::String(_) | Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let list = self.0.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|one| Some(one.as_str()?.to_owned())).collect()
    }

    /// A value of a setting as it is typed: a list has commas.
    fn value(&self, name: &str) -> Result<String> {
        match self.0.get(name) {
            Some(Value::Array(list)) => {
                let texts = list.iter().map(|one| one.as_str().filter(|text| !text.contains(',')));
                let texts = texts.collect::<Option<Vec<_>>>();
                texts.map(|texts| texts.join(",")).ok_or_else(|| anyhow!("`{name}` is not a list of texts"))
            }
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {
                self.text(name)
            }
        }
    }

    /// A grant as it is typed.
    fn grant(&self) -> Result<Add> {
        let some = |name: &str| {
            let all = self.texts(name);
            if all.is_empty() { Err(anyhow!("`{name}` is missing")) } else { Ok(all) }
        };
        Ok(Add {
            title: self.text("title")?,
            origins: some("origins")?,
            pages: some("pages")?,
            may: some("may")?,
            fields: self.texts("fields"),
            buttons: self.texts("buttons"),
            forms: self.texts("forms"),
            uses: None,
            life: self.maybe("for").unwrap_or_else(|| "1d".to_owned()),
            // Never from a window: it is worth typing.
            beside_orders: false,
            folder: Folder { home: None },
        })
    }

    /// Back to an event, by the Laika that is running: it holds the log.
    fn rollback(&self, name: &str) -> Result<How> {
        let to_seq =
            self.0.get(name).and_then(Value::as_u64).ok_or_else(|| anyhow!("`{name}` is missing"))?;
        Ok(How::Ask(Box::new(Ask::Rollback { run: RunId::parse(&self.text("run")?)?, to_seq })))
    }

    /// The same as a message, under the names that it has there.
    fn message(&self, what: &str, names: &[(&str, &str)]) -> Result<How> {
        let mut message = Map::from_iter([("do".to_owned(), Value::from(what))]);
        for (from, to) in names {
            if let Some(value) = self.0.get(*from).filter(|value| !value.is_null()) {
                message.insert((*to).to_owned(), value.clone());
            }
        }
        Ok(How::Collect(Box::new(serde_json::from_value(Value::Object(message))?)))
    }
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

fn with(mut command: Vec<String>, flag: &str, value: Option<String>) -> Vec<String> {
    if let Some(value) = value {
        // As one argument, so that no value becomes a flag.
        command.push(format!("{flag}={value}"));
    }
    command
}

/// Sources as the window hands them in: addresses, notes, and files as text.
fn sources(given: &Given) -> Vec<Value> {
    let urls = given.texts("urls").into_iter().map(|url| json!({ "type": "url", "url": url }));
    let notes = given.texts("notes").into_iter().map(|text| json!({ "type": "note", "text": text }));
    let files = given.0.get("files").and_then(Value::as_array).into_iter().flatten();
    let text = |file: &Value| {
        let bytes = STANDARD.decode(file["data"].as_str()?).ok()?;
        String::from_utf8(bytes).ok()
    };
    // A file that is no text becomes one without words, which is refused by its name.
    let files = files
        .map(|file| json!({ "type": "file", "name": file["name"], "text": text(file).unwrap_or_default() }));
    urls.chain(notes).chain(files).collect()
}

const READ: bool = false;
const ACT: bool = true;

macro_rules! verbs {
    ($($name:literal $acts:ident $make:expr;)*) => {
        /// Every row.
        pub(super) const VERBS: &[Verb] = &[$(Verb { name: $name, acts: $acts, make: $make }),*];
    };
}

verbs! {
    "session" READ |_| Ok(How::Session);
    "runs.list" READ |given| {
        let command = with(words(["runs", "list", "--json"]), "--status", given.maybe("status"));
        Ok(How::Command(with(command, "--limit", given.maybe("limit"))))
    };
    "runs.show" READ |given| Ok(How::Command([words(["runs", "show", "--json"]), vec![given.word("run")?]].concat()));
    "runs.events" READ |given| Ok(How::Lines([words(["runs", "events", "--json"]), vec![given.word("run")?]].concat()));
    "runs.verify" READ |given| Ok(How::Command([words(["runs", "verify", "--json"]), vec![given.word("run")?]].concat()));
    "runs.export" ACT |given| {
        let run = given.word("run")?;
        let name = format!("{run}.laika");
        Ok(How::Saved(Box::new(How::File([words(["runs", "export"]), vec![run, "--out".into()]].concat(), name))))
    };
    "runs.artifact" READ |given| {
        let artifact = given.word("artifact")?;
        Ok(How::File([words(["artifact", "export"]), vec![artifact.clone()]].concat(), artifact))
    };
    "runs.rollback" ACT |given| given.rollback("to");
    "runs.branch" ACT |given| given.rollback("from");
    "runs.save_summary" ACT |given| {
        let message = json!({ "say": "save_summary", "run": given.text("run")?, "shown": given.maybe("shown") });
        Ok(How::Ask(Box::new(serde_json::from_value(message)?)))
    };
    "policy.show" READ |_| Ok(How::Bare(words(["policy", "matrix", "--json"])));
    "policy.sites" READ |_| Ok(How::Command(words(["policy", "sites", "--json"])));
    "policy.override" ACT |given| {
        let said = given.0.get("remove").and_then(Value::as_bool) != Some(true);
        let label = given.maybe("class").filter(|_| said).map(|class| match class.as_str() {
            "sensitive" => Ok("sensitive"),
            "low" => Ok("not_sensitive"),
            _ => Err(anyhow!("`class` is low or sensitive")),
        });
        let rule = json!({ "label": label.transpose()?, "mode": given.maybe("mode").filter(|_| said) });
        let message = json!({ "say": "site_rule", "origin": given.text("origin")?, "rule": rule });
        Ok(How::Ask(Box::new(serde_json::from_value(message)?)))
    };
    "grants.list" READ |_| Ok(How::Command(words(["grants", "list", "--json"])));
    "grants.add" ACT |given| Ok(How::Here(Box::new(Here::Grant(given.grant()?))));
    "grants.revoke" ACT |given| Ok(How::Command([words(["grants", "revoke", "--json"]), vec![given.word("id")?]].concat()));
    "config.show" READ |_| Ok(How::Command(words(["config", "show", "--json"])));
    "config.set" ACT |given| Ok(How::Here(Box::new(Here::Set { key: given.text("key")?, value: given.value("value")? })));
    "keys.list" READ |_| Ok(How::Command(words(["keys", "show", "--json"])));
    "models.list" READ |_| Ok(How::Command(words(["model", "list", "--json"])));
    "models.use" ACT |given| Ok(How::Deed([words(["model", "use"]), vec![given.word("name")?]].concat()));
    "models.pull" ACT |given| Ok(How::Deed([words(["model", "pull"]), vec![given.word("name")?]].concat()));
    "tools.list" READ |_| Ok(How::Command(words(["tools", "list", "--json"])));
    "tools.metrics" READ |_| Ok(How::Command(words(["tools", "metrics", "--json"])));
    "tools.enable" ACT |given| {
        let way = if given.0.get("on").and_then(Value::as_bool).unwrap_or_default() { "enable" } else { "disable" };
        Ok(How::Deed([words(["tools", way]), vec![given.word("name")?]].concat()))
    };
    "tools.config" ACT |given| {
        let (name, key, value) = (given.word("name")?, given.word("key")?, given.value("value")?);
        if key.contains('=') {
            return Err(anyhow!("`key` is not a name"));
        }
        Ok(How::Deed([words(["tools", "config"]), vec![name, format!("{key}={value}")]].concat()))
    };
    "agents.list" READ |_| Ok(How::Command(words(["mcp", "agents", "--json"])));
    "doctor" READ |_| Ok(How::Command(words(["doctor", "--json"])));
    "privacy.stored" READ |_| Ok(How::Stored);
    "privacy.retention" READ |_| Ok(How::Setting("limits.retention_days", "days"));
    "privacy.forget" ACT |given| given.message("forget", &[("site", "site")]);
    "collection.list" READ |given| given.message("list", &[]);
    "collection.create" ACT |given| given.message("create", &[("title", "title"), ("tags", "tags")]);
    "collection.show" READ |given| given.message("show", &[("collection", "collection")]);
    "collection.rename" ACT |given| given.message("rename", &[("collection", "collection"), ("title", "title")]);
    "collection.remove" ACT |given| given.message("remove", &[("collection", "collection")]);
    "collection.add" ACT |given| {
        let message = json!({ "do": "add", "collection": given.text("collection")?, "sources": sources(given) });
        Ok(How::Collect(Box::new(serde_json::from_value(message)?)))
    };
    "collection.add_from_page" ACT |given| {
        let top = given.0.get("n").filter(|_| given.maybe("mode").as_deref() == Some("top"));
        let message = json!({
            "do": "add_from_page", "collection": given.text("collection")?, "page": given.text("url")?, "top": top,
            "only": given.texts("only"),
        });
        Ok(How::Collect(Box::new(serde_json::from_value(message)?)))
    };
    "collection.links" ACT |given| given.message("links", &[("url", "page")]);
    "collection.search" READ |given| given.message("search", &[("query", "query"), ("collection", "collection")]);
    "collection.ask" ACT |given| given.message("ask", &[("collection", "collection"), ("question", "question")]);
    "source.show" READ |given| given.message("source", &[("source", "source"), ("capture", "capture")]);
    "source.refresh" ACT |given| given.message("refresh", &[("source", "source"), ("collection", "collection")]);
    "source.remove" ACT |given| given.message("remove_source", &[("source", "source")]);
    "source.diff" READ |given| given.message("changes", &[("source", "source")]);
    "transform.types" READ |given| given.message("types", &[]);
    "transform.run" ACT |given| {
        let names = [
            ("collection", "collection"),
            ("type", "transform"),
            ("config", "config"),
            ("artifact", "artifact"),
        ];
        given.message("make", &names)
    };
    "transform.changes" READ |given| given.message("made_changes", &[("artifact", "artifact")]);
    "artifact.list" READ |given| given.message("made", &[("collection", "collection")]);
    "artifact.show" READ |given| given.message("artifact", &[("artifact", "artifact"), ("version", "version")]);
    "artifact.export" ACT |given| {
        let names = [("artifact", "artifact"), ("format", "format"), ("unredacted", "unredacted")];
        Ok(How::Saved(Box::new(given.message("export", &names)?)))
    };
    "artifact.copy" ACT |given| {
        let message = json!({ "do": "export", "artifact": given.text("artifact")?, "format": "markdown" });
        Ok(How::Copy(Box::new(serde_json::from_value(message)?)))
    };
    "artifact.remove" ACT |given| given.message("remove_artifact", &[("artifact", "artifact")]);
}

/// How something is done that a window wants; nothing where there is no such thing.
pub(super) fn find(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.name == name)
}

impl Verb {
    /// With these arguments.
    pub(super) fn with(&self, given: &Map<String, Value>) -> Result<How> {
        (self.make)(&Given(given))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(name: &str, given: Value) -> Result<How> {
        let Value::Object(given) = given else { return Err(anyhow!("an object")) };
        find(name).ok_or_else(|| anyhow!("no verb"))?.with(&given)
    }

    #[test]
    fn no_value_becomes_a_flag() {
        for (verb, given) in [
            ("runs.show", json!({ "run": "--home=/tmp/other" })),
            ("grants.revoke", json!({ "id": "-x" })),
            ("models.pull", json!({ "name": "--url=http://a.example" })),
            ("tools.enable", json!({ "name": "--project=/", "on": true })),
            ("runs.show", json!({ "run": "a\0b" })),
            ("runs.show", json!({ "run": ["a", "--home=/tmp"] })),
            ("runs.show", json!({})),
        ] {
            assert!(made(verb, given.clone()).is_err(), "{verb} {given}");
        }
        let How::Command(words) = made("runs.list", json!({ "status": "done --home=/x" })).unwrap() else {
            panic!("a command")
        };
        assert_eq!(words, ["runs", "list", "--json", "--status=done --home=/x"]);
    }

    #[test]
    fn s2_what_a_window_elsewhere_may_want_changes_nothing() {
        let reads: Vec<&str> = VERBS.iter().filter(|verb| !verb.acts).map(|verb| verb.name).collect();
        for verb in &reads {
            let last = verb.rsplit('.').next().unwrap_or_default();
            let looks = [
                "session",
                "list",
                "show",
                "events",
                "verify",
                "metrics",
                "doctor",
                "search",
                "diff",
                "types",
                "changes",
                "artifact",
                "sites",
                "stored",
                "retention",
            ];
            assert!(looks.contains(&last), "{verb} is a look?");
        }
        assert!(VERBS.iter().any(|verb| verb.acts));
    }

    #[test]
    fn messages_have_the_names_that_laika_knows() {
        let given = json!({
            "title": "A", "tags": ["b"], "collection": "A", "query": "q", "question": "q?", "source": "src:1", "capture": 1,
            "type": "comparison", "config": { "columns": ["rent"] }, "artifact": "art:1", "format": "csv",
            "url": "https://a.example/", "urls": ["https://a.example/"], "notes": ["n"], "mode": "top", "n": 3,
            "files": [{ "name": "a.txt", "data": "d29yZHM=" }], "version": 1, "site": "https://a.example", "run": "run-1", "name": "small",
            "id": "g1", "on": true, "key": "max_files", "value": 20, "to": 3, "from": 3, "origin": "https://a.example", "class": "sensitive", "remove": true,
            "origins": ["https://a.example"], "pages": ["/"], "may": ["click=1"],
        });
        for verb in VERBS {
            let how = made(verb.name, given.clone());
            assert!(how.is_ok(), "{}: {how:?}", verb.name);
        }
    }
}
