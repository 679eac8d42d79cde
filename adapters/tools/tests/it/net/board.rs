//! `imageboard.search`: three boards, and that what is not for everybody stays out.

use expect_test::expect;
use laika_protocol::tools::typed::{Board, BoardHits, Rating};
use serde_json::{Value, json};

use super::super::data;
use super::server::Recorded;
use super::{World, recorded, shown};

fn world(more: Value) -> World {
    let mut settings = json!({
        "derpibooru": "https://derpi.example", "danbooru": "https://dan.example", "gelbooru": "https://gel.example",
    });
    settings.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    let world = World::with(json!({ "imageboard.search": settings }));
    world.plays("derpi.example/api/v1/json/search/images", Recorded::json(recorded!("derpibooru.json")));
    world.plays("dan.example/posts.json", Recorded::json(recorded!("danbooru.json")));
    world.plays("gel.example/index.php", Recorded::json(recorded!("gelbooru.json")));
    world
}

fn found(world: &World, arguments: Value) -> BoardHits {
    data(&world.asks("imageboard.search", arguments).unwrap())
}

fn asked(world: &World) -> String {
    let line = world.server.asked().last().unwrap().line.clone();
    let url = url::Url::parse(&format!("https://{}", line.strip_prefix("GET ").unwrap())).unwrap();
    url.query_pairs().map(|(name, value)| format!("{name}={value} ")).collect::<String>().trim().to_owned()
}

/// INK-052: tags, scores and sources.
#[test]
fn ink_052_derpibooru_gives_tags_scores_and_sources() {
    let world = world(json!({}));
    let result = world.asks("DERPIBOORU", json!({ "query": "oc, tree" })).unwrap();
    expect![[r#"
        1 picture on derpibooru for “oc, tree”, safe
        ----
        #3000001 score 412 (safe): https://derpicdn.example/img/view/2026/1/1/3000001.png
           https://derpi.example/images/3000001
           safe, artist:quill, oc, solo, tree
        ----
        {
          "board": "derpibooru",
          "images": [
            {
              "id": 3000001,
              "url": "https://derpicdn.example/img/view/2026/1/1/3000001.png",
              "page": "https://derpi.example/images/3000001",
              "rating": "safe",
              "score": 412,
              "favourites": 300,
              "artists": [
                "quill"
              ],
              "tags": [
                "safe",
                "artist:quill",
                "oc",
                "solo",
                "tree"
              ],
              "source": "https://art.example/quill/1",
              "width": 1600,
              "height": 1200
            }
          ],
          "leftOut": 3
        }
        {"board":"derpibooru","rating":"safe","cached":false}
    "#]]
    .assert_eq(&shown(&result));
    assert_eq!(asked(&world), "q=(oc, tree), safe per_page=20 sf=score sd=desc");
}

/// INK-055: a board before a colon is the board.
#[test]
fn ink_055_a_query_names_its_board() {
    let world = world(json!({}));
    for (query, board, tags) in [
        ("danbooru:hat scenery", Board::Danbooru, "tags=hat scenery rating:g limit=20"),
        (
            "Gelbooru: hat",
            Board::Gelbooru,
            "page=dapi s=post q=index json=1 limit=20 tags=hat rating:general",
        ),
        ("derpibooru:artist:quill", Board::Derpibooru, "q=(artist:quill), safe per_page=20 sf=score sd=desc"),
        ("artist:quill", Board::Derpibooru, "q=(artist:quill), safe per_page=20 sf=score sd=desc"),
    ] {
        world.kit.web.forget();
        let hits = found(&world, json!({ "query": query }));
        assert_eq!((hits.board, asked(&world).as_str()), (board, tags), "{query}");
        assert_eq!(hits.images.len(), 1, "{query}");
    }
    let other = found(&world, json!({ "query": "hat", "board": "danbooru" }));
    assert_eq!(
        (other.images[0].artists.as_slice(), other.images[0].favourites),
        (&["some_artist".to_owned()][..], Some(70))
    );
    assert_eq!(other.images[0].page, "https://dan.example/posts/7000001");
}

/// INK-053: safe if nothing is said; more only where the person set it, and only if it is asked for.
#[test]
fn ink_053_what_is_not_for_everybody_stays_out() {
    let ask = |settings: Value, board: &str, rating: Option<&str>| {
        let world = world(settings);
        let mut arguments = json!({ "query": format!("{board}:hat") });
        if let Some(rating) = rating {
            arguments["rating"] = rating.into();
        }
        let result = world.asks("imageboard.search", arguments).unwrap();
        let hits: BoardHits = data(&result);
        (
            hits.images.iter().map(|image| image.rating).max().unwrap(),
            hits.images.len(),
            hits.left_out,
            result.summary,
        )
    };
    for board in ["derpibooru", "danbooru", "gelbooru"] {
        for rating in [None, Some("safe"), Some("questionable"), Some("explicit")] {
            let (most, count, left, summary) = ask(json!({}), board, rating);
            assert_eq!((most, count), (Rating::Safe, 1), "{board} {rating:?}");
            assert!(left >= 1, "what the board gave all the same is left out");
            assert_eq!(summary.contains("max_rating"), rating.is_some_and(|one| one != "safe"), "{summary}");
        }
        let loose = json!({ "max_rating": "questionable" });
        assert_eq!(ask(loose.clone(), board, None).0, Rating::Safe, "{board}");
        assert_eq!(ask(loose.clone(), board, Some("explicit")).0, Rating::Questionable, "{board}");
        assert_eq!(ask(loose, board, Some("questionable")).0, Rating::Questionable, "{board}");
    }
    let (most, count, ..) = ask(json!({ "max_rating": "explicit" }), "derpibooru", Some("explicit"));
    assert_eq!((most, count), (Rating::Explicit, 4));
    // Words that try to close the bracket change nothing: what comes back is looked at once more.
    let world = world(json!({}));
    assert_eq!(found(&world, json!({ "query": "a) || explicit || (b" })).images.len(), 1);
}

/// INK-053: by score and artist, with a key that nobody sees.
#[test]
fn ink_053_scores_artists_and_a_key() {
    let world = world(json!({ "key": "mine", "user": "42", "max_results": 7 }));
    let result = world
        .asks("imageboard.search", json!({ "query": "oc", "minScore": 500, "artist": "quill" }))
        .unwrap();
    assert_eq!(data::<BoardHits>(&result).images.len(), 0);
    assert_eq!(
        asked(&world),
        "q=(oc), safe, score.gte:500, artist:quill per_page=7 sf=score sd=desc key=k3y-c4n4ry"
    );
    assert!(!shown(&result).contains("c4n4ry"));
    found(&world, json!({ "query": "gelbooru:hat", "artist": "a b", "minScore": 3 }));
    assert!(asked(&world).ends_with("tags=hat a_b rating:general score:>=3 user_id=42 api_key=k3y-c4n4ry"));
    world.plays("gel.example/index.php", Recorded::status(403));
    let why = world.refused("imageboard.search", json!({ "query": "gelbooru:tree" }));
    assert!(why.contains("gel.example") && !why.contains("c4n4ry"), "{why}");
}

#[test]
fn a_board_that_is_not_set_is_not_asked() {
    let world = World::with(json!({ "imageboard.search": { "derpibooru": "https://derpi.example" } }));
    let why = world.refused("imageboard.search", json!({ "query": "danbooru:hat" }));
    assert!(why.contains("UNAVAILABLE") && why.contains("where danbooru is"), "{why}");
    let bare = World::with(json!({}));
    assert!(bare.refused("imageboard.search", json!({ "query": "hat" })).contains("no imageboard is set"));
    assert!(world.refused("imageboard.search", json!({ "query": "derpibooru: " })).contains("E_QUERY"));
    assert_eq!(world.server.lines().len() + bare.server.lines().len(), 0);
    world.plays("derpi.example/", Recorded::json(r#"{"images": {}}"#));
    assert!(world.refused("imageboard.search", json!({ "query": "hat" })).contains("`images` is no list"));
}

#[test]
fn a_board_without_a_hit_says_so() {
    let world = world(json!({}));
    world.plays("gel.example/", Recorded::json(r#"{"@attributes": {"limit": 20, "offset": 0, "count": 0}}"#));
    assert_eq!(found(&world, json!({ "query": "gelbooru:none" })).images.len(), 0);
    world.plays(
        "gel.example/",
        Recorded::json(
            r#"[{"id": "7", "rating": "safe", "file_url": "https://x.example/a.png", "tags": "a b"}]"#,
        ),
    );
    assert_eq!(
        found(&world, json!({ "query": "gelbooru:older" })).images[0].id,
        7,
        "older boards give a list alone"
    );
}
