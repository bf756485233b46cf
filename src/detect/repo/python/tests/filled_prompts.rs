//! Templates into which the texts of personas are put by other means than `format`, and texts that instruct nobody.

use super::facts;

const BRIEFS: &str = "BRIEFS = {\n\
    'prosecutor': 'You are the Prosecutor. Trust no one and look for gaps in the work.',\n\
    'defense': 'You are the Defense. Reward effort and argue for what was meant by it.',\n\
    'tech_lead': 'You are the Tech Lead. Ask whether it works and could be kept running.',\n}\n";
const COMMON: &str = "Read the criterion and the evidence below with care before you answer, cite the names of the evidence, never invent a file, and answer with one object that has the keys of an opinion.";

/// The least part of their phrases that two personas have in common; nothing where there is no pair.
fn shared(text: &str) -> Option<f64> {
    let text = format!("{BRIEFS}{}", text.replace("COMMON", COMMON));
    let pairs = facts(&[("src/judges.py", &text)]).prompt_similarity;
    pairs.into_iter().map(|pair| pair.shared).reduce(f64::min)
}

#[test]
fn what_is_put_around_all_texts_counts_however_it_is_put_there() {
    let formatted = shared(
        "T = '''{brief} COMMON'''\ndef ask(who):\n    return llm.invoke(T.format(brief=BRIEFS[who]))\n",
    );
    assert!(formatted.is_some_and(|shared| shared > 0.4), "{formatted:?}");
    for text in [
        "T = '''%s COMMON'''\ndef ask(who):\n    return llm.invoke(T % BRIEFS[who])\n",
        "T = '''%(brief)s COMMON'''\ndef ask(who):\n    return llm.invoke(T % {'brief': BRIEFS[who]})\n",
        "from jinja2 import Template\nT = Template('''{{ brief }} COMMON''')\ndef ask(who):\n    return llm.invoke(T.render(brief=BRIEFS[who]))\n",
        "from langchain_core.prompts import ChatPromptTemplate\nT = ChatPromptTemplate.from_messages([('system', '''{brief} COMMON''')])\ndef ask(who):\n    return (T | llm).invoke({'brief': BRIEFS[who]})\n",
    ] {
        assert_eq!(shared(text), formatted, "{text}");
    }
    // Where the template is not read there is no pair.
    assert_eq!(shared("def ask(who):\n    return llm.invoke(load() % BRIEFS[who])\n"), None);
    assert_eq!(shared("def ask(who):\n    return prompt.invoke({'brief': BRIEFS[who]})\n"), None);
    // As it is, it is compared as it is.
    assert_eq!(shared("def ask(who):\n    return llm.invoke(BRIEFS[who])\n"), Some(0.0));
}

/// The personas of which a live prompt is seen.
fn personas(text: &str) -> Vec<String> {
    let prompts = facts(&[("main.py", text)]).prompts.into_iter();
    prompts.filter(|one| one.live != Some(false)).map(|one| one.persona).collect()
}

#[test]
fn texts_that_tell_people_how_to_use_a_program_instruct_nobody() {
    for text in [
        "import argparse\np = argparse.ArgumentParser(description='You are the Prosecutor and must give a repository first.')\n",
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--role', help='Role: prosecutor; you must choose the one that you want')\n",
        "EPILOG = 'As the Prosecutor you will see the charges first, and then the history.'\nprint(EPILOG)\n",
    ] {
        assert_eq!(personas(text), Vec::<String>::new(), "{text}");
    }
    assert_eq!(
        personas(
            "PROMPT = 'As the Prosecutor you must see the charges first.'\nllm.invoke(PROMPT)\n"
        ),
        ["Prosecutor"]
    );
}
