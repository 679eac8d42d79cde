//! Fonts: without one, the pictures of pages hold boxes instead of letters, and widths of text are guessed.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::timeout;

use super::finding::{Check, Finding};
use super::teller::Teller;

/// The first time, every font of the machine is read.
const WITHIN: Duration = Duration::from_secs(30);
const INSTALL: &str = "install a font, such as the package `fonts-dejavu-core` or `fonts-liberation`";

pub(super) async fn examine(tell: &Teller) {
    let finding = if cfg!(target_os = "linux") {
        let mut list = Command::new("fc-list");
        // Whatever covers English has the Latin letters.
        list.args([":lang=en", "family"]).stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        match timeout(WITHIN, list.output()).await {
            Ok(Ok(output)) if output.status.success() => judge(&String::from_utf8_lossy(&output.stdout)),
            Ok(Ok(output)) => untold(&format!("`fc-list` ended with {}", output.status)),
            Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => untold("`fc-list` is not installed"),
            Ok(Err(error)) => untold(&format!("`fc-list` cannot be run: {error}")),
            Err(_) => untold("`fc-list` takes too long"),
        }
    } else {
        Check::Fonts.ok("this system brings its own")
    };
    tell.found(finding);
}

fn judge(list: &str) -> Finding {
    let mut families: Vec<&str> = list.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    families.sort_unstable();
    families.dedup();
    match families[..] {
        [] => Check::Fonts.warn("E_NO_FONT", "no font has Latin letters", INSTALL),
        [only] => Check::Fonts.ok(format!("one family with Latin letters, {only}")),
        [first, ..] => {
            Check::Fonts.ok(format!("{} families with Latin letters, such as {first}", families.len()))
        }
    }
}

fn untold(why: &str) -> Finding {
    let found = format!("whether there are fonts cannot be told: {why}");
    Check::Fonts.warn("E_FONTS_UNKNOWN", found, "install the package `fontconfig` and look again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_counted_once() {
        assert_eq!(judge("").state.word(), "warn");
        assert_eq!(judge("\n  \n").state.word(), "warn");
        assert_eq!(judge("DejaVu Sans\nDejaVu Sans\n").found, "one family with Latin letters, DejaVu Sans");
        assert_eq!(judge("B\nA\nB\n").found, "2 families with Latin letters, such as A");
    }
}
