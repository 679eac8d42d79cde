//! From an admitted target to a connected socket: look up once, check every address, connect to exactly those.

use std::time::Duration;

use laika_os::address::{self, AddressError, Checked};
use laika_protocol::address::is_this_machine;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Proxy;
use crate::count::Row;
use crate::problem::Problem;
use crate::rules::Admission;
use crate::target::Target;

const WITHIN: Duration = Duration::from_secs(15);
/// The next address is tried as well when the one before has not answered by then.
const NEXT_AFTER: Duration = Duration::from_millis(300);
const MOST_ADDRESSES: usize = 6;

impl Proxy {
    pub(crate) async fn connect(
        &self,
        target: &Target,
        admission: Admission,
        row: &Row,
    ) -> Result<TcpStream, Problem> {
        if target.address().is_none() {
            Row::add(&row.lookups, 1);
        }
        let answer = self.resolver.resolve(target).await?;
        let checked = address::check(&answer, admission.reach).map_err(|error| match error {
            AddressError::Private => Problem::Private,
            AddressError::None => Problem::NotFound,
        })?;
        if checked.iter().any(|address| self.is_own(*address)) {
            return Err(Problem::Own);
        }
        let stream = timeout(WITHIN, first_of(&checked)).await.map_err(|_| Problem::Timeout)??;
        // Without this the connection is slower, not wrong.
        let _ = stream.set_nodelay(true);
        Row::add(&row.connections, 1);
        Ok(stream)
    }

    fn is_own(&self, address: Checked) -> bool {
        let socket = address.socket();
        is_this_machine(socket.ip())
            && self.own_ports.read().is_ok_and(|ports| ports.contains(&socket.port()))
    }
}

/// Connects to the first address that answers.
async fn first_of(addresses: &[Checked]) -> Result<TcpStream, Problem> {
    let mut tries = JoinSet::new();
    let mut waiting = addresses.iter().take(MOST_ADDRESSES);
    loop {
        let next = waiting.next();
        if let Some(address) = next {
            tries.spawn(TcpStream::connect(address.socket()));
        }
        tokio::select! {
            Some(tried) = tries.join_next() => match tried {
                Ok(Ok(stream)) => return Ok(stream),
                _ if tries.is_empty() && waiting.len() == 0 => return Err(Problem::Unreachable),
                _ => {}
            },
            () = sleep(NEXT_AFTER), if waiting.len() > 0 => {}
        }
    }
}
