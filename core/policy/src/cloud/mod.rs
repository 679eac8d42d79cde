//! What may leave for a model on another machine or for another agent, and the only code that can say so.
//!
//! Off until the person switches it on, for one destination. Never from a private run, never what was read on a
//! sensitive site. What leaves was cleaned here, and a permit is made for its exact bytes and no others (S9, S12).

mod agent;
mod answer;
mod bytes;
mod clean;
mod decide;
mod markup;
mod names;
mod pack;
mod page;
mod refusal;
mod rules;
#[cfg(test)]
mod tests;

pub use agent::{
    AgentFacts, AgentPack, AgentRefusal, AgentRules, AgentVerdict, Sharing, agent_pack, decide_agent,
};
pub use answer::{Guarded, guard_answer};
pub use clean::clean;
pub use decide::{CloudDocument, CloudFacts, decide_cloud};
pub use pack::{EgressPack, egress_pack};
pub use refusal::CloudRefusal;
pub use rules::{CloudRules, Switch};
