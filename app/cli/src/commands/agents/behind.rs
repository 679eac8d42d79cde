//! Which process holds the other end of a connection of this machine, by the kernel's tables.

use std::fs;
use std::net::SocketAddr;

use rustix::process::geteuid;

/// Who is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    /// A process of the person's.
    Process(i32),
    /// Another user, whose programs cannot answer for the person.
    Stranger,
    /// It cannot be told.
    Unknown,
}

/// The process that a connection comes from.
pub(super) fn behind(from: SocketAddr) -> Behind {
    let tables =
        ["/proc/net/tcp", "/proc/net/tcp6"].map(|table| fs::read_to_string(table).unwrap_or_default());
    let Some((user, inode)) = tables.iter().find_map(|table| held(table, from)) else {
        return Behind::Unknown;
    };
    if user != geteuid().as_raw() {
        return Behind::Stranger;
    }
    holder(inode).map_or(Behind::Unknown, Behind::Process)
}

/// The user and the number of the socket whose own end this is.
fn held(table: &str, own: SocketAddr) -> Option<(u32, u64)> {
    table.lines().skip(1).find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (address, port) = fields.get(1)?.split_once(':')?;
        let here = u16::from_str_radix(port, 16).ok()? == own.port() && is_loopback(address);
        let inode: u64 = fields.get(9)?.parse().ok()?;
        // A socket that is closed already has no number.
        (here && inode != 0).then(|| Some((fields.get(7)?.parse().ok()?, inode)))?
    })
}

/// 127.x.x.x or ::1, as the kernel writes them: words of four bytes, each in the machine's order.
fn is_loopback(address: &str) -> bool {
    let (last, rest) = address.split_at(address.len().saturating_sub(8));
    let word = u32::from_str_radix(rest, 16).unwrap_or(0).to_ne_bytes();
    match last.len() {
        0 => word[0] == 127,
        24 => {
            word == [0, 0, 0, 1] && last.chars().all(|c| c == '0')
                || last.ends_with("FFFF0000") && word[0] == 127
        }
        _ => false,
    }
}

/// A process of ours that holds a socket.
fn holder(inode: u64) -> Option<i32> {
    let wanted = format!("socket:[{inode}]");
    let processes = fs::read_dir("/proc").ok()?.flatten();
    processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok()).find(|pid| {
        let open = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        open.filter_map(|fd| fs::read_link(fd.path()).ok()).any(|target| target.to_str() == Some(&wanted))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn s1_the_process_behind_a_connection_is_known() {
        for address in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(address) else { continue };
            let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let own = i32::try_from(std::process::id()).unwrap();
            assert_eq!(behind(client.local_addr().unwrap()), Behind::Process(own), "{address}");
        }
        assert_eq!(behind("127.0.0.1:1".parse().unwrap()), Behind::Unknown, "nobody is there");
        assert!(is_loopback("0100007F") && !is_loopback("0101A8C0"));
        assert!(
            is_loopback("00000000000000000000000001000000")
                && is_loopback("0000000000000000FFFF00000100007F")
        );
        assert!(!is_loopback("00000000000000000000000002000000") && !is_loopback(""));
    }
}
