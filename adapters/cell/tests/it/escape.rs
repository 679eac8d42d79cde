//! Ways out of a cell, each tried from inside and judged by what it changed outside (S1).
//!
//! `attempts.py` has them. After every few the world is looked at: files, listeners, another process, and what is still
//! running.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use laika_cell::plugin::{self, Call, Called, Descriptor, Fetched, Granted, Installed, PluginError};
use laika_protocol::cell::{Ended, Language, Program};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::running::{are_gone, can_run, cell, host, laika, never, processes_with, program, run, soon};

const ATTEMPTS: &str = include_str!("escape/attempts.py");
const SECRET: &str = "canary-4c1f0e";

/// What an attempt could reach: all of it is watched.
struct World {
    folder: TempDir,
    tcp: TcpListener,
    tcp6: Option<TcpListener>,
    udp: UdpSocket,
    socket: UnixListener,
    abstract_socket: UnixListener,
    abstract_name: String,
    victim: Child,
    /// The rights, times and size of the file that is written to.
    target: (u32, i64, u32, String),
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("secret"), SECRET).unwrap();
        fs::write(path.join("target"), "untouched").unwrap();
        fs::set_permissions(path.join("target"), fs::Permissions::from_mode(0o644)).unwrap();
        fs::create_dir(path.join("mine")).unwrap();
        let socket = UnixListener::bind(path.join("socket")).unwrap();
        let abstract_name = format!("laika-escape-{}-{}", std::process::id(), path.display());
        let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        let abstract_socket = UnixListener::bind_addr(&address).unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let tcp6 = TcpListener::bind("[::1]:0").ok();
        let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
        tcp.set_nonblocking(true).unwrap();
        if let Some(tcp6) = &tcp6 {
            tcp6.set_nonblocking(true).unwrap();
        }
        udp.set_nonblocking(true).unwrap();
        socket.set_nonblocking(true).unwrap();
        abstract_socket.set_nonblocking(true).unwrap();
        let victim = Command::new("/bin/sleep").arg("1000").stdin(Stdio::null()).spawn().unwrap();
        let target = state_of(&path.join("target"));
        Self { folder, tcp, tcp6, udp, socket, abstract_socket, abstract_name, victim, target }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What an attempt is told.
    fn told(&self, own: &Path) -> Value {
        json!({
            "folder": self.path("mine"),
            "secret": self.path("secret"),
            "target": self.path("target"),
            "socket": self.path("socket"),
            "abstract": self.abstract_name,
            "tcp": self.tcp.local_addr().unwrap().port(),
            "tcp6": self.tcp6.as_ref().map_or(1, |one| one.local_addr().unwrap().port()),
            "udp": self.udp.local_addr().unwrap().port(),
            "parent": std::process::id(),
            "victim": self.victim.id(),
            "home": std::env::var("HOME").unwrap_or_else(|_| "/home".into()),
            "own": own,
        })
    }

    /// What changed, in words; nothing if all is as it was.
    fn changed(&mut self) -> Vec<&'static str> {
        let mut changed = Vec::new();
        let mut is = |condition: bool, what| {
            if condition {
                changed.push(what);
            }
        };
        is(fs::read_to_string(self.path("secret")).ok().as_deref() != Some(SECRET), "the secret");
        is(state_of(&self.path("target")) != self.target, "a file");
        is(fs::read_dir(self.path("mine")).unwrap().next().is_some(), "something new in a folder");
        is(fs::read_dir(self.folder.path()).unwrap().count() != 4, "something new beside it");
        for place in ["/tmp/laika-was-here", "/dev/shm/laika-was-here"] {
            is(Path::new(place).exists(), "something new elsewhere");
        }
        is(self.tcp.accept().is_ok(), "a connection");
        is(self.tcp6.as_ref().is_some_and(|one| one.accept().is_ok()), "a connection over IPv6");
        is(self.udp.recv(&mut [0; 64]).is_ok(), "a datagram");
        is(self.socket.accept().is_ok(), "a connection to the daemon");
        is(self.abstract_socket.accept().is_ok(), "a connection to an abstract socket");
        is(self.victim.try_wait().unwrap().is_some(), "another process is gone");
        let id = self.victim.id();
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        is(!status.contains("TracerPid:\t0\n"), "another process is traced");
        changed
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.victim.kill().unwrap();
        self.victim.wait().unwrap();
    }
}

fn state_of(file: &Path) -> (u32, i64, u32, String) {
    let facts = fs::metadata(file).unwrap();
    (facts.mode(), facts.mtime(), facts.uid(), fs::read_to_string(file).unwrap())
}

/// The attempts as a plugin.
struct Attacker {
    laika: PathBuf,
    folder: TempDir,
    installed: Installed,
    descriptor: Descriptor,
}

impl Attacker {
    fn new() -> Option<Self> {
        if !can_run(&cell(), Language::Python) {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("plugin.toml"), "name = \"attempts\"\nprogram = \"attempts.py\"\n")
            .unwrap();
        fs::write(folder.path().join("attempts.py"), ATTEMPTS).unwrap();
        let laika = laika();
        let installed = Installed::open(folder.path()).unwrap();
        let descriptor = plugin::describe(&host(&laika), &installed, soon(), &never).unwrap();
        Some(Self { laika, folder, installed, descriptor })
    }

    fn call(
        &self,
        operation: &str,
        name: &str,
        world: &Value,
        granted: Granted,
        deadline: Instant,
    ) -> Result<Called, PluginError> {
        let mut arguments = Map::new();
        arguments.insert("name".into(), name.into());
        arguments.insert("world".into(), world.to_string().into());
        let call =
            Call { descriptor: &self.descriptor, operation, arguments, idempotency_key: "1".into(), granted };
        let mut fetch = |_| -> Fetched { panic!("nothing was granted") };
        plugin::call(&host(&self.laika), &self.installed, &call, &mut fetch, deadline, &never)
    }

    fn marker(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }
}

/// The names of all attempts, as the file has them.
fn names() -> Vec<String> {
    let (_, table) = ATTEMPTS.split_once("ATTEMPTS = {\n").unwrap();
    let (table, _) = table.split_once("\n}\n").unwrap();
    let row = |line: &str| Some(line.strip_prefix("    \"")?.split_once("\": ")?.0.to_owned());
    table.lines().filter_map(row).collect()
}

/// A few at a time, and those alone that end the process or look at what it was started with.
fn batches(names: &[String]) -> Vec<Vec<&str>> {
    let alone = |name: &&str| matches!(*name, "calls by the old door" | "descriptors that came with it");
    let (alone, others): (Vec<_>, Vec<_>) = names.iter().map(String::as_str).partition(alone);
    others.chunks(10).map(<[_]>::to_vec).chain(alone.into_iter().map(|name| vec![name])).collect()
}

/// What one attempt says that it got.
fn judge(name: &str, data: &Value) -> String {
    assert!(data.get("escaped").is_none(), "{name}: {data}");
    let got = data["refused"].as_str().unwrap_or_else(|| panic!("{name}: {data}")).to_owned();
    assert!(!got.contains(SECRET), "{name}: {got}");
    // Refused by a rule, not by an accident of the attempt: a wrong argument would be no proof.
    for accident in ["EINVAL", "EFAULT", "KeyError", "TypeError", "NameError", "AttributeError", "ValueError"]
    {
        assert!(!got.starts_with(accident), "{name} was not really tried: {got}");
    }
    got
}

#[test]
fn s1_a_plugin_finds_no_way_out() {
    let Some(attacker) = Attacker::new() else { return };
    let mut world = World::new();
    let told = world.told(attacker.folder.path());
    let names = names();
    assert!(names.len() >= 40, "{}", names.len());
    let mut refused = 0;
    for batch in batches(&names) {
        let got = match attacker.call("try", &json!(batch).to_string(), &told, Granted::default(), soon()) {
            Ok(called) => batch.iter().map(|name| judge(name, &called.data[*name])).collect(),
            // One kind is answered with the end of the process.
            Err(PluginError::Died(_)) if batch == ["calls by the old door"] => {
                vec!["the end of the process".to_owned()]
            }
            Err(error) => panic!("{batch:?}: {error}"),
        };
        assert_eq!(world.changed(), Vec::<&str>::new(), "{batch:?}: {got:?}");
        for (name, got) in batch.iter().zip(&got) {
            println!("plugin      {name:40} {got}");
            refused += 1;
        }
    }
    assert!(are_gone(attacker.marker()), "{:?}", processes_with(attacker.marker()));
    println!(
        "escape from a plugin: {} attempts, {refused} refused, {} escapes",
        names.len(),
        names.len() - refused
    );
}

#[test]
fn s1_a_python_program_finds_no_way_out() {
    let cell = cell();
    if !can_run(&cell, Language::Python) {
        return;
    }
    let mut world = World::new();
    let all = names();
    // The list of modules is no border, and here is how it is got around.
    let around = "import sys\n__builtins__.__import__ = sys.modules['_frozen_importlib'].__import__\nlaika_world = 1\n";
    let run_these = "\nasked = json.loads(input())\nfor name in asked['names']: print(json.dumps([name, attempt(name, asked['world'])]))\n";
    let code = format!("{around}{ATTEMPTS}{run_these}");
    let told = world.told(Path::new("/"));
    let mut got = BTreeMap::new();
    for names in batches(&all) {
        let input = json!({ "names": names, "world": told }).to_string();
        let tried = Program { input, output_bytes: 1 << 20, ..program(Language::Python, &code) };
        let ran = cell.run(&tried, &never).unwrap();
        for line in ran.stdout.lines() {
            let (name, data): (String, Value) = serde_json::from_str(line).unwrap();
            got.insert(name.clone(), judge(&name, &data));
        }
        if ran.ended == Ended::Killed && names.len() == 1 {
            got.insert(names[0].to_owned(), "the end of the process".into());
        } else {
            assert_eq!(ran.ended, Ended::Done, "{ran:?}");
        }
        assert_eq!(world.changed(), Vec::<&str>::new());
    }
    for (name, got) in &got {
        println!("python      {name:40} {got}");
    }
    assert_eq!(got.len(), all.len(), "each was tried");
    println!("escape from python: {} attempts, {} refused, 0 escapes", all.len(), got.len());
}

/// What a program in JavaScript looks for, and what it finds.
const JAVASCRIPT: &[(&str, &str)] = &[
    ("require", "typeof require"),
    ("process", "typeof process"),
    ("the standard modules of the interpreter", "typeof std + typeof os + typeof bjson"),
    (
        "other engines' doors",
        "typeof Deno + typeof Bun + typeof WebAssembly + typeof Java + typeof load + typeof read",
    ),
    ("requests", "typeof fetch + typeof XMLHttpRequest + typeof WebSocket + typeof EventSource"),
    ("workers", "typeof Worker + typeof SharedWorker + typeof importScripts"),
    ("timers", "typeof setTimeout + typeof setInterval"),
    ("the page", "typeof window + typeof document + typeof navigator + typeof localStorage"),
    ("all of it from a function", "typeof (new Function('return this'))().process"),
    ("through a constructor", "typeof print.constructor('return process')"),
    ("through eval", "typeof (0, eval)('this').require"),
    ("the file of a stack", "new Error().stack.includes('/') ? 'a path' : undefined"),
];

#[test]
fn s1_javascript_has_nothing_to_get_out_with() {
    let cell = cell();
    if !can_run(&cell, Language::Javascript) {
        return;
    }
    let mut world = World::new();
    for (name, code) in JAVASCRIPT {
        let ran = run(&cell, Language::Javascript, code);
        let got = ran.value.unwrap_or_default().replace("undefined", "");
        assert!(got.is_empty() || got == "function" && name.contains("constructor"), "{name}: {got}");
        assert_eq!(world.changed(), Vec::<&str>::new());
    }
    for module in [
        "fs",
        "os",
        "std",
        "qjs:os",
        "qjs:std",
        "node:fs",
        "./x.js",
        "/etc/passwd",
        "file:///etc/passwd",
        "https://example.org/x.js",
    ] {
        let ran =
            run(&cell, Language::Javascript, &format!("import('{module}').then(() => 'in', () => 'out')"));
        assert_eq!(ran.value.as_deref(), Some("out"), "{module}");
    }
    let total = JAVASCRIPT.len() + 10;
    println!("escape from javascript: {total} attempts, {total} refused, 0 escapes");
}

#[test]
fn s1_a_plugin_that_takes_all_it_can_get_is_bounded() {
    let Some(attacker) = Attacker::new() else { return };
    let mut world = World::new();
    let told = world.told(attacker.folder.path());
    let number = |called: &Called, key: &str| called.data[key].as_u64().unwrap();
    let bomb = |name: &str, deadline| attacker.call("bomb", name, &told, Granted::default(), deadline);
    assert_eq!(number(&bomb("fork_bomb", soon()).unwrap(), "processes"), 0);
    // By a count where there is one, else by the memory that their stacks take.
    let threads = bomb("thread_bomb", soon()).unwrap();
    assert!((1..200).contains(&number(&threads, "threads")), "{threads:?}");
    for name in ["memory_bomb", "shared_memory_bomb"] {
        let called = bomb(name, soon()).unwrap();
        assert!(number(&called, "mebibytes") <= 512, "{called:?}");
    }
    assert!(number(&bomb("descriptor_bomb", soon()).unwrap(), "descriptors") <= 64);
    // Two thousand times 64 KiB of complaints, of which a little is kept.
    assert!(bomb("complain", soon()).unwrap().complaints.len() <= 16 << 10);
    assert_eq!(bomb("flood", soon()).unwrap_err().reason(), "E_PLUGIN_FLOOD");
    assert_eq!(bomb("busy_after_close", soon()).unwrap_err().reason(), "E_PLUGIN_DIED");
    let short = Instant::now() + Duration::from_secs(2);
    assert_eq!(bomb("deaf", short).unwrap_err().reason(), "E_PLUGIN_TIMEOUT");
    assert!(are_gone(attacker.marker()), "{:?}", processes_with(attacker.marker()));
    assert_eq!(world.changed(), Vec::<&str>::new());
}

#[test]
fn s1_a_folder_that_may_be_written_leads_nowhere_else() {
    let Some(attacker) = Attacker::new() else { return };
    let mut world = World::new();
    let told = world.told(attacker.folder.path());
    let outer = tempfile::tempdir().unwrap();
    let write = outer.path().join("write");
    fs::create_dir(&write).unwrap();
    let granted = Granted { write: Some(write.clone()), ..Granted::default() };
    let called = attacker.call("write", "", &told, granted.clone(), soon()).unwrap();
    for (name, got) in called.data.as_object().unwrap() {
        let may = matches!(name.as_str(), "file" | "folder" | "renamed");
        assert_eq!(got == "done", may, "{name}: {got}");
    }
    let mut there: Vec<_> =
        fs::read_dir(&write).unwrap().map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    there.sort();
    assert_eq!(there, ["inner", "renamed"]);
    assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 1);
    let called = attacker.call("bomb-write", "huge_file", &told, granted.clone(), soon()).unwrap();
    assert_eq!(called.data["mebibytes"], 16);
    // An operation that does not ask for it does not get it.
    let called = attacker.call("bomb", "huge_file", &told, granted, soon());
    assert!(called.is_err(), "{called:?}");
    assert_eq!(world.changed(), Vec::<&str>::new());
}

/// Started by another test, and killed by it: a host in the middle of a call.
#[test]
#[ignore = "started by another test"]
fn a_host_that_is_killed() {
    let Some(attacker) = Attacker::new() else { return };
    // The process that described itself is not the one to look for.
    assert!(are_gone(attacker.marker()));
    println!("marker {}", attacker.marker());
    let ended = attacker.call("bomb", "deaf", &json!({}), Granted::default(), soon());
    panic!("nobody killed us: {ended:?}");
}

#[test]
fn s1_a_plugin_does_not_outlive_its_host() {
    if !can_run(&cell(), Language::Python) {
        return;
    }
    let mut host = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "it::escape::a_host_that_is_killed", "--ignored", "--nocapture"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(host.stdout.take().unwrap()).lines();
    let marker =
        lines.map_while(Result::ok).find_map(|line| Some(line.split_once("marker ")?.1.to_owned())).unwrap();
    // The plugin itself as the program that runs, not yet the process that becomes it.
    let plugin = format!("{marker}/attempts.py\0");
    let start = Instant::now();
    while processes_with(&plugin).is_empty() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!processes_with(&plugin).is_empty());
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(are_gone(&marker), "{:?}", processes_with(&marker));
    fs::remove_dir_all(&marker).unwrap();
}
