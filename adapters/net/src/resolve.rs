//! Names to addresses.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Mutex;
use std::time::Duration;

use url::Host;

use crate::problem::Problem;
use crate::target::Target;

/// Answers given beforehand instead of asking a resolver, for measuring: each look-up of a name takes its next answer,
/// the last one stays. A name that is not here is not found.
pub type FixedNames = BTreeMap<String, Vec<Vec<IpAddr>>>;

const WITHIN: Duration = Duration::from_secs(10);

/// Who is asked.
#[derive(Debug)]
pub(crate) enum Resolver {
    /// The resolver of the system.
    System,
    /// A list, for measuring.
    Fixed(Mutex<FixedNames>),
}

impl Resolver {
    pub(crate) fn new(fixed: Option<FixedNames>) -> Self {
        fixed.map_or(Self::System, |names| Self::Fixed(Mutex::new(names)))
    }

    /// All addresses of a target. An address is its own answer.
    pub(crate) async fn resolve(&self, target: &Target) -> Result<Vec<SocketAddr>, Problem> {
        let name = match &target.host {
            Host::Domain(name) => name,
            Host::Ipv4(address) => return Ok(vec![(*address, target.port).into()]),
            Host::Ipv6(address) => return Ok(vec![(*address, target.port).into()]),
        };
        match self {
            Self::System => {
                let found =
                    tokio::time::timeout(WITHIN, tokio::net::lookup_host((name.as_str(), target.port)));
                Ok(found.await.map_err(|_| Problem::Timeout)?.map_err(|_| Problem::NotFound)?.collect())
            }
            Self::Fixed(names) => {
                let mut names = names.lock().map_err(|_| Problem::NotFound)?;
                let answers = names.get_mut(name).ok_or(Problem::NotFound)?;
                let answer = if answers.len() > 1 { answers.remove(0) } else { answers.concat() };
                Ok(answer.into_iter().map(|address| (address, target.port).into()).collect())
            }
        }
    }
}
