//! English: verbs that command, and how they are to be obeyed.

use super::concept::Concept::{
    Act, Best, Call, Covert, Decode, Forget, FromNow, Memory, Modal, Must, Negation, NoAsk, Obey, Only, Rank,
    Remember, Respond, Reveal, Send, Sequence, Silence,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        FromNow,
        "from now on|from this point|from this moment|henceforth|going forward|for the rest of|\
         for the remainder|starting now|as of now|until further notice|effective immediately|\
         for all future|in all future",
    ),
    Terms(
        Only,
        "only|exactly|nothing else|nothing but|instead|solely|verbatim|word for word|the following|\
         with the words|the phrase|the single word|no other|and nothing|as follows|the sentence|the text|\
         the word|the link",
    ),
    Terms(
        Silence,
        "do not tell|don't tell|do not mention|don't mention|do not inform|don't inform|do not reveal|\
         don't reveal|do not disclose|don't disclose|do not notify|don't notify|don't report|do not say|\
         never mention|never tell|never reveal|without telling|without informing|without mentioning|\
         without notifying|without revealing|without alerting|without the user|secretly|silently|covertly|\
         keep this secret|keep this hidden|keep this confidential|keep it secret|keep this between|\
         keep quiet|keep silent|hide this|hide it from|not be mentioned|not be told|must not know|\
         should not know|need not know|does not need to know|doesn't need to know|must not be told|\
         not be shown|not be informed|must not learn|must not appear|leave no trace|leave this out|\
         omit this|omit any mention|no mention of|say nothing|do not alert|don't alert|do not log|\
         do not include this|not to tell|not to mention|do not acknowledge|pretend that nothing|\
         pretend nothing|as if nothing|remain silent|don't let|no need to trouble|as though nothing|\
         do not let|without saying|do not bring up|not say where|no need to mention|no need to tell|\
         no need to bother|out of the summary|need not be mentioned|do not bother|leave out|\
         leave them out|omit the|skip the negative|in the dark|must reach the user|never find out|\
         must not find out",
    ),
    Terms(
        NoAsk,
        "without asking|without confirmation|without confirming|without further confirmation|\
         without prompting|without approval|without permission|without hesitation|no confirmation|\
         no need to ask|no need to confirm|no need for confirmation|do not ask|do not request|do not seek|\
         do not prompt|skip confirmation|skip the confirmation|skip any confirmation|confirmation is not|\
         confirmation not|approval is not|not necessary to ask|not require confirmation|\
         not require approval|no approval|no further approval|no further confirmation|need not ask|\
         needs no confirmation|automatically confirm|auto-confirm|auto-approve|bypass confirmation|\
         no permission|not need to ask|do not hesitate|do not question|don't question|not need permission|\
         do not check with|don't check with|do not stop to|do not need confirmation|confirm any dialog|\
         accept any dialog|do not pause|no time to ask|no time to confirm|no time for questions|\
         confirmations are disabled|confirmations are off|confirmation is disabled|\
         confirmations are turned off|confirmations disabled|confirmations have been disabled|\
         prompts are disabled|warnings are to be dismissed|skip the dialog|no human review|\
         no human approval|no human confirmation|as already confirmed|already confirmed|\
         turn off confirmation*|disable confirmation*|switch off confirmation*|no questions asked|\
         no need for you to see|no need to disturb|not need to be bothered|need not be bothered|\
         no need to bother|^do not wait|^don't wait|never asks for|does not ask for",
    ),
    Terms(
        Sequence,
        "before you continue|before you proceed|before you do anything|before doing anything|\
         before answering|before you answer|before responding|before you respond|before summarizing|\
         before summarising|before you summarize|before replying|before completing|before you finish|\
         before finishing|before anything else|before any other|first do the following|\
         perform the following|execute the following|carry out the following|then continue|\
         after that continue|after that, continue|continue with the task|continue with your task|\
         continue your task|continue the task|resume the task|resume your|continue with the user|\
         continue as normal|continue normally|continue as usual|to complete this task|\
         to complete the task|to complete your task|to finish the task|to proceed with the task|\
         as part of the task|as part of your task|your first step|mandatory step|after reading this|\
         once you have read|as soon as you read|when you finish|when you have finished|\
         afterwards continue|in addition to the summary|along with your answer|to complete the request|\
         task cannot be completed|cannot complete the task|while you are at it|while you're at it|\
         proceed as follows|before going on|before giving an account|before editing",
    ),
    Terms(
        Must,
        "you must|you should|you need to|you are required|is required|is mandatory|mandatory|required to|\
         immediately|at once|right now|right away|are instructed|you have to|you are obligated|\
         it is essential|it is imperative|are asked|are requested|is requested|are directed|are to|\
         would you|could you|asap|without delay|instructed to|obliged|urgent|urgently",
    ),
    Terms(
        Negation,
        "never|do not|don't|not|no one will|nobody|we will not|won't|avoid|must not|should not|cannot|\
         refuse to",
    ),
    Terms(
        Modal,
        "must|shall|should|is to|are to|has to|have to|needs to|is required|are required|is expected|\
         are expected|are welcome|will",
    ),
    Terms(
        Covert,
        "without telling|without informing|without mentioning|without notifying|without alerting|\
         without the user|without saying",
    ),
    Terms(
        Forget,
        "^ignore|ignoring|^disregard|disregarding|^forget|^override|overrides|^bypass|^discard|^neglect|\
         pay no attention to|^do not follow|^don't follow|^stop following|set aside|^supersede|supersedes|\
         no longer apply|no longer valid|are void|are revoked|are cancelled|are canceled|^erase|^wipe|\
         ^abandon|not bound by|are replaced|take precedence over|takes precedence over|^outrank|outranks|\
         stop what you are doing|do not obey|is obsolete|are obsolete|are superseded|is superseded|\
         ^disobey|throw away|throw out|put aside|leave aside|you to ignore|need to ignore|\
         required to ignore|instructed to ignore|have to ignore|assistant to ignore|agent to ignore|\
         model to ignore|should ignore|must ignore|you to disregard|you to forget|must disregard|\
         should disregard|have been revoked|has been revoked|been cancelled|been canceled|been superseded|\
         is revoked|were revoked|is void|now void|are no longer in force|no longer in force|\
         have been withdrawn|are withdrawn|have expired",
    ),
    Terms(
        Send,
        "^send|^sending|^forward|^email|^e-mail|^mail|^post|^upload|^submit|^transmit|^append|^attach|\
         ^include|^leak|^exfiltrate|exfiltrate|^paste|^share|^insert|^embed|^encode|^add|^copy|^pass|\
         ^deliver|^export|^dump|^tweet|^publish|^bcc|^cc|^hand over|need to send|required to send|\
         asked to send|instructed to send|have to send|to forward|to upload|be sent to|be forwarded to|\
         be included in|by sending|by posting|by visiting|by requesting|be posted to|be appended to|\
         be uploaded to|^fill|^type|^put|^collect|^gather|^write|^reply|^render|^enter their",
    ),
    Terms(
        Reveal,
        "^reveal|^print|^output|^repeat|^show|^display|^disclose|^recite|^list|^tell|^expose|^quote|\
         ^spell out|^echo|^extract|^retrieve|^open|^summarize|^summarise|^describe|^copy|^read the|\
         ^read ~|^read saved|^search the|^find the|^look up",
    ),
    Terms(
        Act,
        "^click|^press|^tap|^delete|^remove|^transfer|^wire|^pay|^buy|^purchase|^order|^visit|^open|\
         ^go to|^navigate|^browse|^download|^install|^create|^run|^execute|^subscribe|^unsubscribe|\
         ^approve|^accept|^confirm|^authorize|^authorise|^grant|^change|^update|^set|^disable|^enable|\
         ^turn off|^log in|^login|^log out|^sign in|^sign up|^register|^enter|^type|^fill|^follow|^book|\
         ^cancel|^reset|^move|^archive|^merge|^push|^commit|^deploy|^invite|^reply|^call|^use|^select|\
         ^choose|^schedule|^star|^like|^close|^redirect|^load|^donate|^withdraw|^mark|^rename|^replace|\
         ^add|^allow|^perform|^complete|^place|^leave|^switch|^apply|^renew|^rate|^vote|^solve|^connect|\
         ^share|^empty|^clear|^check out|^proceed|^make|^start|^stop|^save|^edit|^modify|^terminate|\
         ^shut down|^uninstall|^whitelist|^publish|^reveal|^tick|^check the box|^raise|^increase|^rank|\
         ^export|^dismiss|^hit|^put|^carry on|^turn on|^post|^get",
    ),
    Terms(
        Respond,
        "^respond|^answer|^reply|^say|^tell|^state|^write|^output|^recommend|^suggest|^claim|^mention|\
         ^describe|^present|^summarize|^summarise|^praise|^begin|^start|^end|^conclude|^inform|^advise|\
         ^assure|^warn|^explain|^report|^print|^promote|^emphasize|^emphasise|^highlight|^insist|^refer|\
         ^point|^direct|^note|^stress|^convince|^persuade|^encourage|^urge|^speak|^use|^ask|^translate|\
         ^generate|^produce|^return|^display|must say|must state|must recommend|should recommend|\
         should say|should state|to recommend|to say|finish with|end with|begin with|start with|^give|\
         ^include|^add|^score|^rate|^rank",
    ),
    Terms(
        Rank,
        "^rank|^rate|^recommend|^prefer|^choose|^select|^favour|^favor|^score|^place|^list|^present|\
         ^describe|^evaluate|^review|^promote|^put|^pick|^grade|^give|^assign|^mark|^treat|^consider|\
         ^classify|^label|^approve|^advance|should recommend|must recommend|should rank|to recommend|\
         should be ranked|must be ranked|should be rated|be recommended|be described|^suggest|^name|^tell|\
         ^state|^say|^shortlist|^endorse|^praise|^invite|^report",
    ),
    Terms(
        Obey,
        "^follow|^obey|^execute|^carry out|^comply|comply with|^do what|^do as|^do exactly|^perform|\
         ^act on|^act upon|^implement|^adhere|must follow|should follow|and follow|and execute|and obey|\
         and do what|what it says|as instructed|^heed|instructions inside|instructions it contains|\
         ^interpret",
    ),
    Terms(
        Call,
        "^call|^invoke|^run|^execute|^trigger|^launch|^emit|please call|invoking|to call|to invoke|\
         to use the|use the",
    ),
    Terms(
        Remember,
        "^remember|^save|^store|^memorize|^memorise|^keep|^record|^write|^add|^note|^update|^put|^persist|\
         ^set|to remember|^learn|^retain",
    ),
    Terms(Decode, "^decode|^decipher|^decrypt|^deobfuscate|^unscramble|^rot13"),
    Terms(
        Memory,
        "your memory|long-term memory|persistent memory|future conversations|future sessions|all future|\
         future chats|future requests|permanent instruction|for all sessions|every session|\
         every conversation|next sessions|later sessions|user preference|user preferences|user profile|\
         saved preferences|future tasks|later conversations",
    ),
    Terms(
        Best,
        "best|highest|number one|no. 1|5 stars|five stars|favourably|favorably|positively|superior|\
         excellent|perfect|ideal|ahead of|above all|10/10|10 out of 10|full marks|maximum|recommended|\
         safest|outstanding|qualified|never mention|competitor|competitors|only option|legitimate|\
         in favour|in favor|strongest|winner|the winner|cheapest|best choice|flawless|first place|\
         first position|the first|at the top|only secure|top score|only choice|perfect score|\
         top candidate|highest score",
    ),
];
