r"""The vocabulary: what every command, symbol and word means to the reader. Adding one is adding one table line.

`LEXICON` maps a spelling to `(kind, value)`: the kind chooses the parser's rule, the value is what that rule
needs. LaTeX commands keep their backslash, so `\pi`, `pi` and `π` are three spellings with one meaning.
"""

from __future__ import annotations

Entry = tuple[str, str]


def _spell(kind: str, table: dict[str, str]) -> dict[str, Entry]:
    """`{value: "spelling spelling"}` as `{spelling: (kind, value)}`."""
    return {spelling: (kind, value) for value, spellings in table.items() for spelling in spellings.split()}


GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron rho sigma tau upsilon "
    "phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
).split()
_GREEK_LETTERS = "αβγδεζηθικλμνξορστυφχψωΓΔΘΛΞΠΣΥΦΨΩ"

NAMES = _spell(
    "name",
    {
        "epsilon": r"\varepsilon ϵ",
        "theta": r"\vartheta ϑ",
        "phi": r"\varphi ϕ",
        "rho": r"\varrho",
        "sigma": r"\varsigma ς",
        "kappa": r"\varkappa",
        "pi": r"\varpi",
        "ell": r"\ell ℓ",
        "hbar": r"\hbar ℏ ħ hbar",
        "i": r"\imath \iota ⅈ ı",
        "j": r"\jmath",
        "e": r"\exponentialE \e ℯ ⅇ",
        "aleph": r"\aleph ℵ",
        "nabla": r"\nabla ∇",
        "d": r"\partial ∂",
    },
)
for _name, _letter in zip(GREEK, _GREEK_LETTERS, strict=True):
    NAMES.update({_name: ("name", _name), "\\" + _name: ("name", _name), _letter: ("name", _name)})
NAMES["µ"] = ("name", "mu")

CONSTANTS = _spell(
    "const",
    {
        "pi": r"\pi pi π 𝜋 Pi",
        "inf": r"\infty infinity Infinity infty inf oo ∞",
        "empty": r"\emptyset \varnothing ∅ EmptySet",
        "reals": r"ℝ \R \Reals \reals Reals",
        "integers": r"ℤ \Z \Integers Integers",
        "rationals": r"ℚ \Q \Rationals Rationals",
        "naturals": r"ℕ \N \Naturals Naturals",
        "complexes": r"ℂ \C \Complexes Complexes",
        "dots": r"\ldots \dots \cdots \dotsc \dotsb \vdots \ddots ... …",
    },
)
BLACKBOARD = {"R": "reals", "Z": "integers", "Q": "rationals", "N": "naturals", "C": "complexes"}

# Functions of one argument, or of several in brackets. `FUNCTIONS` in another spelling: canonical name first.
FUNCTIONS = _spell(
    "func",
    {
        **{name: f"{name} \\{name}" for name in "sin cos sec sinh cosh tanh coth sech csch".split()},
        "tan": r"tan \tan tg \tg",
        "cot": r"cot \cot cotan ctg \ctg",
        "csc": r"csc \csc cosec \cosec",
        "arcsin": r"arcsin \arcsin asin",
        "arccos": r"arccos \arccos acos",
        "arctan": r"arctan \arctan atan arctg \arctg",
        "arccot": r"arccot \arccot acot arcctg",
        "arcsec": r"arcsec \arcsec asec",
        "arccsc": r"arccsc \arccsc acsc",
        "arsinh": r"arsinh \arsinh asinh arcsinh \arcsinh",
        "arcosh": r"arcosh \arcosh acosh arccosh \arccosh",
        "artanh": r"artanh \artanh atanh arctanh \arctanh",
        "arcoth": r"arcoth \arcoth acoth arccoth",
        "arsech": r"arsech \arsech asech",
        "arcsch": r"arcsch \arcsch acsch",
        "log": r"log \log Log",
        "ln": r"ln \ln",
        "lg": r"lg \lg",
        "exp": r"exp \exp",
        "abs": r"abs \abs Abs",
        "norm": r"norm \norm",
        "floor": r"floor \floor",
        "ceil": r"ceil \ceil ceiling \ceiling",
        "round": r"round",
        "sign": r"sign \sign sgn \sgn",
        "gcd": r"gcd \gcd",
        "lcm": r"lcm \lcm",
        "max": r"max \max Max",
        "min": r"min \min Min",
        "sup": r"sup \sup",
        "inf_of": r"\inf Inf",
        "binomial": r"binomial binom nCr",
        "factorial": r"factorial fact",
        "det": r"det \det",
        "re": r"Re \Re re",
        "im": r"Im \Im",
        "arg": r"arg \arg",
        "conj": r"conj conjugate",
        "trace": r"tr trace \tr",
        "rank": r"rank",
        "dim": r"dim \dim",
        "ker": r"ker \ker",
        "deg": r"\deg Deg",
        "erf": r"erf",
        "cis": r"cis \cis",
        "atan2": r"atan2",
        "mod": r"Mod",
    },
)
INVERSE = {
    **{name: "arc" + name for name in "sin cos tan cot sec csc".split()},
    **{name: "ar" + name for name in "sinh cosh tanh coth sech csch".split()},
}
# Greek letters that are functions when brackets follow, by the name of the function.
GREEK_FUNCTIONS = {"Gamma": "gamma", "zeta": "zeta"}
COMMON_FUNCTION_NAMES = frozenset("fghFGHO")  # a letter that is a function when brackets follow

RELATIONS = _spell(
    "rel",
    {
        "=": r"= == \eq ＝",
        "!=": r"!= <> /= \ne \neq ≠",
        "<": r"< \lt &lt; ＜",
        "<=": r"<= =< \le \leq \leqslant \leqq ≤ ⩽ ≦",
        ">": r"> \gt &gt; ＞",
        ">=": r">= \ge \geq \geqslant \geqq ≥ ⩾ ≧",
        "in": r"\in ∈ in \isin",
        "notin": r"\notin ∉",
        "approx": r"\approx ≈ ≃ \simeq \approxeq \doteq ≅ \cong",
        "subset": r"\subset ⊂ \subsetneq ⊊",
        "subseteq": r"\subseteq ⊆",
        "equiv": r"\equiv ≡",
        "sim": r"\sim ∼ \propto ∝",
        "divides": r"∣",
        "parallel": r"\parallel ∥",
        "perp": r"\perp ⊥ \bot",
        "to": r"\to \rightarrow → -> \longrightarrow \mapsto ↦",
    },
)

OPERATORS: dict[str, Entry] = {
    **_spell("+", {"": "+ ＋"}),
    **_spell("-", {"": "- − – — ‐ ‑ ﹣ －"}),
    **_spell("*", {"": r"* \cdot \times \ast \bullet \star × · ⋅ ∗ • ∙ ⨯ ＊ \cdotp \centerdot"}),
    **_spell("/", {"": r"/ \div ÷ ∕ ⁄ \slash ／"}),
    **_spell("^", {"": r"^ **"}),
    **_spell("_", {"": "_"}),
    **_spell("!", {"": "! ！"}),
    **_spell("prime", {"'": r"' ’ ′ \prime", "''": "″"}),
    **_spell("quote", {"": '" “ ”'}),
    **_spell("backquote", {"": "`"}),
    **_spell("%", {"": r"\% % ％ \percent"}),
    **_spell("degree", {"": r"° º \degree \degrees"}),
    **_spell("circ", {"": r"\circ ∘"}),
    **_spell(",", {"": ", ， 、"}),
    **_spell(";", {"": "; ；"}),
    **_spell(":", {"": r": ： \colon ∶"}),
    **_spell("pm", {"pm": r"\pm ± +- +/-", "mp": r"\mp ∓ -+"}),
    **_spell("cup", {"union": r"\cup ∪ \bigcup union"}),
    **_spell("cap", {"inter": r"\cap ∩ \bigcap intersect"}),
    **_spell("setminus", {"": r"\setminus \backslash \smallsetminus ∖"}),
    **_spell("mod", {"": r"\bmod \mod mod"}),
    **_spell("pmod", {"": r"\pmod"}),
    **_spell("implies", {"": r"\implies \Rightarrow \Longrightarrow => ⇒ implies"}),
    **_spell("implies", {"iff": r"\iff \Leftrightarrow ⇔ \Longleftrightarrow \leftrightarrow ↔ <=> <-> iff"}),
    **_spell("not", {"": r"\neg \lnot ¬ not \not"}),
    **_spell("and", {"": r"\land \wedge ∧ and &&"}),
    **_spell("or", {"": r"\lor \vee ∨ or"}),
    **_spell("where", {"": "where if for when with"}),
    **_spell("otherwise", {"": "otherwise else"}),
    **_spell("choose", {"": r"\choose choose"}),
    **_spell("&", {"": "&"}),
    **_spell("row", {"": r"\\ \cr \newline"}),
    **_spell(".", {"": ". 。 ．"}),
}

BRACKETS: dict[str, Entry] = {
    **_spell("(", {"": r"( \lparen \lgroup （"}),
    **_spell(")", {"": r") \rparen \rgroup ）"}),
    **_spell("[", {"": r"[ \lbrack ［"}),
    **_spell("]", {"": r"] \rbrack ］"}),
    **_spell("{", {"": "{"}),
    **_spell("}", {"": "}"}),
    **_spell(r"\{", {"": r"\{ \lbrace ｛"}),
    **_spell(r"\}", {"": r"\} \rbrace ｝"}),
    **_spell("<", {"": r"\langle ⟨ 〈"}),
    **_spell(">", {"": r"\rangle ⟩ 〉"}),
    **_spell("|", {"": r"| \vert", "open": r"\lvert", "close": r"\rvert"}),
    **_spell("norm", {"": r"\| \Vert ‖", "open": r"\lVert", "close": r"\rVert"}),
    **_spell("mid", {"": r"\mid"}),
    **_spell("corner", {"floor": r"\lfloor ⌊ \llcorner", "ceil": r"\lceil ⌈ \ulcorner"}),
    **_spell("rcorner", {"floor": r"\rfloor ⌋ \lrcorner", "ceil": r"\rceil ⌉ \urcorner"}),
}

COMMANDS: dict[str, Entry] = {
    **_spell("frac", {"": r"\frac \dfrac \tfrac \cfrac \sfrac \nicefrac"}),
    **_spell("binom", {"": r"\binom \dbinom \tbinom"}),
    **_spell("root", {"": r"\sqrt √ \surd", "3": "∛", "4": "∜"}),
    **_spell("rootcall", {"2": "sqrt Sqrt", "3": "cbrt", "n": "root"}),
    **_spell(
        "accent", {"vec": r"\vec \overrightarrow vec", "hat": r"\hat hat", "bar": r"\bar bar", "tilde": r"\tilde tilde"}
    ),
    **_spell("accent", {"overline": r"\overline overline", "widehat": r"\widehat widehat \overarc \wideparen arc"}),
    **_spell("accent", {"dot": r"\dot dot", "ddot": r"\ddot ddot", "underline": r"\underline"}),
    **_spell("over", {"": r"\overset \stackrel"}),
    **_spell("frown", {"frown": r"\frown"}),
    **_spell("figure", {"angle": r"\angle ∠ angle \measuredangle", "triangle": r"\triangle △ triangle"}),
    **_spell("matrixcall", {name: name for name in ["matrix", "pmatrix", "bmatrix", "Bmatrix", "array"]}),
    **_spell("matrixcall", {"matrix": "Matrix matrix"}),
    **_spell("casescall", {"": "cases"}),
    **_spell("big", {"sum": r"\sum ∑", "prod": r"\prod ∏"}),
    **_spell("bigcall", {"sum": "sum Sum", "prod": "prod Product", "integral": "integral Integral", "limit": "limit"}),
    **_spell("bigcall", {"diff": "diff Derivative"}),
    **_spell("integral", {"": r"\int ∫ \oint", "2": r"\iint ∬", "3": r"\iiint ∭"}),
    **_spell("limit", {"": r"\lim lim"}),
    **_spell("boxed", {"": r"\boxed \fbox \variable \beginboxed"}),
}
# Collections and relations as programs write them.
FORMS = {
    **_spell("form", {"union": "Union", "inter": "Intersection", "setminus": "Complement", "set": "FiniteSet"}),
    **_spell("form", {"and": "And", "or": "Or", "tuple": "Tuple Point"}),
    **_spell("form", {"=": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge"}),
}
# Commands that say how something looks, not what it is: their argument (or nothing) stays.
LOOKS = frozenset(
    (
        r"\displaystyle \textstyle \scriptstyle \limits \nolimits \quad \qquad \thinspace \medspace \thickspace "
        r"\enspace \negthinspace \left \right \mleft \mright \middle \big \Big \bigg \Bigg \bigl \bigr \Bigl \Bigr "
        r"\biggl \biggr \Biggl \Biggr \bigm \rm \bf \it \sf \tt \em \bfseries \itshape \normalfont \hfill "
        r"\tiny \scriptsize \footnotesize \small \normalsize \large \Large \LARGE \huge \Huge "
        r"\allowbreak \nobreak \relax \hline \noindent \centering \( \) \[ \] \n "
        r"\blacksquare \qed \qedsymbol \qedhere ∎ ■"
    ).split()
)
SIDES = {r"\left": "open", r"\mleft": "open", r"\right": "close", r"\mright": "close"}
SPACING = frozenset(r"\quad \qquad \thinspace \medspace \thickspace \enspace".split())
TEXT_COMMANDS = "text textrm textbf textit textsf texttt textnormal mbox hbox emph mathrm operatorname mathop"
FONT_COMMANDS = "mathbf boldsymbol bm mathit mathsf mathtt mathcal mathscr mathfrak mathbb Bbb pmb mathnormal"

LEXICON: dict[str, Entry] = {
    **NAMES,
    **CONSTANTS,
    **FUNCTIONS,
    **RELATIONS,
    **OPERATORS,
    **BRACKETS,
    **COMMANDS,
    **FORMS,
}

# Words. The short ones are text although they could be products of names.
SHORT_WORDS = frozenset(
    (
        "per pct sq no yes odd even true false none all one two six ten both never always zero the an is are it of "
        "not any to"
    ).split()
)
NO_NOUNS = frozenset(
    "is are was were be the our your their its of that which this in on at to so then thus here there we you they "
    "he she it has have had not".split()
)
MONTHS = frozenset(
    (
        "january february march april may june july august september october november december jan feb mar apr "
        "jun jul aug sep sept oct nov dec"
    ).split()
)

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
NUMBER_WORDS = {word: value for value, word in enumerate(f"{_ONES} seventeen eighteen nineteen".split())}
NUMBER_WORDS |= {
    word: 10 * tens for tens, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}

_FROM_THIRD = "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
ORDINALS = {word: value for value, word in enumerate(["first", "second", *_FROM_THIRD], 1)}
FRACTION_WORDS = {"half": 2, "halves": 2, "quarter": 4, "hundredth": 100, "thousandth": 1000} | {
    word: ORDINALS[word] for word in _FROM_THIRD
}

SCALES = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}

# Units: the spelling that pint reads, and the others. Single letters only where marked as text (see units.py).
UNITS: dict[str, str] = {
    spelling: unit
    for unit, spellings in {
        "meter": "m meter meters metre metres",
        "cm": "cm centimeter centimeters centimetre centimetres cms",
        "mm": "mm millimeter millimeters millimetre millimetres",
        "km": "km kilometer kilometers kilometre kilometres kms",
        "inch": "inch inches in",
        "foot": "ft foot feet",
        "yard": "yd yard yards",
        "mile": "mi mile miles",
        "second": "s sec secs second seconds",
        "millisecond": "ms millisecond milliseconds",
        "minute": "min mins minute minutes",
        "hour": "h hr hrs hour hours",
        "day": "day days",
        "week": "week weeks",
        "month": "month months",
        "year": "yr yrs year years",
        "gram": "g gram grams gm gms",
        "mg": "mg milligram milligrams",
        "kg": "kg kilogram kilograms kgs",
        "tonne": "tonne tonnes",
        "ton": "ton tons",
        "pound": "lb lbs pound pounds",
        "ounce": "oz ounce ounces",
        "liter": "L l liter liters litre litres",
        "mL": "mL ml milliliter milliliters millilitre millilitres",
        "gallon": "gal gallon gallons",
        "quart": "qt quart quarts",
        "pint": "pint pints",
        "cup": "cup cups",
        "acre": "acre acres",
        "hectare": "ha hectare hectares",
        "newton": "N newton newtons",
        "kN": "kN",
        "joule": "J joule joules",
        "kJ": "kJ",
        "calorie": "cal calorie calories",
        "kcal": "kcal",
        "eV": "eV",
        "watt": "W watt watts",
        "kW": "kW kilowatt kilowatts",
        "kWh": "kWh",
        "volt": "V volt volts",
        "ampere": "A amp amps ampere amperes",
        "mA": "mA",
        "coulomb": "coulomb coulombs",
        "ohm": "ohm ohms",
        "farad": "farad farads",
        "hertz": "Hz hertz",
        "kHz": "kHz",
        "MHz": "MHz",
        "pascal": "Pa pascal pascals",
        "kPa": "kPa",
        "atm": "atm atmosphere atmospheres",
        "kelvin": "K kelvin kelvins",
        "mole": "mol mole moles",
        "radian": "rad rads radian radians",
        "mph": "mph",
        "kph": "kph",
        "knot": "knot knots",
        "byte": "byte bytes",
        "bit": "bit bits",
        "kB": "kB KB",
        "MB": "MB",
        "GB": "GB",
        "cent": "cent cents",
    }.items()
    for spelling in spellings.split()
}
UNITS |= {  # symbols with a prefix, each its own spelling; no `pm`, which is a time of day
    symbol: symbol
    for symbol in (
        "nm dm ns ps mN MN GN mJ MJ GJ keV MeV GeV TeV mW MW GW mV kV uA nA mmol umol hPa MPa GPa bar mbar mmHg torr "
        "GHz THz mT nF pF uF nC uC dL uL ug um us mK dB lux lumen weber tesla henry siemens molar"
    ).split()
}
# Units of one letter that would be names or constants elsewhere: only where marked as text. C and F are also degrees.
TEXT_UNITS = {"C": "C", "F": "F", "H": "henry", "M": "molar", "T": "tesla"}
UNIT_SIGNS = {"Omega": "ohm", "Å": "angstrom"}
ABBREVIATED = frozenset("ft in sq cu cm mm km lb lbs oz hr hrs min sec yd mi gal qt kg mph no yr yrs".split())
POWER_WORDS = {"square": 2, "sq": 2, "squared": 2, "cubic": 3, "cu": 3, "cubed": 3}

# Money: the code, and the words and signs for it.
CURRENCIES: dict[str, str] = {
    spelling: code
    for code, spellings in {
        "USD": r"\$ $ USD dollar dollars US$",
        "EUR": r"€ EUR euro euros \euro",
        "GBP": r"£ GBP \pounds",
        "JPY": "¥ JPY yen 円",
        "INR": "₹ INR rupee rupees Rs",
        "CNY": "CNY yuan RMB 元",
        "KRW": "₩ KRW won",
        "RUB": "₽ RUB rubles",
    }.items()
    for spelling in spellings.split()
}
