"""Words behind a number that are no unit of it and nothing it counts: they make another number, a bound or a denial."""

from __future__ import annotations

import re

# What stands after a number and is no noun: it makes another number of it (5 thirds, 5 squared), ...
NO_UNITS = frozenset(
    (
        "half halves third thirds fourth fourths quarter quarters fifth fifths sixth sixths seventh sevenths eighth "
        "eighths ninth ninths tenth tenths hundredth hundredths thousandth thousandths tens hundreds thousands "
        "millions squared cubed factorial plus minus negative over choose mod divided multiplied"
    ).split()
)
# ... or, standing alone, it takes the number back or leaves it open.
WITHDRAWALS = frozenset(
    "wrong incorrect false untrue no nope nor neither either or maybe perhaps possibly probably unless if".split()
)
# ... or makes a bound of it ("5 or more"), in the languages of the phrases.
BOUNDS = (
    *("or more", "or less", "or fewer", "or greater", "or higher", "or above", "or below", "or over", "or under"),
    *("oder mehr", "oder weniger", "oder höher", "ou plus", "ou moins", "o más", "o menos", "au zaidi", "na zaidi"),
    *("или более", "или больше", "или менее", "или меньше", "и более", "и больше", "и менее", "и меньше"),
    *(
        "以上",
        "以下",
        "以内",
        "未満",
        "未满",
        "より大き",
        "より小さ",
        "より多",
        "より少",
        "を超え",
        "に近い",
        "或更多",
        "或更少",
        "或更大",
        "或更小",
    ),
    *("หรือมากกว่า", "หรือน้อยกว่า", "ขึ้นไป", "বা তার বেশি", "বা তার কম", "এর বেশি", "এর কম"),
    *("లేదా అంతకంటే", "కంటే ఎక్కువ", "కంటే తక్కువ"),
)
# ... or denies it, says "about" or asks, in scripts whose words may be taken for units.
DENIALS = (
    *("కాదు", "కాకుండా", "নয়", "নয়", "ছাড়া", "ছাড়া", "ไม่ใช่"),
    *("ではない", "ではありません", "じゃない", "左右", "不对", "不是", "吗", "嗎", "ですか"),
)
# ... or multiplies it: 5万 is no five of anything. (千 and 兆 also begin units, 千克.)
MULTIPLIERS = (
    *("万", "萬", "亿", "億", "打", "割", "半", "천", "만", "억", "พัน", "หมื่น", "แสน", "ล้าน", "లక్ష", "కోట", "వేల"),
    *("লাখ", "লক্ষ", "কোটি", "হাজার", "тыс", "млн", "млрд", "миллион", "миллиард", "дюжин", "десятк", "millones"),
    *("million", "milliard", "tausend", "dutzend", "douzaine", "docena", "thousand", "lakh", "crore", "dozen", "elfu"),
    *("ダース", "โหล", "ডজন", "డజన", "dazeni"),
)
_UNLIKE = re.compile("|".join(map(re.escape, (*BOUNDS, *DENIALS, *MULTIPLIERS))), re.IGNORECASE)


def unlike_unit(words: str) -> bool:
    """Does a word stand in `words` that is part of no unit?

    >>> unlike_unit("apples"), unlike_unit("or more apples")
    (False, True)
    """
    return _UNLIKE.search(words) is not None
