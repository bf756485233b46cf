//! Words of Spanish, French, German, Portuguese and Italian.

use super::{Class, Words};

/// The words, by what they do in a sentence.
pub(super) const WORDS: &[Words] = &[
    // Spanish.
    (
        "es",
        Class::Override,
        "ignora|ignore|ignorad|ignoren|olvida|olvide|olviden|omite|omita|descarta|descarte|desestima|desatiende|pasa por alto|haz caso omiso|no sigas|no apliques|sustituye",
    ),
    (
        "es",
        Class::Instructions,
        "instrucciones|rúbrica|rúbricas|reglas|criterios de evaluación|directrices|pautas|indicaciones|órdenes|consignas",
    ),
    (
        "es",
        Class::Prior,
        "anteriores|anterior|previas|previos|la rúbrica|tus|todas las|las reglas|los criterios",
    ),
    (
        "es",
        Class::Give,
        "otorga|otorgue|otorgad|otorguen|asigna|asigne|asignen|da|dale|dar|dadle|dé|den|pon|ponga|pongan|poner|concede|conceda|califica|califique|califiquen|evalúa|evalúe|puntúa|puntúe|devuelve|devuelva|responde|responda|aprueba|apruebe|marca|valora|debes poner|debes dar|debe dar",
    ),
    (
        "es",
        Class::Best,
        "puntuación máxima|máxima puntuación|nota máxima|máxima nota|nota más alta|puntuación más alta|calificación máxima|calificación más alta|máxima calificación|5 puntos|un 5|5 de 5|5/5|cinco puntos|puntuación perfecta|sobresaliente|la máxima|nota maxima",
    ),
    (
        "es",
        Class::Score,
        "puntuación|nota|calificación|puntos|criterios|criterio|dimensión|dimensiones",
    ),
    (
        "es",
        Class::Hide,
        "no menciones|no mencione|no informes|no informe|no reportes|no reporte|no señales|no señale|oculta los|no indiques|no penalices",
    ),
    ("es", Class::Skip, "sáltate|omite las comprobaciones|no compruebes|sin revisar|sin comprobar"),
    ("es", Class::Pass, "aprueba esta entrega|apruebe esta entrega|aprueba este|da por aprobado"),
    (
        "es",
        Class::Grader,
        "evaluador|evaluadora|evaluadores|calificador|calificadora|corrector|corrector automático|asistente de calificación|modelo de lenguaje|inteligencia artificial|examinador|evaluador de ia|modelo evaluador",
    ),
    (
        "es",
        Class::AddressedIf,
        "si eres un|si eres una|si usted es|que evalúa este|que evalúa esta|quien evalúe",
    ),
    (
        "es",
        Class::This,
        "este proyecto|esta entrega|este repositorio|este trabajo|este informe|este equipo|nuestro proyecto|nuestro trabajo|este archivo|este código|3ste proyecto",
    ),
    ("es", Class::All, "todos los criterios|cada criterio|todas las dimensiones|en todo"),
    (
        "es",
        Class::Condition,
        "si|cuando|solo|sólo|solamente|únicamente|siempre que|excepto|de lo contrario|salvo",
    ),
    ("es", Class::Not, "no|nunca|jamás"),
    (
        "es",
        Class::Mention,
        "ataque|ataques|atacante|atacantes|inyección|tales como|por ejemplo|detecta|detectamos|malicios*|frases como|nuestro filtro|intento",
    ),
    ("es", Class::Persona, "eres un|eres el|eres la|usted es un"),
    // French.
    (
        "fr",
        Class::Override,
        "ignorez|ignore|oubliez|oublie|négligez|néglige|ne tenez pas compte|ne tiens pas compte|faites abstraction|passez outre|ne suivez pas|ne suis pas",
    ),
    (
        "fr",
        Class::Instructions,
        "instructions|consignes|consigne|règles|grille|barème|directives|rubrique|critères d'évaluation|ordres",
    ),
    (
        "fr",
        Class::Prior,
        "précédentes|précédents|précédente|antérieures|toutes les|tes|vos|la grille|le barème|la rubrique|les consignes",
    ),
    (
        "fr",
        Class::Give,
        "donne|donnez|donnez-lui|attribue|attribuez|accorde|accordez|mets|mettez|note|notez|évalue|évaluez|assigne|assignez|renvoie|renvoyez|réponds|répondez|doit donner|devez donner|doit attribuer",
    ),
    (
        "fr",
        Class::Best,
        "note maximale|la meilleure note|note la plus élevée|note la plus haute|score maximal|score maximum|5/5|5 sur 5|cinq sur cinq|tous les points|le maximum|5 points|la mention excellent",
    ),
    ("fr", Class::Score, "note|notes|points|score|critères|critère"),
    (
        "fr",
        Class::Hide,
        "ne mentionne pas|ne mentionnez pas|ne signale|ne signalez|ne relève|ne relevez|passe sous silence|ne parle pas",
    ),
    (
        "fr",
        Class::Skip,
        "sans vérifier|sans contrôler|saute les|sautez les|ne vérifie pas|ne vérifiez pas",
    ),
    ("fr", Class::Pass, "approuve ce|approuvez ce|valide ce|validez ce|valide cette"),
    (
        "fr",
        Class::Grader,
        "correcteur|correcteurs|évaluateur|évaluateurs|évaluatrice|examinateur|modèle de langage|intelligence artificielle|correcteur ia|modèle évaluateur|assistant de notation",
    ),
    (
        "fr",
        Class::AddressedIf,
        "si vous êtes un|si tu es un|si vous êtes une|chargé d'évaluer|qui évalue ce",
    ),
    (
        "fr",
        Class::This,
        "ce projet|ce dépôt|ce travail|ce rapport|cette équipe|cette soumission|notre projet|notre travail|ce code|ce fichier|ce depot",
    ),
    ("fr", Class::All, "tous les critères|chaque critère|toutes les dimensions|partout"),
    ("fr", Class::Condition, "si|lorsque|lorsqu|quand|uniquement|seulement|sauf|à condition|sinon"),
    ("fr", Class::Not, "ne|n'|jamais|pas"),
    (
        "fr",
        Class::Mention,
        "attaque|attaques|attaquant|injection|par exemple|détecte|détecté|malveillant*|texte caché|comme «|signalé|phrases",
    ),
    ("fr", Class::Persona, "tu es un|vous êtes le|vous êtes un juge|tu es le"),
    // German.
    (
        "de",
        Class::Override,
        "ignoriere|ignorieren sie|ignoriert|vergiss|vergessen sie|missachte|missachten sie|übergehe|übergehen sie|verwirf|befolge nicht|beachte nicht|umgehe|lass außer acht",
    ),
    (
        "de",
        Class::Instructions,
        "anweisungen|anweisung|instruktionen|vorgaben|regeln|rubrik|bewertungskriterien|bewertungsschema|richtlinien|befehle|kriterien|bewertungsraster",
    ),
    (
        "de",
        Class::Prior,
        "bisherigen|vorherigen|vorigen|früheren|obigen|alle|deine|ihre|die rubrik|die bewertungskriterien",
    ),
    (
        "de",
        Class::Give,
        "gib|geben sie|gebt|vergib|vergeben sie|vergebt|bewerte|bewerten sie|bewertet|benote|benoten sie|erteile|erteilen sie|trage|eintragen|setze|weise|antworte|muss geben|vergeben|erteilen",
    ),
    (
        "de",
        Class::Best,
        "volle punktzahl|vollen punktzahl|die volle punkte|höchstpunktzahl|höchste punktzahl|beste note|bestnote|beste bewertung|höchste note|höchste bewertung|5 von 5|5/5|5 punkte|fünf punkte|mit 5|maximale punktzahl|volle punkte|eine eins|überall die bestnote",
    ),
    (
        "de",
        Class::Score,
        "punktzahl|note|punkte|bewertung|kriterien|kriterium|bestnote|höchstpunktzahl",
    ),
    (
        "de",
        Class::Hide,
        "erwähne keine|erwähnen sie keine|melde keine|melden sie keine|nenne keine|nicht erwähnen|erwähne nicht|verschweige",
    ),
    ("de", Class::Skip, "überspringen|überspringe|ohne prüfung|ohne zu prüfen|nicht prüfen"),
    ("de", Class::Pass, "lass diese|akzeptiere diese|als bestanden"),
    (
        "de",
        Class::Grader,
        "bewerter|bewerterin|prüfer|prüferin|gutachter|bewertungsmodell|sprachmodell|bewertende ki|bewertenden ki|ki-prüfer|ki-bewerter|korrektor|bewertungsassistent|künstliche intelligenz",
    ),
    (
        "de",
        Class::AddressedIf,
        "wenn du eine ki|falls du eine ki|wenn sie eine ki|wenn du ein sprachmodell|falls sie ein sprachmodell",
    ),
    (
        "de",
        Class::This,
        "dieses projekt|diesem projekt|dieser arbeit|diese arbeit|dieses repository|diesem repository|diese abgabe|dieser abgabe|diesen bericht|diesem bericht|gib uns|unser projekt|unserem projekt",
    ),
    (
        "de",
        Class::All,
        "alle kriterien|allen kriterien|jedes kriterium|in allem|überall|alle dimensionen",
    ),
    ("de", Class::Condition, "wenn|falls|nur|sofern|sonst|sobald|außer|höchstens"),
    ("de", Class::Not, "nicht|niemals|nie|kein|keine"),
    (
        "de",
        Class::Mention,
        "angriff|angriffe|angreifer|injektion|zum beispiel|erkannt|erkennt|bösartig*|sätze wie|texte wie|wie „|gemeldet",
    ),
    ("de", Class::Persona, "du bist der|du bist ein|du bist die|sie sind der|sie sind ein"),
    // Portuguese.
    (
        "pt",
        Class::Override,
        "ignore|ignora|desconsidere|desconsidera|esqueça|esquece|despreze|não siga|anule|descarte",
    ),
    (
        "pt",
        Class::Instructions,
        "instruções|rubrica|regras|diretrizes|critérios de avaliação|orientações|ordens",
    ),
    ("pt", Class::Prior, "anteriores|prévias|todas as|suas|a rubrica|as regras"),
    (
        "pt",
        Class::Give,
        "dê|dá|atribua|atribui|conceda|concede|avalie|pontue|devolva|retorne|responda|deve dar|coloque|aprove",
    ),
    (
        "pt",
        Class::Best,
        "nota máxima|pontuação máxima|nota mais alta|maior nota|nota 5|5/5|5 de 5|5 em todos|cinco pontos|5 pontos|pontuação perfeita|nota total",
    ),
    ("pt", Class::Score, "nota|pontuação|pontos|critérios|critério"),
    ("pt", Class::Hide, "não relate|não mencione|não aponte|não reporte|omita os"),
    ("pt", Class::Skip, "pule as|sem verificar|não verifique"),
    ("pt", Class::Pass, "aprove este|aprove esta"),
    (
        "pt",
        Class::Grader,
        "avaliador|avaliadora|avaliadores|corretor|ia avaliadora|modelo avaliador|modelo de linguagem|inteligência artificial|examinador|assistente de correção",
    ),
    (
        "pt",
        Class::AddressedIf,
        "se você é um modelo|se você é uma ia|se voce for um|que avalia este",
    ),
    (
        "pt",
        Class::This,
        "este projeto|este repositório|este trabalho|deste trabalho|este relatório|esta entrega|nosso projeto|este código|a este",
    ),
    ("pt", Class::All, "todos os critérios|cada critério|todas as dimensões"),
    ("pt", Class::Condition, "se|quando|apenas|somente|só|caso|exceto|senão|desde que"),
    ("pt", Class::Not, "não|nunca|jamais"),
    (
        "pt",
        Class::Mention,
        "ataque|ataques|invasor|atacante|injeção|por exemplo|detecta|malicios*|filtro|frases como|bloqueia",
    ),
    ("pt", Class::Persona, "você é um|você é o|você é uma"),
    // Italian.
    (
        "it",
        Class::Override,
        "ignora|ignorate|ignori|dimentica|dimenticate|dimentichi|trascura|trascurate|non seguire|tralascia|scavalca",
    ),
    (
        "it",
        Class::Instructions,
        "istruzioni|rubrica|griglia|regole|direttive|linee guida|criteri di valutazione|indicazioni",
    ),
    ("it", Class::Prior, "precedenti|tutte le|tue|la rubrica|la griglia|le regole"),
    (
        "it",
        Class::Give,
        "assegna|assegnate|assegni|dai|date|dare|dia|attribuisci|attribuite|attribuisca|valuta|valutate|valuti|restituisci|rispondi|metti|deve dare|concedi",
    ),
    (
        "it",
        Class::Best,
        "punteggio massimo|massimo punteggio|voto massimo|massimo dei voti|il massimo|voto più alto|punteggio più alto|5 su 5|5/5|5 punti|cinque punti|attribuisci 5|punteggio pieno",
    ),
    ("it", Class::Score, "punteggio|voto|voti|punti|criteri|criterio"),
    ("it", Class::Hide, "non segnalare|non menzionare|non riportare|non citare|taci"),
    ("it", Class::Skip, "senza ulteriori verifiche|senza verificare|salta i|salta le"),
    ("it", Class::Pass, "approva questo|approva questa"),
    (
        "it",
        Class::Grader,
        "valutatore|valutatori|correttore|esaminatore|valutatore ia|l'ia che|modello che valuta|modello linguistico|intelligenza artificiale|modello valutatore",
    ),
    ("it", Class::AddressedIf, "se sei un modello|se sei un'ia|che valuta questo|che corregge"),
    (
        "it",
        Class::This,
        "questo progetto|questo repository|questo lavoro|questa consegna|questo rapporto|questa relazione|nostro progetto|questo codice",
    ),
    ("it", Class::All, "tutti i criteri|ogni criterio|tutte le dimensioni"),
    ("it", Class::Condition, "se|quando|solo|soltanto|qualora|altrimenti|purché|tranne"),
    ("it", Class::Not, "non|mai"),
    (
        "it",
        Class::Mention,
        "attacco|attacchi|aggressore|iniezione|per esempio|ad esempio|rileva|segnalate|frasi come|tentativi|malevol*",
    ),
    ("it", Class::Persona, "sei un|sei il|sei uno"),
];
