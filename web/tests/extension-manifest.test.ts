/** What the extension may do at all. Whoever adds a permission has to say so here too. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { EXTENSION_ID, manifest } from "../extension/manifest.mjs";

const PLAIN = [
  ...["activeTab", "contextMenus", "declarativeNetRequest", "nativeMessaging"],
  ...["scripting", "sidePanel", "storage", "webRequest"],
];

test("the permissions are these", () => {
  assert.deepEqual(manifest("plain").permissions, PLAIN);
  assert.deepEqual(manifest("debugger").permissions, [...PLAIN, "debugger"]);
  assert.deepEqual(manifest("plain").optional_host_permissions, ["http://*/*", "https://*/*"]);
});

test("no page can reach the extension, and it runs in no page unasked", () => {
  for (const name of ["content_scripts", "externally_connectable", "web_accessible_resources", "host_permissions"]) {
    assert.ok(!(name in manifest("plain")) && !(name in manifest("debugger")), name);
  }
});

test("its pages run only what is in it, and connect to nothing", () => {
  const policy = manifest("plain").content_security_policy.extension_pages.split("; ");
  for (const rule of ["default-src 'none'", "script-src 'self'", "object-src 'none'", "connect-src 'none'"]) {
    assert.ok(policy.includes(rule), rule);
  }
  assert.ok(!policy.some((rule) => /unsafe|https?:|\*/.test(rule)));
});

test("the id stays what the native host was told", () => {
  assert.equal(EXTENSION_ID, "oemjimhnpmfcdpjpcappephgmonckeek");
});

test("the sources use nothing that turns text into code or markup, and listen to nobody outside", () => {
  const files = ["extension/src", "shared"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name)),
  );
  const never = /\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|onMessageExternal|onConnectExternal|\bfetch\(|XMLHttpRequest|importScripts/;
  for (const name of files) {
    const text = readFileSync(name, "utf8");
    assert.equal(never.exec(text)?.[0], undefined, name);
  }
});
