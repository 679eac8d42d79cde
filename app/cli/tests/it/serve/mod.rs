//! `laika serve` with real processes: whoever connects, whatever they say, and what becomes of runs when something ends.

mod agents;
mod collections;
mod grants;
mod life;
mod others;
mod settled;
mod summary;
mod world;

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::json;

use world::{Home, Lake, Ran, Serving, Wire, has_browser, until};

#[test]
fn two_clients_see_the_same_run() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let serving = Serving::start(&home);
    assert_eq!(fs::metadata(home.socket()).unwrap().mode() & 0o777, 0o600);
    let limits = fs::read_to_string(format!("/proc/{}/limits", serving.child.id())).unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().filter(|word| *word == "0").count(), 2, "no dumps: {core}");
    let mut watching = Wire::open(&home);
    assert_eq!(watching.ask(&json!({ "say": "watch" }))["says"], "done");
    let url = lake.site.url("/");
    let asked = home.laika(&["ask", &url, "How deep is the lake?", "--no-model", "--json"]);
    assert_eq!(asked.code, 0, "{asked:?}");
    assert!(asked.said.contains(&format!("at work in process {}", serving.child.id())), "{asked:?}");
    let result = asked.json();
    let run = result["run"].as_str().unwrap();
    assert!(result["answer"]["places"][0]["quote"].as_str().unwrap().contains("The lake "), "{result:#}");
    watching.hear(run, "completed");
    let answer = watching.news.iter().find(|told| told["news"]["news"] == "answer").unwrap();
    assert_eq!((&answer["run"], &answer["news"]["places"]), (&result["run"], &result["answer"]["places"]));
    let status = home.laika(&["status", "--json"]).json();
    assert_eq!((&status["running"], &status["locked"]), (&json!(true), &json!(false)));
    assert_eq!((&status["clients"], &status["runs"]), (&json!(1), &json!([])), "only the one that watches");
}

#[test]
fn a_second_server_is_refused() {
    let home = Home::new();
    let serving = Serving::start(&home);
    let second = home.laika(&["serve"]);
    assert_eq!(second.code, 2);
    assert!(second.said.contains("E_ALREADY_RUNNING"), "{second:?}");
    assert!(second.said.contains(&format!("process {}", serving.child.id())), "{second:?}");
    assert!(Wire::try_open(&home.socket(), 1).is_ok(), "the first still answers");
    let other = Home::new();
    let _elsewhere = Serving::start(&other);
}

#[test]
fn i9_a_killed_server_leaves_a_run_that_is_resumed_to_its_end() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let mut first = Serving::start(&home);
    let mut client = Wire::open(&home);
    let run = client.begin(&lake.site.url("/slow"), &json!("nobody"));
    until("the page is asked for", || lake.asked("/slow") > 0);
    first.signal("KILL");
    assert!(home.socket().exists(), "nobody was left to remove it");
    let _second = Serving::start(&home);
    let status = home.laika(&["status", "--json"]).json();
    let left = &status["runs"][0];
    assert_eq!((&left["run"], &left["status"]), (&json!(run), &json!("paused")), "{status:#}");
    assert_eq!(left["pause"], "restarted");
    lake.let_go();
    let resumed = home.laika(&["runs", "resume", &run, "--no-model", "--json"]);
    assert_eq!(resumed.code, 0, "{resumed:?}");
    assert_eq!(resumed.json()["status"], "completed");
    assert!(resumed.out.contains("The lake "), "{resumed:?}");
    // What is told at once is on disk a moment later.
    until("it is on record", || home.status_of(&run) == "completed");
    let verified = home.laika(&["runs", "verify", "--json"]);
    assert_eq!(verified.json()["intact"], true, "{verified:?}");
    let again = home.laika(&["runs", "resume", &run, "--no-model"]);
    assert!(again.code == 2 && again.said.contains("E_RUN_OVER"), "{again:?}");
}

#[test]
fn a_server_that_is_told_to_end_pauses_what_is_at_work() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let mut serving = Serving::start(&home);
    let asking = home.start(&["ask", &lake.site.url("/slow"), "How deep is the lake?", "--no-model"]);
    until("the page is asked for", || lake.asked("/slow") > 0);
    assert_eq!(serving.signal("TERM"), Some(0));
    assert!(!home.socket().exists());
    let asked = Ran::of(&asking.wait_with_output().unwrap());
    assert!(asked.code == 3 && asked.said.contains("paused: "), "whoever watched is told: {asked:?}");
    let status = home.laika(&["status", "--json"]).json();
    assert_eq!((&status["running"], &status["runs"][0]["status"]), (&json!(false), &json!("paused")));
    let run = status["runs"][0]["run"].as_str().unwrap();
    // Without a server it goes on in the process that is asked to.
    lake.let_go();
    let resumed = home.laika(&["runs", "resume", run, "--no-model", "--json"]);
    assert_eq!((resumed.code, &resumed.json()["status"]), (0, &json!("completed")), "{resumed:?}");
}

#[test]
fn hostile_lines_get_an_error_and_nothing_else() {
    let home = Home::new();
    let _serving = Serving::start(&home);
    let code = |told: Option<serde_json::Value>| told.map(|told| told["code"].as_str().unwrap().to_owned());
    let some = |code: &str| Some(code.to_owned());

    let refused = Wire::try_open(&home.socket(), 99).err().unwrap();
    assert_eq!(refused["code"], "E_VERSION", "{refused}");
    assert_eq!(Wire::try_open(&home.socket(), -1).err().unwrap()["code"], "E_MESSAGE");

    let firsts: [(&[u8], &str); 5] = [
        (b"GET / HTTP/1.1\r\n", "E_MESSAGE"),
        (b"\x00\xff\xfe\n", "E_MESSAGE"),
        (b"\n", "E_MESSAGE"),
        (b"{\"id\":1,\"ask\":{\"say\":\"panic\"}}\n", "E_HELLO"),
        (b"{\"id\":0,\"ask\":{\"say\":\"hello\",\"version\":1e999}}\n", "E_MESSAGE"),
    ];
    for (first, wanted) in firsts {
        let mut wire = Wire::silent(&home);
        wire.write(first);
        assert_eq!(code(wire.read()), some(wanted), "{first:?}");
        assert_eq!(wire.read(), None, "the connection is over: {first:?}");
    }

    let mut wire = Wire::open(&home);
    let deep = format!("{}{}\n", "[".repeat(100_000), "]".repeat(100_000));
    let order = r#"{"goal":"x","urls":["file:///etc/passwd"],"mode":"observe","asks":"nobody"}"#;
    let file = format!("{{\"id\":9,\"ask\":{{\"say\":\"begin\",\"order\":{order}}}}}\n");
    let unknown = "{\"id\":1,\"ask\":{\"say\":\"stop\",\"run\":\"run-1\",\"also\":1}}\n";
    for line in ["nonsense\n", "{}\n", "null\n", &deep, unknown, "{\"id\":1}\n"] {
        wire.write(line.as_bytes());
        assert_eq!(code(wire.read()), some("E_MESSAGE"), "{}", &line[..line.len().min(60)]);
    }
    wire.write(file.as_bytes());
    let told = wire.read().unwrap();
    assert_eq!((&told["says"], &told["id"]), (&json!("error"), &json!(9)), "{told}");
    assert_eq!(wire.ask(&json!({ "say": "status" }))["says"], "status", "it goes on after errors");

    let mut long = Wire::open(&home);
    long.write(&vec![b'a'; 10 * 1024 * 1024]);
    assert_eq!(code(long.read()), some("E_TOO_LONG"));
    assert_eq!(long.read(), None);

    // Many at once, each gone in the middle of a line.
    for _ in 0..100 {
        Wire::silent(&home).write(b"{\"id\":0,\"ask\":{\"say\":");
    }
    until("everybody who left is gone", || {
        let status = home.laika(&["status", "--json"]);
        status.code == 0 && status.json()["clients"] == 1
    });
    assert_eq!(wire.ask(&json!({ "say": "status" }))["standing"]["runs"], json!([]));
}

#[test]
fn another_user_is_refused() {
    let home = Home::new();
    let _serving = Serving::start(&home);
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let perl = "use IO::Socket::UNIX; $SIG{PIPE} = 'IGNORE'; my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die \"no way: $!\"; \
                print $s \"{\\\"id\\\":0,\\\"ask\\\":{\\\"say\\\":\\\"hello\\\",\\\"version\\\":1}}\\n\"; print scalar <$s>;";
    let as_nobody = || {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "perl", "-e", perl]);
        Ran::of(&command.arg(home.socket()).stdin(Stdio::null()).output().unwrap())
    };
    if !is_root {
        return;
    }
    let kept_out = as_nobody();
    assert!(kept_out.out.is_empty() && kept_out.said.contains("Permission denied"), "{kept_out:?}");
    // Even where the files let them in, the kernel says who they are.
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(home.socket(), fs::Permissions::from_mode(0o666)).unwrap();
    let refused = as_nobody();
    assert!(refused.out.contains("E_PEER") && !refused.out.contains("hello"), "{refused:?}");
    assert!(Wire::try_open(&home.socket(), 1).is_ok(), "the same user is not");
}

#[test]
fn i10_a_stop_from_elsewhere_ends_the_run_and_nothing_executes_after() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let nothing = home.laika(&["stop", "--all", "--json"]);
    assert_eq!((nothing.code, nothing.json()), (0, json!({ "stopped": [] })));
    let asking =
        home.start(&["ask", &lake.site.url("/slow"), "How deep is the lake?", "--no-model", "--json"]);
    until("the page is asked for", || lake.asked("/slow") > 0);
    let stopped = home.laika(&["stop", "--json"]);
    assert_eq!(stopped.code, 0, "{stopped:?}");
    assert_eq!(stopped.json()["stopped"][0]["over"], true, "{stopped:?}");
    let asked = Ran::of(&asking.wait_with_output().unwrap());
    assert_eq!((asked.code, &asked.json()["status"]), (1, &json!("cancelled")), "{asked:?}");
    let requests = lake.site.asked().len();
    lake.let_go();
    thread::sleep(Duration::from_secs(1));
    assert_eq!(lake.site.asked().len(), requests, "nothing was asked for after the stop");
    let run = asked.json()["run"].as_str().unwrap().to_owned();
    until("it is on record", || home.status_of(&run) == "cancelled");
    let events = home.events(&run);
    let kinds: Vec<&str> = events.iter().map(|event| event["kind"].as_str().unwrap()).collect();
    let at = kinds.iter().position(|kind| *kind == "ui.cancel").unwrap();
    let goes_on = ["page.observe", "model.prompt", "browser.tool.request", "browser.tool.result"];
    assert!(kinds[at..].iter().all(|kind| !goes_on.contains(kind)), "{kinds:?}");
}

#[test]
fn i10_panic_locks_through_a_restart_until_a_person_unlocks() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let mut serving = Serving::start(&home);
    let mut client = Wire::open(&home);
    let run = client.begin(&lake.site.url("/slow"), &json!("nobody"));
    until("the page is asked for", || lake.asked("/slow") > 0);
    assert_eq!(home.laika(&["panic"]).code, 0);
    client.hear(&run, "cancelled");
    let locked = || home.laika(&["status", "--json"]).json()["locked"].clone();
    until("it is locked", || locked() == true);
    let url = lake.site.url("/");
    let ask = || home.laika(&["ask", &url, "How deep is the lake?", "--no-model", "--json"]);
    let refused = ask();
    assert_eq!(refused.code, 1, "{refused:?}");
    serving.signal("KILL");
    assert_eq!(locked(), true, "without a server, too");
    let alone = ask();
    assert_eq!(alone.code, 1, "a process of its own is locked, too: {alone:?}");
    let _again = Serving::start(&home);
    assert_eq!(locked(), true);
    let nobody = home.laika(&["unlock"]);
    assert!(nobody.code == 2 && nobody.said.contains("E_NO_PERSON"), "{nobody:?}");
    assert_eq!(locked(), true);
    let person = home.laika_at_a_terminal(&["unlock"]);
    assert_eq!(person.code, 0, "{person:?}");
    until("it is unlocked", || locked() == false);
    let asked = ask();
    assert_eq!(asked.code, 0, "{asked:?}");
    assert_eq!(lake.asked("/"), 1, "only the last of them went out");
}

#[test]
fn s1_who_is_not_at_a_terminal_is_a_caller_whatever_they_say() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let mut client = Wire::open(&home);
    let said = |run: &str| {
        let events = home.events(run);
        let first = events.iter().find(|event| event["kind"] == "user.message").unwrap();
        first["payload"]["caller"].as_bool().unwrap_or(false)
    };
    let claims = client.begin(&lake.site.url("/"), &json!("person"));
    client.hear(&claims, "completed");
    assert!(said(&claims), "a program that calls itself a person");

    let typed =
        home.laika_at_a_terminal(&["ask", &lake.site.url("/"), "How deep is the lake?", "--no-model"]);
    assert_eq!(typed.code, 0, "{typed:?}");
    let runs = home.laika(&["runs", "list", "--json"]).json();
    let of_person = runs["runs"].as_array().unwrap().iter().find(|run| run["run"] != claims.as_str());
    assert!(!said(of_person.unwrap()["run"].as_str().unwrap()), "a person at a terminal");

    let digest = format!("sha256:{}", "0".repeat(64));
    let answer = json!({ "say": "answer", "run": claims, "reply": "once", "digest": digest,
        "requestId": "6f2c1a9e-7c53-4b8e-9a42-0d1f5c3b7e11" });
    assert_eq!(client.ask(&answer)["code"], "E_NO_PERSON");
    let grant = json!({ "grant": { "counted": "each_run", "grant": { "id": "mine", "title": "all",
        "origins": [lake.site.origin()], "pages": ["/"], "verbs": { "submit": 1 }, "uses": 1, "expiresAtMs": 4_000_000_000_000_u64,
        "forms": [{ "action": "/", "method": "post", "sentFields": ["name"] }] } } });
    let order = json!({ "goal": "x", "urls": [lake.site.url("/")], "mode": "assist", "asks": grant });
    let refused = client.ask(&json!({ "say": "begin", "order": order, "model": "without" }));
    assert_eq!(refused["code"], "E_GRANT_FILE", "{refused}");
    let order = json!({ "goal": "x", "urls": [lake.site.url("/")], "mode": "assist", "asks": "nobody" });
    let begin = json!({ "say": "begin", "order": order, "model": "without", "grant": "demo-mill-tour" });
    assert_eq!(client.ask(&begin)["code"], "E_NO_GRANT", "it is for the demo's own goal");
}

#[test]
fn s1_a_card_is_answered_at_a_terminal_and_nowhere_else() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let mut watching = Wire::open(&home);
    watching.ask(&json!({ "say": "watch" }));
    let goal = format!("Book a visit at {}. My name is Mara Lindqvist.", lake.site.url("/form"));
    let mut person = home.typing(&["run", &goal, "--no-model"]);
    let (run, card) = watching.hear_ask();
    assert_eq!(card["values"][0]["value"], "Mara Lindqvist", "{card:#}");
    let answer = json!({ "say": "answer", "run": run, "reply": "once", "digest": card["digest"],
        "requestId": card["request_id"].as_str().or(card["requestId"].as_str()) });
    assert_eq!(watching.ask(&answer)["code"], "E_NO_PERSON");
    let late = Wire::open(&home).ask(&json!({ "say": "status" }));
    assert_eq!(late["standing"]["runs"][0]["status"], "awaiting_approval", "{late:#}");
    let approvals = || home.events(&run).iter().filter(|event| event["kind"] == "ui.approval").count();
    assert_eq!(approvals(), 0);
    // Nothing that is typed in the first moments counts.
    thread::sleep(Duration::from_millis(1_500));
    person.stdin.as_mut().unwrap().write_all(b"y\n").unwrap();
    until("the answer is on record", || approvals() == 1);
    let events = home.events(&run);
    let approval = events.iter().find(|event| event["kind"] == "ui.approval").unwrap();
    assert_eq!(approval["payload"]["approved"], true, "{approval:#}");
    assert_eq!(home.laika(&["stop", &run]).code, 0);
    person.wait().unwrap();
    assert_eq!(lake.asked("/visit"), 0, "nobody agreed to send it");
}

#[test]
fn without_a_server_the_log_is_enough() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let stopped = home.laika(&["stop"]);
    assert!(stopped.code == 0 && stopped.said.contains("is not running"), "{stopped:?}");
    let mut runs = Vec::new();
    let mut serving = Serving::start(&home);
    let mut client = Wire::open(&home);
    for _ in 0..2 {
        runs.push(client.begin(&lake.site.url("/slow"), &json!("nobody")));
    }
    until("the pages are asked for", || lake.asked("/slow") > 1);
    serving.signal("KILL");
    let cancelled = home.laika(&["runs", "cancel", &runs[0], "--json"]);
    assert_eq!(cancelled.code, 0, "{cancelled:?}");
    assert_eq!(home.status_of(&runs[0]), "cancelled");
    assert_eq!(home.laika(&["panic", "--json"]).code, 0);
    assert_eq!(home.status_of(&runs[1]), "cancelled");
    let verified = home.laika(&["runs", "verify", "--json"]);
    assert_eq!(verified.json()["intact"], true, "{verified:?}");
}

#[test]
fn one_in_the_background_stays_until_it_is_ended() {
    let home = Home::new();
    let started = home.laika(&["serve", "--background"]);
    assert_eq!(started.code, 0, "{started:?}");
    let status = home.laika(&["status", "--json"]).json();
    assert_eq!(status["running"], true);
    let stat = fs::read_to_string(format!("/proc/{}/stat", status["pid"])).unwrap();
    let fields: Vec<&str> = stat[stat.rfind(')').unwrap()..].split_whitespace().collect();
    assert_eq!(fields[5], "0", "it has no terminal");
    let again = home.laika(&["serve", "--background"]);
    assert!(again.code == 0 && again.said.contains("running already"), "{again:?}");
    let ended = home.laika(&["serve", "--end"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(home.laika(&["status", "--json"]).json()["running"], false);
}
