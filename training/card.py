"""Writes the card of an adapter: what it is, how it was made, and what was right before and after.

    card.py --facts FILE.gguf.json --before before.json --after after.json --model NAME --out FILE.md
"""

import argparse
import json
from pathlib import Path

TEXT = """# {name}

An adapter for `{model}`: it changes the weights of that model so that it answers what Laika asks. Without Laika's prompts it
is of little use, and it was not trained to write freely.

| | |
|---|---|
| file | `{file}`, {bytes} bytes |
| SHA-256 | `{sha256}` |
| base, SHA-256 | `{base_sha256}` |
| form | GGUF adapter, rank {rank}, {kind} |
| licence | Apache-2.0, as that of the base |

## How it was made

{how} on {examples} examples, {steps} steps, {tokens} tokens read with padding, in {seconds} s on one GPU; learning rate {rate}, seed {seed}.
The examples come out of `laika trajectories make`; nothing of a person is in them. [training](../../../training/README.md) tells
how to make it again.

## What is right

Examples that were held out: other wordings, other tools, other subjects, and none that was decided with. By log-likelihood over
what can be chosen, or every token of a free answer; 95% intervals behind it.

| kind | base | with the adapter |
|---|---|---|
{rows}

They come from the same generator as those that were learnt from. What it does on real pages is in
[models](../../../docs/models.md).
"""


def interval(right, every):
    """The 95% interval of a share, by Wilson."""
    if not every:
        return 0.0, 1.0
    z, share = 1.96, right / every
    middle = share + z * z / (2 * every)
    spread = z * (share * (1 - share) / every + z * z / (4 * every * every)) ** 0.5
    return (middle - spread) / (1 + z * z / every), (middle + spread) / (1 + z * z / every)


def row(kind, before, after):
    low, high = interval(*after)
    told = lambda counts: f"{counts[0]} of {counts[1]}, {counts[0] / max(1, counts[1]):.1%}"
    return f"| {kind} | {told(before)} | {told(after)} ({low * 100:.1f} to {high * 100:.1f}) |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("facts", "before", "after", "model", "out"):
        parser.add_argument(f"--{name}", required=True)
    asked = parser.parse_args()
    facts, before, after = (json.loads(Path(path).read_text()) for path in (asked.facts, asked.before, asked.after))
    run = facts.pop("run")
    if run["full"]:
        held = f"{facts['energy_held']:.1%}"
        how = f"All seven projections of every layer were trained; the adapter holds the strongest directions of the change, {held} of it,"
    else:
        how = f"Pairs of rank {run['rank']} beside all seven projections of every layer were trained"
    rows = [row(kind, before["counts"].get(kind, [0, 0]), counts) for kind, counts in after["counts"].items()]
    text = TEXT.format(name=Path(facts["file"]).stem, model=asked.model, how=how, rows="\n".join(rows), **{**run, **facts})
    Path(asked.out).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
