// Generated from schema/ by `cargo xtask codegen`; do not edit.

export type Uuid = string;
export type Timestamp = string;
/**
 * Who wrote a packet.
 */
export type Role = "user" | "agent" | "assistant" | "tool";
export type RunId = string;
/**
 * The tasks of v1 (PROT-014, C-02).
 */
export type TaskName = "web.summarize" | "web.extract" | "web.answer" | "agent.route" | "agent.args";
export type DocId = string;
/**
 * The kinds of document in v1.
 */
export type Kind =
  | "web.observation.summary.v1"
  | "web.observation.chunk.v1"
  | "collection.index.v1"
  | "collection.source.v1"
  | "tool.result.v1";
/**
 * Whether a document's text may be taken as more than data.
 */
export type Trust = "untrusted" | "trusted";
/**
 * A document, told apart by its `doc_type`.
 */
export type Content =
  | {
      doc_type: "web.observation.summary.v1";
      /**
       * The address of the page.
       */
      url: string;
      /**
       * Its title.
       */
      title: string;
      /**
       * Its text, a line per block, with the prefixes `H1:`..`H6:`, `- `, `> `, `Code:`, `Summary:`, `Caption:`,
       * `Term:` and `Definition:`.
       */
      text: string;
      /**
       * The main content block.
       */
      primary?: Primary | null;
      /**
       * Entries of lists and feeds.
       */
      items?: Item[];
      /**
       * Comments, in order, with their depth.
       */
      comments?: Comment[];
      /**
       * Headings.
       */
      outline?: OutlineEntry[];
      /**
       * What stands between the reader and the page.
       */
      signals?: Signal[];
      /**
       * What can be acted on.
       */
      elements?: Element[];
      /**
       * Items with the most comments, most first; only when counts exist.
       */
      top_discussions?: Discussion[];
      /**
       * What is on the page and not in this document.
       */
      left_out?: LeftOut[];
    }
  | {
      doc_type: "web.observation.chunk.v1";
      /**
       * The address of the page.
       */
      url: string;
      /**
       * Its title.
       */
      title: string;
      /**
       * From 1, in order.
       */
      chunk_index: number;
      /**
       * How many chunk documents this request carries.
       */
      chunk_count: number;
      /**
       * The text of this part.
       */
      text: string;
    }
  | {
      doc_type: "collection.index.v1";
      /**
       * The collection.
       */
      collection_id: CollectionId;
      /**
       * Its title.
       */
      title: string;
      /**
       * Its sources.
       */
      sources: SourceEntry[];
    }
  | {
      doc_type: "collection.source.v1";
      /**
       * The collection.
       */
      collection_id: CollectionId;
      /**
       * The source.
       */
      source_id: SourceId;
      /**
       * Where it was captured.
       */
      url: string;
      /**
       * Its title.
       */
      title: string;
      /**
       * Who published it.
       */
      outlet: string;
      /**
       * When it was captured.
       */
      captured_at: UtcTime;
      /**
       * When it was published, if the page says so.
       */
      published_at?: UtcTime | null;
      /**
       * Its text, with the prefixes of a page's text.
       */
      text: string;
      /**
       * Headings.
       */
      outline?: SourceHeading[];
      /**
       * Links found in it.
       */
      extracted_links?: ExtractedLink[];
    }
  | {
      doc_type: "tool.result.v1";
      /**
       * The tool.
       */
      tool: ToolName;
      /**
       * The step of the run that called it.
       */
      step: number;
      /**
       * Whether it succeeded.
       */
      ok: boolean;
      /**
       * What it returned: small, structured, stable keys.
       */
      result?: {
        [k: string]: unknown;
      };
      /**
       * What to be careful about.
       */
      risk: Risk;
      /**
       * The page it acted on, if any.
       */
      url?: string | null;
    };
export type HandleAlias = string;
export type NodeId = string;
/**
 * What stands between a reader and a page.
 */
export type Signal =
  | "overlay_or_dialog"
  | "paywall"
  | "auth_gate"
  | "auth_fields"
  | "consent_overlay"
  | "age_gate"
  | "geo_block"
  | "script_required";
export type CollectionId = string;
export type SourceId = string;
export type UtcTime = string;
export type ToolName = string;
/**
 * How careful to be.
 */
export type RiskLevel = "none" | "untrusted" | "elevated";
/**
 * Why to be careful.
 */
export type RiskReason =
  | "page_text"
  | "file_text"
  | "network_text"
  | "instruction_like_text"
  | "hidden_text"
  | "sensitive_site"
  | "sensitive_fields"
  | "blocked_frames";
/**
 * A block.
 */
export type Block =
  | {
      type: "heading";
      /**
       * 1 is the highest.
       */
      level: number;
      /**
       * Its text.
       */
      children: Inline[];
    }
  | {
      type: "paragraph";
      /**
       * Its text.
       */
      children: Inline[];
    }
  | {
      type: "list";
      /**
       * Numbered or not.
       */
      ordered: boolean;
      /**
       * Its entries.
       */
      items: ListItem[];
    }
  | {
      type: "blockquote";
      /**
       * What is quoted.
       */
      children: Block[];
    }
  | {
      type: "code_block";
      /**
       * The language, if known.
       */
      language?: string | null;
      /**
       * The text, with its line breaks.
       */
      text: string;
    }
  | {
      type: "table";
      /**
       * Its rows.
       */
      rows: TableRow[];
    };
/**
 * A piece of a line.
 */
export type Inline =
  | {
      type: "text";
      /**
       * The text.
       */
      text: string;
    }
  | {
      type: "link";
      /**
       * Where it leads.
       */
      href: string;
      /**
       * Its text.
       */
      children: TextNode[];
    };
/**
 * The router's choice.
 */
export type Choice = "call_tool" | "clarify" | "none";
export type Origin = string;
export type DocumentId = string;
export type HandleId = string;
/**
 * The state of an element.
 */
export type ElementState =
  | "checked"
  | "selected"
  | "expanded"
  | "collapsed"
  | "pressed"
  | "disabled"
  | "readOnly"
  | "required"
  | "invalid"
  | "focused"
  | "offScreen";
export type ReasonCode = string;
/**
 * What is left out for safety.
 */
export type RedactionKind =
  | "inputValues"
  | "passwordFields"
  | "paymentFields"
  | "editableText"
  | "hiddenNodes"
  | "urlSecrets"
  | "crossOriginFrames";
export type ProtocolVersion = string;
export type ProfileId = string;
export type CapabilityToken = string;
export type IdempotencyKey = string;
export type Nonce = string;
/**
 * Why a call failed.
 */
export type ErrorCode =
  | "INVALID_ARGUMENT"
  | "SCHEMA_MISMATCH"
  | "PERMISSION_REQUIRED"
  | "POLICY_DENIED"
  | "PRECONDITION_FAILED"
  | "VERIFICATION_FAILED"
  | "NOT_FOUND"
  | "STALE_HANDLE"
  | "TIMEOUT"
  | "CANCELLED"
  | "UNAVAILABLE"
  | "UNSUPPORTED"
  | "RATE_LIMITED"
  | "INTERNAL";
export type Sha256 = string;
/**
 * A control message, told apart by its `type` (TOOL-049).
 */
export type ControlMessage =
  | {
      type: "system.hello";
      /**
       * The version it speaks.
       */
      protocolVersion: ProtocolVersion;
      /**
       * The digest of the tools it knows.
       */
      schemaHash: Sha256;
      /**
       * The digest of the page script it ships.
       */
      pageScriptHash?: Sha256 | null;
      /**
       * The tools it can run.
       *
       * @maxItems 200
       */
      tools: ToolName[];
      /**
       * Further abilities.
       *
       * @maxItems 100
       */
      features?: string[];
    }
  | {
      type: "system.welcome";
      /**
       * The version both speak.
       */
      protocolVersion: ProtocolVersion;
      /**
       * What may be used on this site in this mode.
       *
       * @maxItems 200
       */
      allowedTools: ToolName[];
      /**
       * How large messages may be.
       */
      limits: PayloadLimits;
      /**
       * Further abilities.
       *
       * @maxItems 100
       */
      features?: string[];
    }
  | {
      type: "run.sync";
      /**
       * The last event this side has seen.
       */
      lastSeenEventId?: number | null;
    }
  | {
      type: "run.state";
      /**
       * What this side has missed.
       *
       * @maxItems 500
       */
      events: EventSummary[];
      /**
       * The state that counts.
       */
      state: StatePayload;
    }
  | {
      type: "tool.cancel";
      /**
       * The call.
       */
      requestId: Uuid;
    }
  | {
      type: "ui.gesture_required";
      /**
       * The call that waits.
       */
      requestId: Uuid;
      /**
       * What is needed.
       */
      gestureKind: GestureKind;
      /**
       * The verified origin it concerns.
       */
      origin: Origin;
      /**
       * One sentence of ours, never page text.
       */
      summary: string;
      /**
       * When the offer ends.
       */
      expiresAtMs: number;
    }
  | {
      type: "ui.gesture_performed";
      /**
       * The call that waited.
       */
      requestId: Uuid;
    }
  | {
      type: "laika.observe";
      /**
       * How much, from where.
       */
      options: ObserveOptions;
    }
  | {
      type: "laika.observe.result";
      /**
       * The part.
       */
      observation: Observation;
      /**
       * Where the next part starts.
       */
      cursor: number;
      /**
       * Whether this was the last.
       */
      done: boolean;
    }
  | {
      type: "laika.tabs.list";
    }
  | {
      type: "laika.tabs.list.result";
      /**
       * The tabs.
       *
       * @maxItems 500
       */
      tabs: TabSummary[];
    }
  | {
      type: "plan";
      /**
       * The request.
       */
      request: PlanRequest;
    }
  | {
      type: "summary.start";
      /**
       * The run that reads.
       */
      runId: RunId;
    }
  | {
      type: "summary.poll";
      /**
       * The run that reads.
       */
      runId: RunId;
    }
  | {
      type: "summary.status";
      /**
       * The run that reads.
       */
      runId: RunId;
      /**
       * Parts read.
       */
      chunk: number;
      /**
       * Parts in all.
       */
      chunks: number;
      /**
       * Whether it is complete.
       */
      done: boolean;
      /**
       * The answer.
       */
      render?: Document | null;
    }
  | {
      type: "summary.cancel";
      /**
       * The run that reads.
       */
      runId: RunId;
    };
/**
 * Whether the core can work.
 */
export type AppState = "online" | "offline" | "locked";
/**
 * How much Laika may do on a site.
 */
export type SiteMode = "observe" | "assist" | "autopilot";
/**
 * Whether the browser lets Laika see a site.
 */
export type PermissionState = "granted" | "needed" | "restricted";
/**
 * The states of a run (RUN-016).
 */
export type RunStatus =
  | "idle"
  | "authorizing"
  | "observing"
  | "planning"
  | "awaiting_approval"
  | "executing"
  | "verifying"
  | "paused"
  | "takeover"
  | "completed"
  | "cancelled"
  | "failed";
/**
 * Why a run waits.
 */
export type Pause =
  | "restarted"
  | "outcome_unknown"
  | "connection_lost"
  | "rejected"
  | "approval_expired"
  | "tool_unavailable"
  | "retries_spent"
  | "steps_spent"
  | "rate_spent"
  | "clarify"
  | "model_failed"
  | "too_much_read"
  | "tab_busy"
  | "handoff"
  | "takeover_over"
  | "rolled_back"
  | "away"
  | "asked";
/**
 * The gate's answer.
 */
export type Decision = "allow" | "ask" | "deny";
/**
 * What a person must do.
 */
export type GestureKind = "paste" | "copy" | "download" | "upload";
/**
 * The kind of part.
 */
export type ScopeKind = "viewport" | "document" | "container" | "selection";
export type HandleRef = string;
/**
 * Once or twice.
 */
export type ClickKind = "single" | "double";
/**
 * What must be so.
 */
export type Condition =
  | {
      kind: "text_appears";
      /**
       * The text.
       */
      text: string;
    }
  | {
      kind: "text_gone";
      /**
       * The text.
       */
      text: string;
    }
  | {
      kind: "element_ready";
      /**
       * The element.
       */
      handleId: HandleRef;
    }
  | {
      kind: "element_gone";
      /**
       * The element.
       */
      handleId: HandleRef;
    }
  | {
      kind: "page_changed";
    }
  | {
      kind: "page_settled";
    };
export type ArtifactId = string;
export type HttpUrl = string;
/**
 * Where to find.
 */
export type FindScope = "page";

/**
 * Every message of both protocols, by the name of its schema.
 */
export interface Messages {
  "llmcp.request"?: Request;
  "llmcp.response"?: Response;
  "llmcp.route"?: Route;
  document?: Document;
  observation?: Observation;
  "tool.request"?: ToolRequest;
  "tool.accepted"?: ToolAccepted;
  "tool.success"?: ToolSuccess;
  "tool.failure"?: ToolFailure;
  "tool.blob"?: BlobChunk;
  target?: TargetFacts;
  control?: ControlMessage;
  state?: StatePayload;
  "browser.observe_dom.arguments"?: ObserveDom;
  "browser.observe_dom.result"?: Observation;
  "browser.get_selection_links.arguments"?: GetSelectionLinks;
  "browser.get_selection_links.result"?: SelectionLinks;
  "browser.find.arguments"?: Find;
  "browser.find.result"?: Candidates;
  "browser.click.arguments"?: Click;
  "browser.click.result"?: ActResult;
  "browser.type.arguments"?: TypeText;
  "browser.type.result"?: ActResult;
  "browser.select.arguments"?: Select;
  "browser.select.result"?: ActResult;
  "browser.scroll.arguments"?: Scroll;
  "browser.scroll.result"?: ActResult;
  "browser.wait_for.arguments"?: WaitFor;
  "browser.wait_for.result"?: Waited;
  "browser.extract_table.arguments"?: ExtractTable;
  "browser.extract_table.result"?: ExtractedTable;
  "browser.capture_viewport.arguments"?: NoArguments;
  "browser.capture_viewport.result"?: Capture;
  "browser.open_tab.arguments"?: ToUrl;
  "browser.open_tab.result"?: NavigationResult;
  "browser.navigate.arguments"?: ToUrl;
  "browser.navigate.result"?: NavigationResult;
  "browser.back.arguments"?: NoArguments;
  "browser.back.result"?: NavigationResult;
  "browser.forward.arguments"?: NoArguments;
  "browser.forward.result"?: NavigationResult;
  "browser.refresh.arguments"?: NoArguments;
  "browser.refresh.result"?: NavigationResult;
  "browser.switch_tab.arguments"?: SwitchTab;
  "browser.switch_tab.result"?: NavigationResult;
  "search.arguments"?: Search;
  "search.result"?: NavigationResult;
  "content.summarize.arguments"?: NoArguments;
  "content.summarize.result"?: Summary;
  "content.find.arguments"?: FindPassages;
  "content.find.result"?: Passages;
}
/**
 * A question to a model.
 */
export interface Request {
  /**
   * The protocol and its version.
   */
  protocol: Protocol;
  /**
   * Unique to this packet.
   */
  id: Uuid;
  /**
   * The kind of packet.
   */
  type: "request";
  /**
   * When it was made.
   */
  created_at: Timestamp;
  /**
   * The conversation and turn.
   */
  conversation: Conversation;
  /**
   * Who asks.
   */
  sender: Sender;
  /**
   * The step of the run it belongs to.
   */
  trace?: Trace | null;
  /**
   * What is asked.
   */
  input: Input;
  /**
   * What it may be answered from.
   */
  context: Context;
  /**
   * What the answer looks like.
   */
  output: Output;
}
/**
 * Which protocol, and which version of it.
 */
export interface Protocol {
  /**
   * The protocol.
   */
  name: "laika.llmcp";
  /**
   * Its version; another one is refused.
   */
  version: number;
}
/**
 * The conversation a packet belongs to.
 */
export interface Conversation {
  /**
   * Groups turns.
   */
  id: Uuid;
  /**
   * Only ever increases within one conversation.
   */
  turn: number;
}
/**
 * The sender of a packet.
 */
export interface Sender {
  /**
   * Who.
   */
  role: Role;
}
/**
 * Where a packet belongs in the run log.
 */
export interface Trace {
  /**
   * The run.
   */
  run_id: RunId;
  /**
   * The step of the run.
   */
  step: number;
}
/**
 * What is asked.
 */
export interface Input {
  /**
   * The person's own words.
   */
  user_message: UserMessage;
  /**
   * The task the core made of them.
   */
  task: Task;
}
/**
 * The person's own words.
 */
export interface UserMessage {
  /**
   * Unique to this message.
   */
  id: Uuid;
  /**
   * The words.
   */
  text: string;
}
/**
 * A task with its arguments.
 */
export interface Task {
  /**
   * Which task.
   */
  name: TaskName;
  /**
   * Its arguments, such as `{"style": "concise"}`.
   */
  args?: {
    [k: string]: unknown;
  };
}
/**
 * What a task may be answered from.
 */
export interface Context {
  /**
   * The documents; each id stands once.
   *
   * @maxItems 200
   */
  documents: ContextDocument[];
}
/**
 * One document in a request.
 */
export interface ContextDocument {
  /**
   * Its id, unique within the request.
   */
  doc_id: DocId;
  /**
   * Its kind; the same as `content.doc_type`.
   */
  kind: Kind;
  /**
   * Web-derived text is data, for ever.
   */
  trust: Trust;
  /**
   * Where it was read.
   */
  source: Source;
  /**
   * The document.
   */
  content: Content;
}
/**
 * Where a document was read.
 */
export interface Source {
  /**
   * The browser, such as `chromium`.
   */
  browser: string;
  /**
   * An opaque label; execution never reads it back (C-51).
   */
  tab_id?: string | null;
}
/**
 * The main content block of a page.
 */
export interface Primary {
  /**
   * Its text.
   */
  text: string;
  /**
   * Its tag, such as `article`.
   */
  tag: string;
  /**
   * Its role, such as `main`.
   */
  role: string;
  /**
   * Its handle.
   */
  handle_id?: HandleAlias | null;
  /**
   * Its id for citations.
   */
  node_id?: NodeId | null;
}
/**
 * An entry of a list or feed.
 */
export interface Item {
  /**
   * Its title.
   */
  title: string;
  /**
   * Where it leads.
   */
  url: string;
  /**
   * A short text.
   */
  snippet: string;
  /**
   * Its handle.
   */
  handle_id?: HandleAlias | null;
  /**
   * The number of comments, when the page says one.
   */
  comment_count?: number | null;
  /**
   * Its id for citations.
   */
  node_id?: NodeId | null;
}
/**
 * A comment.
 */
export interface Comment {
  /**
   * Its text.
   */
  text: string;
  /**
   * Who wrote it.
   */
  author: string;
  /**
   * How old it is, as the page says.
   */
  age: string;
  /**
   * Its score, as the page says.
   */
  score: string;
  /**
   * How deep it stands in its thread.
   */
  depth: number;
  /**
   * Its handle.
   */
  handle_id?: HandleAlias | null;
  /**
   * Its id for citations.
   */
  node_id?: NodeId | null;
}
/**
 * A heading of a page.
 */
export interface OutlineEntry {
  /**
   * Its level.
   */
  level: number;
  /**
   * Its tag.
   */
  tag: string;
  /**
   * Its role.
   */
  role: string;
  /**
   * Its text.
   */
  text: string;
  /**
   * Its id for citations.
   */
  node_id?: NodeId | null;
}
/**
 * Something that can be acted on.
 */
export interface Element {
  /**
   * Its handle.
   */
  handle_id: HandleAlias;
  /**
   * Its role.
   */
  role: string;
  /**
   * Its accessible name.
   */
  text: string;
  /**
   * Where it leads.
   */
  href?: string | null;
  /**
   * What a list offers; nothing where it is not known.
   */
  options?: string[];
}
/**
 * An item with its number of comments.
 */
export interface Discussion {
  /**
   * Its title.
   */
  title: string;
  /**
   * Where it leads.
   */
  url: string;
  /**
   * How many comments.
   */
  comment_count: number;
}
/**
 * Something that is on the page and not in its summary; `find`, `cursor` or scrolling reaches it.
 */
export interface LeftOut {
  /**
   * What, such as `items`.
   */
  part: string;
  /**
   * How many.
   */
  count: number;
}
/**
 * A source in the index of a collection.
 */
export interface SourceEntry {
  /**
   * The source.
   */
  source_id: SourceId;
  /**
   * Where it was captured.
   */
  url: string;
  /**
   * Its title.
   */
  title: string;
  /**
   * Who published it.
   */
  outlet: string;
  /**
   * When it was captured.
   */
  captured_at: UtcTime;
  /**
   * When it was published, if the page says so.
   */
  published_at?: UtcTime | null;
}
/**
 * A heading of a captured source.
 */
export interface SourceHeading {
  /**
   * Its level.
   */
  level: number;
  /**
   * Its text.
   */
  text: string;
}
/**
 * A link of a captured source.
 */
export interface ExtractedLink {
  /**
   * Where it leads.
   */
  url: string;
  /**
   * Its text.
   */
  text: string;
  /**
   * The sentence around it.
   */
  context: string;
}
/**
 * What to be careful about in a result (TOOL-045).
 */
export interface Risk {
  /**
   * How careful.
   */
  level: RiskLevel;
  /**
   * Why.
   *
   * @maxItems 32
   */
  reasons?: RiskReason[];
}
/**
 * What the answer looks like.
 */
export interface Output {
  /**
   * The format.
   */
  format: "json";
}
/**
 * An answer to a request.
 */
export interface Response {
  /**
   * The protocol and its version.
   */
  protocol: Protocol;
  /**
   * Unique to this packet.
   */
  id: Uuid;
  /**
   * The kind of packet.
   */
  type: "response";
  /**
   * When it was made.
   */
  created_at: Timestamp;
  /**
   * The conversation and turn.
   */
  conversation: Conversation;
  /**
   * Who answers.
   */
  sender: Sender;
  /**
   * The step of the run it belongs to.
   */
  trace?: Trace | null;
  /**
   * The request it answers.
   */
  in_reply_to: InReplyTo;
  /**
   * The answer.
   */
  assistant: Assistant;
  /**
   * Proposals; each passes the policy gate before anything happens.
   *
   * @maxItems 32
   */
  tool_calls?: ToolCall[];
}
/**
 * The request a response answers.
 */
export interface InReplyTo {
  /**
   * Its id.
   */
  request_id: Uuid;
}
/**
 * The answer itself.
 */
export interface Assistant {
  /**
   * A short title.
   */
  title?: string;
  /**
   * What a person sees.
   */
  render: Document;
  /**
   * Where it stands in the supplied documents.
   *
   * @maxItems 200
   */
  citations?: Citation[];
}
/**
 * A whole document.
 */
export interface Document {
  /**
   * The kind of node.
   */
  type: "doc";
  /**
   * Its blocks.
   */
  children: Block[];
}
/**
 * Plain text inside a link.
 */
export interface TextNode {
  /**
   * The kind of node.
   */
  type: "text";
  /**
   * The text.
   */
  text: string;
}
/**
 * An entry of a list.
 */
export interface ListItem {
  /**
   * The kind of node.
   */
  type: "list_item";
  /**
   * Its blocks.
   */
  children: Block[];
}
/**
 * A row of a table.
 */
export interface TableRow {
  /**
   * The kind of node.
   */
  type: "table_row";
  /**
   * Its cells.
   */
  cells: TableCell[];
}
/**
 * A cell of a table.
 */
export interface TableCell {
  /**
   * The kind of node.
   */
  type: "table_cell";
  /**
   * Whether it names its column or row.
   */
  header: boolean;
  /**
   * Its text.
   */
  children: Inline[];
}
/**
 * A pointer from an answer into a supplied document.
 */
export interface Citation {
  /**
   * A document of the request.
   */
  doc_id: DocId;
  /**
   * A block, item, comment or outline entry of it.
   */
  node_id?: NodeId | null;
  /**
   * An element of it.
   */
  handle_id?: HandleAlias | null;
  /**
   * A short passage of it, word for word.
   */
  quote: string;
}
/**
 * A proposal to call a tool.
 */
export interface ToolCall {
  /**
   * The tool.
   */
  name: ToolName;
  /**
   * Its arguments.
   */
  arguments?: {
    [k: string]: unknown;
  };
}
/**
 * What the router answers: which tool, a question back, or neither (PIPE-002).
 */
export interface Route {
  /**
   * The choice.
   */
  choice: Choice;
  /**
   * The tool, when one is called.
   */
  tool?: ToolName | null;
  /**
   * The question, when one is asked.
   */
  question?: string | null;
}
/**
 * One look at a page.
 */
export interface Observation {
  /**
   * The address.
   */
  url: string;
  /**
   * The title.
   */
  title: string;
  /**
   * The origin, as the page claims it; the browser's own word is what counts (S14).
   */
  origin: Origin;
  /**
   * The document, minted once per load.
   */
  documentId: DocumentId;
  /**
   * Raised when the document becomes another page without a load.
   */
  navigationGeneration: number;
  /**
   * When the page was read.
   */
  observedAtMs: number;
  /**
   * The text, a line per block, with structure prefixes.
   */
  text: string;
  /**
   * The text as pieces with anchors.
   */
  visibleText?: TextChunk[];
  /**
   * Blocks in document order.
   */
  blocks?: ObservedBlock[];
  /**
   * The main content block.
   */
  primary?: ObservedPrimary | null;
  /**
   * Entries of lists and feeds.
   */
  items?: ObservedItem[];
  /**
   * Comments, in order.
   */
  comments?: ObservedComment[];
  /**
   * Headings.
   */
  outline?: Heading[];
  /**
   * What stands between the reader and the page.
   */
  signals?: Signal[];
  /**
   * What can be acted on, most useful first.
   *
   * @maxItems 300
   */
  elements?: ObservedElement[];
  /**
   * Forms, as metadata only.
   */
  forms?: Form[];
  /**
   * Frames that were not read.
   */
  blockedFrames?: BlockedFrame[];
  /**
   * What was left out for safety, and why.
   */
  redactions?: Redaction[];
  /**
   * What was left out for size.
   */
  omissions?: Omission[];
  /**
   * Budgets that were lowered to their hard cap.
   */
  clamped?: string[];
  /**
   * Where the text goes on, as a character offset.
   */
  nextCursor?: number | null;
  /**
   * Timings and chosen roots; only in debug.
   */
  debug?: {
    [k: string]: string;
  } | null;
}
/**
 * A piece of visible text.
 */
export interface TextChunk {
  /**
   * Its anchor for citations.
   */
  nodeId: NodeId;
  /**
   * The text.
   */
  text: string;
  /**
   * The frame's origin, where it is not the page's.
   */
  frameOrigin?: Origin | null;
}
/**
 * A block of the page.
 */
export interface ObservedBlock {
  /**
   * Its tag.
   */
  tag: string;
  /**
   * Its role.
   */
  role: string;
  /**
   * Its text.
   */
  text: string;
  /**
   * Its anchor for citations.
   */
  nodeId?: NodeId | null;
  /**
   * Its handle.
   */
  handleId?: HandleId | null;
}
/**
 * The main content block.
 */
export interface ObservedPrimary {
  /**
   * Its text.
   */
  text: string;
  /**
   * Its tag.
   */
  tag: string;
  /**
   * Its role.
   */
  role: string;
  /**
   * Its handle.
   */
  handleId?: HandleId | null;
  /**
   * Its anchor for citations.
   */
  nodeId?: NodeId | null;
}
/**
 * An entry of a list or feed.
 */
export interface ObservedItem {
  /**
   * Its title.
   */
  title: string;
  /**
   * Where it leads.
   */
  url: string;
  /**
   * A short text.
   */
  snippet: string;
  /**
   * Its handle.
   */
  handleId?: HandleId | null;
  /**
   * Its anchor for citations.
   */
  nodeId?: NodeId | null;
  /**
   * The number of comments, when the page says one.
   */
  commentCount?: number | null;
  /**
   * Further links of the entry.
   */
  links?: Link[];
}
/**
 * A link.
 */
export interface Link {
  /**
   * Where it leads.
   */
  url: string;
  /**
   * Its text.
   */
  text: string;
  /**
   * Its handle.
   */
  handleId?: HandleId | null;
}
/**
 * A comment.
 */
export interface ObservedComment {
  /**
   * Its text.
   */
  text: string;
  /**
   * Who wrote it.
   */
  author: string;
  /**
   * How old it is, as the page says.
   */
  age: string;
  /**
   * Its score, as the page says.
   */
  score: string;
  /**
   * How deep it stands in its thread.
   */
  depth: number;
  /**
   * Its handle.
   */
  handleId?: HandleId | null;
  /**
   * Its anchor for citations.
   */
  nodeId?: NodeId | null;
}
/**
 * A heading.
 */
export interface Heading {
  /**
   * Its level.
   */
  level: number;
  /**
   * Its tag.
   */
  tag: string;
  /**
   * Its role.
   */
  role: string;
  /**
   * Its text.
   */
  text: string;
  /**
   * Its anchor for citations.
   */
  nodeId?: NodeId | null;
}
/**
 * Something that can be acted on.
 */
export interface ObservedElement {
  /**
   * Its handle.
   */
  handleId: HandleId;
  /**
   * Its role.
   */
  role: string;
  /**
   * Its accessible name: untrusted text that only identifies it.
   */
  accessibleName: string;
  /**
   * Where it is, in CSS pixels of the viewport.
   */
  boundingBox: BoundingBox;
  /**
   * Its state, such as `checked`, `expanded`, `disabled`.
   */
  states?: ElementState[];
  /**
   * Attributes from a fixed list of safe ones.
   */
  attributes?: SafeAttributes;
}
/**
 * A rectangle.
 */
export interface BoundingBox {
  /**
   * From the left.
   */
  x: number;
  /**
   * From the top.
   */
  y: number;
  /**
   * Its width.
   */
  width: number;
  /**
   * Its height.
   */
  height: number;
}
/**
 * Attributes that may leave the page; there is no place for another.
 */
export interface SafeAttributes {
  /**
   * Where a link leads.
   */
  href?: string | null;
  /**
   * The kind of an input.
   */
  type?: string | null;
  /**
   * The hint of an empty field.
   */
  placeholder?: string | null;
  /**
   * What autofill would put there.
   */
  autocomplete?: string | null;
  /**
   * The window a link opens in.
   */
  target?: string | null;
  /**
   * The language of the text.
   */
  lang?: string | null;
}
/**
 * A form.
 */
export interface Form {
  /**
   * Its handle.
   */
  handleId?: HandleId | null;
  /**
   * Its name for a person.
   */
  label: string;
  /**
   * Where it sends, if that is another place than the page.
   */
  action?: string | null;
  /**
   * How it sends.
   */
  method?: string | null;
  /**
   * Its fields; never their values.
   */
  fields: Field[];
}
/**
 * A field of a form.
 */
export interface Field {
  /**
   * Its handle.
   */
  handleId?: HandleId | null;
  /**
   * Its kind, such as `email`.
   */
  type: string;
  /**
   * Its label.
   */
  label: string;
  /**
   * Whether it must be filled in.
   */
  required: boolean;
  /**
   * What autofill would put there.
   */
  autocomplete?: string | null;
  /**
   * What a list offers, all of it or nothing; never which of it is chosen.
   */
  options?: string[];
}
/**
 * A frame that was not read.
 */
export interface BlockedFrame {
  /**
   * Its origin, if known.
   */
  frameOrigin?: Origin | null;
  /**
   * Always true.
   */
  blocked: boolean;
  /**
   * Why.
   */
  reasonCode: ReasonCode;
}
/**
 * Something left out for safety.
 */
export interface Redaction {
  /**
   * What.
   */
  kind: RedactionKind;
  /**
   * How many.
   */
  count: number;
}
/**
 * Something left out for size, and how to reach it.
 */
export interface Omission {
  /**
   * What was cut, such as `items`.
   */
  part: string;
  /**
   * How many were left out.
   */
  count: number;
  /**
   * The container that holds them.
   */
  handleId?: HandleId | null;
}
/**
 * A call on its way to the page.
 */
export interface ToolRequest {
  /**
   * The version of the protocol; another major version is refused.
   */
  protocolVersion: ProtocolVersion;
  /**
   * Correlates, cancels, and deduplicates delivery (C-27).
   */
  requestId: Uuid;
  /**
   * The tool.
   */
  toolName: ToolName;
  /**
   * Its arguments, checked against the tool's own schema.
   */
  arguments: {
    [k: string]: unknown;
  };
  /**
   * The document it is meant for.
   */
  context: CallContext;
  /**
   * What allows it.
   */
  capabilityToken: CapabilityToken;
  /**
   * How long it may take, enforced on both sides.
   */
  deadlineMs: number;
  /**
   * Deduplicates an intent; every mutating call carries one.
   */
  idempotencyKey?: IdempotencyKey | null;
  /**
   * Further protection against replay.
   */
  requestNonce?: Nonce | null;
  /**
   * Rises with every message of a channel.
   */
  sequence?: number | null;
  /**
   * The run's channel.
   */
  channelId?: RunId | null;
}
/**
 * The document a call is meant for. A call, a handle, a token and an observation all carry it (BROW-064).
 */
export interface CallContext {
  /**
   * The browser profile, when known.
   */
  profileId?: ProfileId | null;
  /**
   * The tab.
   */
  tabId: number;
  /**
   * The frame; 0 is the page itself.
   */
  frameId: number;
  /**
   * The origin.
   */
  origin: Origin;
  /**
   * The document.
   */
  documentId: DocumentId;
  /**
   * Its generation.
   */
  navigationGeneration: number;
}
/**
 * A slow mutating call was taken on.
 */
export interface ToolAccepted {
  /**
   * The version of the protocol.
   */
  protocolVersion: ProtocolVersion;
  /**
   * The call.
   */
  requestId: Uuid;
  /**
   * The phase.
   */
  phase: "accepted";
}
/**
 * A call that succeeded.
 */
export interface ToolSuccess {
  /**
   * The version of the protocol.
   */
  protocolVersion: ProtocolVersion;
  /**
   * The call.
   */
  requestId: Uuid;
  /**
   * Whether it succeeded.
   */
  ok: true;
  /**
   * What it returned, in the form of the tool's result schema. Strings in it are untrusted for ever (C-22).
   */
  result: {
    [k: string]: unknown;
  };
  /**
   * What to be careful about.
   */
  risk: Risk;
  /**
   * When it ran.
   */
  timing: Timing;
  /**
   * Where it ran.
   */
  provenance: Provenance;
}
/**
 * When a call ran.
 */
export interface Timing {
  /**
   * Milliseconds after 1970.
   */
  startedAtMs: number;
  /**
   * How long.
   */
  durationMs: number;
}
/**
 * Where a result comes from.
 */
export interface Provenance {
  /**
   * The address.
   */
  url: string;
  /**
   * The origin.
   */
  origin: Origin;
}
/**
 * A call that failed.
 */
export interface ToolFailure {
  /**
   * The version of the protocol.
   */
  protocolVersion: ProtocolVersion;
  /**
   * The call.
   */
  requestId: Uuid;
  /**
   * Whether it succeeded.
   */
  ok: false;
  /**
   * Why not.
   */
  error: ToolError;
  /**
   * What to be careful about.
   */
  risk: Risk;
  /**
   * When it ran, if it started.
   */
  timing?: Timing | null;
  /**
   * Where it ran, if it started.
   */
  provenance?: Provenance | null;
}
/**
 * A failure as it crosses the wire: safe to show and to log.
 */
export interface ToolError {
  /**
   * What kind of failure.
   */
  code: ErrorCode;
  /**
   * One sentence for a person, without page text and without secrets.
   */
  message: string;
  /**
   * Whether trying again is not pointless.
   */
  retryable: boolean;
  /**
   * A finer reason, such as `E_LOCKED` or `E_GESTURE_EXPIRED`.
   */
  reason?: ReasonCode | null;
}
/**
 * A part of a blob too large for one message.
 */
export interface BlobChunk {
  /**
   * The call it belongs to.
   */
  requestId: Uuid;
  /**
   * From 0.
   */
  chunkIndex: number;
  /**
   * How many there are.
   */
  totalChunks: number;
  /**
   * The digest of the whole blob.
   */
  sha256: Sha256;
  /**
   * The bytes, in base64.
   */
  data: string;
}
/**
 * What an element would do if it were acted on now. The page script computes it again in the task that acts and
 * refuses when it changed.
 */
export interface TargetFacts {
  /**
   * The role.
   */
  role: string;
  /**
   * The accessible name.
   */
  accessibleName: string;
  /**
   * Where a link leads, resolved.
   */
  href?: string | null;
  /**
   * The window it opens in.
   */
  target?: string | null;
  /**
   * The name it would save under.
   */
  download?: string | null;
  /**
   * The form it would send.
   */
  form?: FormFacts | null;
  /**
   * What it was seen to send before, and was stopped: approving it again approves exactly these (S8).
   *
   * @maxItems 20
   */
  sends?: RequestFacts[];
}
/**
 * What a form would send.
 */
export interface FormFacts {
  /**
   * Where to, resolved.
   */
  action: string;
  /**
   * How.
   */
  method: string;
  /**
   * In which encoding.
   */
  enctype: string;
  /**
   * The names of its fields, in order.
   *
   * @maxItems 500
   */
  fieldNames: string[];
  /**
   * A hash of the values with a salt that never leaves memory.
   */
  values: Sha256;
  /**
   * What each of the fields holds, in the same order.
   *
   * @maxItems 500
   */
  held?: Held[];
}
/**
 * What a field of a form holds: never its value.
 */
export interface Held {
  /**
   * Whether it holds anything.
   */
  filled: boolean;
  /**
   * The digest of what Laika entered, where it still holds exactly that.
   */
  entered?: Sha256 | null;
}
/**
 * A request of a page that changes something, or may.
 */
export interface RequestFacts {
  /**
   * How, in capitals.
   */
  method: string;
  /**
   * Where to, without a fragment.
   */
  url: string;
}
/**
 * How large messages may be.
 */
export interface PayloadLimits {
  /**
   * One message.
   */
  messageBytes: number;
  /**
   * One tool result.
   */
  toolResultBytes: number;
  /**
   * One run state.
   */
  stateBytes: number;
}
/**
 * An event of the run log, as a panel sees it.
 */
export interface EventSummary {
  /**
   * Its place in the log.
   */
  eventId: number;
  /**
   * Its kind, such as `ui.approval`.
   */
  kind: string;
  /**
   * When.
   */
  at: Timestamp;
  /**
   * One sentence of ours.
   */
  summary: string;
}
/**
 * Everything a surface needs to draw itself; at most 64 KB, normally under 32 (C-36).
 */
export interface StatePayload {
  /**
   * Whether the core can work.
   */
  appState: AppState;
  /**
   * The site in front of the person.
   */
  site?: SiteState | null;
  /**
   * The run on it.
   */
  run?: RunState | null;
  /**
   * What the person can do now.
   */
  controls: Controls;
  /**
   * What the policy says of the next action only.
   */
  policy?: PolicyState | null;
}
/**
 * The site in front of the person.
 */
export interface SiteState {
  /**
   * The site.
   */
  origin: Origin;
  /**
   * How much Laika may do there.
   */
  mode: SiteMode;
  /**
   * Whether the person connected their browser to it.
   */
  connectorEnabled: boolean;
  /**
   * Whether the browser lets Laika see it.
   */
  permissionState: PermissionState;
}
/**
 * The run on a site.
 */
export interface RunState {
  /**
   * The run.
   */
  runId: RunId;
  /**
   * Its state.
   */
  status: RunStatus;
  /**
   * The document it is attached to.
   */
  attachedTarget?: CallContext | null;
  /**
   * What it did last, in our words.
   */
  lastActionSummary?: string | null;
  /**
   * What it would do next, in our words.
   */
  nextStepPreview?: string | null;
  /**
   * What it waits for.
   */
  pendingApproval?: PendingApproval | null;
  /**
   * The last reason given.
   */
  lastReasonCode?: ReasonCode | null;
  /**
   * Why it waits, while it is paused.
   */
  pause?: Pause | null;
}
/**
 * A question to the person.
 */
export interface PendingApproval {
  /**
   * The call that waits.
   */
  requestId: Uuid;
  /**
   * The tool.
   */
  toolName: ToolName;
  /**
   * The verified origin.
   */
  origin: Origin;
  /**
   * Why it is asked.
   */
  reasonCode: ReasonCode;
  /**
   * What exactly is approved: the digest of tool, arguments and target.
   */
  digest: Sha256;
  /**
   * What it would do, in our words.
   */
  summary: string;
}
/**
 * What the person can do now.
 */
export interface Controls {
  /**
   * Stop the run.
   */
  canStop: boolean;
  /**
   * Let it go on.
   */
  canResume: boolean;
  /**
   * Perform a gesture.
   */
  needsGesture?: boolean;
  /**
   * Open Laika.
   */
  openLaikaAvailable: boolean;
}
/**
 * What the policy says of the next action.
 */
export interface PolicyState {
  /**
   * The answer.
   */
  decision?: Decision | null;
  /**
   * Why.
   */
  reasonCode?: ReasonCode | null;
  /**
   * Whether a person must perform a gesture.
   */
  requiresGesture?: boolean;
}
/**
 * How much of a page, from where.
 */
export interface ObserveOptions {
  /**
   * Characters of text.
   */
  maxChars: number;
  /**
   * Elements.
   */
  maxElements: number;
  /**
   * The character to start at.
   */
  cursor: number;
}
/**
 * An open tab.
 */
export interface TabSummary {
  /**
   * The tab.
   */
  tabId: number;
  /**
   * Its title.
   */
  title: string;
  /**
   * Its origin, if it has one.
   */
  origin?: Origin | null;
}
/**
 * What a person asked for in the panel (TOOL-050).
 */
export interface PlanRequest {
  /**
   * Unique to this request.
   */
  requestId: Uuid;
  /**
   * The person's words.
   */
  goal: string;
  /**
   * The tab it is about.
   */
  tabId: number;
  /**
   * The origin the panel shows; checked against the browser's word before a model runs.
   */
  origin: Origin;
}
/**
 * What to read, and how much. Everything is optional (C-05).
 */
export interface ObserveDom {
  /**
   * Which part of the page.
   */
  scope?: Scope | null;
  /**
   * The same as a scope of this container.
   */
  rootHandleId?: HandleRef | null;
  /**
   * The character of the page's text to start at.
   */
  cursor?: number | null;
  /**
   * Characters of text.
   */
  maxChars?: number | null;
  /**
   * Elements.
   */
  maxElements?: number | null;
  /**
   * Blocks.
   */
  maxBlocks?: number | null;
  /**
   * Characters of the main block.
   */
  maxPrimaryChars?: number | null;
  /**
   * Headings.
   */
  maxOutline?: number | null;
  /**
   * Characters of each heading.
   */
  maxOutlineChars?: number | null;
  /**
   * Entries of lists.
   */
  maxItems?: number | null;
  /**
   * Characters of each entry.
   */
  maxItemChars?: number | null;
  /**
   * Comments.
   */
  maxComments?: number | null;
  /**
   * Characters of each comment.
   */
  maxCommentChars?: number | null;
  /**
   * How long to wait for the page to settle, in milliseconds.
   */
  settleMs?: number | null;
  /**
   * Adds timings; refused unless the core runs in debug.
   */
  debug?: boolean | null;
}
/**
 * Which part of the page.
 */
export interface Scope {
  /**
   * The kind of part.
   */
  kind: ScopeKind;
  /**
   * The container, for that kind.
   */
  containerHandle?: HandleRef | null;
}
/**
 * How many links.
 */
export interface GetSelectionLinks {
  /**
   * At most this many.
   */
  maxLinks?: number | null;
}
/**
 * The links.
 */
export interface SelectionLinks {
  /**
   * In document order.
   *
   * @maxItems 300
   */
  links: Link[];
}
/**
 * What to find. Words, never a selector (BROW-035).
 */
export interface Find {
  /**
   * What the element is for.
   */
  query: string;
  /**
   * Only inside this container.
   */
  withinHandle?: HandleRef | null;
  /**
   * At most this many.
   */
  k?: number | null;
}
/**
 * Elements that may be meant, most likely first.
 */
export interface Candidates {
  /**
   * The elements.
   *
   * @maxItems 20
   */
  candidates: Candidate[];
}
/**
 * An element that may be meant.
 */
export interface Candidate {
  /**
   * Its handle.
   */
  handleId: HandleId;
  /**
   * Its role.
   */
  role: string;
  /**
   * Its accessible name.
   */
  accessibleName: string;
  /**
   * The text around it.
   */
  context: string;
  /**
   * How likely, 0 to 1.
   */
  confidence: number;
}
/**
 * What to click.
 */
export interface Click {
  /**
   * The element.
   */
  handleId: HandleRef;
  /**
   * Once or twice.
   */
  clickKind?: ClickKind | null;
  /**
   * Whether another page should follow.
   */
  expectNavigation?: boolean | null;
}
/**
 * What an action on an element returns.
 */
export interface ActResult {
  /**
   * Whether it was done.
   */
  done: boolean;
  /**
   * What shows it.
   */
  verifiedBy: string;
  /**
   * Whether another document is in the tab now.
   */
  navigated: boolean;
  /**
   * What the page tried to send and was not decided: it was stopped (S8).
   *
   * @maxItems 20
   */
  stopped?: RequestFacts[];
}
/**
 * What to type, and where.
 */
export interface TypeText {
  /**
   * The field.
   */
  handleId: HandleRef;
  /**
   * The text.
   */
  text: string;
  /**
   * Whether to empty the field first.
   */
  clearFirst?: boolean | null;
}
/**
 * What to choose, and where.
 */
export interface Select {
  /**
   * The list.
   */
  handleId: HandleRef;
  /**
   * The value of the option, or what it says.
   */
  value: string;
}
/**
 * How far to move.
 */
export interface Scroll {
  /**
   * Whole pages; positive is down.
   */
  deltaY: number;
}
/**
 * What to wait for, and how long.
 */
export interface WaitFor {
  /**
   * What must be so.
   */
  condition: Condition;
  /**
   * How long at most, in milliseconds.
   */
  timeoutMs?: number | null;
}
/**
 * How waiting ended.
 */
export interface Waited {
  /**
   * Whether it became so.
   */
  met: boolean;
  /**
   * How long it took, in milliseconds.
   */
  waitedMs: number;
}
/**
 * Which table.
 */
export interface ExtractTable {
  /**
   * The table, or something in it.
   */
  handleId: HandleRef;
}
/**
 * A table.
 */
export interface ExtractedTable {
  /**
   * Its title.
   */
  caption: string;
  /**
   * The names of its columns, made unique.
   *
   * @maxItems 200
   */
  headers: string[];
  /**
   * Its rows, each as long as the headers.
   *
   * @maxItems 2000
   */
  rows: string[][];
  /**
   * Rows left out.
   */
  omittedRows: number;
}
/**
 * No arguments.
 */
export interface NoArguments {}
/**
 * A picture, kept as an artifact and not sent again (TOOL-040).
 */
export interface Capture {
  /**
   * The picture.
   */
  artifactId: ArtifactId;
  /**
   * Its width in pixels.
   */
  width: number;
  /**
   * Its height in pixels.
   */
  height: number;
  /**
   * Where the elements are in it.
   *
   * @maxItems 300
   */
  elements: MappedElement[];
}
/**
 * An element in a picture.
 */
export interface MappedElement {
  /**
   * The element.
   */
  handleId: HandleId;
  /**
   * Where it is, in pixels of the picture.
   */
  boundingBox: BoundingBox;
}
/**
 * Where to go.
 */
export interface ToUrl {
  /**
   * The address.
   */
  url: HttpUrl;
}
/**
 * What a movement between pages returns.
 */
export interface NavigationResult {
  /**
   * Where the tab is now.
   */
  url: string;
  /**
   * The title there.
   */
  title: string;
  /**
   * The tab.
   */
  tabId: number;
}
/**
 * Which tab.
 */
export interface SwitchTab {
  /**
   * The tab.
   */
  tabId: number;
}
/**
 * What to search for.
 */
export interface Search {
  /**
   * The words.
   */
  query: string;
  /**
   * A configured engine by name.
   */
  engine?: string | null;
  /**
   * Whether to open the results in a new tab.
   */
  newTab?: boolean | null;
}
/**
 * A summary.
 */
export interface Summary {
  /**
   * The summary, for a person.
   */
  render: Document;
}
/**
 * What to find, and where.
 */
export interface FindPassages {
  /**
   * The words.
   */
  query: string;
  /**
   * Where; the page if not said.
   */
  scope?: FindScope | null;
}
/**
 * Passages, best first.
 */
export interface Passages {
  /**
   * The passages.
   *
   * @maxItems 20
   */
  passages: Passage[];
}
/**
 * A passage.
 */
export interface Passage {
  /**
   * Its anchor for citations.
   */
  nodeId?: NodeId | null;
  /**
   * Its text.
   */
  text: string;
}

/** The tool schemas that these types were made with; a peer with another hash is refused. */
export const TOOL_SCHEMA_HASH = "sha256:120ea8ca1abda246804983756201bdc52812ad00e4858b0e0981deba81fe4dcf";
