//! What can be typed.

pub(crate) mod agents;
pub(crate) mod artifacts;
pub(crate) mod collections;
pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod extension;
pub(crate) mod grants;
pub(crate) mod mcp;
pub(crate) mod notes;
pub(crate) mod open;
pub(crate) mod page;
pub(crate) mod plugins;
pub(crate) mod policy;
pub(crate) mod runs;
pub(crate) mod serve;
pub(crate) mod think;
pub(crate) mod tools;
pub(crate) mod trajectories;
pub(crate) mod work;

use std::path::PathBuf;

pub(crate) use policy::{Layers, Policy, PolicyCheck};

use clap::{Args, Parser, Subcommand, ValueEnum};

/// The browser agent you can check: safe answers, typed tool calls, and a reason for every refusal.
#[derive(Parser)]
#[command(
    name = "laika",
    version = concat!(env!("CARGO_PKG_VERSION"), " (LLMCP 1, tool protocol 1.0)"),
    arg_required_else_help = true,
    after_help = "Run `laika help COMMAND` for more about a command."
)]
pub(crate) struct Arguments {
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// In a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show a model's answer safely: as text, Markdown or HTML.
    ///
    /// FILE is a response packet, a document, or what a model wrote. Links are links only when a document of the request
    /// names them, and citations count only when their quote stands in it: give the request with --context.
    Render(Render),
    /// Validate a message and explain every defect with its JSON path.
    #[command(subcommand)]
    Check(Check),
    /// The tools a model can propose: list, show, use, switch, set, and take back what they changed.
    #[command(subcommand)]
    Tools(tools::Tools),
    /// Do something in a browser of its own: read, answer, fill in, press; every step decided by the gate.
    ///
    /// Steps that need your word are shown with everything they would use, and wait for it. Ctrl-C stops the run, twice
    /// stops everything. Exit codes: 0 done, 1 not done, 2 could not begin, 3 somebody has to be asked.
    Run(work::Run),
    /// Drive an isolated browser by typing: list elements, click, type, go back; the gate decides every step.
    Browse(work::Browse),
    /// Answer a question from a page, with the words that the answer stands on.
    Ask(work::Ask),
    /// Read fields out of a page, each with the words it stands in.
    Extract(work::Extract),
    /// See Laika work: three goals on a small site of its own, live, and whether everything came out as it should.
    Demo(demo::Demo),
    /// Let Laika stay: other commands then work in it, several runs at once, and can stop each other's.
    ///
    /// It listens on a socket in Laika's folder that only you can use, and ends with Ctrl-C or --end. What is at work then
    /// is paused, and goes on with `laika runs resume`.
    Serve(serve::Serve),
    /// Whether Laika is running or locked, and which runs are unfinished.
    Status(serve::Status),
    /// Stop a run of the Laika that is running, now. Nothing of it goes on.
    Stop(serve::Stop),
    /// Stop everything and lock Laika, through restarts, until `laika unlock`.
    Panic(serve::Lock),
    /// Let Laika work again after `laika panic`. Only a person at a terminal can.
    Unlock(serve::Lock),
    /// Read a page in a browser of its own and show what a model would see.
    ///
    /// URL is an address, or a file on this machine. The browser is new, isolated and gone afterwards; it reaches that
    /// site and what its pages embed, nothing else.
    Observe(page::Observe),
    /// Take a picture of a page in a browser of its own; what fields hold is covered.
    Screenshot(page::Screenshot),
    /// Show which tool a request would go to, with the scores. Nothing is done.
    Route(think::Route),
    /// Show the next step that would be proposed for a goal on a page. Nothing is done.
    Plan(think::Plan),
    /// Summarise a page, or answer a question from it, with the words that every point stands on.
    Summarize(think::Summarize),
    /// Choose, fetch and look after the models that run on this machine.
    #[command(subcommand)]
    Model(crate::model::arguments::Model),
    /// See whether everything that Laika needs works here: browser, model, log, keys, network, fonts.
    ///
    /// Each check does the real thing: a page is opened and read, the model answers a question, the log is verified, the
    /// network process is asked for what it must refuse. The exit code is 1 when something failed, and 0 when there were
    /// warnings at most.
    Doctor(doctor::Doctor),
    /// Work in your own browser: install the extension, see whether it is connected, take it away.
    #[command(subcommand)]
    Extension(extension::Extension),
    /// Tools that others wrote: look at one, approve it, try it out, take it away.
    #[command(subcommand)]
    Plugins(plugins::Plugins),
    /// Lend Laika to other agents over MCP, and use the tools of other servers.
    #[command(subcommand)]
    Mcp(mcp::Mcp),
    /// Answer everything that waits for you, from whichever run or agent, in one terminal.
    Approvals(agents::Approvals),
    /// Run a measurement that anyone can repeat; without a name, list them.
    Bench(Bench),
    /// Training data for models of this kind: make it, check it.
    #[command(subcommand)]
    Trajectories(trajectories::Trajectories),
    /// Ask the gate, see its matrix, understand its answers.
    #[command(subcommand)]
    Policy(Policy),
    /// What may be done without asking you, in runs that nobody watches: make, list, show, take back.
    #[command(subcommand)]
    Grants(grants::Grants),
    /// The settings in force, where each came from, and what was not allowed.
    #[command(subcommand)]
    Config(config::Config),
    /// What Laika did: list, show, export, verify, roll back, forget.
    #[command(subcommand)]
    Runs(runs::Runs),
    /// Check a run that was exported: no log, no network and no trust needed.
    Verify(runs::Verify),
    /// The log as a whole.
    #[command(subcommand)]
    Log(runs::Log),
    /// Where the keys are that encrypt artifacts, and what protects them.
    #[command(subcommand)]
    Keys(runs::Keys),
    /// Keep pages, notes and files together: capture, find and ask across them.
    #[command(subcommand, name = "collection", visible_alias = "collections")]
    Collection(collections::Collections),
    /// Open the window in which you see and steer everything: runs, approvals, collections, settings.
    Open(open::Open),
    /// Make something from a collection: a comparison, a timeline, a brief; every cell with where it stands.
    Transform(collections::Transform),
    /// Files that runs kept and what was made from collections, encrypted: list, show, take one out.
    #[command(subcommand, name = "artifact", visible_alias = "artifacts")]
    Artifacts(artifacts::Artifacts),
    /// What you write down about sites: things to know, to do and not to do there.
    #[command(subcommand)]
    Notes(notes::Notes),
    /// The process that connects to the outside: the proxy of the isolated browser.
    #[command(hide = true)]
    NetWorker,
    /// The process of the embedded model.
    #[command(hide = true)]
    ModelWorker,
    /// The process that reads a document of somebody else.
    #[command(hide = true)]
    ReadWorker,
    /// The process that works on the files of a project.
    #[command(hide = true)]
    FileWorker,
    /// The process that runs JavaScript of somebody else.
    #[command(hide = true)]
    CodeWorker,
    /// The process that becomes a program of somebody else.
    #[command(hide = true)]
    Enter {
        /// What it becomes, and what it may, as JSON.
        spec: String,
    },
    /// The process that the crash suite kills: the real loop in a scripted world.
    #[command(hide = true)]
    CrashChild(CrashChild),
}

#[derive(Args)]
pub(crate) struct CrashChild {
    /// The folder of its log and its side effects.
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// How many runs.
    #[arg(long, default_value_t = 1)]
    pub(crate) runs: u32,
    /// How many steps each takes.
    #[arg(long, default_value_t = 2)]
    pub(crate) steps: u32,
    /// Make the runs private: nothing of them reaches the disk.
    #[arg(long)]
    pub(crate) private: bool,
    /// Read what the person wants from standard input.
    #[arg(long)]
    pub(crate) goal_from_stdin: bool,
    /// When a commit counts as durable; `off` shows that the suite can fail.
    #[arg(long, value_enum, default_value_t = Synchronous::Full)]
    pub(crate) synchronous: Synchronous,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Synchronous {
    /// After the disk says so.
    Full,
    /// At once.
    Off,
}

#[derive(Args)]
pub(crate) struct Bench {
    /// Which ones to run: names of suites, `all` for a sample of each, or `report` to write the report anew.
    #[arg(value_name = "SUITE")]
    pub(crate) names: Vec<String>,
    /// At most this many cases, always the same ones; with `all` the stated sample of each if not given, otherwise every one.
    #[arg(long, value_name = "N", visible_alias = "kills", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) cases: Option<u32>,
    /// With `all`: every case. What this program has measured wholly is not measured again.
    #[arg(long, conflicts_with = "cases")]
    pub(crate) full: bool,
    /// With --full: measure also what is there already.
    #[arg(long, requires = "full")]
    pub(crate) again: bool,
    /// How often to run each, each time with other random choices; the results are pooled.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) seeds: u32,
    /// The models to measure: of those that are here, a connected server, or recorded:FILE; all that are here if not given.
    #[arg(long = "model", value_name = "NAME")]
    pub(crate) models: Vec<String>,
    /// Compare with an earlier result, or with a folder of them; what got worse by more than chance fails.
    #[arg(long, value_name = "FILE")]
    pub(crate) compare: Option<PathBuf>,
    /// Write down what models answer and what runs do into this folder; `--model recorded:FILE` gives the answers again
    /// without the model.
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Keep results in this folder, of each suite and as `latest_NAME.json` of each model; bench/results with `all`.
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Render {
    /// The file to show, or - for standard input.
    pub(crate) file: PathBuf,
    /// The form to show it in.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(crate) to: Form,
    /// The request the answer belongs to, to check its links and citations against.
    #[arg(long, value_name = "FILE")]
    pub(crate) context: Option<PathBuf>,
    /// Columns of the text form; the terminal's width if not given.
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,
    /// With --to html: only the content, without the page around it.
    #[arg(long)]
    pub(crate) fragment: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Text for a terminal.
    Text,
    /// Markdown.
    Md,
    /// An HTML page that loads and runs nothing.
    Html,
}

#[derive(Subcommand)]
pub(crate) enum Check {
    /// An LLMCP request or response.
    Packet {
        #[command(flatten)]
        input: CheckInput,
        /// The request a response answers, to check its citations against.
        #[arg(long, value_name = "FILE")]
        request: Option<PathBuf>,
    },
    /// A proposed tool call ({"name": …, "arguments": …}) or a whole tool request.
    ToolCall {
        #[command(flatten)]
        input: CheckInput,
    },
    /// What a page script returned.
    Observation {
        #[command(flatten)]
        input: CheckInput,
    },
}

#[derive(Args)]
pub(crate) struct CheckInput {
    /// The file to check, or - for standard input.
    pub(crate) file: PathBuf,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
