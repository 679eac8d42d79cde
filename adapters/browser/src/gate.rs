//! The gate every document request passes before it leaves, and the answers to a proxy's challenge.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use url::Url;

use crate::address;
use crate::context::{Incident, NavigationRequest};
use crate::error::fault;
use crate::hub::{Hub, text};
use crate::tab::TabCore;

/// Requests whose address is remembered, to name where a redirect came from.
const REMEMBERED: usize = 256;
/// A request may be heard of before its frame is.
const FRAME_WAIT: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(crate) struct Gate {
    /// Requests that left, with their address, newest last.
    left: Mutex<VecDeque<(String, Url)>>,
    /// Which load a chain of requests belongs to.
    loads: Mutex<VecDeque<(String, String)>>,
    /// Requests whose challenge was answered once.
    answered: Mutex<VecDeque<String>>,
}

struct Paused {
    request: String,
    frame: String,
    url: String,
    method: String,
    redirected: String,
}

impl Gate {
    /// What is paused: every document, when it is asked for and when its head arrives.
    pub(crate) fn patterns() -> Value {
        json!({ "handleAuthRequests": true, "patterns": [
            { "urlPattern": "*", "resourceType": "Document", "requestStage": "Request" },
            { "urlPattern": "*", "resourceType": "Document", "requestStage": "Response" },
        ] })
    }

    pub(crate) fn paused(&self, hub: &Arc<Hub>, parameters: &Value) {
        let paused = Paused {
            request: text(parameters, "requestId").to_owned(),
            frame: text(parameters, "frameId").to_owned(),
            url: text(&parameters["request"], "url").to_owned(),
            method: text(&parameters["request"], "method").to_owned(),
            redirected: text(parameters, "redirectedRequestId").to_owned(),
        };
        if parameters["responseStatusCode"].is_u64() || parameters["responseErrorReason"].is_string() {
            self.answered(hub, &paused, parameters);
            return;
        }
        let hub = Arc::clone(hub);
        // The rule is not ours: it must not hold up the task that reads the pipe.
        tokio::spawn(async move { hub.gate.ask(&hub, &paused).await });
    }

    async fn ask(&self, hub: &Arc<Hub>, paused: &Paused) {
        let Some(tab) = find_tab(hub, &paused.frame).await else {
            fail(hub, &paused.request, "BlockedByClient");
            return;
        };
        let main_frame = tab.target == paused.frame;
        let redirected_from = self.address_of(&paused.redirected);
        match decide(&tab, paused, main_frame, redirected_from) {
            Ok(url) => {
                if main_frame {
                    if let Some(load) = self.load_of(&tab, paused) {
                        tab.note_request(&load, &paused.method);
                    }
                    tab.popup_allowed();
                }
                if let Some(url) = url {
                    self.remember(&paused.request, url);
                }
                _ = hub
                    .client
                    .browser()
                    .send("Fetch.continueRequest", &json!({ "requestId": paused.request }));
            }
            Err(error) => refuse(hub, &tab, &paused.request, main_frame, error),
        }
    }

    /// The head of an answer is here.
    fn answered(&self, hub: &Arc<Hub>, paused: &Paused, parameters: &Value) {
        if let Some(tab) = hub.tab_of_frame(&paused.frame) {
            let status =
                parameters["responseStatusCode"].as_u64().and_then(|status| u16::try_from(status).ok());
            let mime = content_type(&parameters["responseHeaders"]);
            let main_frame = tab.target == paused.frame;
            let redirects = status.is_some_and(|status| (300..400).contains(&status));
            if main_frame && let Some(load) = self.load_of(&tab, paused) {
                tab.note_answer(&load, status, mime.clone());
            }
            if main_frame
                && !redirects
                && !mime.is_empty()
                && !is_readable(&mime)
                && !is_attachment(parameters)
            {
                if tab.context.awaits_download(tab.id) {
                    // It was decided that this is kept, so it is not shown.
                    keep(hub, &paused.request, parameters);
                } else {
                    refuse(hub, &tab, &paused.request, main_frame, not_html());
                }
                return;
            }
        }
        _ = hub.client.browser().send("Fetch.continueRequest", &json!({ "requestId": paused.request }));
    }

    pub(crate) fn challenged(&self, hub: &Arc<Hub>, parameters: &Value) {
        let request = text(parameters, "requestId");
        let challenge = &parameters["authChallenge"];
        let tab = hub.tab_of_frame(text(parameters, "frameId"));
        let proxy = tab.and_then(|tab| tab.context.options.proxy.clone()).or_else(|| hub.proxy.clone());
        let asks = proxy.filter(|proxy| {
            let from = Url::parse(text(challenge, "origin")).ok();
            let place = from.and_then(|url| Some((url.host_str()?.to_owned(), url.port_or_known_default()?)));
            let known = place.is_some_and(|(host, port)| {
                host.trim_matches(['[', ']']) == proxy.address.ip().to_string()
                    && port == proxy.address.port()
            });
            known && text(challenge, "source") == "Proxy" && self.first_time(request)
        });
        let response = match asks {
            Some(proxy) => json!({ "response": "ProvideCredentials", "username": proxy.user,
                "password": proxy.password.expose() }),
            // A site's own login window is nobody's to fill in.
            None => json!({ "response": "CancelAuth" }),
        };
        let answer = json!({ "requestId": request, "authChallengeResponse": response });
        _ = hub.client.browser().send("Fetch.continueWithAuth", &answer);
    }

    /// The load a request belongs to. Its first hop is matched with what the browser said it starts to load; later
    /// hops have the number of the first.
    fn load_of(&self, tab: &TabCore, paused: &Paused) -> Option<String> {
        let (chain, hop) = paused.request.rsplit_once('.')?;
        let mut loads = self.loads.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, load)) = loads.iter().rev().find(|(known, _)| known == chain) {
            return Some(load.clone());
        }
        let load = tab.starting(&paused.frame, &paused.url).filter(|_| hop == "0")?;
        loads.push_back((chain.to_owned(), load.clone()));
        if loads.len() > REMEMBERED {
            loads.pop_front();
        }
        Some(load)
    }

    fn first_time(&self, request: &str) -> bool {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        if answered.iter().any(|it| it == request) {
            return false;
        }
        answered.push_back(request.to_owned());
        if answered.len() > REMEMBERED {
            answered.pop_front();
        }
        true
    }

    fn address_of(&self, request: &str) -> Option<Url> {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.iter().rev().find(|(id, _)| id == request).map(|(_, url)| url.clone())
    }

    fn remember(&self, request: &str, url: Url) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.push_back((request.to_owned(), url));
        if left.len() > REMEMBERED {
            left.pop_front();
        }
    }
}

/// Has an answer kept as a file in place of being shown.
fn keep(hub: &Hub, request: &str, parameters: &Value) {
    let mut headers = parameters["responseHeaders"].as_array().cloned().unwrap_or_default();
    headers.push(json!({ "name": "Content-Disposition", "value": "attachment" }));
    let status = &parameters["responseStatusCode"];
    let answer = json!({ "requestId": request, "responseCode": status, "responseHeaders": headers });
    _ = hub.client.browser().send("Fetch.continueResponse", &answer);
}

/// Asks the rule; the address that may be loaded, or none for a frame whose content comes from no network.
fn decide(
    tab: &TabCore,
    paused: &Paused,
    main_frame: bool,
    redirected_from: Option<Url>,
) -> Result<Option<Url>, ToolError> {
    let url = Url::parse(&paused.url)
        .map_err(|_| address::restricted("the page wants to go to an address nobody can read"))?;
    if !main_frame && matches!(url.scheme(), "data" | "blob" | "about") {
        return Ok(None);
    }
    address::check(&url)?;
    if matches!(url.scheme(), "http" | "https") {
        let method = paused.method.clone();
        let request =
            NavigationRequest { url: url.clone(), method, main_frame, redirected_from, tab: tab.id };
        tab.context.options.navigations.allows(&request)?;
    }
    Ok(Some(url))
}

async fn find_tab(hub: &Arc<Hub>, frame: &str) -> Option<Arc<TabCore>> {
    let started = tokio::time::Instant::now();
    loop {
        if let Some(tab) = hub.tab_of_frame(frame) {
            return Some(tab);
        }
        if hub.is_shut(frame) || started.elapsed() > FRAME_WAIT {
            return None;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn refuse(hub: &Arc<Hub>, tab: &Arc<TabCore>, request: &str, main_frame: bool, error: ToolError) {
    tab.note_refusal(main_frame, &error);
    tab.context.report(Incident::NavigationRefused { tab: tab.id, main_frame, error });
    // An aborted load leaves the page as it is; a blocked one would put an error page in its place.
    fail(hub, request, if main_frame { "Aborted" } else { "BlockedByClient" });
    if main_frame {
        tab.popup_refused();
    }
}

fn fail(hub: &Hub, request: &str, reason: &str) {
    let parameters = json!({ "requestId": request, "errorReason": reason });
    _ = hub.client.browser().send("Fetch.failRequest", &parameters);
}

fn header<'a>(headers: &'a Value, name: &str) -> Option<&'a str> {
    let headers = headers.as_array()?;
    headers.iter().find(|it| text(it, "name").eq_ignore_ascii_case(name)).and_then(|it| it["value"].as_str())
}

fn content_type(headers: &Value) -> String {
    let whole = header(headers, "content-type").unwrap_or_default();
    let essence = whole.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if essence.len() <= 128 { essence } else { String::new() }
}

fn is_attachment(parameters: &Value) -> bool {
    header(&parameters["responseHeaders"], "content-disposition")
        .is_some_and(|value| value.trim_start().to_ascii_lowercase().starts_with("attachment"))
}

/// Whether Chromium shows it as a document whose text can be read.
pub(crate) fn is_readable(mime: &str) -> bool {
    mime.starts_with("text/")
        || matches!(mime, "application/xhtml+xml" | "application/json" | "application/xml")
        || mime.starts_with("application/") && (mime.ends_with("+json") || mime.ends_with("+xml"))
}

pub(crate) fn not_html() -> ToolError {
    let message = "this address holds a file, not a page; Laika reads pages only";
    fault(ErrorCode::Unsupported, "E_NOT_HTML", message)
}
