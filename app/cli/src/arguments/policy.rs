//! What can be typed after `laika policy`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Policy {
    /// What the gate says of one call: the verdict, its reasons and every rule that spoke.
    ///
    /// What is not given is assumed to be harmless: an ordinary field, a plain button, a page loaded with GET. Nothing is
    /// ever executed from here.
    Check(Box<PolicyCheck>),
    /// The matrix: what each kind of call needs in each mode.
    Matrix {
        #[command(flatten)]
        layers: Layers,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// What you said of single sites: what each is, and the most that may be done there.
    Sites {
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Say what a site is, or the most that may be done there. What takes less care asks you first.
    ///
    /// It lifts none of the rules that hold everywhere: no payments, no passwords to others, nothing carried out of a
    /// sensitive site.
    Site {
        /// The site, such as https://shop.example.
        origin: String,
        /// What it is.
        #[arg(long = "is", value_enum)]
        label: Option<Label>,
        /// The most that may be done there, whatever a run may elsewhere.
        #[arg(long, value_enum)]
        mode: Option<Mode>,
        /// Take back what you said of it.
        #[arg(long, conflicts_with_all = ["label", "mode"])]
        remove: bool,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// What a reason code means, with an example; without a code, all of them.
    Explain {
        /// The code, such as P_ASK_SUBMIT_FORM.
        code: Option<String>,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check a policy file, its examples included.
    Lint {
        /// The file, or - for standard input.
        file: PathBuf,
        /// It is a pack that tightens the default policy, not a whole policy.
        #[arg(long)]
        pack: bool,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Answer other programs: one JSON request a line on standard input, one verdict a line on standard output.
    ///
    /// The form of both is described in docs/policy.md. No permit leaves this command: whoever asks learns what the gate
    /// says and nothing else.
    Serve {
        /// Speak JSON lines; the only form there is.
        #[arg(long, required = true)]
        jsonl: bool,
        /// Take the words of each request as a person's own. Without it they are a caller's and authorise nothing.
        #[arg(long)]
        words_are_the_users: bool,
        #[command(flatten)]
        layers: Layers,
    },
}

#[derive(Args)]
pub(crate) struct Layers {
    /// Use this policy file instead of the one that Laika ships.
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// Tighten the policy with this pack; can be given several times.
    #[arg(long, value_name = "FILE")]
    pub(crate) pack: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Label {
    Sensitive,
    NotSensitive,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    Observe,
    Assist,
    Autopilot,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Site {
    Low,
    Elevated,
    Sensitive,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Surface {
    Isolated,
    MyBrowser,
    Tools,
}

#[derive(Args)]
pub(crate) struct PolicyCheck {
    /// The tool, such as browser.type; or one described with --descriptor.
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: String,
    /// An argument of the call; can be given several times.
    #[arg(long = "arg", value_name = "NAME=VALUE")]
    pub(crate) arguments: Vec<String>,
    /// The descriptor of a tool from elsewhere, as a JSON file.
    #[arg(long, value_name = "FILE")]
    pub(crate) descriptor: Option<PathBuf>,
    /// The origin of the page in front, such as https://example.com.
    #[arg(long)]
    pub(crate) origin: Option<String>,
    /// How much Laika may do there.
    #[arg(long, value_enum, default_value_t = Mode::Assist)]
    pub(crate) mode: Mode,
    /// What the site is; worked out from the origin if not given.
    #[arg(long, value_enum)]
    pub(crate) site: Option<Site>,
    /// The person set the mode for this very site, knowing that it is sensitive.
    #[arg(long)]
    pub(crate) site_override: bool,
    /// Where Laika works.
    #[arg(long, value_enum, default_value_t = Surface::Isolated)]
    pub(crate) surface: Surface,
    /// The label of the field, for typing.
    #[arg(long, value_name = "TEXT")]
    pub(crate) field: Option<String>,
    /// The type of the field, such as password.
    #[arg(long, value_name = "TYPE", default_value = "text")]
    pub(crate) field_type: String,
    /// The name of the button or link, for a click.
    #[arg(long, value_name = "TEXT")]
    pub(crate) target: Option<String>,
    /// Where the link leads, for a click.
    #[arg(long, value_name = "URL")]
    pub(crate) href: Option<String>,
    /// Where the form is sent, for a click.
    #[arg(long, value_name = "URL")]
    pub(crate) form: Option<String>,
    /// What the person said; can be given several times. Counts as theirs only when typed in a terminal.
    #[arg(long, value_name = "TEXT")]
    pub(crate) words: Vec<String>,
    /// Take the words as a person's own even without a terminal, to try things out.
    #[arg(long)]
    pub(crate) words_are_the_users: bool,
    /// A document that was read: its place, and its text or @FILE; can be given several times.
    #[arg(long, value_name = "PLACE=TEXT")]
    pub(crate) document: Vec<String>,
    #[command(flatten)]
    pub(crate) layers: Layers,
    /// Print the verdict as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
