"""Trains a model on examples, in pieces that end in time and go on where they stopped.

    train.py --weights FILE.gguf --data FILE... --out FOLDER [--full | --rank 32] [--epochs 1] [--minutes 9]

Writes FOLDER/checkpoint.pt when time is over and FOLDER/trained.pt when all is done, and one JSON line for every report
into FOLDER/log.jsonl. The same command goes on from the checkpoint. Exit status 3 says that there is more to do.
"""

import argparse
import json
import math
import os
import sys
import time
from pathlib import Path

import torch

import base
import examples
import lora
import score

MORE_TO_DO = 3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--weights", required=True, help="the GGUF file that is trained on")
    add("--data", nargs="+", required=True, help="JSON lines, also .xz or .gz")
    add("--out", required=True, type=Path)
    add("--full", action="store_true", help="train the projections themselves")
    add("--rank", type=int, default=32, help="of the pairs, if not --full")
    add("--scale", type=float, default=2.0, help="of the pairs")
    add("--rate", type=float, help="learning rate; 3e-4 for --full, 1e-3 for pairs")
    add("--decay", type=float, default=0.01)
    add("--warm-up", type=int, default=50, help="steps")
    add("--epochs", type=int, default=1)
    add("--steps", type=int, help="at most so many; the schedule ends with them")
    add("--batch-tokens", type=int, default=65_536, help="with padding")
    add("--batch-examples", type=int, default=64)
    add("--most-tokens", type=int, default=2048, help="longer examples are left out")
    add("--seed", type=int, default=1)
    add("--minutes", type=float, default=9.0, help="of this piece, all told")
    add("--cases", type=int, default=200, help="of each kind, to score with")
    add("--score-split", default="dev")
    add("--score-every", type=int, default=0, help="steps; 0 scores before and after only")
    add("--no-compile", action="store_true", help="compiled layers take 20 s to start, and half the time on a GPU")
    return parser.parse_args()


def rate_at(step, steps, warm_up, most):
    """Up in a line, down in a cosine to a tenth."""
    if step < warm_up:
        return most * (step + 1) / warm_up
    done = (step - warm_up) / max(1, steps - warm_up)
    return most * (0.1 + 0.45 * (1 + math.cos(math.pi * min(1.0, done))))


class Run:
    """One run, from wherever it stopped."""

    def __init__(self, asked):
        self.asked, self.began = asked, time.monotonic()
        asked.out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(asked.seed)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.shape = base.shape_of(asked.weights)
        tokenizer = base.tokenizer_of(asked.weights)
        lines = examples.read(asked.data, "train")
        self.learnt, left_out = examples.tokenised(tokenizer, lines, asked.most_tokens)
        lines = examples.read(asked.data, asked.score_split)
        self.cases, _ = examples.tokenised(tokenizer, score.sampled(lines, asked.cases), asked.most_tokens)
        lengths = [len(example) for example in self.learnt]
        self.batches = examples.batches(
            lengths, asked.seed, asked.epochs, asked.batch_tokens, asked.batch_examples
        )[: asked.steps]
        exact = base.model_of(asked.weights)
        before = {f"blk.{layer}.{tensor}.weight": module.weight for layer, tensor, module in base.projections(exact)}
        before = {name: weight.detach().clone() for name, weight in before.items()} if asked.full else {}
        self.model = exact.to(self.device, torch.bfloat16 if self.device == "cuda" else torch.float32)
        if asked.full:
            trained, usual = lora.free_projections(self.model), 3e-4
        else:
            trained, usual = lora.add_pairs(self.model, asked.rank, asked.scale, asked.seed), 1e-3
            self.model.to(self.device)
        self.rate = asked.rate or usual
        self.masters = lora.Masters(trained, before, self.rate, asked.decay)
        if self.device == "cuda" and not asked.no_compile:
            for layer in self.model.model.layers:
                layer.compile(dynamic=True)
        self.step, self.tokens, self.seconds = 0, 0, 0.0
        self.told(
            event="start", examples=len(self.learnt), too_long=left_out, steps=len(self.batches), cases=len(self.cases),
            tokens=sum(lengths), trained=sum(one.numel() for one in trained.values()), device=self.device,
        )

    def told(self, **facts):
        facts = {"step": getattr(self, "step", 0), "at_s": round(time.monotonic() - self.began, 1), **facts}
        with open(self.asked.out / "log.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(facts) + "\n")
        print(json.dumps(facts), flush=True)

    def score(self):
        self.model.eval()
        began = time.monotonic()
        # Other masks, other shapes: compiling for them would take longer than computing.
        with torch.compiler.set_stance("force_eager"):
            counts, _ = score.score(self.model, self.cases)
        self.told(event="score", counts=counts, took_s=round(time.monotonic() - began, 1))

    def is_over(self):
        return time.monotonic() - self.began > self.asked.minutes * 60

    def learn(self):
        """Goes on until all is done or time is over. Says which."""
        self.model.train()
        losses, norms, since, read = [], [], time.monotonic(), 0
        while self.step < len(self.batches):
            loss, norm, tokens = self.one()
            losses.append(loss)
            norms.append(norm)
            self.step += 1
            self.tokens += tokens
            read += tokens
            last = self.step == len(self.batches)
            over = self.is_over() and not last
            if self.step % 20 == 0 or last or over:
                loss, norm = (torch.stack(one).mean().item() for one in (losses, norms))
                now = time.monotonic()
                self.seconds += now - since
                self.told(
                    event="step", loss=round(loss, 4), norm=round(norm, 3), tokens=self.tokens,
                    rate=rate_at(self.step - 1, len(self.batches), self.asked.warm_up, self.rate),
                    tokens_per_s=round(read / (now - since)),
                )
                losses, norms, since, read = [], [], now, 0
                if not math.isfinite(loss):
                    raise ArithmeticError("the loss is no number")
                if over:
                    return False
            if self.asked.score_every and self.step % self.asked.score_every == 0 and not last:
                self.score()
                self.model.train()
                since = time.monotonic()
        return True

    def one(self):
        """One step. Nothing is waited for: what it returns is still being computed."""
        batch = [self.learnt[at] for at in self.batches[self.step]]
        tokens, targets = (torch.from_numpy(one) for one in examples.padded(batch))
        where = (targets.reshape(-1) >= 0).nonzero()[:, 0]
        right = targets.reshape(-1)[where]
        tokens, where, right = (self.to_device(one) for one in (tokens, where, right))
        # Padding stands behind everything, where nothing looks: no mask is needed.
        hidden = self.model.model(input_ids=tokens).last_hidden_state
        logits = self.model.lm_head(hidden.reshape(-1, hidden.shape[-1])[where])
        loss = torch.nn.functional.cross_entropy(logits.float(), right)
        loss.backward()
        norm = self.masters.step(rate_at(self.step, len(self.batches), self.asked.warm_up, self.rate), 1.0)
        return loss.detach(), norm.detach(), tokens.numel()

    def to_device(self, tensor):
        if self.device == "cpu":
            return tensor
        return tensor.pin_memory().to(self.device, non_blocking=True)

    def identity(self):
        """What has to be the same for a run to go on."""
        asked = self.asked
        return {
            "weights": self.shape.sha256, "full": asked.full, "rank": None if asked.full else asked.rank,
            "scale": asked.scale, "rate": self.rate, "decay": asked.decay, "warm_up": asked.warm_up, "seed": asked.seed,
            "steps": len(self.batches), "examples": len(self.learnt), "first": self.learnt[0].id, "last": self.learnt[-1].id,
            "batch_tokens": asked.batch_tokens, "batch_examples": asked.batch_examples,
        }

    def keep(self, name, everything):
        numbers = {name: one.cpu() for name, one in self.masters.numbers().items()}
        state = {"identity": self.identity(), "step": self.step, "tokens": self.tokens, "seconds": self.seconds, "numbers": numbers}
        if everything:
            state["optimiser"] = self.masters.optimiser.state_dict()
        # After a crash the old is there or the new.
        beside = self.asked.out / f"{name}.new"
        torch.save(state, beside)
        os.replace(beside, self.asked.out / name)

    def go_on(self):
        """Takes up what an earlier piece left. Says whether there was one."""
        path = self.asked.out / "checkpoint.pt"
        if not path.exists():
            return False
        state = torch.load(path, map_location=self.device, weights_only=True)
        if state["identity"] != self.identity():
            raise SystemExit(f"the checkpoint is of another run: {state['identity']} is not {self.identity()}")
        for name, kept in zip(self.masters.names, self.masters.kept):
            kept.data.copy_(state["numbers"][name])
        self.masters.optimiser.load_state_dict(state["optimiser"])
        self.masters.round()
        self.step, self.tokens, self.seconds = state["step"], state["tokens"], state["seconds"]
        self.told(event="continued")
        return True


def main():
    asked = arguments()
    if (asked.out / "trained.pt").exists():
        raise SystemExit(f"{asked.out} holds a finished run")
    run = Run(asked)
    if not run.go_on():
        run.score()
    if not run.learn():
        run.keep("checkpoint.pt", everything=True)
        run.told(event="stopped")
        return MORE_TO_DO
    run.score()
    run.keep("trained.pt", everything=False)
    run.told(event="done", seconds=round(run.seconds, 1), tokens=run.tokens)
    (asked.out / "checkpoint.pt").unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
