//! Programs run, and whatever they do is a result.

use std::cell::Cell as Counter;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Instant;

use laika_cell::code::{CODE_BYTES, CellError, find_python};
use laika_protocol::cell::{Ended, Language, Program};

use super::running::{can_run, cell, never, program, run};

/// A program, how it ends, what it prints, its value, and a part of what it complains about.
type Case = (&'static str, Ended, &'static str, Option<&'static str>, &'static str);

const JAVASCRIPT: &[Case] = &[
    ("6 * 7", Ended::Done, "", Some("42"), ""),
    ("", Ended::Done, "", None, ""),
    (
        "print('a', 1, null); console.log([1, {b: 2n}])",
        Ended::Done,
        "a 1 null\n[1,{\"b\":\"2n\"}]\n",
        None,
        "",
    ),
    ("console.error('oh'); 'x'", Ended::Done, "", Some("x"), "oh"),
    ("input.split('\\n')[1]", Ended::Done, "", Some("second line"), ""),
    ("new Map([[1, 2]])", Ended::Done, "", Some("Map [[1,2]]"), ""),
    ("const a = {}; a.a = a; a", Ended::Done, "", Some("[object Object]"), ""),
    ("Promise.resolve(5).then(n => n * 2)", Ended::Done, "", Some("10"), ""),
    ("(async () => { await null; return 7 })()", Ended::Done, "", Some("7"), ""),
    ("new Promise(() => {})", Ended::Done, "", None, ""),
    ("'\\ud800'.length", Ended::Done, "", Some("1"), ""),
    ("print('\\ud800')", Ended::Done, "\u{fffd}\n", None, ""),
    (
        "JSON.stringify = Array.prototype.map = String = null; print({a: 1}); 1",
        Ended::Done,
        "{\"a\":1}\n",
        Some("1"),
        "",
    ),
    ("let x = ;", Ended::Failed, "", None, "SyntaxError"),
    ("throw new TypeError('no')", Ended::Failed, "", None, "TypeError: no"),
    ("throw 'just words'", Ended::Failed, "", None, "just words"),
    ("throw null", Ended::Failed, "", None, "thrown: null"),
    ("throw {toString() { throw 1 }}", Ended::Failed, "", None, "thrown"),
    ("Promise.reject(new Error('later'))", Ended::Failed, "", None, "Error: later"),
    ("function f() { f() } f()", Ended::Failed, "", None, "Maximum call stack"),
    (
        "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)",
        Ended::Failed,
        "",
        None,
        "Maximum call stack",
    ),
    ("JSON.parse('['.repeat(1e6))", Ended::Failed, "", None, "Maximum call stack"),
    ("new Proxy({}, {get() { throw new Error('trap') }})", Ended::Failed, "", None, "trap"),
    (
        "({toJSON() { throw new Error('no') }, toString() { return 'shown' }})",
        Ended::Done,
        "",
        Some("shown"),
        "",
    ),
    ("'x'.repeat(2 ** 40)", Ended::Failed, "", None, "RangeError"),
    ("let s = 'x'; while (true) s += s", Ended::Failed, "", None, "string too long"),
    ("2n ** (2n ** 40n)", Ended::Failed, "", None, "BigInt is too large"),
    ("let a = []; while (true) a.push({})", Ended::OutOfMemory, "", None, ""),
    ("new ArrayBuffer(2 ** 31)", Ended::Failed, "", None, "RangeError"),
    ("import('fs').catch(e => e.name)", Ended::Done, "", Some("ReferenceError"), ""),
    ("Date.prototype.getTimezoneOffset.call(new Date())", Ended::Done, "", Some("0"), ""),
];

const PYTHON: &[Case] = &[
    ("6 * 7", Ended::Done, "", Some("42"), ""),
    ("", Ended::Done, "", None, ""),
    ("x = 1", Ended::Done, "", None, ""),
    ("print('a', 1)\n'x'", Ended::Done, "a 1\n", Some("'x'"), ""),
    ("input()\ninput()", Ended::Done, "", Some("'second line'"), ""),
    ("import sys\nprint(sys.stdin.read())", Ended::Done, "first line\nsecond line\n\n", None, ""),
    ("import sys\nprint('oh', file=sys.stderr)", Ended::Done, "", None, "oh"),
    (
        "import math, statistics, json, re, decimal\nstatistics.mean([1, 2, 3, 6])",
        Ended::Done,
        "",
        Some("3"),
        "",
    ),
    (
        "from collections import Counter\nCounter('aab').most_common(1)",
        Ended::Done,
        "",
        Some("[('a', 2)]"),
        "",
    ),
    (
        "import datetime, zoneinfo, csv, io, hashlib, uuid, random, textwrap\nhashlib.sha256(b'').hexdigest()[:8]",
        Ended::Done,
        "",
        Some("'e3b0c442'"),
        "",
    ),
    (
        "from dataclasses import dataclass\n@dataclass\nclass A:\n    b: int\nA(3)",
        Ended::Done,
        "",
        Some("A(b=3)"),
        "",
    ),
    (
        "import threading\nt = threading.Thread(target=lambda: print('in a thread'))\nt.start(); t.join()",
        Ended::Done,
        "in a thread\n",
        None,
        "",
    ),
    ("import os", Ended::Failed, "", None, "the module 'os' is not available here"),
    ("import subprocess", Ended::Failed, "", None, "not available"),
    ("from urllib.parse import quote\nquote('a b')", Ended::Done, "", Some("'a%20b'"), ""),
    ("x = (", Ended::Failed, "", None, "SyntaxError"),
    ("def f(n):\n    return 1 / n\nf(0)", Ended::Failed, "", None, "    return 1 / n"),
    ("raise SystemExit", Ended::Done, "", None, ""),
    ("raise SystemExit('no')", Ended::Failed, "", None, "no"),
    ("exit(3)", Ended::Failed, "", None, ""),
    ("def f():\n    f()\nf()", Ended::Failed, "", None, "RecursionError"),
    ("x = 'a' * (1 << 33)", Ended::OutOfMemory, "", None, "MemoryError"),
    ("x = []\nwhile True:\n    x.append(bytearray(1 << 20))", Ended::OutOfMemory, "", None, ""),
    ("import sys\nsys.stdout.close()\n1", Ended::Done, "", Some("1"), ""),
    ("import sys\nsys.modules['os'].close(1)\n1", Ended::Done, "", None, ""),
    ("print('\\ud800')", Ended::Done, "\\ud800\n", None, ""),
    (
        "class A:\n    def __repr__(self):\n        raise ValueError('no words')\nA()",
        Ended::Failed,
        "",
        None,
        "no words",
    ),
    ("import sys\nsys.modules['os'].abort()", Ended::Killed, "", None, ""),
    ("import sys\nsys.modules['os']._exit(0)", Ended::Done, "", None, ""),
];

fn check(language: Language, cases: &[Case]) {
    let cell = cell();
    if !can_run(&cell, language) {
        return;
    }
    for (code, ended, stdout, value, stderr) in cases {
        let ran = run(&cell, language, code);
        assert_eq!(ran.ended, *ended, "{code}: {ran:?}");
        assert_eq!(ran.stdout, *stdout, "{code}: {ran:?}");
        assert_eq!(ran.value.as_deref(), *value, "{code}: {ran:?}");
        assert!(ran.stderr.contains(stderr), "{code}: {ran:?}");
        assert!(!stderr.is_empty() || ran.ended != Ended::Done || ran.stderr.is_empty(), "{code}: {ran:?}");
        assert_eq!(ran.cut_bytes, 0, "{code}: {ran:?}");
    }
}

#[test]
fn javascript_runs_and_whatever_it_does_is_a_result() {
    check(Language::Javascript, JAVASCRIPT);
}

#[test]
fn ink_056_python_runs_and_whatever_it_does_is_a_result() {
    check(Language::Python, PYTHON);
}

/// Loops of each kind: of the language, inside one operation, and while something is shown.
const ENDLESS: &[(Language, &str)] = &[
    (Language::Javascript, "while (true) {}"),
    (Language::Javascript, "print('before'); /(a+)+$/.test('a'.repeat(40) + 'b')"),
    (Language::Javascript, "throw {toString() { while (true) {} }}"),
    (Language::Javascript, "({toString() { while (true) {} }, toJSON() { while (true) {} }})"),
    (Language::Javascript, "const later = () => { Promise.resolve().then(later); }; later()"),
    (Language::Javascript, "try { while (true) {} } catch { while (true) {} } finally { while (true) {} }"),
    (Language::Javascript, "let n = 3n; for (let i = 0; i < 15; i++) n = n * n; while (true) {}"),
    (Language::Python, "print('before')\nwhile True:\n    pass"),
    (Language::Python, "import time\ntime.sleep(1000)"),
    (Language::Python, "x = 10 ** (10 ** 9)"),
    (Language::Python, "while True:\n    try:\n        while True: pass\n    except BaseException: pass"),
];

#[test]
fn ink_057_what_does_not_end_is_ended() {
    let cell = cell();
    for (language, code) in ENDLESS {
        if !can_run(&cell, *language) {
            continue;
        }
        let endless = Program { time_ms: 400, ..program(*language, code) };
        let ran = cell.run(&endless, &never).unwrap();
        assert_eq!(ran.ended, Ended::TimedOut, "{code}: {ran:?}");
        assert!(ran.took_ms >= 350, "{code}: {ran:?}");
    }
}

#[test]
fn what_was_printed_before_the_time_was_up_is_there() {
    let cell = cell();
    for (language, code) in [
        (Language::Javascript, "print('before'); while (true) {}"),
        (Language::Python, "print('before')\nwhile True:\n    pass"),
    ] {
        if !can_run(&cell, language) {
            continue;
        }
        // How long an interpreter takes to get there is the machine's business.
        let printed = [400, 4_000, 40_000].into_iter().any(|time_ms| {
            let ran = cell.run(&Program { time_ms, ..program(language, code) }, &never).unwrap();
            assert_eq!(ran.ended, Ended::TimedOut, "{ran:?}");
            ran.stdout == "before\n"
        });
        assert!(printed, "{code}");
    }
}

#[test]
fn what_is_printed_is_bounded_and_what_is_cut_is_counted() {
    let cell = cell();
    for (language, code, least) in [
        (Language::Javascript, "for (let i = 0; i < 1000; i++) print('é'.repeat(100)); 5", 180_000),
        (Language::Javascript, "print('x'.repeat(1e6)); 5", 980_000),
        (Language::Python, "for i in range(1000): print('é' * 100)\n5", 180_000),
    ] {
        if !can_run(&cell, language) {
            continue;
        }
        let ran = run(&cell, language, code);
        assert_eq!((ran.ended, ran.value.as_deref()), (Ended::Done, Some("5")), "{code}");
        assert!((16_000..=16 << 10).contains(&ran.stdout.len()), "{code}: {}", ran.stdout.len());
        assert!(ran.cut_bytes >= least, "{code}: {}", ran.cut_bytes);
    }
    if can_run(&cell, Language::Python) {
        let ran = run(&cell, Language::Python, "while True: print('x' * 60000)");
        assert_eq!(ran.ended, Ended::Killed);
        assert!(ran.cut_bytes > 60 << 20);
    }
}

#[test]
fn a_program_that_is_called_off_stops() {
    let cell = cell();
    for (language, code) in
        [(Language::Javascript, "while (true) {}"), (Language::Python, "while True: pass")]
    {
        if !can_run(&cell, language) {
            continue;
        }
        let looks = Counter::new(0);
        let error = cell.run(&program(language, code), &|| {
            looks.set(looks.get() + 1);
            looks.get() > 5
        });
        assert_eq!(error, Err(CellError::Cancelled));
    }
}

#[test]
fn what_cannot_be_run_says_why() {
    let cell = cell();
    let long = program(Language::Javascript, &" ".repeat(CODE_BYTES + 1));
    assert_eq!(cell.run(&long, &never).unwrap_err().reason(), "E_CODE_TOO_LONG");
    let nowhere = laika_cell::code::Cell::new("/does/not/exist".into(), None);
    assert!(nowhere.can_run(Language::Javascript).is_err());
    let error = nowhere.run(&program(Language::Javascript, "1"), &never).unwrap_err();
    assert_eq!(error.reason(), "E_CODE_BROKEN");
}

#[test]
#[cfg(target_os = "linux")]
fn a_script_that_chooses_an_interpreter_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let shim = folder.path().join("python3");
    fs::write(&shim, "#!/bin/sh\nexec other\n").unwrap();
    fs::set_permissions(&shim, fs::Permissions::from_mode(0o755)).unwrap();
    if let Ok(found) = find_python(Some(folder.path().as_os_str())) {
        assert!(!found.starts_with(folder.path()), "{}", found.display());
        assert!(fs::symlink_metadata(&found).unwrap().is_file());
    }
}

/// What one call costs, for those who want to know: `cargo test -p laika-cell -- --nocapture cost`.
#[test]
fn the_cost_of_a_program_is_a_process() {
    let cell = cell();
    for language in [Language::Javascript, Language::Python] {
        if !can_run(&cell, language) {
            continue;
        }
        let mut times: Vec<_> = (0..7)
            .map(|_| {
                let start = Instant::now();
                assert_eq!(run(&cell, language, "1 + 1").value.as_deref(), Some("2"));
                start.elapsed()
            })
            .collect();
        times.sort();
        println!("{language:?}: {:?} for a program that adds two numbers (median of 7)", times[3]);
    }
}
