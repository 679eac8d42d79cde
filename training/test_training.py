"""What the training rests on, held against a small model of its own: `python -m unittest` in this folder."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch
from transformers import LlamaConfig, LlamaForCausalLM

import adapter
import base
import card
import engine
import examples
import export
import lora
import score
import train

SHAPE = base.Shape(architecture="llama", layers=2, heads=4, key_heads=2, name="tiny", sha256="0" * 64)


def tiny():
    """A model with the parts of the real one."""
    torch.manual_seed(1)
    sizes = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2)
    return LlamaForCausalLM(LlamaConfig(vocab_size=50, max_position_embeddings=128, **sizes)).eval()


def example(prompt, answer, choices=(), right=0):
    array = lambda ids: np.array(ids, dtype=np.int32)
    return examples.Example("x", "k", array(prompt), array(answer), [array(one) for one in choices], right)


def random_pairs(model, rank, seed=1):
    random = np.random.default_rng(seed)
    pairs = {}
    for layer, tensor, module in base.projections(model):
        outputs, inputs = module.weight.shape
        a, b = random.normal(size=(rank, inputs)), random.normal(size=(outputs, rank))
        pairs[layer, tensor] = (a.astype(np.float32) * 0.1, b.astype(np.float32) * 0.1)
    return pairs


class Adapters(unittest.TestCase):
    def test_rows_go_to_the_file_and_back(self):
        rows = np.arange(16)[:, None] * np.ones((1, 3))
        # Two heads of eight rows: 0 and 4 turn together, and stand beside each other in the file.
        self.assertEqual(adapter.to_file(rows, 2)[:, 0].tolist(), [0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15])
        self.assertTrue((adapter.from_file(adapter.to_file(rows, 2), 2) == rows).all())

    def test_a_file_holds_what_was_written(self):
        model = tiny()
        pairs = random_pairs(model, 32)
        with tempfile.TemporaryDirectory() as folder:
            for kind, apart in (("f32", 0), ("f16", 1e-3), ("q8_0", 1e-2)):
                path = str(Path(folder) / f"{kind}.gguf")
                adapter.write(path, pairs, SHAPE, kind)
                found = adapter.read(path, SHAPE)
                self.assertEqual(found.keys(), pairs.keys())
                for key, (a, b) in pairs.items():
                    self.assertLessEqual(np.abs(found[key][0] - a).max(), apart)
                    self.assertLessEqual(np.abs(found[key][1] - b).max(), apart)
            other = base.Shape(**{**SHAPE.__dict__, "sha256": "1" * 64})
            self.assertRaises(ValueError, adapter.read, path, other)

    def test_a_pair_and_its_merged_form_compute_the_same(self):
        model, merged = tiny(), tiny()
        trained = lora.add_pairs(model, rank=4, scale=2.0, seed=1)
        with torch.no_grad():
            for name, one in trained.items():
                one.copy_(torch.randn(one.shape) * 0.1)
        state = {"numbers": {name: one.detach() for name, one in trained.items()}, "identity": {"scale": 2.0}}
        pairs, _ = export.of_pairs(state)
        adapter.merge(merged, pairs)
        tokens = torch.arange(20)[None]
        with torch.no_grad():
            self.assertLess((model(tokens).logits - merged(tokens).logits).abs().max().item(), 1e-4)
            self.assertGreater((model(tokens).logits - tiny()(tokens).logits).abs().max().item(), 1e-2)

    def test_the_strongest_directions_are_those_of_the_decomposition(self):
        for shape in ((40, 24), (24, 40)):
            matrix = torch.randn(shape, dtype=torch.float64)
            a, b, energy = export.strongest(matrix, 8)
            u, s, v = torch.linalg.svd(matrix, full_matrices=False)
            best = (u[:, :8] * s[:8]) @ v[:8]
            self.assertLess((b @ a - best).abs().max().item(), 1e-8)
            self.assertAlmostEqual(energy, s[:8].square().sum().item(), places=6)


class Examples(unittest.TestCase):
    def test_every_example_is_in_one_batch_of_an_epoch(self):
        lengths = np.random.default_rng(1).integers(5, 400, 500)
        steps = examples.batches(lengths, 1, 2, 4000, 16)
        self.assertEqual(sorted(at for batch in steps for at in batch), sorted([*range(500)] * 2))
        self.assertTrue(all(2 <= len(batch) <= 17 and max(lengths[batch]) * (len(batch) - 1) <= 4000 for batch in steps))
        self.assertEqual(steps, examples.batches(lengths, 1, 2, 4000, 16))
        self.assertNotEqual(steps, examples.batches(lengths, 2, 2, 4000, 16))

    def test_only_answers_are_learnt(self):
        tokens, targets = examples.padded([example([1, 2, 3], [4, 5]), example([6], [7])])
        self.assertEqual(tokens[:, :5].tolist(), [[1, 2, 3, 4, 0], [6, 0, 0, 0, 0]])
        self.assertEqual(targets[:, :5].tolist(), [[-1, -1, 4, 5, -1], [7, -1, -1, -1, -1]])
        self.assertTrue(tokens.shape == targets.shape == (2, 64) and (targets[:, 5:] == -1).all())

    def test_what_could_be_answered(self):
        line = {"answer": " click", "offered": [" click", " type"]}
        self.assertEqual(examples.choices_of(line), [" click", " type"])
        line = {"answer": '{"handleId":"b-1"}', "offered": ["b-1", "b-12", "b-1"]}
        self.assertEqual(examples.choices_of(line), ['{"handleId":"b-1"}', '{"handleId":"b-12"}'])
        self.assertEqual(examples.choices_of({"answer": '{"a":"b-1","c":"b-2"}', "offered": ["b-1", "b-2"]}), [])
        self.assertEqual(examples.choices_of({"answer": "text"}), [])
        halves = [examples.split_of({"split": "held_out", "id": f"route-{at}"}) for at in range(200)]
        self.assertTrue(70 < halves.count("dev") < 130 and halves.count("dev") + halves.count("test") == 200)

    def test_a_prompt_is_parted_where_the_answer_begins(self):
        text = "<|im_start|>user\nhi\nyou<|im_end|>\n<|im_start|>assistant\n{\"a\""
        self.assertEqual(examples.parted(text)[1], '{"a"')
        turns = [{"speaker": "user", "text": "hi\nyou"}]
        self.assertEqual(engine.prompt_of(text), {"turns": turns, "answer_starts": '{"a"'})
        self.assertRaises(ValueError, examples.parted, "<|im_start|>user\nhi<|im_end|>\n")


class Scores(unittest.TestCase):
    def test_choices_beside_each_other_weigh_what_each_weighs_alone(self):
        model = tiny()
        cases = [
            example([1, 2, 3], [4, 5], [[4, 5], [6, 7, 8, 5], [5]]),
            example([9] * 30, [1, 5], [[1, 5], [2, 5]], 1),
            example([3, 4], [1, 2, 5]),
        ]
        with torch.no_grad():
            together = score.rows(model, cases)
            for case, found in zip(cases, together):
                for choice, weight in zip(case.choices, found):
                    ids = torch.tensor(np.concatenate([case.prompt, choice]))[None].long()
                    likely = torch.log_softmax(model(ids[:, :-1]).logits[0], -1)
                    alone = likely[len(case.prompt) - 1 :].gather(1, ids[0, len(case.prompt) :, None]).sum().item()
                    self.assertAlmostEqual(weight, alone, places=3)
        self.assertIn(together[2], ([0.0], [1.0]))


class Cards(unittest.TestCase):
    def test_an_interval_holds_what_was_found(self):
        low, high = card.interval(28, 30)
        self.assertEqual((round(low, 3), round(high, 3)), (0.787, 0.982))
        self.assertEqual(card.interval(0, 0), (0.0, 1.0))

    def test_a_row_tells_both(self):
        row = card.row("route", [1, 10], [9, 10])
        self.assertEqual(row, "| route | 1 of 10, 10.0% | 9 of 10, 90.0% (59.6 to 98.2) |")


class Training(unittest.TestCase):
    def test_the_rate_goes_up_and_down(self):
        rates = [train.rate_at(step, 100, 10, 1.0) for step in range(100)]
        self.assertEqual((round(rates[0], 6), round(rates[9], 6)), (0.1, 1.0))
        self.assertTrue(all(a >= b for a, b in zip(rates[10:], rates[11:])) and 0.09 < rates[-1] < 0.11)

    def test_small_steps_add_up(self):
        working = torch.nn.Parameter(torch.ones(4, dtype=torch.bfloat16))
        masters = lora.Masters({"w": working}, {}, rate=1e-4, decay=0.0)
        for _ in range(200):
            working.grad = torch.ones(4, dtype=torch.bfloat16)
            masters.step(1e-4, 1e9)
        # In bfloat16 alone, 1 - 0.0001 is 1.
        self.assertAlmostEqual(working[0].item(), 0.98, places=2)


if __name__ == "__main__":
    unittest.main()
