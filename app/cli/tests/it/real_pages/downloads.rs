//! Files that pages give: only what was decided as a file comes, it is kept encrypted, and it leaves by an export only.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use laika_bench::web::{Asked, Reply};
use laika_daemon::Settings;
use laika_protocol::wire::SiteMode;
use serde_json::{Value, json};

use super::world::{Told, World};

const SECRET: &str = "lantern;38.50;SKU-F-22-the-price-list";

fn serve(asked: &Asked) -> Reply {
    let attached = |name: &str, kind: &str| {
        let mut reply = Reply::of(kind, SECRET.as_bytes().to_vec());
        reply.headers.push(("Content-Disposition".into(), format!("attachment; filename=\"{name}\"")));
        reply
    };
    match asked.path.as_str() {
        "/" => Reply::html(
            r#"<!doctype html><meta charset="utf-8"><title>Files</title><main><h1>Files</h1>
            <a href="/list.csv" download="../../price list.csv">Price list</a>
            <a href="/manual.pdf">Manual</a><a href="/hidden">A page</a><a href="/huge.zip">Everything</a>
            <button onclick="more()">More</button></main>
            <script>function more() {
                const link = document.createElement('a');
                link.href = '/list.csv'; link.download = 'x.csv'; link.click();
                document.querySelector('h1').textContent = 'Pressed';
            }</script>"#,
        ),
        "/list.csv" => Reply::of("text/csv", SECRET.as_bytes().to_vec()),
        "/manual.pdf" => Reply::of("application/pdf", SECRET.as_bytes().to_vec()),
        "/hidden" => attached("surprise.exe", "application/octet-stream"),
        "/huge.zip" => {
            let mut reply = attached("huge.zip", "application/zip");
            reply.body = vec![b'x'; 65 * 1024 * 1024];
            reply
        }
        _ => Reply::status(404),
    }
}

fn world() -> Option<World> {
    World::set_up(serve, |settings: &mut Settings, _| settings.artifact_key = Some([9; 32]))
}

fn click(world: &World, name: &str) -> Told {
    world.script(&[("browser.click", json!({ "named": name }))]);
    world.run("Get the file", "/", SiteMode::Autopilot)
}

/// Whether a text lies in plain in any file below a folder.
fn holds(folder: &Path, text: &str) -> bool {
    std::fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return holds(&path, text);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

/// SURF-007: a file is asked about, kept encrypted under a clean name, and in plain nowhere.
#[test]
fn surf_007_a_file_is_kept_encrypted() {
    let Some(world) = world() else { return };
    for (link, name) in [("Price list", "price_list.csv"), ("Manual", "manual.pdf")] {
        let told = click(&world, link);
        assert_eq!(told.cards[0].reason_code, "P_ASK_DOWNLOAD", "{told:#?}");
        let files = &told.answer.as_ref().unwrap_or_else(|| panic!("{told:#?}")).files;
        assert_eq!((files[0].name.as_str(), files[0].bytes), (name, SECRET.len() as u64), "{told:#?}");
    }
    assert!(!holds(world.home.path(), SECRET), "it lies in plain in Laika's folder");
    // Another test may have the same file on its way at this moment.
    let began = Instant::now();
    while holds(Path::new("/dev/shm"), SECRET) {
        assert!(began.elapsed() < Duration::from_secs(30), "it lies in plain in memory files");
        thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(std::fs::read_dir(world.home.path().join("artifacts")).unwrap().count(), 2);
    world.end();
}

/// What was not decided as a file is none: a link that turns out to be one, a script that makes one, and one too large.
#[test]
fn surf_007_only_what_was_decided_comes() {
    let Some(world) = world() else { return };
    for (name, why) in [("A page", "E_DOWNLOAD"), ("More", ""), ("Everything", "E_DOWNLOAD_TOO_LARGE")] {
        let told = click(&world, name);
        assert!(told.answer.as_ref().is_none_or(|answer| answer.files.is_empty()), "{name}: {told:#?}");
        assert!(told.tried()[0].contains(why), "{name}: {told:#?}");
    }
    assert_eq!(std::fs::read_dir(world.home.path().join("artifacts")).unwrap().count(), 0);
    // A no is a no, and a private run keeps nothing.
    world.script(&[("browser.click", json!({ "named": "Price list" }))]);
    let order = world.order("Get the file", "/", SiteMode::Autopilot);
    world.site.forget();
    let told = world.run_with(order, |_| laika_daemon::service::Reply::No, |_| false);
    assert_eq!((told.done().len(), world.asked("/list.csv")), (0, 0), "{told:#?}");
    world.script(&[("browser.click", json!({ "named": "Price list" }))]);
    let mut order = world.order("Get the file", "/", SiteMode::Autopilot);
    order.private = true;
    let told = world.run_with(order, |_| laika_daemon::service::Reply::Once, |_| false);
    assert!(told.tried()[0].contains("E_DOWNLOAD_BLOCKED"), "{told:#?}");
    assert_eq!(std::fs::read_dir(world.home.path().join("artifacts")).unwrap().count(), 0);
    world.end();
}

/// An export is the only way out, writes over nothing, and gives back the very bytes.
#[test]
fn surf_007_an_export_is_the_way_out() {
    let home = tempfile::tempdir().unwrap();
    let laika = |words: &[&str]| {
        let mut laika = Command::new(env!("CARGO_BIN_EXE_laika"));
        let output = laika.args(words).arg("--home").arg(home.path()).env("NO_COLOR", "1").output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    };
    // The keys of this folder, as the program makes and finds them.
    let (code, _, said) = laika(&["ask", "http://127.0.0.1:9/", "What is it?", "--no-model", "--json"]);
    assert_eq!(code, 3, "{said}");
    let mut keys =
        laika_os::key_store::KeyStore::open(home.path(), laika_os::key_store::Choice::Auto).unwrap();
    let key = *keys.get_or_create("artifacts").unwrap().expose();
    let folder = home.path().to_owned();
    let Some(world) = World::in_folder(home.path(), serve, |settings: &mut Settings, _| {
        (settings.artifact_key, settings.folder) = (Some(key), Some(folder));
    }) else {
        return;
    };
    let told = click(&world, "Price list");
    let (run, id) = (told.run.clone().unwrap(), told.answer.unwrap().files[0].id.to_string());
    world.end();
    let (_, listed, _) = laika(&["artifacts", "list", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&listed).unwrap()[0]["id"], id, "{listed}");
    let (_, shown, _) = laika(&["runs", "show", run.as_str()]);
    assert!(shown.contains(&id), "{shown}");
    let out = home.path().join("out.csv");
    let to = out.to_str().unwrap();
    let (code, _, said) = laika(&["artifacts", "export", &id, to]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), SECRET);
    let (code, _, said) = laika(&["artifacts", "export", &id, to]);
    assert!(code == 2 && said.contains("cannot write"), "it wrote over a file: {said}");
    let (code, _, said) = laika(&["artifacts", "export", "dl:none", to]);
    assert!(code == 2 && said.contains("E_NO_ARTIFACT"), "{said}");
}
