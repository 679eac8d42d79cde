/** Things that stand between a reader and the page: overlays, gates, walls. */
import * as dom from "../dom.js";
import { isElementHidden } from "../visibility.js";
import type { Signal } from "../types.js";
import type { Line, Walk } from "./lines.js";

const DIALOGS = "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]";
const COVERING = 0.3;
const CONSENT =
  /\bcookies?\b|\bconsent\b|\bgdpr\b|\bccpa\b|tracking technolog|privacy (?:choices|preferences|settings)|einwilligung|privatsphäre|\bdsgvo\b|consentement|\brgpd\b|consentimiento|consenso/i;
const AGREE =
  /accept|agree|allow|consent|reject|decline|deny|manage|settings|preferences|got it|\bok\b|okay|dismiss|close|necessary|akzeptier|zustimm|ablehn|einstellung|notwendig|schließen|refuser|paramétr|nécessaires|fermer|acept|rechaz|configur|necesari|cerrar|accett|rifiut|chiudi|weiger|aceit|rejeit/i;
const PAYWALL =
  /subscri(?:be|ption)[^.]{0,40}\b(?:to (?:continue|read|unlock|keep)|required|for full access)|subscribers? only|(?:exclusive|available) (?:to|for) (?:our )?subscribers|to continue reading(?<!(?:log|sign)[ -]?(?:in|up|on) (?:or [a-z ]{0,30})?to continue reading)|already a subscriber|(?:reached|used)[^.]{0,30}\b(?:article limit|free articles?)|free articles? (?:left|remaining)|unlock (?:this|the full) (?:article|story)|become a (?:subscriber|member) to (?:read|continue)/i;
const AUTH =
  /(?:log|sign)[ -]?(?:in|up|on) (?:or (?:sign|log|create|register)[a-z ]{0,24} )?to (?:continue|read|view|see|access|keep)|(?:must|need to|have to|please) (?:be )?(?:log|sign)(?:ged)?[ -]?(?:in|ed in) (?:to|before)|(?:create|register) (?:an? )?(?:free )?account to (?:continue|read|view|see|access)|login required|members? only/i;
/** What a reader may have to log in for without being kept from reading. */
const TAKE_PART = /\b(?:comments?|replies|reply|report|recommend|vote|like|follow|save|post|join)\b/i;
const AGE =
  /are you (?:over|at least|of legal|older)[^?]{0,20}\b(?:1[6-9]|2[01]|age)\b|(?:verify|confirm) (?:that )?(?:your age|you are (?:over|at least|1[68]|21))|must be (?:at least |over )?(?:18|21)\b[^.]{0,40}(?:enter|view|visit|access|continue|older)|age[- ]restricted|enter your (?:date of birth|birth ?date)/i;
const GEO =
  /(?:not|isn.t|un)\s?(?:currently )?available (?:in|to|for) (?:your|users in your|visitors (?:from|in)) (?:country|region|location|area)|(?:blocked|restricted|unavailable) (?:in|from) your (?:country|region|location)|not available (?:in|to)[^.]{0,40}\b(?:european union|european economic area|eea|gdpr)\b|unavailable (?:due to|for) legal reasons/i;
const SCRIPT =
  /(?:enable|turn on|activate|requires?|needs?|without) (?:your )?java ?script|java ?script (?:is|must be|seems to be|has been|appears to be) (?:disabled|required|enabled|turned off|not|needed)|browser does(?:n.t| not) support java ?script/i;
const NOTICE_MOST = 300;
const GATE_PAGE_MOST = 1500;
const APP_ROOTS = "#root,#app,#__next,#__nuxt,#application,[data-reactroot],[ng-app],app-root";

export interface Found {
  signals: Signal[];
  /** The dialog or overlay on top. */
  top: Element | undefined;
}

export function findSignals(walk: Walk, chars: number): Found {
  const signals = new Set<Signal>();
  const layers = openLayers(walk, chars);
  const top = layers.find((layer) => layer.covering)?.el;
  if (top !== undefined) signals.add("overlay_or_dialog");
  if (layers.some((layer) => asksConsent(layer.el))) signals.add("consent_overlay");
  if (hasAuthFields(walk)) signals.add("auth_fields");
  const layerText = layers.map((layer) => textOf(layer.el));
  const notices = walk.lines.filter(isNotice);
  const noticed = notices.map((line) => line.body).join("\n");
  /** No pattern needs the edges of a line, so one that is nowhere in all of them is in none; most pages say none. */
  const onLine = (pattern: RegExp, accepts: (line: Line) => boolean): boolean =>
    pattern.test(noticed) && notices.some((line) => accepts(line) && pattern.test(line.body));
  const says = (pattern: RegExp): boolean =>
    layerText.some((text) => pattern.test(text)) || onLine(pattern, () => true);
  // Words like these stand in any footer; on their own line, or on a page with little else, they are the message.
  if (says(PAYWALL) || (dom.query(document, "[class*=paywall i],[id*=paywall i]") !== null && paywallShows()))
    signals.add("paywall");
  const gate = chars < GATE_PAGE_MOST;
  const gated = (pattern: RegExp): boolean =>
    layerText.some((text) => pattern.test(text)) || onLine(pattern, (line) => gate || line.level > 0);
  if (
    says(AUTH) &&
    (gate || signals.has("overlay_or_dialog") || signals.has("auth_fields") || saysProminently(walk, AUTH, TAKE_PART))
  )
    signals.add("auth_gate");
  if (gated(AGE)) signals.add("age_gate");
  if (gated(GEO) || onLine(GEO, (line) => line.body.length < 120)) signals.add("geo_block");
  if (gated(SCRIPT) || isEmptyApp(chars)) signals.add("script_required");
  return { signals: [...signals], top };
}

function isNotice(line: Line): boolean {
  return line.body.length <= NOTICE_MOST;
}

/** A heading, or a short line of its own. */
function saysProminently(walk: Walk, pattern: RegExp, unless: RegExp): boolean {
  return walk.lines.some(
    (line) => (line.level > 0 || line.body.length < 90) && pattern.test(line.body) && !unless.test(line.body),
  );
}

function paywallShows(): boolean {
  return dom
    .queryAll(document, "[class*=paywall i],[id*=paywall i]")
    .slice(0, 20)
    .some(
      (el) =>
        !/^(?:html|body|main|article|script|style|link|meta)$/.test(dom.tag(el)) &&
        isShown(el) &&
        /subscri|sign in|log in|member/i.test(textOf(el)),
    );
}

function isShown(el: Element): boolean {
  if (isElementHidden(el)) return false;
  const box = dom.rect(el);
  return box.width > 1 && box.height > 1;
}

function textOf(el: Element): string {
  return (dom.textContent(el) ?? "").slice(0, 4000).replace(/\s+/g, " ");
}

interface Layer {
  el: Element;
  covering: boolean;
}

/** What floats above the page: dialogs, and fixed boxes seen at the middle, top and bottom of the view. */
function openLayers(walk: Walk, chars: number): Layer[] {
  const layers = new Map<Element, boolean>();
  for (const el of dom.queryAll(document, DIALOGS).slice(0, 50)) if (isShown(el)) layers.set(el, inView(el));
  const width = dom.viewportWidth();
  const height = dom.viewportHeight();
  const points: [number, number][] = [
    [0.5, 0.5],
    [0.5, 0.97],
    [0.15, 0.95],
    [0.85, 0.95],
    [0.5, 0.03],
  ];
  for (const [x, y] of points) {
    const fixed = fixedAt(width * x, height * y);
    if (fixed === undefined || layers.has(fixed) || holdsMost(walk, fixed, chars)) continue;
    const box = dom.rect(fixed);
    const covering = x === 0.5 && y === 0.5 && box.width * box.height >= width * height * COVERING;
    layers.set(fixed, covering && !isBackdrop(walk, fixed));
  }
  return [...layers].map(([el, covering]) => ({ el, covering }));
}

function inView(el: Element): boolean {
  const box = dom.rect(el);
  return box.bottom > 0 && box.right > 0 && box.top < dom.viewportHeight() && box.left < dom.viewportWidth();
}

function fixedAt(x: number, y: number): Element | undefined {
  let at = dom.elementFromPoint(x, y);
  let found: Element | undefined;
  for (let up = 0; at !== null && up < 40; at = dom.parent(at), up += 1) {
    const tag = dom.tag(at);
    if (tag === "body" || tag === "html") break;
    const position = dom.style(at, "position");
    if (position === "fixed" || position === "sticky") found = at;
  }
  return found;
}

const LINES_TRIED = 20;

/** A picture behind the page is fixed too; text of the page stands on it and not below it. */
function isBackdrop(walk: Walk, fixed: Element): boolean {
  if (Number(dom.style(fixed, "z-index")) < 0) return true;
  const box = dom.rect(fixed);
  let tried = 0;
  for (const line of walk.lines) {
    const { left, top, width, height, bottom } = dom.rect(line.el);
    if (bottom < 0 || dom.contains(fixed, line.el)) continue;
    const [x, y] = [left + Math.min(width / 2, 40), top + height / 2];
    if (x <= box.left || x >= box.right || y <= box.top || y >= box.bottom) continue;
    const hit = dom.elementFromPoint(x, y);
    if (hit !== null && dom.contains(line.el, hit) && fixedAt(x, y) === undefined) return true;
    tried += 1;
    if (tried === LINES_TRIED) break;
  }
  return false;
}

/** An app may put its whole page into one fixed box: that covers nothing. */
function holdsMost(walk: Walk, el: Element, chars: number): boolean {
  let inside = 0;
  for (const line of walk.lines) if (dom.contains(el, line.el)) inside += line.body.length;
  return inside > chars * 0.6 && inside > 1500;
}

function asksConsent(el: Element): boolean {
  const text = textOf(el);
  if (!CONSENT.test(text)) return false;
  return dom
    .queryAll(el, "button,a,[role=button],input[type=submit],input[type=button]")
    .slice(0, 40)
    .some((button) =>
      AGREE.test(
        `${dom.textContent(button) ?? ""} ${dom.attr(button, "aria-label") ?? ""} ${dom.attr(button, "value") ?? ""}`,
      ),
    );
}

function hasAuthFields(walk: Walk): boolean {
  let user = false;
  let code = false;
  for (const { el, tag } of walk.actionable) {
    if (tag !== "input" || isElementHidden(el)) continue;
    if (dom.inputType(el) === "password") return true;
    const hints = `${dom.attr(el, "autocomplete") ?? ""} ${dom.attr(el, "name") ?? ""} ${dom.attr(el, "id") ?? ""}`;
    user ||= /\busername\b|user_?name|login/i.test(hints);
    code ||= /one-time-code|\botp\b|\b(?:verification|security|login)?[_-]?code\b|passcode|\b2fa\b|\bmfa\b/i.test(
      hints,
    );
  }
  return user && code;
}

function isEmptyApp(chars: number): boolean {
  if (chars > 40) return false;
  const root = dom.query(document, APP_ROOTS);
  return root !== null && dom.childElementCount(root) === 0;
}
