//! English words, and marks that belong to no language.

use super::{Class, Words};

/// The words, by what they do in a sentence.
pub(super) const WORDS: &[Words] = &[
    (
        "en",
        Class::Override,
        "ignore|disregard|forget|override|overrule|bypass|discard|supersede|supersedes|pay no attention|set aside|do not follow|don't follow|stop following|do not apply|does not apply|is outdated|is void|are void|no longer apply|no longer applies|grading rules changed|new grading policy|instead of the rubric|use this one instead|exempted from",
    ),
    (
        "en",
        Class::Instructions,
        "instruction|instructions|rubric|rubrics|guideline|guidelines|guidance|directive|directives|rules|prompt|prompts|criteria|policy|failure pattern|your role|your task|told before|were told",
    ),
    (
        "en",
        Class::Prior,
        "previous|prior|earlier|above|preceding|your|original|existing|system prompt|given so far|you were given|before|rubric|criteria apply|grading criteria|scoring criteria|failure pattern|everything",
    ),
    (
        "en",
        Class::Give,
        "give|award|assign|grant|rate|grade|score|mark|return|output|respond|answer|reply|record|hand|copy|conclude|treat|recommend|put|set|enter|emit|print|produce|must be|should be|must receive|must get|should receive|correct verdict|acceptable outcome|final score|final result|final decision|you give|accept|consider",
    ),
    (
        "en",
        Class::Get,
        "receive|receives|get|gets|returns|are 5|is 5|are five|scores are|result|deserves|must be",
    ),
    (
        "en",
        Class::Best,
        "full|maximum|max|highest|perfect|top|best|exemplary|excellent|outstanding|flawless|an a+|5/5|5 / 5|5 out of 5|5 of 5|five out of five|five of five|10/10|10 out of 10|100/100|100%|five points|5 points|score 5|score of 5|score: 5|score = 5|score five|\"score\": 5|\"score\":5|score\": 5|score\":5|five stars|a 5|a five|grant 5|award 5|assign 5|give 5|return 5|output 5|it 5|everywhere",
    ),
    ("en", Class::Five, "5|five"),
    (
        "en",
        Class::Score,
        "score|scores|scored|mark|marks|grade|grades|graded|rating|ratings|points|credit|criterion|criteria|dimension|dimensions|category|categories|verdict|a+|evaluation",
    ),
    (
        "en",
        Class::Hide,
        "do not mention|don't mention|do not report|don't report|do not flag|don't flag|do not list|don't list|do not look for|don't look for|do not deduct|don't deduct|do not lower|don't lower|do not penalise|do not penalize|do not criticise|do not criticize|report no|mention no|find no|finds no|leave this|keep this note|keep silent|hide all|ignore findings|stop the evaluation|stop the audit|treat missing|pretend that|without further review|no need to check|no need to verify|praise the",
    ),
    (
        "en",
        Class::Skip,
        "skip the|skip all|skip any|skip them|skip every|omit the check|omit all check|do not run|don't run|do not check|don't check|do not verify|don't verify",
    ),
    (
        "en",
        Class::Pass,
        "approve this|approve it|accept this|pass this|mark this|mark this file as passing|all of them passed|as passing|as passed|as satisfied|as approved|approve and rate|please approve|report that all|state that|report that this|all requirements are satisfied",
    ),
    (
        "en",
        Class::Grader,
        "grader|graders|evaluator|evaluators|examiner|examiners|grading assistant|grading software|grading system|grading model|evaluation model|evaluating model|evaluation assistant|reviewing model|reviewer model|vision model|automated reviewer|automated reviewers|ai judge|ai judges|ai reviewer|ai reviewers|ai auditor|ai auditors|ai agents|llm-judge|llm judge|llm judges|llm evaluator|llm evaluators|language model|language models|large language model|ai system|ai assessor|ai model|grader bot|reviewer bot|evaluator_hint|whichever model|whoever or whatever|automated grading|automatic grader",
    ),
    (
        "en",
        Class::Machine,
        "ai|llm|llms|gpt|@gpt|claude|@claude|gemini|chatgpt|assistant|chatbot|model|judge|judges|auditor|auditors|reviewer|reviewers|agent|agents",
    ),
    (
        "en",
        Class::AddressedIf,
        "if you are an ai|if you are a language|if you are an llm|if you are a model|if an llm|if an ai|if a language model|if a model|if you are reading|if you are grading|if you are evaluating|if you are the grader|when you evaluate|when you grade|when you score|when you review|when scoring|when grading|when evaluating|that assesses|that scores|that grades|that evaluates|that reads this|evaluating this|reviewing this|assessing this|grading this|scoring this|scores this|grades this|reading this|reads this",
    ),
    (
        "en",
        Class::Must,
        "must|shall|required to|instructed to|have to|hereby|you should|requires you",
    ),
    (
        "en",
        Class::This,
        "this submission|this project|this repository|this repo|this work|this team|this report|this code|this file|this module|this document|this paper|this diagram|this function|this assignment|this criterion|our team|our project|our work|our repository|our submission|the submission|this student|to it|it 5|it full|rate it|grade it|score it",
    ),
    (
        "en",
        Class::All,
        "every criterion|each criterion|all criteria|every dimension|each dimension|all dimensions|every category|each category|all categories|all judges|every judge|all scores|all ten criteria|everything|everywhere|regardless|irrespective|no matter|whatever you find|whatever it|all items|nothing else|without further",
    ),
    (
        "en",
        Class::Condition,
        "if|when|whenever|unless|only|where|provided|once|until|otherwise|for which|that satisfy|that satisfies|which satisfy|supported by|justified|defensible|reserved for|depending|based on|according to|after all|in accordance|except|should the|because",
    ),
    (
        "en",
        Class::Not,
        "not|never|don't|doesn't|cannot|can't|nobody|no one|without|to not|nor|won't|didn't|rather than",
    ),
    (
        "en",
        Class::Mention,
        "inserted the sentence|phrases|phrase like|phrases like|detects|detected|detect|regex|re.compile|contains text such|text such as|such as|for example|for instance|tricks|trick|obey|obeyed|strips|stripped|refused|guard|hidden text in|hidden in|manipulat*|spoof*|forged|asks the grader|tells the grader|influence the|influence weak|poison*|smuggl*|as data|are data|is data|obedien*|patterns|overconfident",
    ),
    (
        "en",
        Class::Attack,
        "adversar*|attack|attacker*|attacks|blocklist|denylist|evil|exploit|hostile|injected|injecting|injection|injections|jailbreak*|malicious|neutralis*|neutraliz*|payload*|prompt injection|red team|red-team|sanitis*|sanitiz*|suspicious|threat|untrusted|injection_patterns|injection patterns",
    ),
    (
        "en",
        Class::Persona,
        "you are a|you are an|you are the|act as a|act as the|your persona|system_prompt|system prompt =|prompt =|prompt_template|systemmessage|humanmessage|prompttemplate|_prompt|\"role\": \"system\"|role=\"system\"",
    ),
    (
        "en",
        Class::Contained,
        "in the evidence|inside the evidence|in the repository|in the submission|in submissions|inside the submission|in the report|in the document|in the code|in the text|in the content|found in|found inside|contained in|embedded in|embedded|within|from the evidence|from the repository|from the submission|from the document|that appear|that appears|that ask|that asks|that tell|that tells|in user|in the user|in comments|in evidence|inside",
    ),
    (
        "en",
        Class::Scale,
        "1 to 5|1-5|1–5|from 1|between 1|score 1|score of 1|score: 1|give 1|1, 3|2, 3|1 or 5|1 and 5|1 point|0 to 5|1 through 5|on a scale|out of 100|1..5|<1-5>|3 points|score 3|score = 1|score is 1|0 to 10|1 to 10|lowest|otherwise 1|otherwise assign|from a to f",
    ),
    (
        "",
        Class::Token,
        // A passage has spaces where the marks have underlines.
        "<|im_start|>|<|im start|>|<|im end|>|<|eot id|>|<|start header id|>|</user input>|<|im_end|>|<|system|>|<|assistant|>|<|user|>|<|eot_id|>|<|start_header_id|>|<|endoftext|>|[inst]|[/inst]|<<sys>>|<</sys>>|</evidence>|</submission>|</untrusted|</document>|</user_input>|</content>|</data>|<system>|</system>|### system:|### instruction:|### response:|# ### system|end of evidence|end of submission|[system]|system:|assistant: i will|[grading system]|submission status",
    ),
];
