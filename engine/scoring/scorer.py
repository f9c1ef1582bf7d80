"""What a ruleset's scorer must answer: the contract between the kernel, the position tool and a ruleset's
score table."""

from __future__ import annotations

from typing import Protocol

from engine.ledger import Transfer
from engine.scoring.facts import Facts
from engine.scoring.settlement import Settlement

__all__ = ["Scorer"]


class Scorer(Protocol):
    """Scores finished hands under one ruleset and one set of options (held by the scorer)."""

    def check(self, facts: Facts) -> None:
        """Refuse facts that are no lawful position of this ruleset (FORMATS: exit 2), beyond what all
        rulesets share.

        Raises:
            MalformedError: names the field at fault.
        """

    def settle(self, facts: Facts) -> Settlement:
        """Score every winner and list the transfers due at the hand's end; for a drawn hand those that are
        due then.

        Raises:
            RuleRefusal: a winner does not win, or may not by the rules.
        """

    def spot(self, facts: Facts) -> tuple[Transfer, ...]:
        """List the on-the-spot payments that follow from every seat's melds and flowers (a position has to
        count them; at a table they were paid as they fell due). Empty where the ruleset has none."""
