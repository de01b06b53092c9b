"""Audits: every small situation of a rulebook is played, and what cannot be ruled is kept, each with a witness."""

from checker.audit.run import audit
from checker.audit.sweep import Effort
from checker.audit.values import Bound, Change, Finding, Law, Repair, Report

__all__ = ["Bound", "Change", "Effort", "Finding", "Law", "Repair", "Report", "audit"]
