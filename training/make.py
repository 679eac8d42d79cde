"""Makes Laika's own model again, from the weights and the examples to the adapter and its numbers.

    make.py --laika PROGRAM --out FOLDER [--model smollm2-135m] [--examples 60000] [--episodes 4000] [--full | --rank 32] ...

It needs a GPU, `laika` and `laika_try` (`cargo build --release --example laika_try -p laika-model`), and what
requirements.txt names. Every step that is done is not done again, so a run that broke off goes on. On a machine of another
kind, `send.py` packs what the steps `train` to `score` need.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MORE_TO_DO = 3


def say(text):
    print(f"make: {text}", flush=True)


def python(program, *words):
    """Runs one of the programs beside this one."""
    return subprocess.run([sys.executable, HERE / program, *map(str, words)], check=False).returncode


def must(program, *words):
    if python(program, *words):
        raise SystemExit(f"{program} failed")


def weights(asked):
    """The file of the model, fetched if need be."""
    subprocess.run([asked.laika, "model", "pull", asked.model], check=True)
    told = subprocess.run([asked.laika, "model", "info", asked.model, "--json"], check=True, capture_output=True)
    return json.loads(told.stdout)["path"]


def examples(asked):
    """The files of examples, made if need be."""
    folder = asked.out / "data"
    if not (folder / "made").exists():
        make = [asked.laika, "trajectories", "make", "--out", folder]
        subprocess.run([*make, "--examples", str(asked.examples)], check=True)
        if asked.episodes:
            subprocess.run([*make, "--examples", "0", "--episodes", str(asked.episodes)], check=True)
        (folder / "made").touch()
    return sorted(folder.glob("*.jsonl"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--laika", required=True)
    parser.add_argument("--laika-try", help="beside --laika in `examples` if not given")
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--model", default="smollm2-135m")
    parser.add_argument("--examples", type=int, default=60_000)
    parser.add_argument("--episodes", type=int, default=4_000)
    parser.add_argument("--name", default="laika-135m")
    parser.add_argument("--export-rank", type=int, default=32)
    parser.add_argument("--kind", default="f16")
    asked, training = parser.parse_known_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    program = asked.laika_try or Path(asked.laika).parent / "examples" / "laika_try"
    file, data = weights(asked), examples(asked)
    given = ["--weights", file, "--data", *data]
    say("what the engine reads is what is learnt")
    must("check_tokens.py", "--program", program, *given, "--cases", 500)
    run = asked.out / "run"
    while not (run / "trained.pt").exists():
        say("a piece of the training")
        if python("train.py", *given, "--out", run, *training) not in (0, MORE_TO_DO):
            raise SystemExit("train.py failed")
    adapter = asked.out / f"{asked.name}.gguf"
    exported = ["--trained", run / "trained.pt", "--out", adapter, "--rank", asked.export_rank, "--kind", asked.kind]
    must("export.py", "--weights", file, *exported)
    must("curves.py", run / "log.jsonl", "--out", asked.out / "curves.svg")
    say("what the weights get right, and what they get right with the adapter")
    must("score.py", *given, "--json", asked.out / "before.json")
    must("score.py", *given, "--adapter", adapter, "--json", asked.out / "after.json")
    say("what the engine computes is what was trained")
    must("check_logits.py", "--program", program, *given, "--adapter", adapter)
    facts = ["--facts", f"{adapter}.json", "--before", asked.out / "before.json", "--after", asked.out / "after.json"]
    must("card.py", *facts, "--model", asked.model, "--out", asked.out / f"{asked.name}.md")
    say(f"{adapter} is made; README.md says how it becomes part of Laika")


if __name__ == "__main__":
    main()
