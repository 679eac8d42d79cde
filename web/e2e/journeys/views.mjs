/** What a person can look up at any time (UI-040): what is allowed, what would be sent, what was done, every command. */

import { connects, presses, ready, seen, sees, step, theLogNeverSays, thePageWasPressed } from "../verbs.mjs";

/** @param {string} name */
const key = (name) => step(`presses the key ${name}`, ({ panel }) => panel.key(name));

export default {
  name: "views",
  title: "Permissions, what would be sent, history and commands can be seen while a card waits",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    presses("Active permissions"),
    sees("What Laika may do without asking again.", "Nothing. Laika asks before every step that needs it.", "Disconnect this site"),
    seen("permissions"),
    key("Escape"),
    sees("May Laika click this?"),
    presses("What would be sent"),
    sees("Nothing of the page leaves it"),
    seen("what-is-sent"),
    presses("Back"),
    presses("History of this site"),
    sees('Press "Show details"', "Ask again"),
    seen("history"),
    key("Escape"),
    presses("Commands"),
    sees("Stop everything and lock Laika"),
    seen("commands"),
    key("Escape"),
    sees("May Laika click this?"),
    theLogNeverSays(["ui.approval"]),
    thePageWasPressed(0),
  ],
};
