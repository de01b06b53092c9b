"""The page's own words, in the current language; those that begin with `js_` are for its scripts."""

from __future__ import annotations

from drakdom.language import t


def words() -> dict[str, str]:
    """Return the words of the page by their names in its templates and scripts."""
    return {
        "about": t("Rules on disputes in board games: what happens, why, by which clause and how likely."),
        "answers": t("Answers"),
        "ask": t("What to answer"),
        "ask_help": t(
            "One claim a line, such as {example}. Left empty: what the scenario asks, or all that happens.",
            example="`falls(Ann)`",
        ),
        "board": t("The board"),
        "board_help": t("The board as it stands, before anything is ruled."),
        "cancel": t("Cancel"),
        "change": t("Change the scenario"),
        "changes": t("It can happen with this change"),
        "changes_more": t("Or with this change"),
        "choose": t("Choose a game"),
        "clause_first": t("The clause that decides it"),
        "clauses": t("{n} clauses"),
        "compare": t("What difference do the optional rules make?"),
        "gave_way": t("Clauses that gave way"),
        "games": t("Games"),
        "happens_already": t("It can happen already."),
        "in_words": t("The boards in words"),
        "language": t("Language"),
        "line": t("line"),
        "look": t("Look again"),
        "more_clauses": t("The other clauses"),
        "no_change": t("No change was found with which it happens."),
        "not_all_tried": t("Not every change was tried: that takes too long."),
        "nothing_lost": t("What you typed is kept."),
        "open_game": t("Open"),
        "optional": t("Optional rules"),
        "pictures": t("The boards before and after"),
        "pictures_help": t("Drawn when you open it; it shows the likeliest course of play."),
        "prevents": t("What prevents it"),
        "problems": t("The scenario cannot be ruled yet"),
        "readings": t("Readings of doubtful clauses"),
        "reading_open": t("as the rulebook leaves it"),
        "rule": t("Rule on it"),
        "ruling": t("The ruling"),
        "scenario": t("The scenario"),
        "scenario_help": t("The text of the file: the board, the figures, what they do, and what was drawn or rolled."),
        "share": t("Link to this ruling"),
        "share_help": t("The link holds the whole scenario; nothing is stored for it."),
        "skip": t("Skip to the content"),
        "source": t("source in {language}"),
        "too_long_to_share": t("The scenario is too long for a link."),
        "turns_on": t("It turns on"),
        "use_change": t("Use this change"),
        "waiting": t("The court is at work"),
        "waiting_help": t("This page asks again by itself. The ruling takes longer if much is left open."),
        "why_not": t("Why not?"),
        "words": t("Words of this rulebook"),
        "yes_no_bar": t("{odds} of all plays"),
    }


def script_words() -> dict[str, str]:
    """Return the words for scripts."""
    return {}
