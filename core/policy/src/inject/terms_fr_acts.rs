//! French: verbs that command, and how they are to be obeyed.

use super::concept::Concept::{
    Act, Best, Call, Covert, Decode, Forget, FromNow, Memory, Modal, Must, Negation, NoAsk, Obey, Only, Rank,
    Remember, Respond, Reveal, Send, Sequence, Silence,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        FromNow,
        "desormais|a partir de maintenant|dorenavant|a compter de|des maintenant|a l'avenir|\
         jusqu'a nouvel ordre|pour le reste|a partir de cet instant",
    ),
    Terms(
        Only,
        "uniquement|seulement|exactement|rien d'autre|a la place|plutot|mot pour mot|exclusivement|\
         textuellement|la phrase|le texte suivant|ceci|la suite|le lien|le mot|suivant|suivante",
    ),
    Terms(
        Silence,
        "ne dis rien|ne dites rien|ne mentionne pas|ne mentionnez pas|ne le mentionne*|ne parle pas|\
         ne parlez pas|n'en parle*|ne previens pas|ne prevenez pas|n'informe pas|n'informez pas|\
         ne revele pas|ne revelez pas|ne divulgue*|sans le dire|sans en parler|sans le mentionner|\
         sans mentionner|sans prevenir|sans informer|sans avertir|sans en informer|sans le signaler|\
         en secret|secretement|silencieusement|en arriere-plan|garde cela|gardez cela|ne doit pas savoir|\
         ne doit pas etre|ne signale pas|ne signalez pas|a l'insu|cachez|dissimule*|n'affiche pas|\
         n'affichez pas|n'indique*|sans que l'utilisateur|ne montre pas|ne montrez pas|garde le secret|\
         aucune mention|comme si de rien|ne le signale*|n'a pas besoin de savoir|ne fais pas mention|\
         ne faites pas mention|sans rien dire|sous silence|ne le dis pas|ne le dites pas|sans rien|\
         comme si rien|taire|tais|laisser de cote|laisse de cote|omettre|omets|omettez|\
         n'a pas a l'apprendre|n'a pas a le savoir|n'a pas besoin de le savoir",
    ),
    Terms(
        NoAsk,
        "sans demander|sans confirmation|sans validation|sans autorisation|sans attendre|sans approbation|\
         sans poser|sans verification|sans autre|ne demande pas|ne demandez pas|n'attends pas|\
         n'attendez pas|aucune confirmation|aucune validation|pas besoin de|inutile de demander|\
         inutile de confirmer|n'est pas necessaire|n'est pas requise|n'est requise|n'est necessaire|\
         sans hesiter|sans lui demander|ne pose pas|ne posez pas|pas le temps de demander|pas de temps a|\
         ne perds pas de temps|confirmations sont|confirmation est desactivee|aucune validation humaine|\
         sans intervention humaine|ne demande jamais|deja confirme*|desactive les confirmations|\
         sans question|pas le temps|inutile de le deranger|inutile de la deranger|le deranger|\
         sans le deranger",
    ),
    Terms(
        Sequence,
        "avant de poursuivre|avant de repondre|avant de resumer|puis continue|puis continuez|\
         puis reprends|puis reprenez|ensuite, continue|poursuis la tache|poursuivez la tache|poursuis ta|\
         poursuivez votre|reprends ta|reprenez votre|reprends la|reprenez la|pour terminer la tache|\
         pour accomplir la tache|etape obligatoire|les actions suivantes|effectue les|effectuez les|\
         apres avoir lu|comme si de rien|voici ce que|avant d'aller|au passage|dans le cadre de ta tache|\
         dans le cadre de votre tache|procede ainsi",
    ),
    Terms(
        Must,
        "tu dois|vous devez|il est imperatif|imperativement|obligatoire|obligatoirement|immediatement|\
         pourrais-tu|pourriez-vous|peux-tu|pouvez-vous|est requis|sans delai|es tenu|etes tenu|\
         s'il te plait|s'il vous plait|es prie|etes prie|tout de suite|devra|devras|devrez|urgent",
    ),
    Terms(Negation, "jamais|ne|n'envoyez|n'envoie|aucun|aucune|nous ne"),
    Terms(Modal, "doit|doivent|devra|devront|est prie|sont pries|est invite|sont invites"),
    Terms(
        Covert,
        "sans le dire|sans en parler|sans le mentionner|sans prevenir|sans informer|sans avertir|\
         en secret|secretement|a l'insu",
    ),
    Terms(
        Forget,
        "^ignore|^ignorez|^ignorer|^oublie|^oubliez|^oublier|neglige|negligez|ne tiens pas compte|\
         ne tenez pas compte|ne tiens plus compte|ne tenez plus compte|^fais abstraction|\
         ^faites abstraction|ne suis plus|ne suivez plus|ne suivez pas|ne respecte*|^passe outre|\
         ^passez outre|^outrepasse*|^contourne*|^annule|^annulez|^abandonne|^abandonnez|ne sont plus|\
         n'est plus valable|n'est plus valide|sont annulees|sont caduques|sont remplacees|remplace toutes|\
         remplacent toutes|remplace les|remplacent les|est annulee|^laisse de cote|^laissez de cote|\
         ^mets de cote|^efface|^effacez|^supprime|prevalent sur|priment sur|prime sur|^cesse de suivre|\
         ^cessez de suivre|^ecarte|^ecartez|^desobei*",
    ),
    Terms(
        Send,
        "^envoie|^envoies|^envoyez|^envoyer|^transfere|^transferez|^transferer|^transmets|^transmettez|\
         ^transmettre|^poste|^postez|^publie|^publiez|^televerse*|^telecharge|^ajoute|^ajoutez|^ajouter|\
         ^joins|^joignez|^insere|^inserez|^inserer|^inclus|^incluez|^inclure|^partage|^partagez|^copie|\
         ^copiez|^copier|^colle|^collez|^communique|^communiquez|^expedie*|^ecris|^ecrivez|^soumets|\
         ^soumettez|^fais suivre|^faites suivre|^faire suivre|^exfiltre*|^collecte|^collectez|^recupere|\
         ^recuperez|^rassemble|^encode|^encodez|^mets|^mettez|^fournis|^fournissez|^charge|^depose|\
         ^deposez|^place|^placez|^exporte|^exportez|^envoyer_*",
    ),
    Terms(
        Reveal,
        "^revele|^revelez|^reveler|^affiche|^affichez|^afficher|^montre|^montrez|^repete|^repetez|\
         ^imprime|^imprimez|^divulgue|^divulguez|^donne|^donnez|^cite|^citez|^liste|^listez|^recopie|\
         ^recopiez|^lis|^lisez|^extrais|^extrayez|^cherche|^cherchez|^recherche|^recherchez|^ouvre|\
         ^ouvrez|^recite",
    ),
    Terms(
        Act,
        "^clique|^cliquez|^cliquer|^appuie|^appuyez|^supprime|^supprimez|^supprimer|^vire|^virez|\
         ^effectue|^effectuez|^effectuer|^paie|^paye|^payez|^payer|^achete|^achetez|^acheter|^commande|\
         ^commandez|^visite|^visitez|^visiter|^ouvre|^ouvrez|^ouvrir|^va sur|^allez sur|^rends-toi|\
         ^rendez-vous sur|^telecharge|^telechargez|^telecharger|^installe|^installez|^cree|^creez|^creer|\
         ^execute|^executez|^executer|^lance|^lancez|^abonne|^approuve|^approuvez|^approuver|^accepte|\
         ^acceptez|^accepter|^confirme|^confirmez|^confirmer|^autorise|^autorisez|^modifie|^modifiez|\
         ^modifier|^change|^changez|^desactive|^desactivez|^active|^activez|^connecte|^connectez|^saisis|\
         ^saisissez|^entre|^entrez|^remplis|^remplissez|^reserve|^reservez|^annule|^annulez|^reponds|\
         ^repondez|^navigue|^naviguez|^utilise|^utilisez|^ajoute|^ajoutez|^deplace|^deplacez|^transfere|\
         ^transferez|^souscris|^souscrivez|^selectionne|^selectionnez|^verse|^versez|^procede|^procedez|\
         virement|^ferme|^fermez|^signe|^signez|^mets a jour|^reinitialise*|^cocher|^coche|^cochez|\
         ^connecte-toi|^rends|^rendez|^releve|^relevez|^augmente|^augmentez|^vide|^videz|^active-le|\
         ^remplace|^remplacez|^passez|^mets|^mettez|^archiver|^inscris",
    ),
    Terms(
        Respond,
        "^reponds|^repondez|^repondre|^dis|^dites|^dire|^ecris|^ecrivez|^recommande|^recommandez|\
         ^recommander|^affirme|^affirmez|^mentionne|^mentionnez|^decris|^decrivez|^presente|^presentez|\
         ^resume|^resumez|^indique|^indiquez|^precise|^precisez|^termine|^terminez|^commence|^commencez|\
         ^conclus|^concluez|^informe|^informez|^conseille|^conseillez|^declare|^declarez|^explique|\
         ^expliquez|note|notez|^evalue|^evaluez|^classe|^classez|^demande|^demandez|^ajoute|^ajoutez|\
         ^parle|^parlez|^traduis|^donne|^donnez|^signale|^signalez|^propose|^proposez",
    ),
    Terms(
        Obey,
        "^suis|^suivez|^suivre|^obeis|^obeissez|^execute|^executez|^executer|^applique|^appliquez|\
         ^appliquer|^respecte|^respectez|^conforme-toi|^conformez-vous|^fais ce que|^faites ce que|\
         ^et suis|^et execute|^realise|^realisez|^exauce",
    ),
    Terms(
        Decode,
        "decode|decodez|decoder|dechiffre|dechiffrez|decrypte|decryptez|encode en|code en|a l'envers",
    ),
    Terms(
        Call,
        "^appelle|^appelez|^appeler|^utilise|^utilisez|^utiliser|^invoque|^invoquez|^lance|^lancez|\
         ^execute|^executez|^declenche|^declenchez",
    ),
    Terms(
        Remember,
        "^souviens-toi|^souvenez-vous|^retiens|^retenez|^memorise|^memorisez|^enregistre|^enregistrez|\
         ^garde|^gardez|note|notez|^ajoute|^ajoutez|^stocke|^stockez|^sauvegarde|^inscris",
    ),
    Terms(
        Rank,
        "^recommande|^recommandez|^recommander|^classe|^classez|^classer|note|notez|^choisis|^choisissez|\
         ^privilegie|^privilegiez|^place|^placez|^presente|^presentez|^evalue|^evaluez|^attribue|\
         ^attribuez|^donne|^donnez|^cite|^citez|^decris|^decrivez|^mets|^mettez|^considere|^considerez|\
         ^selectionne|^selectionnez|^retiens|^retenez|^favorise|^favorisez|^indique|^indiquez|^juge|^jugez",
    ),
    Terms(
        Memory,
        "memoire a long terme|conversations futures|futures conversations|sessions futures|\
         prochaines conversations|prochaines sessions|futures sessions|de facon permanente|\
         de maniere permanente|preferences de l'utilisateur|profil de l'utilisateur|preference permanente|\
         toutes les conversations|toutes les sessions|futures taches|ta memoire|votre memoire|en memoire|\
         memoire persistante",
    ),
    Terms(
        Best,
        "meilleur*|en premier|en tete|cinq etoiles|5 etoiles|note maximale|positif|positive|positivement|\
         ideal*|excellent*|parfait*|favorable*|au-dessus|la plus|le plus|10/10|20/20|fiable|gagnant*|\
         moins cher|moins chere|vainqueur|premiere position|premiere place|note la plus|en premiere",
    ),
];
