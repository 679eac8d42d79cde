"""Makes an adapter for the embedded engine of what was trained.

    export.py --weights FILE.gguf --trained FOLDER/trained.pt --out FILE.gguf [--rank 32] [--kind f16|q8_0]

Pairs are written as they are. Trained projections are first taken apart: of the difference to the weights of the file only
the `rank` strongest directions stay (those of its singular value decomposition). What the file is stands in FILE.gguf.json.
"""

import argparse
import json
import os

import torch

import adapter
import base


def of_pairs(state):
    """The pairs of a run, with their scale in them."""
    numbers, scale = state["numbers"], state["identity"]["scale"]
    pairs = {}
    for name, a in numbers.items():
        if name.endswith(".a"):
            _, layer, tensor, _ = name.split(".")
            b = numbers[f"blk.{layer}.{tensor}.b"] * scale
            pairs[int(layer), tensor] = (a.float().numpy(), b.float().numpy())
    return pairs, 1.0


def of_projections(state, model, rank):
    """The strongest directions of every difference, and the part of all differences' energy that they hold."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    pairs, held, whole = {}, 0.0, 0.0
    for layer, tensor, module in base.projections(model):
        now = state["numbers"][f"blk.{layer}.{tensor}.weight"]
        difference = now.to(device, torch.float64) - module.weight.detach().to(device, torch.float64)
        a, b, energy = strongest(difference, rank)
        held, whole = held + energy, whole + difference.square().sum().item()
        pairs[layer, tensor] = (a.float().cpu().numpy(), b.float().cpu().numpy())
    return pairs, held / whole


def strongest(difference, rank):
    """The best A and B of a rank for a matrix, alike in size, and the energy of B A."""
    tall = difference.shape[0] >= difference.shape[1]
    matrix = difference if tall else difference.T
    # The smaller side is decomposed; all of it is at most as wide as the model.
    energies, directions = torch.linalg.eigh(matrix.T @ matrix)
    energies, directions = energies[-rank:].clamp_min(0), directions[:, -rank:]
    roots = energies.sqrt().sqrt().clamp_min(1e-12)
    right = directions.T * roots[:, None]
    left = (matrix @ directions) / roots
    a, b = (right, left) if tall else (left.T, right.T)
    return a, b, energies.sum().item()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--trained", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--rank", type=int, default=32, help="of what trained projections become")
    parser.add_argument("--kind", choices=sorted(adapter.TYPES), default="f16")
    parser.add_argument("--name", default="Laika's adapter")
    parser.add_argument("--licence", default="apache-2.0")
    asked = parser.parse_args()
    shape = base.shape_of(asked.weights)
    state = torch.load(asked.trained, map_location="cpu", weights_only=True)
    if state["identity"]["weights"] != shape.sha256:
        raise SystemExit("this was trained on other weights")
    if state["identity"]["full"]:
        pairs, held = of_projections(state, base.model_of(asked.weights), asked.rank)
    else:
        pairs, held = of_pairs(state)
    about = {"general.name": asked.name, "general.license": asked.licence}
    adapter.write(asked.out, pairs, shape, asked.kind, about)
    facts = {
        "file": os.path.basename(asked.out),
        "bytes": os.path.getsize(asked.out),
        "sha256": base.sha256_of(asked.out),
        "base_sha256": shape.sha256,
        "rank": next(iter(pairs.values()))[0].shape[0],
        "kind": asked.kind,
        "energy_held": round(held, 4),
        "run": {**state["identity"], "tokens": state["tokens"], "seconds": round(state["seconds"])},
    }
    print(json.dumps(facts))
    with open(f"{asked.out}.json", "w", encoding="utf-8") as file:
        json.dump(facts, file, indent=1)


if __name__ == "__main__":
    main()
