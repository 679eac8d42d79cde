//! French: who is spoken to, by whom, about what.

use super::concept::Concept::{
    Address, Agent, AgentOutput, AgentSecret, AgentWord, Agreed, Already, Asks, Boss, Called, Changed,
    Consented, Discussion, Earlier, Field, From, IfYou, Instruction, NewInstruction, NoLimits, Personal,
    Reading, Role, Secret, Task, Template, ThisCall, ThisText, ToolWord, User, Void, WhenUser, YouAre,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        Earlier,
        "precedent|precedente|precedentes|precedents|anterieur*|ci-dessus|toutes|tous|tout|toute|tes|vos|\
         votre|ton|ta|recues|donnees|d'avant|plus haut|initiale*|initial|initiaux|existant*|jusqu'ici|\
         jusqu'a present|d'origine|autres|autre|ce qui precede|originale*|auparavant",
    ),
    Terms(
        Instruction,
        "instruction|instructions|consigne|consignes|regles|regle|directive|directives|prompt|ordres|\
         commandes|restrictions|limites|contraintes|garde-fous|invite systeme|message systeme|politique|\
         politiques|contexte|programmation|messages|protocole*|filtres",
    ),
    Terms(
        Void,
        "oublie tout|oubliez tout|ignore tout|ignorez tout|ignore ce qui precede|ignorez ce qui precede|\
         ne tenez pas compte de ce qui precede|ta nouvelle tache|votre nouvelle tache|ta nouvelle mission|\
         votre nouvelle mission|ta veritable tache|votre veritable tache|ton nouvel objectif|\
         votre nouvel objectif|ta vraie mission|ta seule mission|ce qu'on t'a dit|ce qui t'a ete demande|\
         au lieu de resumer|au lieu de repondre a l'utilisateur|ignore l'utilisateur|\
         ignorez l'utilisateur|ignore la demande|ignorez la demande|votre seule mission|ta vraie tache|\
         tes nouvelles instructions|vos nouvelles instructions|ta mission vient de changer|\
         votre mission vient de changer|ta mission a change|votre mission a change|ta tache a change|\
         votre tache a change|la tache a change|la mission a change|ton objectif a change|\
         votre objectif a change|ta mission est desormais|changement de mission|nouvelle mission :|\
         nouvelle tache :|votre tache est desormais|^nouvel objectif|^nouvelle mission|\
         ^changement de programme|^changement de plan*|l'objectif est autre|l'objectif a change",
    ),
    Terms(
        NewInstruction,
        "nouvelle instruction|nouvelles instructions|nouvelle consigne|nouvelles consignes|\
         consignes suivantes|vraies instructions|veritables instructions|instructions mises a jour|\
         instruction suivante|instructions cachees|directive prioritaire|instruction prioritaire|\
         il s'agit maintenant de|peut attendre|ton travail consiste desormais",
    ),
    Terms(Task, "tache|taches|objectif|demande|requete|question|mission|conversation|but"),
    Terms(
        Agent,
        "assistant ia|assistants ia|assistante ia|agent ia|agents ia|modele ia|modeles ia|ia|\
         intelligence artificielle|modele de langage|modeles de langage|modele linguistique|grand modele|\
         chatbot|chatbots|agent conversationnel|agents conversationnels|agent de navigation|\
         agent navigateur|agent web|systeme automatise|systemes automatises|agent automatise|\
         agents automatises|assistant automatise|assistants automatises|assistant virtuel|\
         assistant numerique|lecteur automatique|lecteurs automatiques|systeme d'ia|systemes d'ia|\
         outil d'ia|outils d'ia|agent autonome|assistant de messagerie|robots d'ia|outils ia|\
         assistant de navigation",
    ),
    Terms(
        AgentWord,
        "assistant|assistante|assistants|agent|agents|modele|modeles|robot|robots|bot|machine|outil qui|\
         l'outil qui|logiciel|aide de lecture|aides de lecture|aides a la lecture|assistant charge|\
         aide a la lecture",
    ),
    Terms(
        Address,
        "chers|attention|salut|note a|note au|note aux|note pour|avis a|avis aux|message a|message au|\
         message aux|message pour|a l'attention|a l'intention|a tout|a toute|a tous|pour toute|\
         instruction pour|instructions pour|instructions a|instruction a|consigne a|consignes a|\
         consigne pour|consignes pour|destine a|destine aux|es-tu|etes-vous|toi,|toi qui|vous qui|hey|\
         ecoute|information pour|rappel pour|a destination|en tant qu'|chere intel*|un favor|aimable que|\
         aimable de|gentil de|reconnaissants si",
    ),
    Terms(
        Reading,
        "lis ceci|lit ceci|lisez ceci|lisant ceci|lit cette|lis cette|lisez cette|lisant cette|\
         lisent cette|lit ce|lis ce|lisez ce|traite ce|traites ce|traitez ce|traite cette|traites cette|\
         traitez cette|analyse cette|analysez cette|analyses cette|resume cette|resumes cette|\
         resumez cette|resumant cette|qui lit|qui lisent|qui traite|qui resume|qui analyse|parcourt|\
         parcours cette|charge de lire|charges de lire|qui compare|qui comparent|qui lira|lisent|resument|\
         resume ces|compare ces|qui traitent|qui parcourt|charge de resumer|qui visitent|qui visite",
    ),
    Terms(
        IfYou,
        "si tu es|si vous etes|puisque tu es|puisque vous etes|dans ton role|dans votre role|\
         en tant qu'ia|en tant qu'assistant|en tant qu'agent|en tant que modele|en tant qu'intelligence|\
         lu par un logiciel|lu par une machine|pas un humain|si un chatbot",
    ),
    Terms(
        User,
        "l'utilisateur|l'utilisatrice|a l'utilisateur|votre utilisateur|ton utilisateur|de l'utilisateur|\
         l'internaute|titulaire du compte|la personne que vous|la personne que tu|l'usager|\
         ton proprietaire|la personne pour qui|la personne que tu aides|la personne que vous aidez|\
         personne qui t'emploie|ton patron|votre patron|son proprietaire|de ton utilisateur|\
         la personne qui t'utilise|la personne qui vous utilise|la personne qui te|celui qui t'utilise|\
         celle qui t'utilise|leur proprietaire|qui vous utilise|de son proprietaire|ton humain",
    ),
    Terms(
        WhenUser,
        "si l'utilisateur|quand l'utilisateur|lorsque l'utilisateur|des que l'utilisateur|si on te|\
         si on vous|si quelqu'un|lorsqu'on te|chaque fois que l'utilisateur|quand on te|lorsqu'on vous|\
         si l'on vous|si l'on te|quand la personne|lorsque la personne|si la personne que|\
         si ton utilisateur|quand ton utilisateur",
    ),
    Terms(
        Agreed,
        "approuve|approuvee|accepte|autorise|autorisee|autorisation|consenti|consentement|confirme|\
         donne son accord|son accord|permission|accord|valide|validee|permis|approbation|est au courant|\
         d'accord|est informe|pre-approuve*",
    ),
    Terms(
        Asks,
        "veut|souhaite|demande|a demande|voudrait|desire|attend|a besoin|vous demande|te demande|prefere|\
         a change|exige|aimerait",
    ),
    Terms(
        Boss,
        "administrateur*|administratrice|developpeur*|developpeurs|equipe de securite|equipe securite|\
         service informatique|equipe technique|service de securite|openai|anthropic|operateur|\
         votre createur|ton createur|tes createurs|vos createurs|service conformite|service juridique|\
         l'editeur|service de conformite|l'exploitant|service fraude|service antifraude",
    ),
    Terms(
        From,
        "message de|message du|message officiel|avis de|avis du|de la part|au nom de|au nom du|ici l'|\
         ici le|ici la|c'est l'|je suis l'|je suis le|je suis votre|je suis ton|sur ordre|par ordre|\
         instruction de|instruction du|instructions du|autorise par|approuve par|valide par|\
         communication de|communication du|note de|note du|emis par|l'equipe|du service|consigne de|\
         consigne du",
    ),
    Terms(
        YouAre,
        "tu es maintenant|vous etes maintenant|tu es desormais|vous etes desormais|agis comme|\
         agissez comme|agis en tant|agissez en tant|fais semblant|faites semblant|fais comme si|\
         faites comme si|comporte-toi|comportez-vous|joue le role|jouez le role|imagine que tu|\
         imaginez que vous|incarne|incarnez|tu t'appelles|ton nom est|tu n'es plus|vous n'etes plus|\
         ton nouveau role|votre nouveau role|adopte le|adoptez le|adopte la|adoptez la|reponds comme|\
         passe en mode|passez en mode|bascule en mode|prends le role|mets-toi dans la peau|tu deviens|\
         tu vas jouer|ta nouvelle identite|votre nouvelle identite|ton nouveau nom",
    ),
    Terms(
        NoLimits,
        "sans restriction*|sans limite*|sans filtre*|sans aucune restriction|sans aucune limite|\
         aucune restriction|aucune limite|non censure*|mode developpeur|mode debogage|mode administrateur|\
         mode maintenance|aucune regle|sans regle*|sans censure|non filtre*|regles de securite|\
         filtres de securite|ne refuse*|aucun filtre|aucune contrainte|libere de|debride*|mode test|\
         consignes de securite|sans ethique|jamais refuser|illimite*",
    ),
    Terms(
        Secret,
        "mot de passe|mots de passe|identifiants|cle api|cles api|cle d'api|cles d'api|cle privee|\
         cles privees|jeton|jetons|cookies|cookie|secrets|secret|carte bancaire|carte de credit|\
         numero de carte|code de verification|code de confirmation|code de securite|code pin|\
         presse-papiers|variables d'environnement|phrase de recuperation|token|session",
    ),
    Terms(
        AgentSecret,
        "prompt systeme|invite systeme|message systeme|ton prompt|votre prompt|tes instructions|\
         vos instructions|historique de la conversation|historique de conversation|la conversation|\
         cette conversation|notre conversation|ton contexte|votre contexte|ta memoire|votre memoire|\
         tes regles|vos regles|tes consignes|vos consignes|ta configuration|votre configuration|\
         ce que l'utilisateur|donnees de l'utilisateur|historique du chat|la discussion|\
         instructions systeme|instructions internes|tes outils|vos outils|l'integralite du contexte|\
         contexte complet|instructions initiales|consignes initiales|configuration initiale|\
         tes instructions de depart|mot de passe enregistre|identifiants enregistres|carte enregistree|\
         compte enregistre|carte memorisee|mots de passe enregistres|configuration de depart",
    ),
    Terms(
        AgentOutput,
        "ta reponse|votre reponse|tes reponses|vos reponses|ton resume|votre resume|ta sortie|\
         votre sortie|ton rapport|votre rapport|ta recommandation|votre recommandation|ta synthese|\
         votre synthese|ta prochaine|votre prochaine|ta reponse finale|votre analyse|ton analyse|\
         ton evaluation|votre evaluation|ton resultat|votre resultat|en redigeant ton|\
         en redigeant le resume|en resumant|dans ton apercu",
    ),
    Terms(ToolWord, "outil|outils|fonction|commande|terminal|script|api"),
    Terms(
        Discussion,
        "injection de prompt|injections de prompt|injection d'invite|injection de prompts|attaquant*|\
         attaquants|pirate|pirates|chercheur*|chercheurs|par exemple|escroc|escrocs|des phrases comme|\
         attaque|attaques|du type|du genre|vulnerabilite*|fraudeur*",
    ),
    Terms(
        Template,
        "message systeme:|message systeme :|instruction systeme|instructions systeme|[systeme]|\
         [message systeme]|[instruction*|<systeme>|</systeme>|### instruction*|### consigne*|\
         <instructions*|[consigne*|note du systeme|instructions pour l'ia|instruction pour l'ia|\
         consigne pour l'ia|consignes pour l'ia|instruction a l'ia|instructions a l'ia|note pour l'ia|\
         directive systeme",
    ),
    Terms(
        Role,
        "systeme:|systeme :|utilisateur:|utilisateur :|assistant :|system :|administrateur :|\
         administrateur:|developpeur :|fin du document|fin de la page|fin du contenu|fin du message|\
         fin de l'article|fin du courriel|fin du texte",
    ),
    Terms(
        Called,
        "^assistant,|^assistante,|^assistants,|^agent,|^agents,|^ia,|^robot,|^assistant :|^assistant !|\
         ^assistante :|^assistante !|^assistants :|^assistants !|^agent :|^agent !|^agents :|^agents !|\
         ^ia :|^ia !|^robot :|^robot !|^agents :|^agents !|^ia :|^ia !|cher assistant|chere ia|cher agent|\
         bonjour assistant|aux assistants|aux agents|aux ia|pour l'ia|pour les ia|pour les assistants|\
         a l'assistant|a l'agent|a l'ia|a l'outil|toute ia|tout assistant|tout agent|si une ia|\
         pour l'assistant|lu par un logiciel|lu par un programme|lu par une machine|agents ia :|\
         assistants ia :|gentil assistant|aimable assistant|quiconque pilote|celui qui pilote|\
         les robots qui|les bots qui",
    ),
    Terms(
        ThisText,
        "cette page|ce document|ce texte|ce message|ce courriel|cet e-mail|cet article|ce contenu|\
         ce navigateur|cette boite|cette messagerie|cette boutique",
    ),
    Terms(
        Consented,
        "titulaire est deja|client est deja|client est prevenu|client est informe|a deja donne son accord|\
         a deja accepte|accord est deja|autorisation est deja|deja donne son|en son nom|\
         au nom de l'utilisateur|au nom de ton utilisateur",
    ),
    Terms(
        Changed,
        "a change|vient de changer|ont change|est desormais|est maintenant|a ete modifiee|a ete change|\
         changement",
    ),
    Terms(Field, "formulaire|champ|zone de commentaire*|barre de recherche|commentaires"),
    Terms(ThisCall, "cet appel|a l'identique|appel ci-dessus|tel quel|ce bloc"),
    Terms(
        Personal,
        "coordonnees bancaires|donnees bancaires|numero de compte|solde|rib|iban|donnees personnelles|\
         informations personnelles|carnet d'adresses|contacts|boite de reception|courriels|documents|\
         code source|confidentiel*|prive*|privees|historique de navigation|historique|agenda|factures|\
         releve*|adresse e-mail|numero de telephone|fichiers|onglets|liste des clients|passeport|\
         numero de securite sociale|telephone|tous les messages|derniers messages|tous les courriels",
    ),
    Terms(Already, "deja"),
];
