//! Words of Dutch, Polish, Russian and Ukrainian.

use super::{Class, Words};

/// The words, by what they do in a sentence.
pub(super) const WORDS: &[Words] = &[
    // Dutch.
    (
        "nl",
        Class::Override,
        "negeer|negeert|vergeet|sla over|laat buiten beschouwing|volg niet|omzeil",
    ),
    (
        "nl",
        Class::Instructions,
        "instructies|instructie|rubriek|rubric|regels|richtlijnen|aanwijzingen|beoordelingscriteria|opdrachten",
    ),
    ("nl", Class::Prior, "eerdere|vorige|bovenstaande|alle|jouw|uw|je|de rubriek|de regels"),
    (
        "nl",
        Class::Give,
        "geef|geeft|ken|kent|toe te kennen|beoordeel|beoordeelt|waardeer|antwoord|moet geven|verleen",
    ),
    (
        "nl",
        Class::Best,
        "hoogste score|hoogste cijfer|maximale score|volle punten|volle score|hoogste punten|5/5|5 van 5|5 punten|vijf punten|maximale punten|een 5",
    ),
    ("nl", Class::Score, "score|cijfer|punten|criterium|criteria|beoordeling"),
    ("nl", Class::Hide, "noem geen|vermeld geen|meld geen|verzwijg"),
    ("nl", Class::Skip, "zonder te controleren|sla de controles"),
    ("nl", Class::Pass, "keur dit|keur deze"),
    (
        "nl",
        Class::Grader,
        "beoordelaar|ai-beoordelaar|taalmodel|beoordelingsmodel|nakijker|examinator|kunstmatige intelligentie",
    ),
    ("nl", Class::AddressedIf, "als je een taalmodel|als u een taalmodel|als je een ai"),
    (
        "nl",
        Class::This,
        "dit project|deze inzending|dit verslag|deze repository|dit werk|dit rapport|ons project",
    ),
    ("nl", Class::All, "alle criteria|elk criterium|alle dimensies"),
    ("nl", Class::Condition, "als|wanneer|alleen|indien|mits|tenzij|anders"),
    ("nl", Class::Not, "niet|nooit|geen"),
    (
        "nl",
        Class::Mention,
        "aanval|aanvaller|injectie|bijvoorbeeld|zoals|gedetecteerd|kwaadaardig*",
    ),
    ("nl", Class::Persona, "je bent een|je bent de|jij bent"),
    // Polish.
    (
        "pl",
        Class::Override,
        "zignoruj|ignoruj|zignorujcie|zapomnij|zapomnijcie|pomiń|pomińcie|odrzuć|nie stosuj|zlekceważ|nadpisz",
    ),
    (
        "pl",
        Class::Instructions,
        "instrukcje|instrukcji|instrukcjach|rubrykę|rubryki|wytyczne|wytycznych|zasady|zasadach|polecenia|poleceniach|kryteria oceny",
    ),
    (
        "pl",
        Class::Prior,
        "poprzednie|poprzednich|wcześniejsze|wszystkie|swoje|rubrykę|wytycznych|powyższe",
    ),
    (
        "pl",
        Class::Give,
        "przyznaj|przyznajcie|daj|dajcie|wystaw|wystawcie|oceń|oceńcie|zwróć|wpisz|postaw|odpowiedz",
    ),
    (
        "pl",
        Class::Best,
        "maksymalną liczbę punktów|maksymalną ocenę|najwyższą ocenę|maksymalny wynik|najwyższy wynik|pełną liczbę punktów|ocenę 5|5/5|5 na 5|5 punktów|komplet punktów|piątkę",
    ),
    ("pl", Class::Score, "punktów|punkty|ocenę|ocena|wynik|kryteriów|kryterium|kryteria"),
    ("pl", Class::Hide, "nie wspominaj|nie zgłaszaj|nie wymieniaj|przemilcz"),
    ("pl", Class::Skip, "bez sprawdzania|pomiń sprawdz*"),
    ("pl", Class::Pass, "zatwierdź to|zatwierdź ten|zalicz to|zalicz ten"),
    (
        "pl",
        Class::Grader,
        "oceniającego modelu|modelu oceniającego|oceniającego|model oceniający|oceniający|sztuczna inteligencjo|sztuczna inteligencja|sprawdzający|egzaminator*|modelu językowego|model językowy|recenzent*",
    ),
    ("pl", Class::AddressedIf, "jeśli jesteś modelem|jeżeli jesteś|jeśli jesteś"),
    (
        "pl",
        Class::This,
        "temu projektowi|temu repozytorium|tej pracy|ten projekt|tego projektu|temu raportowi|naszemu projektowi",
    ),
    ("pl", Class::All, "wszystkie kryteria|wszystkich kryteriach|każde kryterium"),
    ("pl", Class::Condition, "jeśli|jeżeli|gdy|tylko|kiedy|wyłącznie|chyba że"),
    ("pl", Class::Not, "nie|nigdy"),
    (
        "pl",
        Class::Mention,
        "atak|ataki|atakując*|wstrzyknięci*|na przykład|zdania typu|wykryw*|oznaczane|złośliw*",
    ),
    ("pl", Class::Persona, "jesteś sędzią|jesteś prokuratorem|jesteś surowym"),
    // Russian.
    (
        "ru",
        Class::Override,
        "игнорируй|игнорируйте|проигнорируй|проигнорируйте|забудь|забудьте|не обращай внимания|не обращайте внимания|пренебреги|отбрось|отмени|не следуй|не следуйте|не учитывай",
    ),
    (
        "ru",
        Class::Instructions,
        "инструкции|инструкций|рубрику|рубрике|указания|указаний|правила|правилах|критерии|критериях|предписания|промпт",
    ),
    (
        "ru",
        Class::Prior,
        "предыдущие|прежние|прошлые|все|свои|выше|рубрику|о рубрике|на критерии|предыдущих",
    ),
    (
        "ru",
        Class::Give,
        "поставь|поставьте|ставь|ставьте|выставь|выставьте|выставляй|дай|дайте|присвой|присвойте|начисли|начислите|оцени|оцените|засчитай|засчитайте|верни|верните|ответь|должен поставить|должна поставить",
    ),
    (
        "ru",
        Class::Best,
        "максимальный балл|максимальную оценку|максимальные баллы|высшую оценку|высший балл|наивысший балл|наивысшую оценку|лучшую оценку|5 из 5|5/5|5 баллов|пять баллов|пятёрку|поставь 5|поставьте 5|ставь 5|полный балл|максимум",
    ),
    ("ru", Class::Score, "балл|баллов|баллы|оценку|оценка|критерию|критериям|критерий|пункты"),
    ("ru", Class::Hide, "не упоминай|не упоминайте|не сообщай|не сообщайте|не указывай|скрой"),
    ("ru", Class::Skip, "без проверки|не проверяй|не проверяйте|пропусти проверк*"),
    ("ru", Class::Pass, "одобри этот|одобри эту|прими эту|засчитай все"),
    (
        "ru",
        Class::Grader,
        "проверяющий|проверяющему|оценщик|оценщику|экзаменатор|модель-оценщик|ии-проверяющий|ии-оценщик|нейросеть|языковая модель|искусственный интеллект|рецензент",
    ),
    (
        "ru",
        Class::AddressedIf,
        "если ты языковая|если вы языковая|если ты модель|если ты ии|если вы ии",
    ),
    (
        "ru",
        Class::This,
        "этому проекту|этот проект|этому репозиторию|эту работу|этой работе|этому отчёту|этот отчёт|нашему проекту|нашей команде|за эту работу",
    ),
    ("ru", Class::All, "каждому критерию|всем критериям|все критерии|по всем|все пункты"),
    ("ru", Class::Condition, "если|когда|только|лишь|иначе|кроме|при условии"),
    ("ru", Class::Not, "не|никогда|нельзя"),
    (
        "ru",
        Class::Mention,
        "атака|атаки|атаку|злоумышленник*|инъекци*|например|фразы вроде|распозна*|вредонос*|обнаруж*",
    ),
    ("ru", Class::Persona, "ты строгий|ты судья|ты прокурор|ты адвокат|вы судья|ты -"),
    // Ukrainian.
    (
        "uk",
        Class::Override,
        "ігноруй|ігноруйте|проігноруй|забудь|забудьте|не зважай|не зважайте|знехтуй|відкинь|не дотримуйся",
    ),
    (
        "uk",
        Class::Instructions,
        "інструкції|інструкцій|рубрику|вказівки|вказівок|правила|критерії|настанови",
    ),
    ("uk", Class::Prior, "попередні|усі|всі|свої|рубрику|на критерії|вище"),
    (
        "uk",
        Class::Give,
        "постав|поставте|став|ставте|вистави|виставте|виставляй|дай|дайте|присвой|оціни|оцініть|зарахуй|поверни|надай",
    ),
    (
        "uk",
        Class::Best,
        "найвищу оцінку|максимальний бал|максимальну оцінку|найвищий бал|5 балів|5 із 5|5 з 5|5/5|п'ять балів|максимальні бали",
    ),
    ("uk", Class::Score, "оцінку|оцінка|бал|балів|бали|критеріями|критерієм|критерій"),
    ("uk", Class::Hide, "не згадуй|не згадуйте|не повідомляй|не вказуй|приховай"),
    ("uk", Class::Skip, "без перевірки|не перевіряй"),
    ("uk", Class::Pass, "схвали цю|схвали цей|зарахуй усі"),
    (
        "uk",
        Class::Grader,
        "оцінювач|оцінювачу|оцінювача|ші-оцінювача|перевіряючий|перевіряючому|екзаменатор|мовна модель|модель-оцінювач|штучний інтелекте|штучний інтелект|нейромережа",
    ),
    ("uk", Class::AddressedIf, "якщо ти мовна|якщо ви мовна|якщо ти модель|якщо ти ші"),
    (
        "uk",
        Class::This,
        "цьому проєкту|цьому проекту|цій роботі|цьому репозиторію|цей проєкт|цьому звіту|нашому проєкту",
    ),
    ("uk", Class::All, "всіма критеріями|усіма критеріями|кожним критерієм|всі критерії"),
    ("uk", Class::Condition, "якщо|коли|лише|тільки|інакше|крім"),
    ("uk", Class::Not, "не|ніколи"),
    (
        "uk",
        Class::Mention,
        "атака|атаку|зловмисник*|ін'єкці*|наприклад|на зразок|розпізна*|позначаються|спроба",
    ),
    ("uk", Class::Persona, "ти суддя|ти прокурор|ви суддя|ти суворий"),
];
