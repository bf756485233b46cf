//! Replies that the program reads as JSON itself and holds against a model of its own.

use super::facts;
use crate::domain::facts::Misfit::{self, AskedAgain, Handled, StoodIn, Unhandled};
use crate::domain::facts::{Binding, StructuredOutputFact};

fn found(text: &str) -> Vec<StructuredOutputFact> {
    let head = "import json as _json\nfrom pydantic import BaseModel\nclass Opinion(BaseModel):\n    score: int\n    argument: str = ''\n";
    facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output
}

/// Checks what becomes of malformed replies of the only question in `text`, and what takes their place.
#[track_caller]
fn check(text: &str, expected: Misfit, stand_ins: &[u32]) {
    let found = found(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    let of = &found[0];
    let scores: Vec<u32> = of.stand_ins.iter().filter_map(|one| one.score).collect();
    assert_eq!((of.misfit, scores.as_slice()), (Some(expected), stand_ins), "{text}");
    assert_eq!((of.binding, of.schema.as_deref()), (Binding::Validated, Some("Opinion")));
}

const ROUNDS: &str = "def judge(llm, messages):\n    opinions = []\n    for attempt in range(3):\n        try:\n            response = llm.chat(messages)\n            \
     data = _json.loads(cut(response))\n            for item in data:\n                opinion = Opinion(score=int(item.get('score', 1)), argument=item['argument'])\n                \
     opinion = Opinion.parse_obj(opinion.dict())\n                opinions.append(opinion)\n            break\n        except Exception as error:\n            print(error)\n            continue\n    \
     else:\n        print('none')\n    return opinions\n";

#[test]
fn a_reply_that_is_validated_by_hand_in_a_bounded_loop_is_asked_for_again() {
    check(ROUNDS, AskedAgain, &[]);
    let found = found(ROUNDS);
    let held = found[0].held.as_ref().map(|held| held.by.as_str());
    let defaults: Vec<_> = found[0].beside.defaults.iter().map(|one| one.score).collect();
    assert_eq!((held, defaults.as_slice()), (Some("Opinion"), &[Some(1)][..]));
    let whole = ROUNDS.replace(
        "Opinion(score=int(item.get('score', 1)), argument=item['argument'])",
        "Opinion(**item)",
    );
    check(&whole, AskedAgain, &[]);
    let once = ROUNDS.replace("range(3)", "range(1)").replace("            continue\n", "");
    check(&once, Handled, &[]);
}

#[test]
fn a_score_that_is_kept_where_a_reply_cannot_be_read_takes_its_place() {
    let with = |handler: &str| {
        format!(
            "class Judge:\n    def ask(self, messages):\n        content = self.llm.invoke(messages).content\n        score = 4\n        try:\n            data = _json.loads(content)\n            \
             score = int(data['score'])\n        except ValueError:\n            {handler}\n        return Opinion(score=score, argument=content)\n"
        )
    };
    check(&with("print(content)"), StoodIn, &[4]);
    check(&with("raise"), Unhandled, &[]);
    let anew = with("print(content)")
        .replace("        return", "        score = rated(content)\n        return");
    check(&anew, Unhandled, &[]);
}

#[test]
fn what_is_not_read_as_json_or_held_against_no_model_is_not_told() {
    for text in [
        ROUNDS.replace("_json.loads(cut(response))", "cut(response)"),
        ROUNDS.replace("Opinion", "dict").replace("dict.parse_obj(opinion.dict())", "opinion"),
        ROUNDS.replace("llm.chat", "shop.chat"),
        ROUNDS.replace("_json.loads(cut(response))", "_json.loads(kept)"),
        ROUNDS
            .replace("score=int(item.get('score', 1)), argument=item['argument']", "score=3")
            .replace("Opinion.parse_obj(opinion.dict())", "opinion")
            .replace("item in data", "item in kept"),
    ] {
        assert_eq!(found(&text), [], "{text}");
    }
    // The program gives the score itself.
    let own = ROUNDS
        .replace("score=int(item.get('score', 1))", "score=worked_out(1)")
        .replace("opinion = Opinion.parse_obj(opinion.dict())", "pass");
    assert_eq!(found(&own), []);
    // What is no opinion is held against its model as a whole, or not at all.
    let head = "class Note(BaseModel):\n    argument: str\n";
    let note = head.to_owned() + &ROUNDS.replace("Opinion", "Note");
    assert_eq!(found(&note).len(), 1);
    assert_eq!(found(&note.replace("Note.parse_obj(opinion.dict())", "opinion")), []);
}

#[test]
fn a_description_that_says_that_a_schema_is_bound_is_told_where_nothing_binds_one() {
    let said = |text: &str| {
        let of = found(text).into_iter().find(|one| one.method == "JSON").expect("it is told");
        of.beside.said.map(|place| place.line)
    };
    let with = |words: &str| ROUNDS.replacen('\n', &format!("\n    '''{words}'''\n"), 1);
    assert_eq!(said(&with("Uses .with_structured_output() to hold the form.")), Some(7));
    assert_eq!(said(&with("Reads the reply as JSON.")), None);
    let bound = with("Uses .with_structured_output().")
        + "def other(llm):\n    return llm.with_structured_output(Opinion)\n";
    assert_eq!(said(&bound), None);
}

#[test]
fn what_is_held_against_a_class_on_another_way_is_told() {
    let held = |text: &str| {
        let imports =
            "import json\nfrom pydantic import BaseModel\nclass Found(BaseModel):\n    name: str\n";
        let facts = facts(&[("src/a.py", &format!("{imports}{text}"))]);
        let held = facts.held_afterwards.into_iter();
        held.map(|one| one.schema.unwrap_or("?".into())).collect::<Vec<_>>().join(" ")
    };
    let parser = "class Parser:\n    def __init__(self, llm, model):\n        self.llm, self.model = llm, model\n    def parse(self, text):\n        \
         try:\n            return self.model(**json.loads(text))\n        except ValueError:\n            return self.parse(self.llm.invoke(text).content)\n";
    assert_eq!(held(parser), "?");
    let own = "class Reader:\n    def read(self, prompt):\n        reply = json.loads(clean(self._call_llm(prompt)))\n        return Found(**reply)\n";
    assert_eq!(held(own), "Found");
    let validated = own.replace("Found(**reply)", "Found.model_validate(reply)");
    assert_eq!(held(&validated), "Found");
    // Nothing asks a model, or what is read is a file, or no class is known.
    assert_eq!(held(&own.replace("_call_llm", "ask")), "");
    assert_eq!(held(&own.replace("clean(self._call_llm(prompt))", "open(prompt).read()")), "");
    assert_eq!(held(&own.replace("Found(**reply)", "dict(**reply)")), "");
}
