//! A server on another machine: what leaves, byte for byte, and what never does.

use std::collections::BTreeMap;

use laika_policy::cloud::{
    CloudDocument, CloudFacts, CloudRefusal, CloudRules, Switch, decide_cloud, egress_pack,
};
use laika_policy::{EgressPermit, Place, SiteClass};
use laika_protocol::model::Ask;
use serde_json::json;

use super::direct::Direct;
use super::server::Server;
use super::{anthropic, ask, openai, quick};
use crate::remote::{Api, Dialect, Remote};
use crate::{Cancel, Runner as _};

const CLOUD: &str = "https://api.example";

/// What a page, a person and a tool could put into a prompt, and none of which may leave.
const CANARIES: &[(&str, &str)] = &[
    ("my password is c4n4ry-Hunter2!", "Hunter2"),
    ("key AKIAQ3EGRZ7XK2PLM4NT", "AKIAQ3"),
    ("pay with 4111 1111 1111 1111", "4111"),
    ("Cookie: sid=c4n4ry0001; theme=dark", "c4n4ry"),
    ("Set-Cookie: JSESSIONID=c4n4ry0002; HttpOnly", "c4n4ry"),
    ("<form><input type=hidden name=csrf value=c4n4ry0003></form>", "<input"),
    ("<script>window.token = 'c4n4ry0004'</script>", "<script"),
    ("<!-- c4n4ry0005 -->", "<!--"),
    ("Authorization: Bearer c4n4ry0006", "c4n4ry"),
    ("https://me:c4n4ry0007@site.example/reset?token=c4n4ry0008", "c4n4ry"),
    ("IBAN GB29 NWBK 6016 1331 9268 19", "NWBK"),
    ("{\"access_token\": \"c4n4ry0009\"}", "c4n4ry"),
];

fn hostile_ask() -> Ask {
    let mut ask = ask(None);
    let page: Vec<&str> = CANARIES.iter().map(|(text, _)| *text).collect();
    ask.prompt.turns[1].text =
        format!("Summarise.\n<document n1>\nBread recipe.\n{}\n</document n1>", page.join("\n"));
    ask.shape = Some(json!({
        "type": "object",
        "properties": {
            "quote": { "type": "string", "x-piece-of": page, "description": page[0] },
            "url": { "enum": [page[9]] },
        },
        "additionalProperties": false,
    }));
    ask
}

fn rules() -> CloudRules {
    CloudRules {
        enabled: true,
        destination: Some(laika_protocol::ids::Origin::parse(CLOUD).unwrap()),
        sites: BTreeMap::from([(Place::parse("https://news.example").unwrap(), Switch::On)]),
        others: Switch::Off,
    }
}

fn decide(bytes: &[u8], site: SiteClass, private: bool) -> Result<EgressPermit, CloudRefusal> {
    let place = Place::parse("https://news.example").unwrap();
    let documents = [CloudDocument { place, site, confidential: false, suspicious: false }];
    let destination = laika_protocol::ids::Origin::parse(CLOUD).unwrap();
    decide_cloud(&CloudFacts { private, documents: &documents, destination: &destination, bytes }, &rules())
}

async fn leaves<A: Api>(api: A, server: &Server) {
    let remote = Remote::new(api, Direct(server.address), quick()).unwrap();
    let pack = egress_pack(&hostile_ask());
    let preview = remote.preview(&pack).unwrap();
    let permit = decide(&preview, SiteClass::Low, false).unwrap();
    // Whether the answer fits is not the question here.
    let _ = remote.write_out(&pack, permit, &Cancel::new()).await;
    let heard = server.heard();
    assert_eq!(heard.len(), 1);
    let (head, body) = heard[0].split_once("\r\n\r\n").unwrap();
    assert_eq!(body.as_bytes(), preview, "what was shown is what left");
    for (text, canary) in CANARIES {
        assert!(!heard[0].contains(canary), "{canary} of {text}");
    }
    for never in ["c4n4ry", "</form", "<form"] {
        assert!(!heard[0].contains(never), "{never}");
    }
    assert!(!head.to_lowercase().contains("cookie"), "{head}");
    assert!(body.contains("Bread recipe."), "the rest is still there");
}

#[tokio::test]
async fn i12_no_canary_no_cookie_and_no_markup_leaves() {
    for dialect in [Dialect::OpenAi, Dialect::Ollama, Dialect::Vllm, Dialect::LlamaServer] {
        let server = Server::recorded(&["openai-text"]);
        leaves(openai(&format!("{CLOUD}/v1"), dialect), &server).await;
    }
    leaves(anthropic(CLOUD), &Server::recorded(&["anthropic-text"])).await;
}

#[tokio::test]
async fn nothing_leaves_without_its_own_permit() {
    let server = Server::recorded(&["openai-text"]);
    let remote =
        |base: &str| Remote::new(openai(base, Dialect::OpenAi), Direct(server.address), quick()).unwrap();
    let (here, cancel) = (remote(&format!("{CLOUD}/v1")), Cancel::new());
    assert!(!here.capabilities().local);
    let error = here.write(&ask(None), &cancel).await.unwrap_err();
    assert_eq!(error.code(), "E_REMOTE_NO_PERMIT");
    let pack = egress_pack(&ask(None));
    let permit = || decide(&here.preview(&pack).unwrap(), SiteClass::Low, false).unwrap();
    let mut other = ask(None);
    other.max_tokens += 1;
    let error = here.write_out(&egress_pack(&other), permit(), &cancel).await.unwrap_err();
    assert_eq!(error.code(), "E_REMOTE_WRONG_PERMIT");
    let error = remote("https://other.example/v1").write_out(&pack, permit(), &cancel).await.unwrap_err();
    assert_eq!(error.code(), "E_REMOTE_WRONG_PERMIT");
    assert_eq!(server.heard().len(), 0, "not a byte");
    assert!(here.write_out(&pack, permit(), &cancel).await.is_ok());
    assert_eq!(server.heard().len(), 1);
}

#[tokio::test]
async fn sensitive_sites_private_runs_and_raw_prompts_get_no_permit() {
    let remote =
        Remote::new(openai(CLOUD, Dialect::OpenAi), Direct("127.0.0.1:1".parse().unwrap()), quick()).unwrap();
    let bytes = remote.preview(&egress_pack(&ask(None))).unwrap();
    assert_eq!(decide(&bytes, SiteClass::Sensitive, false).unwrap_err(), CloudRefusal::SensitiveSite);
    assert_eq!(decide(&bytes, SiteClass::Low, true).unwrap_err(), CloudRefusal::PrivateRun);
    // Whoever makes a body without cleaning it first has no permit for it.
    let raw = openai(CLOUD, Dialect::OpenAi).body(&hostile_ask()).unwrap().to_string();
    assert_eq!(decide(raw.as_bytes(), SiteClass::Low, false).unwrap_err(), CloudRefusal::NotClean);
}
