//! Addresses that try to reach this machine or a network around it, sent as a tool would send them: nothing arrives.
//!
//! Each is handed to a real worker by whoever skipped every check before, so that the worker alone must hold. Servers on
//! both loopback addresses count who comes.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::net::{IpAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use laika_net::{FixedNames, NetWorker, Refusal, SendError, WorkerOptions};
use laika_protocol::http::{HttpRequest, HttpResponse, Method};
use laika_protocol::ids::{HttpUrl, Origin};
use laika_protocol::secret::SafeUrl;

use super::{Server, read_head, worker, worker_with};

/// Why an address gets nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// It leads to this machine or to a network around it.
    Private,
    /// It is no address that the worker takes, in any reading.
    NoAddress,
    /// Nobody knows the name.
    Unknown,
}
use Held::{NoAddress, Private, Unknown};

/// `{4}` is the port of the server on 127.0.0.1, `{6}` of the one on ::1.
const ATTACKS: &[(&str, Held)] = &[
    // Spellings of IPv4.
    ("http://127.0.0.1:{4}/", Private),
    ("https://127.0.0.1:{4}/", Private),
    ("http://127.0.0.2:{4}/", Private),
    ("http://127.255.255.254:{4}/", Private),
    ("http://127.1:{4}/", Private),
    ("http://127.0.1:{4}/", Private),
    ("http://2130706433:{4}/", Private),
    ("http://017700000001:{4}/", Private),
    ("http://0x7f000001:{4}/", Private),
    ("http://0x7f.0.0.1:{4}/", Private),
    ("http://0x7f.1:{4}/", Private),
    ("http://0177.0.0.1:{4}/", Private),
    ("http://0177.0.0.01:{4}/", Private),
    ("http://127.0.0.1.:{4}/", Private),
    ("http://0.0.0.0:{4}/", Private),
    ("http://0:{4}/", Private),
    ("http://0.1.2.3:{4}/", Private),
    ("http://00000000000:{4}/", Private),
    ("http://256.256.256.256:{4}/", NoAddress),
    ("http://4294967296:{4}/", NoAddress),
    ("http://127.0.0.1.5:{4}/", NoAddress),
    // Other networks that are not public.
    ("http://10.0.0.1:{4}/", Private),
    ("http://172.16.0.1:{4}/", Private),
    ("http://192.168.0.1:{4}/", Private),
    ("http://100.64.0.1:{4}/", Private),
    ("http://169.254.169.254/latest/meta-data/", Private),
    ("http://0xa9fea9fe/latest/meta-data/", Private),
    ("http://2852039166/latest/meta-data/", Private),
    ("http://192.0.0.192/opc/v1/", Private),
    ("http://198.18.0.1:{4}/", Private),
    ("http://224.0.0.1:{4}/", Private),
    ("http://255.255.255.255:{4}/", Private),
    // IPv6, and IPv4 in a coat.
    ("http://[::1]:{6}/", Private),
    ("http://[0:0:0:0:0:0:0:1]:{6}/", Private),
    ("http://[0000::0001]:{6}/", Private),
    ("http://[::]:{6}/", Private),
    ("http://[::ffff:127.0.0.1]:{4}/", Private),
    ("http://[::ffff:7f00:1]:{4}/", Private),
    ("http://[::FFFF:7F00:0001]:{4}/", Private),
    ("http://[::127.0.0.1]:{4}/", Private),
    ("http://[::ffff:0:127.0.0.1]:{4}/", Private),
    ("http://[64:ff9b::127.0.0.1]:{4}/", Private),
    ("http://[64:ff9b::7f00:1]:{4}/", Private),
    ("http://[64:ff9b:1::7f00:1]:{4}/", Private),
    ("http://[2002:7f00:1::1]:{4}/", Private),
    ("http://[2001::7f00:1]:{4}/", Private),
    ("http://[2a00::5efe:127.0.0.1]:{4}/", Private),
    ("http://[fe80::1]:{6}/", Private),
    ("http://[fc00::1]:{6}/", Private),
    ("http://[fd00:ec2::254]/", Private),
    ("http://[fec0::1]:{6}/", Private),
    ("http://[ff02::1]:{6}/", Private),
    ("http://[fe80::1%25lo]:{6}/", NoAddress),
    ("http://[fe80::1%lo]:{6}/", NoAddress),
    ("http://[::1%25lo]:{6}/", NoAddress),
    ("http://[::1:{6}/", NoAddress),
    ("http://::1:{6}/", NoAddress),
    // Names of this machine and of networks around it.
    ("http://localhost:{4}/", Private),
    ("http://LOCALHOST:{4}/", Private),
    ("http://localhost.:{4}/", NoAddress),
    ("http://a.localhost:{4}/", Private),
    ("http://localhost.localdomain:{4}/", Private),
    ("http://printer:{4}/", Private),
    ("http://nas.local:{4}/", Private),
    ("http://metadata.google.internal/", Private),
    ("http://router.home.arpa/", Private),
    ("http://wiki.corp/", Private),
    // Signs that one reader sees and another does not.
    ("http://127.0.0.1%3a{4}/", NoAddress),
    ("http://%31%32%37.0.0.1:{4}/", Private),
    ("http://loc%61lhost:{4}/", Private),
    ("http://１２７.0.0.1:{4}/", Private),
    ("http://127。0。0。1:{4}/", Private),
    ("http://①②⑦.0.0.1:{4}/", Private),
    ("http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:{4}/", Private),
    ("http://local\u{ad}host:{4}/", Private),
    ("http://127.0.0.1\t:{4}/", Private),
    ("http://127.0.0.1\n:{4}/", Private),
    ("http:\\\\127.0.0.1:{4}\\", Private),
    ("http:127.0.0.1:{4}", Private),
    ("http:///127.0.0.1:{4}/", Private),
    ("  http://127.0.0.1:{4}/", Private),
    ("hTTp://127.0.0.1:{4}/", Private),
    // Names and passwords before the host.
    ("http://public.example@127.0.0.1:{4}/", NoAddress),
    ("http://public.example:80@127.0.0.1:{4}/", NoAddress),
    ("http://127.0.0.1:{4}@nobody.example/", NoAddress),
    ("http://public.example\\@127.0.0.1:{4}/", Unknown),
    ("http://public.example#@127.0.0.1:{4}/", Unknown),
    ("http://public.example?@127.0.0.1:{4}/", Unknown),
    ("http://127.0.0.1:{4}#@public.example/", Private),
    // Other schemes.
    ("file:///etc/passwd", NoAddress),
    ("file://127.0.0.1/etc/passwd", NoAddress),
    ("gopher://127.0.0.1:{4}/_GET%20/", NoAddress),
    ("ftp://127.0.0.1:{4}/", NoAddress),
    ("dict://127.0.0.1:{4}/x", NoAddress),
    ("ldap://127.0.0.1:{4}/x", NoAddress),
    ("ws://127.0.0.1:{4}/", NoAddress),
    ("data:text/html,<script>", NoAddress),
    ("blob:http://127.0.0.1:{4}/0", NoAddress),
    ("javascript:fetch('http://127.0.0.1:{4}/')", NoAddress),
    ("view-source:http://127.0.0.1:{4}/", NoAddress),
    ("jar:http://127.0.0.1:{4}/!/", NoAddress),
    ("unix:///run/docker.sock", NoAddress),
    // Names that a resolver answers with such an address.
    ("http://inside.example:{4}/", Private),
    ("http://inside6.example:{6}/", Private),
    ("http://mapped.example:{4}/", Private),
    ("http://nat64.example:{4}/", Private),
    ("http://both.example:{4}/", Private),
    ("http://zero.example:{4}/", Private),
    ("http://metadata.example/", Private),
    ("http://127.0.0.1.inside.example:{4}/", Private),
    ("https://inside.example:{4}/", Private),
    // A name that changes its mind: whatever it says next, each answer is looked at.
    ("http://rebind.example:{4}/", Private),
    ("http://rebind.example:{4}/", Private),
    ("http://rebind.example:{4}/", Private),
    ("http://nobody.example:{4}/", Unknown),
    ("http://empty.example:{4}/", Unknown),
];

fn names() -> FixedNames {
    let address = |text: &str| text.parse::<IpAddr>().unwrap();
    let once = |texts: &[&str]| vec![texts.iter().map(|text| address(text)).collect::<Vec<_>>()];
    [
        ("inside.example", once(&["127.0.0.1"])),
        ("127.0.0.1.inside.example", once(&["127.0.0.1"])),
        ("inside6.example", once(&["::1"])),
        ("mapped.example", once(&["::ffff:127.0.0.1"])),
        ("nat64.example", once(&["64:ff9b::7f00:1"])),
        ("both.example", once(&["8.8.8.8", "127.0.0.1"])),
        ("zero.example", once(&["0.0.0.0"])),
        ("metadata.example", once(&["169.254.169.254"])),
        ("localhost", once(&["127.0.0.1"])),
        ("a.localhost", once(&["127.0.0.1"])),
        ("printer", once(&["127.0.0.1"])),
        ("nas.local", once(&["127.0.0.1"])),
        (
            "rebind.example",
            vec![
                vec![address("8.8.8.8"), address("::1")],
                vec![address("127.0.0.1")],
                vec![address("::ffff:7f00:1")],
            ],
        ),
        ("empty.example", vec![vec![]]),
    ]
    .map(|(name, answers)| (name.to_owned(), answers))
    .into()
}

fn get(url: &str) -> Option<HttpRequest> {
    Some(HttpRequest {
        method: Method::Get,
        url: SafeUrl::parse(url).ok()?,
        headers: Vec::new(),
        body: Vec::new(),
        deadline_ms: 20_000,
        most_bytes: 1 << 20,
    })
}

/// Sends as whoever skipped every check: the origin is whatever the address says, in the most generous reading.
async fn send(worker: &NetWorker, url: &str, private: bool) -> Option<Result<HttpResponse, Refusal>> {
    let request = get(url)?;
    let allow = Origin::of_url(request.url.expose());
    let allow = allow.unwrap_or_else(|| Origin::parse("http://127.0.0.1:1").unwrap());
    Some(worker.send(request, allow, private).await.map_err(|error| match error {
        SendError::Refused(why) => why,
        SendError::Worker(error) => panic!("{error}"),
    }))
}

/// A listener on an address that counts who comes; nothing where this machine has no such address.
fn listen(address: &str) -> Option<(u16, Arc<AtomicUsize>)> {
    let listener = TcpListener::bind(address).ok()?;
    let (port, count) = (listener.local_addr().ok()?.port(), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&count);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            counted.fetch_add(1, Ordering::SeqCst);
            drop(stream);
        }
    });
    Some((port, count))
}

#[tokio::test(flavor = "multi_thread")]
async fn s4_no_address_of_an_argument_reaches_this_machine_or_a_network_around_it() {
    let (port4, count4) = listen("127.0.0.1:0").unwrap();
    // Without IPv6 the addresses are still refused; only nobody counts.
    let (port6, count6) = listen("[::1]:0").unwrap_or_else(|| (port4, Arc::default()));
    let worker = worker_with(WorkerOptions { fixed_names: Some(names()) }).await;
    let mut sent = 0;
    for (attack, held) in ATTACKS {
        let url = attack.replace("{4}", &port4.to_string()).replace("{6}", &port6.to_string());
        let Some(outcome) = send(&worker, &url, false).await else {
            assert_eq!(*held, NoAddress, "{attack}: nobody can even write it down");
            continue;
        };
        sent += 1;
        let expected: &[Refusal] = match held {
            Private => &[Refusal::Private],
            NoAddress => &[Refusal::Malformed, Refusal::Origin, Refusal::Private],
            Unknown => &[Refusal::NotFound],
        };
        let why = outcome.expect_err(attack);
        assert!(expected.contains(&why), "{attack}: {why:?}");
        assert!(!why.may_have_arrived(), "{attack}");
        // What a tool takes as an address at all is written in one way only.
        if let Some(read) = HttpUrl::read(&url) {
            assert!(read.username().is_empty() && matches!(read.scheme(), "http" | "https"), "{attack}");
        }
    }
    let arrived = count4.load(Ordering::SeqCst) + count6.load(Ordering::SeqCst);
    assert_eq!(arrived, 0, "{arrived} of {} attacks connected", ATTACKS.len());
    assert!(ATTACKS.len() >= 60 && sent >= 60, "{} attacks, {sent} sent", ATTACKS.len());
    // The same counters do count what the person named.
    let named = send(&worker, &format!("http://127.0.0.1:{port4}/"), true).await.unwrap();
    assert_eq!(named.unwrap_err(), Refusal::BrokenOff);
    assert_eq!(count4.load(Ordering::SeqCst), 1);
    assert!(worker.is_alive());
}

/// S2: a port of Laika itself is out of reach even for what the person's settings name.
#[tokio::test(flavor = "multi_thread")]
async fn s2_laikas_own_ports_are_out_of_reach_in_every_spelling() {
    let (port, count) = listen("127.0.0.1:0").unwrap();
    let worker = worker_with(WorkerOptions { fixed_names: Some(names()) }).await;
    worker.set_own_ports(BTreeSet::from([port])).await.unwrap();
    for host in [
        "127.0.0.1",
        "127.0.0.2",
        "127.1",
        "0.0.0.0",
        "2130706433",
        "localhost",
        "inside.example",
        "[::ffff:7f00:1]",
    ] {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{host}:{port}/");
            assert_eq!(send(&worker, &url, true).await.unwrap().unwrap_err(), Refusal::Own, "{url}");
        }
    }
    assert_eq!(count.load(Ordering::SeqCst), 0);
}

/// Rebinding: a name is asked for once, and the connection goes to the address that was looked at.
#[tokio::test(flavor = "multi_thread")]
async fn s4_a_name_is_resolved_once_and_the_checked_address_is_connected_to() {
    let first = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
    let port = first.address.port();
    // The same port of another address of this machine, to which the name leads when it is asked again.
    let Some((_, second)) = listen(&format!("127.0.0.9:{port}")) else { return };
    let address = |text: &str| text.parse::<IpAddr>().unwrap();
    let answers = vec![vec![address("127.0.0.1")], vec![address("127.0.0.9")]];
    let fixed = FixedNames::from([("named.example".to_owned(), answers)]);
    let worker = worker_with(WorkerOptions { fixed_names: Some(fixed) }).await;
    let url = format!("http://named.example:{port}/");
    let answer = send(&worker, &url, true).await.unwrap().unwrap();
    assert_eq!((answer.body.as_slice(), first.connections()), (&b"first"[..], 1));
    assert_eq!(second.load(Ordering::SeqCst), 0, "it was asked for once");
    // Where the person did not name it, the second answer is refused as the first would be.
    assert_eq!(send(&worker, &url, false).await.unwrap().unwrap_err(), Refusal::Private);
    assert_eq!((first.connections(), second.load(Ordering::SeqCst)), (1, 0));
}

/// S10: a redirect is an answer. Followed as an argument, it is refused like any other address.
#[tokio::test(flavor = "multi_thread")]
async fn s10_redirects_to_private_places_come_back_and_lead_nowhere() {
    let (port, count) = listen("127.0.0.1:0").unwrap();
    let targets = [
        format!("http://127.0.0.1:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://[::ffff:7f00:1]:{port}/"),
        format!("http://localhost:{port}/"),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "https://10.0.0.1/".to_owned(),
    ];
    let worker = worker().await;
    for status in [301, 302, 303, 307, 308] {
        for target in &targets {
            let head = format!("HTTP/1.1 {status} There\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n");
            let server = Server::start(move |mut stream, _| {
                read_head(&mut stream);
                let _ = stream.write_all(head.as_bytes());
            });
            let answer = send(&worker, &format!("{}/", server.origin()), true).await.unwrap().unwrap();
            assert_eq!((answer.status, answer.header("location")), (status, Some(target.as_str())));
            let followed = send(&worker, target, false).await.unwrap().unwrap_err();
            assert_eq!(followed, Refusal::Private, "{target}");
            assert_eq!(server.connections(), 1);
        }
    }
    assert_eq!(count.load(Ordering::SeqCst), 0);
}
