//! What `strace` wrote down of a child: its calls, in the order in which they ended.
//!
//! Every string is written in hex (`-xx`) and every file by its path (`-y`), so that a line can be read back exactly.

mod line;
pub(super) mod op;

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use line::Line;

/// One call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    /// The thread that made it.
    pub(super) thread: u32,
    pub(super) name: String,
    /// Its arguments as they are written.
    pub(super) arguments: Vec<String>,
    pub(super) end: End,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// What it returned, and the file behind it if that is a descriptor.
    Returned(i64, Option<Vec<u8>>),
    /// The name of its error.
    Failed(String),
    /// It had not come back when its process was killed, or it is still under way.
    Open,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    /// A call was made, and others ended before it did.
    Began(Call),
    /// A call ended.
    Ended(Call),
}

/// Reads a whole trace.
pub(super) fn read(trace: &str) -> Result<Vec<Event>> {
    let mut under_way = BTreeMap::<u32, String>::new();
    let mut events = Vec::new();
    for text in trace.lines().filter(|text| !text.is_empty()) {
        match line::read(text)? {
            Line::Whole(call) => events.push(Event::Ended(call)),
            Line::Began(call, begin) => {
                under_way.insert(call.thread, begin);
                events.push(Event::Began(call));
            }
            Line::Resumed { thread, rest } => {
                let Some(begin) = under_way.remove(&thread) else {
                    bail!("the trace holds the end of a call without its beginning: {text}");
                };
                events.push(Event::Ended(line::call(thread, &format!("{begin}{rest}"))?));
            }
            Line::Other => {}
        }
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded with strace 6.1: two threads, a file name with a line break, a quote and an umlaut.
    const RECORDED: &str = r#"6043  write(1<\x2f\x74\x2f\x6f\x75\x74>, "\x6c\x69\x6e\x65\x20\x30\x0a", 7) = 7
6084  openat(AT_FDCWD<\x2f\x74>, "\x64\x2f\x62\x0a\x22\xc3\xa9", O_RDWR|O_CREAT|O_CLOEXEC, 0777 <unfinished ...>
6043  write(1<\x2f\x74\x2f\x6f\x75\x74>, "\x6c\x0a", 2) = 2
6084  <... openat resumed>)             = 3<\x2f\x74\x2f\x62\x0a\x22\xc3\xa9>
6084  --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=6550, si_status=0} ---
6084  fsync(3<\x2f\x74\x2f\x62\x0a\x22\xc3\xa9>) = -1 EIO (Input/output error) (INJECTED)
6043  write(1<\x2f\x74\x2f\x6f\x75\x74>, "\x6c", 1) = ?
6084  +++ killed by SIGKILL +++
6043  +++ killed by SIGKILL +++
"#;

    #[test]
    fn calls_of_two_threads_are_put_together() {
        let events = read(RECORDED).unwrap();
        let brief: Vec<_> = events
            .iter()
            .map(|event| match event {
                Event::Began(call) => format!("{} begins {}", call.thread, call.name),
                Event::Ended(call) => format!("{} ends {} {:?}", call.thread, call.name, call.end),
            })
            .collect();
        expect_test::expect![[r#"
            [
                "6043 ends write Returned(7, None)",
                "6084 begins openat",
                "6043 ends write Returned(2, None)",
                "6084 ends openat Returned(3, Some([47, 116, 47, 98, 10, 34, 195, 169]))",
                "6084 ends fsync Failed(\"EIO\")",
                "6043 ends write Open",
            ]
        "#]]
        .assert_debug_eq(&brief);
    }

    #[test]
    fn an_end_without_a_beginning_is_an_error() {
        assert!(read("7 <... write resumed>) = 7\n").is_err());
    }
}
