/**
 * The manifest of the extension, for each of its builds and for both browsers. Only the build with `debugger` can make
 * real input: that permission cannot be asked for later, and every browser warns about it, so most people should not
 * have it.
 */

import { createHash } from "node:crypto";

/** @typedef {"plain" | "debugger"} Build */

/** @type {Build[]} */
export const BUILDS = ["plain", "debugger"];

/** The public half of a key whose private half was thrown away: it only fixes the id. */
const KEY =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxATNH6t2qw4buTzkljesz9rd1T58/7VWVO7YpJwCEswvrVzJW7T+aecx" +
  "7PDtOpZyeTvvSW1xOTP+oCnajaCbzPPKeQGDzl2XNHmxtOSbSMYhlt6YTVaI+BEDPKBTUBN9zRCup3aqw+Wpt09ZacL38sIrdVvb" +
  "nn4LgPjTuYyV6g/D09TrPTR0orU3Sq40TDW6BCE3FURFXS0ybnb+4OE8CBHHMceQvGpdBo8INVesHsU/oSiHm792XF9OaRkEO0Ik" +
  "UN9raqqgWPb9TkEpeLq8AEsvpVlwfsp1d8OON/9/TUDSDPQoy8J+JeNlOT46tu5l6Yoa4TGDVeqxuN47VGyNbQIDAQAB";

/** The id that Chromium makes of the key: 32 hex digits of its hash, written with the letters a to p. */
export const EXTENSION_ID = [...createHash("sha256").update(Buffer.from(KEY, "base64")).digest("hex").slice(0, 32)]
  .map((digit) => String.fromCharCode("a".charCodeAt(0) + parseInt(digit, 16)))
  .join("");

/** The id in Firefox. Nobody can have mail there, by what `invalid` means. */
export const GECKO_ID = "laika@laika.invalid";

/** No script but ours, no connection anywhere, no frame, and no text that turns into markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const ICONS = Object.fromEntries(["16", "32", "48", "128"].map((size) => [size, `icons/${size}.png`]));

/** @param {Build} build */
export function manifest(build) {
  return {
    manifest_version: 3,
    name: build === "debugger" ? "Laika (real input)" : "Laika",
    version: "0.1.0",
    description: "Laika reads and works on the sites you connect it to. It runs on this machine.",
    key: KEY,
    minimum_chrome_version: "123",
    browser_specific_settings: {
      gecko: { id: GECKO_ID, strict_min_version: "128.0", data_collection_permissions: { required: ["none"] } },
    },
    icons: ICONS,
    // Firefox runs the same file as an event page.
    background: { service_worker: "worker.js", scripts: ["worker.js"] },
    action: { default_title: "Laika", default_icon: ICONS },
    side_panel: { default_path: "panel.html" },
    sidebar_action: { default_title: "Laika", default_panel: "panel.html", default_icon: ICONS, open_at_install: false },
    // Without a site none of these shows anything of the web: sites are granted one by one, by the person.
    permissions: [
      "activeTab",
      "contextMenus",
      "declarativeNetRequest",
      "nativeMessaging",
      "scripting",
      "sidePanel",
      "storage",
      // Only to see what the fence stopped, on sites that are granted. It adds no warning of its own.
      "webRequest",
      ...(build === "debugger" ? ["debugger"] : []),
    ],
    optional_host_permissions: ["http://*/*", "https://*/*"],
    // Private windows are off until the person switches them on. They then have a worker of their own, which stores
    // nothing and shares nothing with the other. Firefox has no such thing, and so no private windows.
    incognito: "split",
    commands: {
      _execute_action: { suggested_key: { default: "Alt+Shift+L" }, description: "Open Laika" },
    },
    content_security_policy: { extension_pages: POLICY },
  };
}
