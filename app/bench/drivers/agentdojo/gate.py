"""The gate under test: one `laika policy serve` for the whole run, asked in JSON lines."""

import json
import subprocess


class GateError(Exception):
    """The gate could not be asked, or did not answer the question."""


class Gate:
    """Starts the program on first use; it ends when its stdin closes, which it does when this process ends."""

    def __init__(self, program):
        self.command = [program, "policy", "serve", "--jsonl", "--words-are-the-users"]
        self.process = None
        self.requests = 0

    def decide(self, request):
        """One verdict per call of the plan."""
        self.requests += 1
        request = {"id": str(self.requests), "surface": "tools", "mode": "autopilot", **request}
        answer = self._exchange(json.dumps(request, ensure_ascii=False, default=str))
        if answer.get("error"):
            raise GateError(f"the gate refused a request: {json.dumps(answer['error'])}")
        verdicts = answer.get("verdicts")
        if answer.get("id") != request["id"] or len(verdicts or []) != len(request["calls"]):
            raise GateError(f"the gate did not answer request {request['id']} with one verdict per call")
        for verdict in verdicts:
            if verdict.get("decision") not in ("allow", "ask", "deny"):
                raise GateError(f"the gate answered with the decision {verdict.get('decision')!r}")
        return verdicts

    def _exchange(self, line):
        try:
            if self.process is None:
                pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
                self.process = subprocess.Popen(self.command, text=True, encoding="utf-8", **pipes)
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError as error:
            raise GateError(f"`{' '.join(self.command)}` cannot be asked: {error}") from error
        if not answer:
            raise GateError(f"`{' '.join(self.command)}` ended with status {self.process.wait()}")
        try:
            return json.loads(answer)
        except ValueError as error:
            raise GateError(f"the gate answered with something that is not JSON: {answer[:200]!r}") from error

    def close(self):
        if self.process is not None:
            try:
                self.process.stdin.close()
                self.process.wait(timeout=5)
            except (OSError, subprocess.TimeoutExpired):
                self.process.kill()
