//! Spanish: who is spoken to, by whom, about what.

use super::concept::Concept::{
    Address, Agent, AgentOutput, AgentSecret, AgentWord, Agreed, Already, Asks, Boss, Called, Changed,
    Consented, Discussion, Earlier, Field, From, IfYou, Instruction, NewInstruction, NoLimits, Personal,
    Reading, Role, Secret, Task, Template, ThisCall, ThisText, ToolWord, User, Void, WhenUser, YouAre,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        Earlier,
        "anterior|anteriores|previo|previos|previa|previas|precedente*|todas|todos|todo|toda|tus|tu|sus|\
         su|de arriba|recibidas|hasta ahora|original|originales|inicial|iniciales|existente*|cualquier|\
         otras|otra|dadas|que te dieron|hasta este momento",
    ),
    Terms(
        Instruction,
        "instruccion|instrucciones|reglas|regla|directriz|directrices|indicacion|indicaciones|ordenes|\
         orden|prompt|comandos|restricciones|limitaciones|normas|politica|politicas|contexto|\
         mensaje del sistema|programacion|protocolo*|pautas|mensajes|filtros|directiva*",
    ),
    Terms(
        Void,
        "olvida todo|olvide todo|ignora todo|ignore todo|olvida lo anterior|ignora lo anterior|\
         ignore lo anterior|olvide lo anterior|descarta lo anterior|tu nueva tarea|su nueva tarea|\
         tu verdadera tarea|tu nuevo objetivo|su nuevo objetivo|tu nueva mision|tu unica tarea|\
         tu unica mision|tu verdadera mision|lo que te dijeron|lo que te pidieron|en lugar de resumir|\
         en vez de resumir|ignora al usuario|ignore al usuario|ignora la peticion|ignora la solicitud|\
         en lugar de responder al usuario|tus nuevas instrucciones|tu tarea real|tu verdadero objetivo|\
         sus nuevas instrucciones|tu tarea ha cambiado|tu mision ha cambiado|la tarea ha cambiado|\
         la mision ha cambiado|tu objetivo ha cambiado|su tarea ha cambiado|tu tarea ahora es|\
         cambio de tarea|cambio de planes|ya no tienen validez|haz caso solo|haga caso solo|nueva tarea:|\
         nueva mision:|tu tarea cambio|^nuevo objetivo:|^nueva tarea:|^cambio de planes|objetivo es otro|\
         tarea es otra|el objetivo ha cambiado|^nueva mision:",
    ),
    Terms(
        NewInstruction,
        "nueva instruccion|nuevas instrucciones|nueva directriz|verdaderas instrucciones|\
         instrucciones actualizadas|instrucciones reales|instrucciones a continuacion|\
         siguiente instruccion|instrucciones ocultas|instruccion prioritaria|directiva prioritaria|\
         ahora se trata de|puede esperar|ahora toca",
    ),
    Terms(Task, "tarea|tareas|objetivo|peticion|solicitud|consulta|pregunta|mision|conversacion|encargo"),
    Terms(
        Agent,
        "asistente de ia|asistentes de ia|asistente ia|agente de ia|agentes de ia|agente ia|modelo de ia|\
         modelos de ia|ia|inteligencia artificial|modelo de lenguaje|modelos de lenguaje|\
         modelo linguistico|chatbot|chatbots|agente de navegacion|agente navegador|agente del navegador|\
         agente web|sistema automatizado|sistemas automatizados|agente automatizado|agentes automatizados|\
         asistente automatizado|asistente virtual|asistente digital|asistente automatico|\
         lector automatico|lectores automaticos|lectores automatizados|sistema de ia|sistemas de ia|\
         herramienta de ia|herramientas de ia|agente autonomo|asistente de correo|asistente de navegacion|\
         agente de compras|sistemas automaticos",
    ),
    Terms(
        AgentWord,
        "asistente|asistentes|agente|agentes|modelo|modelos|robot|robots|bot|bots|maquina|herramienta que|\
         ayudante|ayudantes|programa que|ayudas de lectura|software|herramientas de lectura",
    ),
    Terms(
        Address,
        "querido|querida|estimado|estimada|estimados|atencion|nota para|nota al|aviso para|aviso al|\
         aviso a|mensaje para|mensaje al|mensaje a|a cualquier|a todo|para cualquier|instruccion para|\
         instrucciones para|instrucciones al|instruccion al|dirigido a|dirigido al|eres tu|usted es|tu, |\
         tu como|usted como|oye|escucha|informacion para|recordatorio para|amable que|amable si|\
         agradeceriamos que",
    ),
    Terms(
        Reading,
        "lees esto|lee esto|leyendo esto|leas esto|lea esto|lees este|lee este|leyendo este|lea este|\
         lea esta|lee esta|leyendo esta|lean este|lean esta|procesa esta|procesas esta|procesa este|\
         procesas este|procese este|procese esta|procesando|resume esta|resumes esta|resume este|\
         resumiendo|analiza esta|analizas esta|analizando esta|que lea|que lee|que lean|que leen|\
         que procese|que procesa|que resuma|visita esta|que compare|que compara|que resume|que resumen|\
         leyendo|resume estas|compara estas|que prepare|que analice|que vea|que visiten|que visitan",
    ),
    Terms(
        IfYou,
        "si eres|si usted es|si es usted|como eres|ya que eres|puesto que eres|en caso de ser|\
         como asistente|como modelo|como agente|como ia|en tu papel|leido por un programa|no un humano|\
         no eres humano|si se pregunta a un chatbot",
    ),
    Terms(
        User,
        "el usuario|la usuaria|al usuario|del usuario|usuario|tu usuario|su usuario|titular de la cuenta|\
         la persona a la que|tu dueno|la persona que te|persona a la que ayudas|persona para la que|\
         persona a quien|la persona que te usa|tu jefe|su dueno|persona a la que ayuda|persona para quien|\
         quien te usa|quien trabajas|quien te utiliza|vuestro usuario|de su dueno|tu humano|\
         de su propietario",
    ),
    Terms(
        WhenUser,
        "si el usuario|cuando el usuario|siempre que el usuario|en cuanto el usuario|si te preguntan|\
         cuando te pregunten|si alguien pregunta|cada vez que el usuario|si le preguntan|si la usuaria|\
         cuando te pidan|si te piden|cuando se te pregunte|si se te pregunta|cuando la persona|\
         si la persona a|si tu usuario|cuando tu usuario",
    ),
    Terms(
        Agreed,
        "aprobado|aprobada|aprobo|acepto|aceptado|autorizado|autorizada|autorizo|autorizacion|consentido|\
         consentimiento|confirmado|confirmo|dio su|ha dado su|permiso|acuerdo|validado|permitido|\
         aprobacion|esta al tanto|de acuerdo|preaprobad*|dado permiso|ha sido informado",
    ),
    Terms(
        Asks,
        "quiere|desea|pidio|ha pedido|solicita|solicito|ha solicitado|necesita|espera|te pide|le pide|\
         prefiere|ha cambiado|quisiera|exige|ordeno|ha decidido",
    ),
    Terms(
        Boss,
        "administrador*|administradora|desarrollador*|desarrolladores|equipo de seguridad|\
         departamento de ti|departamento de informatica|departamento de sistemas|equipo tecnico|openai|\
         anthropic|operador|tu creador|tus creadores|departamento de cumplimiento|departamento legal|\
         equipo de cumplimiento|departamento de seguridad|fabricante|departamento de fraude*|\
         equipo antifraude",
    ),
    Terms(
        From,
        "mensaje de|mensaje del|mensaje oficial|aviso de|aviso del|de parte de|de parte del|en nombre de|\
         en nombre del|habla el|habla la|te habla|soy el|soy la|soy tu|soy su|por orden|instruccion de|\
         instruccion del|instrucciones del|autorizado por|aprobado por|comunicado de|comunicado del|\
         este es un|como tu|nota de|nota del|emitido por|del equipo|aqui el|aqui tu|les habla|esto es un",
    ),
    Terms(
        YouAre,
        "ahora eres|eres ahora|usted es ahora|a partir de ahora eres|actua como|actue como|\
         comportate como|comportese como|finge|finja|haz como si|haz de cuenta|simula ser|simule ser|\
         asume el papel|asume el rol|asuma el rol|asuma el papel|adopta el papel|adopta el rol|adopta la|\
         interpreta el papel|imagina que eres|te llamas|tu nombre es|ya no eres|tu nuevo rol|\
         tu nuevo papel|tu nuevo nombre|responde como|responda como|entra en modo|cambia al modo|\
         pasa a modo|activa el modo|conviertete|eres libre|tu nueva identidad|hazte pasar|juega el papel|\
         desde ahora eres|desde hoy eres|a partir de hoy eres|de ahora en adelante eres",
    ),
    Terms(
        NoLimits,
        "sin restricciones|sin restriccion|sin limites|sin limitaciones|sin filtros|sin filtro|\
         sin censura|sin reglas|no tienes reglas|no tiene reglas|ninguna restriccion|ninguna regla|\
         modo desarrollador|modo de desarrollador|modo depuracion|modo administrador|modo mantenimiento|\
         modo de mantenimiento|modo dios|no censurado|ilimitad*|reglas de seguridad|filtros de seguridad|\
         medidas de seguridad|normas de seguridad|nunca se niega|nunca te niegas|ningun limite|\
         ningun filtro|libre de|liberado de|modo de prueba|sin etica|sin ninguna",
    ),
    Terms(
        Secret,
        "contrasena|contrasenas|credenciales|clave api|claves api|clave de api|claves de api|\
         clave de la api|clave privada|claves privadas|claves|token|tokens|cookies|cookie|secreto|\
         secretos|tarjeta de credito|numero de tarjeta|datos de la tarjeta|codigo de verificacion|\
         codigo de confirmacion|codigo de seguridad|pin|variables de entorno|frase semilla|\
         frase de recuperacion|sesion",
    ),
    Terms(
        AgentSecret,
        "prompt del sistema|prompt de sistema|mensaje del sistema|tu prompt|tus instrucciones|\
         sus instrucciones|historial de la conversacion|historial de conversacion|historial del chat|\
         la conversacion|esta conversacion|nuestra conversacion|tu contexto|tu memoria|tus reglas|\
         tu configuracion|lo que el usuario|datos del usuario|instrucciones del sistema|\
         instrucciones internas|instrucciones iniciales|tus herramientas|contexto completo|\
         historial de chat|tus directrices|la charla|configuracion inicial|contrasena guardada|\
         contrasenas guardadas|credenciales guardadas|tarjeta guardada|cuenta guardada|tarjeta almacenada|\
         contrasena almacenada",
    ),
    Terms(
        AgentOutput,
        "tu respuesta|su respuesta|tus respuestas|sus respuestas|tu resumen|su resumen|tu salida|\
         tu informe|su informe|tu recomendacion|tu analisis|tu evaluacion|su evaluacion|tu proxima|\
         tu proximo|tu siguiente|tu respuesta final|su recomendacion|tu resultado|su resultado|\
         al hacer el resumen|al resumir|en el resumen que",
    ),
    Terms(ToolWord, "herramienta|herramientas|funcion|comando|terminal|script|api"),
    Terms(
        Discussion,
        "inyeccion de prompt*|inyeccion de instrucciones|inyecciones de prompt*|atacante|atacantes|\
         investigador*|investigadores|por ejemplo|estafador*|frases como|ataque|ataques|ciberdelincuente*|\
         vulnerabilidad*|del tipo|delincuente*",
    ),
    Terms(
        Template,
        "mensaje del sistema:|instruccion del sistema|instrucciones del sistema|[sistema]|\
         [mensaje del sistema]|[instruccion*|<sistema>|</sistema>|### instruccion*|<instruccion*|\
         nota del sistema|instrucciones para la ia|instruccion para la ia|nota para la ia|\
         directiva del sistema|aviso del sistema",
    ),
    Terms(
        Role,
        "^sistema:|^usuario:|^asistente:|administrador:|desarrollador:|fin del documento|fin de la pagina|\
         fin del contenido|fin del mensaje|fin del articulo|fin del correo|fin del texto",
    ),
    Terms(
        Called,
        "^asistente,|^asistente:|^asistente!|^asistentes,|^asistentes:|^asistentes!|^agente,|^agente:|\
         ^agente!|^agentes,|^agentes:|^agentes!|^ia,|^ia:|^ia!|^bot,|^bot:|^bot!|al agente|al asistente|\
         para la ia|para el asistente|para el agente|para los asistentes|para las ia|cualquier ia|\
         cualquier asistente|cualquier agente|todo asistente|hola asistente|hola, asistente|a la ia|\
         al amable asistente|a la herramienta|querido asistente|todos los asistentes|todos los agentes|\
         a los asistentes|a los agentes|lo lee un programa|leido por un programa|leido por software|\
         lo lee una maquina|agentes de ia:|asistentes de ia:|agentes ia:|amable asistente|\
         quien controle este|quien controla este|los bots que|los robots que",
    ),
    Terms(
        ThisText,
        "esta pagina|este documento|este texto|este mensaje|este correo|este articulo|este contenido|\
         este navegador|este buzon|esta bandeja|esta tienda",
    ),
    Terms(
        Consented,
        "cliente esta al|cliente ya|cliente ha sido|titular ya|titular esta|ya ha dado su|ya ha aceptado|\
         ya dio su|en su nombre|autorizacion ya|a nombre del usuario|en nombre del usuario",
    ),
    Terms(Changed, "ha cambiado|han cambiado|ahora es|cambio:|ha sido modificada|acaba de cambiar|cambia:"),
    Terms(Field, "formulario|campo|cuadro de comentario*|comentarios|buscador|casilla"),
    Terms(ThisCall, "esta llamada|tal cual|la llamada anterior|este bloque"),
    Terms(
        Personal,
        "datos bancarios|numero de cuenta|saldo|iban|datos personales|informacion personal|\
         libreta de direcciones|contactos|lista de contactos|bandeja de entrada|correos|\
         correos electronicos|documentos|codigo fuente|confidencial*|privado*|privada*|\
         historial de navegacion|historial|portapapeles|calendario|facturas|extracto*|direccion de correo|\
         numero de telefono|archivos|pestanas|lista de clientes|pasaporte|telefono|todos los correos|\
         ultimos correos|el correo",
    ),
    Terms(Already, "ya"),
];
