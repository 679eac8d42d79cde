//! How Laika's extension and its native host are known to browsers. A test holds the id against the extension's own key.

/// The name under which browsers start the native host.
pub const HOST_NAME: &str = "org.laika.host";
/// The id of the extension in Chromium and browsers made of it.
pub const CHROMIUM_ID: &str = "oemjimhnpmfcdpjpcappephgmonckeek";
/// The id of the extension in Firefox.
pub const GECKO_ID: &str = "laika@laika.invalid";
/// The program of the native host; it lies beside `laika`.
pub const HOST_PROGRAM: &str = "laika-native-host";
