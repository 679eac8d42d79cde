//! The way out of a context, as far as acting needs it.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;

use laika_policy::Call;
use url::Url;

/// What comes back later.
pub type Later<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// The way out of a context. While a host is held, no connection to it is used that stood open before: a browser sends
/// a form again over a new connection when an old one drops under it (S11).
pub trait Outlet: Send + Sync {
    /// Closes idle connections to a host, and lets every new one carry one thing.
    fn hold<'a>(&'a self, host: &'a str) -> Later<'a>;

    /// Connections to the host may stay open again.
    fn release<'a>(&'a self, host: &'a str) -> Later<'a>;
}

/// The hosts that a call sends something to which must arrive once.
pub(crate) fn hosts_sent_to(call: &Call) -> BTreeSet<String> {
    let Some(target) = &call.target else { return BTreeSet::new() };
    let form = target.form.iter().filter(|form| !form.method.eq_ignore_ascii_case("get"));
    let addresses = form.map(|form| &form.action).chain(target.sends.iter().map(|sent| &sent.url));
    addresses.filter_map(|address| Some(Url::parse(address).ok()?.host_str()?.to_owned())).collect()
}
