//! What does not get through, and that nobody is asked about it.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, TcpStream};
use std::time::{Duration, Instant};

use laika_net::{ContextRules, FixedNames, Problem, ProxyAccess, Resources, WorkerOptions};

use super::{
    Server, connect, credentials, exchange, get, origins, raw, row, rules, status, tunnel, worker,
    worker_with,
};

const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

#[tokio::test(flavor = "multi_thread")]
async fn only_the_credentials_of_a_context_open_it() {
    let server = Server::answering(ANSWER);
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let nothing = worker.open_context(rules::<&str>(&[])).await.unwrap();
    let url = format!("{}/", server.origin());
    let plain = format!("GET {url} HTTP/1.1\r\nHost: {}\r\n", server.address);
    let answer = raw(&access, format!("{plain}\r\n").as_bytes());
    assert!(
        answer.starts_with("HTTP/1.1 407 ")
            && answer.contains("\r\nProxy-Authenticate: Basic realm=\"laika\"\r\n")
    );
    let with = |access: &ProxyAccess, user: &str, password: &str| {
        let mut access = access.clone();
        access.user = user.into();
        access.password = laika_protocol::secret::Secret::new(password.into());
        status(&get(&access, &url))
    };
    let (user, password) = (access.user.clone(), access.password.expose().to_owned());
    assert_eq!(with(&access, &user, &password), "200");
    for (user, password) in [
        (&*user, ""),
        (&user, &password[1..]),
        (&user, &format!("{password}0")),
        (&user, nothing.password.expose()),
        (&nothing.user, &password),
        ("99", &password),
        ("", &password),
        (&format!("+{user}"), &password),
        (&format!("0{user}"), &password),
    ] {
        assert_eq!(with(&access, user, password), "407 no_credentials", "{user}");
    }
    // Twice is one reader's first and another's last.
    let twice = format!("{plain}{}{}\r\n", credentials(&access), credentials(&nothing));
    assert_eq!(status(&raw(&access, twice.as_bytes())), "407 no_credentials");
    let bearer = format!("{plain}Proxy-Authorization: Bearer {password}\r\n\r\n");
    assert_eq!(status(&raw(&access, bearer.as_bytes())), "407 no_credentials");
    // A context reaches what its own rules say.
    assert_eq!(status(&get(&nothing, &url)), "403 port");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_is_never_looked_up() {
    let server = Server::answering(ANSWER);
    let loopback: IpAddr = "127.0.0.1".parse().unwrap();
    let port = server.address.port();
    let names = ["public.example", "secret.evil.example", "localhost", "printer", "nas.local"];
    let fixed: FixedNames = names.iter().map(|name| ((*name).to_owned(), vec![vec![loopback]])).collect();
    let worker = worker_with(WorkerOptions { fixed_names: Some(fixed) }).await;
    let mut strict = rules(&[server.origin()]);
    strict.resources = Resources::Denied;
    let strict = worker.open_context(strict).await.unwrap();
    let counted = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let table = [
        (&strict, "secret.evil.example:443".to_owned(), "403 not_allowed"),
        (&strict, format!("secret.evil.example:{port}"), "403 not_allowed"),
        (&strict, "localhost:80".to_owned(), "403 not_allowed"),
        (&counted, format!("secret.evil.example:{port}"), "403 port"),
        (&counted, "secret.evil.example:25".to_owned(), "403 port"),
        (&counted, "localhost:80".to_owned(), "403 private"),
        (&counted, format!("localhost:{port}"), "403 port"),
        (&counted, "printer:443".to_owned(), "403 private"),
        (&counted, "nas.local:443".to_owned(), "403 private"),
        (&counted, "127.0.0.1:80".to_owned(), "403 private"),
        (&counted, "127.0.0.2:443".to_owned(), "403 private"),
        (&counted, "[::1]:443".to_owned(), "403 private"),
        (&counted, "[::ffff:7f00:1]:443".to_owned(), "403 private"),
        (&counted, "169.254.169.254:80".to_owned(), "403 private"),
        (&counted, "127.1:443".to_owned(), "400 malformed"),
        (&counted, "2130706433:443".to_owned(), "400 malformed"),
        (&counted, "localhost.:443".to_owned(), "400 malformed"),
        (&counted, "user@public.example:443".to_owned(), "400 malformed"),
        (&counted, "[fe80::1%25lo]:443".to_owned(), "400 malformed"),
    ];
    for (access, target, expected) in &table {
        assert_eq!(tunnel(access, target).unwrap_err(), *expected, "{target}");
    }
    for access in [&strict, &counted] {
        for row in worker.counters(access.context).await.unwrap() {
            assert_eq!((row.lookups, row.connections), (0, 0), "{row:?}");
            assert!(row.refused > 0 && row.last_problem.is_some_and(Problem::is_refusal), "{row:?}");
        }
    }
    // The same counter does count.
    assert_eq!(tunnel(&counted, "public.example:443").unwrap_err(), "403 private");
    let counts = worker.counters(counted.context).await.unwrap();
    assert_eq!(row(&counts, "public.example").lookups, 1);
    assert_eq!(server.connections(), 0);
}

/// A name that is public when it is first asked for and private afterwards, or both at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_does_not_lead_behind_the_router() {
    let server = Server::answering(ANSWER);
    let origin = format!("http://rebind.example:{}", server.address.port());
    let named = format!("http://named.example:{}", server.address.port());
    let address = |text: &str| text.parse::<IpAddr>().unwrap();
    let answers = vec![
        vec![address("8.8.8.8"), address("127.0.0.1")],
        vec![address("127.0.0.1")],
        vec![address("::1")],
        vec![address("::ffff:127.0.0.1")],
        vec![address("64:ff9b::7f00:1")],
        vec![address("0.0.0.0")],
        vec![address("10.0.0.1")],
        vec![],
    ];
    let fixed = FixedNames::from([
        ("rebind.example".to_owned(), answers.clone()),
        ("named.example".to_owned(), vec![vec![address("127.0.0.1")]]),
    ]);
    let worker = worker_with(WorkerOptions { fixed_names: Some(fixed) }).await;
    let access = worker
        .open_context(ContextRules {
            blocked: std::collections::BTreeSet::new(),
            documents: origins(&[&origin, &named]),
            resources: Resources::Counted,
            private: origins(&[&named]),
            peer_uid: None,
        })
        .await
        .unwrap();
    for answer in &answers {
        let expected = if answer.is_empty() { "502 not_found" } else { "403 private" };
        assert_eq!(status(&get(&access, &format!("{origin}/"))), expected, "{answer:?}");
    }
    assert_eq!(server.connections(), 0);
    // The person named exactly this one.
    assert_eq!(status(&get(&access, &format!("{named}/"))), "200");
    assert_eq!(server.connections(), 1);
    let counts = worker.counters(access.context).await.unwrap();
    assert_eq!(row(&counts, "rebind.example").lookups, answers.len() as u64);
    assert_eq!(status(&get(&access, "http://unknown.example/")), "502 not_found");
}

/// S2: no page reaches Laika's own ports, whatever the rules name.
#[tokio::test(flavor = "multi_thread")]
async fn laikas_own_ports_are_out_of_reach() {
    let companion = Server::answering(ANSWER);
    let port = companion.address.port();
    let worker = worker().await;
    let spellings = [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("127.0.0.2:{port}"),
        format!("0.0.0.0:{port}"),
    ];
    let named: Vec<_> = spellings.iter().map(|host| format!("http://{host}")).collect();
    let access = worker.open_context(rules(&named)).await.unwrap();
    assert!(tunnel(&access, &spellings[0]).is_ok());
    // Through the confined worker's own resolver.
    assert!(tunnel(&access, &spellings[1]).is_ok());
    worker.set_own_ports([port].into()).await.unwrap();
    for spelling in &spellings {
        assert_eq!(tunnel(&access, spelling).unwrap_err(), "403 own", "{spelling}");
    }
    assert_eq!(companion.connections(), 2);
    // The proxy does not lead to itself.
    let itself = format!("http://{}", access.address);
    worker.update(access.context, rules(&[&itself])).await.unwrap();
    assert_eq!(status(&get(&access, &format!("{itself}/"))), "403 own");
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn a_process_of_another_user_is_refused() {
    use std::os::unix::fs::MetadataExt as _;
    let user = std::fs::metadata("/proc/self").unwrap().uid();
    let server = Server::answering(ANSWER);
    let worker = worker().await;
    let url = format!("{}/", server.origin());
    for (peer_uid, expected) in [(user, "200"), (user + 1, "403 not_the_browser")] {
        let rules = ContextRules { peer_uid: Some(peer_uid), ..rules(&[server.origin()]) };
        let access = worker.open_context(rules).await.unwrap();
        assert_eq!(status(&get(&access, &url)), expected);
    }
    assert_eq!(server.connections(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_requests_reach_nobody() {
    let server = Server::answering(ANSWER);
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let host = server.address.to_string();
    for (line, fields, body) in [
        (format!("GET http://{host}/ HTTP/1.1"), "Host: other.example".to_owned(), ""),
        (format!("GET https://{host}/ HTTP/1.1"), format!("Host: {host}"), ""),
        (format!("GET http://{host}/ HTTP/1.1"), format!("Host: {host}\r\n folded"), ""),
        (
            format!("POST http://{host}/ HTTP/1.1"),
            format!("Host: {host}\r\nTransfer-Encoding: chunked"),
            "0\r\n\r\n",
        ),
        (
            format!("POST http://{host}/ HTTP/1.1"),
            format!("Host: {host}\r\nContent-Length: 1\r\nContent-Length: 2"),
            "xx",
        ),
        (format!("GET http://{host}/ HTTP/1.1"), format!("Host: {host}"), "GET / HTTP/1.1\r\n\r\n"),
        (format!("CONNECT {host} HTTP/1.1"), format!("Host: {host}"), "early bytes"),
    ] {
        let answer = exchange(&access, &line, &format!("{fields}\r\n"), body.as_bytes());
        assert_eq!(status(&answer), "400 malformed", "{line} {fields}");
    }
    let long = format!("GET http://{host}/{} HTTP/1.1", "a".repeat(40_000));
    assert_eq!(status(&exchange(&access, &long, &format!("Host: {host}\r\n"), b"")), "400 malformed");
    assert_eq!(status(&raw(&access, b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")), "400 malformed");
    assert_eq!(server.connections(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_finish_a_request_is_not_waited_for() {
    let worker = worker().await;
    let access = worker.open_context(rules::<&str>(&[])).await.unwrap();
    let mut stream: TcpStream = connect(&access);
    stream.write_all(b"GET http://a.example/ HTTP/1.1\r\nHost").unwrap();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(9) {
        std::thread::sleep(Duration::from_millis(500));
        if stream.write_all(b"x").is_err() {
            break;
        }
    }
    assert!(!matches!(stream.read(&mut [0]), Ok(1..)));
    assert!(start.elapsed() < Duration::from_secs(14), "{:?}", start.elapsed());
}
