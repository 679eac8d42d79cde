//! The ways a page has to send something somewhere.
//!
//! Each is a page of the allowed site that tries one of them, towards a listener that nothing may reach.

/// How an attempt is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trace {
    /// A TCP connection to the listener.
    Tcp,
    /// A UDP packet to the listener.
    Udp,
    /// A name that somebody looks up.
    Name,
}

/// One way out.
pub(super) struct Channel {
    pub(super) name: &'static str,
    pub(super) trace: Trace,
    /// What the site answers with. `{out}` is `host:port` of the listener, `{port}` its port, `{name}` a name of
    /// this channel's own, `{rebind}` a name that leads to this machine, `{channel}` the number of the channel.
    pub(super) page: Page,
}

/// What the site answers with when a channel's page is asked for.
pub(super) enum Page {
    /// HTML that tries it, and a script that says when it did.
    Html(&'static str),
    /// The same with one more header field.
    HtmlWith(&'static str, &'static str),
    /// A redirect to the listener.
    Redirect,
}

const fn html(name: &'static str, page: &'static str) -> Channel {
    Channel { name, trace: Trace::Tcp, page: Page::Html(page) }
}

const fn udp(name: &'static str, page: &'static str) -> Channel {
    Channel { name, trace: Trace::Udp, page: Page::Html(page) }
}

const fn name(name: &'static str, page: &'static str) -> Channel {
    Channel { name, trace: Trace::Name, page: Page::Html(page) }
}

const fn with(name: &'static str, field: &'static str, page: &'static str) -> Channel {
    Channel { name, trace: Trace::Tcp, page: Page::HtmlWith(field, page) }
}

/// Every channel, in the order of the report.
/// The channels that are tried: all, or so many of them, evenly taken.
pub(super) fn chosen(most: Option<usize>) -> Vec<usize> {
    let step = CHANNELS.len().div_ceil(most.unwrap_or(CHANNELS.len()).max(1)).max(1);
    (0..CHANNELS.len()).step_by(step).collect()
}

pub(super) const CHANNELS: &[Channel] = &[
    html("fetch", "<script>fetch('http://{out}/', {mode: 'no-cors'})</script>"),
    html("fetch with preflight", "<script>fetch('http://{out}/', {method: 'PUT', headers: {'x-a': 'b'}})</script>"),
    html("fetch kept alive", "<script>addEventListener('pagehide', () => fetch('http://{out}/', {mode: 'no-cors', keepalive: true}))
        setTimeout(() => location = '/ran?{channel}', 500)</script>"),
    html("XMLHttpRequest", "<script>const x = new XMLHttpRequest(); x.open('GET', 'http://{out}/'); x.send()</script>"),
    html("WebSocket", "<script>new WebSocket('ws://{out}/')</script>"),
    html("EventSource", "<script>new EventSource('http://{out}/')</script>"),
    udp("WebRTC over UDP", "<script>const p = new RTCPeerConnection({iceServers: [{urls: 'stun:{out}'}]})
        p.createDataChannel('d'); p.createOffer().then(o => p.setLocalDescription(o))</script>"),
    html("WebRTC over TCP", "<script>const p = new RTCPeerConnection({iceServers: [{urls: 'turn:{out}?transport=tcp', username: 'u', credential: 'c'}]})
        p.createDataChannel('d'); p.createOffer().then(o => p.setLocalDescription(o))</script>"),
    udp("WebTransport", "<script>new WebTransport('https://{out}/').ready.catch(() => {})</script>"),
    html("beacon", "<script>navigator.sendBeacon('http://{out}/', 'x')</script>"),
    html("link ping", "<a id=a href='#x' ping='http://{out}/'>x</a><script>a.click()</script>"),
    html("prefetch", "<link rel=prefetch href='http://{out}/'>"),
    html("preload", "<link rel=preload as=image href='http://{out}/'>"),
    html("module preload", "<link rel=modulepreload href='http://{out}/'>"),
    html("preconnect", "<link rel=preconnect href='http://{out}/'>"),
    html("speculation rules", "<script type=speculationrules>{\"prefetch\": [{\"source\": \"list\", \"urls\": [\"http://{out}/\"], \"eagerness\": \"immediate\"}]}</script>"),
    html("favicon", "<link rel=icon href='http://{out}/'>"),
    html("image", "<img src='http://{out}/'>"),
    html("image set", "<img srcset='http://{out}/ 1x'>"),
    html("image behind a redirect", "<img src='/redirect?{channel}'>"),
    html("SVG image", "<svg><image href='http://{out}/' width=9 height=9 /></svg>"),
    html("video", "<video id=v muted></video><script>v.src = 'http://{out}/'; v.load(); v.play().catch(() => {})</script>"),
    html("video poster", "<video poster='http://{out}/'></video>"),
    html("audio", "<audio src='http://{out}/' preload=auto></audio>"),
    html("style sheet", "<link rel=stylesheet href='http://{out}/'>"),
    html("style import", "<style>@import 'http://{out}/';</style>"),
    html("background image", "<div style='background: url(http://{out}/)'>x</div>"),
    html("font", "<style>@font-face { font-family: f; src: url(http://{out}/) } p { font-family: f }</style><p>x</p>"),
    html("script", "<script async src='http://{out}/'></script>"),
    html("script import", "<script>import('http://{out}/').catch(() => {})</script>"),
    html("fetch behind a redirect", "<script>fetch('/redirect?{channel}', {mode: 'no-cors'})</script>"),
    html("worker", "<script>new Worker('/worker?{channel}')</script>"),
    html("worker import", "<script>new Worker(URL.createObjectURL(new Blob([`importScripts('http://{out}/')`])))</script>"),
    html("shared worker", "<script>new SharedWorker('/worker?{channel}')</script>"),
    html("service worker", "<script>navigator.serviceWorker.register('/worker?{channel}', {scope: '/scope/{port}/'})</script>"),
    html("frame", "<iframe src='http://{out}/'></iframe>"),
    html("frame behind a redirect", "<iframe src='/redirect?{channel}'></iframe>"),
    html("object", "<object data='http://{out}/' type='text/html'></object>"),
    html("embed", "<embed src='http://{out}/' type='text/html'>"),
    html("window", "<script>open('http://{out}/')</script>"),
    html("window without opener", "<script>open('http://{out}/', '_blank', 'noopener')</script>"),
    html("link to a window", "<a id=a target=_blank href='http://{out}/'>x</a><script>a.click()</script>"),
    html("download", "<a id=a download href='/redirect?{channel}'>x</a><script>setTimeout(() => a.click(), 800)</script>"),
    html("form", "<form id=f method=post action='http://{out}/'><input name=a value=b></form><script>setTimeout(() => f.submit(), 800)</script>"),
    html("form in a frame", "<iframe name=t></iframe><form id=f target=t method=post action='http://{out}/'></form><script>f.submit()</script>"),
    html("location", "<script>setTimeout(() => location = 'http://{out}/', 800)</script>"),
    html("meta refresh", "<meta http-equiv=refresh content='1; url=http://{out}/'>"),
    with("refresh field", "Refresh: 1; url=http://{out}/", "<p>x</p>"),
    html("name that leads to this machine", "<img src='http://{rebind}:{port}/'>"),
    Channel { name: "redirect", trace: Trace::Tcp, page: Page::Redirect },
    with(
        "policy report",
        "Content-Security-Policy: img-src 'none'; report-uri http://{out}/",
        "<img src='/x'>",
    ),
    with("link field", "Link: <http://{out}/>; rel=preload; as=image", "<p>x</p>"),
    name("DNS prefetch", "<link rel=dns-prefetch href='//{name}'>"),
    name("name of an image", "<img src='http://{name}/'>"),
    name("name of a WebSocket", "<script>new WebSocket('wss://{name}/')</script>"),
    name("name of a STUN server", "<script>const p = new RTCPeerConnection({iceServers: [{urls: 'stun:{name}'}]})
        p.createDataChannel('d'); p.createOffer().then(o => p.setLocalDescription(o))</script>"),
];
