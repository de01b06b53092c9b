// The list of games: a link with a scenario in it leads to its game.
import { decoded } from "./link.js";

async function follow() {
  const link = await decoded(location.hash);
  if (!link) return;
  const game = /^rulebook:\s*["']?([\w-]+)/m.exec(link.text)?.[1];
  const card = game ? document.querySelector(`a[href^="/game/${CSS.escape(game)}?"]`) : null;
  if (card instanceof HTMLAnchorElement) location.replace(card.href + location.hash);
  else {
    const note = /** @type {HTMLElement} */ (document.getElementById("note"));
    note.hidden = false;
    note.textContent = (link.fault === "version" ? note.dataset.version : note.dataset.cut) ?? "";
  }
}

addEventListener("hashchange", follow);
follow();
