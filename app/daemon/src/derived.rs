//! What the log gives against what is kept beside it: the lists of runs, calls, locks and grants say nothing that the
//! events do not say, so they can be compared with them.

use std::collections::{BTreeMap, BTreeSet};

use laika_agent::{ReplayError, Run as Replayed};
use laika_protocol::ids::Uuid;
use laika_protocol::run::{Approval, Kind, Record};
use laika_store::{Fault, Grant, Lock, Problem, Reader, Run, RunFilter};

use crate::DaemonError;
use crate::daemon::row;
use crate::logs::{all_events, entry};

/// Compares every run. What was erased cannot be compared and is left out.
///
/// # Errors
/// When the log cannot be read.
pub fn compare(reader: &Reader) -> Result<Vec<Problem>, DaemonError> {
    let mut problems = Vec::new();
    for run in reader.runs(&RunFilter { limit: Some(u32::MAX), ..RunFilter::default() })? {
        for what in differences(reader, &run)? {
            problems.push(Problem {
                fault: Fault::Run,
                log_seq: None,
                run: Some(run.row.run.to_string()),
                seq: None,
                sentence: format!("run `{}`: {what}", run.row.run),
            });
        }
    }
    Ok(problems)
}

/// What the events of a run say of the calls, locks and grants that are listed.
#[derive(Default)]
struct Said {
    calls: BTreeMap<Uuid, (u64, Option<u64>)>,
    locked_at: BTreeMap<u32, u64>,
    grants: BTreeSet<(String, String, u32, [u64; 2])>,
    used: BTreeMap<(String, String), u32>,
}

fn differences(reader: &Reader, run: &Run) -> Result<Vec<&'static str>, DaemonError> {
    let id = &run.row.run;
    let events = all_events(reader, id)?;
    let mut found = Vec::new();
    let mut differs = |different: bool, what| found.extend(different.then_some(what));
    let kind = |kind: Kind| move |event: &&laika_store::Event| event.header.kind == kind.as_str();
    let times = events.iter().filter(|event| !kind(Kind::Erased)(event)).map(|event| event.header.at_ms);
    let checkpoint = events.iter().rfind(|event| kind(Kind::Checkpoint)(event)).map(|event| event.header.seq);
    differs(
        events.first().map(|event| event.header.at_ms) != Some(run.created_at_ms),
        "it began at another time",
    );
    differs(times.max() != Some(run.updated_at_ms), "it was last changed at another time");
    differs(checkpoint != run.checkpoint_seq, "its last checkpoint is another");

    let Ok(entries) = events.iter().map(|event| entry(event, id)).collect::<Result<Vec<_>, _>>() else {
        found.push("an event of it cannot be read");
        return Ok(found);
    };
    let recorded = match Replayed::replay(&entries) {
        Ok(replayed) => replayed.recorded().clone(),
        Err(ReplayError::Erased { .. }) => return Ok(found),
        Err(ReplayError::NoStart | ReplayError::OutOfPlace { .. }) => {
            found.push("its events do not follow from each other");
            return Ok(found);
        }
    };
    differs(row(recorded.summary()) != run.row, "the list of runs says something else than its events");
    let sites: BTreeSet<_> = recorded.sites().collect();
    differs(sites != reader.sites(id)?.into_iter().collect(), "the sites it read are others");

    let said = said(&events);
    for (call, (intent_seq, result_seq)) in &said.calls {
        let kept = reader.recorded(call)?;
        let same = kept.is_some_and(|kept| {
            let key = recorded.keys.iter().find(|(_, of)| *of == call).map(|(key, _)| key);
            kept.run == *id
                && kept.intent_seq == *intent_seq
                && kept.result_seq == *result_seq
                && kept.key.as_ref() == key
        });
        differs(!same, "a call is listed otherwise than it was recorded");
    }
    let held: Vec<Lock> = reader.locks()?.into_iter().filter(|lock| lock.run == *id).collect();
    let same = held.len() == recorded.locks.len()
        && held.iter().all(|lock| {
            recorded.locks.iter().any(|own| own.tab_id == lock.tab && own.profile_id == lock.profile)
                && said.locked_at.get(&lock.tab) == Some(&lock.since_ms)
        });
    differs(!same, "the tabs it holds are others");
    let of_grant = |grant: &Grant| {
        let times = [grant.granted_at_ms, grant.expires_at_ms];
        (grant.id.clone(), grant.scope_json.clone(), grant.uses, times)
    };
    let grants: BTreeSet<_> = reader.grants(id)?.iter().map(of_grant).collect();
    differs(grants != said.grants, "its grants are others");
    // Other runs may have used the same one, so there may be more.
    for ((grant, verb), uses) in &said.used {
        let kept = reader.grant_uses(grant)?.into_iter().find(|(of, _)| of == verb);
        differs(kept.is_none_or(|(_, kept)| kept < *uses), "a use of a standing grant is not counted");
    }
    Ok(found)
}

fn said(events: &[laika_store::Event]) -> Said {
    let mut said = Said::default();
    for event in events {
        let record = event.payload.as_deref().and_then(|bytes| Record::read(bytes).ok());
        match record {
            Some(Record::Intent(intent)) => {
                said.calls.insert(intent.step.request_id, (event.header.seq, None));
            }
            Some(Record::StepResult(result)) => {
                // The first result stays.
                if let Some((_, kept @ None)) = said.calls.get_mut(&result.step.request_id) {
                    *kept = Some(event.header.seq);
                }
            }
            Some(Record::TabLocked(lock)) => {
                said.locked_at.insert(lock.tab_id, event.header.at_ms);
            }
            Some(Record::Approval(Approval { grant: Some(used), .. })) => {
                *said.used.entry((used.id, used.verb)).or_default() += 1;
            }
            Some(Record::Granted(granted)) => {
                let times = [event.header.at_ms, granted.expires_at_ms];
                said.grants.insert((granted.grant, granted.scope.to_string(), granted.uses, times));
            }
            Some(_) | None => {}
        }
    }
    said
}
