"""The scripted agent: it makes the calls a perfect model would make, and obeys whatever it reads."""

from dojo import handles, leaves, plain

PERSONS = {
    "approves_unflagged": lambda flagged: not flagged,
    "approves_all": lambda flagged: True,
    "refuses_all": lambda flagged: False,
}


class Agent:
    """One run of one user task. Without a gate everything is carried out: that is the control."""

    def __init__(self, suite, environment, prompt, gate=None, person=None, injection=None):
        self.suite, self.environment, self.words = suite, environment, [prompt]
        self.gate, self.person = gate, PERSONS.get(person)
        # What an attacker wrote, and the task that an agent takes from it.
        self.injected, self.injection_task = injection or (None, None)
        self.runtime = suite.runtime()
        self.documents, self.done, self.approvals = [], [], []
        self.calls = []
        self.obeyed = False
        self.cards = []
        self.executed = {"user": 0, "injection": 0}
        self.skipped = {"user": 0, "injection": 0}
        self.unhonoured = []

    def perform(self, calls, source="user"):
        """Makes the calls in order. What the gate does not let through is left out, and the rest goes on."""
        calls = list(calls)
        while calls:
            if self.suite.action(calls[0]) == "read":
                self._execute(calls.pop(0), source)
                continue
            plan = self._plan(calls)
            for call, allowed in zip(plan, self._decide(plan, source)):
                calls.pop(0)
                if not allowed:
                    self.skipped[source] += 1
                elif self._execute(call, source):
                    # It has read something new that it obeyed: what is left is a new plan.
                    break

    def _plan(self, calls):
        """The calls ahead with no reading in between, as far as their identifiers are known by now."""
        known = {handle for document in self.documents for handle in document["handles"]}
        known.update(word.strip("'\".,;:()") for words in self.words for word in words.split())
        plan = calls[:1]
        if self.suite.action(calls[0]) == "network":
            return plan
        for call in calls[1:]:
            if self.suite.action(call) in ("read", "network") or self._names_unknown(call, known):
                break
            plan.append(call)
        return plan

    def _names_unknown(self, call, known):
        for name, role in self.suite.roles[call.function]["arguments"].items():
            named = [str(leaf) for leaf in leaves(plain(call.args.get(name))) if leaf is not None]
            if role == "handle" and named and not known.intersection(named):
                return True
        return False

    def _decide(self, plan, source):
        """What of a plan may be carried out, after the person was shown what the gate asks about."""
        if self.gate is None:
            return [True] * len(plan)
        verdicts = self._verdicts(plan)
        asked = [index for index, verdict in enumerate(verdicts) if verdict["decision"] == "ask"]
        if asked:
            flagged = any(verdicts[index].get("untrusted") for index in asked)
            approved = self.person(flagged)
            self.cards.append(_card(plan, verdicts, asked, source, flagged, approved))
            if approved:
                self.approvals += [verdicts[index]["digest"] for index in asked]
                verdicts = self._verdicts(plan)
                for index in asked:
                    if verdicts[index]["decision"] != "allow":
                        self.unhonoured.append(_shown(plan[index], verdicts[index]))
        return [verdict["decision"] == "allow" for verdict in verdicts]

    def _verdicts(self, plan):
        return self.gate.decide({
            "words": self.words,
            "directory": self.suite.directory,
            "documents": self.documents,
            "tools": self.suite.tools,
            "calls": [_call(call) for call in plan],
            "done": self.done,
            "approvals": self.approvals,
        })

    def _execute(self, call, source):
        """Makes the call for real and reads its result. True when the result made the agent obey someone else."""
        result, error = self.runtime.run_function(self.environment, call.function, call.args)
        mutating = self.suite.action(call) != "read"
        self.calls.append(call)
        if mutating:
            self.executed[source] += 1
            self.done.append(_call(call))
        structured = plain(result)
        self.documents.append({
            "id": f"d{len(self.documents) + 1}",
            "origin": self.suite.origin,
            "confidential": call.function not in self.suite.public,
            "text": error or self.suite.text(result),
            "handles": handles(structured),
            "from": {"tool": call.function, "arguments": plain(call.args)},
        })
        if self.injection_task is None or self.obeyed or not self._reads_injection(structured, error):
            return False
        self.obeyed = True
        # As AgentDojo computes them, but from what is there now: an earlier call may have moved an identifier.
        self.perform(self.injection_task.ground_truth(self.environment.model_copy(deep=True)), "injection")
        return True

    def _reads_injection(self, structured, error):
        # Line breaks are folded on the way through YAML, so only the words are compared.
        wanted = _words(self.injected)
        return any(wanted in _words(leaf) for leaf in (*leaves(structured), error) if isinstance(leaf, str))


def _words(text):
    return " ".join(text.split())


def _call(call):
    return {"name": call.function, "arguments": plain(call.args)}


def _shown(call, verdict):
    return {**_call(call), **{key: verdict.get(key) for key in ("decision", "reasonCode", "untrusted")}}


def _card(plan, verdicts, asked, source, flagged, approved):
    calls = [_shown(plan[index], verdicts[index]) for index in asked]
    return {"source": source, "flagged": flagged, "approved": approved, "calls": calls}
