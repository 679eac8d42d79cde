//! One page has one address, two pages have two, and the best links of a list are of many hosts.

use std::collections::{BTreeMap, BTreeSet};

use laika_collect::urls::{Address, Offered, choose};
use proptest::prelude::*;

#[test]
fn one_page_has_one_key() {
    let same: &[&[&str]] = &[
        &[
            "https://example.com/a",
            "HTTPS://WWW.Example.COM:443/a/",
            "http://example.com/a#part",
            "http://example.com:80/a/index.html",
            "https://example.com/a?utm_source=x&UTM_Medium=y&gclid=1",
            "https://example.com/a?fbclid=1&mc_cid=2#:~:text=hello",
            "https://example.com./a?",
            "https://example.com/%61",
            "https://www.google.com/url?q=https%3A%2F%2Fexample.com%2Fa&sa=D",
            "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Fa&rut=1",
            "https://www.google.com/amp/s/example.com/a",
            "https://example-com.cdn.ampproject.org/c/s/example.com/a",
            "https://example.com/a?amp=1",
        ],
        &["https://en.wikipedia.org/wiki/Puffin", "https://en.m.wikipedia.org/wiki/Puffin#Diet"],
        &["https://example.com", "https://www.example.com/index.html"],
        &["https://example.com/a%2fb", "https://example.com/a%2Fb"],
        &["https://münchen.example/", "https://xn--mnchen-3ya.example"],
    ];
    let keys: Vec<BTreeSet<String>> =
        same.iter().map(|urls| urls.iter().map(|url| Address::read(url).unwrap().key()).collect()).collect();
    for (urls, keys) in same.iter().zip(&keys) {
        assert_eq!(keys.len(), 1, "{urls:?} {keys:?}");
    }
    assert_eq!(keys.iter().flatten().collect::<BTreeSet<_>>().len(), same.len());
}

#[test]
fn two_pages_have_two_keys() {
    let different = [
        "https://example.com/a",
        "https://example.com/A",
        "https://example.com/a?x=1&y=2",
        "https://example.com/a?y=2&x=1",
        "https://example.com/a?ref=home",
        "https://example.com/a?q=utm_source",
        "https://example.com:8443/a",
        "https://m.example.com/a",
        "https://amp.example.com/a",
        "https://example.com/a/amp",
        "https://example.com/a/index.php",
        "https://example.com/aindex.html",
        "https://example.com/#/a",
        "https://example.com/#!a",
        "https://example.com/a%2Fb",
        "https://example.com/a/b",
        "https://www.example/a",
    ];
    let keys: BTreeSet<String> = different.iter().map(|url| Address::read(url).unwrap().key()).collect();
    assert_eq!(keys.len(), different.len(), "{keys:?}");
}

#[test]
fn what_is_opened_is_the_page_without_where_somebody_came_from() {
    for (url, opened, outlet) in [
        (
            "http://www.example.com/a/?b=1&utm_source=x&c=2#top",
            "http://www.example.com/a/?b=1&c=2",
            "example.com",
        ),
        ("https://Example.com:8443/?fbclid=1", "https://example.com:8443/", "example.com"),
        ("https://www.example/", "https://www.example/", "www.example"),
        ("http://127.0.0.1/a", "http://127.0.0.1/a", "127.0.0.1"),
    ] {
        let address = Address::read(url).unwrap();
        assert_eq!((address.as_str(), address.outlet().as_str()), (opened, outlet));
    }
}

#[test]
fn what_is_no_page_is_refused_with_a_code_and_a_sentence() {
    for (url, code) in [
        ("", "E_NOT_AN_ADDRESS"),
        ("example.com", "E_NOT_AN_ADDRESS"),
        ("https://exa mple.com", "E_NOT_AN_ADDRESS"),
        ("java\nscript:alert(1)", "E_NOT_AN_ADDRESS"),
        ("javascript:alert(1)", "E_NOT_WEB"),
        ("data:text/html,x", "E_NOT_WEB"),
        ("file:///etc/hosts", "E_NOT_WEB"),
        ("mailto:a@example.com", "E_NOT_WEB"),
        ("blob:https://example.com/1", "E_NOT_WEB"),
        ("https://user:pw@example.com/", "E_ADDRESS_WITH_LOGIN"),
        (&format!("https://example.com/{}", "a".repeat(9000)), "E_ADDRESS_TOO_LONG"),
    ] {
        let refused = Address::read(url).unwrap_err();
        assert_eq!(refused.code(), code, "{url}");
        assert!(!refused.to_string().is_empty());
    }
}

fn link(url: &str) -> Offered {
    Offered { url: url.into(), text: "A title".into() }
}

#[test]
fn the_best_links_are_of_many_hosts() {
    let links: Vec<Offered> = [
        "https://search.example/settings",
        "https://search.example/more?q=x",
        "https://a.example/1",
        "https://a.example/2",
        "https://a.example/2?utm_source=search",
        "https://a.example/3",
        "https://accounts.b.example/x",
        "https://b.example/login",
        "https://ad.doubleclick.net/clk",
        "javascript:void(0)",
        "https://b.example/1",
        "https://a.example/4",
        "https://c.example/1",
    ]
    .map(link)
    .into();
    let urls = |n: usize| {
        let chosen = choose("https://search.example/?q=x", &links, n).into_iter();
        chosen
            .map(|link| link.url.replace("https://", "").replace(".example", ""))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(urls(3), "a/1 b/1 c/1");
    assert_eq!(urls(4), "a/1 a/2 b/1 c/1");
    assert_eq!(urls(5), "a/1 a/2 a/3 b/1 c/1", "where no other host is left, a host may take more");
    assert_eq!(urls(10), "a/1 a/2 a/3 b/1 a/4 c/1");
    // Results as engines give them: the first hosts have many, and each of the six is in the choice.
    let page = [0, 0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 1, 4, 0, 5];
    let results: Vec<Offered> =
        page.iter().enumerate().map(|(at, host)| link(&format!("https://h{host}.example/{at}"))).collect();
    for (n, hosts) in [(1, 1), (4, 4), (6, 6), (10, 6), (15, 6)] {
        let chosen = choose("https://search.example/?q=x", &results, n);
        let of: BTreeSet<&str> = chosen.iter().filter_map(|link| link.url.split('/').nth(2)).collect();
        assert_eq!((chosen.len(), of.len()), (n, hosts));
    }
    let own = [
        link("https://shop.example/boots/1"),
        link("https://shop.example/login"),
        link("https://shop.example/boots/2"),
    ];
    assert_eq!(choose("https://shop.example/boots", &own, 5).len(), 2, "a list of the site itself");
}

proptest! {
    #[test]
    fn a_choice_keeps_its_promises(picks in prop::collection::vec((0..6_usize, 0..9_usize), 0..60), n in 0..20_usize) {
        let links: Vec<Offered> = picks.iter().map(|(host, page)| link(&format!("https://h{host}.example/{page}"))).collect();
        let chosen = choose("https://list.example/", &links, n);
        let distinct: BTreeSet<_> = picks.iter().collect();
        prop_assert_eq!(chosen.len(), n.min(distinct.len()));
        let place = |url: &str| links.iter().position(|link| link.url == url).unwrap();
        prop_assert!(chosen.windows(2).all(|pair| place(&pair[0].url) < place(&pair[1].url)), "order and once");
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        for link in &chosen {
            *taken.entry(Address::read(&link.url).unwrap().outlet()).or_default() += 1;
        }
        for (host, page) in distinct {
            let host = format!("h{host}.example");
            let left_out = !chosen.iter().any(|link| link.url == format!("https://{host}/{page}"));
            let own = taken.get(&host).copied().unwrap_or_default();
            let for_surplus = taken.values().any(|count| *count > own + 1);
            prop_assert!(!(left_out && for_surplus), "{host} was left out for another's surplus");
        }
    }

    #[test]
    fn reading_an_address_twice_changes_nothing(path in "[a-zA-Z0-9%/._~?=&#!-]{0,40}") {
        if let Ok(address) = Address::read(&format!("https://Example.com/{path}")) {
            let again = Address::read(address.as_str()).unwrap();
            prop_assert_eq!(again.as_str(), address.as_str());
            prop_assert_eq!(again.key(), address.key());
        }
    }
}
