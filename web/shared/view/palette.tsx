/** Everything by keyboard: a list of our own commands, found by typing. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isPersons } from "../arming.js";
import { type Command, matching } from "../matching.js";
import { words } from "../words/index.js";
import { Icon } from "./bits.js";

export function Palette({ commands, onClose }: { commands: Command[]; onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = matching(commands, typed);
  const chosen = Math.min(at, Math.max(0, found.length - 1));
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => document.getElementById(`command-${chosen}`)?.scrollIntoView({ block: "nearest" }), [chosen]);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.act();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((chosen + step + found.length) % found.length);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (isPersons(event)) run(found[chosen]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={words.palette}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="palette-body">
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="commands"
          aria-label={words.palettePlaceholder}
          aria-autocomplete="list"
          {...(found.length > 0 ? { "aria-activedescendant": `command-${chosen}` } : {})}
          placeholder={words.palettePlaceholder}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <ul id="commands" role="listbox" aria-label={words.palette}>
          {found.map((command, index) => (
            <li
              key={command.id}
              id={`command-${index}`}
              role="option"
              aria-selected={index === chosen}
              onClick={(event) => {
                if (isPersons(event)) run(command);
              }}
            >
              <Icon name={command.icon} />
              <span>{command.label}</span>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="nothing">{words.paletteNone}</p>}
      </div>
    </dialog>
  );
}
