//! Markup and notation: the same in every language.

use super::concept::Concept::{
    Decode, HiddenMarkup, NameKey, Role, Template, ToolArguments, ToolKey, ToolMarkup, ToolName,
    ToolParameters,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        Template,
        "<¦*|¦>|<<sys>>|<</sys>>|[inst]|[/inst]|<start_of_turn>|<end_of_turn>|<user_message>|\
         </user_message>|<user_request>|<user_input>|</user_input>|<human_message>|<assistant_message>|\
         <tool_result>|<user>|</tool>|<operator>|<override>|### instruction*|### system*|###instruction*|\
         ### new instruction*|### response:|### human*|### assistant*|## system prompt|<system>|</system>|\
         <system_prompt>|<system-prompt>|<system_message>|<system-message>|<sys>|</sys>|<instructions>|\
         </instructions>|<instruction>|</instruction>|<system_instruction*|<admin>|</admin>|<developer>|\
         </user>|</user_query>|</human>|</assistant>|</context>|</document>|</documents>|</untrusted*|\
         </tool_result>|</tool_response>|</observation>|</webpage>|</page_content>|</function_results>|\
         </search_results>|<system-reminder>|</data>|</untrusted_content>|[system message]|\
         [system prompt]|[system instruction*|(system message)|[system override]|[assistant instruction*|\
         [ai instruction*|[agent instruction*|[hidden instruction*|[end of *|[developer message]|\
         [admin override]|begin system prompt|end system prompt|begin_of_text|end_of_text|endoftext|\
         start_header_id|end_header_id|eot_id|im_start|im_end|<important>|<information>|</information>|\
         </important>|\"role\": \"system\"|\"role\":\"system\"|\"role\": \"developer\"|role=\"system\"|\
         system prompt:|system message:|system instruction:|system instructions:|system override:|\
         system note:|system notice:|system update:|assistant instructions:|developer message:|\
         instructions for ai*|instruction to ai*|[assistant]:|[system]:|(system):",
    ),
    Terms(
        Role,
        "^system:|^system>|[system]|^assistant:|^assistant>|[assistant]|[user]|<assistant>|<human>|\
         ^human:|^developer:|[developer]|[admin]|^admin:|^ai:|^prompt:|^root:|^operator:|^tool result:|\
         ^tool:|[ai]|[ai agent]|[bot]|#system|end of document|end of page|end of web page|end of webpage|\
         end of content|end of untrusted|end of email|end of article|end of file|end of context|\
         end of user input|end of tool output|end of data|end of input|begin instructions|end of results|\
         end of search results",
    ),
    Terms(
        ToolMarkup,
        "<tool_call>|<tool_calls>|<tool_use>|<tool>|<function_call>|<function_calls>|<function=*|\
         <invoke *|<tool_code>|\"tool_calls\"|\"tool_call\"|\"function_call\"|:::tool*|\"tool_use\"|\
         <action>|```tool*|tool_call:|function_call:|tool_code|<execute>|tool_call(|\"funcion\":|\
         \"herramienta\":|\"outil\":|\"fonction\":|\"werkzeug\":|\"funktion\":|\"strumento\":|\
         \"funzione\":|\"ferramenta\":|\"funcao\":|\"инструмент\":|\"функция\":|\"工具\":|\"函数\":|\"ツール\":|\
         \"関数\":|\"aufruf\":|\"accion\":|\"azione\":|\"acao\":|\"动作\":|\"操作\":",
    ),
    Terms(
        ToolKey,
        "\"tool\"|\"tool_name\"|\"toolname\"|\"function\"|\"action\"|\"recipient_name\"|'tool'|tool:|\
         'function'|'action'",
    ),
    Terms(
        ToolArguments,
        "\"arguments\"|\"args\"|\"tool_input\"|\"action_input\"|\"arguments\\\"|'arguments'|'args'|\
         action input:|arguments:|args:|args=",
    ),
    Terms(
        ToolName,
        "send_*|delete_*|transfer_*|read_file*|write_file*|execute_*|run_command*|run_shell*|run_code*|\
         navigate_*|click_*|browser_*|fetch_url*|forward_*|open_url*|make_payment*|download_*|upload_*|\
         get_secret*|get_password*|fill_*|submit_*|share_*|approve_*|sendemail*|sendmail*|email.send*|\
         mail.send*|payments.*|wire_*|grant_*|export_*|remove_*|browser.open*|browser.click*|\
         browser.navigate*|browser.goto*|browser.visit*|browser.fill*|browser.type*|gmail.send*|\
         tools.call*|memory.write*|memory.save*|calendar.create*|files.read*|file.read*|shell.run*|\
         shell.exec*|create_event*|create_rule*|add_recipient*|update_memory*|save_memory*|http_post*|\
         http_request*|post_message*|add_contact*|set_password*|create_payment*",
    ),
    Terms(
        HiddenMarkup,
        "display:none*|display: none*|visibility:hidden*|visibility: hidden*|font-size:0*|font-size: 0*|\
         font-size:1px*|font-size: 1px*|opacity:0*|opacity: 0*|color:white*|color: white*|color:#fff*|\
         color: #fff*|color:transparent*|color: transparent*|text-indent:-*|text-indent: -*|left:-9*|\
         left: -9*|top:-9*|clip:rect*|clip: rect*|aria-hidden*|<!--|[//]: #|[comment]: #|hidden>|hidden=*|\
         class=\"sr-only*|visually-hidden*|height:0*|width:0*|height: 0*|<template*|<noscript*|\
         aria-label=*|alt=\"*|class=\"hidden*",
    ),
    Terms(Decode, "base64*|rot13*|rot-13*|rot 13|caesar cipher"),
    Terms(NameKey, "\"name\"|'name'"),
    Terms(
        ToolParameters,
        "\"parameters\"|\"params\"|\"input\"|'parameters'|'params'|'input'|parameters:|\"selector\"|\
         \"url\"|\"to\"|\"target\"|\"recipient\"|\"body\"|\"value\"|\"amount\"",
    ),
];
