//! `image.search` and `image.save`: engines, filters, the project's own pictures, and new files that replace nothing.

use std::sync::Arc;

use expect_test::expect;
use laika_protocol::tools::typed::{Images, SavedImage};
use serde_json::{Value, json};

use super::super::data;
use super::super::project_folder::{Folder, SECRET};
use super::server::Recorded;
use super::{World, recorded, shown};

fn png(width: u32, height: u32) -> Vec<u8> {
    let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";
    [&start[..], &width.to_be_bytes(), &height.to_be_bytes(), &[8, 6, 0, 0, 0, 1, 2, 3, 4]].concat()
}

fn world(engine: Value) -> World {
    let world = World::with(json!({ "image.search": engine }));
    world.plays("searx.example/search", Recorded::json(recorded!("images_searxng.json")));
    world.plays("api.openverse.org/v1/images/", Recorded::json(recorded!("images_openverse.json")));
    world.plays("cdn.example/husky.png", Recorded::new(200, "image/png", png(640, 480)));
    world
}

/// The names in the project and in the folder outside it.
fn names(folder: &Folder) -> Vec<std::ffi::OsString> {
    let all = [folder.root(), folder.root().join("art"), folder.outside()];
    let mut names: Vec<_> = all
        .iter()
        .flat_map(|one| std::fs::read_dir(one).unwrap())
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    names
}

fn with_project(folder: &Folder, engine: Value) -> World {
    let mut world = world(engine);
    world.kit.project = Some(Arc::new(folder.project()));
    world
}

/// INK-031, INK-033 to INK-035: pictures as data; what an engine cannot tell is said.
#[test]
fn ink_031_ink_033_pictures_are_found_and_filtered() {
    let searx = world(json!({ "engine": "searxng", "endpoint": "https://searx.example" }));
    let result = searx.asks("IMAGE", json!({ "query": "husky" })).unwrap();
    expect![[r#"
        3 pictures for “husky”
        ----
        1. Husky in snow
           https://live.example/1_large.jpg (1920×1280)
        2. Small husky
           https://b.example/2.png (320×240)
        3. No size
           https://c.example/3.gif
        ----
        {
          "engine": "searxng",
          "images": [
            {
              "title": "Husky in snow",
              "url": "https://live.example/1_large.jpg",
              "page": "https://flickr.example/p/1",
              "thumbnail": "https://live.example/1_small.jpg",
              "width": 1920,
              "height": 1280,
              "creator": "A. Person"
            },
            {
              "title": "Small husky",
              "url": "https://b.example/2.png",
              "page": "https://b.example/2",
              "width": 320,
              "height": 240
            },
            {
              "title": "No size",
              "url": "https://c.example/3.gif",
              "page": "https://c.example/3"
            }
          ]
        }
        {"engine":"searxng","cached":false}
    "#]]
    .assert_eq(&shown(&result));
    let count =
        |arguments: Value| data::<Images>(&searx.asks("image.search", arguments).unwrap()).images.len();
    // The one without a size may be of any.
    assert_eq!(count(json!({ "query": "husky", "size": "small" })), 2);
    assert_eq!(count(json!({ "query": "husky", "size": "wallpaper" })), 2);
    assert_eq!(count(json!({ "query": "husky", "size": "medium" })), 1);
    assert_eq!(count(json!({ "query": "husky", "count": 1 })), 1);
    let filtered =
        searx.asks("image.search", json!({ "query": "husky", "color": "blue", "type": "photo" })).unwrap();
    assert_eq!(data::<Images>(&filtered).not_filtered, ["type", "color"]);
    assert!(filtered.summary.contains("cannot filter by type, color"), "{}", filtered.summary);
}

#[test]
fn ink_034_ink_035_openverse_knows_licences() {
    let world = world(json!({ "engine": "openverse", "key": "mine" }));
    let asked = json!({ "query": "husky", "size": "wallpaper", "type": "photo", "license": "commercial" });
    let result = world.asks("image.search", asked).unwrap();
    expect![[r#"
        1 picture for “husky”
        ----
        1. Husky portrait
           https://live.staticflickr.com/1_b.jpg (2048×1080), by-sa 2.0
        ----
        {
          "engine": "openverse",
          "images": [
            {
              "title": "Husky portrait",
              "url": "https://live.staticflickr.com/1_b.jpg",
              "page": "https://www.flickr.com/photos/x/1",
              "thumbnail": "https://api.openverse.org/v1/images/4bc43a04/thumb/",
              "width": 2048,
              "height": 1080,
              "bytes": 145000,
              "license": "by-sa 2.0",
              "creator": "Someone",
              "tags": [
                "husky",
                "dog"
              ]
            }
          ]
        }
        {"engine":"openverse","cached":false}
    "#]]
    .assert_eq(&shown(&result));
    assert_eq!(
        world.server.lines(),
        [
            "GET api.openverse.org/v1/images/?q=husky&page_size=10&mature=false&size=large&aspect_ratio=wide&category=photograph&license_type=commercial"
        ]
    );
    assert!(world.server.asked()[0].head.contains("authorization: Bearer k3y-c4n4ry\r\n"));
}

/// INK-036: the project's own pictures, by name, without anybody being asked.
#[test]
fn ink_036_the_projects_own_pictures_are_found() {
    let folder = Folder::with(&[
        ("art/notes.txt", "husky"),
        ("art/fake-husky.png", "no picture"),
        (".hidden/husky.png", ""),
    ]);
    folder.write("art/Husky-large.png", &png(2000, 1000));
    folder.write("husky small.gif", b"GIF89a\x40\x01\xf0\x00\xf7\0\0");
    folder.write("cat.png", &png(10, 10));
    std::os::unix::fs::symlink(folder.outside(), folder.root().join("husky-link.png")).unwrap();
    let world = with_project(&folder, json!({}));
    let ask = |arguments: Value| data::<Images>(&world.asks("image.search", arguments).unwrap());
    let found = ask(json!({ "query": "husky", "local": true }));
    let paths: Vec<&str> = found.images.iter().filter_map(|image| image.path.as_deref()).collect();
    assert_eq!(paths, ["art/Husky-large.png", "husky small.gif"]);
    assert_eq!(
        (found.images[0].width, found.images[0].height, found.images[0].bytes),
        (Some(2000), Some(1000), Some(33))
    );
    assert_eq!(ask(json!({ "query": "husky", "local": true, "size": "small" })).images.len(), 1);
    assert_eq!(ask(json!({ "query": "*", "local": true })).images.len(), 3);
    assert_eq!(world.server.lines().len(), 0);
    let why = world.refused("image.search", json!({ "query": "husky" }));
    assert!(why.contains("UNAVAILABLE") && why.contains("no engine for pictures is set"), "{why}");
    let bare = World::with(json!({}));
    assert!(
        bare.refused("image.search", json!({ "query": "x", "local": true })).contains("E_TOOL_UNAVAILABLE")
    );
    let off = world.asks_within(
        "image.search",
        json!({ "query": "x", "local": true }),
        &super::super::called_off(),
    );
    assert_eq!(off.unwrap_err().finest_code(), "CANCELLED");
}

/// INK-032, INK-054: a new file, and a note beside it that says where it comes from.
#[test]
fn ink_032_ink_054_a_picture_is_saved_with_a_note() {
    let folder = Folder::with(&[("art/a.txt", "")]);
    let world = with_project(&folder, json!({}));
    let asked = json!({
        "url": "https://cdn.example/husky.png", "path": "art/husky.png", "title": "Husky", "license": "by-sa 2.0",
        "source": "https://flickr.example/p/1", "tags": ["dog", "snow"],
    });
    let result = world.asks("image.save", asked.clone()).unwrap();
    let saved: SavedImage = data(&result);
    assert_eq!((saved.saved, saved.bytes, saved.width, saved.height), (true, Some(33), Some(640), Some(480)));
    assert_eq!(std::fs::read(folder.root().join("art/husky.png")).unwrap(), png(640, 480));
    expect![[r#"
        {
          "source": "https://cdn.example/husky.png",
          "page": "https://flickr.example/p/1",
          "title": "Husky",
          "license": "by-sa 2.0",
          "tags": [
            "dog",
            "snow"
          ],
          "fetchedAt": "2026-11-17T08:00:00Z",
          "contentType": "image/png",
          "bytes": 33,
          "width": 640,
          "height": 480,
          "sha256": "c93a9a33cd82797c6ec41b88cda0e7ab1fa8410bbd754c04b5903c367374b431"
        }
    "#]]
    .assert_eq(&folder.text("art/husky.png.json"));
    // Nothing is ever replaced, and what cannot be saved is not fetched.
    let before = (folder.everything(), world.server.lines().len());
    assert!(world.refused("image.save", asked).contains("E_PATH_EXISTS"));
    assert_eq!((folder.everything(), world.server.lines().len()), before);
}

#[test]
fn only_pictures_are_saved_and_only_inside_the_project() {
    let folder = Folder::with(&[("art/a.txt", ""), ("taken.png.json", "mine")]);
    std::os::unix::fs::symlink(folder.outside(), folder.root().join("link")).unwrap();
    std::os::unix::fs::symlink(folder.outside().join("new.png"), folder.root().join("dangling.png")).unwrap();
    let world = with_project(&folder, json!({}));
    world.plays("cdn.example/page.png", Recorded::html("<html>no picture</html>"));
    world.plays("cdn.example/lie.png", Recorded::new(200, "image/png", "<svg onload=alert(1)>"));
    world.plays("cdn.example/typed.png", Recorded::new(200, "text/html", png(1, 1)));
    world.plays(
        "cdn.example/large.png",
        Recorded::new(200, "image/png", [png(1, 1), vec![0; 10 << 20]].concat()),
    );
    world.plays("cdn.example/cut.png", Recorded::new(200, "image/png", png(1, 1)).short_by(5));
    world.plays("cdn.example/none.png", Recorded::status(404));
    let before = names(&folder);
    for (url, path, expected) in [
        ("husky.png", "../husky.png", "E_PATH_OUTSIDE"),
        ("husky.png", "/tmp/husky.png", "E_PATH_OUTSIDE"),
        ("husky.png", "link/husky.png", "E_PATH_LINK"),
        ("husky.png", "dangling.png", "E_PATH_EXISTS"),
        ("husky.png", ".git/husky.png", "E_PATH_PROTECTED"),
        ("husky.png", ".laika/husky.png", "E_PATH_PROTECTED"),
        ("husky.png", "none/husky.png", "E_PATH_MISSING"),
        ("husky.png", "taken.png", "E_PATH_EXISTS"),
        ("husky.png", "husky.sh", "E_IMAGE_NAME"),
        ("husky.png", "husky.svg", "E_IMAGE_NAME"),
        ("husky.png", "husky.jpg", "E_IMAGE_NAME"),
        ("page.png", "new.png", "E_NOT_AN_IMAGE"),
        ("lie.png", "new.png", "E_NOT_AN_IMAGE"),
        ("typed.png", "new.png", "E_NOT_AN_IMAGE"),
        ("large.png", "new.png", "E_NET_TOO_LARGE"),
        ("cut.png", "new.png", "E_NET_BROKEN_OFF"),
        ("none.png", "new.png", "E_HTTP_NOT_FOUND"),
    ] {
        world.clock.pass(std::time::Duration::from_secs(9));
        let why =
            world.refused("image.save", json!({ "url": format!("https://cdn.example/{url}"), "path": path }));
        assert!(why.contains(expected), "{url} {path}: {why}");
    }
    world.plays("cdn.example/robots.txt", Recorded::new(200, "text/plain", "user-agent: *\ndisallow: /"));
    world.kit.web.forget();
    let asked = json!({ "url": "https://cdn.example/husky.png", "path": "new.png" });
    assert!(world.refused("image.save", asked).contains("E_ROBOTS"));
    assert_eq!(names(&folder), before);
    assert!(!folder.outside().join("new.png").exists() && !folder.outside().join("husky.png").exists());
    assert_eq!(std::fs::read_to_string(folder.outside().join("secret.txt")).unwrap(), SECRET);
}

/// S10: a picture that is elsewhere is handed back, and nothing is written.
#[test]
fn s10_a_picture_at_another_place_is_decided_anew() {
    let folder = Folder::with(&[("a.txt", "")]);
    let world = with_project(&folder, json!({}));
    world.plays("pics.example/1", Recorded::redirect("https://cdn.example/husky.png"));
    let result =
        world.asks("image.save", json!({ "url": "https://pics.example/1", "path": "husky.png" })).unwrap();
    assert_eq!(
        (result.success, &result.metadata["redirect"]),
        (false, &json!("https://cdn.example/husky.png"))
    );
    assert!(!folder.root().join("husky.png").exists() && !folder.root().join("husky.png.json").exists());
    assert!(world.server.lines().iter().all(|line| !line.contains("cdn.example")));
}
