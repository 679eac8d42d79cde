//! The process that runs the embedded model. It reads the files of one model and talks to its parent; nothing else.
//!
//! It is confined before they are parsed: a file may be hostile, and its parser is C++.

mod chat;
mod engine;
mod sampling;
mod sequences;
mod shape;
mod tokens;
mod vocabulary;
mod weigh;
mod write;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use laika_os::confine::{Allowed, Calls, Confinement, allow_calls, confine, limit_memory};

use self::engine::{Engine, Wanted};
pub use self::shape::shape_accepts;
pub use self::tokens::Tokens;
use crate::Files;
use crate::wire::{self, Greeting, ORDER_BYTES, Order, REPLY_BYTES, Ready, Reply, Said, Start, What};

/// Its three pipes, the weights, and some to spare.
const DESCRIPTORS: u64 = 32;
/// Beside what the weights take: the engine's own state, and the tokens as a tree.
const BESIDE_WEIGHTS: u64 = 3 << 30;

/// The main function of the worker: confines itself, loads the weights that the first frame names, and does what
/// standard input orders until that ends.
///
/// # Errors
/// When it cannot be confined, or an order cannot be read. The process must end then.
pub fn run() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let Some(start) = wire::read::<Start>(&mut input, ORDER_BYTES)? else { return Ok(()) };
    drop(input);
    let Start { weights, adapter, threads, context } = start;
    let files = Files { weights, adapter };
    let confinement = confine_to(&files)?;
    let mut engine = match Engine::load(&files, threads, context) {
        Ok(engine) => engine,
        Err(error) => return wire::write(&mut output, &Greeting::Refused(error), REPLY_BYTES),
    };
    open_nothing_more()?;
    let ready = Ready {
        confinement: confinement.word().into(),
        model: engine.name(),
        context: u32::try_from(engine.most()).unwrap_or(u32::MAX),
    };
    wire::write(&mut output, &Greeting::Ready(ready), REPLY_BYTES)?;
    serve(&mut engine, &mut output)
}

/// Confines this process for good to computing and to reading the files of one model. Call it before any other thread
/// exists.
///
/// # Errors
/// When the system refuses what it says it can do. The caller must not go on then.
pub fn confine_to(files: &Files) -> io::Result<Confinement> {
    let read: Vec<_> = files.paths().collect();
    let bytes = read.iter().map(|path| std::fs::metadata(path).map_or(0, |file| file.len())).sum::<u64>();
    limit_memory(bytes.saturating_mul(2).saturating_add(BESIDE_WEIGHTS))?;
    let confinement = confine(&Allowed { read: &read, connect: false, descriptors: DESCRIPTORS })?;
    allow_calls(Calls::OpenAndCompute)?;
    Ok(confinement)
}

/// From now on this process opens nothing, not even the weights again.
///
/// # Errors
/// When the system refuses.
pub fn open_nothing_more() -> io::Result<()> {
    allow_calls(Calls::Compute)
}

fn serve(engine: &mut Engine, output: &mut impl Write) -> io::Result<()> {
    let cancelled = Arc::new(AtomicU64::new(0));
    let (sender, orders) = mpsc::channel();
    let listener = {
        let cancelled = Arc::clone(&cancelled);
        // Orders are read while another is followed, because one of them may take that back.
        thread::Builder::new().name("orders".into()).spawn(move || listen(&sender, &cancelled))?
    };
    for order in orders {
        let wanted = Wanted { number: order.number, cancelled: &cancelled };
        let said = follow(engine, order.what, wanted);
        let reply = Reply { number: order.number, said };
        wire::write(output, &reply, REPLY_BYTES)?;
    }
    listener.join().unwrap_or_else(|_| Err(io::Error::other("the reader of orders is broken")))
}

fn follow(engine: &mut Engine, what: What, wanted: Wanted<'_>) -> Said {
    let said = wanted.check().and_then(|()| match what {
        What::Write(ask) => engine.write(&ask, wanted).map(Said::Written),
        What::Weigh(weighing) => engine.weigh(&weighing, wanted).map(Said::Weights),
        What::Count(texts) => engine.count(&texts, wanted).map(Said::Counts),
        What::Forget | What::Cancel(_) => {
            engine.forget();
            Ok(Said::Forgotten)
        }
    });
    said.unwrap_or_else(Said::Refused)
}

/// Hands orders on, but for cancels, which act at once.
fn listen(orders: &Sender<Order>, cancelled: &AtomicU64) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let result = loop {
        match wire::read::<Order>(&mut input, ORDER_BYTES) {
            Ok(Some(Order { what: What::Cancel(number), .. })) => {
                cancelled.fetch_max(number, Ordering::Relaxed);
            }
            Ok(Some(order)) => {
                if orders.send(order).is_err() {
                    break Ok(());
                }
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    // Nobody waits any more.
    cancelled.store(u64::MAX, Ordering::Relaxed);
    result
}
