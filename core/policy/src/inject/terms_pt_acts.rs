//! Portuguese: verbs that command, and how they are to be obeyed.

use super::concept::Concept::{
    Act, Best, Call, Covert, Decode, Forget, FromNow, Memory, Modal, Must, Negation, NoAsk, Obey, Only, Rank,
    Remember, Respond, Reveal, Send, Sequence, Silence,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        FromNow,
        "a partir de agora|de agora em diante|daqui em diante|doravante|desde agora|a partir deste|\
         ate novo aviso|ate segunda ordem|pelo resto",
    ),
    Terms(
        Only,
        "so|somente|apenas|unicamente|exatamente|nada mais|em vez disso|em vez de|no lugar|exclusivamente|\
         literalmente|textualmente|palavra por palavra|a frase|o seguinte|a seguinte|o link|a palavra",
    ),
    Terms(
        Silence,
        "nao diga|nao digas|nao conte|nao contes|nao mencione|nao menciones|nao o mencione|nao informe|\
         nao informes|nao revele|nao reveles|nao avise|nao avises|nao divulgue|nao comente|sem dizer|\
         sem mencionar|sem avisar|sem informar|sem notificar|sem contar|em segredo|secretamente|\
         silenciosamente|em segundo plano|mantenha isto|mantenha isso|nao deve saber|nao pode saber|\
         nao precisa saber|sem que o usuario|sem que o utilizador|as escondidas|oculte|esconda|nao mostre|\
         nao mostres|nao notifique|nao faca referencia|nao faca mencao|como se nada|sem deixar rastro|\
         nao exiba|nao relate|sem o conhecimento|nao cite|omita|sem que ele|nao fale do|nao fale da|\
         nao fale sobre|nao digas ao|deixar de fora|deixe de fora|omitir|omite|ficar sabendo|\
         nao deve descobrir",
    ),
    Terms(
        NoAsk,
        "sem perguntar|sem pedir|sem confirmacao|sem confirmar|sem solicitar|sem autorizacao|sem esperar|\
         sem aguardar|sem aprovacao|sem mais|nao pergunte|nao perguntes|nao peca|nao pecas|nao espere|\
         nao aguarde|nao solicite|nao e necessario|nao e necessaria|nao e preciso|\
         nao precisa de confirmacao|nenhuma confirmacao|nao requer|sem hesitar|sem verificar|\
         dispensa confirmacao|nao precisa pedir|nao precisa perguntar|nao ha tempo|nao da tempo|\
         sem tempo para|confirmacoes estao|confirmacao esta desativada|sem revisao humana|nunca pede|\
         nunca pergunta|ja confirmad*|nao perca tempo|desative as confirmacoes|sem conferir|\
         sem intervencao humana|incomoda-lo|incomoda-la|preciso incomodar|sem incomodar",
    ),
    Terms(
        Sequence,
        "antes de responder|antes de resumir|antes de prosseguir|antes de seguir|antes de mais|\
         depois continue|depois prossiga|depois continua|e prossiga|prossiga com|continue a tarefa|\
         retome a tarefa|para concluir a tarefa|para completar a tarefa|passo obrigatorio|\
         etapa obrigatoria|as seguintes acoes|seguintes acoes|faca o seguinte|execute o seguinte|\
         depois de ler|apos ler|como parte da tarefa|como parte da sua tarefa|so entao|aproveite e",
    ),
    Terms(
        Must,
        "deves|devera|voce deve|tens de|e obrigatorio|obrigatorio|obrigatoriamente|urgentemente|\
         imediatamente|e imprescindivel|requerido|obrigado a|o quanto antes|agora mesmo|de imediato|\
         gentileza|urgente",
    ),
    Terms(Negation, "nunca|nao|jamais|nenhum|nenhuma"),
    Terms(Modal, "deve|devem|devera|deverao|tem de|tem que"),
    Terms(
        Covert,
        "sem avisar|sem dizer|sem informar|sem contar|em segredo|as escondidas|sem que o usuario|\
         secretamente",
    ),
    Terms(
        Forget,
        "^ignore|^ignora|^ignorem|^ignorar|^esqueca|^esquece|^esquecam|^esquecer|^desconsidere|\
         ^desconsidera|^desconsiderar|^despreze|^descarte|nao siga|nao sigas|^pare de seguir|\
         ^deixe de seguir|nao leve em conta|nao tenha em conta|^anule|^anula|^cancele|^contorne|^burle|\
         nao sao mais validas|nao sao mais validos|ja nao sao validas|nao valem mais|nao se aplicam mais|\
         estao revogadas|estao canceladas|foram substituidas|foram revogadas|substituem|substitui|\
         ^prevalecem|tem prioridade sobre|tem precedencia|^deixe de lado|^ponha de lado|^abandone|^apague|\
         ^sobreponha|^sobrescreva|^pule|^desobedeca|sem efeito|^desrespeite",
    ),
    Terms(
        Send,
        "^envie|^envia|^enviar|^enviem|^mande|^manda|^mandar|^encaminhe|^encaminha|^encaminhar|\
         ^reencaminhe|^reencaminha|^transmita|^transmitir|^publique|^publica|^poste|^carregue|\
         ^faca upload|^anexe|^anexa|^anexar|^acrescente|^acrescenta|^acrescentar|^adicione|^adiciona|\
         ^adicionar|^insira|^inserir|^inclua|^inclui|^incluir|^compartilhe|^partilhe|^copie|^copia|\
         ^copiar|^cole|^escreva|^escreve|^remeta|^exfiltre|^colete|^recolha|^reuna|^codifique|^coloque|\
         ^forneca|^exporte|^entregue|^submeta|^repasse|^junte",
    ),
    Terms(
        Reveal,
        "^revele|^revela|^revelar|^mostre|^mostra|^mostrar|^exiba|^exibe|^exibir|^repita|^repete|^imprima|\
         ^imprime|^divulgue|^liste|^cite|^recite|^leia|^extraia|^procure|^busque|^pesquise|^abra|^diga|\
         ^despeje",
    ),
    Terms(
        Act,
        "^clique|^clica|^clicar|^pressione|^toque|^exclua|^excluir|^apague|^apaga|^apagar|^elimine|\
         ^elimina|^eliminar|^delete|^transfira|^transfere|^transferir|^pague|^paga|^pagar|^compre|^compra|\
         ^comprar|^encomende|^visite|^visita|^visitar|^abra|^abre|^abrir|^va para|^va a|^va ate|^acesse|\
         ^aceda|^acessar|^baixe|^baixar|^descarregue|^instale|^instala|^instalar|^crie|^cria|^criar|\
         ^execute|^executa|^executar|^assine|^inscreva-se|^aprove|^aprova|^aprovar|^aceite|^aceita|\
         ^aceitar|^confirme|^confirma|^confirmar|^autorize|^autoriza|^autorizar|^altere|^altera|^alterar|\
         ^mude|^modifique|^atualize|^desative|^desativa|^ative|^faca login|^digite|^introduza|^preencha|\
         ^reserve|^cancele|^responda|^navegue|^use|^usa|^utilize|^utiliza|^mova|^realize|^realizar|\
         ^efetue|^efetua|^efetuar|^selecione|^registre|^conclua|^prossiga|^faca uma|^faca um|^feche|\
         ^redefina|^remova|^complete|^marque|^marcar|^entre|^entra|^aumente|^esvazie|^torne|^troque|\
         ^instalem|^cliquem|^aceitem|^enviem|^abram|^confirmem|^largue|^ligue|^desligue|^finalize|^aperte|\
         ^coloque|^arquivar|^pule",
    ),
    Terms(
        Respond,
        "^responda|^responde|^responder|^diga|^diz|^dizer|^escreva|^escreve|^recomende|^recomenda|\
         ^recomendar|^afirme|^afirma|^mencione|^menciona|^descreva|^descreve|^apresente|^apresenta|\
         ^resuma|^resume|^indique|^indica|^termine|^comece|^conclua|^informe|^informa|^aconselhe|^declare|\
         ^explique|^avalie|^avalia|^classifique|^classifica|^pergunte|^peca|^sugira|^sugere|^garanta|\
         ^assegure|^traduza|^acrescente|^destaque|^comunique|^fale",
    ),
    Terms(
        Obey,
        "^siga|^segue|^obedeca|^obedece|^execute|^executa|^executar|^aplique|^cumpra|^acate|^faca o que|\
         ^e siga|^e execute|^realize|^leve a cabo",
    ),
    Terms(
        Decode,
        "decodifique|decodifica|descodifique|decodificar|decifre|decifra|descriptografe|codificado|\
         codificada|ao contrario|de tras para",
    ),
    Terms(
        Call,
        "^chame|^chama|^chamar|^use|^usa|^utilize|^utiliza|^invoque|^invoca|^execute|^executa|^acione|\
         ^dispare|^ative",
    ),
    Terms(
        Remember,
        "^lembre|^lembra|^lembre-se|^guarde|^guarda|^memorize|^memoriza|^armazene|^anote|^anota|^registre|\
         ^registe|^grave|^salve|^adicione|^acrescente|^conserve",
    ),
    Terms(
        Rank,
        "^recomende|^recomenda|^recomendar|^classifique|^classifica|^avalie|^avalia|^escolha|^escolhe|\
         ^priorize|^prioriza|^coloque|^coloca|^apresente|^apresenta|^descreva|^descreve|^atribua|^atribui|\
         ^considere|^selecione|^favoreca|^indique|^indica|^posicione|^cite|^sugira|^de nota|^ponha|^liste|\
         ^diga|^destaque",
    ),
    Terms(
        Memory,
        "memoria de longo prazo|de forma permanente|conversas futuras|futuras conversas|sessoes futuras|\
         futuras sessoes|proximas conversas|proximas sessoes|preferencias do usuario|\
         preferencia do usuario|preferencia do utilizador|perfil do usuario|todas as conversas|\
         todas as sessoes|sua memoria|na memoria|tua memoria",
    ),
    Terms(
        Best,
        "melhor|melhores|primeiro lugar|cinco estrelas|5 estrelas|nota maxima|pontuacao maxima|positiv*|\
         ideal|ideais|excelente*|unico|unica|perfeit*|favoravel*|acima de|a mais|o mais|10/10|segur*|\
         confiave*|recomendad*|vencedor*|em primeira posicao|mais barat*|primeira opcao",
    ),
];
