//! What of Laika's own a client may read, where the person opened it to it.

use laika_protocol::ids::RunId;
use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

const RUNS: &str = "laika://runs";
const ARTIFACTS: &str = "laika://artifacts";

/// Something of Laika's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The runs.
    Runs,
    /// One run.
    Run(RunId),
    /// The files that were kept, without what is in them.
    Artifacts,
}

pub(super) fn listed() -> Vec<Resource> {
    vec![
        Resource::new(RUNS, "runs").with_description("What Laika did, if the person opened it to you"),
        Resource::new(ARTIFACTS, "artifacts")
            .with_description("Files that were kept, if the person opened them to you"),
    ]
}

pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![ResourceTemplate::new("laika://runs/{run}", "run").with_description("One run, event by event")]
}

pub(super) fn meant(uri: &str) -> Result<Kept, ErrorData> {
    match uri {
        RUNS => Ok(Kept::Runs),
        ARTIFACTS => Ok(Kept::Artifacts),
        _ => {
            let run = uri.strip_prefix("laika://runs/").and_then(|run| RunId::parse(run).ok());
            run.map(Kept::Run).ok_or_else(|| ErrorData::resource_not_found("there is no such resource", None))
        }
    }
}

pub(super) fn told(text: String, uri: String) -> ReadResourceResult {
    ReadResourceResult::new(vec![ResourceContents::text(text, uri)])
}
