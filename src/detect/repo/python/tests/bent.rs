//! Validators that put another number in the place of a valid one.

use super::facts;

/// What a validator makes of the least score that it changes.
fn bent(validator: &str) -> Option<(String, String, u32)> {
    let text = format!(
        "from typing import Any\nfrom pydantic import BaseModel, Field, field_validator, model_validator\nclass JudicialOpinion(BaseModel):\n    judge: str\n    score: int = Field(..., ge=1, le=5)\n{validator}"
    );
    let found = facts(&[("src/state.py", &text)]).bent_numbers.into_iter().next();
    found.map(|one| (one.number, one.given, one.place.line))
}

fn of_model(steps: &str) -> String {
    format!(
        "    @model_validator(mode='before')\n    @classmethod\n    def unwrap(cls, data: Any) -> Any:\n        if not isinstance(data, dict):\n            return data\n        made = data.copy()\n        for key in ['score', 'rating']:\n            if key not in made:\n                made[key] = None\n        \
         if 'score' in made:\n            val = made['score']\n            try:\n                if isinstance(val, str):\n                    val = int(val)\n{steps}            except ValueError:\n                made['score'] = 3\n        return made\n"
    )
}

fn of_field(steps: &str) -> String {
    format!(
        "    @field_validator('score', mode='before')\n    @classmethod\n    def scale(cls, v):\n{steps}"
    )
}

#[test]
fn a_share_of_one_that_is_scaled_to_points_makes_the_best_of_the_worst() {
    let share = "                if isinstance(val, (float, int)) and float(val) <= 1.0 and float(val) > 0:\n                    made['score'] = int(round(float(val) * 4 + 1))\n                else:\n                    made['score'] = int(float(val))\n                made['score'] = max(1, min(5, made['score']))\n";
    assert_eq!(bent(&of_model(share)), Some(("1".into(), "5".into(), 21)));
    let field = "        if 0 < v <= 1:\n            return v * 5\n        return v\n";
    assert_eq!(bent(&of_field(field)), Some(("1".into(), "5".into(), 10)));
    let halved = "        return round(v / 2) if v > 3 else v\n";
    assert_eq!(bent(&of_field(halved)), Some(("4".into(), "2".into(), 9)));
}

#[test]
fn what_keeps_valid_numbers_or_is_not_followed_changes_none() {
    for steps in [
        "        if v > 5:\n            v = v / 2\n        return max(1, min(5, int(v)))\n",
        "        if v < 1:\n            v = v * 4 + 1\n        return round(v)\n",
        "        if isinstance(v, str):\n            v = int(v)\n        return v\n",
        "        return scaled(v)\n",
        "        if is_share(v):\n            v = v * 4 + 1\n        return v\n",
        "        if not 1 <= v <= 5:\n            raise ValueError(v)\n        return v\n",
    ] {
        assert_eq!(bent(&of_field(steps)), None, "{steps}");
    }
    let kept = "                made['score'] = max(1, min(5, int(float(val))))\n";
    assert_eq!(bent(&of_model(kept)), None);
    // Another field, or no bounds.
    let other = of_field("        return v * 2\n").replace("('score'", "('judge'");
    assert_eq!(bent(&other), None);
}
