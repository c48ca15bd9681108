"""Ranks as list builders and people write them, in the four languages of the game."""

from types import MappingProxyType

from table.games.legion.data.names import fold
from table.games.legion.rules.model.armies import Rank

_SPELLINGS = (
    (
        Rank.COMMANDER,
        "Commander, Commanders, Kommandant, Kommandanten, Kommandeur, Kommandeure, Comandante, Comandantes",
    ),
    (Rank.COMMANDER, "Commandant, Commandants"),
    (Rank.OPERATIVE, "Operative, Operatives, Operativo, Operativos, Agent, Agents, Agenten, Agente, Agentes"),
    (Rank.CORPS, "Corps, Korps, Truppen, Cuerpo, Tropas, Troupes, Corps d'armée, Troupier, Troupiers"),
    (Rank.CORPS, "Korpseinheit, Korpseinheiten, Kerneinheit, Kerneinheiten, Kerntruppen, Troupe de base"),
    (Rank.CORPS, "Troupes de base, Unité de base, Unités de base, Unidades de cuerpo"),
    (Rank.SPECIAL, "Special, Special Forces, Spezialeinheit, Spezialeinheiten, Fuerzas especiales, Forces spéciales"),
    (Rank.SPECIAL, "Force spéciale, Spezialtruppen, Fuerza especial"),
    (Rank.SUPPORT, "Support, Supports, Unterstützung, Unterstützungen, Apoyo, Apoyos, Soutien, Soutiens, Appui"),
    (Rank.SUPPORT, "Appuis, Unterstützungseinheit, Unterstützungseinheiten"),
    (Rank.HEAVY, "Schwere Einheit, Véhicule lourd, Véhicules lourds, Pesadas"),
    (Rank.HEAVY, "Heavy, Heavies, Schwer, Schwere, Schwere Einheiten, Pesado, Pesada, Pesados, Lourd, Lourds"),
    (None, "Counterpart, Counterparts"),
)
RANKS = MappingProxyType({fold(word): rank for rank, words in _SPELLINGS for word in words.split(", ")})
"""The ranks by folded spelling; None for a counterpart."""


def known_rank(written: object) -> Rank | None:
    """Return the written rank, or None."""
    return RANKS.get(fold(written)) if isinstance(written, str) else None
