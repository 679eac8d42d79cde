"""The embedded engine itself, asked through `laika_try`, an example program of the crate `laika-model`."""

import json
import subprocess

import examples

SPEAKERS = ("system", "user", "assistant")
OPEN, CLOSE = "<|im_start|>", "<|im_end|>\n"


def prompt_of(text):
    """The turns of a prompt, as the engine is given them."""
    head, start = examples.parted(text)
    turns = []
    for part in head[: -len(examples.ANSWER)].split(OPEN)[1:]:
        if not part.endswith(CLOSE):
            raise ValueError("a turn does not end")
        speaker, _, said = part[: -len(CLOSE)].partition("\n")
        if speaker not in SPEAKERS:
            raise ValueError(f"nobody is called {speaker}")
        turns.append({"speaker": speaker, "text": said})
    return {"turns": turns, "answer_starts": start}


class Engine:
    """The running engine."""

    def __init__(self, program, weights, adapter=None, threads=1):
        command = [program, weights, "--threads", str(threads), *(["--adapter", adapter] if adapter else [])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, what):
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the engine ended")
        answer = json.loads(line)
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def tokens(self, text):
        """The tokens that the engine reads a prompt as."""
        return self.ask({"tokens": prompt_of(text)})

    def words(self, text):
        """The tokens of a text that follows a prompt."""
        return self.ask({"words": text})

    def weigh(self, text, choices):
        """The log-likelihood of every choice after a prompt, with the end of the turn."""
        return self.ask({"weigh": {"prompts": [prompt_of(text)], "candidates": choices}})["weights"][0]
