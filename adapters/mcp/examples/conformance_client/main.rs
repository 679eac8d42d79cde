//! A client for the protocol's conformance suite, which starts it with the address of a server and the name of a
//! scenario. A tool for tests.
//!
//! Like Laika's own client it offers nothing: it declines to ask a model, the person or the folders for a server. It
//! knows no OAuth. What the suite then finds is in `e2e/mcp/expected.tsv`.

mod requests;

use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ProtocolVersion, Tool,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, ServiceExt as _};
use serde_json::{Map, Value, json};

use requests::OneByOne;

/// Declines everything: what a client does not declare, the library answers with an error.
struct Declining;

impl ClientHandler for Declining {
    fn get_info(&self) -> ClientConfig {
        let own = Implementation::new("laika-conformance", "0.1.0");
        // The newest version that the suite knows; the library would offer a newer one.
        ClientConfig::new(ClientCapabilities::default(), own)
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1).ok_or("the address of a server is missing")?;
    let config = StreamableHttpClientTransportConfig::with_uri(address);
    let client = Declining.serve(StreamableHttpClientTransport::with_client(OneByOne, config)).await?;
    for tool in client.list_all_tools().await? {
        let arguments = arguments(&tool);
        client.call_tool(CallToolRequestParams::new(tool.name).with_arguments(arguments)).await?;
    }
    client.cancel().await?;
    Ok(())
}

/// Something of the right type for every argument.
fn arguments(tool: &Tool) -> Map<String, Value> {
    let none = Map::new();
    let properties = tool.input_schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let value = |schema: &Value| match schema["type"].as_str() {
        Some("number" | "integer") => json!(5),
        Some("boolean") => json!(true),
        Some(_) | None => json!("five"),
    };
    properties.iter().map(|(name, schema)| (name.clone(), value(schema))).collect()
}
