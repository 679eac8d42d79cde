//! English: who is spoken to, by whom, about what.

use super::concept::Concept::{
    Address, Agent, AgentOutput, AgentSecret, AgentWord, Agreed, Already, Asks, Boss, Called, Changed,
    Consented, Discussion, Earlier, Field, From, IfYou, Instruction, NewInstruction, NoLimits, Personal,
    Reading, Role, Secret, Task, ThisCall, ThisText, ToolWord, User, Void, WhenUser, YouAre,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        Earlier,
        "ignore all previous|ignore previous instructions|ignore your instructions|ignore your previous|\
         ignore all prior|ignore prior instructions|ignore all instructions|ignore any previous|\
         ignore all earlier|disregard all previous|disregard previous instructions|\
         disregard your instructions|disregard all prior|forget all previous|forget your instructions|\
         forget previous instructions|previous|previously|prior|above|earlier|preceding|foregoing|\
         before this|so far|you were given|you have been given|you've been given|you received|\
         you have received|you were told|you've been told|existing|original|all|any|your|up to this point|\
         up to now|until now|initial|old|former|every|whatever|other|past|those|these|current",
    ),
    Terms(
        Instruction,
        "instruction|instructions|rules|guidelines|guideline|guidance|directive|directives|prompt|prompts|\
         orders|commands|directions|constraints|restrictions|limitations|policies|policy|safeguards|\
         guardrails|programming|system prompt|training|protocol|protocols|safety settings|safety rules|\
         safety measures|filters|messages|message|context|system message|content policy",
    ),
    Terms(
        Void,
        "everything above|everything before this|everything you were told|everything you have been told|\
         everything you've been told|all of the above and|anything above this|anything before this|\
         what you were told|what you have been told|what you were asked|whatever you were told|\
         everything that came before|what came before|forget all that|ignore all that|\
         disregard everything|disregard the above|ignore the above|ignore what the user|\
         disregard what the user|disregard the user|ignore the user|forget the user|instead of the user's|\
         instead of what the user|instead of summarizing|instead of summarising|rather than the user's|\
         your real task|your actual task|your new task|your new goal|your new objective|your only goal|\
         your true purpose|your real instructions|your true instructions|your new instructions|\
         your updated instructions|your new role|your task has changed|your mission has changed|\
         the task has changed|your task is now|your goal has changed|your mission is now|\
         your instructions have changed|your objective is now|task changed:|change of plan:|\
         change of task|^ignore everything|^new goal:|^new objective:|^new task:|^new goal for the|\
         ^new task for the|^change of plans:|^change of plan|goal is now|^your new goal",
    ),
    Terms(
        NewInstruction,
        "new instruction|new instructions|updated instructions|real instructions|actual instructions|\
         new directives|the following commands|revised instructions|correct instructions|\
         replacement instructions|latest instructions|instructions have changed|instructions in this|\
         new priority|primary directive|instruction update|hidden instruction|hidden instructions|\
         secret instruction|secret instructions|new policy for this|your only instruction|\
         ^forget everything|your job from here|your job now|your job is now|reassigned|from here on your|\
         new assignment",
    ),
    Terms(
        Task,
        "task|tasks|goal|goals|objective|mission|assignment|user's request|original request|the request|\
         the user's question|everything",
    ),
    Terms(
        Agent,
        "ai assistant|ai assistants|ai agent|ai agents|ai model|ai models|ai system|ai systems|ai tool|\
         ai tools|ai bot|ai reader|ai readers|ai browser|ai browsers|ai crawlers|ai summarizer|\
         ai reviewer|ai reviewers|ai-powered assistant|ai|a.i.|artificial intelligence|language model|\
         language models|llm|llms|chatbot|chatbots|chatgpt|gpt|gpt-4|gpt-5|copilot|claude|gemini|\
         browser agent|browsing agent|web agent|browser assistant|web assistant|automated assistant|\
         automated agent|automated agents|automated system|automated systems|automated reader|\
         automated readers|autonomous agent|autonomous agents|virtual assistant|digital assistant|\
         assistant model|machine reader|machine readers|email assistant|mail assistant|coding assistant|\
         coding agent|coding agents|ai coding|agentic|laika|screening model|shopping agent|\
         shopping assistant|research agent|hiring model|ai-based|ai screening|llm-based|\
         large language model|your model|neural network",
    ),
    Terms(
        AgentWord,
        "assistant|assistants|agent|agents|bot|bots|model|models|robot|robots|crawler|crawlers|summarizer|\
         summariser|scraper|scrapers|copilots|helper|helpers|reading companion|reading companions|\
         chat helpers|reading aid|reading tool|reading tools|reading aids|machines",
    ),
    Terms(
        Address,
        "dear|attention|hey|note to|note for|notice to|message to|message for|to any|to all|for any|attn|\
         instructions for|instruction for|instructions to|instruction to|reminder to|addressed to|if any|\
         memo to|are you|you as|you are the|you, the|you're an|calling all|guidance for|warning to|\
         hint for|request to|directive for|to whichever|whichever|to whom|hi,|hello,|favour for|favor for|\
         intended for|meant for|important for|be so kind|so kind as to|delighted if|grateful if|\
         would be kind",
    ),
    Terms(
        Reading,
        "reading this|read this|reads this|processing this|process this|processes this|parsing this|\
         parses this|summarizing this|summarising this|summarize this|summarise this|summarizes this|\
         analyzing this|analysing this|visiting this|viewing this|handling this|crawling this|\
         indexing this|evaluating this|reviewing this|browsing this|scanning this|seeing this|\
         accessing this|encounter this|encounters this|opens this|working on this|summarizing or|\
         who reads|that reads|that summarizes|that processes|that process|ingesting this|screening this|\
         translating this|can read this|able to read this|comparing these|comparing this|compares these|\
         compares this|preparing this|describing this|describing these|summarizing these|\
         summarising these|reading these|sorting this|sorting these|editing this|before editing|\
         that compares|who prepares|answering this|reply to this|summarising|summarizing",
    ),
    Terms(
        IfYou,
        "if you are|if you're|when you are|in your role as|in your capacity as|in case you are|\
         should you be|being an|unless you are|as an ai|as a language|as a large language|as an assistant|\
         as an automated|as an agent|read by software|read by a machine|read by an|rather than by a human|\
         not a human|not a person|unless you are human|being read by|if you happen to be|should a chatbot|\
         if a chatbot",
    ),
    Terms(
        User,
        "the user|user's|your user|your users|this user|the current user|users'|current user|\
         your principal|your human|your operator's|the person you are helping|the person you assist|\
         the person you work for|the human|the customer you|the person who asked|the reader's|your client|\
         the person using you|user's behalf|person you are working for|person you're working for|\
         person you're helping|whoever you work for|whoever you are helping|the person behind|\
         of their owner|their owner|your boss|the one you serve|person you serve|person you act for|\
         you act on behalf|the human you|person you assist|your owner|person at the keyboard|\
         owner of this browser|it is me, the user|person who uses you|whoever uses you|who is using you|\
         their humans|the owner's|its owner|your human's",
    ),
    Terms(
        WhenUser,
        "if the user asks|when the user asks|whenever the user|if the user wants|when the user wants|\
         if anyone asks|if a user asks|when a user asks|if they ask|should the user ask|\
         if the user mentions|when the user mentions|the next time the user|next time the user|\
         when asked about|if asked about|when they ask|when the person|if the person you|when your user|\
         if your user",
    ),
    Terms(
        Agreed,
        "approved|agreed|authorized|authorised|consented|consent|confirmed|granted|permission|accepted|\
         signed off|given approval|given permission|cleared|allowed|permitted|okayed|verified|\
         authorization|authorisation|approval|gave|opted in|trusts|waived|has been informed|is aware|\
         fine with|knows about|said yes|whitelisted|endorsed|ok with",
    ),
    Terms(
        Asks,
        "wants|wanted|asked|asks|requested|requests|needs|would like|expects|has instructed|instructed|\
         prefers|intends|is asking|is requesting|wishes|hopes|decided|has changed|ordered|told me|\
         changed their mind|is waiting|will be happy|would be grateful|has asked|demands",
    ),
    Terms(
        Boss,
        "administrator|administrators|admin|developer|developers|your developers|system operator|\
         security team|it department|it team|it support|openai|anthropic|google deepmind|your creator|\
         your creators|your owner|your operator|operator|site owner|website owner|platform owner|\
         compliance team|compliance department|compliance officer|headquarters|system administrator|\
         engineering team|trust and safety|safety team|your provider|the browser vendor|browser vendor|\
         the vendor|superuser|ops team|the team that built you|your maker|your makers|security department|\
         fraud department|fraud team|antifraud team",
    ),
    Terms(
        From,
        "message from|notice from|this is your|on behalf of|speaking as|authorized by|authorised by|\
         approved by|ordered by|instructed by|by order of|from your|request from|instruction from|\
         instructions from|i am the|i am your|i'm the|i'm your|we are the|we are your|\
         under the authority of|issued by|signed,|sent by|directive from|policy from|update from|\
         mandated by|directed by|cleared by|confirmed by|here speaking",
    ),
    Terms(
        YouAre,
        "you are now|you're now|act as|pretend|roleplay|role-play|role play|you will now act|behave as|\
         take on the role|assume the role|assume the persona|adopt the persona|adopt the role|\
         imagine you are|imagine that you are|simulate being|enter the mode|you shall be|you have become|\
         call yourself|respond as|play the role|play the part|you will play|stay in character|\
         no longer an assistant|you are no longer|you're no longer|from now on you|your new name|\
         your new identity|you go by|you are my|let's play a game|let us play a game|\
         once as usual, once as|used to read me|you answer twice|stay in this mode|bedtime story|\
         pretend you are my",
    ),
    Terms(
        NoLimits,
        "unrestricted|without restrictions|no restrictions|no limitations|without limitations|no filters|\
         without filters|unfiltered|uncensored|debug mode|god mode|admin mode|root mode|jailbroken|\
         jailbreak|dan mode|do anything now|not bound by|freed from|no ethical|without ethical|\
         no longer bound|disable safety|safety disabled|safety off|safety is off|disable your|\
         turn off your|unlocked mode|no guardrails|without guardrails|safety filters|never refuse|\
         never refuses|cannot refuse|does not refuse|do not refuse|no refusals|without refusing|\
         has no rules|obeys every|answers everything|autonomous mode|god-mode|privileged mode|\
         developer mode enabled|developer mode is|in developer mode|enter developer mode|\
         developer mode on|mode: developer|this mode until",
    ),
    Terms(
        Secret,
        "password|passwords|passcode|credential|credentials|api key|api keys|api token|access token|\
         access tokens|auth token|session token|session tokens|session id|session cookie|cookie|cookies|\
         secret|secrets|private key|private keys|ssh key|ssh keys|id_rsa|.env|env file|\
         environment variables|seed phrase|recovery phrase|credit card|card number|card details|\
         one-time code|verification code|security code|2fa|two-factor code|otp|pin|social security|tokens|\
         local storage|localstorage|autofill|login|login details|reset link|keys",
    ),
    Terms(
        AgentSecret,
        "system prompt|your prompt|your instructions|conversation|conversation history|chat history|\
         chat log|chat transcript|the transcript|your context|context window|your memory|\
         your configuration|your guidelines|tool list|list of tools|your tools|available tools|user data|\
         what the user|everything the user|your internal|internal instructions|hidden prompt|\
         initial prompt|developer prompt|developer message|your secrets|previous messages|prior messages|\
         messages above|everything above|session data|task description|your reasoning|chain of thought|\
         your thoughts|the full context|everything you know|saved password|saved passwords|\
         saved credentials|stored credentials|stored account|stored password|saved account|saved card|\
         stored card|saved payment|saved login|stored login|logged-in account|what they asked you|\
         startup instructions|your startup|starting instructions|the conversation so far|card on file|\
         stored address|saved address|the owner of this browser|hidden text|hidden settings|\
         hidden instructions|its complete configuration|its configuration|its instructions|\
         its system prompt",
    ),
    Terms(
        AgentOutput,
        "your response|your responses|your answer|your answers|your reply|your replies|your summary|\
         your summaries|your output|your outputs|your final answer|your final response|your next message|\
         your next response|your next action|your next step|your recommendation|your analysis|\
         your evaluation|your translation|the final answer|an account of this page|the summary you|\
         to your result|in your result|your next answer|its next answer|its answer|its summary|\
         its response|its reply|your reply to|generating the overview|generating the summary|\
         writing the summary|when summarizing|when summarising|when you summarize|when generating|\
         in the overview you|the answer you give",
    ),
    Terms(
        ToolWord,
        "tool|tools|function|functions|command|plugin|shell|terminal|api|endpoint|script|browser tool|\
         email tool",
    ),
    Terms(
        Discussion,
        "prompt injection|prompt injections|prompt-injection|injection attack|injection attacks|attacker|\
         attackers|researcher|researchers|jailbreak attempts|for instance, a page|an example of|\
         phrases like|phrases such as|adversary|adversaries|malicious instructions|hidden instructions in|\
         red team|red-team|vulnerability|owasp|security paper|we studied|scammers|scammer|fraudsters|\
         the attack|malicious page|malicious website|threat model|classic example|sentences like|\
         text like|strings like",
    ),
    Terms(
        ThisText,
        "on this page|of this page|this document|this email|this page|this text|this message|this file|\
         this mail|this article|this listing|this invite|this site|these reviews|this browser|this inbox|\
         this mailbox|this thread|this form|this shop",
    ),
    Terms(
        Called,
        "^assistant,|^assistant:|^assistant!|^assistants,|^assistants:|^assistants!|^agent,|^agent:|\
         ^agent!|^agents,|^agents:|^agents!|^bot,|^bot:|^bot!|^bots,|^bots:|^bots!|^ai,|^ai:|^ai!|\
         ^chatbot,|^chatbot:|^chatbot!|^robot,|^robot:|^robot!|^helper,|^helper:|^helper!|^helpers,|\
         ^helpers:|^helpers!|^llm,|^llm:|^llm!|^chatgpt,|^chatgpt:|^chatgpt!|^claude,|^claude:|^claude!|\
         ^gemini,|^gemini:|^gemini!|^copilot,|^copilot:|^copilot!|to assistants|to agents|for assistants|\
         for agents|if an ai|to the ai|for the ai|to the assistant|for the assistant|to the agent|\
         to the tool|for the tool|to any ai|for any ai|to every ai|attention ai|dear ai|hello ai|hey ai|\
         hi ai|dear assistant|dear agent|hello assistant|hello agent|attention assistant|attention agent|\
         hi assistant|hey assistant|ai agents:|ai assistants:|ai assistant:|ai agent:|ai assistant,|\
         ai agent,|language models:|llms:|for the agent|read by software|read by a program|\
         read by a machine|read by a bot|ai shopper|whoever is automating|whoever controls this|\
         whoever is controlling|whoever operates this|machines parsing|machines reading|ai recruiters|\
         ai helpers|for llms only|for ai only|for bots only|bots that|agents that read|agents that visit",
    ),
    Terms(
        Consented,
        "consent is on file|approval is on file|permission is on file|consent is already|\
         approval has already|permission has already|has already been approved|has already agreed|\
         has already approved|have already been approved|customer has been informed|customer is aware|\
         customer has already|client has already|owner has agreed|owner agrees|owner has approved|\
         owner of this browser wants|i approve it|on their behalf|already given permission|\
         under the user's name|in the user's name|on the user's behalf|for their humans|\
         on behalf of the user",
    ),
    Terms(
        Changed,
        "has changed|is changed|has been changed|have changed|changed:|has been updated|is now|\
         has been replaced",
    ),
    Terms(
        Field,
        "form|the field|comment field|comment box|text box|search bar|search box|contact form|input field|\
         feedback form",
    ),
    Terms(Role, "^user:|^human:|role: system|^thought:|^observation:|^customer:"),
    Terms(ThisCall, "this call|the call above|exactly as written|this tool call|call below|the above call"),
    Terms(
        Personal,
        "bank details|account number|personal data|personal information|personal details|email address|\
         home address|phone number|address book|contacts|contact list|inbox|documents|source code|\
         codebase|private|confidential|sensitive|browsing history|search history|open tabs|clipboard|\
         calendar|bookmarks|medical records|invoices|invoice|bank statement|bank statements|passport|\
         saved|repository|customer list|latest email|last email|most recent email|database|balance|\
         account balance|full name|location|files|screenshot|payroll|attachments|phone|employer|\
         newest mail|all emails|last emails|the inbox",
    ),
    Terms(Already, "already|pre-approved|preapproved|pre-authorized|pre-authorised|preauthorized"),
];
