"""What is trained: small pairs of matrices beside the seven projections, or the projections themselves.

The model computes in bfloat16. What is trained is kept in single precision beside it, so that small steps add up.
"""

import torch
from torch import nn

from base import projections


class Pair(nn.Module):
    """A projection with a pair beside it: W x + scale * B A x."""

    def __init__(self, projection, rank, scale, generator):
        super().__init__()
        self.projection, self.scale = projection, scale
        weight = projection.weight
        a = torch.empty(rank, weight.shape[1], dtype=torch.float32)
        a.uniform_(-1, 1, generator=generator).mul_(weight.shape[1] ** -0.5)
        self.a = nn.Parameter(a.to(weight))
        # Nothing is changed before the first step.
        self.b = nn.Parameter(torch.zeros(weight.shape[0], rank, dtype=weight.dtype, device=weight.device))

    def forward(self, x):
        return self.projection(x) + nn.functional.linear(nn.functional.linear(x, self.a), self.b) * self.scale


def add_pairs(model, rank, scale, seed):
    """Puts a pair beside every projection. Returns the parameters by name."""
    model.requires_grad_(False)
    generator = torch.Generator().manual_seed(seed)
    trained = {}
    for layer, tensor, module in list(projections(model)):
        pair = Pair(module, rank, scale, generator)
        parent, name = parent_of(model, module)
        setattr(parent, name, pair)
        trained[f"blk.{layer}.{tensor}.a"], trained[f"blk.{layer}.{tensor}.b"] = pair.a, pair.b
    return trained


def free_projections(model):
    """Makes all projections trainable, and nothing else: what an adapter cannot carry is not learnt."""
    model.requires_grad_(False)
    trained = {}
    for layer, tensor, module in projections(model):
        trained[f"blk.{layer}.{tensor}.weight"] = module.weight.requires_grad_(True)
    return trained


def parent_of(model, module):
    """Where a module hangs."""
    for parent in model.modules():
        for name, child in parent.named_children():
            if child is module:
                return parent, name
    raise LookupError("the module is not part of the model")


class Masters:
    """The trained numbers in single precision, and the optimiser that moves them."""

    def __init__(self, trained, exact, rate, decay):
        self.names, self.working = list(trained), list(trained.values())
        # `exact` holds what they are before rounding.
        kept = [exact.get(name, one.detach()).float().to(one.device) for name, one in trained.items()]
        self.kept = [nn.Parameter(one.clone()) for one in kept]
        self.optimiser = torch.optim.AdamW(
            self.kept,
            lr=rate,
            betas=(0.9, 0.95),
            weight_decay=decay,
            fused=self.kept[0].is_cuda,
        )

    def step(self, rate, most_norm):
        """Moves the numbers by their gradients, and says how long those were together."""
        for kept, working in zip(self.kept, self.working):
            kept.grad, working.grad = working.grad.float(), None
        norm = nn.utils.clip_grad_norm_(self.kept, most_norm)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.round()
        return norm

    @torch.no_grad()
    def round(self):
        """Gives the model what is kept, rounded."""
        torch._foreach_copy_(self.working, self.kept)

    def numbers(self):
        """What is kept, by name."""
        return {name: kept.detach() for name, kept in zip(self.names, self.kept)}
