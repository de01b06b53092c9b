"""Starting point of a house rule: a folder that works at once, with an example from the rulebook's own law."""

from __future__ import annotations

import re
import textwrap

from drakdom.law.canonical import statement_parts
from drakdom.report.starter import Plan, scenario_starter
from drakdom.rulebook import Rulebook
from drakdom.rulebook.house import namespace
from drakdom.rulebook.words import fold
from drakdom.step.case import law_of
from drakdom.terms import show

_EXCEPTION_POINT = re.compile(r'not except\("([^"]+)",(\([^()]*\))\)')
_KINDS = ("prohibition", "outcome", "exception", "permission", "obligation")


def house_files(name: str, folder: str, book: Rulebook, plan: Plan) -> dict[str, str]:
    """Return the files of a new house rule by name; its first scenario follows a plan."""
    word = name.replace("-", "_")
    called = "" if folder == name else f"name: {name}   # the folder has another name\n"
    scenario = scenario_starter(book, plan)
    marked = scenario.replace(f"rulebook: {book.slug}\n", f"rulebook: {book.slug}\nhouse_rules: [../]\n", 1)
    return {
        "house.yaml": _SPEC.format(
            title=name.replace("-", " ").capitalize(), called=called, base=book.slug, id=namespace(name), word=word
        ),
        "house.lp": _LAW.format(
            title=name.replace("-", " "),
            id=namespace(name),
            word=word,
            action=_action(book, plan),
            example=_example(name, book),
        ),
        "scenarios/first.yaml": marked,
    }


def _action(book: Rulebook, plan: Plan) -> str:
    """Return the first action of a plan as an atom of the law, with `_` for its arguments."""
    words = [words.split()[0] for words in plan.actions[:1]]
    phrase = next((action for action in book.actions.values() if words and fold(action.name) == words[0]), None)
    return re.sub(r"\$\w+", "_", show(phrase.term)) if phrase else "_"


def _example(name: str, book: Rulebook) -> str:
    """Return comments with a clause of the book and a rule that lifts it everywhere."""
    point = exception_point(book)
    if point is None:
        return "% No clause of this rulebook can be lifted: replace it in `house.yaml`.\n"
    clause, subject, body = point
    entry = book.ledger[clause]
    says = textwrap.wrap(f"{clause}: {entry.text}", 116, break_long_words=False, break_on_hyphens=False)
    rule = f'except("{clause}", {subject}) :- clause("{namespace(name)}001"), {body}.'
    return "".join(f"%   {line}\n" for line in says) + f"%\n%   {rule}\n"


def exception_point(book: Rulebook) -> tuple[str, str, str] | None:
    """Return a clause that yields to exceptions, the subject that these name, and the conditions of its rule.

    Clauses are preferred in the order of `_KINDS`, then those with the shortest rule. Returns None if there are none.
    """
    best: tuple[int, int, tuple[str, str, str]] | None = None
    for rule in law_of(book).rules:
        point = _EXCEPTION_POINT.search(rule.text)
        parts = statement_parts(rule.text)
        if not point or not parts or point[1] != rule.clause or point[1] not in book.ledger:
            continue
        body = [literal for literal in parts[1] if not literal.startswith(("not ", 'clause("'))]
        kind = book.ledger[point[1]].kind
        rank = _KINDS.index(kind) if kind in _KINDS else len(_KINDS)
        candidate = (rank, len(rule.text), (point[1], point[2].replace(",", ", "), ", ".join(map(_spaced, body))))
        best = min(best, candidate) if best else candidate
    return best[2] if best else None


def _spaced(literal: str) -> str:
    return re.sub(r",(?! )", ", ", literal)


_SPEC = """\
# A house rule for {base}. Rule under it:  drakdom rule FILE --house-rule THIS_FOLDER
# and check it:  drakdom lint {base} --house-rule THIS_FOLDER
# Lines that begin with # show other keys that are possible here.
title: {title}
intent: What it is good for, in one sentence.
base: {base}
{called}
clauses:                                # what it adds; every rule of house.lp carries one of these
- id: {id}001
  kind: outcome                         # or permission, prohibition, exception, obligation, definition ..
  text: What holds from now on, in a player's words.
#  overrides: [ID]                      # clauses that yield to it, by `except` in house.lp
#  refers: [ID]                         # clauses that readers need to know to understand it

# replaced: [ID]                        # clauses that are out of force under it
# parameters:                           # numbers that a table may set: --set limit=3
#   limit: {{default: 2, range: [1, 6], says: the most that is allowed}}
# needs: [NAME]                         # optional rules or house rules without which it makes no sense
# excludes: [NAME]
# intended: ["KIND WORDS"]              # findings of `drakdom audit` that are meant so

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
event({word}(P), T) :- clause("{id}001"), chosen(P, {action}, T).

% A worked example: a clause of the rulebook, and the rule that lifts it wherever it would apply. Remove the `%`, narrow
% it down by further conditions, name the clause under `overrides` in house.yaml, and keep the header true.
%
{example}%
% Forbid an action:          refused("{id}001", P, A, T) :- clause("{id}001"), ..   (and lift what grants A)
% Allow another action:      option(P, A, T) :- clause("{id}001"), ..
% Change a fluent:           becomes(Fluent, Value, T) :- clause("{id}001"), ..
% Use a parameter:           .., parameter({word}, limit, N), ..
"""
