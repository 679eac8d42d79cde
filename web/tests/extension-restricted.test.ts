/** Pages that Laika never touches (S2), in all the ways they can be written. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isRestricted, isRestrictedDocument, portsOf } from "../extension/src/worker/restricted.js";

const ports = portsOf(["fence", "port:8811", "port:80", "port:x", "port:1234567"]);

const cases: [address: string, restricted: boolean][] = [
  ["https://example.com/", false],
  ["https://example.com/?u=chrome://version", false],
  ["chrome://version/", true],
  ["edge://settings/", true],
  ["about:blank", true],
  ["about:config", true],
  ["devtools://devtools/bundled/inspector.html", true],
  ["chrome-extension://abcdefghijklmnopabcdefghijklmnop/panel.html", true],
  ["moz-extension://5d2c/panel.html", true],
  ["view-source:https://example.com/", true],
  ["file:///etc/passwd", true],
  ["data:text/html,hello", true],
  ["blob:https://example.com/1", true],
  ["javascript:alert(1)", true],
  ["ftp://example.com/", true],
  ["not an address", true],
  ["", true],
  ["https://chromewebstore.google.com/detail/x", true],
  ["https://chromewebstore.google.com./detail/x", true],
  ["https://CHROMEWEBSTORE.google.com/", true],
  ["https://chrome.google.com/webstore/detail/x", true],
  ["https://chrome.google.com/webstore", true],
  ["https://chrome.google.com/webstores-of-old", false],
  ["https://microsoftedge.microsoft.com/addons/detail/x", true],
  ["https://addons.mozilla.org/en-US/firefox/", true],
  ["https://addons.mozilla.org.example.com/", false],
  ["http://127.0.0.1:8811/", true],
  ["http://127.0.0.1:8812/", false],
  ["http://127.9.8.7:8811/", true],
  ["http://2130706433:8811/", true],
  ["http://0x7f000001:8811/", true],
  ["http://017700000001:8811/", true],
  ["http://127.1:8811/", true],
  ["http://0.0.0.0:8811/", true],
  ["http://0:8811/", true],
  ["https://127.0.0.1:8811/", true],
  ["http://user:word@127.0.0.1:8811/", true],
  ["http://localhost:8811/", true],
  ["http://LOCALHOST.:8811/", true],
  ["http://a.localhost:8811/", true],
  ["http://localhost:8810/", false],
  ["http://[::1]:8811/", true],
  ["http://[0:0:0:0:0:0:0:1]:8811/", true],
  ["http://[::]:8811/", true],
  ["http://[::ffff:127.0.0.1]:8811/", true],
  ["http://[::ffff:0.0.0.0]:8811/", true],
  ["http://[::127.0.0.1]:8811/", true],
  ["http://[2001:db8::1]:8811/", false],
  // A name may point here, now or the next time.
  ["http://rebinding.example:8811/", true],
  ["http://192.0.2.7:8811/", false],
  // The port that is not written.
  ["http://127.0.0.1/", true],
  ["https://127.0.0.1/", false],
];

for (const [address, restricted] of cases) {
  test(`${address || "nothing"} is ${restricted ? "restricted" : "a page"}`, () => {
    assert.equal(isRestricted(address, ports), restricted);
  });
}

test("without a daemon only its ports are not known", () => {
  assert.equal(isRestricted("http://127.0.0.1:8811/", new Set()), false);
  assert.equal(isRestricted("chrome://version", new Set()), true);
});

test("a document without an address of its own is its origin's", () => {
  assert.equal(isRestrictedDocument("about:srcdoc", "https://example.com", ports), false);
  assert.equal(isRestrictedDocument("about:blank", "http://localhost:8811", ports), true);
  assert.equal(isRestrictedDocument("https://example.com/sandboxed", "null", ports), true);
  assert.equal(isRestrictedDocument("http://127.0.0.1:8811/", "https://example.com", ports), true);
});
