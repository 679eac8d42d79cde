//! Answers that are still fresh, in memory, bounded in number and in bytes.

use std::collections::BTreeMap;
use std::time::Duration;

use laika_protocol::http::HttpResponse;

/// Answers that are kept.
const MOST_ANSWERS: usize = 256;
/// Bytes of all answers together.
const MOST_BYTES: usize = 32 << 20;

/// Answers by what was asked.
#[derive(Default)]
pub(super) struct Cache {
    kept: BTreeMap<String, Kept>,
    bytes: usize,
    /// Grows with each use, so that what was not used for longest is known.
    uses: u64,
}

struct Kept {
    answer: HttpResponse,
    until: Duration,
    size: usize,
    used: u64,
}

impl Cache {
    /// The answer to a question, if it is still fresh.
    pub(super) fn get(&mut self, question: &str, now: Duration) -> Option<HttpResponse> {
        if self.kept.get(question).is_some_and(|kept| kept.until <= now) {
            self.remove(question);
        }
        self.uses += 1;
        let kept = self.kept.get_mut(question)?;
        kept.used = self.uses;
        Some(kept.answer.clone())
    }

    /// Keeps an answer; others go if there is no room.
    pub(super) fn put(&mut self, question: String, answer: HttpResponse, until: Duration) {
        let headers: usize = answer.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        let size = question.len() + answer.body.len() + headers;
        // One that takes a good part of the room is not worth the others.
        if size > MOST_BYTES / 4 {
            return;
        }
        self.remove(&question);
        while self.kept.len() >= MOST_ANSWERS || self.bytes + size > MOST_BYTES {
            let least = self.kept.iter().min_by_key(|(_, kept)| kept.used).map(|(name, _)| name.clone());
            let Some(least) = least else { break };
            self.remove(&least);
        }
        self.uses += 1;
        self.bytes += size;
        self.kept.insert(question, Kept { answer, until, size, used: self.uses });
    }

    fn remove(&mut self, question: &str) {
        if let Some(kept) = self.kept.remove(question) {
            self.bytes -= kept.size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    fn answer(bytes: usize) -> HttpResponse {
        HttpResponse { status: 200, headers: vec![("a".into(), "b".into())], body: vec![b'x'; bytes] }
    }

    #[test]
    fn an_answer_is_there_until_it_is_stale() {
        let mut cache = Cache::default();
        cache.put("q".into(), answer(3), S(10));
        assert_eq!(cache.get("q", S(9)), Some(answer(3)));
        assert_eq!(cache.get("q", S(10)), None);
        assert_eq!((cache.kept.len(), cache.bytes), (0, 0));
        assert_eq!(cache.get("other", S(1)), None);
    }

    #[test]
    fn the_cache_is_bounded_and_what_is_used_stays() {
        let mut cache = Cache::default();
        cache.put("used".into(), answer(3), S(10));
        for at in 0..1000 {
            cache.put(format!("q{at}"), answer(200 << 10), S(10));
            assert!(cache.get("used", S(1)).is_some(), "{at}");
            assert!(cache.kept.len() <= MOST_ANSWERS && cache.bytes <= MOST_BYTES);
        }
        cache.put("large".into(), answer(MOST_BYTES / 4), S(10));
        assert_eq!(cache.get("large", S(1)), None);
        cache.put("q".into(), answer(5), S(10));
        cache.put("q".into(), answer(6), S(10));
        assert_eq!(cache.get("q", S(1)), Some(answer(6)));
        let all: usize = cache.kept.values().map(|kept| kept.size).sum();
        assert_eq!(all, cache.bytes);
    }
}
