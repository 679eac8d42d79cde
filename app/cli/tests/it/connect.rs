//! Models behind servers, from the command line: connected, used, switched on, looked at before anything leaves.

use std::fs;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use laika_bench::web::{Reply, Site};
use laika_model::remote::Base;
use laika_policy::cloud::CloudRefusal;
use laika_protocol::canonical::digest_bytes;
use serde_json::{Value, json};

use super::run;
use super::server::{Server, answer, read_request};

const KEY: &str = "sk-c4n4ry-Zk3vQ8pLm2Xc9Rt5Yw7U";
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// What a page can hold of its reader, and what of it would give it away.
const CANARIES: &[(&str, &str)] = &[
    ("Your password is c4n4ry-Hunter2!", "Hunter2"),
    ("Card 4111 1111 1111 1111.", "4111"),
    ("Cookie: sid=c4n4ry0001; theme=dark", "c4n4ry0001"),
    ("Authorization: Bearer c4n4ry0002", "c4n4ry0002"),
    ("<form><input type=hidden name=csrf value=c4n4ry0003></form>", "<input"),
    ("<script>window.token = 'c4n4ry0004'</script>", "<script"),
];

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Laika's folder; it is made when something is kept there.
    fn laika(&self) -> PathBuf {
        self.0.path().join("laika")
    }

    fn run(&self, words: &str, input: &str) -> (i32, String, String) {
        run(&format!("{words} --home {}", self.laika().display()), input)
    }

    fn done(&self, words: &str, input: &str) -> (String, String) {
        let (code, data, said) = self.run(words, input);
        assert_eq!(code, 0, "{words}: {said}");
        (data, said)
    }

    fn refused(&self, words: &str, code: &str) -> String {
        let (exit, data, said) = self.run(words, "");
        assert_eq!((exit, data.as_str()), (2, ""), "{words}: {said}");
        assert!(said.contains(code), "{words}: {said}");
        said
    }

    fn page(&self, name: &str, origin: &str) -> PathBuf {
        let canaries: Vec<&str> = CANARIES.iter().map(|(text, _)| *text).collect();
        let text = format!("Bread needs flour and time.\n{}\nThe oven does the rest.", canaries.join("\n"));
        let page = json!({
            "url": format!("{origin}/bread"), "title": "Bread", "origin": origin, "documentId": "d_1",
            "navigationGeneration": 0, "observedAtMs": 0, "text": text,
        });
        let file = self.0.path().join(name);
        fs::write(&file, page.to_string()).unwrap();
        file
    }
}

/// The files below a folder that hold these bytes.
fn holding(folder: &Path, bytes: &[u8]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            found.extend(holding(&path, bytes));
        } else if fs::read(&path).unwrap().windows(bytes.len()).any(|piece| piece == bytes) {
            found.push(path);
        }
    }
    found
}

/// One point that stands on the page, or the first name that is offered.
fn helpful(request: &Value) -> String {
    let shape = &request["response_format"]["json_schema"]["schema"]["properties"];
    if let Some(first) = shape["answer"]["enum"][0].as_str() {
        return json!({ "answer": first }).to_string();
    }
    let quote = "Bread needs flour and time.";
    json!({ "points": [{ "quote": quote, "text": "Bread needs flour and time." }] }).to_string()
}

#[test]
fn a_server_on_this_machine_is_connected_used_and_removed_with_its_key() {
    let (home, server) = (Home::new(), Server::start(HERE, Some(KEY), helpful));
    let connect = format!(
        "model connect mine --kind openai --at http://{}/v1 --model small --key-stdin --price-in 1000 --price-out 2000",
        server.address
    );
    let (_, said) = home.done(&connect, &format!("{KEY}\n"));
    assert!(
        said.contains("mine is connected") && said.contains("the key is kept") && !said.contains(KEY),
        "{said}"
    );
    assert_eq!(
        holding(&home.laika(), KEY.as_bytes()),
        Vec::<PathBuf>::new(),
        "the key stands in a file in clear"
    );
    let (list, _) = home.done("model list", "");
    let row: Vec<&str> = list.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(row, ["mine", "server", "-", "-", "local", "server"]);
    home.done("model use mine", "");
    let (info, _) = home.done("model info mine", "");
    for part in ["small", "openai", "in the key store", "local server, used", "1000 in, 2000 out"] {
        assert!(info.contains(part), "{part}: {info}");
    }
    assert!(!info.contains(KEY));

    // No model is named, so the one that is used is asked.
    let page = home.page("page.json", "https://news.example");
    let (text, said) = home.done(&format!("summarize --observation {}", page.display()), "");
    assert!(text.contains("Bread needs flour and time."), "{text}");
    assert!(said.contains("spent: 1 requests, 100 tokens read, 10 written, cost 0.120000"), "{said}");
    let (route, said) = home.done("route click-send-now --tool browser.click --tool browser.scroll", "");
    assert!(route.starts_with("browser.click\n") && route.contains("written, not weighed"), "{route}{said}");
    let heard = server.heard();
    assert_eq!(heard.len(), 2);
    assert!(heard.iter().all(|request| request.starts_with("POST /v1/chat/completions ")));

    home.refused(&format!("model preview-egress mine --observation {}", page.display()), "E_MODEL_NOT_CLOUD");
    home.refused("model cloud on mine", "E_MODEL_NOT_CLOUD");
    let (_, said) = home.done("model remove mine", "");
    assert!(said.contains("and so is its key"), "{said}");
    home.refused("route press --model mine", "E_MODEL_UNKNOWN");
    home.done(&connect.replace(" --key-stdin", ""), "");
    let said = home.refused("route press --model mine", "E_REMOTE_KEY");
    assert!(!server.heard().last().unwrap().contains(KEY) && !said.contains(KEY), "the key was kept");
}

#[test]
fn what_goes_wrong_with_a_server_has_a_code() {
    let (home, server) = (Home::new(), Server::start(HERE, Some(KEY), |_| "I would rather talk.".into()));
    let connect = |name: &str, kind: &str, at: &str, input: &str| {
        let key = if input.is_empty() { "" } else { "--key-stdin" };
        home.run(&format!("model connect {name} --kind {kind} --at {at} --model m {key}"), input)
    };
    let at = format!("http://{}/v1", server.address);
    assert_eq!(connect("wrong", "openai", &at, "sk-wrong\n").0, 0);
    home.refused("route press --model wrong", "E_REMOTE_KEY");
    assert_eq!(connect("talks", "openai", &at, KEY).0, 0);
    home.refused("route press --model talks", "E_REMOTE_MISFIT");
    assert_eq!(connect("nobody", "ollama", "http://127.0.0.1:9", "").0, 0);
    home.refused("route press --model nobody", "E_REMOTE_UNREACHABLE");
    for (name, at, input, code) in [
        ("a", "http://api.example/v1", "sk-1\n", "E_REMOTE_SETTINGS"),
        ("a", "https://api.example/v1", "", "E_REMOTE_SETTINGS"),
        ("a", "https://me:pass@api.example/v1", "sk-1\n", "E_REMOTE_SETTINGS"),
        ("../a", "https://api.example/v1", "sk-1\n", "E_REMOTE_SETTINGS"),
        ("smollm2-135m", "https://api.example/v1", "sk-1\n", "E_MODEL_TAKEN"),
    ] {
        let (exit, _, said) = connect(name, "openai", at, input);
        assert!(exit == 2 && said.contains(code), "{name} {at}: {said}");
        assert!(!said.contains("pass@") && !said.contains("sk-1"), "{said}");
    }
}

#[test]
fn nothing_leaves_for_another_machine_until_it_is_switched_on_and_then_only_what_was_shown() {
    let home = Home::new();
    let page = home.page("page.json", "https://news.example");
    let bank = home.page("bank.json", "https://online.lakecity.bank");
    let connect = "model connect far --kind anthropic --at https://api.example --model large --key-stdin";
    let (_, said) = home.done(connect, &format!("{KEY}\n"));
    assert!(said.contains("laika model cloud on far"), "{said}");
    assert!(home.done("model list", "").0.contains("cloud, off"));
    let summarize = format!("summarize --observation {} --model far", page.display());
    home.refused(&summarize, "P_DENY_CLOUD_OFF");
    let preview = |page: &Path| {
        let words = format!("model preview-egress far --observation {}", page.display());
        home.done(&words, "")
    };
    assert!(preview(&page).1.contains("P_DENY_CLOUD_OFF"));
    let (_, said) = home.done("model cloud on far", "");
    assert!(said.contains("may leave for https://api.example;") && said.contains("never leave"), "{said}");
    assert!(home.done("model list", "").0.contains("cloud, on"));
    let said = home.refused(&summarize, "P_DENY_CLOUD_SITE");
    assert!(said.contains("laika model cloud allow SITE") && said.contains("https://news.example"), "{said}");
    home.done("model cloud allow news.example", "");
    home.done("model cloud allow online.lakecity.bank", "");
    home.done("model cloud never https://diary.example", "");
    let (rules, _) = home.done("model cloud", "");
    for line in ["far is on: https://api.example", "https://news.example   ", "https://diary.example  "] {
        assert!(rules.contains(line), "{line}: {rules}");
    }
    home.refused(
        &format!("summarize --observation {} --model far", bank.display()),
        "P_DENY_CLOUD_SENSITIVE_SITE",
    );

    let (bytes, said) = preview(&page);
    let digest = digest_bytes(bytes.as_bytes()).to_string();
    assert!(
        said.contains(digest.trim_start_matches("sha256:"))
            && said.contains(&format!("{} bytes", bytes.len())),
        "{said}"
    );
    assert!(
        said.contains("to: https://api.example") && said.contains("it may leave; nothing was sent"),
        "{said}"
    );
    let body: Value = serde_json::from_str(&bytes).unwrap();
    assert_eq!(body["model"], "large");
    assert!(bytes.contains("Bread needs flour and time."));
    for (text, canary) in CANARIES {
        assert!(!bytes.contains(canary), "{canary} of {text} would leave");
    }
    let pretty = format!("model preview-egress far --pretty --observation {} Why?", page.display());
    let (pretty, _) = home.done(&pretty, "");
    assert!(pretty.contains("\n  \"messages\": [\n") && pretty.contains("Why?"), "{pretty}");
    home.done("model cloud off far", "");
    home.refused(&summarize, "P_DENY_CLOUD_OFF");
}

/// An address of this machine that is not loopback: for Laika that is another machine.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("203.0.113.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    let base = Base::parse(&format!("http://{address}")).ok()?;
    (base.is_private() && !base.is_local()).then_some(address)
}

/// The whole way, with real sockets: what a server elsewhere gets holds no canary, no cookie and no markup.
#[test]
fn a_server_in_the_network_around_is_another_machine() {
    let Some(address) = own_address() else {
        let _ = writeln!(std::io::stderr(), "skipped: this machine has no address in a private network");
        return;
    };
    let (home, server) = (Home::new(), Server::start(address, None, helpful));
    let page = home.page("page.json", "https://news.example");
    let at = format!("http://{}/v1", server.address);
    home.done(&format!("model connect near --kind openai --at {at} --model small"), "");
    let summarize = format!("summarize --observation {} --model near", page.display());
    home.refused(&summarize, "P_DENY_CLOUD_OFF");
    home.done("model cloud on near", "");
    home.refused(&summarize, "P_DENY_CLOUD_SITE");
    assert_eq!(server.heard().len(), 0, "not a byte");
    home.done("model cloud allow https://news.example", "");
    let (text, said) = home.done(&summarize, "");
    assert!(text.contains("Bread needs flour and time."), "{text}{said}");
    let heard = server.heard();
    assert_eq!(heard.len(), 1);
    for (text, canary) in CANARIES {
        assert!(!heard[0].contains(canary), "{canary} of {text} left");
    }
    assert!(!heard[0].to_ascii_lowercase().contains("\r\ncookie:"));
    assert!(heard[0].contains("Bread needs flour and time."), "the rest is still there");
}

/// MODEL-036: the log of a run names every request that left for another machine, byte for byte by its digest.
#[test]
fn the_log_of_a_run_names_what_left() {
    let Some(address) = own_address().filter(|_| laika_browser::find_program().is_some()) else {
        let _ = writeln!(std::io::stderr(), "skipped: no address in a private network, or no Chromium");
        return;
    };
    let (home, server) = (Home::new(), Server::start(address, None, helpful));
    let site = Site::start(|_| {
        Reply::html(
            "<!doctype html><html lang=en><title>Bread</title><main><h1>Bread</h1><p>Bread needs flour and time.</p>\
             <p>The oven does the rest, as long as nobody opens its door too early.</p></main></html>",
        )
    })
    .unwrap();
    home.done(
        &format!("model connect near --kind openai --at http://{}/v1 --model small", server.address),
        "",
    );
    home.done("model cloud on near", "");
    home.done(&format!("model cloud allow {}", site.url("/").trim_end_matches('/')), "");
    let (answer, said) = home.done(&format!("summarize {} --model near --json", site.url("/")), "");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let (shown, _) = home.done(&format!("runs show {} --json", answer["run"].as_str().unwrap()), "");
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let heard = server.heard();
    assert!(!heard.is_empty(), "{said}");
    let left: Vec<Value> = heard
        .iter()
        .map(|request| {
            let body = request.split_once("\r\n\r\n").unwrap().1.as_bytes();
            let to = format!("http://{}", server.address);
            json!({ "to": to, "digest": digest_bytes(body), "bytes": body.len() })
        })
        .collect();
    assert_eq!(shown["left"], json!(left), "{shown:#}");
}

/// The number by which the system knows the socket that connected from here.
fn socket_of(peer: SocketAddr) -> Option<String> {
    let SocketAddr::V4(peer) = peer else { return None };
    let from = format!("{:08X}:{:04X}", u32::from_le_bytes(peer.ip().octets()), peer.port());
    let table = fs::read_to_string("/proc/net/tcp").ok()?;
    let line = table.lines().find(|line| line.split_whitespace().nth(1) == Some(&from))?;
    line.split_whitespace().nth(9).map(|inode| format!("socket:[{inode}]"))
}

/// Whether a process holds a socket; nothing where that cannot be seen.
fn holds(process: u32, socket: &str) -> Option<bool> {
    let held = fs::read_dir(format!("/proc/{process}/fd")).ok()?;
    let held = held.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    Some(held.into_iter().any(|one| one.as_os_str() == socket))
}

/// Processes that a process started, with the words they were started with. The system lists them by thread.
fn children(process: u32) -> Vec<(u32, String)> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let listed = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    let listed: Vec<String> = listed.collect();
    let numbers =
        listed.iter().flat_map(|line| line.split_whitespace()).filter_map(|number| number.parse().ok());
    let words = |number: u32| fs::read_to_string(format!("/proc/{number}/cmdline")).unwrap_or_default();
    numbers.map(|number| (number, words(number))).collect()
}

/// MODEL-036: what leaves for another machine goes through the network process; the program that thinks connects to
/// nothing, and says afterwards what left.
#[test]
#[cfg(target_os = "linux")]
fn a_model_elsewhere_is_reached_by_the_network_process_alone() {
    let Some(address) = own_address() else {
        let _ = writeln!(std::io::stderr(), "skipped: this machine has no address in a private network");
        return;
    };
    let (home, listener) = (Home::new(), TcpListener::bind((address, 0)).unwrap());
    let page = home.page("page.json", "https://news.example");
    let at = format!("http://{}/v1", listener.local_addr().unwrap());
    home.done(&format!("model connect near --kind openai --at {at} --model small"), "");
    home.done("model cloud on near", "");
    home.done("model cloud allow https://news.example", "");
    let laika = Command::new(env!("CARGO_BIN_EXE_laika"))
        .args(["summarize", "--model", "near", "--observation"])
        .arg(&page)
        .arg("--home")
        .arg(home.laika())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();

    let (mut stream, peer) = listener.accept().unwrap();
    let socket = socket_of(peer).unwrap();
    let started = children(laika.id());
    let workers: Vec<u32> =
        started.iter().filter(|(_, words)| words.contains("net-worker")).map(|(number, _)| *number).collect();
    assert_eq!((workers.len(), started.len()), (1, 1), "{started:?}");
    assert_eq!(holds(laika.id(), &socket), Some(false), "the program itself is connected");
    // It hides what it holds from everybody but root.
    assert_ne!(holds(workers[0], &socket), Some(false), "somebody else is connected");

    let request = read_request(&mut stream);
    let said = helpful(&serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap());
    stream.write_all(answer(&said).as_bytes()).unwrap();
    drop(stream);
    let output = laika.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    let body = request.split_once("\r\n\r\n").unwrap().1;
    let left = format!(
        "left: {} bytes for {}, {}",
        body.len(),
        at.trim_end_matches("/v1"),
        digest_bytes(body.as_bytes())
    );
    assert!(said.contains(&left), "{left}: {said}");
}

#[test]
fn the_documentation_names_every_refusal() {
    let docs = include_str!("../../../../docs/models.md");
    for refusal in CloudRefusal::ALL {
        assert!(docs.contains(&format!("`{}`", refusal.code())), "{}", refusal.code());
    }
}
