//! Lines as `strace` writes them, and what they mean.

use super::*;
use crate::crash::trace;

/// Puts a trace written with plain paths and strings into hex, as `-xx` does.
fn hex(trace: &str) -> String {
    let mut hexed = String::new();
    let (mut inside, mut before) = (None, ' ');
    for character in trace.chars() {
        match (inside, character) {
            (None, '"') => inside = Some('"'),
            // Behind a descriptor, a path; elsewhere words of `strace` itself.
            (None, '<') if !before.is_whitespace() => inside = Some('>'),
            (Some(end), character) if character == end => inside = None,
            (Some(_), character) => {
                let mut bytes = [0; 4];
                for byte in character.encode_utf8(&mut bytes).bytes() {
                    hexed.push_str(&format!("\\x{byte:02x}"));
                }
                continue;
            }
            (None, _) => {}
        }
        before = character;
        hexed.push(character);
    }
    hexed
}

fn ops(trace: &str) -> Result<Vec<Op>> {
    super::read(trace::read(&hex(trace))?, Path::new("/case"), Path::new("said"))
}

fn path(path: &str) -> PathBuf {
    path.into()
}

#[test]
fn each_call_becomes_what_it_does() {
    let trace = r#"1  mkdir("/case/data", 0700) = 0
1  openat(AT_FDCWD</>, "/case/data/new", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 3</case/data/new>
1  write(3</case/data/new>, "abc", 3) = 3
1  write(3</case/data/new>, "def", 3) = 2
1  pwrite64(3</case/data/new>, "ghi", 3, 4096) = 3
1  ftruncate(3</case/data/new>, 5) = 0
1  fsync(3</case/data/new>) = 0
1  rename("/case/data/new", "/case/data/1.key") = 0
1  unlink("/case/data/1.key") = 0
1  fdatasync(4</case/data>) = -1 EIO (Input/output error) (INJECTED)
1  openat(AT_FDCWD</>, "/case/effects/run-1.1.u", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0666) = 5</case/effects/run-1.1.u>
1  write(1</case/said>, "done", 4) = 4
1  write(2</dev/null>, "note", 4) = 4
1  unlink("/case/data/none") = -1 ENOENT (No such file or directory)
"#;
    let expected = [
        Op::Folder(path("data")),
        Op::File(path("data/new")),
        Op::Write { path: path("data/new"), at: 0, bytes: b"abc".to_vec() },
        Op::Write { path: path("data/new"), at: 3, bytes: b"de".to_vec() },
        Op::Write { path: path("data/new"), at: 4096, bytes: b"ghi".to_vec() },
        Op::Truncate { path: path("data/new"), length: 5 },
        Op::Synced { thread: 1, path: path("data/new"), kept: true },
        Op::Rename { from: path("data/new"), to: path("data/1.key") },
        Op::Remove(path("data/1.key")),
        Op::Synced { thread: 1, path: path("data"), kept: false },
        Op::Effect(path("effects/run-1.1.u")),
        Op::Said(b"done".to_vec()),
    ];
    assert_eq!(ops(trace).unwrap(), expected);
}

#[test]
fn a_sync_that_takes_its_time_has_a_beginning() {
    let trace = r#"7  fsync(3</case/data/a> <unfinished ...>
8  pwrite64(3</case/data/a>, "x", 1, 0) = 1
7  <... fsync resumed>) = 0
"#;
    let expected = [
        Op::SyncBegan { thread: 7, path: path("data/a") },
        Op::Write { path: path("data/a"), at: 0, bytes: b"x".to_vec() },
        Op::Synced { thread: 7, path: path("data/a"), kept: true },
    ];
    assert_eq!(ops(trace).unwrap(), expected);
}

#[test]
fn buffers_in_a_list_are_one_write() {
    let trace = r#"1  pwritev(3</case/data/a>, [{iov_base="ab", iov_len=2}, {iov_base="c", iov_len=1}], 2, 7) = 3
"#;
    assert_eq!(ops(trace).unwrap(), [Op::Write { path: path("data/a"), at: 7, bytes: b"abc".to_vec() }]);
}

#[test]
fn what_the_model_cannot_see_is_an_error() {
    let unseen = [
        r#"1  fallocate(3</case/data/a>, 0, 0, 4096) = 0"#,
        r#"1  link("/case/data/a", "/case/data/b") = 0"#,
        r#"1  mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3</case/data/laika.db>, 0) = 0x7f00"#,
        r#"1  openat(AT_FDCWD</>, "/case/data/a", O_WRONLY|O_APPEND) = 3</case/data/a>"#,
        r#"1  rename("/case/data/a", "/elsewhere/a") = 0"#,
        r#"1  unlink("data/a") = 0"#,
        r#"1  pwrite64(3</case/data/a>, "abc"..., 4096, 0) = 4096"#,
    ];
    for line in unseen {
        assert!(ops(line).is_err(), "{line}");
    }
    let harmless = [
        r#"1  mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3</case/data/laika.db-shm>, 0) = 0x7f00"#,
        r#"1  mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f00"#,
        r#"1  fallocate(3</elsewhere/a>, 0, 0, 4096) = 0"#,
        r#"1  dup(1) = 4"#,
    ];
    for line in harmless {
        assert_eq!(ops(line).unwrap(), [], "{line}");
    }
}
