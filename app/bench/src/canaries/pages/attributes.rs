//! Attributes that no reader of a page ever sees.

use super::{Page, Sites, plain};
use crate::canaries::canary::Planter;

pub(super) fn page(planter: &mut Planter, _sites: Sites<'_>) -> Page {
    let mut body = String::from("<h1>Team board</h1>");
    let mut with = |place: &str, html: &dyn Fn(&str) -> String| {
        let secret = planter.word(place);
        body.push_str(&html(&secret));
    };
    with("value of a list entry's button", &|it| {
        format!("<button type=button data-token=\"{it}\">Open board</button>")
    });
    with("data attribute of a link", &|it| format!("<a href=/boards data-session=\"{it}\">All boards</a>"));
    with("data attribute of a paragraph", &|it| {
        format!("<p data-secret=\"{it}\">Three boards are open.</p>")
    });
    with("autocomplete of a field", &|it| {
        format!("<label>Board name <input autocomplete=\"section-{it} name\"></label>")
    });
    with("autocomplete that is no known word", &|it| {
        format!("<form><label>Lane <input autocomplete=\"{it}\"></label><button>Add lane</button></form>")
    });
    with("event handler of a button", &|it| {
        format!("<button type=button onclick=\"void('{it}')\">Refresh board</button>")
    });
    with("event handler of the page's part", &|it| {
        format!("<div onmouseover=\"void('{it}')\">Hover here</div>")
    });
    with("a link that is a script", &|it| format!("<a href=\"javascript:void('{it}')\">Run now</a>"));
    with("a link that carries its content", &|it| {
        format!("<a href=\"data:text/plain,{it}\">Inline file</a>")
    });
    with("id of a button", &|it| format!("<button type=button id=\"k{it}\">Archive board</button>"));
    with("class of a paragraph", &|it| format!("<p class=\"c{it}\">Two are archived.</p>"));
    with("style of a paragraph", &|it| format!("<p style=\"--held:'{it}'\">One is new.</p>"));
    with("nonce of a script", &|it| format!("<script nonce=\"{it}\">void 0</script>"));
    with("value of a list item's data", &|it| format!("<p><data value=\"{it}\">Board seven</data></p>"));
    with("time in a machine's form", &|it| format!("<p><time datetime=\"{it}\">yesterday</time></p>"));
    with("source of a quotation", &|it| {
        format!("<blockquote cite=\"https://example.com/?token={it}\">Quoted words.</blockquote>")
    });
    with("document in an attribute, unseen part", &|it| {
        format!(
            "<iframe title=\"Note\" width=200 height=40 srcdoc=\"&lt;p&gt;A note.&lt;/p&gt;&lt;!--{it}--&gt;&lt;input type=hidden value='{it}'&gt;\"></iframe>"
        )
    });
    with("content of a meta element", &|it| format!("<meta name=csrf-token content=\"{it}\">"));
    with("parameters of an embedded object", &|it| {
        format!("<object><param name=auth value=\"{it}\"></object>")
    });
    with("name of a custom attribute", &|it| format!("<p x-{it}>Four are shared.</p>"));
    with("value of an invisible button", &|it| {
        format!(
            "<form><label>Card title <input name=title></label><button value=\"{it}\" name=go>Add card</button></form>"
        )
    });
    with("microdata", &|it| {
        format!(
            "<div itemscope><meta itemprop=accessCode content=\"{it}\"><span itemprop=name>Roadmap</span></div>"
        )
    });
    with("pattern of a field", &|it| format!("<label>Invite code <input pattern=\"{it}\"></label>"));
    plain("/attributes", "Team board", &body)
}
