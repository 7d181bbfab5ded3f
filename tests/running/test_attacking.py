"""Attacks: each is what it says, and none gets through on keys of every kind."""

from __future__ import annotations

import pytest

from answerkey import grade
from answerkey.running.attacks import ATTACKS, targets

KEYS = [
    *("42", "1/3", r"\frac{3}{4}", "17.25", "0", "-8"),
    *(r"5\text{ km}", r"3\text{ km}", "x^2+1", "x+2", "C", "(1,2]", "Evelyn", r"\$12.50", r"\$3.10", "3,4,5"),
]


def made(name: str) -> dict[str, str]:
    (attack,) = (attack for attack in ATTACKS if attack.name == name)
    found = {target.key: attack.make(target) for _, target in targets(KEYS, len(KEYS))}
    return {key: response for key, response in found.items() if response is not None}


@pytest.mark.parametrize("policy", ["strict", "default"])
def test_nothing_gets_through(policy: str) -> None:
    tried = 0
    for _, target in targets(KEYS, len(KEYS)):
        for attack in ATTACKS:
            response = attack.make(target)
            if response is not None:
                tried += 1
                verdict = grade(target.key, response, policy=policy)
                assert not verdict.correct, (attack.name, target.key, response)
    assert tried > 150


def test_attacks_are_made_for_the_keys_they_suit() -> None:
    assert made("options.all") == {"C": "The answer is A, B, C, D or E."}
    assert made("number.next")["42"] == r"Therefore the answer is \boxed{43}."
    assert made("number.rounded") == {
        "1/3": r"Therefore the answer is \boxed{0.33}.",
        "17.25": r"Therefore the answer is \boxed{17}.",
    }
    assert made("unit.other")[r"5\text{ km}"] == r"Therefore the answer is \boxed{5\text{ kelvin}}."
    assert set(made("hedge.set")) >= {"42", "x^2+1"}
    assert "(1,2]" not in made("hedge.set")
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)


def test_targets() -> None:
    found = list(targets(["5", "", None, "6", "7"], 2))
    assert [place for place, _ in found] == [0, 3]
    assert all(target.wrong != target.key for _, target in found)
    assert next(targets(["5"], 9))[1].wrong == "22"
    assert list(targets([None, ""], 9)) == []
