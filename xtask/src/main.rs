//! Everything a developer runs: set up, test, run, generate, check, measure.

mod bench;
mod codegen;
mod counts;
mod printer;
mod process;
mod run;
mod setup;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", about, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what is missing: a compiler, Node.js and its packages, Python, Chromium, models
    Setup {
        /// Leave Chromium out
        #[arg(long)]
        no_browser: bool,
    },
    /// Run every check and test there is
    Test(test::Options),
    /// Build Laika and let it work: three goals on the bundled demo, or the goal that follows
    Run {
        /// A goal and options, as for `laika run`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build Laika and run any of its commands
    Laika {
        /// Arguments for `laika`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Write the JSON schemas and the TypeScript types from the Rust types
    Codegen {
        /// Write nothing; fail when a file is not what would be written
        #[arg(long)]
        check: bool,
    },
    /// Check the rules that the compiler does not
    Tidy,
    /// Run a measurement or a long proof; without a name, list them
    Bench(bench::Options),
}

fn main() -> ExitCode {
    match perform(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            printer::error(&error);
            ExitCode::FAILURE
        }
    }
}

fn perform(command: Command) -> Result<ExitCode> {
    match command {
        Command::Setup { no_browser } => {
            let needs = if no_browser { setup::WITHOUT_BROWSER } else { setup::EVERYTHING };
            printer::timed("setup", || setup::install(needs))?;
            printer::note("hint: `cargo xtask run doctor` tries everything that Laika needs on this machine");
            Ok(ExitCode::SUCCESS)
        }
        Command::Test(options) => Ok(test::run(&options)),
        Command::Run { args } => run::run(&args),
        Command::Laika { args } => run::laika(&args.iter().map(String::as_str).collect::<Vec<_>>()),
        Command::Codegen { check } => {
            let mode = if check { codegen::Mode::Check } else { codegen::Mode::Write };
            printer::timed("codegen", || codegen::run(mode)).map(exit_code)
        }
        Command::Tidy => printer::timed("tidy", tidy::run).map(|counts| exit_code(counts.failed == 0)),
        Command::Bench(options) => bench::run(&options),
    }
}

fn exit_code(success: bool) -> ExitCode {
    if success { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
