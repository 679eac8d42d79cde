"""The examples: read from JSON lines, cut into tokens as the engine cuts them, put together in batches.

An example is {"id", "kind", "split", "prompt", "answer", "offered"?}, as `laika trajectories make` writes them. The prompt is
the exact text that the engine reads, with the markers of turns in it; the answer is what is to follow, without the marker
that ends the turn. What is offered are answers, or what can stand in the answer.
"""

import gzip
import json
import lzma
import zlib
from dataclasses import dataclass

import numpy as np

from base import END

# The engine cuts what an answer starts with apart from the marker in front of it.
ANSWER = "<|im_start|>assistant\n"
WIDTH = 64
OPENERS = {".xz": lzma.open, ".gz": gzip.open}


@dataclass
class Example:
    """One example in tokens. The answer and the choices end with the marker that ends a turn."""

    id: str
    kind: str
    prompt: np.ndarray
    answer: np.ndarray
    choices: list
    right: int

    def __len__(self):
        return len(self.prompt) + len(self.answer)


def read(paths, split=None):
    """The lines of these files, all or those of a split."""
    lines = []
    for path in paths:
        opened = OPENERS.get("." + str(path).rsplit(".", 1)[-1], open)
        with opened(path, "rt", encoding="utf-8") as file:
            parsed = (json.loads(line) for line in file if line.strip())
            lines.extend(line for line in parsed if split in (None, split_of(line)))
    return lines


def split_of(line):
    """To what an example belongs. What is held out is halved: one half to decide with, the other to report."""
    if line["split"] != "held_out":
        return line["split"]
    return "dev" if zlib.crc32(line["id"].encode()) % 2 else "test"


def choices_of(line):
    """The answers that could be given; none where the answer is written freely."""
    offered, answer = list(dict.fromkeys(line.get("offered") or [])), line["answer"]
    if answer in offered:
        return offered
    # A handle or an address in the answer: every other one could stand in its place.
    inside = [one for one in offered if json.dumps(one, ensure_ascii=False) in answer]
    if len(inside) != 1 or len(offered) < 2:
        return []
    chosen = json.dumps(inside[0], ensure_ascii=False)
    return [answer.replace(chosen, json.dumps(one, ensure_ascii=False)) for one in offered]


def parted(prompt):
    """A prompt up to where the answer begins, and what the answer starts with."""
    head, marker, tail = prompt.rpartition(ANSWER)
    if not marker:
        raise ValueError("a prompt does not end with the turn of the assistant")
    return head + marker, tail


def ids_of(tokenizer, texts):
    """The tokens of many texts."""
    encoded = tokenizer.encode_batch(texts, add_special_tokens=False)
    return [np.array(one.ids, dtype=np.int32) for one in encoded]


def prompts_of(tokenizer, prompts):
    """The tokens of many prompts."""
    parts = [parted(prompt) for prompt in prompts]
    heads = ids_of(tokenizer, [head for head, _ in parts])
    tails = ids_of(tokenizer, [tail for _, tail in parts])
    return [np.concatenate(both) for both in zip(heads, tails)]


def tokenised(tokenizer, lines, most):
    """The examples in tokens, without those of more than `most` tokens; and how many those were."""
    prompts, offered = prompts_of(tokenizer, [line["prompt"] for line in lines]), list(map(choices_of, lines))
    # Choices repeat: each text is cut once.
    texts = {line["answer"] for line in lines}
    texts.update(choice for choices in offered for choice in choices)
    texts = sorted(texts)
    end = ids_of(tokenizer, [END])[0]
    if len(end) != 1:
        raise ValueError("the model does not know the end of a turn")
    answers = dict(zip(texts, (np.concatenate([ids, end]) for ids in ids_of(tokenizer, texts))))
    examples = []
    for line, prompt, choices in zip(lines, prompts, offered):
        right = choices.index(line["answer"]) if choices else 0
        picked = [answers[choice] for choice in choices]
        example = Example(line["id"], line["kind"], prompt, answers[line["answer"]], picked, right)
        if len(prompt) + max(map(len, picked or [example.answer])) <= most:
            examples.append(example)
    return examples, len(lines) - len(examples)


def batches(lengths, seed, epochs, most_tokens, most_examples):
    """For every step the numbers of its examples: each epoch in another order, alike lengths together."""
    lengths, steps = np.asarray(lengths), []
    for epoch in range(epochs):
        random = np.random.default_rng((seed, epoch))
        order = random.permutation(len(lengths))
        found = []
        for start in range(0, len(order), 64 * most_examples):
            near = order[start : start + 64 * most_examples]
            near = near[np.argsort(lengths[near], kind="stable")]
            batch = []
            for at in near:
                if batch and (len(batch) == most_examples or lengths[at] * (len(batch) + 1) > most_tokens):
                    found.append(batch)
                    batch = []
                batch.append(int(at))
            # One alone would be computed by a program of its own, which has to be compiled first.
            if len(batch) == 1 and found:
                found[-1].extend(batch)
            else:
                found.append(batch)
        steps.extend(found[at] for at in random.permutation(len(found)))
    return steps


def padded(examples):
    """The tokens of a batch, and which of them are to be learnt: those after which an answer token comes."""
    # Few different widths are few programs to compile.
    width = -(-(max(map(len, examples)) - 1) // WIDTH) * WIDTH
    tokens = np.zeros((len(examples), width), dtype=np.int64)
    targets = np.full((len(examples), width), -1, dtype=np.int64)
    for row, example in enumerate(examples):
        ids = np.concatenate([example.prompt, example.answer])
        tokens[row, : len(ids) - 1] = ids[:-1]
        start = len(example.prompt) - 1
        targets[row, start : start + len(example.answer)] = example.answer
    return tokens, targets
