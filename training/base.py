"""The model that is trained on: read from the very GGUF file that the embedded engine runs."""

import contextlib
import functools
import hashlib
import io
import os
from dataclasses import dataclass
from pathlib import Path

import gguf
import torch
from tokenizers import pre_tokenizers
from transformers import AutoModelForCausalLM, AutoTokenizer

# The seven matrices of a layer, by their names in the training framework and in GGUF files.
PROJECTIONS = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
END = "<|im_end|>"


@dataclass(frozen=True)
class Shape:
    """What the file says of itself, as far as an adapter has to fit it."""

    architecture: str
    layers: int
    heads: int
    key_heads: int
    name: str
    sha256: str

    @property
    def permutes(self):
        """Whether the rows of queries and keys stand in another order in the file than in the framework."""
        return self.architecture == "llama"

    def heads_of(self, tensor):
        """How many heads the rows of a tensor belong to, or None where their order is the same everywhere."""
        if not self.permutes:
            return None
        return {"attn_q": self.heads, "attn_k": self.key_heads}.get(tensor)


def sha256_of(path):
    """The hash of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@functools.cache
def fields_of(path):
    """What stands in front of the numbers in a GGUF file. Reading it takes seconds where there are many tokens."""
    return gguf.GGUFReader(path).fields


def shape_of(path):
    """What a GGUF file says of itself."""
    fields = fields_of(path)
    value = lambda key: fields[key].contents()
    architecture = value("general.architecture")
    heads = value(f"{architecture}.attention.head_count")
    key_heads = f"{architecture}.attention.head_count_kv"
    return Shape(
        architecture=architecture,
        layers=value(f"{architecture}.block_count"),
        heads=heads,
        key_heads=value(key_heads) if key_heads in fields else heads,
        name=value("general.name") if "general.name" in fields else Path(path).stem,
        sha256=sha256_of(path),
    )


def tokenizer_of(path):
    """The tokenizer of a GGUF file, cutting texts exactly as the engine does."""
    folder, file = os.path.split(os.path.abspath(path))
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=file).backend_tokenizer
    before = fields_of(path).get("tokenizer.ggml.pre")
    if before is not None and before.contents() == "smollm":
        # The framework leaves out what the engine does first: every digit stands alone.
        digits = pre_tokenizers.Digits(individual_digits=True)
        words = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, words])
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def model_of(path, dtype=torch.float32):
    """The weights of a GGUF file as numbers that can be trained."""
    folder, file = os.path.split(os.path.abspath(path))
    # A bar for every tensor would be most of a log.
    with contextlib.redirect_stderr(io.StringIO()):
        model = AutoModelForCausalLM.from_pretrained(
            folder, gguf_file=file, dtype=dtype, attn_implementation="sdpa"
        )
    model.config.use_cache = False
    return model.eval()


def projections(model):
    """Every matrix that an adapter can change: its layer, its name in GGUF files, and the module."""
    for layer, block in enumerate(model.model.layers):
        for path, tensor in PROJECTIONS.items():
            yield layer, tensor, block.get_submodule(path)
