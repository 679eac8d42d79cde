//! Runs from the command line: a log is made by the real loop, then looked at, handed on, changed and forgotten.

use std::fs;
use std::path::Path;

use expect_test::expect;
use serde_json::Value;
use tempfile::TempDir;

use super::run;

/// A folder with the log of one finished run of three steps.
fn logged() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (code, stdout, stderr) = run(&format!("crash-child --steps 3 --dir {}", folder.path().display()), "");
    assert!(code == 0 && stdout.ends_with("done\n"), "{stdout}{stderr}");
    folder
}

fn home(folder: &TempDir) -> String {
    format!("--home {}", folder.path().join("data").display())
}

/// Runs a command on the log and returns everything, with times, hashes and folders made equal.
fn shown(folder: &TempDir, words: &str) -> String {
    let (code, stdout, stderr) = run(&format!("{words} {}", home(folder)), "");
    plain(folder, &format!("exit {code}\n{stdout}--- stderr\n{stderr}"))
}

fn plain(folder: &TempDir, text: &str) -> String {
    let text = text.replace(&folder.path().display().to_string(), "FOLDER");
    let is_hex = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    let words = text.split_inclusive([' ', '\n', ':', '"', ',', '=']).map(|word| {
        let (body, end) =
            word.split_at(word.len() - word.trim_start_matches(|c: char| !" \n:\",=".contains(c)).len());
        let hash = body.len() >= 12 && body.chars().all(is_hex);
        let uuid = body.len() == 36 && body.chars().all(|c| is_hex(c) || c == '-');
        let date = body.len() == 10 && body.starts_with("20") && body.as_bytes()[4] == b'-';
        let clock = body.len() == 2 && body.chars().all(|c| c.is_ascii_digit()) && end == ":";
        let shown = if hash || uuid {
            "HASH"
        } else if date {
            "DATE"
        } else if clock {
            "00"
        } else {
            body
        };
        format!("{shown}{end}")
    });
    let text: String = words.collect();
    // The last two digits of a time stand before a space.
    let mut out = String::new();
    for line in text.lines() {
        let line = line.split("00:00:").enumerate().map(|(at, part)| {
            if at == 0 { part.into() } else { format!("TIME{}", part.get(2..).unwrap_or_default()) }
        });
        out += &line.collect::<String>();
        out.push('\n');
    }
    out
}

fn json(folder: &TempDir, words: &str) -> Value {
    let (code, stdout, stderr) = run(&format!("{words} --json {}", home(folder)), "");
    assert!(code == 0 || code == 1, "{stderr}");
    let value = serde_json::from_str(&stdout);
    assert!(value.is_ok(), "{stdout}{stderr}");
    value.unwrap()
}

#[test]
fn a_run_is_listed_and_told() {
    let folder = logged();
    expect![[r#"
        exit 0
        RUN    STATUS     SURFACE   MODE    CHANGED              EVENTS  HEAD
        run-1  completed  isolated  assist  DATE TIME  31      HASH
        --- stderr
    "#]]
    .assert_eq(&shown(&folder, "runs list"));
    expect![[r#"
        exit 0
        run-1  completed
          goal      count to the end
          started   DATE TIME UTC, changed DATE TIME UTC
          works     isolated in assist mode, branch 0
          read      https://counter.example
          events    31, 0 payloads erased
          head      run-1:00:HASH

        STEP  TOOL            OUTCOME  DECISIONS
        1     browser.click   done     ask P_ASK_CLICK, you: yes, allow P_ALLOW_APPROVED
        2     browser.scroll  done     allow P_ALLOW_READONLY
        3     browser.click   done     ask P_ASK_CLICK, you: yes, allow P_ALLOW_APPROVED
        --- stderr
    "#]]
    .assert_eq(&shown(&folder, "runs show run-1"));
    expect![[r#"
        exit 0
        SEQ  TIME                 KIND                  WHAT
        4    DATE TIME  tab.attach            lastKnownOrigin=https://counter.example lastKnownTitle=Counter lastKnownUrl=https://counter.example/count lastSeenAtMs=HASH previousTabId=1 profileId=default
        5    DATE TIME  model.output          model=script outcome=call tokens=1
        6    DATE TIME  tab.lock              profileId=default tabId=1
        7    DATE TIME  browser.tool.request  arguments={"$.handleId":"element"} idempotencyKey=k:HASH mutating=true requestId=HASH sealed=sha256:HASH step=1 target={"documentId":"d1","fingerprint":"sha256:HASH","navigationGeneration":1,"origin":"https://counter.example","tabId":1} tool=browser.click
        8    DATE TIME  policy.decision       decision=ask destinations=["https://counter.example"] reasonCode=P_ASK_CLICK reasons=["P_ASK_CLICK"] requestId=HASH requiresGesture=false row=click sealed=sha256:HASH step=1
        9    DATE TIME  ui.approval           approved=true approvedIn=terminal requestId=HASH sealed=sha256:HASH step=1
        10   DATE TIME  policy.decision       decision=allow destinations=["https://counter.example"] reasonCode=P_ALLOW_APPROVED reasons=["P_ASK_CLICK","P_ALLOW_APPROVED"] requestId=HASH requiresGesture=false row=click sealed=sha256:HASH step=1
        --- stderr
    "#]].assert_eq(&shown(&folder, "runs events run-1 --from 4 --limit 7"));
    let list = json(&folder, "runs list --status completed");
    assert_eq!(list["runs"].as_array().map(Vec::len), Some(1));
    assert_eq!(json(&folder, "runs show run-1")["steps"].as_array().map(Vec::len), Some(3));
}

#[test]
fn what_is_not_there_is_said_with_a_hint() {
    let folder = logged();
    expect![[r#"
        exit 2
        --- stderr
        error: there is no run `run-9`
        hint: `laika runs list` names them
    "#]]
    .assert_eq(&shown(&folder, "runs show run-9"));
    expect![[r#"
        exit 2
        --- stderr
        error: the run has no checkpoint
        hint: name an event with `--to`; `laika runs events run-1` lists them
    "#]]
    .assert_eq(&shown(&folder, "runs rollback run-1"));
    expect![[r#"
        exit 2
        --- stderr
        error: the head can only move to an earlier event of this branch, and not while a step is open
    "#]]
    .assert_eq(&shown(&folder, "runs rollback run-1 --to 900"));
    expect![[r#"
        exit 2
        --- stderr
        error: forgetting everything that is known of run-1 has to be confirmed
        hint: add `--yes`
    "#]]
    .assert_eq(&shown(&folder, "runs forget run-1"));
    let (code, _, stderr) = run("runs list --home /nowhere/at/all", "");
    assert_eq!(code, 2, "{stderr}");
}

/// RUN-015: an exported run is checked with nothing but the file, and one changed byte shows.
#[test]
fn an_exported_run_verifies_anywhere_and_tampering_shows() {
    let folder = logged();
    let bundle = folder.path().join("run.tar");
    let exported = json(&folder, &format!("runs export run-1 --out {}", bundle.display()));
    let head = exported["head"].as_str().unwrap().to_owned();
    let verify = |file: &Path, more: &str| run(&format!("verify {} {more}", file.display()), "");
    let (code, stdout, stderr) = verify(&bundle, &format!("--head {head}"));
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    expect![[r#"
        intact, 0 payloads erased; 31 events of 1 runs, 1 signed heads, 1 heads from elsewhere confirmed; tamper-evident since the last head you hold elsewhere
    "#]].assert_eq(&plain(&folder, &stdout));

    let mut bytes = fs::read(&bundle).unwrap();
    let at = bytes.windows(16).position(|part| part == b"count to the end").unwrap();
    bytes[at] ^= 1;
    let changed = folder.path().join("changed.tar");
    fs::write(&changed, bytes).unwrap();
    let (code, stdout, _) = verify(&changed, "");
    assert_eq!(code, 1, "{stdout}");
    let (code, _, stderr) =
        run(&format!("runs export run-1 --out {} {}", bundle.display(), home(&folder)), "");
    assert!(code == 2 && stderr.contains("--force"), "a file that is there is not replaced: {stderr}");
}

/// I16: the log verifies on a copy of the file alone, with the heads that were kept elsewhere, and a change is named.
#[test]
fn i16_the_log_verifies_on_a_copy_and_names_the_first_bad_event() {
    let folder = logged();
    let anchor = folder.path().join("anchor.json");
    let (code, _, stderr) = run(&format!("log anchor --out {} {}", anchor.display(), home(&folder)), "");
    assert_eq!(code, 0, "{stderr}");
    let copy = folder.path().join("copy.db");
    fs::copy(folder.path().join("data/laika.db"), &copy).unwrap();
    let verify = || run(&format!("runs verify --file {} --anchor {}", copy.display(), anchor.display()), "");
    let (code, stdout, _) = verify();
    assert_eq!(code, 0, "{stdout}");
    let mut bytes = fs::read(&copy).unwrap();
    let at = bytes.windows(16).position(|part| part == b"count to the end").unwrap();
    bytes[at] ^= 1;
    fs::write(&copy, bytes).unwrap();
    let (code, stdout, _) = verify();
    assert_eq!(code, 1);
    expect![[r#"
        not intact, 1 problems, the first: event 2 of run `run-1`: its payload was changed; 31 events of 1 runs, 1 signed heads, 1 heads from elsewhere confirmed; tamper-evident since the last head you hold elsewhere
        E_LOG_PAYLOAD  event 2 of run `run-1`: its payload was changed
    "#]].assert_eq(&plain(&folder, &stdout));
}

/// RUN-047, RUN-048: a rollback opens a branch, is recorded, and the log still verifies.
#[test]
fn a_rollback_is_a_branch() {
    let folder = logged();
    let rolled = json(&folder, "runs rollback run-1 --to 2");
    assert_eq!(rolled["rolledBackTo"], 2);
    assert_eq!(json(&folder, "runs show run-1")["status"], "paused");
    let branches = json(&folder, "runs branch run-1");
    assert_eq!((&branches["current"], &branches["branches"][0]["fromSeq"]), (&1.into(), &2.into()));
    assert_eq!(json(&folder, "runs verify")["intact"], true);
}

/// PRIV-011, I16: what is forgotten is gone from every byte of the files, and the log still verifies.
#[test]
fn i16_forgetting_leaves_no_byte_and_still_verifies() {
    for what in ["run-1", "--site counter.example", "--everything"] {
        let folder = logged();
        let forgotten = json(&folder, &format!("runs forget {what} --yes"));
        assert_eq!((&forgotten["runs"], &forgotten["clean"]), (&1.into(), &true.into()), "{what}");
        for file in fs::read_dir(folder.path().join("data")).unwrap() {
            let path = file.unwrap().path();
            let bytes = if path.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            for word in ["count to the end", "counter.example", "One more"] {
                let found = bytes.windows(word.len()).any(|part| part == word.as_bytes());
                assert!(!found, "{word} is still in {}", path.display());
            }
        }
        let report = json(&folder, "runs verify");
        assert_eq!(report["intact"], true, "{report}");
        assert!(report["erased"].as_u64().unwrap() > 20, "{report}");
        // What it was for is not said to be nothing: it is said to be forgotten.
        for told in [json(&folder, "runs show run-1"), json(&folder, "runs list")["runs"][0].clone()] {
            let goal = (told["goal"].clone(), told["goalErased"].as_str().map(str::to_owned));
            assert_eq!(goal, (Value::Null, Some("forgotten".to_owned())), "{told}");
        }
        assert!(shown(&folder, "runs show run-1").contains("forgotten, as you wanted"));
    }
}

/// RUN-045: what is older than it may be kept goes by itself when asked, and nobody can ask for more than the bounds.
#[test]
fn pruning_keeps_to_its_windows() {
    let folder = logged();
    assert_eq!(json(&folder, "runs prune")["payloads"], 0, "nothing is old yet");
    let settings = folder.path().join("data/config.toml");
    std::fs::write(&settings, "[limits]\nretention_days = 0\n").unwrap();
    std::fs::set_permissions(&settings, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    assert_eq!(json(&folder, "runs prune --days 30")["runs"], 1, "the settings are tighter than the flag");
    let folder = logged();
    assert_eq!(json(&folder, "runs prune --days 0")["runs"], 1);
    let (code, _, stderr) = run(&format!("runs prune --days 31 {}", home(&folder)), "");
    assert!(code == 2 && stderr.contains("31"), "{stderr}");
}

/// The product always says where its keys are.
#[test]
fn keys_say_where_they_are_and_take_a_passphrase() {
    let folder = tempfile::tempdir().unwrap();
    let home = format!("--home {}", folder.path().join("data").display());
    let (_, first, _) = run(&format!("keys show --json {home}"), "");
    let shown: Value = serde_json::from_str(&first).unwrap();
    // A desktop has a key store of its own; what follows is about the file.
    if shown["place"] != "key_file" {
        return;
    }
    let (code, stdout, stderr) = run(&format!("keys protect {home}"), "correct horse battery\n");
    assert_eq!(code, 0, "{stdout}{stderr}");
    let (code, _, stderr) = run(&format!("keys unprotect {home}"), "wrong\n");
    assert_eq!(code, 2, "{stderr}");
    let (code, stdout, stderr) = run(&format!("keys unprotect {home}"), "correct horse battery\n");
    assert_eq!(code, 0, "{stdout}{stderr}");
}

/// A verifier of a hundred lines of Python, written by somebody who had only docs/run-log.md, says the same of every
/// bundle: of good ones, of one that was forgotten, and of ones with a changed byte.
#[test]
fn the_verifier_written_from_the_page_agrees() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify_bundle.py");
    let python = |file: &Path, more: &[&str]| {
        std::process::Command::new("python3").arg(script).arg(file).args(more).output()
    };
    let folder = logged();
    let bundle = |name: &str| folder.path().join(name);
    let export = |name: &str| {
        let file = bundle(name);
        json(&folder, &format!("runs export run-1 --out {}", file.display()))["head"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let head = export("whole.tar");
    let Ok(first) = python(&bundle("whole.tar"), &["--head", &head]) else { return };
    let said = String::from_utf8_lossy(&first.stdout);
    assert!(first.status.success() && said.contains("1 heads from elsewhere confirmed"), "{said}");
    json(&folder, "runs forget run-1 --yes");
    export("forgotten.tar");
    let said = python(&bundle("forgotten.tar"), &["--head", &head]).unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));

    let whole = fs::read(bundle("whole.tar")).unwrap();
    let page = whole.windows(9).position(|part| part == b"page.html").unwrap();
    for at in (7..page).step_by(page / 16) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(bundle("changed.tar"), bytes).unwrap();
        let theirs = python(&bundle("changed.tar"), &[]).unwrap();
        let ours = run(&format!("verify {}", bundle("changed.tar").display()), "").0;
        assert_eq!(
            theirs.status.success(),
            ours == 0,
            "byte {at}: {}",
            String::from_utf8_lossy(&theirs.stdout)
        );
    }
}
