//! Whose process is at the other end of a connection on this machine.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::Mutex;

use crate::context::locked;

/// The kernel's table of connections, opened before the process is confined.
#[derive(Debug)]
pub(crate) struct Peers(Option<Mutex<File>>);

impl Peers {
    /// Where there is no such table nobody can be told apart.
    pub(crate) fn open() -> Self {
        Self(File::open("/proc/net/tcp").ok().map(Mutex::new))
    }

    /// The user of the process that connected from `peer` to `own`.
    ///
    /// # Errors
    /// When the table cannot be read, or has no such connection.
    pub(crate) fn user(&self, peer: SocketAddr, own: SocketAddr) -> io::Result<u32> {
        let (Some(table), SocketAddr::V4(peer), SocketAddr::V4(own)) = (&self.0, peer, own) else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let mut text = String::new();
        {
            let mut table = locked(table);
            table.rewind()?;
            table.read_to_string(&mut text)?;
        }
        text.lines()
            .skip(1)
            .find_map(|line| user(line, peer, own))
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// The user in a line, if it is the line of this connection as its opener sees it.
fn user(line: &str, peer: SocketAddrV4, own: SocketAddrV4) -> Option<u32> {
    let mut words = line.split_ascii_whitespace().skip(1);
    let (local, remote) = (words.next()?, words.next()?);
    let user = words.nth(4)?;
    (address(local)? == peer && address(remote)? == own).then(|| user.parse().ok())?
}

fn address(text: &str) -> Option<SocketAddrV4> {
    let (address, port) = text.split_once(':')?;
    // The kernel prints the bytes of the address as one number of this machine.
    let octets = u32::from_str_radix(address, 16).ok()?.to_ne_bytes();
    Some(SocketAddrV4::new(Ipv4Addr::from(octets), u16::from_str_radix(port, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    #[cfg(target_os = "linux")]
    fn the_user_of_a_connection_is_found() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let peers = Peers::open();
        let own = listener.local_addr().unwrap();
        for _ in 0..3 {
            let client = TcpStream::connect(own).unwrap();
            let peer = client.local_addr().unwrap();
            assert_eq!(peers.user(peer, own).unwrap(), rustix_uid());
            assert!(peers.user(own, peer).is_ok());
            assert!(peers.user("127.0.0.1:1".parse().unwrap(), own).is_err());
        }
        assert!(Peers(None).user(own, own).is_err());
    }

    fn rustix_uid() -> u32 {
        use std::os::unix::fs::MetadataExt as _;
        std::fs::metadata("/proc/self").unwrap().uid()
    }
}
