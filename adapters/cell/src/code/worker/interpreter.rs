//! One program in one interpreter. Whatever it does is a result: how it ended, what it printed, what it came to.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use laika_protocol::cell::{Ended, Program, Ran};
use rquickjs::context::EvalOptions;
use rquickjs::function::Func;
use rquickjs::promise::PromiseState;
use rquickjs::{Context, Ctx, Error, Exception, Function, Runtime, Value};

use super::super::text;
use super::VALUE_BYTES;

const PRELUDE: &str = include_str!("prelude.js");
/// How deep a program may nest before it is told that it is too deep.
const STACK_BYTES: usize = 2 << 20;

/// What was printed, bounded while it is.
#[derive(Default)]
struct Printed {
    stdout: String,
    stderr: String,
    cut: u64,
}

impl Printed {
    fn print(&mut self, most: usize, is_error: bool, line: &str, full: usize) {
        let into = if is_error { &mut self.stderr } else { &mut self.stdout };
        self.cut = self.cut.saturating_add(full.saturating_sub(line.len()) as u64);
        let room = most.saturating_sub(into.len());
        let end = line.floor_char_boundary(room);
        into.push_str(line.get(..end).unwrap_or_default());
        self.cut = self.cut.saturating_add((line.len() - end) as u64);
        if into.len() < most {
            into.push('\n');
        }
    }
}

/// How a program ended, and its value or its complaint.
struct End {
    ended: Ended,
    value: Option<String>,
    complaint: Option<String>,
}

impl End {
    /// Without any room left not even an error can be made, and nothing is thrown. A program that throws nothing itself
    /// has room left.
    fn judged(self, used: impl FnOnce() -> i64, most: u64) -> Self {
        let threw_nothing = self.ended == Ended::Failed && self.complaint.is_none();
        if !threw_nothing {
            return self;
        }
        if u64::try_from(used()).is_ok_and(|used| used > most / 2) {
            return failed(Ended::OutOfMemory, Some("out of memory".into()));
        }
        failed(Ended::Failed, Some("thrown: null".into()))
    }
}

pub(super) fn run(program: &Program) -> Result<Ran, Error> {
    let start = Instant::now();
    let until = start + Duration::from_millis(program.time_ms);
    let runtime = Runtime::new()?;
    runtime.set_memory_limit(usize::try_from(program.memory_bytes).unwrap_or(usize::MAX));
    runtime.set_max_stack_size(STACK_BYTES);
    let late = Rc::new(Cell::new(false));
    let seen = Rc::clone(&late);
    runtime.set_interrupt_handler(Some(Box::new(move || {
        seen.set(seen.get() || Instant::now() >= until);
        seen.get()
    })));
    let printed = Rc::new(RefCell::new(Printed::default()));
    let end = match Context::full(&runtime) {
        Ok(context) => context.with(|ctx| evaluate(&ctx, program, &printed, &late)),
        Err(_) => failed(Ended::OutOfMemory, None),
    };
    let end = end.judged(|| runtime.memory_usage().malloc_size, program.memory_bytes);
    let mut printed = std::mem::take(&mut *printed.borrow_mut());
    if let Some(complaint) = end.complaint {
        let full = complaint.len();
        printed.print(program.output_bytes, true, &complaint, full);
    }
    let ran = Ran {
        ended: end.ended,
        stdout: printed.stdout,
        stderr: printed.stderr,
        value: end.value,
        cut_bytes: printed.cut,
        took_ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
    };
    // The process ends right after this, and taking a hostile heap apart could take longer than building it.
    std::mem::forget(runtime);
    Ok(ran)
}

const fn failed(ended: Ended, complaint: Option<String>) -> End {
    End { ended, value: None, complaint }
}

fn evaluate(ctx: &Ctx<'_>, program: &Program, printed: &Rc<RefCell<Printed>>, late: &Cell<bool>) -> End {
    let result = prepare(ctx, program, printed).and_then(|show| {
        let mut options = EvalOptions::default();
        options.strict = false;
        options.filename = Some("program.js".into());
        let value: Value<'_> = ctx.eval_with_options(program.code.as_str(), options)?;
        // What was promised for later is done now: there is no later.
        while !late.get() && ctx.execute_pending_job() {}
        settled(value).and_then(|value| shown(&show, value))
    });
    match result {
        Ok(value) if !late.get() => End { ended: Ended::Done, value, complaint: None },
        Ok(_) => failed(Ended::TimedOut, None),
        Err(_) if late.get() => failed(Ended::TimedOut, None),
        Err(error) => complaint(ctx, &error, late),
    }
}

/// Gives the program its surroundings, and us what shows a value.
fn prepare<'js>(
    ctx: &Ctx<'js>,
    program: &Program,
    printed: &Rc<RefCell<Printed>>,
) -> Result<Function<'js>, Error> {
    let prelude: Function<'js> = ctx.eval(PRELUDE)?;
    let (into, most) = (Rc::clone(printed), program.output_bytes);
    let emit = Func::from(move |is_error: bool, line: String, full: usize| {
        into.borrow_mut().print(most, is_error, &line, full);
    });
    prelude.call((emit, program.input.as_str()))
}

/// What a promise came to; one that never settles comes to nothing.
fn settled<'js>(value: Value<'js>) -> Result<Option<Value<'js>>, Error> {
    let Some(promise) = value.as_promise() else { return Ok(Some(value)) };
    match promise.state() {
        PromiseState::Pending => Ok(None),
        PromiseState::Resolved | PromiseState::Rejected => promise.result::<Value<'js>>().transpose(),
    }
}

fn shown<'js>(show: &Function<'js>, value: Option<Value<'js>>) -> Result<Option<String>, Error> {
    let Some(value) = value.filter(|value| !value.is_undefined()) else { return Ok(None) };
    let mut shown: String = show.call((value,))?;
    text::cut(&mut shown, VALUE_BYTES);
    Ok(Some(shown))
}

/// What a program threw, as it would be seen in a console.
fn complaint(ctx: &Ctx<'_>, error: &Error, late: &Cell<bool>) -> End {
    if !error.is_exception() {
        return failed(Ended::Failed, Some(error.to_string()));
    }
    let thrown = ctx.catch();
    if thrown.is_null() {
        return failed(Ended::Failed, None);
    }
    let exception = thrown.as_object().cloned().and_then(Exception::from_object);
    let (message, stack) = match &exception {
        Some(exception) => {
            let name = exception.as_object().get::<_, String>("name").unwrap_or_else(|_| "Error".into());
            let message = exception.message().unwrap_or_default();
            (format!("{name}: {message}"), exception.stack().unwrap_or_default())
        }
        None => {
            let text = thrown.get::<rquickjs::Coerced<String>>();
            (
                format!("thrown: {}", text.map_or_else(|_| "something without words".into(), |text| text.0)),
                String::new(),
            )
        }
    };
    if late.get() {
        return failed(Ended::TimedOut, None);
    }
    let ended = if message == "InternalError: out of memory" { Ended::OutOfMemory } else { Ended::Failed };
    failed(ended, Some(format!("{message}\n{stack}").trim_end().to_owned()))
}
