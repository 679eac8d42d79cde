//! `laika run`, `ask`, `extract`, `summarize` and `demo`: the real loop, the real browser, the real log.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use laika_bench::web::{Asked, Reply, Site};
use laika_model::Files;
use laika_model::catalogue::Library;
use serde_json::Value;
use tempfile::TempDir;

const SHOP: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Lantern</title>
<nav><a href="/delivery">Delivery</a></nav><main><h1>Fulmar lantern</h1>
<p>The Fulmar lantern weighs 1.4 kg. It is made of steel and brass in a small works by the sea.</p>
<p>One filling of its tank burns for 22 hours, and the glass lifts for lighting without a tool.</p>
<table><tr><th>Price</th><td>£38.50</td></tr><tr><th>Height</th><td>31 cm</td></tr></table>
<form action="/order" method="post"><label>Your name <input name="name"></label><button>Order</button></form></main>"#;
const DELIVERY: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Delivery</title>
<main><h1>Delivery</h1><p>Delivery to the islands takes 4 working days, because the boat is slow.</p></main>"#;

fn serve(asked: &Asked) -> Reply {
    match asked.path.split('?').next() {
        Some("/") => Reply::html(SHOP),
        Some("/delivery") => Reply::html(DELIVERY),
        Some("/slow") => {
            std::thread::sleep(Duration::from_secs(20));
            Reply::html(SHOP)
        }
        Some("/order") => Reply::html("<!doctype html><title>Thanks</title><p>Thank you, it is ordered.</p>"),
        _ => Reply::status(404),
    }
}

/// A shop, and a folder for Laika; nothing where there is no browser.
struct World {
    site: Site,
    home: TempDir,
}

impl World {
    fn new() -> Option<Self> {
        if laika_browser::find_program().is_none() {
            assert!(std::env::var_os("CI").is_none(), "with `CI` set Chromium is required");
            let _ = writeln!(std::io::stderr(), "skipped: runs (no Chromium)");
            return None;
        }
        Some(Self { site: Site::start(serve).unwrap(), home: tempfile::tempdir().unwrap() })
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut laika = Command::new(env!("CARGO_BIN_EXE_laika"));
        laika.args(words).arg("--home").arg(self.home.path()).env("NO_COLOR", "1");
        laika.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        laika
    }

    /// Runs Laika: its exit code, the JSON it printed, and what it said.
    fn laika(&self, words: &[&str]) -> (i32, Value, String) {
        let output = self.command(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let json = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
        (output.status.code().unwrap(), json, said)
    }

    fn posts(&self) -> usize {
        self.site.asked().iter().filter(|asked| asked.method == "POST").count()
    }
}

fn text(answer: &Value) -> String {
    answer["assistant"]["render"].to_string()
}

/// Reading needs no model: answers are in the page's own words, every one with the words it stands on.
#[test]
fn a_page_is_read_without_a_model() {
    let Some(world) = World::new() else { return };
    let page = world.site.url("/");
    let (code, asked, said) =
        world.laika(&["ask", &page, "How much does the lantern weigh?", "--no-model", "--json"]);
    assert_eq!(code, 0, "{said}");
    assert!(text(&asked["answer"]).contains("weighs 1.4 kg"), "{asked:#}");
    assert_eq!(asked["answer"]["places"][0]["quote"], "The Fulmar lantern weighs 1.4 kg.");
    assert_eq!(asked["status"], "completed");

    let (code, missing, said) =
        world.laika(&["ask", &page, "Who invented the telescope?", "--no-model", "--json"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(missing["answer"]["missing"][0], "Who invented the telescope?", "{missing:#}");
    assert!(missing["answer"]["assistant"]["citations"].as_array().unwrap().is_empty());

    let (code, read, said) =
        world.laika(&["extract", &page, "--fields", "price,height,warranty", "--no-model", "--json"]);
    assert_eq!(code, 0, "{said}");
    let fields = &read["answer"]["fields"];
    assert_eq!(
        (&fields["price"]["value"], &fields["height"]["value"]),
        (&"£38.50".into(), &"31 cm".into()),
        "{read:#}"
    );
    assert_eq!(fields["warranty"], Value::Null);
    let shown = text(&read["answer"]);
    assert!(shown.contains("£38.50") && !shown.contains("left out"), "{shown}");

    let (code, summary, said) = world.laika(&["summarize", &page, "--extractive", "--json"]);
    assert_eq!(code, 0, "{said}");
    assert!(summary["answer"]["places"].as_array().unwrap().len() >= 2, "{summary:#}");

    let run = asked["run"].as_str().unwrap().to_owned();
    let (code, _, said) = world.laika(&["runs", "show", &run]);
    assert_eq!(code, 0, "{said}");
    let (code, _, said) = world.laika(&["runs", "verify"]);
    assert_eq!(code, 0, "{said}");
}

/// Another page is looked at where a link speaks of what is missing, and only where moving is allowed.
#[test]
fn other_pages_are_looked_at_when_they_may_be() {
    let Some(world) = World::new() else { return };
    let goal = "How much does the lantern weigh, and how long does delivery to the islands take?";
    let words = |mode| vec!["run", goal, "--mode", mode, "--no-model", "--json", "--url"];
    let page = world.site.url("/");
    let with = |mode| words(mode).into_iter().chain([page.as_str()]).collect::<Vec<_>>();
    let (code, auto, said) = world.laika(&with("autopilot"));
    assert_eq!(code, 0, "{said}");
    assert!(
        text(&auto["answer"]).contains("4 working days") && text(&auto["answer"]).contains("1.4 kg"),
        "{auto:#}"
    );
    let (code, only, said) = world.laika(&with("observe"));
    assert_eq!(code, 0, "{said}");
    assert!(
        !text(&only["answer"]).contains("4 working days")
            && !only["answer"]["missing"].as_array().unwrap().is_empty()
    );
    // Nobody is there to be asked: the step is refused, and says so with an exit code and the card.
    let (code, assist, said) = world.laika(&with("assist"));
    assert_eq!(code, 3, "{said}");
    assert_eq!((&assist["status"], &assist["pause"]), (&"paused".into(), &"rejected".into()), "{assist:#}");
    assert_eq!(assist["asks"][0]["card"]["tool"], "browser.navigate");
    assert_eq!(assist["asks"][0]["grant"], Value::Null);
}

/// S1: without a terminal nothing is typed and nothing is sent, whatever the goal says.
#[test]
fn s1_nobody_means_no() {
    let Some(world) = World::new() else { return };
    let page = world.site.url("/");
    let goal = "Order it. My name is Mara Lindqvist.";
    let (code, run, said) =
        world.laika(&["run", goal, "--url", &page, "--mode", "autopilot", "--no-model", "--json"]);
    assert_eq!(code, 3, "{said}");
    assert_eq!(run["asks"][0]["card"]["tool"], "browser.type", "{run:#}");
    // The words are a program's, not a person's.
    assert_ne!(run["asks"][0]["card"]["values"][0]["source"], "user", "{run:#}");
    assert_eq!(world.posts(), 0);
}

/// What cannot be done says why, with a code and an exit code.
#[test]
fn what_cannot_be_done_says_why() {
    let Some(world) = World::new() else { return };
    let page = world.site.url("/");
    for (words, code, what) in [
        (vec!["ask", "http://127.0.0.1:48999/", "x?", "--no-model", "--json"], 3, "E_UNREACHABLE"),
        (vec!["run", "", "--url", &page], 2, "empty"),
        (vec!["run", "Click the button"], 2, "no address"),
        (vec!["run", "x", "--url", "file:///etc/hosts"], 2, "E_RESTRICTED_PAGE"),
        (
            vec![
                "run",
                "Click what is cheapest",
                "--url",
                &page,
                "--mode",
                "autopilot",
                "--no-model",
                "--json",
            ],
            3,
            "E_NO_MODEL",
        ),
        // The words name the button, so no model is needed; what the gate denies is not done.
        (vec!["run", "Click Order", "--url", &page, "--mode", "autopilot", "--no-model"], 1, "Click Order"),
    ] {
        let (found, _, said) = world.laika(&words);
        assert_eq!(found, code, "{words:?}: {said}");
        assert!(said.contains(what), "{words:?}: {said}");
    }
}

/// A private run leaves no event and no answer.
#[test]
fn a_private_run_leaves_nothing() {
    let Some(world) = World::new() else { return };
    let page = world.site.url("/");
    let words = ["ask", &page, "How much does the lantern weigh?", "--no-model", "--private", "--json"];
    let (code, asked, said) = world.laika(&words);
    assert_eq!(code, 0, "{said}");
    assert!(text(&asked["answer"]).contains("1.4 kg"));
    let (code, listed, said) = world.laika(&["runs", "list", "--json"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(
        listed.as_array().map(Vec::len).or_else(|| listed["runs"].as_array().map(Vec::len)),
        Some(0),
        "{listed:#}"
    );
}

/// Ctrl-C stops a run that waits for a page, at once, and the log says so.
#[test]
fn i10_ctrl_c_stops() {
    let Some(world) = World::new() else { return };
    let page = world.site.url("/slow");
    let mut child = world.command(&["ask", &page, "x?", "--no-model", "--json"]).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(said.any(|line| line.contains("opening")));
    std::thread::sleep(Duration::from_millis(800));
    let pressed = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(1));
    assert!(pressed.elapsed() < Duration::from_secs(10), "it waited for the page: {:?}", pressed.elapsed());
    let (_, listed, _) = world.laika(&["runs", "list", "--json"]);
    assert!(listed.to_string().contains("cancelled"), "{listed:#}");
}

/// The main job: three goals on the bundled site, with the small model. Everything the demo promises is held.
#[test]
fn the_demo_holds() {
    let Some(world) = World::new() else { return };
    let Ok(Files { weights, .. }) = Library::usual().unwrap().files("smollm2-135m") else {
        assert!(std::env::var_os("CI").is_none(), "with `CI` set the small model is required");
        let _ = writeln!(std::io::stderr(), "skipped: the demo (run `cargo xtask setup`)");
        return;
    };
    let (code, _, said) =
        world.laika(&["model", "pull", "smollm2-135m", "--from", weights.to_str().unwrap()]);
    assert_eq!(code, 0, "{said}");
    let (code, demo, said) = world.laika(&["demo", "--json", "--model", "smollm2-135m"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(demo["held"], true, "{said}");
    assert_eq!(demo["goals"].as_array().unwrap().len(), 3);
    let (code, _, said) = world.laika(&["runs", "verify"]);
    assert_eq!(code, 0, "{said}");
}
