"""The engine by itself: llama.cpp's own server, asked for one answer a line, with the times that it measures.

Reads {"prompt", "tokens"} lines on stdin; prints {"prompt_per_second", "predicted_per_second", "prompt_tokens"} lines.
"""

import json
import sys

import xllamacpp

weights, threads = sys.argv[1], int(sys.argv[2])
params = xllamacpp.CommonParams()
params.model.path = weights
params.n_ctx = 4096
params.n_parallel = 1
params.cpuparams.n_threads = threads
params.cpuparams_batch.n_threads = threads
params.warmup = True
server = xllamacpp.Server(params)
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    answer = server.handle_completions(
        {
            "prompt": asked["prompt"],
            "n_predict": asked["tokens"],
            "temperature": 0.0,
            "cache_prompt": False,
            "ignore_eos": True,
        }
    )
    timings = answer["timings"]
    print(
        json.dumps(
            {
                "prompt_per_second": timings["prompt_per_second"],
                "predicted_per_second": timings["predicted_per_second"],
                "prompt_tokens": timings["prompt_n"],
            }
        ),
        flush=True,
    )
