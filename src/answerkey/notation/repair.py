r"""Named repairs: what is mended in a text before it is read. Each says what it does by its name.

A repair never changes what a careful reader would take the text to mean; what was done is in
`Reading.repairs`. Repairs that need the grammar (`completed_frac`, `unit_split`, …) are made by the parser.
"""

from __future__ import annotations

import re

from answerkey.notation import domains, number_words
from answerkey.notation.words import LOOKS

# name: what it means, for every name that `Reading.repairs` may hold.
REPAIRS: dict[str, str] = {
    "dollars_dropped": "the dollar signs, \\( \\) or \\[ \\] around mathematics were dropped",
    "stray_dollar": "a dollar sign without a partner was dropped",
    "sentence_end": "punctuation at the end of a sentence, or the sign at the end of a proof, was dropped",
    "emphasis_dropped": "stars or underscores around the answer (Markdown) were dropped",
    "quotes_dropped": "single quotes around the answer were dropped",
    "invisible_dropped": "invisible characters were dropped",
    "double_backslash": "doubled backslashes before commands were made single",
    "letter_times": "a letter x between two numbers was read as times",
    "unicode": "Unicode signs (superscripts, fractions, full-width letters, circled digits) were spelled out",
    "markup_dropped": "commands that number, colour or hide (\\tag, \\phantom, \\label) were dropped",
    "domain_in_words": "what a name runs through was said in words (where k is an integer)",
    "left_side_missing": "an equals sign with nothing before it was dropped",
    "logic_signs": "~ & | were read as not, and, or",
    "completed_frac": "an argument without braces (\\frac12) was completed",
    "root_brackets": "\\sqrt(2) was read as \\sqrt{2}",
    "root_digits": "\\sqrt10 was read as \\sqrt{10}",
    "inner_box": "a box inside the answer was opened",
    "brace_group": "braces around a factor or an exponent were read as brackets",
    "brace_set": "{1,2} was read as a set",
    "unit_split": "a unit or a counted noun was split off",
    "number_words": "a number in words was read as a number",
    "chances": "1 in 6 was read as 1/6",
    "hours_minutes": "the m of 1h 30m was read as minutes",
    "chemical_formula": "the letters of a chemical formula were taken out of their fonts",
    "ordinal": "15th was read as 15",
    "ellipsis_repetend": "0.333... was read as repeating",
    "ellipsis_dropped": "the dots behind a decimal were dropped",
    "prose": "the text was taken as words",
}

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱˣʸᵃᵇᵏᵐᵗ"
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙᵢₓₐₖₘₜ"
_SUPER_PLAIN = str.maketrans(_SUPERSCRIPTS, "0123456789+-()nixyabkmt")
_SUB_PLAIN = str.maketrans(_SUBSCRIPTS, "0123456789+-()nixakmt")
_FRACTIONS = {
    "½": "1 2", "⅓": "1 3", "⅔": "2 3", "¼": "1 4", "¾": "3 4", "⅕": "1 5", "⅖": "2 5", "⅗": "3 5", "⅘": "4 5",
    "⅙": "1 6", "⅚": "5 6", "⅐": "1 7", "⅛": "1 8", "⅜": "3 8", "⅝": "5 8", "⅞": "7 8", "⅑": "1 9", "⅒": "1 10",
}  # fmt: skip
_CIRCLED = {chr(0x2460 + n): str(n + 1) for n in range(20)}
_FULL_WIDTH = (
    {0xA2: " cents", 0x2103: "°C", 0x2109: "°F"}
    | {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | {0x3000: " "}
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\ufe0e\ufe0f]")
_SPECIAL = re.compile(
    f"(?P<up>[{_SUPERSCRIPTS}]+)|(?P<down>[{_SUBSCRIPTS}]+)|(?P<fraction>[{''.join(_FRACTIONS)}])"
    f"|(?P<circled>[{''.join(_CIRCLED)}](?:[ ,、]*[{''.join(_CIRCLED)}])*)"
)
_CIRCLED_DIGIT = re.compile(f"[{''.join(_CIRCLED)}]")
_MARKUP = re.compile(
    r"\\(?:tag\*?|label|phantom|hphantom|vphantom|hspace\*?|vspace\*?|(?:text)?color(?:box)?|fcolorbox\s*+\{[^{}]*+\})"
    r"\s*+(?:\[[^\]\\]*+\]\s*+)?\{[^{}]*+\}"
)
_RUNS = re.compile(r"\\+")
_DOUBLED = re.compile(r"(?<!\\)\\\\(?=[A-Za-z%$])")
_DOLLAR = re.compile(r"(?<!\\)\$")
# 3.0x10^8, 5 x 7; but 3x1 + 2x2 has names with numbers.
_LETTER_TIMES = re.compile(r"(?<=\d)(?:\s+[xX]\s+(?=\d)|\s*[xX]\s*(?=10\s*(?:\^|\*\*)))")
_LOGIC = re.compile(r"[A-Za-z\s()~&|]+")  # as programs write it
_CONNECTIVES = str.maketrans({"~": "¬", "&": "∧", "|": "∨"})
_SIGN = re.compile(r"\\(?:[A-Za-z]+|[^,;:!\s])|[^\W\d_]+|\d+(?:\.\d+)?|[^\s\\]")
_STYLES = {"\\dfrac": "\\frac", "\\tfrac": "\\frac", "\\cfrac": "\\frac"}
_CHANCES = re.compile(r"(\d+)\s+(?:in|out\s+of)\s+(?:every\s+)?(\d+)", re.IGNORECASE)
_HOURS = re.compile(r"(\d+)\s?hr?s?\s?(\d+)\s?m(?:\s?(\d+)\s?s)?")
_FONT = re.compile(r"\\(?:text|mathrm|rm|ce|mbox|operatorname)\s*\{((?:[^{}\\]|\{\d+\})*)\}")
_ELEMENTS = re.compile(r"(?:\(?[A-Z][a-z]?(?:\s*_\s*(?:\d|\{\d+\}))?(?:\)\s*_\s*(?:\d|\{\d+\}))?\s*)+")
_SIGN_WORD = re.compile(r"(?:minus|negative)\s+(?=[\d\\]|[a-z]+(?:-[a-z]+)?\Z)", re.IGNORECASE)
_PROOF_SIGNS = (r"\square", r"\Box", "□", "◻")
_PROOF_END = re.compile(
    r"(?<=[\w)}\]$.!])(?<!\\quad)(?<!\\qquad)(?<!\\hfill)(?:[\s~]|\\[,;: ]|\\q?quad|\\hfill)+(?:\\square|\\Box|□|◻)\Z"
)
_SENTENCE_ENDS = " \t\n.,;:。，"
_SPENT = re.compile(r"(?<!\\)\$(?=\.?\d)")
_WRAPS = (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]"))


def mend(text: str) -> tuple[str, list[str]]:
    """`text` ready for reading, and the names of what was mended."""
    repairs: list[str] = []
    if not text.isascii():
        text = _unicode(text, repairs)
    text = text.strip()
    if "\\\\" in text and ("begin{" not in text or all(len(run) % 2 == 0 for run in _RUNS.findall(text))):
        text = _replace(_DOUBLED, r"\\", text, "double_backslash", repairs)
    if "{" in text:
        text = _replace(_MARKUP, "", text, "markup_dropped", repairs)
    if "x" in text or "X" in text:
        text = _replace(_LETTER_TIMES, r" \\times ", text, "letter_times", repairs)
    if ("~" in text or "&" in text) and _LOGIC.fullmatch(text):
        repairs.append("logic_signs")
        text = text.translate(_CONNECTIVES)
    for _ in range(4):
        before = text
        text = _ends(_unwrap(text, repairs), repairs)
        if text == before:
            break
    if ("integer" in text or "number" in text or "ll " in text or "real" in text) and len(text) < 300:
        spelled = domains.spelled(text)
        if spelled is not None:
            repairs.append("domain_in_words")
            text = spelled
    if text[:1].isdigit() and text[-1:].isdigit() and len(text) < 60:
        text = _replace(_CHANCES, r"\1/\2", text, "chances", repairs) if _CHANCES.fullmatch(text) else text
    if text[-1:] in ("m", "s") and text[:1].isdigit() and len(text) < 40 and (hours := _HOURS.fullmatch(text)):
        repairs.append("hours_minutes")
        text = f"{hours[1]} h {hours[2]} min" + (f" {hours[3]} s" if hours[3] else "")
    if "_" in text and text[:1] == "\\" and len(text) < 60 and _ELEMENTS.fullmatch(plain := _FONT.sub(r"\1", text)):
        repairs.append("chemical_formula")
        text = plain
    if text[:1].isalpha() and len(text) < 60:
        if sign := _SIGN_WORD.match(text):
            repairs.append("number_words")
            text = "-" + text[sign.end() :]
        elif text.isascii() and (counted := number_words.spelled_out(text)) is not None:
            repairs.append("number_words")
            text = counted
    if "$" in text:
        text = _dollars(text, repairs)
    return text, repairs


def written(text: str) -> list[str]:
    r"""The signs of a text without looks: two texts that differ only in spacing, `\left` or `\dfrac` have the same."""
    signs = [_STYLES.get(sign, sign) for sign in _SIGN.findall(text.strip(" .$"))]
    return [sign for sign in signs if sign not in LOOKS and sign != "$"]


def _dollars(text: str, repairs: list[str]) -> str:
    """Dollar signs inside: mathematics when they come in pairs, money before a number without a partner."""
    text = text.replace("$$", "$")
    places = [match.start() for match in _DOLLAR.finditer(text)]
    if not places:
        return text
    money = len(places) % 2 or any(text[i + 1 : i + 2].isdecimal() and text[i - 1] in " (," for i in places[1::2])
    repairs.append("stray_dollar" if money else "dollars_dropped")
    if money:
        text = _SPENT.sub(r"\$", text)
    return _DOLLAR.sub(" ", text).strip()


def _unicode(text: str, repairs: list[str]) -> str:
    text = _replace(_INVISIBLE, "", text, "invisible_dropped", repairs)
    mended = text.translate(_FULL_WIDTH)
    mended = _SPECIAL.sub(_spell_out, mended)
    if mended != text:
        repairs.append("unicode")
    return mended


def _spell_out(match: re.Match[str]) -> str:
    written = match.group()
    if match.lastgroup == "up":
        return "^{" + written.translate(_SUPER_PLAIN) + "}"
    if match.lastgroup == "down":
        return "_{" + written.translate(_SUB_PLAIN) + "}"
    if match.lastgroup == "fraction":
        above, below = _FRACTIONS[written].split()
        return rf"\frac{{{above}}}{{{below}}}"
    return ", ".join(_CIRCLED[digit] for digit in _CIRCLED_DIGIT.findall(written))


def _replace(pattern: re.Pattern[str], by: str, text: str, name: str, repairs: list[str]) -> str:
    mended, count = pattern.subn(by, text)
    if count:
        repairs.append(name)
    return mended


def _unwrap(text: str, repairs: list[str]) -> str:
    for opening, closing in _WRAPS:
        size = len(opening)
        if text.startswith(opening) and text.endswith(closing) and len(text) > 2 * size:
            inner = text[size:-size]
            if opening == "$" and ("$" in inner.replace(r"\$", "") or inner.endswith("\\")):
                continue
            if opening[0] == "\\" and closing in inner:
                continue
            repairs.append("dollars_dropped")
            return inner.strip()
    for mark in ("**", "__"):
        if text.startswith(mark) and text.endswith(mark) and len(text) > 4 and mark not in text[2:-2]:
            repairs.append("emphasis_dropped")
            return text[2:-2].strip()
    if text.startswith("'") and text.endswith("'") and len(text) > 2 and "'" not in text[1:-1]:
        repairs.append("quotes_dropped")
        return text[1:-1].strip()
    return text


def _ends(text: str, repairs: list[str]) -> str:
    if text.endswith(_PROOF_SIGNS):
        text = _replace(_PROOF_END, "", text, "sentence_end", repairs)
    if text[-1:] in ".,;:。，" and not text.endswith(("...", "\\.", "\\,", "\\;", "\\:")):
        bare = text.rstrip(_SENTENCE_ENDS)
        if bare:
            repairs.append("sentence_end")
            text = bare
    if text.endswith("\\") and not text.endswith("\\\\"):
        repairs.append("sentence_end")
        text = text[:-1].rstrip()
    while text.endswith(("\\,", "\\;", "\\!", "\\:")) and not text.endswith(("\\\\,", "\\\\;", "\\\\!", "\\\\:")):
        text = text[:-2].rstrip()
    return text
