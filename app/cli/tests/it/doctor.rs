//! `laika doctor`, with the real browser, the real processes and real files that were broken on purpose.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use laika_daemon::doctor::{Check, SOCKET};
use laika_model::Files;
use laika_model::catalogue::Library;
use serde_json::Value;

use super::run;
use super::server::Server;

/// Whether there is a browser to look at.
fn has_browser() -> bool {
    let found = laika_browser::find_program().is_some();
    assert!(found || std::env::var_os("CI").is_none(), "with `CI` set Chromium is required");
    found
}

/// A folder as Laika makes it.
fn private() -> tempfile::TempDir {
    tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o700)).tempdir().unwrap()
}

fn doctor(home: &Path) -> (i32, Value) {
    let (code, printed, said) = run(&format!("doctor --json --home {}", home.display()), "");
    let value = serde_json::from_str(&printed);
    assert!(value.is_ok(), "exit {code}\n{printed}{said}");
    (code, value.unwrap())
}

/// The finding of this name that is worst.
fn finding<'a>(report: &'a Value, name: &str) -> &'a Value {
    let findings = report["checks"].as_array().unwrap().iter().filter(|one| one["check"] == name);
    let worst =
        findings.max_by_key(|one| ["ok", "warn", "fail"].iter().position(|word| one["state"] == *word));
    assert!(worst.is_some(), "no `{name}` in {report:#}");
    worst.unwrap()
}

/// How a finding stands, and its code.
fn stands<'a>(report: &'a Value, name: &str) -> (&'a str, Option<&'a str>) {
    let found = finding(report, name);
    (found["state"].as_str().unwrap(), found["code"].as_str())
}

#[test]
fn a_fresh_home_has_nothing_that_failed_and_is_left_as_it_was() {
    let outer = private();
    let home = outer.path().join("laika");
    let (code, text, said) = run(&format!("doctor --home {}", home.display()), "");
    assert_eq!(code, i32::from(!has_browser()), "{text}{said}");
    assert!(!home.exists(), "looking makes nothing");
    let lines: Vec<&str> = text.lines().collect();
    let starts = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    let summary = format!("{} ok, {} warn, {} fail", starts("ok "), starts("warn "), starts("fail "));
    assert_eq!(lines.last(), Some(&summary.as_str()), "{text}");
    let fixes = lines.iter().filter(|line| line.trim_start().starts_with("fix: ")).count();
    assert_eq!(fixes, starts("warn ") + starts("fail "), "a fix for everything that is wrong: {text}");
    assert!(said.contains("laika: starting the network process"), "what takes a while is said: {said}");
}

/// The names are what other programs hold on to.
#[test]
fn the_report_is_one_object_with_stable_names() {
    let home = private();
    let (code, report) = doctor(home.path());
    let keys: Vec<_> = report.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["healthy", "ok", "warn", "fail", "checks"]);
    assert_eq!(report["healthy"], code == 0);
    let checks = report["checks"].as_array().unwrap();
    for check in checks {
        let keys: Vec<_> = check.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["check", "state", "found", "code", "fix"]);
        assert!(Check::ALL.iter().any(|known| check["check"] == known.name()), "{check}");
        let is_ok = check["state"] == "ok";
        assert!(check["code"].is_null() == is_ok && check["fix"].is_null() == is_ok, "{check}");
        assert!(!check["found"].as_str().unwrap().is_empty(), "{check}");
    }
    let counted: u64 = ["ok", "warn", "fail"].iter().map(|word| report[word].as_u64().unwrap()).sum();
    assert_eq!(counted, checks.len() as u64);
    let mut expected = vec!["model.weights", "store.folder", "store.database", "socket", "keys", "fonts"];
    expected.extend(["proxy.process", "proxy.private"]);
    if has_browser() {
        let browser = ["program", "start", "pipe", "page", "sandbox"].map(|part| format!("browser.{part}"));
        for name in &browser {
            assert_eq!(stands(&report, name), ("ok", None), "{report:#}");
        }
    }
    for name in expected {
        finding(&report, name);
    }
    assert_eq!(stands(&report, "model.weights"), ("warn", Some("E_MODEL_ABSENT")));
    assert!(finding(&report, "model.weights")["fix"].as_str().unwrap().contains("laika model pull "));
    assert_eq!(stands(&report, "proxy.private"), ("ok", None));
}

#[test]
fn a_flipped_byte_of_the_log_fails() {
    let folder = private();
    let (code, _, said) = run(&format!("crash-child --steps 3 --dir {}", folder.path().display()), "");
    assert_eq!(code, 0, "{said}");
    let home = folder.path().join("data");
    let (_, report) = doctor(&home);
    assert_eq!(stands(&report, "store.chain"), ("ok", None), "{report:#}");
    assert!(finding(&report, "store.chain")["found"].as_str().unwrap().contains("31 events of 1 runs"));

    let database = home.join("laika.db");
    let good = fs::read(&database).unwrap();
    let mut bytes = good.clone();
    let at = bytes.windows(16).position(|part| part == b"count to the end").unwrap();
    bytes[at] ^= 1;
    fs::write(&database, bytes).unwrap();
    let (code, report) = doctor(&home);
    assert_eq!((code, stands(&report, "store.chain")), (1, ("fail", Some("E_LOG_PAYLOAD"))), "{report:#}");

    // The first bytes say that it is a database at all.
    let mut bytes = good;
    bytes[0] ^= 1;
    fs::write(&database, bytes).unwrap();
    let (code, report) = doctor(&home);
    assert_eq!((code, stands(&report, "store.database").0), (1, "fail"), "{report:#}");
}

#[test]
fn weights_are_asked_and_a_flipped_byte_fails() {
    let Ok(Files { weights, .. }) = Library::usual().unwrap().files("smollm2-135m") else {
        assert!(std::env::var_os("CI").is_none(), "with `CI` set the small model is required");
        let _ = writeln!(std::io::stderr(), "skipped: real weights (run `cargo xtask setup`)");
        return;
    };
    let home = private();
    let pull =
        format!("model pull smollm2-135m --from {} --home {}", weights.display(), home.path().display());
    let (code, _, said) = run(&pull, "");
    assert_eq!(code, 0, "{said}");
    let (_, report) = doctor(home.path());
    for name in ["model.weights", "model.context"] {
        assert_eq!(stands(&report, name), ("ok", None), "{report:#}");
    }
    // How fast a machine is and how far it confines is its own business; that it was found out is ours.
    assert_ne!(stands(&report, "model.process").0, "fail", "{report:#}");
    assert_ne!(stands(&report, "model.speed").0, "fail", "{report:#}");
    assert!(finding(&report, "model.speed")["found"].as_str().unwrap().contains(" tokens/s"), "{report:#}");
    assert!(
        finding(&report, "model.context")["found"].as_str().unwrap().contains("8192 tokens"),
        "{report:#}"
    );

    let file = home.path().join("models").join(weights.file_name().unwrap());
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    // What was found wrong once is not taken for something else the next time.
    for _ in 0..2 {
        let (code, report) = doctor(home.path());
        assert_eq!(
            (code, stands(&report, "model.weights")),
            (1, ("fail", Some("E_MODEL_HASH"))),
            "{report:#}"
        );
        let asked = report["checks"].as_array().unwrap().iter().any(|one| one["check"] == "model.speed");
        assert!(!asked, "weights that are wrong are never run");
    }
}

/// A server on this machine is asked; to one elsewhere nothing is sent just to look.
#[test]
fn a_model_behind_a_server_is_tried_only_on_this_machine() {
    let outer = private();
    let home = outer.path().join("laika");
    let done = |words: &str| {
        let (code, _, said) = run(&format!("{words} --home {}", home.display()), "key\n");
        assert_eq!(code, 0, "{words}: {said}");
    };
    let server = Server::start(Ipv4Addr::LOCALHOST.into(), None, |_| "A program that shows pages.".into());
    let at = server.address;
    done(&format!("model connect here --kind openai --at http://{at}/v1 --model small"));
    done("model use here");
    let (_, report) = doctor(&home);
    assert_eq!(stands(&report, "model.server"), ("ok", None), "{report:#}");
    assert!(finding(&report, "model.speed")["found"].as_str().unwrap().contains(" tokens/s"), "{report:#}");
    assert!(server.heard().concat().contains("What is a web browser?"));

    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    done(&format!("model connect gone --kind openai --at http://{nobody}/v1 --model small"));
    done("model use gone");
    let (code, report) = doctor(&home);
    assert_eq!((code, stands(&report, "model.server").0), (1, "fail"), "{report:#}");
    let fix = finding(&report, "model.server")["fix"].as_str().unwrap();
    assert!(fix.contains(&format!("http://{nobody}/v1")), "{fix}");

    done("model connect far --kind openai --at https://api.example/v1 --model small --key-stdin");
    done("model use far");
    let (_, report) = doctor(&home);
    assert_eq!(stands(&report, "model.server"), ("warn", Some("E_CLOUD_OFF")), "{report:#}");
    done("model cloud on far");
    let (_, report) = doctor(&home);
    assert_eq!(stands(&report, "model.server"), ("ok", None), "{report:#}");
    let asked = report["checks"].as_array().unwrap().iter().any(|one| one["check"] == "model.speed");
    assert!(!asked, "nothing was sent");
}

/// Ctrl-C ends the browser in good order: its processes are gone, and so are its files.
#[test]
fn ctrl_c_leaves_nothing_behind() {
    if !has_browser() {
        return;
    }
    let outer = private();
    let temporary = outer.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let mut laika = Command::new(env!("CARGO_BIN_EXE_laika"))
        .args(["doctor", "--home"])
        .arg(outer.path().join("laika"))
        .env("TMPDIR", &temporary)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(laika.stderr.take().unwrap()).lines();
    assert!(said.by_ref().any(|line| line.unwrap().contains("opening a page")));
    let words = |process: &str| fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let children = |parent: &str| -> Vec<String> {
        let list = Command::new("pgrep").args(["-P", parent]).output().unwrap();
        String::from_utf8(list.stdout).unwrap().split_whitespace().map(str::to_owned).collect()
    };
    let processes = children(&laika.id().to_string());
    let browser = processes.iter().find(|process| words(process).contains("--user-data-dir="));
    let folder = words(browser.unwrap())
        .split('\0')
        .find_map(|word| Some(Path::new(word.strip_prefix("--user-data-dir=")?).parent()?.to_owned()));
    let folder = folder.unwrap();
    assert!(folder.exists());
    let sent = Command::new("kill").args(["-INT", &laika.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let rest: String = said.map(|line| line.unwrap() + "\n").collect();
    assert_eq!(laika.wait().unwrap().code(), Some(2), "{rest}");
    assert!(rest.contains("error: stopped"), "{rest}");
    assert!(!folder.exists(), "{} is left", folder.display());
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0, "the page is left");
    // The system ends with us what we did not wait for; one that is only not counted off yet has no words.
    let began = Instant::now();
    while let Some(living) = processes.iter().map(|process| words(process)).find(|words| !words.is_empty()) {
        assert!(began.elapsed() < Duration::from_secs(10), "{living} lives on");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn without_fonts_or_the_program_that_lists_them_there_is_a_warning() {
    let home = private();
    let programs = home.path().join("bin");
    fs::create_dir(&programs).unwrap();
    let doctor = || {
        let mut laika = Command::new(env!("CARGO_BIN_EXE_laika"));
        laika.args(["doctor", "--json", "--home"]).arg(home.path()).env("PATH", &programs);
        let output = laika.stdin(Stdio::null()).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    assert_eq!(stands(&doctor(), "fonts"), ("warn", Some("E_FONTS_UNKNOWN")));
    // A program that finds nothing.
    std::os::unix::fs::symlink("/bin/true", programs.join("fc-list")).unwrap();
    let report = doctor();
    assert_eq!(stands(&report, "fonts"), ("warn", Some("E_NO_FONT")));
    assert!(finding(&report, "fonts")["fix"].as_str().unwrap().starts_with("install a font"));
}

#[test]
fn a_socket_that_was_left_behind_is_named_with_the_way_to_remove_it() {
    let home = private();
    let path = home.path().join(SOCKET);
    let listener = UnixListener::bind(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let (_, report) = doctor(home.path());
    assert_eq!(stands(&report, "socket"), ("ok", None));
    assert!(finding(&report, "socket")["found"].as_str().unwrap().starts_with("Laika is running"));
    drop(listener);
    let (code, text, said) = run(&format!("doctor --home {}", home.path().display()), "");
    assert_eq!(code, i32::from(!has_browser()), "{text}{said}");
    let at =
        text.lines().position(|line| line.starts_with("warn  socket ") && line.ends_with("(E_SOCKET_STALE)"));
    let fix = text.lines().nth(at.unwrap() + 1).unwrap();
    assert_eq!(fix.trim(), format!("fix: remove it: rm '{}'", path.display()));
    assert!(path.exists(), "looking removes nothing");
}

/// Everything that can be wrong with the extension on a machine is found and explained, one after the other.
#[test]
fn what_is_wrong_with_the_extension_is_found_and_explained() {
    if !has_browser() {
        return;
    }
    let outer = private();
    let (home, person) = (outer.path().join("laika"), outer.path().join("person"));
    let profile = person.join(".config/chromium");
    fs::create_dir_all(&profile).unwrap();
    let laika = |arguments: &[&str]| {
        let mut laika = Command::new(env!("CARGO_BIN_EXE_laika"));
        laika.args(arguments).arg("--home").arg(&home).env("HOME", &person);
        laika.stdin(Stdio::null()).output().unwrap()
    };
    let report = || serde_json::from_slice::<Value>(&laika(&["doctor", "--json"]).stdout).unwrap();
    assert_eq!(stands(&report(), "extension.host"), ("ok", None), "not installed is nothing wrong");
    assert!(laika(&["extension", "install"]).status.success());
    let well = report();
    assert_eq!(stands(&well, "extension.host"), ("ok", None));
    assert_eq!(stands(&well, "extension.files"), ("ok", None));
    assert_eq!(stands(&well, "extension.connected"), ("warn", Some("E_DAEMON_OFF")));
    assert_eq!(stands(&well, "extension.chain"), ("ok", None), "{well:#}");
    let manifest = profile.join("NativeMessagingHosts/org.laika.host.json");
    let good = fs::read_to_string(&manifest).unwrap();
    let status = || {
        let printed = laika(&["extension", "status", "--json"]).stdout;
        let status = serde_json::from_slice::<Value>(&printed).unwrap();
        status["browsers"][0]["code"].as_str().map(ToOwned::to_owned)
    };
    assert_eq!(status(), None);
    fs::write(&manifest, good.replace("chrome-extension://", "chrome-extension://a")).unwrap();
    assert_eq!(status().as_deref(), Some("E_MANIFEST_ID"));
    fs::write(&manifest, good.replace("laika-native-host", "other-host")).unwrap();
    assert_eq!(status().as_deref(), Some("E_MANIFEST_PATH"));
    fs::remove_file(&manifest).unwrap();
    assert_eq!(status().as_deref(), Some("E_NO_MANIFEST"));
    fs::write(home.join("extension/worker.js"), "old").unwrap();
    let wrong = report();
    assert_eq!(stands(&wrong, "extension.host"), ("fail", Some("E_NO_MANIFEST")));
    assert_eq!(stands(&wrong, "extension.files"), ("fail", Some("E_EXTENSION_OLD")));
    assert!(laika(&["extension", "uninstall"]).status.success());
    assert!(!home.join("extension").exists());
}

/// docs/doctor.md tells of every line and every code there is, and its example is one that the program could print.
#[test]
fn the_documentation_tells_of_every_check_and_code() {
    let docs = include_str!("../../../../docs/doctor.md");
    let rows = docs.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let names: Vec<_> = Check::ALL.iter().map(|check| check.name()).collect();
    assert_eq!(rows.collect::<Vec<_>>(), names);

    let mut codes = 0;
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../daemon/src/doctor")).unwrap() {
        let source = fs::read_to_string(file.unwrap().path()).unwrap();
        for code in source.split('"').filter(|text| text.starts_with("E_")) {
            assert!(docs.contains(&format!("`{code}`")), "{code} is not in the documentation");
            codes += 1;
        }
    }
    assert!(codes > 30, "{codes}");

    let example =
        docs.split("```\n$ laika doctor\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let shown =
        |state: &str| example.lines().filter(|line| line.starts_with(&format!("{state:4}  "))).count();
    let summary = format!("{} ok, {} warn, {} fail", shown("ok"), shown("warn"), shown("fail"));
    assert_eq!(example.lines().last(), Some(summary.as_str()));
    let lines = example.lines().filter(|line| !line.is_empty() && !line.starts_with(' '));
    let places: Vec<_> = lines
        .filter_map(|line| line.get(6..)?.split_whitespace().next())
        .filter_map(|name| names.iter().position(|known| *known == name))
        .collect();
    assert!(places.len() == shown("ok") + shown("warn") + shown("fail") && places.is_sorted(), "{places:?}");
}
