//! The fence around an act (S8): while a call is performed, what its page sends is held against what was decided.
//!
//! A button's words say little about what it does. So from dispatch to settle every request that changes something and
//! every new document is stopped unless the decision covers it. What was stopped can be decided again, by name.

use laika_protocol::ids::Origin;
use laika_protocol::tools::ArgRole;
use laika_protocol::wire::{RequestFacts, TargetFacts};
use url::Url;

use crate::{Call, OriginSets, Role, wording};

/// A request that a page makes while a call is performed.
#[derive(Clone, Debug)]
pub struct PageRequest<'a> {
    /// Where to.
    pub url: &'a Url,
    /// How, in capitals.
    pub method: &'a str,
    /// What it loads.
    pub kind: RequestKind,
}

/// What a request loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// The page of a tab.
    Page,
    /// The document of a frame.
    Frame,
    /// Something that a document uses.
    Resource,
}

/// What is known of the site when a request is made.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// What the run may read and act on.
    pub origins: &'a OriginSets,
    /// Whether the person is logged in there.
    pub logged_in: bool,
}

impl PageRequest<'_> {
    /// Whether it changes nothing by the rules of HTTP.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        matches!(self.method, "GET" | "HEAD" | "OPTIONS")
    }

    /// How it is named when it is to be approved.
    #[must_use]
    pub fn facts(&self) -> RequestFacts {
        RequestFacts { method: self.method.into(), url: without_fragment(self.url) }
    }
}

/// Whether the decision on this call covers the request.
#[must_use]
pub fn covers(call: &Call, request: &PageRequest<'_>, ground: Ground<'_>) -> bool {
    if is_named(call, request) {
        return true;
    }
    match request.kind {
        RequestKind::Resource => request.is_safe(),
        // Reading on within the run's sites is what links and buttons are for; an address that does something is not
        // reading.
        RequestKind::Page | RequestKind::Frame => {
            request.is_safe()
                && Origin::of_url(request.url.as_str()).is_some_and(|origin| ground.origins.may_read(&origin))
                && !(ground.logged_in && wording::acts(request.url))
        }
    }
}

/// Whether the call itself says that this is sent.
fn is_named(call: &Call, request: &PageRequest<'_>) -> bool {
    let asked = |address: &str| Url::parse(address).is_ok_and(|url| same(&url, request.url));
    let of_arguments = request.is_safe()
        && request.kind == RequestKind::Page
        && call.tool.arguments.iter().any(|(name, role)| {
            *role == Role::Known(ArgRole::Url)
                && call.arguments.get(name).and_then(|value| value.as_str()).is_some_and(asked)
        });
    of_arguments || call.target.as_ref().is_some_and(|target| target_names(target, request))
}

fn target_names(target: &TargetFacts, request: &PageRequest<'_>) -> bool {
    let leads = |address: &str| Url::parse(address).is_ok_and(|url| same(&url, request.url));
    let link =
        request.is_safe() && request.kind == RequestKind::Page && target.href.as_deref().is_some_and(leads);
    let form = target.form.as_ref().is_some_and(|form| {
        let method = form.method.eq_ignore_ascii_case(request.method);
        // A form that is sent with GET writes its fields into the query.
        let query = |url: &Url| request.is_safe() && same(&without_query(url), &without_query(request.url));
        method && Url::parse(&form.action).is_ok_and(|url| same(&url, request.url) || query(&url))
    });
    let sent = target.sends.iter().any(|sent| sent.method == request.method && leads(&sent.url));
    link || form || sent
}

fn same(one: &Url, other: &Url) -> bool {
    without_fragment(one) == without_fragment(other)
}

fn without_fragment(url: &Url) -> alloc::string::String {
    let mut url = url.clone();
    url.set_fragment(None);
    url.into()
}

fn without_query(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_query(None);
    url
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Described;
    use laika_protocol::canonical::digest_bytes;
    use laika_protocol::tools;
    use laika_protocol::wire::FormFacts;
    use serde_json::{Map, json};

    fn click(target: TargetFacts) -> Call {
        let tool = Described::from(tools::find("browser.click").unwrap());
        Call { target: Some(target), ..Call::of_tool(tool, Map::new()) }
    }

    fn link() -> Call {
        click(TargetFacts {
            href: Some("https://shop.example/next?page=2#top".into()),
            ..TargetFacts::default()
        })
    }

    fn form(method: &str) -> Call {
        let form = FormFacts {
            action: "https://shop.example/search".into(),
            method: method.into(),
            enctype: "application/x-www-form-urlencoded".into(),
            field_names: [].into(),
            values: digest_bytes(b""),
            held: [].into(),
        };
        click(TargetFacts { form: Some(form), ..TargetFacts::default() })
    }

    fn sending() -> Call {
        let sends = [RequestFacts { method: "POST".into(), url: "https://shop.example/api/cart".into() }];
        click(TargetFacts { sends: sends.into(), ..TargetFacts::default() })
    }

    fn navigate() -> Call {
        let tool = Described::from(tools::find("browser.navigate").unwrap());
        let arguments = json!({ "url": "https://other.example/a" });
        Call::of_tool(tool, arguments.as_object().unwrap().clone())
    }

    /// S8: what a button sends is what was decided, or it does not leave.
    #[test]
    fn s8_an_act_sends_only_what_was_decided() {
        use RequestKind::{Frame, Page, Resource};
        let plain = || click(TargetFacts::default());
        let table: &[(&str, Call, RequestKind, &str, &str, bool)] = &[
            ("an image", plain(), Resource, "GET", "https://cdn.example/a.png", true),
            ("a sort button that posts", plain(), Resource, "POST", "https://shop.example/api/sort", false),
            ("a beacon", plain(), Resource, "POST", "https://count.example/b", false),
            ("a button to another page of the site", plain(), Page, "GET", "https://shop.example/two", true),
            ("a button to another site", plain(), Page, "GET", "https://other.example/", false),
            ("a button that posts a page", plain(), Page, "POST", "https://shop.example/two", false),
            ("another port is another site", plain(), Page, "GET", "https://shop.example:8443/", false),
            ("a frame of the site", plain(), Frame, "GET", "https://shop.example/frame", true),
            ("a frame of another site", plain(), Frame, "GET", "https://ads.example/frame", false),
            ("the link itself", link(), Page, "GET", "https://shop.example/next?page=2", true),
            ("the link, as a post", link(), Page, "POST", "https://shop.example/next?page=2", false),
            ("a form", form("post"), Page, "POST", "https://shop.example/search", true),
            ("a form sent by script", form("post"), Resource, "POST", "https://shop.example/search", true),
            ("a form to another place", form("post"), Page, "POST", "https://shop.example/delete", false),
            (
                "a form with another method",
                form("post"),
                Resource,
                "DELETE",
                "https://shop.example/search",
                false,
            ),
            ("a form in the query", form("get"), Page, "GET", "https://shop.example/search?q=a&b=c", true),
            ("what was approved by name", sending(), Resource, "POST", "https://shop.example/api/cart", true),
            ("the next after it", sending(), Resource, "POST", "https://shop.example/api/cart/2", false),
            (
                "the same with another method",
                sending(),
                Resource,
                "DELETE",
                "https://shop.example/api/cart",
                false,
            ),
            ("the address of a call", navigate(), Page, "GET", "https://other.example/a", true),
            ("a redirect elsewhere", navigate(), Page, "GET", "https://evil.example/?a", false),
        ];
        let mut origins = OriginSets::default();
        origins.allow_acting(Origin::parse("https://shop.example").unwrap());
        for (name, call, kind, method, url, expected) in table {
            let url = Url::parse(url).unwrap();
            let request = PageRequest { url: &url, method, kind: *kind };
            let ground = Ground { origins: &origins, logged_in: false };
            assert_eq!(covers(call, &request, ground), *expected, "{name}");
        }
        let url = Url::parse("https://shop.example/orders/delete?id=4").unwrap();
        let request = PageRequest { url: &url, method: "GET", kind: Page };
        for logged_in in [false, true] {
            let ground = Ground { origins: &origins, logged_in };
            assert_eq!(
                covers(&plain(), &request, ground),
                !logged_in,
                "an address that acts, logged in {logged_in}"
            );
        }
    }
}
