//! Verifying a bundle: no database, no network, and no more memory than its longest line.

use std::io::{self, Read, Write};

use laika_protocol::ids::RunId;
use sha2::{Digest, Sha256};

use super::line::{self, EventLine};
use super::tar::Archive;
use super::{Manifest, SCHEMA, name, page};
use crate::chain::Hash;
use crate::names::name_of;
use crate::verify::walk::{Along, Seen, Walk};
use crate::verify::{Covered, Fault, Line, Problem, Report, WORDING};
use crate::{Anchor, Event, RunHead, StoreError};

/// Bytes of a manifest.
const MOST_MANIFEST_BYTES: u64 = 64 * 1024;

/// Verifies a bundle against heads that were kept elsewhere. Each of them must be met: one of another run, or of the log
/// after the bundle, says nothing about it, and that is a problem too.
///
/// # Errors
/// When it is not a bundle at all. Whatever is wrong with what it holds is in the report.
pub fn verify_bundle(
    bundle: impl Read,
    anchors: &[Anchor],
    run_heads: &[RunHead],
) -> Result<Report, StoreError> {
    let mut archive = Archive::new(bundle);
    let manifest = archive.next(name::MANIFEST, manifest)?;
    let mut reading = Reading::new(manifest)?;
    archive.next(name::EVENTS, |input, _| {
        line::each(input, name::EVENTS, |text| {
            reading.event(line::read::<EventLine>(text, name::EVENTS)?.read()?, run_heads)
        })
    })?;
    reading.end_of_run(run_heads)?;
    archive.next(name::PATH, |input, _| {
        line::each(input, name::PATH, |text| {
            reading.step_on(&line::read::<EventLine>(text, name::PATH)?.read()?);
            Ok(())
        })
    })?;
    archive.next(name::HEADS, |input, _| {
        line::each(input, name::HEADS, |text| {
            let head = Anchor::from_json(text.trim_end_matches('\n'))
                .map_err(|error| StoreError::Bundle(format!("a line of `{}`: {error}", name::HEADS)))?;
            if head.to_json() + "\n" != text {
                let what = format!("a line of `{}` is not written the one way it can be", name::HEADS);
                return Err(StoreError::Bundle(what));
            }
            let event = reading.hash_at(head.log_seq).map_or(Covered::Elsewhere, Covered::By);
            reading.line.step(head, event, anchors, &mut reading.walk.problems);
            Ok(())
        })
    })?;
    reading.end_of_line(anchors);
    let page = reading.page.clone().chain_update(page::END).finalize();
    archive.next(name::PAGE, |input, _| {
        let mut found = Sha256::new();
        io::copy(input, &mut Hashing(&mut found)).map_err(StoreError::stream("read the bundle"))?;
        if found.finalize() != page {
            reading.tell(Fault::Bundle, "`page.html` is not what these events give");
        }
        Ok(())
    })?;
    archive.next(name::SCHEMA, |input, bytes| {
        let mut text = Vec::new();
        input
            .take(SCHEMA.len() as u64)
            .read_to_end(&mut text)
            .map_err(StoreError::stream("read the bundle"))?;
        if bytes != SCHEMA.len() as u64 || text != SCHEMA.as_bytes() {
            reading.tell(Fault::Bundle, "`schema.txt` is not that of version 1");
        }
        Ok(())
    })?;
    archive.end()?;
    Ok(reading.report())
}

fn manifest(input: &mut dyn Read, bytes: u64) -> Result<Manifest, StoreError> {
    if bytes > MOST_MANIFEST_BYTES {
        return Err(StoreError::Bundle("its manifest is too long".into()));
    }
    let mut text = String::new();
    input
        .read_to_string(&mut text)
        .map_err(|error| StoreError::Bundle(format!("its manifest cannot be read: {error}")))?;
    let manifest: Manifest = line::read(&text, name::MANIFEST)?;
    if manifest.laika != "bundle" || manifest.version != 1 || manifest.wording != WORDING {
        return Err(StoreError::Bundle("its manifest is not of version 1".into()));
    }
    Ok(manifest)
}

/// Where the reading is.
struct Reading {
    manifest: Manifest,
    run: RunId,
    walk: Walk,
    line: Line,
    /// The page that the events give, so far.
    page: Sha256,
    /// Where every event lies in the log, and its hash; the end of the path is the last of them.
    log: Vec<(u64, Hash)>,
}

impl Reading {
    fn new(manifest: Manifest) -> Result<Self, StoreError> {
        let run = RunId::parse(&manifest.run)
            .map_err(|_| StoreError::Bundle("its manifest names no run".into()))?;
        let page = Sha256::new().chain_update(page::begin(&manifest));
        let (walk, line) = (Walk::new(Along::Runs), Line::default());
        Ok(Self { manifest, run, walk, line, page, log: Vec::new() })
    }

    fn event(&mut self, event: Event, held: &[RunHead]) -> Result<(), StoreError> {
        self.page.update(page::event(&event));
        let header = &event.header;
        if header.run != self.manifest.run {
            return Err(StoreError::Bundle("it holds an event of another run".into()));
        }
        let reason = event.erased.map(|erased| name_of(&erased.reason));
        let seen = Seen {
            parts: header.parts(),
            hash: header.hash,
            payload: match (&event.salt, &event.payload) {
                (Some(salt), Some(payload)) => Some((salt, payload)),
                (None, None) => None,
                // One without the other has no commitment that fits.
                (salt, payload) => Some((
                    salt.as_ref().map(|salt| &salt[..]).unwrap_or_default(),
                    payload.as_deref().unwrap_or_default(),
                )),
            },
            erased: reason.as_deref().zip(event.erased.map(|erased| erased.at_ms)),
        };
        self.walk.step(&seen);
        for held in held.iter().filter(|held| held.run == self.run && held.seq == header.seq) {
            if held.hash == header.hash {
                self.line.confirmed += 1;
            } else {
                self.walk.tell(&seen, Fault::RunHead, "you hold another hash of it");
            }
        }
        self.log.push((header.log_seq, header.hash));
        Ok(())
    }

    /// The hash of an event that the bundle holds. Events that are out of order were reported; they are not found.
    fn hash_at(&self, log_seq: u64) -> Option<Hash> {
        let at = self.log.binary_search_by_key(&log_seq, |(log_seq, _)| *log_seq).ok()?;
        self.log.get(at).map(|(_, hash)| *hash)
    }

    /// After the last event of the run.
    fn end_of_run(&mut self, held: &[RunHead]) -> Result<(), StoreError> {
        self.walk.finish(|_, _| Ok(None))?;
        let last =
            self.walk.runs().get(self.manifest.run.as_str()).map_or((0, Hash::NONE), |h| (h.seq, h.hash));
        let said = (self.manifest.head.seq, Hash::parse(&self.manifest.head.hash).unwrap_or(Hash::NONE));
        if last != said || self.manifest.events != self.walk.events || self.walk.events == 0 {
            self.tell(Fault::Bundle, "the run does not end where the manifest says");
        }
        for held in held.iter().filter(|held| held.run != self.run || held.seq > last.0 || held.seq == 0) {
            let sentence = if held.run == self.run {
                format!("the bundle ends before event {} whose hash you hold", held.seq)
            } else {
                format!("the head of run `{}` that you hold says nothing about this run", held.run)
            };
            self.walk.problems.add(Problem {
                run: Some(held.run.to_string()),
                seq: Some(held.seq),
                ..Problem::new(Fault::RunHead, sentence)
            });
        }
        Ok(())
    }

    /// A header of the log after the run's last event.
    fn step_on(&mut self, event: &Event) {
        let header = &event.header;
        let bare = event.salt.is_none() && event.payload.is_none() && event.erased.is_none();
        let (log_seq, log_hash) = self.log.last().copied().unwrap_or((0, Hash::NONE));
        let follows = Some(header.log_seq) == log_seq.checked_add(1) && header.log_prev == log_hash;
        let unchanged = header.parts().hash(&mut Vec::new()) == header.hash;
        // An event of the run itself has its payload above; as a bare header its end could be hidden here.
        let foreign = header.run != self.manifest.run;
        if !(bare && follows && unchanged && foreign) {
            self.walk.problems.add(Problem {
                log_seq: Some(header.log_seq),
                ..Problem::new(Fault::Link, format!("event {} of the log does not lead on", header.log_seq))
            });
        }
        self.log.push((header.log_seq, header.hash));
    }

    /// After the last head.
    fn end_of_line(&mut self, anchors: &[Anchor]) {
        let covered = self.line.last().map(|head| (head.log_seq, head.log_hash));
        if covered.is_none() || covered != self.log.last().copied() {
            self.tell(Fault::Head, "the last signed head does not cover the run");
        }
        for anchor in self.line.beyond(anchors) {
            let sentence = format!("the head {} that you hold is not of this bundle's time", anchor.epoch);
            self.tell(Fault::Anchor, &sentence);
        }
        for anchor in anchors.iter().filter(|anchor| !anchor.is_signed()) {
            let sentence = format!("the head {} that you hold is not signed by its key", anchor.epoch);
            self.tell(Fault::Anchor, &sentence);
        }
    }

    fn tell(&mut self, fault: Fault, sentence: &str) {
        self.walk.problems.add(Problem::new(fault, sentence.into()));
    }

    fn report(self) -> Report {
        let (events, runs, erased) = (self.walk.events, self.walk.runs().len() as u64, self.walk.erased);
        let (problems, more_problems) = self.walk.problems.finish();
        Report {
            events,
            runs,
            erased,
            heads: self.line.heads,
            head: self.line.last().cloned(),
            confirmed: self.line.confirmed,
            problems,
            more_problems,
        }
    }
}

struct Hashing<'a>(&'a mut Sha256);

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
