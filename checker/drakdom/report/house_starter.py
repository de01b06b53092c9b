"""A house rule to start from: a folder that rules at once, with a worked example out of the rulebook's own law."""

from __future__ import annotations

import re
import textwrap

from drakdom.law.canonical import statement_parts
from drakdom.report.starter import Plan, starter
from drakdom.rulebook import Rulebook
from drakdom.rulebook.house import namespace
from drakdom.rulebook.words import fold
from drakdom.step.case import law_of
from drakdom.terms import show

_HOOK = re.compile(r'not except\("([^"]+)",(\([^()]*\))\)')
_KINDS = ("prohibition", "outcome", "exception", "permission", "obligation")


def house_files(name: str, folder: str, book: Rulebook, plan: Plan) -> dict[str, str]:
    """The files of a new house rule, by their names; its first scenario follows a plan."""
    word = name.replace("-", "_")
    called = "" if folder == name else f"name: {name}   # the folder is called otherwise\n"
    scenario = starter(book, plan)
    marked = scenario.replace(f"rulebook: {book.slug}\n", f"rulebook: {book.slug}\nhouse_rules: [../]\n", 1)
    return {
        "house.yaml": _SPEC.format(
            title=name.replace("-", " ").capitalize(), called=called, base=book.slug, id=namespace(name), word=word
        ),
        "house.lp": _LAW.format(
            title=name.replace("-", " "),
            id=namespace(name),
            word=word,
            deed=_deed(book, plan),
            example=_example(name, book),
        ),
        "scenarios/first.yaml": marked,
    }


def _deed(book: Rulebook, plan: Plan) -> str:
    """The first action of a plan as law writes it, whatever its arguments."""
    words = [words.split()[0] for words in plan.actions[:1]]
    phrase = next((one for one in book.actions.values() if words and fold(one.name) == words[0]), None)
    return re.sub(r"\$\w+", "_", show(phrase.term)) if phrase else "_"


def _example(name: str, book: Rulebook) -> str:
    """A clause of the book that can be lifted, and the rule that lifts it wherever it would apply."""
    found = hook(book)
    if found is None:
        return "% No clause of this book can be lifted: replace it in `house.yaml`.\n"
    clause, subject, body = found
    entry = book.ledger[clause]
    says = textwrap.wrap(f"{clause}: {entry.text}", 116, break_long_words=False, break_on_hyphens=False)
    rule = f'except("{clause}", {subject}) :- clause("{namespace(name)}001"), {body}.'
    return "".join(f"%   {line}\n" for line in says) + f"%\n%   {rule}\n"


def hook(book: Rulebook) -> tuple[str, str, str] | None:
    """A clause that yields to exceptions, the subject that they name, and the conditions under which it applies."""
    best: tuple[int, int, tuple[str, str, str]] | None = None
    for rule in law_of(book).rules:
        found = _HOOK.search(rule.text)
        parts = statement_parts(rule.text)
        if not found or not parts or found[1] != rule.clause or found[1] not in book.ledger:
            continue
        body = [one for one in parts[1] if not one.startswith(("not ", 'clause("'))]
        kind = book.ledger[found[1]].kind
        rank = _KINDS.index(kind) if kind in _KINDS else len(_KINDS)
        one = (rank, len(rule.text), (found[1], found[2].replace(",", ", "), ", ".join(map(_spaced, body))))
        best = min(best, one) if best else one
    return best[2] if best else None


def _spaced(literal: str) -> str:
    return re.sub(r",(?! )", ", ", literal)


_SPEC = """\
# A house rule for {base}. Rule under it:  drakdom rule FILE --house-rule THIS_FOLDER
# and check it:  drakdom lint {base} --house-rule THIS_FOLDER
# Lines that begin with # say what else may stand here.
title: {title}
intent: What it is good for, in one sentence.
base: {base}
{called}
clauses:                                # what it adds; every rule of house.lp carries one of these
- id: {id}001
  kind: outcome                         # or permission, prohibition, exception, obligation, definition ..
  text: What holds from now on, in a player's words.
#  overrides: [ID]                      # clauses that yield to it, by `except` in house.lp
#  refers: [ID]                         # clauses that one has to know to understand it

# replaced: [ID]                        # clauses that are out of force under it
# parameters:                           # numbers that a table may set: --set limit=3
#   limit: {{default: 2, range: [1, 6], says: so many at most}}
# needs: [NAME]                         # optional rules or house rules without which it makes no sense
# excludes: [NAME]

events:                                 # what verdicts and claims may say
  {word}: {{args: [text], says: "{{1}} comes under the house rule"}}
# and types, actions, chances, readings, gaps .. as in a rulebook.yaml
"""

_LAW = """\
%# House rule: {title}
%
% Reads:   nothing of its own
% Defines: event/2

% {id}001  What holds from now on, in a player's words. (So far it only says where it would hold.)
event({word}(P), T) :- clause("{id}001"), chosen(P, {deed}, T).

% A worked example: a clause of the book, and the rule that lifts it wherever it would apply. Take away the `%`, narrow
% it down by further conditions, name the clause under `overrides` in house.yaml, and keep the header true.
%
{example}%
% What may not be done:      refused("{id}001", P, A, T) :- clause("{id}001"), ..   (and lift what grants A)
% What may be done as well:  option(P, A, T) :- clause("{id}001"), ..
% What comes of it:          becomes(Fluent, Value, T) :- clause("{id}001"), ..
% A number that tables set:  .., parameter({word}, limit, N), ..
"""
