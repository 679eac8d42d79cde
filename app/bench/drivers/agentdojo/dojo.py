"""AgentDojo without its models: suites, environments with injections, attacks and checks as AgentDojo ships them."""

import pickle
import sys
import types
from functools import partial
from importlib import metadata
from pathlib import Path


def _import_without_models():
    """AgentDojo's packages import every model SDK at the top. Nothing here talks to a model, so they stay out."""
    import agentdojo

    def stub(name, path=None, **names):
        module = types.ModuleType(name)
        module.__path__ = [str(path)] if path else []
        vars(module).update(names)
        sys.modules[name] = module

    pipeline = Path(agentdojo.__path__[0]) / "agent_pipeline"
    stub("agentdojo.agent_pipeline", path=pipeline)
    stub("agentdojo.agent_pipeline.llms")
    stub("agentdojo.agent_pipeline.llms.google_llm", EMPTY_FUNCTION_NAME="<empty-function-name>")
    stub("rich")
    stub("rich.live", Live=object)
    stub("rich.progress", track=iter)
    stub("rich.table", Table=object)


_import_without_models()

import yaml  # noqa: E402
from agentdojo.agent_pipeline.tool_execution import tool_result_to_str  # noqa: E402
from agentdojo.attacks import FixedJailbreakAttack, load_attack  # noqa: E402
from agentdojo.functions_runtime import FunctionsRuntime  # noqa: E402
from agentdojo.task_suite.load_suites import get_suite  # noqa: E402
from agentdojo.types import text_content_block_from_string  # noqa: E402
from pydantic import BaseModel  # noqa: E402
from scripts import SCRIPTS  # noqa: E402
from scripts import SUITE as SCRIPTED_SUITE  # noqa: E402

VERSION = metadata.version("agentdojo")
BENCHMARK = "v1.2.2"
ATTACKS = (
    "important_instructions",
    "direct",
    "ignore_previous",
    "system_message",
    "injecagent",
    "tool_knowledge",
    "plain",
)

if hasattr(yaml, "CSafeLoader"):
    # The same grammar in C: an environment is half a megabyte of YAML and is loaded for every set of injections.
    yaml.safe_load = lambda text: yaml.load(text, yaml.CSafeLoader)


class _Pipeline:
    """The attacks address the victim by the name of its model; this is the one AgentDojo has for a local model."""

    name = "local"


class Suite:
    """One suite with its tools' descriptors and what is known about the account before any task."""

    def __init__(self, name, descriptors):
        self.name = name
        self.suite = get_suite(BENCHMARK, name)
        self._environments, self._texts, self._attacks, self._candidates = {}, {}, {}, {}
        self.tools = [dict(tool, provider=descriptors["provider"]) for tool in descriptors["tools"]]
        self.roles = {tool["name"]: tool for tool in self.tools}
        missing = {tool.name for tool in self.suite.tools} ^ set(self.roles)
        if missing:
            raise ValueError(f"tools.json and the suite {name} differ in {sorted(missing)}")
        self.origin = descriptors["provider"]
        self.public = set(descriptors.get("public", []))
        self.user_tasks = self.suite.user_tasks
        # Of the injection tasks, those that ship the calls an obeying agent would make.
        plain = self.environment({})
        self.injection_tasks = {
            task_id: task for task_id, task in self.suite.injection_tasks.items() if task.ground_truth(plain)
        }
        self.scripted_tasks = {}
        for task_id, script in SCRIPTS.items() if name == SCRIPTED_SUITE else ():
            task = self.suite.injection_tasks[task_id]
            task.ground_truth = partial(script, task)
            self.scripted_tasks[task_id] = task
        self.directory = DIRECTORIES[name](self.environment({}))

    def pairs(self, injection_tasks=None):
        injection_tasks = self.injection_tasks if injection_tasks is None else injection_tasks
        return [(user, injection) for user in self.user_tasks.values() for injection in injection_tasks.values()]

    def action(self, call):
        return self.roles[call.function]["action"]

    def runtime(self):
        return FunctionsRuntime(self.suite.tools)

    def environment(self, injections):
        """A fresh environment. Parsing is the slow part, so that is done once per set of injections."""
        key = tuple(sorted(injections.items()))
        if key not in self._environments:
            self._environments[key] = pickle.dumps(self.suite.load_and_inject_default_environment(injections))
        return pickle.loads(self._environments[key])

    def forget(self):
        """Between attacks: no two of them share an environment with injections, or a result from one."""
        self._environments.clear()
        self._texts.clear()

    def candidates(self, user_task):
        """The places whose text the user task's own calls bring to the agent, found as AgentDojo finds them."""
        if user_task.ID not in self._candidates:
            canaries = {vector: f"<CANARY---{vector}--->" for vector in self.suite.get_injection_vector_defaults()}
            environment = user_task.init_environment(self.environment(canaries))
            runtime = self.runtime()
            texts = []
            for call in user_task.ground_truth(environment):
                result, _ = runtime.run_function(environment, call.function, call.args)
                texts.append(tool_result_to_str(result))
            found = [vector for vector, canary in canaries.items() if any(canary in text for text in texts)]
            self._candidates[user_task.ID] = found
        return self._candidates[user_task.ID]

    def injections(self, attack_name, user_task, injection_task):
        """What the attacker writes, per place. Empty when the task reads no place that an attacker can write to."""
        if attack_name not in self._attacks:
            if attack_name == "plain":
                attack = FixedJailbreakAttack("{goal}", self.suite, _Pipeline)
            else:
                attack = load_attack(attack_name, self.suite, _Pipeline)
            attack.get_injection_candidates = self.candidates
            self._attacks[attack_name] = attack
        return self._attacks[attack_name].attack(user_task, injection_task)

    def succeeded(self, injection_task, output, before, after, calls):
        """AgentDojo's own check, by traces where the task has one, else by the environment."""
        blocks = [text_content_block_from_string(output)]
        return bool(self.suite._check_injection_task_security(injection_task, blocks, before, after, calls))

    def text(self, result):
        """A result as AgentDojo shows it to a model."""
        key = repr(result)
        if key not in self._texts:
            self._texts[key] = tool_result_to_str(result)
        return self._texts[key]


def plain(value):
    """A result as nothing but lists, dictionaries and scalars."""
    if isinstance(value, BaseModel):
        return plain(value.model_dump())
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(item) for item in value]
    return value


def leaves(value):
    """Every scalar in a plain value, dictionary keys among them."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def handles(value):
    """Every identifier that a result hands out: by the field's name, or as the key of a table of records."""
    found = []
    if isinstance(value, dict):
        if value and all(isinstance(item, dict) for item in value.values()):
            found += value
        for key, item in value.items():
            if (key in ("id", "id_") or key.endswith("_id")) and isinstance(item, (str, int)):
                found.append(str(item))
            found += handles(item)
    elif isinstance(value, list):
        for item in value:
            found += handles(item)
    return list(dict.fromkeys(found))


def _mail_directory(environment):
    """The people the account has written to, with the names its contact list has for them."""
    inbox = environment.inbox
    names = {contact.email: contact.name for contact in inbox.contact_list}
    sent = [address for mail in inbox.sent for address in (*mail.recipients, *mail.cc, *mail.bcc)]
    people = [address for address in dict.fromkeys(sent) if address != inbox.account_email]
    return [_entry("send", address, name=names.get(address)) for address in people]


def _bank_directory(environment):
    """Whom the account has paid, and at most how much in one payment."""
    account = environment.bank_account
    largest = {}
    for payment in account.transactions:
        if payment.sender in ("me", account.iban):
            largest[payment.recipient] = max(payment.amount, largest.get(payment.recipient, 0))
    return [_entry("transfer", payee, limit=f"{amount:.2f}") for payee, amount in largest.items()]


def _slack_directory(environment):
    """The members and channels of the user's own workspace."""
    return [_entry("send", name) for name in (*environment.slack.users, *environment.slack.channels)]


def _entry(verb, value, **more):
    return {"role": "recipient", "verbs": [verb], "value": value, **{k: v for k, v in more.items() if v}}


DIRECTORIES = {
    "banking": _bank_directory,
    "workspace": _mail_directory,
    "slack": _slack_directory,
    "travel": _mail_directory,
}
