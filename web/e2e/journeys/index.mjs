/** Every journey, in the order in which a person would meet them. */

import approveClick from "./approve-click.mjs";
import clickjack from "./clickjack.mjs";
import continueHere from "./continue.mjs";
import deny from "./deny.mjs";
import form from "./form.mjs";
import { expiredGesture, gesture, syntheticGesture } from "./gesture.mjs";
import { gathersLinks, gathersPage, gathersTabs } from "./gather.mjs";
import keyboard from "./keyboard.mjs";
import offline from "./offline.mjs";
import onboarding from "./onboarding.mjs";
import { panic, panicAtRest } from "./panic.mjs";
import permission from "./permission.mjs";
import privateWindow from "./private.mjs";
import profile from "./profile.mjs";
import question from "./question.mjs";
import { picksBlock, picksByKeys, picksFrame, picksNothingByScript, picksNothingInTime } from "./region.mjs";
import restart from "./restart.mjs";
import restricted from "./restricted.mjs";
import stop from "./stop.mjs";
import summarize from "./summarize.mjs";
import { severalTabs, stopsTheOther, switches } from "./tabs.mjs";
import takeover from "./takeover.mjs";
import { closesOwnTab, closesTaskTab } from "./task-tab.mjs";
import views from "./views.mjs";
import worker from "./worker.mjs";

/** @type {import("../verbs.mjs").Journey[]} */
export const journeys = [
  onboarding,
  summarize,
  question,
  picksBlock,
  picksFrame,
  picksByKeys,
  picksNothingByScript,
  picksNothingInTime,
  gathersPage,
  gathersTabs,
  gathersLinks,
  approveClick,
  views,
  deny,
  form,
  gesture,
  syntheticGesture,
  expiredGesture,
  continueHere,
  takeover,
  closesTaskTab,
  closesOwnTab,
  stop,
  panic,
  panicAtRest,
  restart,
  worker,
  permission,
  severalTabs,
  stopsTheOther,
  switches,
  profile,
  privateWindow,
  restricted,
  clickjack,
  keyboard,
  offline,
];
