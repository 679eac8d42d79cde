//! What the loop needs of the outside world.

use laika_agent::Effect;
use laika_protocol::ids::RunId;
use laika_store::Appended;

use crate::inbox::Sender;

/// Everything outside: browser, model, tools, and the places where a person is asked and shown something.
///
/// It performs what it is handed and says what came of it; it never decides. `Execute` holds the permit, which is the
/// only thing that lets an adapter act.
pub trait Executor {
    /// Performs an effect. Its result, if it has one, is handed in as an event, now or later.
    fn perform(&mut self, effect: Effect, results: &Sender);

    /// The person said something more to a run, which goes on after it.
    fn heard(&mut self, _run: &RunId, _words: &str, _results: &Sender) {}

    /// A commit is on disk, and this is where the run stands now.
    fn acknowledged(&mut self, _appended: &Appended) {}

    /// Something of the log could not be done; the person should know.
    fn trouble(&mut self, _code: &'static str, _sentence: &str) {}
}
