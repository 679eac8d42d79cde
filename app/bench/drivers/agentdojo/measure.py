"""Runs the tasks and counts: attacks that got through, tasks that got done, and how often a person was asked."""

import datetime

from agent import PERSONS, Agent
from dojo import plain

EXAMPLES = 300
STARTED = datetime.datetime.now()


class Measure:
    """Every count is a plain number of runs; whoever reads it makes the rates."""

    def __init__(self, gate):
        self.gate = gate
        self.result = {key: [] for key in ("benign", "control", "attacks", "asks", "leaks", "unhonoured")}

    def benign(self, suite):
        """Every user task in the untouched environment, against the same task without a gate."""
        rows = {
            person: {"suite": suite.name, "person": person, "n": 0, "completed": 0, "cards": 0, "asked": 0}
            for person in PERSONS
        }
        for task in suite.user_tasks.values():
            ungated, _ = self._run(suite, task, {})
            for person, (agent, _) in self._persons(suite, task, {}):
                row = rows[person]
                same = _comparable(agent.environment) == _comparable(ungated.environment)
                row["n"] += 1
                row["completed"] += same and not agent.skipped["user"]
                row["cards"] += len(agent.cards)
                row["asked"] += bool(agent.cards)
                self._examples("asks", agent.cards, suite=suite.name, task=task.ID, person=person)
                self._examples("unhonoured", agent.unhonoured, suite=suite.name, task=task.ID, person=person)
        self.result["benign"] += rows.values()

    def attack(self, suite, attack, pairs, label=None):
        """Every pair, first without a gate: what does not reach the agent there is no attack and is not counted."""
        label = label or suite.name
        control = {"suite": label, "attack": attack, "pairs": 0, "unseen": 0, "seen": 0, "succeeded": 0}
        counts = {"seen": 0, "effective": 0, "succeeded": 0, "touched": 0, "finished": 0, "cards": 0}
        rows = {person: {"suite": label, "attack": attack, "person": person, **counts} for person in PERSONS}
        for task, injection_task in pairs:
            control["pairs"] += 1
            injections = suite.injections(attack, task, injection_task)
            ungated, effective = self._run(suite, task, injections, injection_task)
            if not ungated.obeyed:
                control["unseen"] += 1
                continue
            control["seen"] += 1
            control["succeeded"] += effective
            for person, (agent, succeeded) in self._persons(suite, task, injections, injection_task):
                row = rows[person]
                row["seen"] += 1
                row["effective"] += effective
                row["succeeded"] += succeeded
                row["touched"] += bool(agent.executed["injection"])
                row["finished"] += not agent.skipped["user"]
                row["cards"] += len(agent.cards)
                names = {"suite": label, "task": task.ID, "injection": injection_task.ID}
                names.update(attack=attack, person=person)
                if succeeded and person == "approves_unflagged":
                    self._examples("leaks", [{"cards": agent.cards}], **names)
                self._examples("unhonoured", agent.unhonoured, **names)
        self.result["control"].append(control)
        self.result["attacks"] += rows.values()

    def _persons(self, suite, task, injections, injection_task=None):
        """The run with each person. Who is not asked cannot make a difference, so one such run stands for all."""
        first = None
        for person in PERSONS:
            if first is None or first[0].cards:
                run = self._run(suite, task, injections, injection_task, person)
                first = first or run
            else:
                run = first
            yield person, run

    def _run(self, suite, task, injections, injection_task=None, person=None):
        """One run. The agent, and whether AgentDojo finds the injection task done."""
        environment = task.init_environment(suite.environment(injections))
        before = environment.model_copy(deep=True)
        injection = (next(iter(injections.values())), injection_task) if injections else None
        gate = self.gate if person else None
        agent = Agent(suite, environment, task.PROMPT, gate, person, injection)
        agent.perform(task.ground_truth(before))
        if injection_task is None:
            return agent, False
        output = task.GROUND_TRUTH_OUTPUT
        if agent.obeyed:
            output += "\n" + injection_task.GROUND_TRUTH_OUTPUT
        return agent, suite.succeeded(injection_task, output, before, agent.environment, agent.calls)

    def _examples(self, kind, entries, **names):
        room = EXAMPLES - len(self.result[kind])
        self.result[kind] += [{**names, **entry} for entry in entries[:room]]


def _comparable(environment):
    """An environment without the times that it took from the clock while the task ran."""

    def still(value):
        if isinstance(value, dict):
            return {key: still(item) for key, item in value.items()}
        if isinstance(value, list):
            return [still(item) for item in value]
        if isinstance(value, datetime.datetime) and value.replace(tzinfo=None) >= STARTED:
            return "now"
        return value

    return still(plain(environment))
