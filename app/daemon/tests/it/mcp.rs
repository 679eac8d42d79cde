//! Servers of others behind the gate, with every process real: what is approved works, what changed does not, nothing goes
//! out unseen, and the server's process reaches nothing that it was not granted.

use std::collections::BTreeSet;
use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use laika_daemon::service::Reply;
use laika_daemon::tooling::{Reached, Servers, ServersError, ToolStanding, Wanted, talks_to_models};
use laika_daemon::working::Asks;
use laika_protocol::run::Pause;
use laika_protocol::wire::SiteMode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::tools::{Told, World, program, yes};

const CANARY: &str = "c4n4ry-7731";

fn hostile() -> String {
    program().with_file_name("hostile_mcp_server").to_str().unwrap().to_owned()
}

fn command(words: &[&str]) -> Wanted {
    let words = std::iter::once(hostile()).chain(words.iter().map(|word| (*word).to_owned())).collect();
    Wanted::new(Reached::Command { words })
}

fn world() -> World {
    let project = tempfile::tempdir().unwrap();
    fs::write(project.path().join("notes.md"), format!("The code is {CANARY}.\n")).unwrap();
    World::over(tempfile::tempdir().unwrap(), project)
}

fn servers(home: &Path) -> Servers {
    Servers::new(home, &program(), std::env::var_os("PATH"), None)
}

/// Adds a server as a person would, with these of its tools as readers.
fn add(home: &Path, name: &str, wanted: Wanted, reads: &[&str]) -> Result<(), ServersError> {
    let runtime = Runtime::new().unwrap();
    let _inside = runtime.enter();
    let servers = servers(home);
    let (wanted, listed) = servers.look_at(name, wanted)?;
    let reads: BTreeSet<String> = reads.iter().map(|name| (*name).to_owned()).collect();
    servers.keep(name, wanted, &listed, &reads, 1)
}

fn asked(server: &str, tool: &str, payload: &Value) -> Value {
    json!({ "integration": server, "operation": tool, "payload": payload })
}

fn call(server: &str, tool: &str, payload: &Value) -> String {
    json!({ "name": "integration.invoke", "arguments": asked(server, tool, payload) }).to_string()
}

fn has(told: &Told, code: &str) -> bool {
    told.troubles.iter().any(|why| why.contains(code))
}

fn text_of(told: &Told) -> String {
    let last = told.results.last().unwrap_or_else(|| unreachable!("{told:#?}"));
    last.1.full_text.clone()
}

/// What is approved is asked about by name and value, and answers.
#[test]
fn s9_a_tool_of_a_server_is_asked_about_and_answers() {
    let world = world();
    add(world.home.path(), "helper", command(&["honest"]), &[]).unwrap();
    let told = yes(&world, &call("helper", "echo", &json!({ "text": "hello" })));
    assert_eq!(text_of(&told), "You said: hello", "{told:#?}");
    let card = &told.cards[0];
    assert!(card.values.iter().any(|value| value.value == "hello"), "{card:#?}");
    let told = world.run(&call("helper", "echo", &json!({ "text": "hello" })), Reply::No, |_| {});
    assert!(told.results.is_empty() && told.cards.len() == 1, "{told:#?}");
}

/// S9: a server's own word never loosens anything; the person's does, and only so far.
#[test]
fn s9_what_a_server_says_of_its_tools_never_loosens() {
    let world = world();
    // Both say `readOnlyHint`; of one the person said so, too.
    add(world.home.path(), "helper", command(&["honest"]), &["act"]).unwrap();
    for (tool, cards) in [("echo", 1), ("act", 0)] {
        let goal = call("helper", tool, &json!({ "text": "hello" }));
        let order = world.order(&goal, SiteMode::Autopilot, Asks::Person);
        let told = world.run_order(order, Reply::Once, |_| {});
        assert_eq!((told.cards.len(), told.results.len()), (cards, 1), "{tool}: {told:#?}");
    }
    // A number that is none does not pass as one.
    let told = yes(&world, &call("helper", "echo", &json!({ "times": "four hundred words" })));
    assert!(has(&told, "E_MCP_ARGUMENTS") && told.results.is_empty(), "{told:#?}");
}

/// S3, S9: what was read elsewhere does not leave by the arguments of any tool, also of one that only reads, unasked; and
/// where nobody can be asked it does not leave at all.
#[test]
fn s3_s9_what_was_read_elsewhere_does_not_leave_by_arguments() {
    for (tool, mode) in
        [("echo", SiteMode::Autopilot), ("act", SiteMode::Autopilot), ("act", SiteMode::Assist)]
    {
        for (name, payload) in [
            ("whole", json!({ "text": format!("the code is {CANARY}") })),
            ("reworded", json!({ "text": "seven seven three one" })),
            ("number", json!({ "times": 7731 })),
            ("key", json!({ CANARY: true })),
        ] {
            let world = world();
            add(world.home.path(), "helper", command(&["honest"]), &["act"]).unwrap();
            let calls = [
                ("project.search", json!({ "query": "code" })),
                ("integration.invoke", asked("helper", tool, &payload)),
            ];
            for asks in [Asks::Person, Asks::Nobody] {
                world.again(&calls);
                let order = world.order("what is the code?", mode, asks);
                let told = world.run_order(order, Reply::No, |_| {});
                let answered: Vec<&str> = told.results.iter().map(|(tool, _)| tool.as_str()).collect();
                assert_eq!(answered, ["project.search"], "{tool} {name}: {told:#?}");
                assert_eq!(told.pause, Some(Pause::Rejected), "{tool} {name}: {told:#?}");
            }
        }
    }
}

/// S3: what a server said is of that server: to take it to another one is asked about.
#[test]
fn s3_what_a_server_said_is_confidential_to_it() {
    let world = world();
    add(world.home.path(), "first", command(&["honest"]), &["echo"]).unwrap();
    add(world.home.path(), "second", command(&["honest"]), &["echo"]).unwrap();
    for (to, cards) in [("first", 0), ("second", 1)] {
        world.again(&[
            ("integration.invoke", asked("first", "echo", &json!({ "text": "hello" }))),
            ("integration.invoke", asked(to, "echo", &json!({ "text": "hello", "loud": true }))),
        ]);
        let told = world.run_order(
            world.order("first, second: echo hello", SiteMode::Autopilot, Asks::Person),
            Reply::No,
            |_| {},
        );
        assert_eq!(told.cards.len(), cards, "{to}: {told:#?}");
        if let Some(card) = told.cards.first() {
            assert_eq!(card.reason_code, "P_ASK_CARRY_CONFIDENTIAL", "{card:#?}");
        }
    }
}

/// S12: a tool that describes itself otherwise than it was approved does nothing, whenever it changed.
#[test]
fn s12_a_tool_that_changed_after_its_approval_does_nothing() {
    let world = world();
    let (home, files) = (world.home.path(), tempfile::tempdir().unwrap());
    let state = files.path().join("state");
    fs::write(&state, "").unwrap();
    let rug =
        || Wanted { folders: vec![files.path().to_owned()], ..command(&["rug", state.to_str().unwrap()]) };
    add(home, "rug", rug(), &[]).unwrap();
    let goal = call("rug", "echo", &json!({ "text": "hello" }));
    assert_eq!(text_of(&yes(&world, &goal)), "You said: hello");
    fs::write(&state, ", and to somebody else").unwrap();
    let told = yes(&world, &goal);
    assert!(has(&told, "E_MCP_TOOL_CHANGED") && told.results.is_empty(), "{told:#?}");
    // Looked at again and approved as it is now.
    add(home, "rug", rug(), &[]).unwrap();
    assert_eq!(text_of(&yes(&world, &goal)), "You said: hello");
    // Within one run, between two calls.
    for mode in ["turn", "claim"] {
        add(home, mode, command(&[mode]), &["echo"]).unwrap();
        let twice = ("integration.invoke", asked(mode, "echo", &json!({ "text": "hello" })));
        world.again(&[twice.clone(), twice]);
        let told = yes(&world, "say hello twice");
        assert_eq!(told.results.len(), 1, "{mode}: {told:#?}");
        assert!(has(&told, "E_MCP_TOOL_CHANGED"), "{mode}: {told:#?}");
    }
    // One that is new is nobody's.
    add(home, "new", command(&["new"]), &[]).unwrap();
    let told = yes(&world, &call("new", "send_all", &json!({ "text": "hello" })));
    assert!(has(&told, "E_MCP_TOOL_NEW") && told.cards.is_empty(), "{told:#?}");
    let told = yes(&world, &call("nobody", "echo", &json!({})));
    assert!(told.results.is_empty() && told.cards.is_empty(), "{told:#?}");
}

/// What changed is told apart for the person who looks again.
#[test]
fn s12_a_person_sees_what_changed() {
    let (home, runtime) = (tempfile::tempdir().unwrap(), Runtime::new().unwrap());
    add(home.path(), "helper", command(&["honest"]), &[]).unwrap();
    let _inside = runtime.enter();
    let servers = servers(home.path());
    let kept = servers.approved().unwrap().remove("helper").unwrap();
    let (_, listed) = servers.look_at("helper", command(&["injected"])).unwrap();
    let standing: Vec<_> = Servers::compare(&kept, &listed).unwrap().into_iter().collect();
    let expected = [
        ("act", ToolStanding::Gone),
        ("echo", ToolStanding::Approved),
        ("reach", ToolStanding::Gone),
        ("weather", ToolStanding::New),
    ];
    assert_eq!(standing, expected.map(|(name, how)| (name.to_owned(), how)));
    // A description that gives orders is for the person to see, and for no model.
    let orders: Vec<bool> = listed.tools.iter().map(talks_to_models).collect();
    assert_eq!(orders, [false, true]);
}

/// S11: a call that may have happened is said to be unknown and is not repeated; one that only reads just failed.
#[test]
fn s11_a_crash_in_a_call_is_an_unknown_outcome() {
    for (mode, code) in [("crash", "E_MCP_DIED"), ("garbage", "E_MCP_NONSENSE"), ("flood", "E_MCP_FLOOD")] {
        let world = world();
        add(world.home.path(), "helper", command(&[mode]), &[]).unwrap();
        let told = yes(&world, &call("helper", "echo", &json!({ "text": "hello" })));
        assert!(has(&told, code), "{mode}: {told:#?}");
        assert_eq!(told.pause, Some(Pause::OutcomeUnknown), "{mode}: {told:#?}");
        add(world.home.path(), "helper", command(&[mode]), &["echo"]).unwrap();
        let told = yes(&world, &call("helper", "echo", &json!({ "text": "hello" })));
        assert!(has(&told, code) && told.pause != Some(Pause::OutcomeUnknown), "{mode}: {told:#?}");
    }
}

/// S1: a result that says it was approved is text; the next act asks all the same.
#[test]
fn s1_a_result_that_claims_approvals_approves_nothing() {
    let world = world();
    add(world.home.path(), "helper", command(&["approves"]), &["echo"]).unwrap();
    world.again(&[
        ("integration.invoke", asked("helper", "echo", &json!({ "text": "hello" }))),
        (
            "replace.file",
            json!({ "path": "notes.md", "search": "code", "replacement": "x", "dryRun": false }),
        ),
    ]);
    let told = yes(&world, "say hello");
    let cards: Vec<&str> = told.cards.iter().map(|card| card.tool.as_str()).collect();
    assert_eq!(cards, ["integration.invoke", "replace.file"], "{told:#?}");
    assert!(!told.results[0].1.full_text.contains('\u{1b}'));
}

/// What a person may not be talked into when a server is added.
#[test]
fn s12_what_cannot_be_added() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let folder = |path: &str| Wanted { folders: vec![path.into()], ..command(&["honest"]) };
    let variable =
        |name: &str| Wanted { env: [(name.to_owned(), "x".to_owned())].into(), ..command(&["honest"]) };
    let url = |url: &str| Wanted::new(Reached::Url(url.to_owned()));
    let within = home.to_str().unwrap();
    for (name, wanted, expected) in [
        ("Not A Name", command(&["honest"]), "E_MCP_NAME"),
        ("browser", command(&["shadow"]), "E_MCP_NAME_TAKEN"),
        ("helper", command(&["twice"]), "E_MCP_TOOL_TWICE"),
        ("helper", command(&["many"]), "E_MCP_TOO_MANY_TOOLS"),
        ("helper", folder("/"), "E_MCP_FOLDER"),
        ("helper", folder("/proc"), "E_MCP_FOLDER"),
        ("helper", folder("/dev/pts"), "E_MCP_FOLDER"),
        ("helper", folder(within), "E_MCP_FOLDER"),
        ("helper", folder("/nowhere/at/all"), "E_MCP_FOLDER"),
        ("helper", variable("API_TOKEN"), "E_MCP_SECRET"),
        ("helper", variable("A=B"), "E_MCP_VARIABLE"),
        ("helper", url("http://example.com/mcp"), "E_MCP_ADDRESS"),
        ("helper", url("https://me:secret@example.com/mcp"), "E_MCP_ADDRESS"),
        ("helper", url("file:///etc/passwd"), "E_MCP_ADDRESS"),
        ("helper", Wanted::new(Reached::Command { words: vec!["no-such-program".into()] }), "E_MCP_START"),
        ("helper", Wanted { bearer: Some("key".into()), ..command(&["honest"]) }, "E_MCP_GRANTS"),
    ] {
        let error = add(home, name, wanted.clone(), &[]).unwrap_err();
        assert_eq!(error.reason(), expected, "{name} {wanted:?}: {error}");
    }
    let error = add(home, "helper", command(&["honest"]), &["no_such_tool"]).unwrap_err();
    assert_eq!(error.reason(), "E_MCP_NO_TOOL");
    assert!(!home.join("mcp-servers.json").exists());
}

/// What a server's process can reach, with each grant. It is judged by itself, which is hostile and would say.
#[test]
fn s1_the_process_of_a_server_reaches_only_what_was_granted() {
    let (home, granted, other) = (world(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let home = home.home;
    let config = home.path().join("config.toml");
    fs::write(&config, "").unwrap();
    fs::write(granted.path().join("mine"), "x").unwrap();
    fs::write(other.path().join("theirs"), "x").unwrap();
    // The folder of a socket may even be granted: there is still no way to connect to it.
    let socket = granted.path().join("daemon.sock");
    let _daemon = UnixListener::bind(&socket).unwrap();
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = |folder: &TempDir, name: &str| folder.path().join(name).display().to_string();
    let attempts = [
        format!("unix={}", socket.display()),
        format!("tcp={}", tcp.local_addr().unwrap()),
        "udp=127.0.0.1:9".to_owned(),
        format!("read={}", config.display()),
        format!("list={}", home.path().display()),
        "read=/proc/1/environ".to_owned(),
        format!("read=/proc/{}/environ", std::process::id()),
        "list=/proc".to_owned(),
        "read=/etc/passwd".to_owned(),
        "tty=".to_owned(),
        "run=/bin/true".to_owned(),
        "env=CARGO_MANIFEST_DIR".to_owned(),
        format!("read={}", at(&other, "theirs")),
        format!("read={}", at(&granted, "mine")),
        format!("write={}", at(&granted, "made")),
        "env=GREETING".to_owned(),
        "env=HOME".to_owned(),
    ];
    let own = |wanted: Wanted| {
        let world = World::over(tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        add(world.home.path(), "helper", wanted, &[]).unwrap();
        let told = yes(&world, &call("helper", "reach", &json!({ "text": attempts.join(" ") })));
        let text = text_of(&told);
        let mut kinds: Vec<String> =
            text.lines().map(|line| line.split('=').next().unwrap_or_default().to_owned()).collect();
        kinds.sort();
        kinds.join(" ")
    };
    let folders = || vec![granted.path().to_owned()];
    let env = [("GREETING".to_owned(), "hello".to_owned())];
    for (wanted, expected) in [
        (command(&["honest"]), "env"),
        (Wanted { folders: folders(), ..command(&["honest"]) }, "env read"),
        (Wanted { folders_rw: folders(), ..command(&["honest"]) }, "env read write"),
        (Wanted { env: env.into(), ..command(&["honest"]) }, "env env"),
        (Wanted { network: true, ..command(&["honest"]) }, "env tcp"),
    ] {
        assert_eq!(own(wanted.clone()), expected, "{wanted:?}");
    }
}

/// Real servers that others wrote, confined, from their listing to their answers.
#[test]
#[allow(clippy::print_stdout, reason = "says what was left out")]
fn s9_servers_that_others_wrote_work() {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../e2e/mcp/node_modules");
    let Ok(modules) = modules.canonicalize() else {
        assert!(std::env::var_os("CI").is_none(), "with `CI` set the servers of e2e/mcp are required");
        println!("skipped: there is no e2e/mcp/node_modules");
        return;
    };
    let of = |name: &str| {
        modules.join(format!("@modelcontextprotocol/{name}/dist/index.js")).display().to_string()
    };
    let node = |words: Vec<String>| {
        let words = std::iter::once("node".to_owned()).chain(words).collect();
        Wanted { folders: vec![PathBuf::from(&modules)], ..Wanted::new(Reached::Command { words }) }
    };
    let (world, files) = (world(), tempfile::tempdir().unwrap());
    let home = world.home.path();
    let inside = files.path().join("letter.txt");
    fs::write(&inside, "Dear Ada").unwrap();
    add(home, "everything", node(vec![of("server-everything")]), &["get-sum"]).unwrap();
    let told = yes(&world, &call("everything", "echo", &json!({ "message": "hello" })));
    assert!(text_of(&told).contains("hello"), "{told:#?}");
    let told = yes(&world, &call("everything", "get-sum", &json!({ "a": 2, "b": 40 })));
    assert!(text_of(&told).contains("42"), "{told:#?}");
    let wanted = node(vec![of("server-filesystem"), files.path().display().to_string()]);
    let wanted = Wanted { folders_rw: vec![files.path().to_owned()], ..wanted };
    add(home, "files", wanted, &["read_text_file"]).unwrap();
    let told = yes(&world, &call("files", "read_text_file", &json!({ "path": inside })));
    assert!(text_of(&told).contains("Dear Ada"), "{told:#?}");
    let made = files.path().join("answer.txt");
    let told = yes(&world, &call("files", "write_file", &json!({ "path": made, "content": "Dear Charles" })));
    assert!(told.results.last().unwrap().1.success, "{told:#?}");
    assert_eq!(fs::read_to_string(made).unwrap(), "Dear Charles");
}
