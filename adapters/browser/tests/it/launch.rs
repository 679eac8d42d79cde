//! How the browser runs: in its sandbox, as nobody, and never longer than we do.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use laika_browser::{Browser, LaunchOptions, Profile};

use super::world::{browser_is_here, test};

const CHILD: &str = "LAIKA_TEST_CHILD";

struct Process {
    parent: u32,
    command: String,
    status: HashMap<String, String>,
}

/// Every process of this machine that is not already dead.
fn processes() -> HashMap<u32, Process> {
    let mut found = HashMap::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(status) = std::fs::read_to_string(entry.path().join("status")) else { continue };
        let status: HashMap<String, String> = status
            .lines()
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
            .collect();
        if status["State"].starts_with('Z') {
            continue;
        }
        let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        found.insert(id, Process { parent: status["PPid"].parse().unwrap_or(0), command, status });
    }
    found
}

fn below(root: u32, all: &HashMap<u32, Process>) -> Vec<u32> {
    let mut family = vec![root];
    let mut at = 0;
    while at < family.len() {
        let parent = family[at];
        family.extend(all.iter().filter(|(_, it)| it.parent == parent).map(|(id, _)| *id));
        at += 1;
    }
    family
}

#[test]
fn the_sandbox_is_on_and_root_is_dropped() {
    test(async |world, place| {
        place.server.page("/", "<p>here</p>");
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let all = processes();
        let family = below(world.browser.process_id(), &all);
        let renderers: Vec<_> =
            family.iter().map(|id| &all[id]).filter(|it| it.command.contains("--type=renderer")).collect();
        assert!(!renderers.is_empty());
        for renderer in renderers {
            assert_eq!(renderer.status["Seccomp"], "2", "filtered system calls");
            assert!(!renderer.command.contains("--no-sandbox"));
            assert!(renderer.status["NSpid"].split_whitespace().count() > 1, "its own process namespace");
        }
        for id in family {
            assert!(!all[&id].status["Uid"].starts_with("0\t"), "{} runs as root", all[&id].command);
        }
    });
}

#[test]
fn closing_leaves_no_process_and_no_file() {
    if !browser_is_here() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for profile in [Profile::Ephemeral, Profile::Private] {
        runtime.block_on(async {
            let browser =
                Browser::launch(LaunchOptions { profile, ..LaunchOptions::default() }).await.unwrap();
            let family = below(browser.process_id(), &processes());
            let folder = folder_of(browser.process_id());
            assert!(folder.is_dir());
            browser.close().await;
            assert_gone(&family, Duration::from_secs(2));
            assert!(!folder.exists(), "{}", folder.display());
        });
    }
}

#[test]
fn dropping_ends_it_too() {
    if !browser_is_here() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (family, folder) = runtime.block_on(async {
        let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
        (below(browser.process_id(), &processes()), folder_of(browser.process_id()))
    });
    assert_gone(&family, Duration::from_secs(5));
    let started = Instant::now();
    while folder.exists() {
        assert!(started.elapsed() < Duration::from_secs(5), "{}", folder.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs only as the child of the test below.
#[test]
fn child_that_is_killed() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
        std::fs::write(std::env::var_os(CHILD).unwrap(), browser.process_id().to_string()).unwrap();
        tokio::time::sleep(Duration::from_secs(60)).await;
    });
}

#[test]
fn nothing_survives_when_we_are_killed() {
    if !browser_is_here() {
        return;
    }
    let told = tempfile::tempdir().unwrap();
    let told = told.path().join("pid");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "it::launch::child_that_is_killed"])
        .env(CHILD, &told)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let browser = wait_for_number(&told);
    // Let it start everything it starts.
    std::thread::sleep(Duration::from_millis(500));
    let family = below(browser, &processes());
    assert!(family.len() > 3, "{family:?}");
    let folder = folder_of(browser);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_gone(&family, Duration::from_secs(5));
    // Nobody was left to remove the folder; the next browser does.
    assert!(folder.exists());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async { Browser::launch(LaunchOptions::default()).await.unwrap().close().await });
    assert!(!folder.exists());
}

#[test]
fn a_killed_browser_is_noticed_at_once() {
    if !browser_is_here() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
        let rule = std::sync::Arc::new(super::world::Recorder::default());
        let context = browser.context(laika_browser::ContextOptions::new(rule)).await.unwrap();
        let tab = context.open().await.unwrap();
        let killed = Command::new("kill").args(["-9", &browser.process_id().to_string()]).status().unwrap();
        assert!(killed.success());
        let started = Instant::now();
        while browser.is_alive() {
            assert!(started.elapsed() < Duration::from_secs(5));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let error = tab.navigate(&url::Url::parse("http://127.0.0.1:1/").unwrap()).await.unwrap_err();
        assert_eq!(error.reason.unwrap().as_str(), "E_BROWSER_GONE");
        assert!(context.open().await.is_err());
    });
}

#[test]
fn a_named_profile_stays() {
    if !browser_is_here() {
        return;
    }
    let folder = tempfile::Builder::new().prefix("laika-named").tempdir_in("/tmp").unwrap();
    std::os::unix::fs::chown(folder.path(), Some(65534), Some(65534)).ok();
    let profile = folder.path().to_path_buf();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let server = super::server::Server::start().await;
        server.page("/", "<p>here</p>");
        for visit in 0..2 {
            let options =
                LaunchOptions { profile: Profile::Named(profile.clone()), ..LaunchOptions::default() };
            let browser = Browser::launch(options).await.unwrap();
            let rule = std::sync::Arc::new(super::world::Recorder::default());
            let context = browser.context(laika_browser::ContextOptions::new(rule.clone())).await.unwrap();
            assert!(
                browser.context(laika_browser::ContextOptions::new(rule)).await.is_err(),
                "one context only"
            );
            let tab = context.open().await.unwrap();
            tab.navigate(&server.url("/")).await.unwrap();
            if visit == 0 {
                super::world::evaluate(&tab, "document.cookie = 'kept=yes; max-age=9999'").await;
            } else {
                assert_eq!(super::world::evaluate(&tab, "document.cookie").await, "kept=yes");
            }
            browser.close().await;
        }
    });
}

/// S16: a private browser writes to memory only.
#[test]
fn a_private_browser_has_no_file_on_disk_open() {
    if !browser_is_here() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let server = super::server::Server::start().await;
        server
            .page("/", "<script>localStorage.x = 'canary'; document.cookie = 'a=canary'</script><p>here</p>");
        let browser =
            Browser::launch(LaunchOptions { profile: Profile::Private, ..LaunchOptions::default() })
                .await
                .unwrap();
        let rule = std::sync::Arc::new(super::world::Recorder::default());
        let context = browser.context(laika_browser::ContextOptions::new(rule)).await.unwrap();
        let tab = context.open().await.unwrap();
        tab.navigate(&server.url("/")).await.unwrap();
        let mut looked = 0;
        for id in below(browser.process_id(), &processes()) {
            for entry in std::fs::read_dir(format!("/proc/{id}/fd")).into_iter().flatten().flatten() {
                let Ok(file) = std::fs::read_link(entry.path()) else { continue };
                let info = entry.path().to_string_lossy().replace("/fd/", "/fdinfo/");
                let info = std::fs::read_to_string(info).unwrap_or_default();
                let flags = info
                    .lines()
                    .find_map(|line| line.strip_prefix("flags:"))
                    .map(|text| text.trim().to_owned());
                let writes = flags
                    .and_then(|text| u32::from_str_radix(&text, 8).ok())
                    .is_some_and(|flags| flags & 3 != 0);
                looked += 1;
                let in_memory = ["/dev/", "/proc/", "/memfd:", "pipe:", "socket:", "anon_inode:"];
                let safe = in_memory.iter().any(|start| file.to_string_lossy().starts_with(start));
                assert!(!writes || safe, "{} is open for writing", file.display());
            }
        }
        assert!(looked > 50, "{looked}");
        browser.close().await;
    });
}

fn wait_for_number(file: &Path) -> u32 {
    let started = Instant::now();
    loop {
        if let Some(number) = std::fs::read_to_string(file).ok().and_then(|text| text.parse().ok()) {
            return number;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "the child never started a browser");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn folder_of(browser: u32) -> PathBuf {
    let command = &processes()[&browser].command;
    let profile = command.split_whitespace().find_map(|part| part.strip_prefix("--user-data-dir=")).unwrap();
    Path::new(profile).parent().unwrap().to_path_buf()
}

fn assert_gone(family: &[u32], within: Duration) {
    let started = Instant::now();
    loop {
        let all = processes();
        let left: Vec<_> = family.iter().filter_map(|id| all.get(id).map(|it| (id, &it.command))).collect();
        if left.is_empty() {
            return;
        }
        assert!(started.elapsed() < within, "still there: {left:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
