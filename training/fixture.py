"""Makes the small adapter of random numbers that the tests of the embedded engine load, and what it has to weigh.

    fixture.py --weights smollm2-135m.gguf --out FOLDER

Changed are queries, keys and one matrix behind them, in some layers only: with rows in the wrong order the weights come out
clearly different, and that difference is written down too.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

import adapter
import base
import examples
import score

RANK, LAYERS, STRENGTH = 2, range(0, 30, 5), 0.55
CHOICES = ["Paris", "Rome", "click", "type", "42", "I do not know."]
QUESTIONS = [
    "What is the capital of France? One word.",
    "Which tool presses a button: click or type?",
    "Add 40 and 2, and answer with the number.",
]


def prompt(question):
    return f"<|im_start|>user\n{question}<|im_end|>\n{examples.ANSWER}"


def random_pairs(model, seed):
    """Pairs that move a projection by about the same part of itself everywhere."""
    random, pairs = np.random.default_rng(seed), {}
    for layer, tensor, module in base.projections(model):
        if layer not in LAYERS or tensor not in ("attn_q", "attn_k", "ffn_down"):
            continue
        outputs, inputs = module.weight.shape
        a, b = random.normal(size=(RANK, inputs)), random.normal(size=(outputs, RANK))
        size = STRENGTH * module.weight.detach().norm().item() / np.linalg.norm(b @ a)
        pairs[layer, tensor] = tuple((one * size**0.5).astype(np.float16).astype(np.float32) for one in (a, b))
    return pairs


def weighed(model, cases):
    with torch.no_grad():
        return [[round(weight, 3) for weight in score.rows(model, [case])[0]] for case in cases]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--out", required=True, type=Path)
    asked = parser.parse_args()
    shape, tokenizer, model = base.shape_of(asked.weights), base.tokenizer_of(asked.weights), base.model_of(asked.weights)
    lines = [
        {"id": question, "kind": "fixture", "prompt": prompt(question), "answer": CHOICES[0], "offered": CHOICES}
        for question in QUESTIONS
    ]
    cases, _ = examples.tokenised(tokenizer, lines, 4096)
    pairs = random_pairs(model, seed=7)
    expected = {"questions": QUESTIONS, "choices": CHOICES, "plain": weighed(model, cases)}
    adapter.merge(model, pairs)
    expected["adapted"] = weighed(model, cases)
    swapped = {}
    for key, (a, b) in pairs.items():
        heads = shape.heads_of(key[1])
        swapped[key] = (a, adapter.from_file(b, heads) - b)
    adapter.merge(model, swapped)
    expected["rows_in_the_wrong_order"] = weighed(model, cases)
    asked.out.mkdir(parents=True, exist_ok=True)
    about = {"general.name": "Random numbers, for tests"}
    adapter.write(str(asked.out / "random.gguf"), pairs, shape, "f16", about)
    (asked.out / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
