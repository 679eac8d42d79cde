/** The page script: one entry, put into an isolated world of every frame at document start. */

import { withdraw } from "./announcement.js";
import { arm, check } from "./arm.js";
import { choose } from "./choose.js";
import * as dom from "./dom.js";
import { find } from "./find.js";
import { setMode, standGuard } from "./guard.js";
import { resolve } from "./handles.js";
import { clearHighlight, highlight } from "./highlight.js";
import { checkAddress, identity, watchAddress } from "./identity.js";
import { elementMap } from "./map.js";
import { observe } from "./observe/index.js";
import { nameOf } from "./names.js";
import { settled } from "./observe/settle.js";
import { outcome } from "./outcome.js";
import { owner, ownerAt } from "./owner.js";
import { enter, press, setValue } from "./perform.js";
import { isRefusal, refuse } from "./refusal.js";
import { dropRegion, pickRegion } from "./region.js";
import { checkReplacement, rememberText } from "./replacement.js";
import { roleOf } from "./roles.js";
import { scroll } from "./scroll.js";
import { selectionLinks } from "./selection.js";
import { extractTable } from "./table.js";
import { target } from "./target.js";
import { markTitle } from "./title.js";
import type { Refusal, Request, Response } from "./types.js";
import { waitFor } from "./wait.js";

declare const SOURCE_HASH: string;

// An own property: an element of that name shows up in the global object too.
if (!Object.hasOwn(globalThis, "laikaPage")) start();

function start(): void {
  watchAddress();
  standGuard();
  const value = Object.freeze({ handle, version: SOURCE_HASH });
  Object.defineProperty(globalThis, "laikaPage", { value, writable: false, configurable: false, enumerable: false });
}

/** `element` is what `owner` and `describe` are about; no other question takes one. */
function handle(request: Request, element?: Element): Response | Promise<Response> {
  try {
    dom.forget();
    checkAddress();
    checkReplacement();
    const value = answer(request, element);
    return value instanceof Promise ? value.then(respond, failed) : respond(value);
  } catch {
    return failed();
  }
}

function answer(request: Request, element: Element | undefined): object | Refusal | Promise<object> {
  switch (request.op) {
    case "identify":
      return identity();
    case "observe": {
      const reading = observe(request.options);
      return reading instanceof Promise ? reading.then(read) : read(reading);
    }
    case "find":
      return read(find(request));
    case "table":
      return extractTable(request.handle, request.maxRows);
    case "selectionLinks":
      return read(selectionLinks(request.maxLinks));
    case "waitFor":
      return waitFor(request.condition, request.timeoutMs);
    case "map":
      return read(elementMap(request.maxElements));
    case "target": {
      const el = resolve(request.handle);
      return isRefusal(el) ? el : target(el, request.act);
    }
    case "arm":
      return arm(request);
    case "check":
      return check();
    case "outcome":
      return outcome(request);
    case "disarm":
      withdraw();
      return {};
    case "press":
      return press(request.times);
    case "enter":
      return enter(request.text, request.cleared);
    case "set":
      return setValue(request.text);
    case "settle":
      return settled(request.mostMs).then(() => ({}));
    case "title":
      markTitle(request.mark);
      return {};
    case "choose":
      return choose(request.value);
    case "scroll":
      return scroll(request.pages);
    case "owner":
      return element === undefined ? ownerAt(request) : owner(element, request.x, request.y);
    case "describe":
      return element === undefined
        ? refuse("INVALID_ARGUMENT", "the element is missing")
        : { role: roleOf(element), name: nameOf(element) };
    case "highlight":
      return highlight(request.handles, request.label);
    case "clearHighlight":
      clearHighlight();
      return {};
    case "pickRegion":
      return pickRegion();
    case "dropRegion":
      dropRegion();
      return {};
    case "guard":
      setMode(request.mode);
      return {};
    default:
      return refuse("UNSUPPORTED", "this page script does not know the question");
  }
}

/** Handles belong to the text that is there when they are given out. */
function read<Value extends object>(value: Value): Value {
  rememberText();
  return value;
}

function respond(value: object): Response {
  return isRefusal(value) ? value : { ok: true, value };
}

/** What went wrong may quote the page, so it is not told. */
function failed(): Refusal {
  return refuse("INTERNAL", "the page script failed on this page");
}
