"""Holds the tokens of the training framework against those of the embedded engine, one by one.

    check_tokens.py --program laika_try --weights FILE.gguf --data FILE... [--cases N]

Every prompt, answer and choice is compared. One difference is a failure: what was learnt would not be what is read.
"""

import argparse
import sys

import base
import engine
import examples
import score


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--cases", type=int, default=0, help="of each kind; 0 is all")
    asked = parser.parse_args()
    tokenizer = base.tokenizer_of(asked.weights)
    lines = score.sampled(examples.read(asked.data), asked.cases)
    prompts = [line["prompt"] for line in lines]
    texts = sorted({text for line in lines for text in [line["answer"], *examples.choices_of(line)]})
    wrong = []
    with engine.Engine(asked.program, asked.weights) as running:
        pairs = [(prompts, examples.prompts_of(tokenizer, prompts), running.tokens)]
        pairs.append((texts, examples.ids_of(tokenizer, texts), running.words))
        for given, ours, ask in pairs:
            wrong.extend(text for text, ids in zip(given, ours) if ids.tolist() != ask(text))
    for text in wrong[:5]:
        print("differs:", repr(text[-300:]))
    print(f"{len(prompts)} prompts and {len(texts)} answers, {len(wrong)} of them cut otherwise")
    return 1 if wrong or not prompts else 0


if __name__ == "__main__":
    sys.exit(main())
