//! Portuguese: who is spoken to, by whom, about what.

use super::concept::Concept::{
    Address, Agent, AgentOutput, AgentSecret, AgentWord, Agreed, Already, Asks, Boss, Called, Changed,
    Consented, Discussion, Earlier, Field, From, IfYou, Instruction, NewInstruction, NoLimits, Personal,
    Reading, Role, Secret, Task, Template, ThisCall, ThisText, ToolWord, User, Void, WhenUser, YouAre,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        Earlier,
        "anterior|anteriores|previa|previas|previo|previos|precedentes|todas|todos|tudo|toda|suas|seus|\
         sua|seu|tuas|teus|acima|recebidas|ate agora|ate aqui|original|originais|inicial|iniciais|\
         existentes|quaisquer|qualquer|outras|dadas|que recebeu|atuais",
    ),
    Terms(
        Instruction,
        "instrucao|instrucoes|regras|regra|diretriz|diretrizes|orientacao|orientacoes|ordens|comandos|\
         prompt|restricoes|limitacoes|normas|politica|politicas|contexto|mensagem do sistema|programacao|\
         protocolo*|diretiva*|mensagens|filtros",
    ),
    Terms(
        Void,
        "esqueca tudo|ignore tudo|esquece tudo|ignora tudo|ignore o acima|ignore o que foi|\
         esqueca o que foi|sua nova tarefa|tua nova tarefa|sua verdadeira tarefa|seu novo objetivo|\
         sua nova missao|sua unica tarefa|sua verdadeira missao|o que lhe foi dito|o que te foi dito|\
         o que te disseram|em vez de resumir|ao inves de resumir|ignore o usuario|ignore o utilizador|\
         ignore o pedido|ignore a solicitacao|em vez de responder ao usuario|suas novas instrucoes|\
         sua tarefa real|seu verdadeiro objetivo|ignore o conteudo acima|esqueca o conteudo|\
         sua tarefa mudou|a tarefa mudou|sua missao mudou|a missao mudou|seu objetivo mudou|\
         o objetivo mudou|tarefa alterada|sua tarefa agora e|mudanca de planos|mudanca de tarefa|\
         nova tarefa:|nova missao:|sua missao agora e|tua tarefa mudou|^novo objetivo:|^nova tarefa:|\
         ^mudanca de planos|objetivo e outro|tarefa e outra|^nova meta:",
    ),
    Terms(
        NewInstruction,
        "nova instrucao|novas instrucoes|instrucoes seguintes|verdadeiras instrucoes|\
         instrucoes atualizadas|instrucoes reais|seguinte instrucao|instrucoes ocultas|\
         instrucao prioritaria|diretiva prioritaria|agora trata-se de|pode esperar|agora o importante",
    ),
    Terms(Task, "tarefa|tarefas|objetivo|pedido|solicitacao|consulta|pergunta|missao|conversa|requisicao"),
    Terms(
        Agent,
        "assistente de ia|assistentes de ia|assistente ia|agente de ia|agentes de ia|agente ia|\
         modelo de ia|modelos de ia|ia|inteligencia artificial|modelo de linguagem|modelos de linguagem|\
         chatbot|chatbots|agente de navegacao|agente de navegador|agente do navegador|agente navegador|\
         agente web|sistema automatizado|sistemas automatizados|agente automatizado|agentes automatizados|\
         assistente automatizado|assistente virtual|assistente digital|assistente automatico|\
         leitor automatico|leitores automaticos|leitores automatizados|sistema de ia|sistemas de ia|\
         ferramenta de ia|ferramentas de ia|agente autonomo|agentes autonomos|assistente de e-mail|\
         assistente de email|assistente de navegacao",
    ),
    Terms(
        AgentWord,
        "assistente|assistentes|agente|agentes|modelo|modelos|robo|robos|bot|bots|maquina|ferramenta que|\
         programa que|ajudante|ajudantes|software|ferramentas de leitura|leitores de tela",
    ),
    Terms(
        Address,
        "caro|cara|prezado|prezada|prezados|querido|atencao|nota para|nota ao|aviso para|aviso ao|aviso a|\
         mensagem para|mensagem ao|mensagem a|a qualquer|a todo|para qualquer|instrucao para|\
         instrucoes para|instrucoes ao|instrucao ao|dirigido a|destinado a|destinada a|voce, |voce como|\
         escute|informacao para|lembrete para|estimado|gentil se|gratos se|gentileza de",
    ),
    Terms(
        Reading,
        "le isto|leia isto|lendo isto|ler isto|le isso|lendo isso|ler isso|le este|lendo este|ler este|\
         leia este|le esta|lendo esta|ler esta|leia esta|processar esta|processar este|processando|\
         processa esta|resumir esta|resumir este|resumindo|analisar esta|analisando|que le|que leia|\
         que leem|que leiam|que processe|que processa|que resuma|que estiver lendo|que compara|\
         que compare|que resume|que ler|lendo|que prepara|que analisa|que analise|que estiver resumindo|\
         resumir estas|que visitam|que visitem",
    ),
    Terms(
        IfYou,
        "se voce e|se voce for|se es um|se es uma|se fores|como voce e|ja que voce e|caso voce seja|\
         como assistente|como modelo|como agente|como ia|como uma ia|no seu papel|se for um assistente|\
         se for uma ia|se e uma ia|se e um assistente|se for um agente|lido por um programa|nao e humano|\
         se perguntarem a um chatbot",
    ),
    Terms(
        User,
        "o usuario|ao usuario|do usuario|a usuaria|o utilizador|ao utilizador|do utilizador|usuario|\
         utilizador|seu usuario|pelo usuario|pelo utilizador|titular da conta|a pessoa que voce|seu dono|\
         da usuaria|a utilizadora|pessoa que voce ajuda|pessoa para quem|pessoa que te usa|\
         a quem voce ajuda|pessoa a quem|seu proprietario|quem voce ajuda|para quem voce trabalha|\
         o seu dono|do seu dono|quem te usa|quem usa voce|do dono|seu utilizador|vosso utilizador|\
         seu humano",
    ),
    Terms(
        WhenUser,
        "se o usuario|quando o usuario|sempre que o usuario|assim que o usuario|se o utilizador|\
         quando o utilizador|sempre que o utilizador|se te perguntarem|se perguntarem|quando perguntarem|\
         se alguem perguntar|caso o usuario|caso o utilizador|quando perguntado|se perguntado|\
         se for perguntado|quando for perguntado|quando a pessoa|se a pessoa que|se o seu usuario|\
         quando o seu usuario",
    ),
    Terms(
        Agreed,
        "aprovou|aprovado|aprovada|aceitou|aceite|autorizou|autorizado|autorizada|autorizacao|consentiu|\
         consentimento|confirmou|confirmado|deu a sua|deu sua|permissao|acordo|validado|permitido|\
         aprovacao|esta ciente|concordou|de acordo|pre-aprovad*|foi informado|deu permissao",
    ),
    Terms(
        Asks,
        "quer|deseja|pediu|solicita|solicitou|precisa|espera|pede|prefere|mudou|gostaria|exige|ordenou|\
         decidiu|pretende",
    ),
    Terms(
        Boss,
        "administrador*|administradora|desenvolvedor*|programador*|equipe de seguranca|\
         equipa de seguranca|departamento de ti|equipe de ti|equipa de ti|openai|anthropic|operador|\
         seu criador|seus criadores|departamento juridico|departamento de conformidade|\
         equipe de conformidade|equipa de conformidade|equipe tecnica|fabricante|equipe de compliance|\
         departamento de fraude*|setor antifraude|equipe antifraude",
    ),
    Terms(
        From,
        "mensagem de|mensagem do|mensagem da|mensagem oficial|aviso de|aviso do|aviso da|da parte de|\
         da parte do|em nome de|em nome do|em nome da|aqui e o|aqui fala|aqui quem fala|sou o|sou a|\
         sou seu|sou o seu|por ordem|instrucao de|instrucao do|instrucao da|instrucoes do|instrucoes da|\
         autorizado por|autorizado pelo|aprovado por|aprovado pela|aprovado pelo|comunicado de|\
         comunicado do|comunicado da|como seu|nota do|nota da|emitido por|emitido pela|da equipe|\
         da equipa|este e um",
    ),
    Terms(
        YouAre,
        "agora voce e|voce agora e|a partir de agora voce|agora es|voce e agora|aja como|age como|\
         atue como|atua como|comporte-se como|comporta-te|finja|finge|faca de conta|simule ser|\
         assuma o papel|assume o papel|assuma a identidade|adote o papel|adote a|interprete o papel|\
         desempenhe o papel|imagine que voce|seu nome e|voce se chama|voce nao e mais|ja nao es|\
         seu novo papel|sua nova identidade|seu novo nome|responda como|entre em modo|entre no modo|\
         mude para o modo|ative o modo|passe para o modo|torne-se|faca-se passar|deixou de ser",
    ),
    Terms(
        NoLimits,
        "sem restricoes|sem restricao|sem limites|sem limitacoes|sem filtros|sem filtro|sem censura|\
         sem regras|nenhuma restricao|nenhuma regra|nenhum limite|nenhum filtro|modo desenvolvedor|\
         modo de desenvolvedor|modo programador|modo de depuracao|modo debug|modo administrador|\
         modo manutencao|modo de manutencao|irrestrit*|ilimitad*|nao censurad*|regras de seguranca|\
         filtros de seguranca|medidas de seguranca|nunca recusa|nunca recuse|livre de|libertado de|\
         modo de teste|sem etica|nao tem regras|sem nenhuma",
    ),
    Terms(
        Secret,
        "senha|senhas|palavra-passe|palavras-passe|credenciais|chave de api|chaves de api|chave api|\
         chaves api|chave da api|chave privada|chaves privadas|chaves|token|tokens|cookies|cookie|segredo|\
         segredos|cartao de credito|numero do cartao|dados do cartao|codigo de verificacao|\
         codigo de confirmacao|codigo de seguranca|pin|variaveis de ambiente|frase de recuperacao",
    ),
    Terms(
        AgentSecret,
        "prompt do sistema|prompt de sistema|mensagem do sistema|seu prompt|suas instrucoes|\
         tuas instrucoes|historico da conversa|historico de conversa|historico do chat|a conversa|\
         desta conversa|esta conversa|nossa conversa|seu contexto|sua memoria|suas regras|\
         sua configuracao|o que o usuario|o que o utilizador|dados do usuario|instrucoes do sistema|\
         instrucoes internas|instrucoes iniciais|suas ferramentas|contexto completo|conversa inteira|\
         toda a conversa|conversa completa|configuracao inicial|senha salva|senhas salvas|\
         credenciais salvas|senha guardada|cartao salvo|cartao guardado|conta salva|senhas guardadas|\
         cartao cadastrado",
    ),
    Terms(
        AgentOutput,
        "sua resposta|tua resposta|suas respostas|seu resumo|teu resumo|no resumo|sua saida|seu relatorio|\
         sua recomendacao|sua analise|sua avaliacao|sua proxima|seu proximo|resposta final|sua sintese|\
         seu resultado|ao seu resultado|ao fazer o resumo|ao resumir",
    ),
    Terms(ToolWord, "ferramenta|ferramentas|funcao|comando|terminal|script|api"),
    Terms(
        Discussion,
        "injecao de prompt*|injecoes de prompt*|prompt injection|atacante|atacantes|invasor*|pesquisador*|\
         investigador*|por exemplo|golpista*|burlao|burloes|frases como|ataque|ataques|criminoso*|\
         vulnerabilidade*|do tipo",
    ),
    Terms(
        Template,
        "mensagem do sistema:|instrucao do sistema|instrucoes do sistema|[sistema]|[mensagem do sistema]|\
         [instruc*|<sistema>|</sistema>|### instruc*|<instruc*|nota do sistema|instrucoes para a ia|\
         instrucao para a ia|nota para a ia|diretiva do sistema|aviso do sistema",
    ),
    Terms(
        Role,
        "^usuario:|^utilizador:|desenvolvedor:|fim do documento|fim da pagina|fim do conteudo|\
         fim da mensagem|fim do artigo|fim do e-mail|fim do email|fim do texto",
    ),
    Terms(
        Called,
        "^assistente,|^assistente:|^assistente!|^assistentes,|^assistentes:|^assistentes!|^agente,|\
         ^agente:|^agente!|^agentes,|^agentes:|^agentes!|^ia,|^ia:|^ia!|^bot,|^bot:|^bot!|ao agente|\
         ao assistente|para a ia|para o assistente|para o agente|para os assistentes|qualquer ia|\
         qualquer assistente|qualquer agente|todo assistente|ola assistente|ola, assistente|\
         aos assistentes|aos agentes|todos os assistentes|as ias|a ferramenta que|para a ferramenta|\
         lido por um programa|lido por um software|lido por uma maquina|agentes de ia:|assistentes de ia:|\
         gentil assistente|quem controla este|quem opera este|os bots que|os robos que",
    ),
    Terms(
        ThisText,
        "esta pagina|desta pagina|este documento|deste documento|este texto|deste texto|esta mensagem|\
         este e-mail|este email|este artigo|este conteudo|deste conteudo|este navegador|desta caixa|\
         esta caixa|esta loja",
    ),
    Terms(
        Consented,
        "cliente ja|cliente esta ciente|cliente foi|titular ja|ja deu|ja concordou|ja aceitou|ja aprovou|\
         em seu nome|em nome dele|autorizacao ja|em nome do usuario|em nome do utilizador",
    ),
    Terms(Changed, "mudou|mudaram|agora e|foi alterada|foi alterado|acaba de mudar|passa a ser"),
    Terms(Field, "formulario|campo|comentarios|caixa de texto|campo de busca"),
    Terms(ThisCall, "esta chamada|tal como esta|tal e qual|este bloco"),
    Terms(
        Personal,
        "dados bancarios|numero da conta|saldo|iban|cpf|dados pessoais|informacoes pessoais|\
         lista de contatos|lista de contactos|contatos|contactos|caixa de entrada|documentos|codigo-fonte|\
         codigo fonte|confidencia*|privado*|privada*|historico de navegacao|historico|\
         area de transferencia|calendario|agenda|faturas|extrato*|endereco de e-mail|endereco de email|\
         numero de telefone|arquivos|ficheiros|abas|separadores|lista de clientes|frase-semente|\
         passaporte|sessao|telefone|endereco|todos os e-mails|ultimos e-mails|todas as mensagens",
    ),
    Terms(Already, "ja"),
];
