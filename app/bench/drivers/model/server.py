"""A real server to talk to: llama.cpp's own, on a free port of this machine, until standard input ends.

Prints one line when it is ready: {"ready": true, "base": "http://127.0.0.1:PORT/v1"}.
"""

import json
import sys

import xllamacpp

weights, threads = sys.argv[1], int(sys.argv[2])
params = xllamacpp.CommonParams()
params.model.path = weights
params.model_alias = {"local"}
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = 4096
params.n_parallel = 1
params.cpuparams.n_threads = threads
params.cpuparams_batch.n_threads = threads
params.ui = False
if len(sys.argv) > 3:
    params.api_keys = [sys.argv[3]]
server = xllamacpp.Server(params)
print(json.dumps({"ready": True, "base": f"{server.listening_address}/v1"}), flush=True)
sys.stdin.read()
