"""MGSM: 250 problems of GSM8K in eleven languages (Shi et al., Language Models are Multilingual Reasoners, 2022).

Each problem is asked in its own language. Keys are numbers in figures, at times with English thousands separators;
answers are read in the style of their language (`70.000` is seventy thousand in German).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Example, Hub, Place
from answerkey.grading import as_text

TEMPLATES = {
    "bn": "{question}\n\nধাপে ধাপে সমাধান করুন। শেষে শুধু চূড়ান্ত সংখ্যাটি \\boxed{} এর মধ্যে লিখুন।",
    "de": "{question}\n\nLöse die Aufgabe Schritt für Schritt. Schreibe am Ende nur die gesuchte Zahl in \\boxed{}.",
    "en": "{question}\n\nSolve this step by step. At the end, write only the final number in \\boxed{}.",
    "es": "{question}\n\nResuelve el problema paso a paso. Al final, escribe solo el número pedido en \\boxed{}.",
    "fr": "{question}\n\nRésous-le étape par étape. À la fin, écris seulement le nombre demandé dans \\boxed{}.",
    "ja": "{question}\n\n順を追って解いてください。最後に、答えの数だけを \\boxed{} の中に書いてください。",
    "ru": "{question}\n\nРешите задачу по шагам. В конце запишите только искомое число внутри \\boxed{}.",
    "sw": "{question}\n\nTatua hatua kwa hatua. Mwishoni, andika nambari ya jibu pekee ndani ya \\boxed{}.",
    "te": "{question}\n\nదశలవారీగా పరిష్కరించండి. చివరగా, తుది సంఖ్యను మాత్రమే \\boxed{} లో రాయండి.",
    "th": "{question}\n\nแก้โจทย์ทีละขั้นตอน แล้วเขียนเฉพาะตัวเลขคำตอบสุดท้ายไว้ใน \\boxed{}",
    "zh": "{question}\n\n请逐步解题。最后只把所求的数写在 \\boxed{} 里。",
}


def example(row: Mapping[str, Any], place: Place) -> Example:
    """The key is `answer_number`; in test rows upstream leaves `answer` empty, in its plain tables it is the number."""
    answer = row["answer_number"] if "answer_number" in row else row["answer"]
    language = row.get("lang") or place.config
    return {
        "id": row.get("id", f"mgsm-{language}-{place.number}"),
        "question": row["question"],
        "answer": as_text(answer),
        "lang": language,
    }


BENCHMARK = Benchmark(
    name="mgsm",
    title="MGSM, GSM8K in eleven languages (test)",
    rows=2750,
    licence="CC-BY-4.0 (upstream; the hub's copy says CC-BY-SA-4.0)",
    hub={language: Hub("juletxara/mgsm", language) for language in TEMPLATES},
    homes=("juletxara/mgsm",),
    files=("mgsm_all.jsonl", "{home}/mgsm_{config}.tsv", "mgsm_{config}.tsv", "{home}/{config}/test-*.parquet"),
    example=example,
    configs={language: language for language in TEMPLATES},
    config_column="lang",
    columns=("question", "answer"),
    template=TEMPLATES,
    extractor="mgsm",
    evaluators=("math_equivalence", "answer_match"),
)
