//! `imageboard.search`: pictures of an imageboard by their tags; what is not for everybody only where a setting lets it
//! (INK-052, INK-053, INK-055).

mod danbooru;
mod derpibooru;
mod gelbooru;

use std::fmt::Write as _;

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{Board, BoardHits, BoardImage, BoardSearch, Rating};
use serde_json::Value;

use super::client::Client;
use super::said::{TAG, clean, counted};
use super::settings::{CACHE_TTL, KEY, MOST_PICTURES, has_way, not_set, server, unavailable};
use crate::refusal::{answer, invalid};
use crate::toolbox::{BuiltIn, Kit, Set, Setting, Takes, Task, Unavailable};

/// Pictures where nothing is said (INK-053).
const USUAL_COUNT: u32 = 20;
/// Tags of one picture that are given.
const MOST_TAGS: usize = 100;
/// Artists of one picture that are given.
const MOST_ARTISTS: usize = 20;

const fn address(board: &'static str) -> Setting {
    Setting {
        name: board,
        takes: Takes::Address,
        about: "where this board is; it is not asked where this is not set",
        argument: None,
    }
}

pub(super) const BOARD: BuiltIn = BuiltIn {
    settings: &[
        address("derpibooru"),
        address("danbooru"),
        address("gelbooru"),
        Setting {
            name: "default_board",
            takes: Takes::OneOf(&["derpibooru", "danbooru", "gelbooru"]),
            about: "the board where none is said",
            argument: None,
        },
        Setting {
            name: "max_rating",
            takes: Takes::OneOf(&["safe", "questionable", "explicit"]),
            about: "how far pictures may go; `safe` where this is not set",
            argument: None,
        },
        MOST_PICTURES,
        Setting {
            name: "user",
            takes: Takes::Text,
            about: "the name or number of your account, where the board wants one beside the key",
            argument: None,
        },
        KEY,
        CACHE_TTL,
    ],
    needs: &[has_way, has_board],
    goes_to: |task| {
        let (board, _) = wanted_board(task, &task.read()?);
        server(place_of(task.set, board).map_err(|missing| unavailable(&missing))?)
    },
    ..BuiltIn::new("imageboard.search", |task, _| search(task))
};

fn has_board(_: &Kit, set: Set<'_>) -> Result<(), Unavailable> {
    let mut boards = Board::ALL.iter().map(|board| place_of(set, *board));
    let none =
        || not_set("no imageboard is set", "`laika tools config imageboard.search derpibooru=https://…`");
    boards.find_map(Result::ok).map(|_| ()).ok_or_else(none)
}

fn place_of<'a>(set: Set<'a>, board: Board) -> Result<&'a str, Unavailable> {
    let name = board.as_str();
    set.text(name).ok_or_else(|| {
        let fix = format!("`laika tools config imageboard.search {name}=https://…` sets it");
        not_set(&format!("it is not set where {name} is"), &fix)
    })
}

/// The board and the tags: a board before a colon in the query counts first (INK-055).
fn wanted_board<'a>(task: &Task<'_>, asked: &'a BoardSearch) -> (Board, &'a str) {
    let named = asked.query.split_once(':').and_then(|(name, tags)| Some((board_of(name.trim())?, tags)));
    let usual = || task.set.text("default_board").and_then(board_of).unwrap_or_default();
    let (board, tags) = named.unwrap_or_else(|| (asked.board.unwrap_or_else(usual), &asked.query));
    (board, tags.trim())
}

fn board_of(name: &str) -> Option<Board> {
    Board::ALL.iter().copied().find(|board| board.as_str().eq_ignore_ascii_case(name))
}

/// What a board is asked.
struct Wanted<'a> {
    base: &'a str,
    tags: String,
    rating: Rating,
    min_score: Option<u32>,
    artist: Option<String>,
    count: usize,
    user: Option<&'a str>,
}

fn search(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: BoardSearch = task.read()?;
    let (board, tags) = wanted_board(task, &asked);
    let most = task.set.text("max_rating").and_then(rating_of).unwrap_or_default();
    let rating = asked.rating.unwrap_or_default().min(most);
    let wanted = Wanted {
        base: place_of(task.set, board).map_err(|missing| unavailable(&missing))?,
        tags: clean(tags, 400),
        rating,
        min_score: asked.min_score,
        artist: asked.artist.as_deref().map(|artist| clean(artist, 100)).filter(|artist| !artist.is_empty()),
        count: asked.count.unwrap_or(USUAL_COUNT) as usize,
        user: task.set.text("user"),
    };
    if wanted.tags.is_empty() {
        return Err(invalid("E_QUERY", "there are no tags to search for"));
    }
    let client = Client::of(task)?;
    let (all, cached) = match board {
        Board::Derpibooru => derpibooru::ask(&client, &wanted, task.key()?)?,
        Board::Danbooru => danbooru::ask(&client, &wanted, task.key()?)?,
        Board::Gelbooru => gelbooru::ask(&client, &wanted, task.key()?)?,
    };
    let seen = all.len();
    // A board may read the tags in another way than we do: what it gives is looked at once more.
    let mut images: Vec<BoardImage> = all.into_iter().filter(|image| fits(image, &wanted)).collect();
    let left_out = (seen - images.len()) as u64;
    images.truncate(wanted.count);
    let cut = asked.rating.is_some_and(|asked| asked > most);
    told(&BoardHits { board, images, left_out }, &wanted, cut, cached)
}

fn rating_of(name: &str) -> Option<Rating> {
    Rating::ALL.iter().copied().find(|rating| rating.as_str() == name)
}

fn fits(image: &BoardImage, wanted: &Wanted<'_>) -> bool {
    let plain = |name: &str| name.to_lowercase().replace(' ', "_");
    let by = |artist: &String| image.artists.iter().any(|one| plain(one) == plain(artist));
    image.rating <= wanted.rating
        && wanted.min_score.is_none_or(|least| image.score >= i64::from(least))
        && (image.artists.is_empty() || wanted.artist.as_ref().is_none_or(by))
}

/// Tags that stand in one text with spaces between them.
fn split_tags(value: &Value, key: &str, most: usize) -> Vec<String> {
    let text = value.get(key).and_then(Value::as_str).unwrap_or_default();
    let tags = text.split_ascii_whitespace().take(most).map(|tag| clean(tag, TAG));
    tags.filter(|tag| !tag.is_empty()).collect()
}

fn told(hits: &BoardHits, wanted: &Wanted<'_>, cut: bool, cached: bool) -> Result<ToolResult, ToolError> {
    let mut text = String::new();
    for image in &hits.images {
        let tags: Vec<&str> = image.tags.iter().map(String::as_str).take(12).collect();
        // Writing to a text cannot fail.
        let _ =
            writeln!(text, "#{} score {} ({}): {}", image.id, image.score, image.rating.as_str(), image.url);
        let _ = writeln!(text, "   {}\n   {}", image.page, tags.join(", "));
    }
    let (pictures, board) = (counted(hits.images.len(), "picture"), hits.board.as_str());
    let mut summary =
        format!("{pictures} on {board} for “{}”, {}", clean(&wanted.tags, 80), wanted.rating.as_str());
    if cut {
        summary.push_str("; more than that only where `max_rating` is set");
    }
    let rating = wanted.rating.as_str();
    Ok(answer(hits, summary, text)?.with("board", board).with("rating", rating).with("cached", cached))
}
