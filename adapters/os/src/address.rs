//! The only way to an address that may be connected to.
//!
//! A name is resolved once, every address of the answer is checked here, and the connection goes to a [`Checked`]
//! address: there is no second look-up between the check and the connect that could answer something else.

use std::net::SocketAddr;

use laika_protocol::address::is_public;

/// How far a connection may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The public internet only.
    Public,
    /// Also this machine and the networks around it: the person named exactly this place.
    Private,
}

/// An address that may be connected to. Only [`check`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked(SocketAddr);

impl Checked {
    /// The address.
    #[must_use]
    pub const fn socket(self) -> SocketAddr {
        self.0
    }
}

/// Why no address of an answer may be connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The answer names a place on this machine or in a network around it.
    #[error("the name leads to an address that is not public")]
    Private,
    /// The answer is empty.
    #[error("the name has no address")]
    None,
}

/// Checks every address of an answer. One that is out of reach spoils the whole answer: a name that is public and
/// private at once is how a page gets behind the router.
///
/// # Errors
/// When an address is out of reach, or there is none.
pub fn check(answer: &[SocketAddr], reach: Reach) -> Result<Vec<Checked>, AddressError> {
    if answer.is_empty() {
        return Err(AddressError::None);
    }
    if reach == Reach::Public && answer.iter().any(|address| !is_public(address.ip())) {
        return Err(AddressError::Private);
    }
    Ok(answer.iter().copied().map(Checked).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_private_address_spoils_the_answer() {
        let public: SocketAddr = "8.8.8.8:443".parse().unwrap();
        let private: SocketAddr = "127.0.0.1:443".parse().unwrap();
        assert_eq!(check(&[public, private], Reach::Public), Err(AddressError::Private));
        assert_eq!(check(&[private], Reach::Public), Err(AddressError::Private));
        assert_eq!(check(&[], Reach::Private), Err(AddressError::None));
        assert_eq!(check(&[public], Reach::Public).unwrap()[0].socket(), public);
        assert_eq!(check(&[public, private], Reach::Private).unwrap().len(), 2);
    }
}
