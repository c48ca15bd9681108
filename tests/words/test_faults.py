"""Each fault states what happened to which part, and what to do, in every language."""

import re
from pathlib import Path

import pytest

import table
from firmware_bridge.reports import DownReason, Outcome
from lab.pages.dispenser_page import PARTS, PREFIXES
from table.words import Words, languages
from table.words.faults import fault_words

ROOT = Path(table.__file__).parents[1]
RAISED = re.compile(r'"((?:dispenser|hopper|reader|pins?|keypad|sound|journal|cards|state|program|line)\.[a-z_]+)"')
RAISING = (
    "hal", "table/rules", "table/games", "table/session", "table/records", "table/devices",
)  # fmt: skip
OTHER_WORDS = {"enrolment", "enrolling", "cards", "infinity_cards", "tide_cards"}
"""Its `cards.` are words for who enrols, and no faults."""
DOWN = re.compile(r"DownReason\.([A-Z_]+)")
FILES = {"cards.json", "cards.key"}
TO_DO = {
    "en": "add|allow|begin|change|check|choose|clear|close|compare|correct|count|enable|end|fill|free|give|install|"
    "look|make|name|open|put|refill|remove|replace|report|restart|see|set|start|stop|swap|take|try|unplug|update|use|write",
    "de": "einstecken|loslassen|zurückstecken|"
    "aktualisieren|anhalten|anstecken|auffüllen|aufnehmen|aufspielen|beenden|beginnen|berichtigen|einschalten|"
    "erlauben|freimachen|installieren|schreiben|starten|einbinden|stellen|"
    "melden|nachsehen|nehmen|nennen|neu starten|öffnen|prüfen|schaffen|schließen|sehen|tauschen|verbieten|"
    "vergleichen|versuchen|wegnehmen|wählen|zählen|zurückgeben",
    "es": "corrígelo|dáselo|detenlo|mira|monta|ponlo|activa|arráncalo|detén|escribe|permítelo|"
    "pon|actualiza|añade|apágalo|avisa|busca|cambia|ciérralo|compara|comprueba|corrige|cuenta|desenchúfalo|"
    "devuélvelo|elige|empieza|instala|instálalo|libera|prohíbelo|prueba|quítalo|recuéntalas|reinicia|rellena|rellénala|"
    "revisa|revísala|toma|usa|ábrela",
}
"""What somebody is asked to do, as each language states that."""
CLAUSES = re.compile(r"[.:;,](?: |$)")


def codes() -> list[str]:
    """Everything that the program can raise, as the catalogues call it."""
    files = [file for folder in RAISING for file in (ROOT / folder).rglob("*.py") if file.stem not in OTHER_WORDS]
    files += [*(ROOT / "table" / "program").glob("*.py"), ROOT / "table" / "program" / "commands" / "run.py"]
    found = {code for file in files for code in RAISED.findall(file.read_text("utf-8"))}
    host = (ROOT / "firmware_bridge" / "host.py").read_text("utf-8")
    found |= {f"dispenser.{DownReason[why]}" for why in DOWN.findall(host)}
    ends = {f"payout.{end}" for end in Outcome if end is not Outcome.DONE}
    return sorted({f"fault.{code}" for code in found - FILES} | ends)


def lacks(language: str, sentence: str) -> str:
    """What a fault's sentence does not say; nothing if it states all."""
    clauses = [clause.strip() for clause in CLAUSES.split(sentence) if clause.strip()]
    if len(clauses) < 2:
        return "it says one thing alone"
    to_do = re.compile(rf"\b(?:{TO_DO[language]})\b", re.IGNORECASE)
    return "" if any(to_do.search(clause) for clause in clauses[1:]) else "it does not say what to do"


@pytest.mark.parametrize("language", languages())
def test_every_fault_reports_what_happened_and_what_to_do(language: str) -> None:
    words = Words(language).sentences
    known = [key for key in words if key.startswith(PREFIXES)]
    assert [code for code in codes() if code not in words] == []
    assert {key: lack for key in known if (lack := lacks(language, words[key]))} == {}


def test_every_fault_with_words_has_a_place_in_the_document() -> None:
    prefixes = tuple(prefix for _, of in PARTS for prefix in of)
    assert [key for key in Words("en").sentences if key.startswith(PREFIXES) and not key.startswith(prefixes)] == []


def test_no_fault_has_words_that_nothing_raises() -> None:
    raised = set(codes())
    assert [key for key in Words("en").sentences if key.startswith(PREFIXES) and key not in raised] == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The dispenser started anew."),
        ("en", "The dispenser had heard nothing from the table and stopped itself."),
        ("en", "The payout from hopper {hopper} was stopped."),
        ("de", "Der Spender lehnte die Ausgabe aus Fach {hopper} ab."),
        ("es", "El archivo de la partida estaba dañado. Se apartó como {detail}; lo que estaba sano continúa."),
    ],
)
def test_a_fault_without_advice_would_be_found(language: str, sentence: str) -> None:
    assert lacks(language, sentence)


@pytest.mark.parametrize(
    ("language", "reader", "kind", "hopper"),
    [
        ("en", "The blue reader does not", "more support tokens", "(hopper 2)"),
        ("de", "Der Leser von Blau antwortet", "(Unterstützung)", "(Fach 2)"),
        ("es", "El lector azul no", "(apoyo)", "(tolva 2)"),
    ],
)
def test_the_part_is_named_in_the_language_of_the_fault(language: str, reader: str, kind: str, hopper: str) -> None:
    words = Words(language)
    assert reader in words.say(fault_words("reader.missing", "blue", "0"))
    assert kind in words.say(fault_words("hopper.short", "support", "1/3"))
    assert hopper in words.say(fault_words("dispenser.late_token", "2", "job"))
