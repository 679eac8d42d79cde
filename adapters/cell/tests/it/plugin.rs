//! Plugins as `docs/plugins.md` describes them: the example, the rules of the folder, and what happens to those that
//! break the protocol.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use laika_cell::plugin::{self, Call, Called, Descriptor, Fetch, Fetched, Granted, Installed, PluginError};
use laika_protocol::cell::Language;
use laika_protocol::ids::Origin;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::running::{are_gone, can_run, cell, host, laika, never, soon};

const GUIDE: &str = include_str!("../../../../docs/plugins.md");

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

fn can_run_plugins() -> bool {
    can_run(&cell(), Language::Python)
}

/// A plugin of one script.
fn made_of(script: &str) -> (TempDir, Installed) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plugin.toml"), "name = \"made\"\nprogram = \"made\"\n").unwrap();
    fs::write(folder.path().join("made"), script).unwrap();
    let installed = Installed::open(folder.path()).unwrap();
    (folder, installed)
}

fn operation(more: Value) -> Value {
    let mut operation = json!({ "name": "act", "description": "Does something" });
    operation.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    operation
}

fn descriptor_with(more: Value) -> Value {
    json!({ "protocol": 1, "name": "made", "version": "1", "operations": [operation(more)] })
}

fn call_it(
    installed: &Installed,
    descriptor: &Descriptor,
    operation: &str,
    arguments: Value,
    granted: Granted,
    fetch: &mut dyn FnMut(Fetch) -> Fetched,
    deadline: Instant,
) -> Result<Called, PluginError> {
    let Value::Object(arguments) = arguments else { panic!("an object") };
    let call = Call { descriptor, operation, arguments, idempotency_key: "key-1".into(), granted };
    plugin::call(&host(&laika()), installed, &call, fetch, deadline, &never)
}

fn no_fetch(fetch: Fetch) -> Fetched {
    panic!("a request: {fetch:?}")
}

fn act(script: &str, deadline: Instant) -> Result<Called, PluginError> {
    let (folder, installed) = made_of(script);
    let descriptor = Descriptor::read("made", descriptor_with(json!({ "action": "local" }))).unwrap();
    let called =
        call_it(&installed, &descriptor, "act", json!({}), Granted::default(), &mut no_fetch, deadline);
    assert!(are_gone(folder.path().to_str().unwrap()));
    called
}

#[test]
fn the_example_compares_offers() {
    if !can_run_plugins() {
        return;
    }
    let installed = Installed::open(&repository().join("demo/plugins/unit-price")).unwrap();
    let descriptor = plugin::describe(&host(&laika()), &installed, soon(), &never).unwrap();
    assert_eq!((descriptor.name.as_str(), descriptor.operations.len()), ("unit-price", 1));
    let compare = |arguments| {
        call_it(&installed, &descriptor, "compare", arguments, Granted::default(), &mut no_fetch, soon())
    };
    let offers = "Oats | 1,29 | 500 g\nMore oats | 2.19 € | 1 kg\n\nBars | 3.00 | 6 x 40 g";
    let called = compare(json!({ "offers": offers, "currency": "EUR" })).unwrap();
    assert!(called.success);
    assert_eq!(called.summary, "More oats is the cheapest of 3: 2.19 EUR per kg");
    assert_eq!(called.text.lines().last(), Some("Bars: 12.50 EUR per kg (+471 %)"));
    assert_eq!(called.data["offers"][1], json!({ "name": "Oats", "perUnit": "2.58", "morePercent": "18" }));
    for (offers, code) in [
        ("Oats | 1,29 | 500 g\nMilk | 1 | 1 l", "DIFFERENT_UNITS"),
        ("Oats | 1,29 | 500 stone", "UNKNOWN_UNIT"),
        ("Oats for 1,29", "BAD_OFFER"),
        ("Air | 1 | 0 g", "BAD_OFFER"),
        (" \n ", "BAD_OFFER"),
    ] {
        let Err(PluginError::Refused { code: said, .. }) = compare(json!({ "offers": offers })) else {
            panic!("{offers}")
        };
        assert_eq!(said, code, "{offers}");
    }
    assert_eq!(compare(json!({})).unwrap_err().reason(), "E_PLUGIN_ARGUMENTS");
}

#[test]
fn the_first_plugin_of_the_guide_works_as_it_is_written_there() {
    if !can_run_plugins() {
        return;
    }
    let block = |language: &str| {
        let (_, rest) = GUIDE.split_once(&format!("```{language}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plugin.toml"), block("toml")).unwrap();
    fs::write(folder.path().join("greeting.py"), block("python")).unwrap();
    let installed = Installed::open(folder.path()).unwrap();
    let descriptor = plugin::describe(&host(&laika()), &installed, soon(), &never).unwrap();
    let arguments = json!({ "who": "Ada" });
    let called =
        call_it(&installed, &descriptor, "greet", arguments, Granted::default(), &mut no_fetch, soon())
            .unwrap();
    assert_eq!((called.text.as_str(), called.summary.as_str()), ("Hello, Ada!", "Greeted Ada"));
    // As the gate reads it.
    assert_eq!(
        descriptor.for_gate(&descriptor.operations[0]),
        json!({
            "name": "greeting.greet",
            "action": "local",
            "arguments": { "who": "local_text" },
            "permissions": ["read_only"],
        })
    );
}

#[test]
fn the_guide_names_every_code() {
    let samples = [
        PluginError::Folder(String::new()),
        PluginError::Changed { name: String::new() },
        PluginError::Start(String::new()),
        PluginError::Unconfined(String::new()),
        PluginError::Descriptor(String::new()),
        PluginError::NoOperation(String::new()),
        PluginError::Arguments(String::new()),
        PluginError::Nonsense(String::new()),
        PluginError::WrongId,
        PluginError::Flood(String::new()),
        PluginError::Timeout,
        PluginError::Died(String::new()),
        PluginError::Refused { code: String::new(), message: String::new() },
    ];
    for error in samples {
        assert!(GUIDE.contains(&format!("`{}`", error.reason())), "{}", error.reason());
    }
}

const SHELL: &str = r#"#!/bin/sh
# No program can be started here, and none is needed.
while read -r line; do
    case $line in
    '{"describe"'*)
        printf '%s\n' '{"descriptor":{"protocol":1,"name":"made","version":"1","operations":[{"name":"act","description":"Answers"}]}}' ;;
    *)
        id=${line#*'"id":'}; id=${id%%,*}
        printf '{"progress":{"id":%s,"fraction":0.5,"message":"half"}}\n' "$id"
        printf '{"result":{"id":%s,"success":true,"text":"from a shell"}}\n' "$id" ;;
    esac
done 2>/dev/null
"#;

#[test]
fn a_shell_script_is_a_plugin_too() {
    if !can_run_plugins() {
        return;
    }
    let (_folder, installed) = made_of(SHELL);
    let descriptor = plugin::describe(&host(&laika()), &installed, soon(), &never).unwrap();
    let called =
        call_it(&installed, &descriptor, "act", json!({}), Granted::default(), &mut no_fetch, soon())
            .unwrap();
    assert_eq!((called.text.as_str(), called.progress), ("from a shell", vec!["50 % half".to_owned()]));
    // Nobody said what it does, and so nobody tells the gate.
    assert!(descriptor.for_gate(&descriptor.operations[0]).get("action").is_none());
}

/// Those that break the protocol: what they do after the call was read, and what is said of it.
const BROKEN: &[(&str, &str)] = &[
    ("echo hello", "E_PLUGIN_NONSENSE"),
    ("echo", "E_PLUGIN_NONSENSE"),
    ("echo '[]'", "E_PLUGIN_NONSENSE"),
    ("echo '{}'", "E_PLUGIN_NONSENSE"),
    (r#"printf '\377\376\n'"#, "E_PLUGIN_NONSENSE"),
    (r#"echo '{"result":{}}'"#, "E_PLUGIN_NONSENSE"),
    (r#"echo '{"result":{"id":"1","success":true}}'"#, "E_PLUGIN_NONSENSE"),
    (
        r#"echo '{"result":{"id":1,"success":true},"error":{"id":1,"code":"A","message":"b"}}'"#,
        "E_PLUGIN_NONSENSE",
    ),
    (r#"echo '{"result":{"id":1,"success":true,"approved":true}}'"#, "E_PLUGIN_NONSENSE"),
    (r#"echo '{"approve":{"id":1}}'"#, "E_PLUGIN_NONSENSE"),
    (r#"echo '{"descriptor":{}}'"#, "E_PLUGIN_NONSENSE"),
    (
        r#"i=0; d=; while [ $i -lt 5000 ]; do d="$d["; i=$((i+1)); done; printf '{"result":{"id":1,"success":true,"data":%s\n' "$d""#,
        "E_PLUGIN_NONSENSE",
    ),
    (r#"echo '{"result":{"id":999999,"success":true}}'"#, "E_PLUGIN_WRONG_ID"),
    (r#"echo '{"error":{"id":999999,"code":"A","message":"b"}}'"#, "E_PLUGIN_WRONG_ID"),
    (r#"echo '{"progress":{"id":999999}}'"#, "E_PLUGIN_WRONG_ID"),
    ("exit 0", "E_PLUGIN_DIED"),
    ("exit 7", "E_PLUGIN_DIED"),
    ("exec 1>&-; while :; do :; done", "E_PLUGIN_DIED"),
    (r#"printf '{"result":{"id":1,"success":true}}'"#, "E_PLUGIN_DIED"),
    (
        "while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
        "E_PLUGIN_FLOOD",
    ),
    (r#"while :; do printf '{"progress":{"id":%s}}\n' "$id"; done"#, "E_PLUGIN_FLOOD"),
    (r#"printf '{"error":{"id":%s,"code":"NO","message":"not today"}}\n' "$id""#, "E_PLUGIN_REFUSED"),
    ("/bin/true", "E_PLUGIN_DIED"),
    ("exec /bin/sh", "E_PLUGIN_DIED"),
];

#[test]
fn a_plugin_that_breaks_the_protocol_is_ended_with_a_code() {
    if !can_run_plugins() {
        return;
    }
    for (does, reason) in BROKEN {
        let script = format!("#!/bin/sh\nread -r line; id=${{line#*'\"id\":'}}; id=${{id%%,*}}\n{does}\n");
        let error = act(&script, soon()).unwrap_err();
        assert_eq!(error.reason(), *reason, "{does}: {error}");
    }
    let hangs = "#!/bin/sh\ntrap '' TERM INT HUP\nread -r line\nread -r more\n";
    assert_eq!(act(hangs, Instant::now() + Duration::from_millis(300)), Err(PluginError::Timeout));
    let Err(PluginError::Died(said)) = act("#!/usr/bin/env python3\nimport nowhere\n", soon()) else {
        panic!()
    };
    assert!(said.contains("No module named 'nowhere'"), "{said}");
    let looks = std::cell::Cell::new(0);
    let (_folder, installed) = made_of("#!/bin/sh\nread -r line\nread -r more\n");
    let cancelled = || {
        looks.set(looks.get() + 1);
        looks.get() > 10
    };
    let error = plugin::describe(&host(&laika()), &installed, soon(), &cancelled);
    assert_eq!(error, Err(PluginError::Cancelled));
}

#[test]
fn what_cannot_be_started_says_why() {
    for (script, part) in [
        ("just text", "neither an executable"),
        ("", "neither an executable"),
        ("#!/usr/bin/env nothing-of-that-name\n", "no interpreter `nothing-of-that-name`"),
        ("#!\n", "neither an executable"),
        ("#!/usr/bin/env -S python3\n", "neither an executable"),
    ] {
        let error = act(script, soon()).unwrap_err();
        assert_eq!(error.reason(), "E_PLUGIN_START", "{script}: {error}");
        assert!(error.to_string().contains(part), "{script}: {error}");
    }
    if can_run_plugins() {
        // Says that it is one, and is none.
        assert_eq!(act("\u{7f}ELF and nothing more", soon()).unwrap_err().reason(), "E_PLUGIN_DIED");
    }
}

#[test]
fn s12_changed_files_are_refused() {
    let (folder, installed) = made_of("#!/bin/sh\necho one\n");
    let approved = installed.fingerprint().to_owned();
    assert_eq!(approved.len(), 64);
    let open = || Installed::open_approved(folder.path(), &approved).map_err(|error| error.reason());
    assert_eq!(open(), Ok(installed.clone()));
    let file = folder.path().join("made");
    let mut seen = vec![approved.clone()];
    let changes: [&dyn Fn(); 6] = [
        &|| fs::write(&file, "#!/bin/sh\necho two\n").unwrap(),
        &|| fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap(),
        &|| fs::write(folder.path().join("more"), "").unwrap(),
        &|| fs::rename(folder.path().join("more"), folder.path().join("renamed")).unwrap(),
        &|| fs::write(folder.path().join("renamed"), "x").unwrap(),
        &|| fs::write(folder.path().join("plugin.toml"), "name = \"other\"\nprogram = \"made\"\n").unwrap(),
    ];
    for change in changes {
        change();
        assert_eq!(open(), Err("E_PLUGIN_CHANGED"));
        let now = Installed::open(folder.path()).unwrap().fingerprint().to_owned();
        assert!(!seen.contains(&now));
        seen.push(now);
    }
    // One that was opened before they changed is not started either.
    let error = plugin::describe(&host(&laika()), &installed, soon(), &never).unwrap_err();
    assert_eq!(error, PluginError::Changed { name: "other".into() });
    // A fingerprint in the manifest itself holds, too, and is no part of itself.
    let now = Installed::open(folder.path()).unwrap().fingerprint().to_owned();
    let pinned = |sha256: &str| {
        let text = format!("name = \"other\"\nprogram = \"made\"\nsha256 = \"{sha256}\"\n");
        fs::write(folder.path().join("plugin.toml"), text).unwrap();
        Installed::open(folder.path()).map_err(|error| error.reason())
    };
    assert_eq!(pinned(&now).unwrap().fingerprint(), now);
    assert_eq!(pinned(&approved), Err("E_PLUGIN_CHANGED"));
}

#[test]
fn a_folder_that_is_no_plugin_is_refused() {
    let reason = |manifest: Option<&str>, prepare: &dyn Fn(&Path)| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("made"), "#!/bin/sh\n").unwrap();
        if let Some(manifest) = manifest {
            fs::write(folder.path().join("plugin.toml"), manifest).unwrap();
        }
        prepare(folder.path());
        Installed::open(folder.path()).map(|_| ()).map_err(|error| error.reason())
    };
    let good = "name = \"made\"\nprogram = \"made\"\n";
    assert_eq!(reason(Some(good), &|_| {}), Ok(()));
    for bad in [
        "",
        "name = 1",
        "name = \"Made\"\nprogram = \"made\"",
        "name = \"../made\"\nprogram = \"made\"",
        "name = \"made\"\nprogram = \"\"",
        "name = \"made\"\nprogram = \"../made\"",
        "name = \"made\"\nprogram = \"/bin/sh\"",
        "name = \"made\"\nprogram = \"missing\"",
        "name = \"made\"\nprogram = \"made\"\nhosts = [\"https://example.org\"]",
    ] {
        assert_eq!(reason(Some(bad), &|_| {}), Err("E_PLUGIN_FOLDER"), "{bad}");
    }
    assert_eq!(reason(None, &|_| {}), Err("E_PLUGIN_FOLDER"));
    assert_eq!(
        reason(Some(good), &|folder| symlink("/etc", folder.join("link")).unwrap()),
        Err("E_PLUGIN_FOLDER")
    );
    let linked = "name = \"made\"\nprogram = \"linked\"\n";
    assert_eq!(
        reason(Some(linked), &|folder| symlink("/bin/sh", folder.join("linked")).unwrap()),
        Err("E_PLUGIN_FOLDER")
    );
    assert_eq!(Installed::open(Path::new("/does/not/exist")).unwrap_err().reason(), "E_PLUGIN_FOLDER");
}

#[test]
fn a_descriptor_that_breaks_a_rule_describes_nothing() {
    let good = descriptor_with(json!({
        "arguments": { "type": "object", "properties": { "q": { "type": "string" } } },
        "roles": { "q": "free_text" },
        "permissions": ["network"],
        "hosts": ["https://api.example.org"],
        "action": "network",
    }));
    let read = Descriptor::read("made", good.clone()).unwrap();
    assert_eq!(read.for_gate(&read.operations[0])["provider"], "https://api.example.org");
    let with = |path: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
        bad
    };
    let deep =
        (0..10).fold(json!({ "type": "string" }), |items, _| json!({ "type": "array", "items": items }));
    for bad in [
        json!([]),
        json!({}),
        with("/protocol", json!(2)),
        with("/name", json!("other")),
        with("/version", json!("")),
        with("/operations", json!([])),
        with("/operations", json!([operation(json!({})), operation(json!({}))])),
        with("/operations/0/name", json!("Act now")),
        with("/operations/0/description", json!("")),
        with("/operations/0/description", json!("two\nlines")),
        with("/operations/0/description", json!("x".repeat(301))),
        with("/operations/0/arguments", json!({ "type": "string" })),
        with("/operations/0/arguments/properties/q", json!({ "type": "string", "pattern": "(a+)+" })),
        with("/operations/0/arguments/properties/q", json!({ "$ref": "#" })),
        with("/operations/0/arguments/properties/q", deep),
        with("/operations/0/roles", json!({ "other": "free_text" })),
        with("/operations/0/hosts", json!([])),
        with("/operations/0/permissions", json!([])),
        with("/operations/0/hosts", json!(["http://api.example.org"])),
        with("/operations/0/hosts", json!(["https://api.example.org/"])),
        with("/operations/0/hosts", json!(["https://*.example.org"])),
        with("/operations/0/hosts", json!(["*"])),
        with("/operations/0/hosts", json!(["file:///etc"])),
    ] {
        let error = Descriptor::read("made", bad.clone()).unwrap_err();
        assert_eq!(error.reason(), "E_PLUGIN_DESCRIPTOR", "{bad}");
    }
}

#[test]
fn arguments_are_checked_before_anything_is_started() {
    let schema = json!({
        "type": "object",
        "properties": {
            "text": { "type": "string", "minLength": 1, "maxLength": 3 },
            "kind": { "type": "string", "enum": ["a", "b"] },
            "count": { "type": "integer", "minimum": 1, "maximum": 9 },
            "part": { "type": "number", "maximum": 1 },
            "flag": { "type": "boolean" },
            "list": { "type": "array", "items": { "type": "integer" }, "maxItems": 2 },
            "inner": { "type": "object", "properties": { "x": { "type": "string" } }, "required": ["x"] },
        },
        "required": ["text"],
    });
    let descriptor = Descriptor::read("made", descriptor_with(json!({ "arguments": schema }))).unwrap();
    let schema = &descriptor.operations[0].arguments;
    let check = |arguments: Value| schema.check(arguments.as_object().unwrap());
    for good in [
        json!({ "text": "äöü" }),
        json!({ "text": "a", "kind": "b", "count": 9, "part": 0.5, "flag": true, "list": [1, 2], "inner": { "x": "" } }),
    ] {
        assert_eq!(check(good.clone()), Ok(()), "{good}");
    }
    for bad in [
        json!({}),
        json!({ "text": "" }),
        json!({ "text": "long" }),
        json!({ "text": 1 }),
        json!({ "text": null }),
        json!({ "text": "a", "more": 1 }),
        json!({ "text": "a", "kind": "c" }),
        json!({ "text": "a", "count": 0 }),
        json!({ "text": "a", "count": 1.5 }),
        json!({ "text": "a", "part": 2 }),
        json!({ "text": "a", "flag": "yes" }),
        json!({ "text": "a", "list": [1, 2, 3] }),
        json!({ "text": "a", "list": ["1"] }),
        json!({ "text": "a", "inner": {} }),
    ] {
        assert!(check(bad.clone()).is_err(), "{bad}");
    }
    let (_folder, installed) = made_of("nothing that could be started");
    let call = |operation, arguments| {
        call_it(&installed, &descriptor, operation, arguments, Granted::default(), &mut no_fetch, soon())
    };
    assert_eq!(call("act", json!({})).unwrap_err().reason(), "E_PLUGIN_ARGUMENTS");
    assert_eq!(call("other", json!({})).unwrap_err().reason(), "E_PLUGIN_NO_OPERATION");
}

const ASKS: &str = r#"#!/usr/bin/env python3
import json, sys
call = json.loads(sys.stdin.readline())["call"]
got = []
for number, fetch in enumerate(json.loads(call["arguments"]["fetches"])):
    print(json.dumps({"fetch": {"id": number, **fetch}}), flush=True)
    answer = json.loads(sys.stdin.readline())["fetched"]
    assert answer.pop("id") == number
    got.append(answer)
print(json.dumps({"result": {"id": call["id"], "success": True, "data": {"got": got, "key": call["idempotencyKey"]}}}), flush=True)
"#;

/// Has a plugin ask for requests; gives what it was told, and which were made.
fn asked(action: Option<&str>, fetches: &Value) -> (Result<Called, PluginError>, Vec<String>) {
    let (_folder, installed) = made_of(ASKS);
    let mut more = json!({
        "arguments": { "type": "object", "properties": { "fetches": { "type": "string", "maxLength": 1_000_000 } } },
        "permissions": ["network"],
        "hosts": ["https://api.example.org", "https://asked-only.example"],
    });
    if let Some(action) = action {
        more["action"] = action.into();
    }
    let descriptor = Descriptor::read("made", descriptor_with(more)).unwrap();
    let origin = |text: &str| Origin::of_url(text).unwrap();
    let hosts = vec![origin("https://api.example.org"), origin("https://granted-only.example")];
    let mut made = Vec::new();
    let mut fetch = |fetch: Fetch| {
        made.push(format!("{} {}", fetch.method, fetch.url));
        let headers = BTreeMap::from([("content-type".to_owned(), "text/plain".to_owned())]);
        Fetched::Answer { status: 200, headers, body: "an answer".into() }
    };
    let mut arguments = Map::new();
    arguments.insert("fetches".into(), fetches.to_string().into());
    let granted = Granted { hosts, ..Granted::default() };
    let called =
        call_it(&installed, &descriptor, "act", Value::Object(arguments), granted, &mut fetch, soon());
    (called, made)
}

#[test]
fn a_plugin_has_requests_made_only_where_it_asked_and_was_granted() {
    if !can_run_plugins() {
        return;
    }
    let own = "https://api.example.org/v1";
    let rows = [
        (json!({ "url": own }), None),
        (json!({ "url": "https://api.example.org:443/v1" }), None),
        (json!({ "url": own, "method": "HEAD", "headers": { "accept": "text/plain" } }), None),
        (json!({ "url": "https://asked-only.example/" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "https://granted-only.example/" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "http://api.example.org/v1" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "https://api.example.org:8443/v1" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "https://api.example.org.evil.example/" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "https://api.example.org@evil.example/" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "https://someone:secret@api.example.org/" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "https:\\\\someone@api.example.org/" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "//api.example.org/" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": "file:///etc/passwd" }), Some("E_FETCH_NOT_GRANTED")),
        (json!({ "url": own, "method": "POST", "body": "x" }), Some("E_FETCH_METHOD")),
        (json!({ "url": own, "method": "get" }), Some("E_FETCH_METHOD")),
        (json!({ "url": own, "method": "CONNECT" }), Some("E_FETCH_METHOD")),
        (json!({ "url": own, "body": "x" }), Some("E_FETCH_METHOD")),
        (json!({ "url": own, "headers": { "Host": "evil.example" } }), Some("E_FETCH_HEADER")),
        (json!({ "url": own, "headers": { "cookie": "a=b" } }), Some("E_FETCH_HEADER")),
        (json!({ "url": own, "headers": { "x": "a\r\nHost: b" } }), Some("E_FETCH_HEADER")),
        (json!({ "url": own, "headers": { "a b": "c" } }), Some("E_FETCH_HEADER")),
        (json!({ "url": format!("{own}?{}", "x".repeat(5000)) }), Some("E_FETCH_TOO_LARGE")),
    ];
    let fetches: Vec<_> = rows.iter().map(|(fetch, _)| fetch.clone()).collect();
    let (called, made) = asked(Some("network"), &json!(fetches));
    let called = called.unwrap();
    assert_eq!(called.data["key"], "key-1");
    let expected: Vec<_> = rows.iter().filter(|(_, refused)| refused.is_none()).collect();
    assert_eq!((made.len(), called.fetches), (expected.len(), expected.len()), "{made:?}");
    for (at, (fetch, refused)) in rows.iter().enumerate() {
        let got = &called.data["got"][at];
        match refused {
            Some(code) => assert_eq!(got["error"]["code"], *code, "{fetch}"),
            None => assert_eq!((&got["status"], &got["body"]), (&json!(200), &json!("an answer")), "{fetch}"),
        }
    }
    // One that says that it changes something may do so: the gate was asked about that.
    let post = json!([{ "url": own, "method": "POST", "body": "x" }]);
    assert_eq!(asked(Some("send"), &post).1, ["POST https://api.example.org/v1"]);
    let (called, made) = asked(Some("network"), &json!(vec![json!({ "url": own }); 40]));
    assert_eq!((called.unwrap_err().reason(), made.len()), ("E_PLUGIN_FLOOD", 32));
}

/// What one call costs: `cargo test -p laika-cell -- --nocapture cost`.
#[test]
fn the_cost_of_a_call_is_a_process() {
    if !can_run_plugins() {
        return;
    }
    let example = Installed::open(&repository().join("demo/plugins/unit-price")).unwrap();
    let (_folder, shell) = made_of(SHELL);
    for (kind, installed) in [("python", &example), ("shell", &shell)] {
        let mut times: Vec<_> = (0..7)
            .map(|_| {
                let start = Instant::now();
                plugin::describe(&host(&laika()), installed, soon(), &never).unwrap();
                start.elapsed()
            })
            .collect();
        times.sort();
        println!("a plugin in {kind}: {:?} from its start to its answer (median of 7)", times[3]);
    }
}
