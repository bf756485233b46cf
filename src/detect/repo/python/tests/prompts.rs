//! Texts that instruct the personas, and how alike they are as they are sent.

use super::bound::GRAPH;
use super::facts;

/// The personas and texts of the prompts in `files`.
fn prompts(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let found = facts(files).prompts;
    found.into_iter().map(|one| (one.persona, one.text)).collect()
}

#[test]
fn one_text_for_all_personas_is_three_equal_prompts() {
    let text = "def ask(role, case):\n    system = f'You are the {role} judge. Weigh the evidence and give a score.'\n    return llm.invoke(system)\n\
        def run(role):\n    return ask(role, 1)\n\
        def prosecutor(s):\n    return ask('Prosecutor', s)\ndef defense(s):\n    return ask('Defense', s)\ndef tech(s):\n    return run('TechLead')\n";
    let found = facts(&[("a.py", text)]);
    assert_eq!(found.prompts.len(), 3, "{:#?}", found.prompts);
    assert!(found.prompt_similarity.iter().all(|pair| pair.shared > 0.99));
    let format = text.replace(
        "f'You are the {role} judge. Weigh the evidence and give a score.'",
        "('You are the {r} judge. '\n        'Weigh the evidence.').format(r=role)",
    );
    assert_eq!(prompts(&[("a.py", &format)]).len(), 3);
    // A text of the persona's own is added.
    let own = text.replace("    return llm", "    system += LENSES[role]\n    return llm");
    assert_eq!(prompts(&[("a.py", &own)]), []);
    // So it is where it is looked up by another key.
    let keyed = "def ask(s, *, key, label):\n    logic = load(s).get(key, {})\n    return llm.invoke(f'You are the {label} in a court. Philosophy: {logic}')\n\
        def prosecutor(s):\n    return ask(s, key='prosecutor', label='Prosecutor')\ndef defense(s):\n    return ask(s, key='defense', label='Defense')\n\
        def tech(s):\n    return ask(s, key='tech_lead', label='TechLead')\n";
    assert_eq!(prompts(&[("a.py", keyed)]), []);
    let open = facts(&[("a.py", keyed)]).open_templates;
    let told: Vec<_> = open.iter().map(|one| (one.personas.join(","), one.words)).collect();
    assert_eq!(told, [("Defense,Prosecutor,TechLead".to_owned(), 7)]);
    assert_eq!(facts(&[("a.py", text)]).open_templates, []);
}

#[test]
fn what_stands_under_the_key_of_an_instruction_instructs_each_persona() {
    let dictionary = |key: &str, outer: &str| {
        format!(
            "PERSONAS = {{\n    {outer}: {{'{key}': 'Assume that every claim is false until it is shown.', 'title': 'The first of the three judges'}},\n    \
             'tech_lead': {{'{key}': 'Judge whether it works and can be run by others.'}},\n}}\n\
             def ask(name, case):\n    return llm.invoke(PERSONAS[name]['{key}'] + case)\n"
        )
    };
    let personas = |text: &str| {
        prompts(&[("a.py", text)]).into_iter().map(|(persona, _)| persona).collect::<Vec<_>>()
    };
    assert_eq!(personas(&dictionary("brief", "'prosecutor'")), ["Prosecutor", "TechLead"]);
    assert_eq!(personas(&dictionary("argument", "'prosecutor'")), [""; 0]);
    assert_eq!(personas(&dictionary("brief", "'clerk'")), [""; 0]);
}

#[test]
fn an_attribute_that_nothing_reads_instructs_nobody() {
    let brief = "You are a strict reader. Your job is to find gaps in what is shown.";
    let text = |read: &str| {
        let named = ["Prosecutor", "Defense", "TechLead"];
        let classes = named.map(|name| format!("class {name}(Base):\n    persona = '{brief}'\n"));
        format!(
            "class Base:\n    persona = ''\n    def ask(self, llm):\n        return llm.invoke({read})\n{}",
            classes.concat()
        ) + "def run(llm):\n    return [Prosecutor().ask(llm), Defense().ask(llm), TechLead().ask(llm)]\nif __name__ == '__main__':\n    run(1)\n"
    };
    let lives = |read: &str| {
        let judges = text(read);
        let files = [
            ("src/graph.py", GRAPH),
            ("src/nodes/__init__.py", ""),
            ("src/nodes/judges.py", &*judges),
        ];
        let found = facts(&files).prompts;
        found.into_iter().map(|one| one.live).collect::<Vec<_>>()
    };
    assert_eq!(lives("'Judge this.'"), [Some(false); 3]);
    for read in
        ["self.persona", "f'{self.persona} Judge.'", "getattr(self, 'persona')", "vars(self)"]
    {
        assert!(lives(read).iter().all(|live| *live != Some(false)), "{read}");
    }
}

#[test]
fn prompts_are_read_from_files_that_a_source_names() {
    let loader = (
        "src/load.py",
        "def load(name):\n    return (ROOT / 'prompts' / f'{name}.txt').read_text()\n",
    );
    let text = "Be strict with every gap that you find.";
    let file = ("src/prompts/prosecutor.txt", text);
    assert_eq!(prompts(&[loader, file]), [("Prosecutor".to_owned(), text.to_owned())]);
    assert_eq!(prompts(&[file]), []);
    assert_eq!(prompts(&[loader, ("src/other/prosecutor.txt", text)]), []);
}

#[test]
fn short_texts_beside_a_personas_name_are_prompts() {
    let text = "def ask(system_prompt, user_prompt, judge): pass\n\
        ask('Strict one. Find flaws.', f'Audit {x} in full', 'Prosecutor')\n";
    let expected = [("Prosecutor".to_owned(), "Strict one. Find flaws.".to_owned())];
    assert_eq!(prompts(&[("a.py", text)]), expected);
}

/// The shares of five-word runs between the personas as they are sent, in percent.
fn shares(text: &str) -> Vec<f64> {
    let found = facts(&[("a.py", text)]);
    assert_eq!(found.prompts.len(), 3, "{:#?}", found.prompts);
    found.prompt_similarity.iter().map(|pair| (pair.shared * 100.0).round()).collect()
}

/// Judges whose own text is handed to `ask`, which is `body`.
fn handed_to(body: &str) -> String {
    let judge = |name: &str, text: &str| {
        format!(
            "def {}(s):\n    prompt = '{text}'\n    return ask(s, '{name}', prompt)\n",
            name.to_lowercase()
        )
    };
    format!(
        "def ask(s, name, prompt):\n{body}{}{}{}",
        judge("Prosecutor", "You must look for every gap and doubt what is told."),
        judge("Defense", "You should praise honest effort and weigh what was meant."),
        judge("TechLead", "You are practical: does it run, and will others keep it running?"),
    )
}

#[test]
fn constants_that_texts_name_are_part_of_them() {
    let rule =
        "RULE = 'Cite the evidence by its id alone, and never invent a file that was not shown.'\n";
    let judge = |name: &str, brief: &str| {
        format!("{}_SYSTEM = f'You are the {name}. {brief} {{RULE}}'\n", name.to_uppercase())
    };
    let texts = format!(
        "{rule}{}{}{}",
        judge("Prosecutor", "Doubt what is told and look for each gap."),
        judge("Defense", "Praise honest effort, and weigh what was meant by it."),
        judge("TechLead", "Does it run? Will others keep it running?"),
    );
    let found = shares(&texts);
    assert!(found.len() == 3 && found.iter().all(|share| *share > 40.0), "{found:?}");
}

#[test]
fn texts_are_compared_as_they_are_sent() {
    let rules = "Give one score for each criterion of the rubric, cite the evidence by its id, never \
                 invent a file that was not shown, and answer with JSON alone.";
    // The whole template is shared.
    for body in [
        format!("    system = f'{{prompt}} {rules}'\n    return llm.invoke(system)\n"),
        format!("    return llm.invoke('You are {{p}} {rules}'.format(p=prompt))\n"),
        format!("    return llm.invoke(prompt + ' {rules}')\n"),
        format!(
            "    return send(s, prompt.strip())\ndef send(s, text):\n    return llm.invoke(f'{{text}} {rules}')\n"
        ),
    ] {
        let found = shares(&handed_to(&body));
        assert!(found.len() == 3 && found.iter().all(|share| *share > 55.0), "{found:?} {body}");
    }
    // What is sent as it is shares nothing, and what is only printed is not sent.
    for body in [
        "    return llm.invoke([('system', prompt), ('human', s)])\n".to_owned(),
        format!("    print(f'{{prompt}} {rules}')\n    return llm.invoke(prompt)\n"),
    ] {
        assert_eq!(shares(&handed_to(&body)), [0.0, 0.0, 0.0], "{body}");
    }
    // What a call hands on beside the text is known in small letters too.
    let named = |hole: &str| {
        let body = format!(
            "    return send(s, prompt, 'Juror')\ndef send(s, text, role):\n    return llm.invoke(f'{{text}} Answer now as {{{hole}}} and as nobody else in this court')\n"
        );
        shares(&handed_to(&body))
    };
    assert_eq!(named("role"), named("role.lower()"));
    let joined = "    return llm.invoke(hint + prompt)\n";
    assert_eq!(shares(&handed_to(joined)), [0.0, 0.0, 0.0]);
    // A template that is read from elsewhere leaves it open.
    let loaded = "    return llm.invoke(load('judge.txt').format(prompt=prompt))\n";
    assert_eq!(shares(&handed_to(loaded)), Vec::<f64>::new());
}

#[test]
fn texts_that_objects_and_dictionaries_hold_are_compared_as_they_are_sent() {
    let rules = "give one score for each criterion of the rubric, cite the evidence by its id, never \
                 invent a file that was not shown, and answer with JSON alone.";
    let class = format!(
        "class Judge:\n    def __init__(self, name, system_prompt):\n        self.brief = system_prompt\n\
         \x20   def run(self, s):\n        return llm.invoke(f'{{self.brief}} Now {rules}')\n\
         a = Judge('Prosecutor', 'You must look for every gap.')\n\
         b = Judge('Defense', 'You should praise honest effort.')\n\
         c = Judge('TechLead', system_prompt='You are practical: does it run?')\n"
    );
    let found = shares(&class);
    assert!(found.len() == 3 && found.iter().all(|share| *share > 55.0), "{found:?}");
    let table = format!(
        "PROMPTS = {{'Prosecutor': 'You must look for every gap.', 'Defense': 'You should praise honest effort.', \
         'TechLead': 'You are practical: does it run?'}}\n\
         def ask(name, s):\n    own = PROMPTS[name]\n    return llm.invoke(f'{{own}} Now {rules}')\n"
    );
    let found = shares(&table);
    assert!(found.len() == 3 && found.iter().all(|share| *share > 55.0), "{found:?}");
}

#[test]
fn texts_in_branches_by_persona_are_prompts_where_they_are_put_into_one() {
    let judge = |sent: &str| {
        format!(
            "class Judge:\n    def ask(self, case, gap):\n        if self.persona == 'prosecutor':\n\
             \x20           logic = f'Look critically for failures, such as {{gap}}.'\n\
             \x20       elif self.persona == 'defense':\n            logic = 'Highlight effort and what was done well.'\n\
             \x20       else:\n            logic = 'Weigh whether the architecture is sound.'\n        return {sent}\n"
        )
    };
    let by_model = judge("llm.invoke(f'You are the {self.name}. {logic} Answer in JSON.')");
    let expected = [
        ("Prosecutor", "Look critically for failures, such as {}."),
        ("Defense", "Highlight effort and what was done well."),
        ("TechLead", "Weigh whether the architecture is sound."),
    ];
    let expected = expected.map(|(persona, text)| (persona.to_owned(), text.to_owned()));
    assert_eq!(prompts(&[("a.py", &by_model)]), expected);
    // A `match` and a conditional expression choose as an `if` does.
    let [critic, friend, builder] =
        expected.each_ref().map(|(_, text)| text.replace("{}", "{gap}"));
    for chosen in [
        format!(
            "        match self.persona:\n            case 'prosecutor':\n                logic = f'{critic}'\n            case 'defense':\n                logic = '{friend}'\n            case _:\n                logic = '{builder}'\n"
        ),
        format!(
            "        logic = f'{critic}' if self.persona == 'prosecutor' else '{friend}' if self.persona == 'defense' else '{builder}'\n"
        ),
    ] {
        let text = format!(
            "class Judge:\n    def ask(self, case, gap):\n{chosen}        return llm.invoke(f'You are the {{self.name}}. {{logic}} Answer in JSON.')\n"
        );
        assert_eq!(prompts(&[("a.py", &text)]), expected, "{text}");
    }
    // Arguments that rules give are no instructions.
    assert_eq!(prompts(&[("a.py", &judge("Opinion(score=3, argument=logic)"))]), []);
    assert_eq!(prompts(&[("a.py", &judge("f'The {self.name} found: {logic}'"))]), []);
    // The text of a branch that is taken for want of another is not all that may be sent.
    let fallback = by_model.replace(
        "        if self.persona",
        "        logic = self.rubric.get('logic')\n        if self.persona",
    );
    assert_eq!(shares(&fallback), Vec::<f64>::new());
}

#[test]
fn texts_that_one_variable_takes_by_persona_are_compared_as_they_are_sent() {
    let rules = "Give one score for each criterion of the rubric, cite the evidence by its id, never invent a file that was not shown.";
    let named = "P_PROMPT = 'You are the Prosecutor. Look for every gap.'\n\
                 D_PROMPT = 'You are the Defense. Praise honest effort.'\n\
                 T_PROMPT = 'You are the Tech Lead. Does it run?'\n";
    let ask = |chosen: &str| {
        format!(
            "{named}def make(role):\n    def ask(s):\n{chosen}        return llm.invoke(f'{{own}} Now: {rules}')\n    return ask\n"
        )
    };
    let choice = |last: &str| {
        format!(
            "        own = P_PROMPT if role == 'Prosecutor' else D_PROMPT if role == 'Defense' else {last}\n"
        )
    };
    for chosen in [
        "        if role == 'Prosecutor':\n            own = P_PROMPT\n        elif role == 'Defense':\n            own = D_PROMPT\n        else:\n            own = T_PROMPT\n".to_owned(),
        "        match role:\n            case 'Prosecutor':\n                own = P_PROMPT\n            case 'Defense':\n                own = D_PROMPT\n            case _:\n                own = T_PROMPT\n".to_owned(),
        choice("T_PROMPT"),
    ] {
        let found = shares(&ask(&chosen));
        assert!(found.len() == 3 && found.iter().all(|share| *share > 55.0), "{found:?} {chosen}");
    }
    // Of a text that comes from elsewhere nobody knows what is sent.
    assert_eq!(shares(&ask(&choice("load(role)"))), Vec::<f64>::new());
}

#[test]
fn texts_that_a_table_on_the_spot_or_a_function_gives_are_compared_as_they_are_sent() {
    let rules = "RULES = 'Give one score for each criterion of the rubric, cite the evidence by its id, never \
                 invent a file that was not shown, and answer with JSON alone.'\n";
    let table = "{'Prosecutor': 'You must look for every gap.', 'Defense': 'You should praise honest effort.', \
                 'TechLead': 'You are practical: does it run?'}";
    let given = format!("def brief(name):\n    return {table}[name]\n");
    let branches = "def brief(name):\n    if name == 'Prosecutor':\n        return 'You are the Prosecutor. Look for every gap.'\n\
                    \x20   if name == 'Defense':\n        return 'You are the Defense. Praise honest effort.'\n\
                    \x20   return 'You are the Tech Lead. Does it run?'\n";
    for text in [
        format!(
            "{rules}def ask(name, s):\n    own = {table}[name]\n    return llm.invoke(f'{{own}} Now: {{RULES}}'.strip())\n"
        ),
        format!(
            "{rules}{given}def ask(name, s):\n    return llm.invoke(f'{{brief(name)}} Now: {{RULES}}')\n"
        ),
        format!(
            "{rules}{branches}def ask(name, s):\n    own = brief(name)\n    return llm.invoke(f'{{own}} Now: {{RULES}}')\n"
        ),
    ] {
        let found = shares(&text);
        assert!(found.len() == 3 && found.iter().all(|share| *share > 55.0), "{found:?} {text}");
    }
}

#[test]
fn what_a_persona_is_told_in_parts_is_not_called_brief() {
    use crate::domain::facts::briefs;
    let brief = |text: &str| {
        let found = facts(&[("a.py", text)]).prompts;
        let briefs = briefs(&found).into_iter();
        briefs.map(|(persona, words)| (persona.to_owned(), words)).collect::<Vec<_>>()
    };
    let short = "PROMPTS = {'Prosecutor': 'You must find every gap.', 'Defense': 'You should praise what was meant.'}\n";
    let told = [("Defense".to_owned(), 6), ("Prosecutor".to_owned(), 5)];
    assert_eq!(brief(short), told);
    // All of its texts count together.
    let more = "PROSECUTOR_PROMPT = 'You are the Prosecutor. You must doubt what is told.'\n";
    assert_eq!(brief(&format!("{short}{more}")), told[..1]);
    // What stands beside it may be the persona's too, whatever its key.
    let parts = "JUDGES = {'Prosecutor': {'philosophy': 'Trust no one at all.', 'other': 'Low scores for each gap.'}}\n";
    assert_eq!(brief(parts), []);
}

#[test]
fn what_stands_in_the_same_conversation_is_compared_too() {
    let human = "'Give one score for each criterion of the rubric, cite the evidence by its id and never invent a file, for {criterion}.'";
    let brief = "def brief(name):\n    if name == 'Prosecutor':\n        return 'You are the Prosecutor. Look for every gap.'\n\
                 \x20   if name == 'Defense':\n        return 'You are the Defense. Praise honest effort.'\n\
                 \x20   return 'You are the Tech Lead. Does it run?'\n";
    let asked = |system: &str, other: &str| {
        format!(
            "{brief}def ask(name, s):\n    chain = ChatPromptTemplate.from_messages([('system', {system}), {other}]) | model\n    return chain.invoke(s)\n"
        )
    };
    for system in ["brief(name)", "f'{brief(name)}'"] {
        let found = shares(&asked(system, &format!("('human', {human})")));
        assert!(found.len() == 3 && found.iter().all(|share| *share > 55.0), "{found:?}");
    }
    // What is sent beside it could not be read, or is each case's own.
    for other in ["('human', s['case'])", "MessagesPlaceholder('history')"] {
        let found = shares(&asked("brief(name)", other));
        assert!(found.len() == 3 && found.iter().all(|share| *share < 40.0), "{found:?}");
    }
    let list = format!(
        "{brief}def ask(name, s):\n    return keep([('system', brief(name)), ('human', {human})])\n"
    );
    assert!(shares(&list).iter().all(|share| *share < 40.0));
}

#[test]
fn what_a_judge_argues_by_rules_instructs_nobody() {
    let judge = |list: &str| {
        format!(
            "def prosecutor_node(state):\n    {list} = []\n    {list}.append('I assume that the judges are not bound to a schema at all.')\n    return {list}\n"
        )
    };
    assert_eq!(prompts(&[("a.py", &judge("argument_chunks"))]), []);
    assert_eq!(prompts(&[("a.py", &judge("opinions"))]), []);
    assert_eq!(prompts(&[("a.py", &judge("prompt_parts"))]).len(), 1);
    assert_eq!(prompts(&[("a.py", &judge("argument_prompt"))]).len(), 1);
    let said = "def prosecutor_node(state):\n    argument = 'I assume that the judges are not bound to a schema at all.'\n    return argument\n";
    assert_eq!(prompts(&[("a.py", said)]), []);
    // Who is told whom to be is told so under any name.
    let told = said.replace("I assume that", "You are the Prosecutor and assume that");
    assert_eq!(prompts(&[("a.py", &told)]).len(), 1);
}

#[test]
fn what_stands_in_for_a_judges_words_instructs_nobody() {
    let text = |name: &str| {
        format!(
            "{name} = {{'Prosecutor': 'The tool failed, and I assume the greatest risk there is.', 'Defense': 'You must reward what is there, whatever is missing.'}}\n\
             def ask(judge):\n    return {name}.get(judge)\n"
        )
    };
    assert_eq!(prompts(&[("a.py", &text("FALLBACK_MESSAGES"))]), []);
    assert_eq!(prompts(&[("a.py", &text("PERSONA_TEXTS"))]).len(), 2);
    assert_eq!(prompts(&[("a.py", &text("FALLBACK_PROMPTS"))]).len(), 2);
}

#[test]
fn what_is_handed_to_a_parameter_that_nothing_reads_is_not_sent() {
    let text = |brief: &str| {
        format!(
            "def ask(state, who, persona_prompt):\n    '''Asks one of the judges in the voice of its own persona prompt, as the court has it.'''\n    \
             prompt = f'''Weigh what was found against the rubric {{state['rubric']}} and give a score with a reason: {brief}'''\n    return llm.invoke(prompt)\n\
             def prosecutor(s):\n    return ask(s, 'Prosecutor', 'Strict and sceptical of all that is claimed.')\n\
             def defense(s):\n    return ask(s, 'Defense', 'Kind to effort and to what was meant.')\n\
             def tech(s):\n    return ask(s, 'TechLead', persona_prompt='Pragmatic, looks at what runs.')\n"
        )
    };
    let shares = |text: &str| {
        let found = facts(&[("a.py", text)]);
        assert_eq!(found.prompts.len(), 3, "{text}");
        found.prompt_similarity.iter().map(|pair| pair.shared).fold(0.0, f64::max)
    };
    assert!(shares(&text("{state['evidences']}")) > 0.99);
    assert!(shares(&text("{persona_prompt}")) < 0.99);
}
