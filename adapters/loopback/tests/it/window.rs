//! The window from outside: who is let in, and what everybody else hears.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use laika_loopback::ServeError;
use laika_loopback::window::{WindowLimits, serve};
use serde_json::json;

use super::world::{ACT, Heard, Running, VIEW, connect, quick, receive, request, send, set, start, window};

/// What stands on every answer, refusals as well, and what stands on none.
fn assert_secure(heard: &Heard) {
    let csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
               connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
               require-trusted-types-for 'script'";
    for (name, value) in [
        ("content-security-policy", csp),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(heard.header(name), Some(value), "{heard:?}");
    }
    let off = heard.header("permissions-policy").unwrap();
    // Everything is off, but that what the person copies goes to the clipboard.
    let on: Vec<&str> = off.split(", ").filter(|feature| !feature.ends_with("=()")).collect();
    assert!(on == ["clipboard-write=(self)"] && off.contains("camera=()"), "{off}");
    let head = heard.head.to_lowercase();
    assert!(!head.contains("access-control") && !head.contains("set-cookie"), "{heard:?}");
}

/// Sends the same question with other lines and says what differs from what is expected.
fn differs(
    running: &Running,
    body: &str,
    name: &str,
    values: &[&str],
    expected: (u16, &str),
) -> Option<String> {
    let port = running.address.port().to_string();
    let values: Vec<_> = values.iter().map(|value| value.replace("PORT", &port)).collect();
    let values: Vec<_> = values.iter().map(String::as_str).collect();
    let heard = send(running.address, &request(running.address, |lines| set(lines, name, &values), body));
    assert_secure(&heard);
    let got = (heard.status, heard.code());
    (got != (expected.0, expected.1.to_owned())).then(|| format!("{name}: {values:?}: {heard:?}"))
}

#[test]
fn s2_what_is_not_our_own_page_is_refused_with_a_code() {
    let running = start(quick());
    let other_port = format!("127.0.0.1:{}", running.address.port() ^ 1);
    let other_origin = format!("http://{other_port}");
    let twice = format!("Bearer {ACT}");
    // Header, its values, and what comes back. PORT stands for the port.
    let table: &[(&str, &[&str], u16, &str)] = &[
        // DNS rebinding: a name that somebody made point here, and other spellings of this machine.
        ("Host", &["evil.example"], 403, "E_HOST"),
        ("Host", &["evil.example:PORT"], 403, "E_HOST"),
        ("Host", &["127.0.0.1.evil.example:PORT"], 403, "E_HOST"),
        ("Host", &[&other_port], 403, "E_HOST"),
        ("Host", &["127.0.0.1"], 403, "E_HOST"),
        ("Host", &["127.0.0.1:0PORT"], 403, "E_HOST"),
        ("Host", &["localhost:PORT"], 403, "E_HOST"),
        ("Host", &["[::1]:PORT"], 403, "E_HOST"),
        ("Host", &["[::ffff:127.0.0.1]:PORT"], 403, "E_HOST"),
        ("Host", &["127.1:PORT"], 403, "E_HOST"),
        ("Host", &["127.0.0.2:PORT"], 403, "E_HOST"),
        ("Host", &["0.0.0.0:PORT"], 403, "E_HOST"),
        ("Host", &["2130706433:PORT"], 403, "E_HOST"),
        ("Host", &["0x7f000001:PORT"], 403, "E_HOST"),
        ("Host", &["user@127.0.0.1:PORT"], 403, "E_HOST"),
        ("Host", &[""], 403, "E_HOST"),
        ("Host", &[], 403, "E_HOST"),
        ("Host", &["127.0.0.1:PORT", "127.0.0.1:PORT"], 403, "E_HOST"),
        ("Host", &["127.0.0.1:PORT", "evil.example"], 403, "E_HOST"),
        // CSRF: no page of another origin, none that hides its origin, and none that states none.
        ("Origin", &["https://evil.example"], 403, "E_ORIGIN"),
        ("Origin", &["http://evil.example:PORT"], 403, "E_ORIGIN"),
        ("Origin", &["null"], 403, "E_ORIGIN"),
        ("Origin", &[""], 403, "E_ORIGIN"),
        ("Origin", &["http://localhost:PORT"], 403, "E_ORIGIN"),
        ("Origin", &["https://127.0.0.1:PORT"], 403, "E_ORIGIN"),
        ("Origin", &["http://127.0.0.1:PORT/"], 403, "E_ORIGIN"),
        ("Origin", &["http://127.0.0.1:PORT.evil.example"], 403, "E_ORIGIN"),
        ("Origin", &[&other_origin], 403, "E_ORIGIN"),
        ("Origin", &["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], 403, "E_ORIGIN"),
        ("Origin", &["http://127.0.0.1:PORT", "http://127.0.0.1:PORT"], 403, "E_ORIGIN"),
        ("Origin", &[], 403, "E_ORIGIN"),
        // What a form or a plain script can send without asking first.
        ("Content-Type", &["text/plain"], 415, "E_MEDIA_TYPE"),
        ("Content-Type", &["text/plain; application/json"], 415, "E_MEDIA_TYPE"),
        ("Content-Type", &["application/x-www-form-urlencoded"], 415, "E_MEDIA_TYPE"),
        ("Content-Type", &["multipart/form-data; boundary=x"], 415, "E_MEDIA_TYPE"),
        ("Content-Type", &["application/jsonp"], 415, "E_MEDIA_TYPE"),
        ("Content-Type", &[], 415, "E_MEDIA_TYPE"),
        ("Content-Type", &["application/json", "text/plain"], 415, "E_MEDIA_TYPE"),
        ("Content-Type", &["Application/JSON; charset=utf-8"], 200, "-"),
        // Who began it, by the browser's word.
        ("Sec-Fetch-Site", &["cross-site"], 403, "E_SITE"),
        ("Sec-Fetch-Site", &["same-site"], 403, "E_SITE"),
        ("Sec-Fetch-Site", &["same-origin", "cross-site"], 403, "E_SITE"),
        ("Sec-Fetch-Site", &[""], 403, "E_SITE"),
        ("Sec-Fetch-Site", &["none"], 200, "-"),
        ("Sec-Fetch-Site", &[], 200, "-"),
        // Tokens; one in a cookie is none.
        ("Authorization", &[], 401, "E_TOKEN"),
        ("Authorization", &["Bearer"], 401, "E_TOKEN"),
        ("Authorization", &["Bearer wrong"], 401, "E_TOKEN"),
        ("Authorization", &["Bearer act-token-012345678"], 401, "E_TOKEN"),
        ("Authorization", &["Basic act-token-0123456789"], 401, "E_TOKEN"),
        ("Authorization", &[&twice, "Bearer wrong"], 401, "E_TOKEN"),
        ("Authorization", &[&twice, &twice], 401, "E_TOKEN"),
        // Lengths.
        ("Content-Length", &["1048577"], 413, "E_TOO_LONG"),
        ("Content-Length", &["99999999999999"], 413, "E_TOO_LONG"),
    ];
    let wrong: Vec<_> = table
        .iter()
        .filter_map(|(name, values, status, code)| differs(&running, "{}", name, values, (*status, *code)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(*running.told.asked.lock().unwrap(), 3, "only the good ones came through");
    let cookie = |lines: &mut Vec<String>| {
        set(lines, "Authorization", &[]);
        set(lines, "Cookie", &[&format!("token={ACT}")]);
    };
    assert_eq!(send(running.address, &request(running.address, cookie, "{}")).code(), "E_TOKEN");
}

#[test]
fn paths_and_methods_are_a_list() {
    let running = start(quick());
    let address = running.address;
    let absolute = format!("POST http://{address}/api/ask HTTP/1.1");
    let first_lines: &[(&str, u16, &str)] = &[
        ("GET / HTTP/1.1", 200, "-"),
        ("GET /window.js HTTP/1.1", 200, "-"),
        ("GET /api/news HTTP/1.1", 200, "-"),
        ("POST /api/ask HTTP/1.1", 200, "-"),
        ("POST /api/laika HTTP/1.1", 200, "-"),
        ("GET /?token=act-token-0123456789 HTTP/1.1", 404, "E_PATH"),
        ("GET /index.html HTTP/1.1", 404, "E_PATH"),
        ("GET //window.js HTTP/1.1", 404, "E_PATH"),
        ("GET /x/../window.js HTTP/1.1", 404, "E_PATH"),
        ("GET /%77indow.js HTTP/1.1", 404, "E_PATH"),
        ("GET /api/ HTTP/1.1", 404, "E_PATH"),
        ("POST /api/ask/ HTTP/1.1", 404, "E_PATH"),
        ("POST /api/ask?x HTTP/1.1", 404, "E_PATH"),
        ("POST /API/ask HTTP/1.1", 404, "E_PATH"),
        ("GET /api/ask HTTP/1.1", 405, "E_METHOD"),
        ("PUT /api/ask HTTP/1.1", 405, "E_METHOD"),
        ("POST / HTTP/1.1", 405, "E_METHOD"),
        ("POST /api/news HTTP/1.1", 405, "E_METHOD"),
        ("OPTIONS /api/ask HTTP/1.1", 405, "E_METHOD"),
        ("OPTIONS / HTTP/1.1", 405, "E_METHOD"),
        ("TRACE / HTTP/1.1", 405, "E_METHOD"),
        ("HEAD / HTTP/1.1", 405, "-"),
        // A whole address names a second host, even when it is ours.
        ("POST http://evil.example/api/ask HTTP/1.1", 403, "E_HOST"),
        (&absolute, 403, "E_HOST"),
        ("CONNECT 127.0.0.1:22 HTTP/1.1", 403, "E_HOST"),
        ("POST /api/ask HTTP/1.0", 403, "E_HOST"),
    ];
    for (line, status, code) in first_lines {
        let change = |lines: &mut Vec<String>| lines[0] = (*line).to_owned();
        let heard = send(address, &request(address, change, ""));
        assert_eq!((heard.status, heard.code().as_str()), (*status, *code), "{line}: {heard:?}");
        assert_secure(&heard);
    }
    // What hyper does not read at all has no code of ours, and nothing else of ours either.
    for line in ["POST /api/ask HTTP/2.0", "POST /api/ask", "\u{0}\u{1}\u{2}"] {
        let heard = send(address, &request(address, |lines| lines[0] = line.to_owned(), ""));
        assert_eq!((heard.status, heard.body.as_str()), (400, ""), "{line}");
    }
    // A browser's question before a request: no permission, whoever asks, and in no header.
    for (origin, code) in [("https://evil.example", "E_ORIGIN"), (&*format!("http://{address}"), "E_METHOD")]
    {
        let preflight = |lines: &mut Vec<String>| {
            lines[0] = "OPTIONS /api/ask HTTP/1.1".to_owned();
            set(lines, "Authorization", &[]);
            set(lines, "Origin", &[origin]);
            set(lines, "Access-Control-Request-Method", &["POST"]);
        };
        let heard = send(address, &request(address, preflight, ""));
        assert_eq!(heard.code(), code, "{heard:?}");
        assert_secure(&heard);
    }
}

/// The files hold nothing, so they need no token; but no other name, page or site gets even those.
#[test]
fn files_need_no_token_but_a_name_of_ours() {
    let running = start(quick());
    let get = |path: &str, name: &str, values: &[&str]| {
        let change = |lines: &mut Vec<String>| {
            *lines = vec![format!("GET {path} HTTP/1.1"), format!("Host: {}", running.address)];
            set(lines, name, values);
        };
        let heard = send(running.address, &request(running.address, change, ""));
        assert_secure(&heard);
        heard
    };
    let page = get("/", "X", &[]);
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.starts_with("<!doctype html>"), "{page:?}");
    assert_eq!(get("/window.js", "X", &[]).header("content-type"), Some("text/javascript"));
    for path in ["/", "/window.js", "/api/news"] {
        assert_eq!(get(path, "Host", &["evil.example"]).code(), "E_HOST", "{path}");
        assert_eq!(get(path, "Origin", &["https://evil.example"]).code(), "E_ORIGIN", "{path}");
        assert_eq!(get(path, "Sec-Fetch-Site", &["cross-site"]).code(), "E_SITE", "{path}");
    }
    let news = get("/api/news", "X", &[]);
    assert_eq!((news.code().as_str(), news.header("www-authenticate")), ("E_TOKEN", Some("Bearer")));
}

#[test]
fn a_question_goes_on_with_the_rights_of_its_token() {
    let running = start(WindowLimits::default());
    for path in ["ask", "laika"] {
        for (token, rights) in [(ACT, "Act"), (VIEW, "View")] {
            let change = |lines: &mut Vec<String>| {
                lines[0] = format!("POST /api/{path} HTTP/1.1");
                set(lines, "Authorization", &[&format!("Bearer {token}")]);
            };
            let heard = send(running.address, &request(running.address, change, "{\"a\":1}"));
            let expected = json!({ "at": path, "rights": rights, "length": 7, "body": "{\"a\":1}" });
            assert_eq!((heard.status, heard.json()), (200, expected), "{heard:?}");
            assert_eq!(heard.header("content-type"), Some("application/json"));
            assert_secure(&heard);
        }
    }
    // A status of what stands behind goes through, with the same headers; and a whole mebibyte fits.
    let gone = send(running.address, &request(running.address, |_| {}, "\"gone\""));
    assert_eq!(gone.status, 502);
    assert_secure(&gone);
    let long = "x".repeat(1024 * 1024);
    let heard = send(running.address, &request(running.address, |_| {}, &long));
    assert_eq!(heard.json()["length"], 1024 * 1024);
}

/// Where one reader would end a request and another would not, nothing is answered but the first reading, and nothing
/// after it on that connection.
#[test]
fn a_second_request_cannot_hide_in_a_first() {
    let running = start(quick());
    let hidden = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", running.address);
    let chunks = format!("2\r\n{{}}\r\n0\r\n\r\n{hidden}");
    // Header lines in place of the length, the body, and what comes back. LENGTH stands for the true length.
    let shapes: &[(&[&str], &str, u16, &str)] = &[
        (&["Content-Length: LENGTH", "Transfer-Encoding: chunked"], &chunks, 200, "-"),
        (&["Transfer-Encoding: chunked", "Content-Length: LENGTH"], &chunks, 200, "-"),
        (&["Transfer-Encoding: chunked"], &chunks, 200, "-"),
        (&["Transfer-Encoding: chunked"], "xyz\r\n{}\r\n0\r\n\r\n", 400, "E_BROKEN"),
        (&["Transfer-Encoding: gzip, chunked"], &chunks, 400, "E_LENGTH"),
        (&["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], &chunks, 400, "E_LENGTH"),
        (&["Transfer-Encoding: xchunked"], &chunks, 400, "-"),
        (&["Transfer-Encoding : chunked"], &chunks, 400, "-"),
        (&["Content-Length: 2", "Content-Length: 4"], &hidden, 400, "-"),
        (&["Content-Length: +5"], &hidden, 400, "-"),
        (&["Content-Length: LENGTH", " folded: 1"], &hidden, 400, "-"),
    ];
    for (lines, body, status, code) in shapes {
        let change = |all: &mut Vec<String>| {
            set(all, "Content-Length", &[]);
            all.extend(lines.iter().map(|line| line.replace("LENGTH", &body.len().to_string())));
        };
        let mut stream = connect(running.address);
        stream.write_all(&request(running.address, change, body)).unwrap();
        let heard = receive(&mut stream);
        assert_eq!((heard.status, heard.code().as_str()), (*status, *code), "{lines:?}: {heard:?}");
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        let rest = String::from_utf8_lossy(&rest);
        assert!(!rest.contains("HTTP/1.1 "), "{lines:?}: a second answer: {rest}");
    }
}

#[test]
fn too_much_and_too_slow_end_early() {
    let running = start(quick());
    let address = running.address;
    // Chunks without end: refused at one mebibyte, whatever was promised.
    let chunked = |lines: &mut Vec<String>| set(lines, "Content-Length", &[]);
    let mut bomb = request(
        address,
        |lines| {
            chunked(lines);
            lines.push("Transfer-Encoding: chunked".to_owned());
        },
        "",
    );
    for _ in 0..40 {
        bomb.extend_from_slice(format!("8000\r\n{}\r\n", "x".repeat(0x8000)).as_bytes());
    }
    let heard = send(address, &bomb);
    assert_eq!((heard.status, heard.code().as_str()), (413, "E_TOO_LONG"), "{}", heard.head);

    // A body that never ends.
    let heard = send(address, &request(address, |lines| set(lines, "Content-Length", &["500"]), "{"));
    assert_eq!((heard.status, heard.code().as_str()), (408, "E_TOO_SLOW"), "{heard:?}");
    assert_secure(&heard);

    // Headers: too many, too long.
    let many = |lines: &mut Vec<String>| lines.extend((0..100).map(|at| format!("X-{at}: 1")));
    assert_eq!(send(address, &request(address, many, "{}")).status, 431);
    let long = |lines: &mut Vec<String>| lines.push(format!("X: {}", "x".repeat(64 * 1024)));
    assert_eq!(send(address, &request(address, long, "{}")).status, 431);

    // A header line by line: the clock runs from the first byte and is not wound up again by later ones.
    let begun = Instant::now();
    let mut slow = connect(address);
    slow.write_all(b"POST /api/ask HTTP/1.1\r\n").unwrap();
    while begun.elapsed() < Duration::from_secs(5) && slow.write_all(b"X: 1\r\n").is_ok() {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(begun.elapsed() < Duration::from_secs(3), "a slow header held on for {:?}", begun.elapsed());
}

#[test]
fn too_many_connections_hear_so_at_once() {
    let limits = quick();
    let door = laika_loopback::Limits { connections: 4, silence: Duration::from_secs(20), ..limits.door };
    let running = start(WindowLimits { door, ..limits });
    let _idle: Vec<_> = (0..4).map(|_| connect(running.address)).collect();
    std::thread::sleep(Duration::from_millis(300));
    let heard = receive(&mut connect(running.address));
    assert_eq!((heard.status, heard.code().as_str()), (503, "E_TOO_MANY"), "{heard:?}");
    assert_secure(&heard);
}

#[test]
fn only_this_machine_is_served() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let listener = TcpListener::bind("0.0.0.0:0").unwrap();
    let served = runtime.block_on(serve(listener, window(Arc::default()), std::future::pending()));
    let error = served.unwrap_err();
    assert!(matches!(error, ServeError::NotLoopback(_)), "{error}");
    assert!(error.to_string().starts_with("E_NOT_LOOPBACK: "), "{error}");
}
