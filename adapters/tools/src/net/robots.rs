//! What a site allows programs to fetch: `robots.txt`, read as RFC 9309 says (INK-086).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use laika_protocol::ids::Origin;
use url::Url;

/// What sites call us; the start of the name that every request carries.
const OUR_NAME: &str = "laika";
/// Bytes of the file that are read; RFC 9309 asks for at least 500 KiB.
pub(super) const MOST_BYTES: usize = 512 << 10;
/// For how long a file counts.
pub(super) const GOOD_FOR: Duration = Duration::from_secs(3600);
/// For how long a site whose file cannot be had is left alone.
pub(super) const LEFT_ALONE_FOR: Duration = Duration::from_secs(60);
/// Sites whose files are remembered.
const MOST_SITES: usize = 256;

/// What a site's file comes to.
#[derive(Clone, Debug)]
pub(super) enum Ruling {
    /// There is none, so that everything is allowed.
    NoFile,
    /// The site is in trouble; nothing is allowed for now.
    Unknown,
    /// What it says.
    File(Arc<Robots>),
}

impl Ruling {
    pub(super) fn allows(&self, url: &Url) -> bool {
        match self {
            Self::NoFile => true,
            Self::Unknown => false,
            Self::File(robots) => robots.allows(url),
        }
    }
}

/// What sites said lately.
#[derive(Default)]
pub(super) struct Rulings {
    sites: BTreeMap<String, (Ruling, Duration)>,
}

impl Rulings {
    pub(super) fn get(&self, site: &Origin, now: Duration) -> Option<Ruling> {
        let (ruling, until) = self.sites.get(site.as_str())?;
        (*until > now).then(|| ruling.clone())
    }

    pub(super) fn put(&mut self, site: &Origin, ruling: Ruling, until: Duration) {
        if self.sites.len() >= MOST_SITES && !self.sites.contains_key(site.as_str()) {
            let oldest = self.sites.iter().min_by_key(|(_, (_, until))| *until).map(|(name, _)| name.clone());
            if let Some(name) = oldest {
                self.sites.remove(&name);
            }
        }
        self.sites.insert(site.as_str().to_owned(), (ruling, until));
    }
}

/// The rules of one file that are for us.
#[derive(Debug, Default)]
pub(super) struct Robots {
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    /// Pieces of a path with anything between them.
    pieces: Vec<String>,
    /// Whether the path ends where the last piece does.
    to_end: bool,
    /// How long the rule is as it is written: the longest that fits decides.
    length: usize,
    allows: bool,
}

impl Robots {
    /// Reads a file. Lines that make no sense are left out.
    pub(super) fn parse(text: &str) -> Self {
        let (mut ours, mut everybodys) = (Vec::new(), Vec::new());
        let mut named_us = false;
        let (mut for_us, mut for_all, mut names_end) = (false, false, true);
        for line in text.trim_start_matches('\u{feff}').split(['\n', '\r']) {
            let line = line.split('#').next().unwrap_or_default();
            let Some((field, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            let allows = match field.trim().to_ascii_lowercase().as_str() {
                "user-agent" => {
                    if names_end {
                        (for_us, for_all, names_end) = (false, false, false);
                    }
                    for_us |= is_us(value);
                    for_all |= value == "*";
                    named_us |= is_us(value);
                    continue;
                }
                "allow" => true,
                "disallow" => false,
                _ => continue,
            };
            names_end = true;
            // An empty rule says nothing.
            if value.is_empty() {
                continue;
            }
            if for_us {
                ours.push(Rule::new(value, allows));
            }
            if for_all {
                everybodys.push(Rule::new(value, allows));
            }
        }
        Self { rules: if named_us { ours } else { everybodys } }
    }

    /// Whether an address may be fetched.
    pub(super) fn allows(&self, url: &Url) -> bool {
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        let path = normal(&format!("{}{query}", url.path()));
        if path == "/robots.txt" {
            return true;
        }
        let fitting = self.rules.iter().filter(|rule| rule.fits(&path));
        // Of two that are as long as each other, the one that allows.
        fitting.max_by_key(|rule| (rule.length, rule.allows)).is_none_or(|rule| rule.allows)
    }
}

/// Whether a group is for us: names count up to the first sign that cannot be in one, whatever their case.
fn is_us(value: &str) -> bool {
    let end = value.find(|c: char| !(c.is_ascii_alphabetic() || matches!(c, '-' | '_')));
    value[..end.unwrap_or(value.len())].eq_ignore_ascii_case(OUR_NAME)
}

impl Rule {
    fn new(value: &str, allows: bool) -> Self {
        let (pattern, to_end) = value.strip_suffix('$').map_or((value, false), |value| (value, true));
        let pattern = normal(pattern);
        Self {
            length: pattern.len() + usize::from(to_end),
            pieces: pattern.split('*').map(str::to_owned).collect(),
            to_end,
            allows,
        }
    }

    /// Each piece at the first place where it fits: a later place leaves less for the others.
    fn fits(&self, path: &str) -> bool {
        let Some((first, rest)) = self.pieces.split_first() else { return true };
        let Some(mut left) = path.strip_prefix(first.as_str()) else { return false };
        let Some((last, middle)) = rest.split_last() else { return !self.to_end || left.is_empty() };
        for piece in middle {
            let Some(at) = left.find(piece.as_str()) else { return false };
            left = &left[at + piece.len()..];
        }
        if self.to_end { left.ends_with(last.as_str()) } else { left.contains(last.as_str()) }
    }
}

/// One spelling for each path: what needs no coding is plain, what does is coded in capital letters.
fn normal(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut text = String::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let coded = (*byte == b'%').then(|| bytes.get(at + 1..at + 3)).flatten().and_then(hex);
        at += if coded.is_some() { 3 } else { 1 };
        match coded {
            Some(plain) if plain.is_ascii_alphanumeric() || b"-._~".contains(&plain) => {
                text.push(char::from(plain));
            }
            Some(other) => text.push_str(&format!("%{other:02X}")),
            None if byte.is_ascii_graphic() => text.push(char::from(*byte)),
            None => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

fn hex(digits: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u8::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn allowed(robots: &str, path: &str) -> bool {
        Robots::parse(robots).allows(&Url::parse(&format!("https://a.example{path}")).unwrap())
    }

    #[test]
    fn ink_086_groups_rules_and_precedence() {
        for (robots, path, expected) in [
            ("", "/a", true),
            ("user-agent: *\ndisallow: /", "/a", false),
            ("user-agent: *\ndisallow: /", "/robots.txt", true),
            ("user-agent: *\ndisallow:", "/a", true),
            ("disallow: /", "/a", true),
            ("User-Agent: *\r\nDisallow: /private # not for you\r\n", "/private/x", false),
            ("User-Agent: *\rDisallow: /private\r", "/private", false),
            ("user-agent: *\ndisallow: /private", "/public", true),
            ("user-agent: *\ndisallow: /private", "/Private", true),
            // A group of our own is the only one that counts.
            ("user-agent: *\ndisallow: /\n\nuser-agent: laika\ndisallow: /x", "/a", true),
            ("user-agent: *\ndisallow: /\n\nuser-agent: Laika/1.0\ndisallow: /x", "/x", false),
            ("user-agent: *\ndisallow: /\n\nuser-agent: laika", "/a", true),
            ("user-agent: laikabot\ndisallow: /", "/a", true),
            ("user-agent: other\ndisallow: /\nuser-agent: laika\nallow: /", "/a", true),
            // Several names, one group; a group twice is one group.
            ("user-agent: other\nuser-agent: laika\ndisallow: /x", "/x", false),
            ("user-agent: laika\nsitemap: https://a.example/s\nuser-agent: b\ndisallow: /x", "/x", false),
            (
                "user-agent: laika\ndisallow: /x\nuser-agent: b\ndisallow: /y\nuser-agent: laika\ndisallow: /z",
                "/z",
                false,
            ),
            ("user-agent: laika\ndisallow: /x\nuser-agent: b\ndisallow: /y", "/y", true),
            ("user-agent: *\ncrawl-delay: 10\ndisallow: /x", "/x", false),
            // The longest rule decides; of two, the one that allows.
            ("user-agent: *\ndisallow: /\nallow: /page", "/page/1", true),
            ("user-agent: *\nallow: /page\ndisallow: /page/private", "/page/private", false),
            ("user-agent: *\ndisallow: /page\nallow: /page", "/page", true),
            ("user-agent: *\nallow: /a\ndisallow: /*.html", "/a.html", false),
            ("user-agent: *\nallow: /$\ndisallow: /", "/", true),
            ("user-agent: *\nallow: /$\ndisallow: /", "/a", false),
            // Wildcards.
            ("user-agent: *\ndisallow: /*.pdf$", "/x/y.pdf", false),
            ("user-agent: *\ndisallow: /*.pdf$", "/x/y.pdf?z", true),
            ("user-agent: *\ndisallow: /*.pdf", "/x/y.pdf?z", false),
            ("user-agent: *\ndisallow: /a*b*c", "/a-b-c-d", false),
            ("user-agent: *\ndisallow: /a*b*c", "/a-c-b", true),
            ("user-agent: *\ndisallow: /a*b$", "/a-b-b", false),
            ("user-agent: *\ndisallow: *", "/a", false),
            ("user-agent: *\ndisallow: /*?*session=", "/a?x=1&session=2", false),
            ("user-agent: *\ndisallow: /a$b", "/a$b/c", false),
            // One spelling for each path.
            ("user-agent: *\ndisallow: /private/", "/%70rivate/z", false),
            ("user-agent: *\ndisallow: /%7Euser", "/~user", false),
            ("user-agent: *\ndisallow: /a%2fb", "/a%2Fb", false),
            ("user-agent: *\ndisallow: /a%2fb", "/a/b", true),
            ("user-agent: *\ndisallow: /\u{e4}", "/%c3%A4", false),
            ("user-agent: *\ndisallow: /50%", "/50%", false),
            ("\u{feff}user-agent: *\ndisallow: /", "/a", false),
        ] {
            assert_eq!(allowed(robots, path), expected, "{robots:?} {path}");
        }
    }

    #[test]
    fn a_hostile_file_costs_no_more_than_its_length() {
        let stars = "a*".repeat(2000);
        let robots = format!("user-agent: *\n{}", format!("disallow: /{stars}b\n").repeat(20));
        assert!(allowed(&robots, &format!("/{}", "a".repeat(7000))));
    }

    proptest! {
        #[test]
        fn no_file_and_no_path_makes_it_panic(
            robots in "(user-agent: (\\*|laika|x)\n|(dis)?allow: [/*$%a-c0-9ä?]{0,12}\n|\\PC{0,20}\n|#){0,12}",
            path in "[/*$%a-c0-9ä?&]{0,20}",
        ) {
            let _ = allowed(&robots, &format!("/{path}"));
        }

        /// Without wildcards a rule is a beginning.
        #[test]
        fn a_plain_rule_is_a_prefix(rule in "/[a-c/]{0,6}", path in "/[a-c/]{0,8}") {
            prop_assert_eq!(allowed(&format!("user-agent: *\ndisallow: {rule}"), &path), !path.starts_with(&rule));
        }
    }
}
