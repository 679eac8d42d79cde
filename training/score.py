"""How often a model is right: by weighing the choices as the engine does, else by writing exactly the answer.

    score.py --weights FILE.gguf [--adapter FILE.gguf] --data FILE... [--split NAME] [--cases N] [--json FILE]

A choice counts as right if its whole text and the end of the turn are likelier than those of every other choice. Free
answers count as right if, word by word, the likeliest token is the right one: then writing would give exactly the answer.
"""

import argparse
import json
from collections import defaultdict

import numpy as np
import torch

import adapter
import base
import examples


def rows(model, batch):
    """For every example the log-likelihood of each choice, or [all tokens likeliest?] where there is none.

    Choices stand one behind the other after their prompt. Each sees the prompt and itself, so the prompt is read once.
    """
    device, kept = next(model.parameters()).device, model.dtype
    segments = [example.choices or [example.answer] for example in batch]
    # The last token of a prompt and of a choice says what comes next; what comes last is only looked up.
    lengths = [len(one.prompt) + sum(len(part) - 1 for part in parts) for one, parts in zip(batch, segments)]
    width = -(-max(lengths) // 64) * 64
    tokens = np.zeros((len(batch), width), dtype=np.int64)
    places = np.zeros((len(batch), width), dtype=np.int64)
    owner = np.full((len(batch), width), -2, dtype=np.int64)
    wanted = []
    for row, (example, parts) in enumerate(zip(batch, segments)):
        prompt = len(example.prompt)
        tokens[row, :prompt], places[row, :prompt], owner[row, :prompt] = example.prompt, np.arange(prompt), -1
        at = prompt
        for number, part in enumerate(parts):
            inside = len(part) - 1
            tokens[row, at : at + inside] = part[:-1]
            places[row, at : at + inside] = prompt + np.arange(inside)
            owner[row, at : at + inside] = number
            before = np.concatenate([[prompt - 1], np.arange(at, at + inside)])
            wanted.append((row, before, part))
            at += inside
    owner = torch.from_numpy(owner).to(device)
    order = torch.arange(width, device=device)
    seen = (owner[:, None, :] == owner[:, :, None]) | ((owner[:, None, :] == -1) & (owner[:, :, None] >= 0))
    # Padding sees itself, so that no row is empty.
    seen &= order[None, None, :] <= order[None, :, None]
    mask = torch.zeros(seen.shape, dtype=kept, device=device).masked_fill_(~seen, torch.finfo(kept).min)
    hidden = model.model(
        input_ids=torch.from_numpy(tokens).to(device),
        position_ids=torch.from_numpy(places).to(device),
        attention_mask=mask[:, None],
    ).last_hidden_state
    where = torch.from_numpy(np.concatenate([row * width + before for row, before, _ in wanted])).to(device)
    target = torch.from_numpy(np.concatenate([part for _, _, part in wanted]).astype(np.int64)).to(device)
    logits = model.lm_head(hidden.reshape(-1, hidden.shape[-1])[where]).float()
    likely = torch.log_softmax(logits, -1).gather(1, target[:, None])[:, 0].double().cpu().numpy()
    first = (logits.argmax(-1) == target).cpu().numpy()
    found, at = [[] for _ in batch], 0
    for row, before, _ in wanted:
        part = slice(at, at + len(before))
        found[row].append(likely[part].sum() if batch[row].choices else float(first[part].all()))
        at += len(before)
    return found


@torch.no_grad()
def score(model, cases, most_tokens=16_384):
    """How many are right of each kind, as {kind: [right, all]}, and which are wrong."""
    counts, wrong = defaultdict(lambda: [0, 0]), []
    extent = lambda one: len(one.prompt) + sum(map(len, one.choices or [one.answer]))
    left = sorted(cases, key=extent)
    while left:
        count = max(1, min(len(left), 64, most_tokens // extent(left[-1])))
        batch, left = left[-count:], left[:-count]
        for example, found in zip(batch, rows(model, batch)):
            right = int(np.argmax(found)) == example.right if example.choices else found[0] > 0
            counts[example.kind][0] += right
            counts[example.kind][1] += 1
            if not right:
                wrong.append(example.id)
    return dict(sorted(counts.items())), sorted(wrong)


def sampled(lines, cases, seed=1):
    """At most so many lines of each kind, always the same."""
    kinds = defaultdict(list)
    for line in lines:
        kinds[line["kind"]].append(line)
    random, kept = np.random.default_rng(seed), []
    for kind in sorted(kinds):
        order = random.permutation(len(kinds[kind]))
        kept.extend(kinds[kind][at] for at in sorted(order[:cases] if cases else order))
    return kept


def told(counts):
    """Counts in one line each."""
    total = [sum(one[at] for one in counts.values()) for at in (0, 1)]
    lines = [f"{kind}: {right} of {all_} = {right / all_:.1%}" for kind, (right, all_) in counts.items()]
    return [*lines, f"all: {total[0]} of {total[1]} = {total[0] / max(1, total[1]):.1%}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--adapter")
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--split", default="test")
    parser.add_argument("--cases", type=int, default=0, help="of each kind; 0 is all")
    parser.add_argument("--most-tokens", type=int, default=4096)
    parser.add_argument("--json")
    asked = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    shape, tokenizer = base.shape_of(asked.weights), base.tokenizer_of(asked.weights)
    model = base.model_of(asked.weights)
    if asked.adapter:
        adapter.merge(model, adapter.read(asked.adapter, shape))
    model = model.to(device, torch.bfloat16 if device == "cuda" else torch.float32)
    lines = sampled(examples.read(asked.data, asked.split), asked.cases)
    cases, left_out = examples.tokenised(tokenizer, lines, asked.most_tokens)
    counts, wrong = score(model, cases)
    print("\n".join(told(counts)))
    print(f"{left_out} of {len(lines)} were too long")
    if asked.json:
        with open(asked.json, "w", encoding="utf-8") as file:
            json.dump({"counts": counts, "left_out": left_out, "wrong": wrong}, file, indent=1)


if __name__ == "__main__":
    main()
