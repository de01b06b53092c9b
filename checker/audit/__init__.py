"""Audits: every small situation of a rulebook is played, and what cannot be ruled is kept, each with a witness."""

from checker.audit.run import Effort, audit
from checker.audit.values import Bound, Finding, Law, Report

__all__ = ["Bound", "Effort", "Finding", "Law", "Report", "audit"]
