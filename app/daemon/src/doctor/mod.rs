//! The examination behind `laika doctor`: does everything that Laika needs really work on this machine?
//!
//! Each check does the real thing, in the way that Laika does it at work: the browser opens a page, the model answers a
//! question, the network process is asked for what it must refuse. What is found is told as it is found.
//!
//! Looking changes nothing in Laika's folder, with one exception: weights that are read and compared count as verified
//! afterwards, or no longer do.

mod browser;
mod extension;
mod finding;
mod fonts;
mod keys;
mod machine;
mod model;
mod proxy;
mod sandbox;
mod scratch;
mod socket;
mod store;
mod teller;

use std::path::PathBuf;

use laika_model::catalogue::Library;
use laika_os::confine::Confinement;
use tokio::sync::mpsc::UnboundedSender;

pub use finding::{Check, Finding, News, State, Trouble};
pub use socket::SOCKET;

use teller::Teller;

/// What is examined.
#[derive(Clone, Debug)]
pub struct Installation {
    /// This program, which is also the process of the network and that of the model.
    pub laika: PathBuf,
    /// Laika's folder.
    pub folder: PathBuf,
    /// The models.
    pub models: Library,
    /// The Chromium of this machine, as [`laika_browser::find_program`] gives it.
    pub browser: Option<PathBuf>,
}

/// Makes every check, one after the other. When nobody listens any more, it ends what it started and returns.
pub async fn examine(installation: Installation, tell: UnboundedSender<News>) {
    let tell = Teller::new(tell);
    let Installation { laika, folder, models, browser } = installation;
    browser::examine(&laika, browser.as_deref(), &tell).await;
    let others = async {
        model::examine(&laika, &folder, &models, &tell).await;
        store::examine(&folder, &tell).await;
        socket::examine(&folder, &tell).await;
        keys::examine(&folder, &tell).await;
        proxy::examine(&laika, &tell).await;
        fonts::examine(&tell).await;
        machine::examine(laika_os::machine::of_this_system(), &tell);
        extension::examine(&laika, &folder, &tell).await;
    };
    // What the others start ends when it is dropped.
    tokio::select! {
        () = others => {}
        () = tell.alone() => {}
    }
}

/// How far a process is confined, as a finding about its check.
fn confined(check: Check, what: &str, confinement: Confinement) -> Finding {
    const FIX: &str = "use a Linux with Landlock switched on, kernel 6.12 or newer";
    match confinement {
        Confinement::Full => check.ok(format!("{what}, confined completely")),
        Confinement::Partial => check.warn(
            "E_CONFINED_PARTLY",
            format!("{what}, confined to its files but not from all the rest"),
            FIX,
        ),
        Confinement::None => {
            check.warn("E_NOT_CONFINED", format!("{what}, and this system does not confine it to files"), FIX)
        }
    }
}
