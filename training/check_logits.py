"""Holds what the embedded engine computes with an adapter against what the training framework computes.

    check_logits.py --program laika_try --weights FILE.gguf --adapter FILE.gguf --data FILE... [--cases N]

Compared are the log-likelihoods of choices. The engine rounds what it computes with to eight bits, so both differ a little
even without an adapter: that difference is measured first, and with the adapter it may not be much larger. As a control the
adapter is also read with the rows of queries and keys in the wrong order; where that fits as well, the check says nothing.
"""

import argparse
import sys

import numpy as np
import torch

import adapter
import base
import engine
import examples
import score


def computed(model, cases):
    """What the framework computes, and which choice it takes."""
    with torch.no_grad():
        return [np.array(score.rows(model, [case])[0]) for case in cases]


def differences(ours, theirs):
    """The differences of log-likelihoods per example, and how many take the same choice."""
    apart = [np.abs(one - other).max() for one, other in zip(ours, theirs)]
    same = sum(int(one.argmax() == other.argmax()) for one, other in zip(ours, theirs))
    return float(np.median(apart)), float(np.max(apart)), same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--adapter", required=True)
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--split", default="test")
    parser.add_argument("--cases", type=int, default=5, help="of each kind")
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    shape, tokenizer = base.shape_of(asked.weights), base.tokenizer_of(asked.weights)
    lines = [line for line in examples.read(asked.data, asked.split) if examples.choices_of(line)]
    lines = score.sampled(lines, asked.cases)
    cases, left_out = examples.tokenised(tokenizer, lines, 4096)
    if left_out or not cases:
        raise SystemExit(f"{left_out} of {len(lines)} examples are too long")
    found = {}
    for name, path in (("plain", None), ("adapted", asked.adapter)):
        with engine.Engine(asked.program, asked.weights, path, asked.threads) as running:
            found[name] = [np.array(running.weigh(line["prompt"], examples.choices_of(line))) for line in lines]
    plain = base.model_of(asked.weights)
    ours = {"plain": computed(plain, cases)}
    pairs = adapter.read(asked.adapter, shape)
    adapter.merge(plain, pairs)
    ours["adapted"] = computed(plain, cases)
    for key, (a, b) in list(pairs.items()):
        heads = shape.heads_of(key[1])
        # Twice the change: the right one is taken back, the wrong one put in.
        pairs[key] = (a, (adapter.from_file(b, heads) if heads else b) - b)
    adapter.merge(plain, pairs)
    ours["wrong rows"] = computed(plain, cases)
    report = {
        "plain": differences(ours["plain"], found["plain"]),
        "adapted": differences(ours["adapted"], found["adapted"]),
        "wrong rows": differences(ours["wrong rows"], found["adapted"]),
        "effect": differences(ours["plain"], ours["adapted"]),
    }
    for name, (median, most, same) in report.items():
        print(f"{name:11} median {median:.3f}, most {most:.3f}, the same choice in {same} of {len(cases)}")
    allowed = max(2 * report["plain"][0], 0.1)
    right = report["adapted"][0] <= allowed and report["effect"][0] > 5 * report["adapted"][0]
    tells = not shape.permutes or report["wrong rows"][0] > 2 * report["adapted"][0]
    print(f"{'fits' if right else 'DOES NOT FIT'}: {allowed:.3f} is allowed" + ("" if tells else "; rows make no difference"))
    return 0 if right and tells else 1


if __name__ == "__main__":
    sys.exit(main())
