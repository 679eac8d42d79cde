//! How long an answer may be used again: the part of RFC 9111 that a cache of one person needs.

use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use laika_protocol::http::HttpResponse;

/// The longest that an answer is used again, whatever anybody says.
pub(super) const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// For how long an answer may be used again; nothing if it may not be kept at all.
///
/// A time that the person set counts before what the server says, except that what the server wants kept by nobody is not.
pub(super) fn fresh_for(
    answer: &HttpResponse,
    set: Option<Duration>,
    usual: Duration,
    wall: SystemTime,
) -> Option<Duration> {
    let control = Directives::of(answer);
    let varies = all(answer, "vary").any(|value| value.contains('*'));
    if answer.status != 200 || control.no_store || varies {
        return None;
    }
    let said = control.max_age.or_else(|| expires(answer, wall));
    let lifetime = match (set, control.no_cache, said) {
        (Some(set), _, _) => set,
        (None, true, _) => return None,
        (None, false, Some(said)) => said.saturating_sub(age(answer)),
        (None, false, None) => usual,
    };
    let lifetime = lifetime.min(LONGEST);
    (lifetime > Duration::ZERO).then_some(lifetime)
}

/// When to ask again, as a server that is asked too often says; bounded by whoever uses it.
pub(super) fn retry_after(answer: &HttpResponse, wall: SystemTime) -> Option<Duration> {
    let said = answer.header("retry-after")?.trim();
    seconds(said).or_else(|| date(said)?.duration_since(wall).ok())
}

#[derive(Default)]
struct Directives {
    no_store: bool,
    no_cache: bool,
    max_age: Option<Duration>,
}

impl Directives {
    fn of(answer: &HttpResponse) -> Self {
        let mut found = Self::default();
        // `private` is no matter: this cache serves one person.
        for directive in all(answer, "cache-control").flat_map(|value| value.split(',')) {
            let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
            match name.trim().to_ascii_lowercase().as_str() {
                "no-store" => found.no_store = true,
                "no-cache" => found.no_cache = true,
                "max-age" => {
                    // Two that differ, or one that cannot be read: the safe reading is that it is stale.
                    let read = seconds(value.trim().trim_matches('"')).unwrap_or_default();
                    found.max_age = Some(found.max_age.map_or(read, |before| before.min(read)));
                }
                _ => {}
            }
        }
        if all(answer, "pragma").any(|value| value.eq_ignore_ascii_case("no-cache"))
            && found.max_age.is_none()
        {
            found.no_cache = true;
        }
        found
    }
}

/// What `Expires` leaves, counted from the server's own date; one that cannot be read has passed.
fn expires(answer: &HttpResponse, wall: SystemTime) -> Option<Duration> {
    all(answer, "expires").next()?;
    let from = answer.header("date").and_then(date).unwrap_or(wall);
    let until = answer.header("expires").and_then(date);
    Some(until.and_then(|until| until.duration_since(from).ok()).unwrap_or_default())
}

fn age(answer: &HttpResponse) -> Duration {
    answer.header("age").and_then(|text| seconds(text.trim())).unwrap_or_default()
}

fn all<'a>(answer: &'a HttpResponse, name: &'a str) -> impl Iterator<Item = &'a str> {
    answer.headers.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.trim())
}

fn seconds(text: &str) -> Option<Duration> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // A number that is too large to be read is a long time.
    digits.then(|| Duration::from_secs(text.parse().unwrap_or(u64::from(u32::MAX))))
}

/// A date of HTTP in its one current form.
fn date(text: &str) -> Option<SystemTime> {
    let text = text.trim().strip_suffix(" GMT")?;
    let read = jiff::fmt::strtime::parse("%a, %d %b %Y %H:%M:%S", text).ok()?;
    let moment: Timestamp = read.to_datetime().ok()?.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp();
    Some(SystemTime::from(moment))
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Duration = Duration::from_secs(300);

    fn answer(status: u16, headers: &[(&str, &str)]) -> HttpResponse {
        let headers = headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        HttpResponse { status, headers, body: Vec::new() }
    }

    #[test]
    fn answers_are_kept_as_long_as_they_say() {
        let wall = date("Tue, 17 Nov 2026 08:00:00 GMT").unwrap();
        let day = "Tue, 17 Nov 2026 08:00:00 GMT";
        for (headers, expected) in [
            (vec![], Some(300)),
            (vec![("cache-control", "max-age=60")], Some(60)),
            (vec![("cache-control", "public, MAX-AGE=\"60\"")], Some(60)),
            (vec![("cache-control", "private, max-age=60"), ("age", "20")], Some(40)),
            (vec![("cache-control", "max-age=60"), ("age", "60")], None),
            (vec![("cache-control", "max-age=60"), ("expires", "0")], Some(60)),
            (vec![("cache-control", "max-age=60, max-age=10")], Some(10)),
            (vec![("cache-control", "max-age=x")], None),
            (vec![("cache-control", "max-age=-5")], None),
            (vec![("cache-control", "max-age=99999999999999999999999")], Some(24 * 3600)),
            (vec![("cache-control", "max-age=9"), ("cache-control", "no-store")], None),
            (vec![("cache-control", "no-cache")], None),
            (vec![("cache-control", "max-age=0")], None),
            (vec![("pragma", "no-cache")], None),
            (vec![("vary", "Accept-Encoding")], Some(300)),
            (vec![("vary", "*")], None),
            (vec![("vary", "accept"), ("vary", "a, *")], None),
            (vec![("date", day), ("expires", "Tue, 17 Nov 2026 08:01:30 GMT")], Some(90)),
            (vec![("expires", "Tue, 17 Nov 2026 08:01:30 GMT")], Some(90)),
            (vec![("date", day), ("expires", "Tue, 17 Nov 2026 07:59:59 GMT")], None),
            (vec![("expires", "0")], None),
            (vec![("expires", "tomorrow")], None),
            (vec![("expires", "Tue, 17 Nov 2026 08:01:30 CET")], None),
        ] {
            let found = fresh_for(&answer(200, &headers), None, USUAL, wall);
            assert_eq!(found, expected.map(Duration::from_secs), "{headers:?}");
        }
        let set = Some(Duration::from_secs(7));
        assert_eq!(fresh_for(&answer(200, &[("cache-control", "no-cache")]), set, USUAL, wall), set);
        assert_eq!(fresh_for(&answer(200, &[("cache-control", "no-store")]), set, USUAL, wall), None);
        for status in [201, 206, 301, 404, 500] {
            assert_eq!(fresh_for(&answer(status, &[]), set, USUAL, wall), None, "{status}");
        }
    }

    #[test]
    fn when_to_ask_again_is_a_number_or_a_date() {
        let wall = date("Tue, 17 Nov 2026 08:00:00 GMT").unwrap();
        for (said, expected) in [
            ("120", Some(120)),
            ("0", Some(0)),
            ("Tue, 17 Nov 2026 08:00:30 GMT", Some(30)),
            ("Tue, 17 Nov 2026 07:00:00 GMT", None),
            ("-1", None),
            ("soon", None),
            ("", None),
        ] {
            let found = retry_after(&answer(429, &[("retry-after", said)]), wall);
            assert_eq!(found, expected.map(Duration::from_secs), "{said}");
        }
    }
}
