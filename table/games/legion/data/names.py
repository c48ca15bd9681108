"""Names in different spellings: folding for comparison, and the closest known names."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

_NEAR = 88.0
"""The similarity, out of 100, from which a name counts as a misspelling of another."""
_MARGIN = 5.0
"""The lead, out of 100, of the nearest name over the next one."""
_RESEMBLING = 70.0
"""The similarity of a name that may be damaged. It is reported, and not taken for the other."""
_WORD = 4
"""The least letters of a word that makes two names alike."""
_SAME_WORD = 80.0
_LIKE = 55.0
"""The similarity of a name that is suggested as "did you mean"."""


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """Return a name folded for comparison: without case, accents, apostrophes, brackets, dots and dashes."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    plain = re.sub(r"['’‘`´]", "", plain.casefold()).replace("&", " and ")
    return " ".join(re.findall(r"[^\W_]+", plain))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the one folded name in `known` that a folded `name` must mean, or None. Numbers must be equal."""
    candidates = list(known)
    if not any(_share_letters(name, one) for one in candidates):
        return None
    from rapidfuzz import fuzz, process  # only a misspelled list needs it: 20 ms and 4 MB at every start otherwise

    ranked = process.extract(name, candidates, scorer=fuzz.ratio, limit=2)
    if not ranked or ranked[0][1] < _NEAR:
        return None
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < _MARGIN:
        return None
    found: str = ranked[0][0]
    return found if re.findall(r"\d+", found) == re.findall(r"\d+", name) else None


def resembling(name: str, known: Collection[str]) -> str | None:
    """Return the folded name in `known` that shares half its words or most letters with `name`, or None."""
    words = set(name.split())
    for one in known:
        if len(parts := one.split()) > 1 and 2 * len(words.intersection(parts)) >= len(parts):
            return one
    candidates = [one for one in known if _share_letters(name, one, _RESEMBLING)]
    if not candidates:
        return None
    from rapidfuzz import fuzz  # see `nearest`

    return next((one for one in candidates if fuzz.ratio(name, one) >= _RESEMBLING), None)


def _share_letters(one: str, other: str, least: float = _NEAR) -> bool:
    """True if both names share as many letters, in any order, as near names must share in order."""
    return 200.0 * (_letters(one) & _letters(other)).total() >= least * (len(one) + len(other))


@lru_cache(maxsize=4096)
def _letters(name: str) -> Counter[str]:
    """Return the count of each letter in a name. Do not change the result: it is cached."""
    return Counter(name)


def closest(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return the folded names in `known` that a folded `name` may mean, nearest first."""
    from rapidfuzz import fuzz, process  # see `nearest`

    near = [one for one in known if _is_alike(name, one)]
    ranked = process.extract(name, near, scorer=fuzz.WRatio, limit=limit, score_cutoff=_LIKE)
    return tuple(found for found, _, _ in ranked)


def _is_alike(name: str, other: str) -> bool:
    """True if two names share most letters, or a word of some length, as written or misspelled.

    A few equal letters inside longer words are no likeness: "Darth Vader" is not "Grogu".
    """
    from rapidfuzz import fuzz  # see `nearest`

    if _share_letters(name, other, _RESEMBLING) and fuzz.ratio(name, other) >= _RESEMBLING:
        return True
    mine, theirs = ([word for word in each.split() if len(word) >= _WORD] for each in (name, other))
    return any(fuzz.ratio(one, two) >= _SAME_WORD for one in mine for two in theirs)


def as_near(written: str, meant: Iterable[str], known: Iterable[str]) -> bool:
    """True if another name in `known` is, letter by letter, at least as near to the written words as `meant`."""
    raw, spelled = written.casefold(), [name.casefold() for name in meant]
    if raw in spelled:
        return False
    from rapidfuzz.distance import Levenshtein  # see `nearest`

    least = min((Levenshtein.distance(raw, name) for name in spelled), default=0)
    others = (name.casefold() for name in known if name.casefold() not in spelled)
    return any(Levenshtein.distance(raw, name, score_cutoff=least) <= least for name in others)


def misspelt(word: str, known: Iterable[str]) -> bool:
    """True if a long word differs from one of these in one or two letters."""
    from rapidfuzz.distance import Levenshtein  # see `nearest`

    return any(len(one) > 4 and Levenshtein.distance(word, one, score_cutoff=2) <= 2 for one in known)
