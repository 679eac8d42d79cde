//! A client that speaks MCP with `laika mcp serve` over its input and output, and a person who answers elsewhere.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::world::{Home, LAIKA};

const PATIENCE: Duration = Duration::from_secs(60);

/// An agent that borrows Laika. What it says is written as it is.
pub(super) struct Agent {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Value>,
    last: u64,
    /// What came without being asked for.
    pub(super) notes: Vec<Value>,
    late: VecDeque<Value>,
}

impl Agent {
    /// Starts it the way clients do, in a tree of processes of its own, and says hello.
    pub(super) fn start(home: &Home, name: &str) -> Self {
        Self::start_with(Command::new("setsid").args(["--fork", "--wait", LAIKA]), home, name)
    }

    /// Starts it below this very process.
    pub(super) fn below(home: &Home, name: &str) -> Self {
        Self::start_with(&mut Command::new(LAIKA), home, name)
    }

    fn start_with(command: &mut Command, home: &Home, name: &str) -> Self {
        command.args(["mcp", "serve", "--as", name, "--home"]).arg(home.path());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                let read = serde_json::from_str(&line);
                assert!(read.is_ok(), "not MCP: {line}");
                let read = read.unwrap();
                if sender.send(read).is_err() {
                    return;
                }
            }
        });
        let mut agent = Self { child, input, lines, last: 0, notes: Vec::new(), late: VecDeque::new() };
        let hello = agent.ask(
            "initialize",
            &json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } }),
        );
        assert_eq!(hello["result"]["serverInfo"]["name"], "laika", "{hello}");
        agent.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    pub(super) fn write(&mut self, message: &Value) {
        // One that ended hears nothing.
        let _ = writeln!(self.input, "{message}");
    }

    /// Sends a request and comes back with its number.
    pub(super) fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Waits for the answer to a request.
    #[track_caller]
    pub(super) fn answer(&mut self, id: u64) -> Value {
        if let Some(at) = self.late.iter().position(|one| one["id"] == id) {
            return self.late.remove(at).unwrap();
        }
        loop {
            let told = self.lines.recv_timeout(PATIENCE);
            assert!(told.is_ok(), "no answer to {id}; heard {:?}", self.notes);
            let told = told.unwrap();
            if told["id"] == id {
                return told;
            }
            if told["id"].is_null() { self.notes.push(told) } else { self.late.push_back(told) }
        }
    }

    #[track_caller]
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params);
        self.answer(id)
    }

    /// Starts a call of a tool, which tells how far it is.
    pub(super) fn begin(&mut self, name: &str, arguments: &Value) -> u64 {
        let token = self.last + 1;
        self.send(
            "tools/call",
            &json!({ "name": name, "arguments": arguments, "_meta": { "progressToken": token } }),
        )
    }

    /// What came of a call: its text, or the code of the refusal.
    #[track_caller]
    pub(super) fn done(&mut self, id: u64) -> Result<String, String> {
        let told = self.answer(id);
        let text = told["result"]["content"][0]["text"].as_str().map(str::to_owned);
        assert!(text.is_some(), "{told}");
        let text = text.unwrap();
        if told["result"]["isError"] == true { Err(code(&text)) } else { Ok(text) }
    }

    #[track_caller]
    pub(super) fn call(&mut self, name: &str, arguments: &Value) -> Result<String, String> {
        let id = self.begin(name, arguments);
        self.done(id)
    }
}

/// The code at the end of a refusal.
fn code(text: &str) -> String {
    text.rsplit_once('(').map_or(text, |(_, code)| code.trim_end_matches(')')).to_owned()
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody at a terminal of their own, with `laika approvals`.
pub(super) struct Person {
    child: Child,
    lines: Receiver<String>,
    /// Everything that they were shown.
    pub(super) shown: String,
}

impl Person {
    pub(super) fn sit_down(home: &Home) -> Self {
        let mut child = home.typing(&["approvals"]);
        let output = child.stdout.take().unwrap();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut person = Self { child, lines, shown: String::new() };
        person.sees("everything that waits for you");
        person
    }

    /// Reads on until a line holds this.
    #[track_caller]
    pub(super) fn sees(&mut self, what: &str) {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            assert!(line.is_ok(), "never saw `{what}` in:\n{}", self.shown);
            let line = line.unwrap();
            self.shown.push_str(&line);
            self.shown.push('\n');
            if line.contains(what) {
                return;
            }
        }
    }

    /// Reads a question with this in it, whole, and answers it.
    #[track_caller]
    pub(super) fn answers(&mut self, what: &str, answer: &str) {
        self.sees(what);
        self.sees("answer: ");
        // A person reads before they type; before that nothing counts (S18).
        thread::sleep(Duration::from_millis(1_500));
        writeln!(self.child.stdin.as_mut().unwrap(), "{answer}").unwrap();
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
