"""Measures the gate on AgentDojo with a scripted agent and no model. One JSON result on stdout, progress on stderr."""

import argparse
import hashlib
import json
import os
import sys
import threading
import time
from pathlib import Path

# The figures of record are for the first two; the others stand beside them, and a sample leaves them out.
SUITES = ("banking", "workspace", "slack", "travel")
SAMPLED = SUITES[:2]


def main():
    options = arguments()
    if not sys.stdin.isatty():
        threading.Thread(target=end_with_parent, daemon=True).start()
    import dojo
    from gate import Gate, GateError
    from measure import Measure

    descriptors = json.loads((Path(__file__).parent / "tools.json").read_text(encoding="utf-8"))
    suites = [dojo.Suite(name, descriptors[name]) for name in (SAMPLED if options.cases else SUITES)]
    pairs = sample([(suite, user, injection) for suite in suites for user, injection in suite.pairs()], options.cases)
    began = time.monotonic()
    gate = Gate(options.laika)
    measure = Measure(gate)
    try:
        for suite in suites:
            say(f"{suite.name}: {len(suite.user_tasks)} tasks without an attack")
            measure.benign(suite)
        for attack in dojo.ATTACKS:
            for suite in suites:
                chosen = [pair[1:] for pair in pairs if pair[0] is suite]
                say(f"{suite.name}: {attack}, {len(chosen)} pairs")
                measure.attack(suite, attack, chosen)
                if attack == dojo.ATTACKS[0] and suite.scripted_tasks and options.cases is None:
                    scripted = suite.pairs(suite.scripted_tasks)
                    say(f"{suite.name}: {attack}, {len(scripted)} pairs with calls of ours")
                    measure.attack(suite, attack, scripted, label=f"{suite.name}, own calls")
                suite.forget()
    except GateError as error:
        sys.exit(f"error: {error}")
    finally:
        gate.close()
    json.dump(
        {
            "version": dojo.VERSION,
            "benchmark": dojo.BENCHMARK,
            **measure.result,
            "requests": gate.requests,
            "seconds": round(time.monotonic() - began, 1),
        },
        sys.stdout,
        ensure_ascii=False,
        default=str,
    )


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--laika", required=True, help="the program whose `policy serve` is asked")
    parser.add_argument("--cases", type=int, help="how many pairs of user task and injection task")
    return parser.parse_args()


def sample(pairs, cases):
    """The same pairs every time, spread over the suites: those whose names hash lowest."""
    if cases is None:
        return pairs

    def rank(pair):
        suite, user, injection = pair
        return hashlib.sha256(f"{suite.name}/{user.ID}/{injection.ID}".encode()).digest()

    return sorted(pairs, key=rank)[:cases]


def end_with_parent():
    """Whoever started this holds its stdin open. When that ends, however it ends, so does this."""
    # Below Python's own buffers: a thread that waits inside those would be in the way at the end.
    while os.read(0, 1024):
        pass
    os._exit(130)


def say(message):
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
