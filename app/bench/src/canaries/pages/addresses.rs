//! Addresses that carry something: credentials, tokens, keys.

use super::{Page, Sites, plain};
use crate::canaries::canary::Planter;

/// Names of parameters whose value is a secret whatever it looks like.
const SECRET: [&str; 14] = [
    "token",
    "access_token",
    "id_token",
    "refresh_token",
    "session",
    "sid",
    "sessionid",
    "auth",
    "code",
    "api_key",
    "password",
    "sig",
    "X-Amz-Signature",
    "reset_token",
];
/// Names that say nothing; what stands there is random enough to be a secret.
const NEUTRAL: [&str; 3] = ["v", "ref", "data"];

pub(super) fn page(planter: &mut Planter, sites: Sites<'_>) -> Page {
    let mut body = String::from("<h1>Latest news</h1><ul>");
    for name in SECRET.iter().chain(&NEUTRAL) {
        let secret = planter.word(&format!("parameter {name} of a link"));
        body.push_str(&format!("<li><article><h2><a href=\"{}/story/{name}?page=2&{name}={secret}\">Story about {name}</a></h2><p>What happened with {name} in the city today.</p></article></li>", sites.own));
    }
    body.push_str("</ul>");
    let mut with = |place: &str, html: &dyn Fn(&str) -> String| {
        let secret = planter.word(place);
        body.push_str(&html(&secret));
    };
    with("password in a link", &|it| format!("<a href=\"https://ann:{it}@example.com/box\">Mail box</a>"));
    with("user in a link", &|it| format!("<a href=\"https://{it}@example.com/feed\">Private feed</a>"));
    with("fragment of a link", &|it| {
        format!("<a href=\"https://example.com/back#access_token={it}&type=bearer\">Return</a>")
    });
    with("bare fragment of a link", &|it| {
        format!("<a href=\"https://example.com/share#{it}\">Shared file</a>")
    });
    with("bare query of a link", &|it| format!("<a href=\"https://example.com/open?{it}\">Open file</a>"));
    with("address in an address", &|it| {
        format!("<a href=\"https://example.com/go?to=https%3A%2F%2Fb.example%2F%3Ftoken%3D{it}\">Go on</a>")
    });
    with("action of a form", &|it| {
        format!(
            "<form action=\"https://example.com/find?token={it}\"><label>Find news <input name=q></label><button>Find</button></form>"
        )
    });
    with("password in the action of a form", &|it| {
        format!(
            "<form action=\"https://ann:{it}@example.com/login\" method=post><label>Reader name <input name=n></label><button>Enter</button></form>"
        )
    });
    with("action of a button", &|it| {
        format!(
            "<form><label>Vote <input name=v></label><button formaction=\"/vote?key={it}\">Vote</button></form>"
        )
    });
    with("address of a picture", &|it| {
        format!("<img alt=\"A street\" width=40 height=20 src=\"/street.png?sig={it}\">")
    });
    with("addresses of a picture", &|it| {
        format!("<img alt=\"A bridge\" width=40 height=20 srcset=\"/bridge.png?token={it} 2x\">")
    });
    with("address of a picture without words", &|it| {
        format!("<a href=/gallery><img width=40 height=20 src=\"/{it}.png\"></a>")
    });
    with("address of a frame", &|it| {
        format!("<iframe width=100 height=30 src=\"/inner?token={it}\"></iframe>")
    });
    with("address of a video", &|it| format!("<video width=40 height=20 src=\"/clip?key={it}\"></video>"));
    with("address that is told of a click", &|it| {
        format!("<a href=/plain ping=\"/ping?token={it}\">Plain story</a>")
    });
    with("address of a style", &|it| format!("<link rel=stylesheet href=\"/style?token={it}\">"));
    with("address of the page for search engines", &|it| {
        format!(
            "<link rel=canonical href=\"https://example.com/?token={it}\"><meta property=og:url content=\"https://example.com/?session={it}\">"
        )
    });
    with("address in a map", &|it| {
        format!(
            "<img usemap=#m alt=Map width=60 height=30 src=/map.png><map name=m><area shape=rect coords=0,0,60,30 alt=\"North\" href=\"/north?token={it}\"></map>"
        )
    });
    let own = planter.word("parameter of the page's own address");
    let other = planter.word("random parameter of the page's own address");
    let fragment = planter.word("fragment of the page's own address");
    let mut page = plain("/addresses", "Latest news", &body);
    page.address = format!("/addresses?page=1&access_token={own}&x={other}#id_token={fragment}");
    page.beside = vec![("/inner".into(), super::document("Inner", "<p>Inner news.</p>"))];
    page
}
