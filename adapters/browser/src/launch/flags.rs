//! The flags Chromium is started with.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::Path;

use super::{LaunchOptions, Profile};

const ALWAYS: &[&str] = &[
    "--remote-debugging-pipe",
    "--no-startup-window",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    // Nothing on its own account goes to the network.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-field-trial-config",
    "--metrics-recording-only",
    "--no-pings",
    "--dns-prefetch-disable",
    "--disable-quic",
    // The spelling with `force` does nothing in this version: packets leave.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    // Nothing of a page is kept in a report.
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--password-store=basic",
    "--use-mock-keychain",
    "--deny-permission-prompts",
    "--disable-external-intent-requests",
    "--mute-audio",
    // A tab that nobody looks at works as fast as one in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    // A frame of another site always has a process and a session of its own.
    "--site-per-process",
    // Back-forward cache and prerendering would bring documents back without a load; upgrades would change an
    // address that was decided. The pages of the address bar would be loaded for every new context, in a process of their own.
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,BackForwardCache,Prerender2,\
     HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,AutofillServerCommunication,InterestFeedContentSuggestions,\
     CertificateTransparencyComponentUpdater,GlobalMediaControls,DestroyProfileOnBrowserClose,\
     WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];

/// Not in a browser as a person has it: they have windows and extensions, and a tab in front.
const NOT_A_PERSONS: &[&str] = &[
    "--no-startup-window",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--deny-permission-prompts",
];

/// The flags of the companion's window: one window without tabs and an address bar, and one address that it reaches.
pub(super) fn window(port: u16, nowhere: SocketAddr, headed: bool, profile: &Path) -> Vec<OsString> {
    let usual = ALWAYS.iter().filter(|flag| **flag != "--no-startup-window");
    let mut flags: Vec<OsString> = usual.map(OsString::from).collect();
    let mut add = |flag: &str| flags.push(flag.into());
    if !headed {
        add("--headless=new");
    }
    add("--disable-dev-shm-usage");
    add(&format!("--proxy-server=http://{nowhere}"));
    // By itself all of loopback would go past the proxy; the first rule ends that, the second lets one port.
    add(&format!("--proxy-bypass-list=<-loopback>;127.0.0.1:{port}"));
    // Names are not even asked for.
    add("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
    add("--window-size=1200,860");
    // Empty: the page is loaded when the window is under our rules.
    add("--app=data:text/html,<title>Laika</title>");
    let mut folder = OsString::from("--user-data-dir=");
    folder.push(profile);
    flags.push(folder);
    flags
}

/// The flags of a browser as a person has it, without a screen.
pub(super) fn plain(profile: &Path, sandbox: bool, extra: &[String]) -> Vec<OsString> {
    let usual = ALWAYS.iter().filter(|flag| !NOT_A_PERSONS.contains(flag));
    let mut flags: Vec<OsString> = usual.map(OsString::from).collect();
    flags.extend(["--headless=new", "--disable-dev-shm-usage", "--no-proxy-server"].map(OsString::from));
    // Chromium 148 loads an extension over the pipe only with this; 150 and later also without.
    flags.push("--enable-unsafe-extension-debugging".into());
    if !sandbox {
        flags.push("--no-sandbox".into());
    }
    flags.extend(extra.iter().map(OsString::from));
    let mut folder = OsString::from("--user-data-dir=");
    folder.push(profile);
    flags.push(folder);
    flags.push("about:blank".into());
    flags
}

pub(super) fn flags(options: &LaunchOptions, profile: &Path) -> Vec<OsString> {
    let mut flags: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
    let mut add = |flag: &str| flags.push(flag.into());
    if !options.headed {
        add("--headless=new");
        add("--hide-scrollbars");
    }
    if !options.sandbox {
        add("--no-sandbox");
    }
    if options.profile == Profile::Private {
        add("--disk-cache-size=1");
        add("--media-cache-size=1");
    } else {
        // A private run must not use it: it puts shared memory into files on disk.
        add("--disable-dev-shm-usage");
    }
    match &options.proxy {
        // Without the bypass rule loopback addresses would go past the proxy.
        Some(proxy) => {
            add(&format!("--proxy-server=http://{}", proxy.address));
            add("--proxy-bypass-list=<-loopback>");
        }
        None => add("--no-proxy-server"),
    }
    for flag in &options.extra {
        add(flag);
    }
    let mut folder = OsString::from("--user-data-dir=");
    folder.push(profile);
    flags.push(folder);
    flags
}
