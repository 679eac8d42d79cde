//! Chromium: an isolated browser over a pipe, and the pages in it.
//!
//! Architecture invariant: who and where a document is comes from the browser process (S14). What a page says about
//! itself is compared with that, bounded and checked before anybody sees it.

pub mod cdp;

mod act;
mod address;
mod browser;
mod context;
mod download;
mod error;
mod fence;
mod gate;
mod hub;
mod launch;
pub mod mine;
mod net_error;
mod outlet;
mod pages;
mod picture;
mod plain;
mod print;
mod surface;
mod tab;
pub mod window;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use address::check as check_address;
pub use browser::Browser;
pub use context::{Context, ContextOptions, ExpectedPopup, Incident, NavigationRequest, NavigationRule};
pub use download::{Download, MOST_DOWNLOADED};
pub use error::BrowserError;
pub use fence::Rules;
pub use launch::{LaunchOptions, Profile, ProxyAccess, find_program, has_display, user_id};
pub use outlet::{Later, Outlet};
pub use pages::{Control, ControlKind, FrameInfo, FrameOwner, Pages, Place, Shown};
pub use plain::PlainBrowser;
pub use print::{MOST_DOCUMENT, MOST_PRINTED, PrintError};
pub use surface::{Isolated, Performed, SiteRules, Surface};
pub use tab::{HistoryEntry, Navigated, Picture, Tab};

/// Time for a call that the browser answers by itself.
pub(crate) const CALL: Duration = Duration::from_secs(5);

/// The time of day, as the rest of Laika counts it.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
