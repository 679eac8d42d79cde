//! A window on a real screen: the person's own mouse takes over, and only their word at the terminal lets the run go on.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use laika_bench::web::{Asked, Reply, Site};

const PATIENCE: Duration = Duration::from_secs(60);

/// A screen in memory, with a mouse that is no page's and no program's of ours.
struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    /// Nothing where this machine has no such screen.
    fn start() -> Option<Self> {
        let has =
            |name: &str| Command::new("which").arg(name).output().is_ok_and(|found| found.status.success());
        if laika_browser::find_program().is_none() || !["Xvfb", "xdotool", "script"].into_iter().all(has) {
            let _ = writeln!(std::io::stderr(), "skipped: a window (no Chromium, Xvfb or xdotool)");
            return None;
        }
        let mut xvfb = Command::new("Xvfb");
        xvfb.args(["-displayfd", "1", "-screen", "0", "1400x1000x24", "-ac", "-nolisten", "tcp"]);
        let mut server = xvfb.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Some(Self { server, display: format!(":{}", number.trim()) })
    }

    fn mouse(&self, words: &[&str]) {
        let done = Command::new("xdotool").args(words).env("DISPLAY", &self.display).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// `laika` at a terminal of its own, on this screen.
struct AtTerminal {
    child: Child,
    keys: ChildStdin,
    lines: Receiver<String>,
    heard: Vec<String>,
}

impl AtTerminal {
    fn start(words: &[&str], home: &std::path::Path, display: &str) -> Self {
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let line =
            format!("{} {} --home '{}'", env!("CARGO_BIN_EXE_laika"), quoted.join(" "), home.display());
        let mut script = Command::new("script");
        script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
        script.env("DISPLAY", display).env("NO_COLOR", "1");
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let keys = child.stdin.take().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            while out.read_line(&mut line).is_ok_and(|read| read > 0) {
                let _ = sender.send(std::mem::take(&mut line));
            }
            let _ = out.read_to_string(&mut line);
        });
        Self { child, keys, lines, heard: Vec::new() }
    }

    /// Waits until it says this.
    #[track_caller]
    fn hear(&mut self, what: &str) {
        let began = Instant::now();
        while !self.heard.iter().any(|line| line.contains(what)) {
            let left = PATIENCE.saturating_sub(began.elapsed());
            let line = self.lines.recv_timeout(left);
            assert!(line.is_ok(), "it never said {what}: {:#?}", self.heard);
            self.heard.extend(line);
        }
    }

    fn type_line(&mut self, line: &str) {
        self.keys.write_all(format!("{line}\n").as_bytes()).unwrap();
    }
}

impl Drop for AtTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const DIARY: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Diary</title>
    <main><h1>Diary</h1><div id="list"><p>The first page tells of bread.</p></div>
    <button onclick="more()">Load more</button></main><script>let page = 1;
    async function more() {
        document.querySelector('h1').textContent = 'Loading';
        const answer = await fetch('/part?page=' + (page += 1));
        document.getElementById('list').insertAdjacentHTML('beforeend', await answer.text());
    }</script>"#;

/// A diary whose second part comes only when it is let go.
fn diary(open: Arc<AtomicBool>) -> impl Fn(&Asked) -> Reply {
    move |asked: &Asked| match asked.path.as_str() {
        "/" => Reply::html(DIARY),
        "/part?page=2" => {
            let began = Instant::now();
            while !open.load(Ordering::Relaxed) && began.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(10));
            }
            Reply::html("<p>The second page tells of weather.</p>")
        }
        "/part?page=3" => Reply::html("<p>The harbour race was won by Ines Okafor in the red boat.</p>"),
        _ => Reply::status(404),
    }
}

/// RUN-037, SURF-012, I11: the person's mouse in the window stops the run; Enter at the terminal lets it go on with a fresh look.
#[test]
fn run_037_a_hand_on_the_mouse_takes_over() {
    let Some(screen) = Screen::start() else { return };
    let open = Arc::new(AtomicBool::new(false));
    let site = Site::start(diary(Arc::clone(&open))).unwrap();
    let asked = |path: &str| site.asked().iter().filter(|asked| asked.path == path).count();
    let home = tempfile::tempdir().unwrap();
    let page = site.url("/");
    let goal =
        ["run", "Who won the harbour race?", "--url", &page, "--mode", "autopilot", "--no-model", "--headed"];
    let mut laika = AtTerminal::start(&goal, home.path(), &screen.display);
    laika.hear("page 2 of at most 5");
    let began = Instant::now();
    while asked("/part?page=2") == 0 {
        assert!(began.elapsed() < PATIENCE, "it never pressed: {:#?}", laika.heard);
        std::thread::sleep(Duration::from_millis(20));
    }
    screen.mouse(&["mousemove", "700", "700", "click", "1"]);
    laika.hear("you act in the window");
    // What the run waited for comes, and still nothing is done.
    open.store(true, Ordering::Relaxed);
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(asked("/part?page=3"), 0, "it went on by itself");
    laika.type_line("");
    laika.hear("Ines Okafor");
    laika.hear("laika runs show");
    assert_eq!(asked("/part?page=3"), 1);
    let run = laika.heard.iter().find_map(|line| line.split("laika runs show ").nth(1)?.split('`').next());
    let events = Command::new(env!("CARGO_BIN_EXE_laika"))
        .args(["runs", "events", run.unwrap(), "--json", "--home"])
        .arg(home.path())
        .output()
        .unwrap();
    let kinds: Vec<String> = String::from_utf8_lossy(&events.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|event| event["type"].as_str().or(event["kind"].as_str()).map(ToOwned::to_owned))
        .collect();
    let at = |kind: &str| {
        kinds.iter().position(|one| one == kind).unwrap_or_else(|| panic!("no {kind}: {kinds:?}"))
    };
    assert!(at("ui.takeover") < at("ui.resume"), "{kinds:?}");
    assert_eq!(
        kinds[at("ui.resume") + 1..].iter().find(|kind| kind.starts_with("page.")).unwrap(),
        "page.observe"
    );
}

const BOARD: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Board</title>
    <main><h1>Board</h1><div style="height:3000px"></div><button>Blue card</button></main><script>
    new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) {
            if (addedNodes.length > 0) fetch('/shown?y=' + Math.round(window.scrollY));
            if (removedNodes.length > 0) fetch('/cleared');
        }
    }).observe(document.documentElement, { childList: true });</script>"#;

/// BROW-078: a step by hand is pointed out in the window, where the person sees it, until they let the run go on.
#[test]
fn brow_078_the_element_is_pointed_out() {
    let Some(screen) = Screen::start() else { return };
    let site = Site::start(|asked: &Asked| match asked.path.split('?').next() {
        Some("/") => Reply::html(BOARD),
        Some("/shown" | "/cleared") => Reply::status(204),
        _ => Reply::status(404),
    })
    .unwrap();
    let asked = |path: &str| site.asked().into_iter().find(|asked| asked.path.starts_with(path));
    // The page tells of it in its own time.
    let told = |path: &str| {
        let began = Instant::now();
        while asked(path).is_none() && began.elapsed() < PATIENCE / 3 {
            std::thread::sleep(Duration::from_millis(20));
        }
        asked(path)
    };
    let (home, page) = (tempfile::tempdir().unwrap(), site.url("/"));
    let goal = ["run", "Drag the blue card to the bin.", "--url", &page, "--no-model", "--headed"];
    let mut laika = AtTerminal::start(&goal, home.path(), &screen.display);
    laika.hear("yours: dragging and drawing is done by hand");
    laika.hear("press Enter");
    let shown = told("/shown").unwrap_or_else(|| panic!("nothing was shown: {:#?}", laika.heard)).path;
    let y: u32 = shown.split('=').next_back().unwrap().parse().unwrap();
    assert!(y > 1_000, "it was pointed out where nobody looks: {shown}");
    assert!(asked("/cleared").is_none());
    laika.type_line("");
    laika.hear("laika runs show");
    assert!(told("/cleared").is_some(), "the frame stayed");
}

/// Without a screen it says so before anything begins, with what to do.
#[test]
fn a_window_needs_a_screen() {
    let home = tempfile::tempdir().unwrap();
    let mut laika = Command::new(env!("CARGO_BIN_EXE_laika"));
    laika.args(["run", "What is it?", "--url", "http://127.0.0.1:9/", "--headed", "--no-model", "--home"]);
    let output = laika.arg(home.path()).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("E_NO_DISPLAY") && said.contains("hint: "), "{said}");
}
