//! For journeys, in a build for development: whoever started the window acts in it by real input, over the same pipe. A
//! release has nothing of this.

use std::path::Path;
use std::time::Duration;

use laika_browser::window::CompanionWindow;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};

use crate::printer::Printer;

/// Long enough for a picture of a busy page.
const WITHIN: Duration = Duration::from_secs(20);

/// One line of the input: something to do in the page, in the words of the browser.
#[derive(Deserialize)]
struct Act {
    id: u64,
    method: String,
    #[serde(default)]
    params: Value,
}

/// Acts line by line until the file ends.
pub(super) async fn driven(window: &mut CompanionWindow, from: &Path, printer: &mut Printer) {
    let Ok(file) = tokio::fs::File::open(from).await else { return };
    let mut lines = BufReader::new(file).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(Act { id, method, params }) = serde_json::from_str(&line) else { continue };
        let answer = match window.page().call(&method, params, WITHIN).await {
            Ok(result) => json!({ "id": id, "result": result }),
            Err(error) => json!({ "id": id, "error": error.to_string() }),
        };
        printer.data(format_args!("{answer}\n"));
        if printer.flush() {
            return;
        }
    }
}
