//! The `laika` program: parse, call, print.
//!
//! Standard output carries data only; hints and errors go to standard error. Exit codes: 0 done, 1 the input has
//! defects or something was not done, 2 the command could not be carried out, 3 somebody has to be asked.

mod arguments;
mod artifacts;
mod commands;
mod folder;
mod input;
mod key_store;
mod model;
mod output;
mod printer;
mod table;
mod typed;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use commands::workers;
use printer::Printer;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut printer = Printer::new(arguments.color);
    let outcome = match arguments.command {
        Command::Render(render) => commands::render::run(&render, &mut printer),
        Command::Check(check) => commands::check::run(&check, &mut printer),
        Command::Config(config) => commands::config::run(&config, &mut printer),
        Command::Grants(grants) => commands::grants::run(&grants, &mut printer),
        Command::Runs(runs) => commands::runs::run(&runs, &mut printer),
        Command::Verify(verify) => commands::runs::verify::bundle(&verify, &mut printer),
        Command::Log(log) => commands::log::run(&log, &mut printer),
        Command::Collection(collections) => commands::collect::run(&collections, &mut printer),
        Command::Open(open) => commands::open::run(&open, &mut printer),
        Command::Transform(transform) => commands::collect::transform(&transform, &mut printer),
        Command::Artifacts(artifacts) => commands::artifacts::run(&artifacts, &mut printer),
        Command::Notes(notes) => commands::notes::run(&notes, &mut printer),
        Command::Keys(keys) => commands::keys::run(&keys, &mut printer),
        Command::CrashChild(child) => commands::crash_child::run(&child, &mut printer),
        Command::Run(run) => commands::work::run::run(&run, &mut printer),
        Command::Browse(browse) => commands::work::browse::run(&browse, &mut printer),
        Command::Ask(ask) => commands::work::ask::run(&ask, &mut printer),
        Command::Extract(extract) => commands::work::extract::run(&extract, &mut printer),
        Command::Demo(demo) => commands::demo::run(&demo, &mut printer),
        Command::Serve(serve) => commands::serve::run(&serve, &mut printer),
        Command::Status(status) => commands::serve::status::run(&status, &mut printer),
        Command::Stop(stop) => commands::serve::stop::run(&stop, &mut printer),
        Command::Panic(lock) => commands::serve::locks::panic(&lock, &mut printer),
        Command::Unlock(lock) => commands::serve::locks::unlock(&lock, &mut printer),
        Command::Observe(observe) => commands::page::observe::run(&observe, &mut printer),
        Command::Screenshot(screenshot) => commands::page::screenshot::run(&screenshot, &mut printer),
        Command::Route(route) => commands::think::route::run(&route, &mut printer),
        Command::Plan(plan) => commands::think::plan::run(&plan, &mut printer),
        Command::Summarize(summarize) => commands::think::summarize::run(&summarize, &mut printer),
        Command::Model(model) => model::run(&model, &mut printer),
        Command::Doctor(doctor) => commands::doctor::run(&doctor, &mut printer),
        Command::Extension(extension) => commands::extension::run(&extension, &mut printer),
        Command::Plugins(plugins) => commands::plugins::run(&plugins, &mut printer),
        Command::Mcp(mcp) => commands::mcp::run(&mcp, &mut printer),
        Command::Approvals(asked) => commands::work::approvals::run(&asked, &mut printer),
        Command::NetWorker => workers::run(laika_net::worker::run(), "the network process"),
        Command::ModelWorker => workers::run(laika_model::worker::run(), "the process of the model"),
        Command::ReadWorker => workers::run(laika_cell::reading::worker::run(), "the process that reads"),
        Command::FileWorker => workers::run(laika_tools::files::worker::run(), "the process for files"),
        Command::CodeWorker => workers::run(laika_cell::code::worker::run(), "the process that runs code"),
        Command::Enter { spec } => workers::run(laika_cell::enter::run(&spec), "the process of a program"),
        Command::Bench(bench) => commands::bench::run(&bench, &mut printer),
        Command::Trajectories(command) => commands::trajectories::run(&command, &mut printer),
        Command::Policy(policy) => commands::policy::run(&policy, &mut printer),
        Command::Tools(tools) => commands::tools::run(&tools, &mut printer),
    };
    printer.finish(outcome)
}
