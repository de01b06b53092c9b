"""Audits: play every small situation of a rulebook and report its gaps and contradictions, each with a witness."""

from drakdom.audit.run import audit
from drakdom.audit.sweep import Effort
from drakdom.audit.values import Bound, Change, ClauseFate, Finding, Law, Repair, Report, Shifted

__all__ = ["Bound", "Change", "ClauseFate", "Effort", "Finding", "Law", "Repair", "Report", "Shifted", "audit"]
