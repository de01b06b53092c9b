// The page of a game with scripts: the editor beside the text, the live ruling below.
import { filled, h } from "./dom.js";
import { Editor } from "./editor.js";
import { decoded, encoded } from "./link.js";
import { Live } from "./live.js";

const root = /** @type {HTMLElement} */ (document.getElementById("editor"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.case"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("scenario"));
const panel = /** @type {HTMLElement} */ (document.getElementById("live"));
const words = /** @type {Record<string, string>} */ (JSON.parse(root.dataset.words ?? "{}"));
const slug = root.dataset.game ?? "", lang = document.documentElement.lang;
const kept = `drakdom ${slug}`;

/** Lines with numbers beside the text; those with faults are marked. */
const gutter = h("div", { class: "gutter", "aria-hidden": "true" });
const faults = h("ul", { class: "problems faults" });

/** @param {{line: number, message: string, help: string, place: string}[]} problems */
function mark(problems) {
  const bad = new Map(problems.map((problem) => [problem.line, problem.message]));
  const count = text.value.split("\n").length;
  gutter.replaceChildren(...Array.from({ length: count }, (_, number) => h("span", { class: bad.has(number + 1) ? "bad" : false, title: bad.get(number + 1) ?? false }, number + 1)));
  faults.replaceChildren(...problems.map((problem) => h("li", {},
    problem.line ? h("button", { type: "button", class: "link", onclick: () => go(problem.line) }, filled(words.at_line, { n: problem.line })) : null,
    problem.place ? h("strong", {}, ` ${problem.place}`) : null, " ", h("span", { lang: "en" }, problem.message), problem.help ? h("span", { class: "dim", lang: "en" }, ` (${problem.help})`) : null)));
  gutter.scrollTop = text.scrollTop;
}

/** Select a line of the text. @param {number} line */
function go(line) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(text).lineHeight));
}

/** What was typed comes back after a reload and on the way back; at a link, if it was typed there. */
function remember() {
  const typed = { place: location.search + location.hash, scenario: text.value, ask: /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("ask")).value };
  try { sessionStorage.setItem(kept, JSON.stringify(typed)); } catch { /* private windows may forbid it */ }
}

/** @returns {boolean} whether something came back */
function recall() {
  const [entry] = performance.getEntriesByType("navigation");
  const type = /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type;
  if (type !== "reload" && type !== "back_forward") return false;
  try {
    const typed = JSON.parse(sessionStorage.getItem(kept) ?? "null");
    const isLink = location.hash.length > 1 || new URLSearchParams(location.search).has("s");
    if (!typed || (isLink && typed.place !== location.search + location.hash)) return false;
    text.value = typed.scenario;
    /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("ask")).value = typed.ask;
    return true;
  } catch { return false; /* nothing is kept */ }
}

/** Take the scenario of the link in the address, or say why it cannot be taken. @returns {Promise<boolean>} */
async function follow() {
  const link = await decoded(location.hash);
  if (!link) return false;
  say(link.fault === "cut" ? words.link_cut : link.fault ? words.link_version : "");
  if (!link.fault) text.value = link.text;
  return !link.fault;
}

/** @param {string} sentence */
function say(sentence) {
  const note = /** @type {HTMLElement} */ (document.getElementById("note"));
  note.textContent = sentence;
  note.hidden = !sentence;
}

async function start() {
  if (!recall()) await follow();
  const reply = await fetch(`/page/vocabulary/${encodeURIComponent(slug)}?lang=${lang}`);
  if (!reply.ok) return;
  const editor = new Editor(root, text, await reply.json(), words, lang);
  document.body.classList.add("scripted");
  text.before(h("div", { class: "numbered" }, gutter));
  gutter.after(text);
  text.after(faults);
  text.parentElement?.after(faults);
  text.addEventListener("scroll", () => { gutter.scrollTop = text.scrollTop; });
  const live = new Live(panel, form, words);
  editor.addEventListener("read", () => {
    mark(editor.view.problems);
    if (editor.view.problems.length) { live.drop(); live.age(); } else live.later();
  });
  editor.addEventListener("typed", () => { live.drop(); live.age(); remember(); });
  form.addEventListener("change", (event) => { if (event.target !== text) live.later(); });
  form.elements.namedItem("ask")?.addEventListener("input", () => { remember(); live.later(); });
  addEventListener("hashchange", async () => { if (await follow()) await editor.change([]); });
  const share = h("button", { type: "button", onclick: async () => {
    const link = `${location.origin}/game/${slug}#${await encoded(text.value)}`;
    history.replaceState(null, "", link);
    remember();
    try { await navigator.clipboard.writeText(link); share.textContent = words.copied; } catch { share.textContent = words.in_address; }
  } }, words.copy_link);
  form.querySelector(".deeds")?.append(share);
  await editor.change([]);
}

start();
