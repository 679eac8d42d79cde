//! System calls by their numbers, for whoever wants to see which are refused.
#![allow(unsafe_code, reason = "any system call is unsafe by its type")]

use std::io;

/// Makes a system call.
pub(crate) fn call(number: libc::c_long, arguments: [usize; 5]) -> io::Result<libc::c_long> {
    let [a, b, c, d, e] = arguments;
    // SAFETY: pointers among the arguments lead to memory that lives while the call lasts, or to none.
    let got = unsafe { libc::syscall(number, a, b, c, d, e) };
    if got == -1 { Err(io::Error::last_os_error()) } else { Ok(got) }
}
