//! Spanish: verbs that command, and how they are to be obeyed.

use super::concept::Concept::{
    Act, Best, Call, Covert, Decode, Forget, FromNow, Memory, Modal, Must, Negation, NoAsk, Obey, Only, Rank,
    Remember, Respond, Reveal, Send, Sequence, Silence,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        FromNow,
        "a partir de ahora|de ahora en adelante|desde ahora|en adelante|desde este momento|\
         a partir de este|hasta nuevo aviso|por el resto",
    ),
    Terms(
        Only,
        "solo|solamente|unicamente|exactamente|nada mas|en su lugar|en lugar de|exclusivamente|\
         literalmente|textualmente|la frase|lo siguiente|el siguiente|la siguiente|palabra por palabra|\
         el enlace|la palabra",
    ),
    Terms(
        Silence,
        "no digas nada|no diga nada|no le digas|no le diga|no menciones|no mencione|no lo menciones|\
         no lo mencione|no informes|no informe|no le informes|no reveles|no revele|no avises|no avise|\
         no divulgues|no comentes|sin decirlo|sin mencionar|sin mencionarlo|sin avisar|sin informar|\
         sin notificar|en secreto|secretamente|silenciosamente|en segundo plano|manten esto|mantenga esto|\
         no debe saber|no debe enterarse|no debe saberlo|sin que el usuario|ocultalo|no muestres|\
         no muestre|no notifiques|no notifique|a escondidas|guarda el secreto|no necesita saber|\
         no necesita saberlo|como si nada|no hagas referencia|no haga referencia|no lo comentes|\
         sin dejar rastro|ni una palabra|sin decirselo|no hables de|no hable de|calla|no cuentes|silencia|\
         discretamente|omitir|omite|dejar fuera|deja fuera|por que enterarse|no tiene que saber*|\
         no tiene que enterarse",
    ),
    Terms(
        NoAsk,
        "sin preguntar|sin pedir|sin confirmacion|sin confirmar|sin solicitar|sin autorizacion|\
         sin esperar|sin aprobacion|sin mas|no preguntes|no pregunte|no pidas|no pida|no esperes|\
         no espere|no solicites|no solicite|no es necesario|no es necesaria|no hace falta|no se requiere|\
         no se necesita|ninguna confirmacion|no requiere|sin dudar|sin verificar|no necesitas|\
         no hay tiempo|sin tiempo para|confirmaciones estan|confirmacion esta desactivada|\
         sin revision humana|sin validacion|nunca pide|nunca pregunta|ya confirmad*|no pierdas tiempo|\
         si esperas a preguntar|desactiva las confirmaciones|sin comprobar|sin revision|molestarle|\
         molestarlo|molestarla|sin molestar",
    ),
    Terms(
        Sequence,
        "antes de responder|antes de resumir|antes de seguir|antes de proceder|antes de nada|\
         luego continua|luego continue|despues continua|despues continue|despues, continua|\
         sigue con la tarea|retoma la tarea|retome la tarea|para completar la tarea|\
         para terminar la tarea|paso obligatorio|las siguientes acciones|haz lo siguiente|\
         haga lo siguiente|realiza lo siguiente|despues de leer|como parte de la tarea|\
         como parte de tu tarea",
    ),
    Terms(
        Must,
        "debes|deberas|debera|tienes que|tiene que|es obligatorio|obligatorio|obligatoriamente|\
         urgentemente|inmediatamente|de inmediato|podrias|es imprescindible|requerido|estas obligado|\
         cuanto antes|ahora mismo|urgente",
    ),
    Terms(Negation, "nunca|no|jamas|ningun|ninguna"),
    Terms(Modal, "debe|deben|debera|deberan|tiene que|tienen que"),
    Terms(
        Covert,
        "sin decirselo|sin decirlo|sin avisar|sin informar|sin mencionarlo|en secreto|sin que el usuario|\
         a escondidas",
    ),
    Terms(
        Forget,
        "^ignora|^ignore|^ignoren|^ignorar|^olvida|^olvide|^olviden|^olvidate|^olvidar|^descarta|\
         ^descarte|^desestima|^desestime|^omite|^omita|haz caso omiso|haga caso omiso|no hagas caso|\
         no haga caso|no sigas|no siga|^deja de seguir|^deje de seguir|^pasa por alto|^pase por alto|\
         no tengas en cuenta|no tenga en cuenta|^anula|^anule|^anulan|^cancela|^cancele|ya no son validas|\
         ya no son validos|ya no aplican|ya no se aplican|quedan anuladas|quedan sin efecto|\
         quedan canceladas|quedan derogadas|sustituye|sustituyen|reemplazan|reemplaza|^prevalecen|\
         tienen prioridad sobre|tiene prioridad sobre|^deja de lado|^deje de lado|^abandona|^salta|^borra|\
         ^elude|^desobedece|queda anulada|queda sin efecto",
    ),
    Terms(
        Send,
        "^envia|^envie|^envian|^enviar|^enviale|^manda|^mande|^mandar|^reenvia|^reenvie|^reenviar|\
         ^transmite|^transmita|^transmitir|^publica|^publique|^sube|^suba|^subir|^adjunta|^adjunte|\
         ^adjuntar|^agrega|^agregue|^anade|^anada|^anadir|^inserta|^inserte|^insertar|^incluye|^incluya|\
         ^incluir|^comparte|^comparta|^compartir|^copia|^copie|^copiar|^pega|^pegue|^escribe|^escriba|\
         ^remite|^remita|^exfiltra|^recopila|^recopile|^recoge|^codifica|^codifique|^pon|^ponga|\
         ^proporciona|^carga|^cargue|^exporta|^exporte|^entrega|^entregue|^facilita|^reune|^coloca|\
         ^coloque|haz llegar",
    ),
    Terms(
        Reveal,
        "^revela|^revele|^revelar|^muestra|^muestre|^mostrar|^repite|^repita|^imprime|^imprima|^divulga|\
         ^da|^lista|^liste|^cita|^recita|^lee|^lea|^extrae|^extraiga|^busca|^busque|^abre|^abra|^dime|\
         ^digame|^exhibe|^vuelca",
    ),
    Terms(
        Act,
        "haz clic|haga clic|hacer clic|^pulsa|^pulse|^presiona|^presione|^elimina|^elimine|^eliminar|\
         ^borra|^borre|^borrar|^transfiere|^transfiera|^transferir|^paga|^pague|^pagar|^compra|^compre|\
         ^comprar|^pide|^visita|^visite|^visitar|^abre|^abra|^abrir|^ve a|^vaya a|^accede|^acceda|\
         ^acceder|^dirigete|^descarga|^descargue|^descargar|^instala|^instale|^instalar|^crea|^cree|\
         ^crear|^ejecuta|^ejecute|^ejecutar|^suscribe|^suscribete|^aprueba|^apruebe|^aprobar|^acepta|\
         ^acepte|^aceptar|^confirma|^confirme|^confirmar|^autoriza|^autorice|^autorizar|^cambia|^cambie|\
         ^cambiar|^modifica|^modifique|^actualiza|^actualice|^desactiva|^desactive|^activa|^active|\
         ^inicia sesion|^inicie sesion|^introduce|^introduzca|^ingresa|^ingrese|^rellena|^rellene|\
         ^reserva|^reserve|^cancela|^cancele|^responde|^responda|^navega|^navegue|^usa|^use|^utiliza|\
         ^utilice|^mueve|^realiza|^realice|^realizar|^efectua|^efectue|^selecciona|^seleccione|^registra|\
         ^completa|^complete|^procede|^proceda|^cierra|^firma|haz una|haga una|^reembolsa|^retira|\
         ^instalen|^den|^denle|^visitalo|^abran|^hagan|^marca|^marcar|^marque|^sube|^entra|^entre|^vacia|\
         ^vacie|^haz publica|^pulsad|^pulsen|^envien|^confirmen|^acepten|^aumenta|^deja|^ocupate|^pon|\
         ^ponga|^archivar|^omita",
    ),
    Terms(
        Respond,
        "^responde|^responda|^responder|^di|^diga|^decir|^dile|^digale|^escribe|^escriba|^recomienda|\
         ^recomiende|^recomendar|^afirma|^afirme|^menciona|^mencione|^describe|^describa|^presenta|\
         ^presente|^resume|^resuma|^indica|^indique|^termina|^termine|^empieza|^comienza|^concluye|\
         ^concluya|^informa|^informe|^aconseja|^declara|^declare|^explica|^explique|^califica|^califique|\
         ^evalua|^evalue|^clasifica|^clasifique|^pregunta|^sugiere|^sugiera|^asegura|^traduce|^anade|\
         ^contesta|^conteste|^senala|^pidele|^pide",
    ),
    Terms(
        Obey,
        "^sigue|^siga|^obedece|^obedezca|^ejecuta|^ejecute|^ejecutar|^aplica|^aplique|^cumple|^cumpla|\
         ^acata|haz lo que|haga lo que|^y sigue|^y siga|^y ejecuta|^lleva a cabo|^lleve a cabo|^realiza|\
         ^realice",
    ),
    Terms(
        Decode,
        "decodifica|decodifique|decodificar|descifra|descifre|descodifica|descodifique|desencripta|\
         codificado|codificada|al reves",
    ),
    Terms(
        Call,
        "^llama|^llame|^llamar|^usa|^use|^utiliza|^utilice|^invoca|^invoque|^ejecuta|^ejecute|^lanza|\
         ^lance|^activa",
    ),
    Terms(
        Remember,
        "^recuerda|^recuerde|^guarda|^guarde|^memoriza|^memorice|^almacena|^almacene|^anota|^anote|\
         ^registra|^registre|^graba|^conserva|^anade|^agrega|^apunta",
    ),
    Terms(
        Rank,
        "^recomienda|^recomiende|^recomendar|^clasifica|^clasifique|^puntua|^puntue|^elige|^elija|\
         ^prioriza|^priorice|^coloca|^coloque|^presenta|^presente|^evalua|^evalue|^califica|^califique|\
         ^describe|^describa|^pon|^ponga|^asigna|^asigne|^situa|^considera|^considere|^selecciona|\
         ^seleccione|^favorece|^favorezca|^otorga|^otorgue|^valora|^valore|^menciona|^da|^di|^diga|nombra|\
         ^sugiere",
    ),
    Terms(
        Memory,
        "memoria a largo plazo|de forma permanente|conversaciones futuras|futuras conversaciones|\
         sesiones futuras|futuras sesiones|proximas conversaciones|proximas sesiones|\
         preferencias del usuario|preferencia del usuario|perfil del usuario|todas las conversaciones|\
         todas las sesiones|futuras tareas|preferencia permanente|tu memoria|su memoria|en memoria|\
         en la memoria",
    ),
    Terms(
        Best,
        "mejor|mejores|primer lugar|primer puesto|cinco estrellas|5 estrellas|puntuacion maxima|\
         maxima puntuacion|positiv*|ideal*|excelente*|unico|unica|perfect*|favorable*|por encima|la mas|\
         el mas|10/10|segur*|fiable*|recomendad*|vencedor|ganador*|en primera posicion|primera opcion|\
         nota maxima|mas barat*|primera posicion",
    ),
];
