"""Adapters as GGUF files, in the names and the order of rows that the embedded engine wants."""

import gguf
import numpy as np
import torch

from base import projections

TYPES = {"f32": gguf.GGMLQuantizationType.F32, "f16": gguf.GGMLQuantizationType.F16, "q8_0": gguf.GGMLQuantizationType.Q8_0}


def to_file(rows, heads):
    """Rows in the order of the file: the halves of each head, that turn together, stand beside each other there."""
    if heads is None:
        return rows
    parts = rows.reshape(heads, 2, rows.shape[0] // heads // 2, *rows.shape[1:])
    return parts.swapaxes(1, 2).reshape(rows.shape)


def from_file(rows, heads):
    """The other way."""
    if heads is None:
        return rows
    parts = rows.reshape(heads, rows.shape[0] // heads // 2, 2, *rows.shape[1:])
    return parts.swapaxes(1, 2).reshape(rows.shape)


def write(path, pairs, shape, kind="f16", about=None):
    """Writes pairs, by (layer, tensor): A of rank x inputs and B of outputs x rank, such that W + B A is meant."""
    ranks = {a.shape[0] for a, _ in pairs.values()}
    if len(ranks) != 1:
        raise ValueError(f"pairs of several ranks: {sorted(ranks)}")
    rank = ranks.pop()
    writer = gguf.GGUFWriter(path, shape.architecture)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    # The engine divides this by the rank.
    writer.add_float32("adapter.lora.alpha", float(rank))
    writer.add_string("general.base_model.0.name", shape.name)
    writer.add_string("laika.base.sha256", shape.sha256)
    for key, value in (about or {}).items():
        writer.add_string(key, value)
    for (layer, tensor), (a, b) in sorted(pairs.items()):
        name = f"blk.{layer}.{tensor}.weight"
        put(writer, f"{name}.lora_a", np.asarray(a), kind)
        put(writer, f"{name}.lora_b", to_file(np.asarray(b), shape.heads_of(tensor)), kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def put(writer, name, matrix, kind):
    matrix = np.ascontiguousarray(matrix, dtype=np.float32)
    if kind == "q8_0" and matrix.shape[1] % 32:
        raise ValueError("in q8_0 the rank has to be a multiple of 32")
    if kind == "f32":
        writer.add_tensor(name, matrix)
    else:
        writer.add_tensor(name, gguf.quants.quantize(matrix, TYPES[kind]), raw_dtype=TYPES[kind])


def read(path, shape):
    """The pairs of a file, in the order of rows of the framework."""
    reader = gguf.GGUFReader(path)
    alpha = reader.fields["adapter.lora.alpha"].contents()
    if reader.fields["laika.base.sha256"].contents() != shape.sha256:
        raise ValueError("the adapter was made for other weights")
    found = {}
    for tensor in reader.tensors:
        block, layer, name, _, half = tensor.name.split(".")
        assert block == "blk"
        matrix = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
        found.setdefault((int(layer), name), {})[half] = matrix
    pairs = {}
    for (layer, name), halves in found.items():
        a, b = halves["lora_a"], halves["lora_b"]
        pairs[layer, name] = (a, from_file(b, shape.heads_of(name)) * (alpha / a.shape[0]))
    return pairs


@torch.no_grad()
def merge(model, pairs):
    """Adds pairs to the weights of a model."""
    left = dict(pairs)
    for layer, tensor, module in projections(model):
        if (layer, tensor) in left:
            a, b = (torch.as_tensor(np.asarray(one)).to(module.weight.device) for one in left.pop((layer, tensor)))
            module.weight.add_((b.double() @ a.double()).to(module.weight.dtype))
    if left:
        raise ValueError(f"the model has no {sorted(left)}")
