// The editor of a scenario: the board, forms and the text of the very file, all live. Every change is made in the text
// by the service, so that comments stay; what is shown comes from the text alone.
import { DrakBoard, spot } from "./board.js";
import { filled, h, select } from "./dom.js";
import { Forms } from "./forms.js";

/** @typedef {{op: string, path?: string[], value?: any, yaml?: string, figure?: string, place?: string, entry?: number}} Change */
/** @typedef {{kind: string, field?: string, value?: string, shape?: string, label: string}} Brush */

const TYPING = 250;
const MOST_UNDONE = 100;

export class Editor extends EventTarget {
  /** @param {HTMLElement} root @param {HTMLTextAreaElement} text @param {any} vocabulary @param {Record<string, string>} words @param {string} lang */
  constructor(root, text, vocabulary, words, lang) {
    super();
    Object.assign(this, { root, text, vocabulary, words, lang });
    /** @type {HTMLElement} */ this.root = root;
    /** @type {HTMLTextAreaElement} */ this.text = text;
    /** @type {any} */ this.vocabulary = vocabulary;
    /** @type {Record<string, string>} */ this.words = words;
    this.forms = new Forms(vocabulary, words);
    /** @type {any} */ this.view = { places: {}, figures: {}, play: [], draws: {}, rolls: {}, state: {}, problems: [] };
    /** @type {Brush} */ this.brush = { kind: "look", label: words.look_at };
    /** @type {Brush[]} */ this.used = [];
    this.selected = "";
    /** @type {string[]} */ this.undone = [];
    /** @type {string | null} */ this.read = null;  // the text as it was last read
    /** @type {Set<string>} */ this.open = new Set();
    /** @type {Promise<void>} */ this.turn = Promise.resolve();
    this.rounds = 1;
    this.isMaking = false;
    this.isGrid = Object.keys(vocabulary.grid).length > 0;
    this.build();
    let timer = 0;
    text.addEventListener("input", () => { clearTimeout(timer); timer = window.setTimeout(() => this.change([]), TYPING); this.dispatchEvent(new Event("typed")); });
  }

  build() {
    const { words } = this;
    this.live = h("p", { class: "spoken", "aria-live": "polite" });
    this.refusal = h("p", { class: "refusal", hidden: true });
    this.brushes = h("div", { role: "toolbar", class: "brushes", "aria-label": words.brushes });
    this.board = this.isGrid ? /** @type {DrakBoard} */ (document.createElement("drak-board")) : h("ul", { class: "spaces" });
    if (this.board instanceof DrakBoard) Object.assign(this.board, { vocabulary: this.vocabulary, words });
    this.square = h("div", { class: "panel" });
    this.people = h("div", { class: "people" });
    this.acts = h("div", { class: "acts" });
    this.told = h("div", { class: "told" });
    this.undoing = /** @type {HTMLButtonElement} */ (h("button", { type: "button", onclick: () => this.undo(), disabled: true }, words.undo));
    this.board.addEventListener("square", (event) => this.pressed(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("clear", (event) => this.cleared(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("keydown", (event) => {
      const { ctrlKey, metaKey, key } = /** @type {KeyboardEvent} */ (event);
      if ((ctrlKey || metaKey) && key === "z") { event.preventDefault(); this.undo(); }
    });
    this.root.replaceChildren(
      part(words.board, "board", h("p", { class: "help" }, this.isGrid ? words.board_keys : words.spaces_help), this.brushes, this.board, this.refusal, this.square, h("div", { class: "deeds" }, this.undoing)),
      part(words.figures, "figures", this.people), part(words.acts, "acts", this.acts), part(words.told, "told", this.told), this.live,
    );
    this.root.addEventListener("input", ({ target }) => { if (target instanceof HTMLInputElement && target.type !== "checkbox") target.dataset.typed = ""; });
    this.root.addEventListener("change", (event) => { if (this.isMaking) event.stopPropagation(); }, true);  // not done: its input goes
    this.root.addEventListener("change", ({ target }) => { delete /** @type {HTMLElement} */ (target).dataset.typed; });
    this.root.addEventListener("focusout", ({ target }) => {  // what was typed before the part was made anew
      if (target instanceof HTMLInputElement && "typed" in target.dataset) target.dispatchEvent(new Event("change", { bubbles: true }));
    });
    this.root.hidden = false;
  }

  /** Make changes in the text; without any, only read it again. @param {Change[]} changes @param {() => string} [says] @returns {Promise<void>} */
  change(changes, says) {
    this.turn = this.turn.then(() => this.changed(changes, says)).catch(() => this.refuse(this.words.no_connection));
    return this.turn;
  }

  /** @param {Change[]} changes @param {(() => string)} [says] */
  async changed(changes, says) {
    let before, reply, told;
    do {
      before = this.text.value;
      reply = await fetch(`/page/edit/${this.vocabulary.slug}`, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ scenario: before, changes, lang: this.lang }),
      });
      told = await reply.json();
    } while (before !== this.text.value);
    if (!reply.ok) {
      const problems = told.problems ?? [];
      this.view = { ...this.view, problems: problems.map((problem) => ({ ...problem, place: "" })) };
      this.refuse(reply.status === 429 ? problems[0]?.message ?? "" : "");
      this.dispatchEvent(new Event("read"));
      return;
    }
    if (this.read !== null && this.read !== before) this.undone.push(this.read);  // it was typed
    if (changes.length && told.text !== before.replaceAll("\r\n", "\n")) {
      this.undone.push(before);
      this.text.value = told.text;
    }
    this.undone = this.undone.slice(-MOST_UNDONE);
    this.read = this.text.value;
    this.refuse(told.refused.map((one) => one.message + (one.help ? ` (${one.help})` : "")).join("; "));
    const { view } = told;
    this.view = view.places ? view : { ...this.view, problems: view.problems };
    this.root.classList.toggle("unread", !view.places);
    this.draw();
    if (says && !told.refused.length) this.live.textContent = says();
    if (changes.length) this.dispatchEvent(new Event("typed"));
    this.dispatchEvent(new Event("read"));
  }

  /** @param {string} words */
  refuse(words) {
    this.refusal.hidden = !words;
    this.refusal.textContent = words;
    if (words) this.live.textContent = words;
  }

  undo() {
    this.turn = this.turn.then(() => this.undid());
  }

  undid() {
    const before = this.read !== null && this.read !== this.text.value ? this.read : this.undone.pop();
    if (before === undefined) return;
    this.text.value = this.read = before;
    this.dispatchEvent(new Event("typed"));
    this.change([], () => this.words.undone);
  }

  // -- the board ------------------------------------------------------------------------------------------

  /** A place in words, as the board speaks it. @param {string} name @returns {string} */
  spoken(name) {
    const here = Object.entries(this.view.figures).filter(([, figure]) => figure.at === name).map(([figure]) => figure);
    return this.view.places[name]?.says ?? [name, ...(here.length ? here : [this.words.unknown])].join(", ");
  }

  /** @param {string} name */
  pressed(name) {
    const { brush } = this;
    const says = () => this.spoken(name);
    if (brush.kind === "look") { this.selected = name; this.draw(); return; }
    if (brush.kind === "clear") { this.cleared(name); return; }
    if (brush.kind === "figure") { this.change([{ op: "move", figure: brush.value ?? "", place: name }], says); return; }
    const had = this.view.places[name]?.fields[brush.field ?? ""];
    const path = ["board", name, brush.field ?? ""];
    if (brush.shape === "list") {
      const items = Array.isArray(had) ? had : had ? [had] : [];
      const next = items.includes(brush.value) ? items.filter((item) => item !== brush.value) : [...items, brush.value];
      this.change([{ op: "set", path, value: next.length ? next : null }], says);
    } else this.change([{ op: "set", path, value: had === brush.value ? null : brush.value }], says);
  }

  /** @param {string} name */
  cleared(name) {
    this.change([{ op: "set", path: ["board", name], value: null }], () => filled(this.words.cleared, { place: name }));
  }

  draw() {
    this.undoing.disabled = !this.undone.length;
    this.forms.figures = Object.keys(this.view.figures);
    this.forms.squares = this.isGrid ? this.around() : [];
    this.draw_brushes();
    if (this.board instanceof DrakBoard) this.board.show(this.view, this.brush.kind === "look" ? this.selected : "");
    else this.draw_spaces();
    this.redraw(this.square, () => this.square_form());
    this.redraw(this.people, () => this.figure_forms());
    this.redraw(this.acts, () => this.act_forms());
    this.redraw(this.told, () => this.told_forms());
  }

  /** The squares that are named, and those beside them. @returns {string[]} */
  around() {
    const board = this.board;
    return board instanceof DrakBoard && board.cells.size ? [...board.cells.keys()].sort((one, other) => order(one) - order(other)) : Object.keys(this.view.places);
  }

  draw_brushes() {
    const { words, vocabulary } = this;
    const figures = Object.keys(this.view.figures).map((name) => ({ kind: "figure", value: name, label: name }));
    const present = new Map(this.used.map((brush) => [brush.label, brush]));
    for (const spec of this.vocabulary.places)
      if (spec.shape === "single" && this.forms.options(spec.type))
        for (const place of Object.values(this.view.places)) {
          const value = place.fields[spec.name];
          if (typeof value === "string") { const brush = this.value_brush(spec, value); present.set(brush.label, brush); }
        }
    const all = [{ kind: "look", label: words.look_at }, ...figures, ...[...present.values()].slice(0, 12), ...(this.isGrid ? [{ kind: "clear", label: words.clear }] : [])];
    const same = (/** @type {Brush} */ one) => one.kind === this.brush.kind && one.field === this.brush.field && one.value === this.brush.value;
    if (!all.some(same)) this.brush = all[0];
    const more = this.vocabulary.places.filter((spec) => ["single", "list"].includes(spec.shape) && (this.forms.options(spec.type)?.length || spec.type === "bool"));
    this.redraw(this.brushes, () => [
      ...all.map((brush) => h("button", { type: "button", class: `brush of-${brush.kind}`, "aria-pressed": String(same(brush)), "data-key": `brush/${brush.label}`, lang: brush.kind === "value" && vocabulary.speaks, onclick: () => { this.brush = brush; this.draw(); } }, brush.label)),
      more.length ? this.more_brushes(more) : null,
    ]);
  }

  /** @param {any} spec @param {string} value @returns {Brush} */
  value_brush(spec, value) {
    const says = (this.forms.options(spec.type) ?? []).find(([word]) => word === value)?.[1];
    const first = this.vocabulary.places[0] === spec;
    return { kind: "value", field: spec.name, value, shape: spec.shape, label: spec.type === "bool" ? spec.label : first && says ? says : `${spec.label}: ${says ?? value}` };
  }

  /** @param {any[]} specs @returns {HTMLElement} */
  more_brushes(specs) {
    const list = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": this.words.place_more, "data-key": "brush/more" }, h("option", { value: "" }, this.words.place_more)));
    list.append(...specs.map((spec) => h("optgroup", { label: spec.label, lang: this.vocabulary.speaks },
      ...(spec.type === "bool" ? [["yes", spec.label]] : this.forms.options(spec.type) ?? []).map(([word, says]) => h("option", { value: `${spec.name} ${word}` }, says)))));
    list.addEventListener("change", () => {
      const [field, value] = list.value.split(" ");
      const spec = specs.find((one) => one.name === field);
      if (!spec) return;
      this.brush = this.value_brush(spec, value);
      this.used = [this.brush, ...this.used.filter((brush) => brush.label !== this.brush.label)].slice(0, 8);
      this.draw();
    });
    return list;
  }

  /** The spaces of a board that is a graph: those with figures or fields, and a list of all others. */
  draw_spaces() {
    const standing = Object.entries(this.view.figures);
    const names = [...new Set([...standing.map(([, figure]) => figure.at), ...Object.entries(this.view.places).filter(([, place]) => Object.keys(place.fields).length).map(([name]) => name)])].filter(Boolean);
    const all = Object.keys(this.vocabulary.spaces).length ? this.forms.options("place") ?? [] : Object.entries(this.view.places).map(([name, place]) => /** @type {[string, string]} */ ([name, place.label]));
    this.redraw(this.board, () => [
      ...names.map((name) => {
        const faults = this.view.problems.filter((problem) => problem.place === name).map((problem) => problem.message);
        return h("li", {}, h("button", { type: "button", class: `space${faults.length ? " bad" : ""}`, "data-key": `space/${name}`, onclick: () => this.pressed(name) }, [this.spoken(name), ...faults].join(". ")));
      }),
      h("li", {}, select([["", this.words.other_space], ...all.filter(([name]) => !names.includes(name))], "", (name) => name && this.pressed(name), { "aria-label": this.words.other_space, "data-key": "space/other" })),
    ]);
  }

  // -- forms ----------------------------------------------------------------------------------------------

  /** Make a part anew; the focus with its caret, what is unfolded and what is being typed stay. @param {HTMLElement} holder @param {() => (Node | null)[]} make */
  redraw(holder, make) {
    const focused = document.activeElement instanceof HTMLElement && holder.contains(document.activeElement) ? document.activeElement : null;
    const active = focused?.dataset.key ?? "";
    const caret = focused instanceof HTMLInputElement && focused.selectionStart !== null ? [focused.selectionStart, focused.selectionEnd ?? focused.selectionStart] : null;
    const typed = new Map();
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (holder.querySelectorAll("input[data-typed]"))) {
      if (!input.validity.badInput) typed.set(input.dataset.key, input.value);
      delete input.dataset.typed;
    }
    for (const details of holder.querySelectorAll("details[data-key]")) this.open[/** @type {HTMLDetailsElement} */ (details).open ? "add" : "delete"](/** @type {HTMLElement} */ (details).dataset.key ?? "");
    const made = make().filter((node) => node !== null);
    this.isMaking = true;
    holder.replaceChildren(...made);
    this.isMaking = false;
    for (const details of holder.querySelectorAll("details[data-key]")) if (this.open.has(/** @type {HTMLElement} */ (details).dataset.key ?? "")) { /** @type {HTMLDetailsElement} */ (details).open = true; details.dispatchEvent(new Event("toggle")); }
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (holder.querySelectorAll("input[data-key]"))) {
      if (!typed.has(input.dataset.key)) continue;
      input.value = typed.get(input.dataset.key);
      input.dataset.typed = "";
    }
    if (active) {
      const again = [...holder.querySelectorAll("[data-key]")].find((one) => /** @type {HTMLElement} */ (one).dataset.key === active);
      if (again instanceof HTMLElement) again.focus();
      if (again instanceof HTMLInputElement && caret) again.setSelectionRange(caret[0], caret[1]);
    }
  }

  square_form() {
    const name = this.selected;
    if (!name || this.brush.kind !== "look") return [];
    const place = this.view.places[name];
    return [
      h("h3", { lang: this.vocabulary.speaks }, this.spoken(name)),
      this.forms.fields(this.vocabulary.places, place?.fields ?? {}, (field, value, yaml) => this.change([{ op: "set", path: ["board", name, field], ...(yaml === undefined ? { value } : { yaml }) }], () => this.spoken(name)), 2, `square/${name}`),
    ];
  }

  figure_forms() {
    const { words, vocabulary } = this;
    const forms = Object.entries(this.view.figures).map(([name, figure]) => h("details", { class: "figure", "data-key": `figure/${name}` },
      h("summary", {}, h("strong", {}, name), h("span", { class: "dim" }, ` ${[figure.fields[vocabulary.figures[0]?.name], figure.at].filter((one) => typeof one === "string").join(", ")}`)),
      this.forms.fields(vocabulary.figures, figure.fields, (field, value, yaml) => this.change([{ op: "set", path: ["figures", name, field], ...(yaml === undefined ? { value } : { yaml }) }], () => `${name}, ${vocabulary.figures.find((spec) => spec.name === field)?.label ?? plain(field)}: ${yaml ?? value ?? words.none}`), 0, `figure/${name}`),
      h("button", { type: "button", "data-key": `figure/${name}/drop`, onclick: () => this.change([{ op: "set", path: ["figures", name], value: null }], () => filled(words.dropped, { figure: name })) }, words.drop)));
    const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", "aria-label": words.new_figure, placeholder: words.new_figure, maxlength: 60, autocomplete: "off", "data-key": "figure-new", onchange: (/** @type {Event} */ event) => event.stopPropagation() }));  // not added yet
    const add = () => {
      const name = input.value.trim();
      if (!name) return;
      input.value = "";
      delete input.dataset.typed;
      const there = this.people.querySelector(`details[data-key="figure/${CSS.escape(name)}"]`);
      if (there instanceof HTMLDetailsElement) { there.open = true; there.querySelector("summary")?.focus(); return; }
      this.open.add(`figure/${name}`);
      this.change([{ op: "set", path: ["figures", name], value: this.first_fields() }], () => filled(words.added, { figure: name }))
        .then(() => {
          const line = this.people.querySelector("input[data-key=figure-new]");
          if (!(name in this.view.figures) && line instanceof HTMLInputElement && !line.value) line.value = name;  // it was not added
          /** @type {HTMLElement | null} */ (this.people.querySelector(`[data-key^="figure/${CSS.escape(name)}/"][type=number]`))?.focus();
        });
    };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
    return [...forms, h("div", { class: "adding" }, input, h("button", { type: "button", "data-key": "figure-add", onclick: add }, words.add))];
  }

  /** The fields that a figure must have: those of the last figure if there is one. @returns {Record<string, string>} */
  first_fields() {
    const last = /** @type {any} */ (Object.values(this.view.figures).at(-1))?.fields ?? {};
    const fields = /** @type {Record<string, string>} */ ({});
    for (const spec of this.vocabulary.figures) {
      if (!spec.required && !(spec.name in last && spec.type === "int")) continue;
      const known = this.forms.options(spec.type)?.[0]?.[0];
      const value = typeof last[spec.name] === "string" ? last[spec.name] : known ?? (spec.type === "int" ? String(spec.range[0] ?? 1) : "");
      if (value) fields[spec.name] = value;
    }
    return fields;
  }

  act_forms() {
    const { words, vocabulary } = this;
    const count = Math.max(this.view.play.length, this.rounds);
    const rows = Array.from({ length: count }, (_, entry) => {
      const stated = this.view.play[entry] ?? {};
      const who = [...new Set([...Object.keys(this.view.figures), ...Object.keys(stated)])];
      return h("fieldset", { class: "round" }, h("legend", { lang: vocabulary.speaks }, `${capital(vocabulary.entry)} ${entry + 1}`), ...who.map((name) => {
        const [first, ...later] = stated[name] ?? [""];
        return h("div", { class: "act" }, h("span", {}, name), this.forms.phrase(vocabulary.actions, first ?? "", (text) => this.change([{ op: "act", figure: name, entry, value: [text, ...later].filter(Boolean) }], () => `${name}: ${text || words.none}`), name, `act/${entry}/${name}`), later.length ? h("code", { class: "dim" }, later.join(", ")) : null);
      }));
    });
    return [...rows, h("button", { type: "button", "data-key": "act/more", onclick: () => { this.rounds = count + 1; this.draw(); } }, filled(words.more_rounds, { entry: vocabulary.entry }))];
  }

  told_forms() {
    const { words, vocabulary } = this;
    const stated = ["draws", "rolls"].flatMap((section) => Object.entries(this.view[section] ?? {}).map(([name, value]) => ({ section, name, value })));
    const rows = stated.map(({ section, name, value }) => {
      const chance = vocabulary.draws.filter((one) => `${name} `.replaceAll("_", " ").startsWith(`${plain(one.word)} `)).sort((one, other) => other.word.length - one.word.length)[0];
      return h("div", { class: "act" }, h("span", { lang: "en" }, name), this.result(chance, section, name, value), h("button", { type: "button", class: "small", "data-key": `told/${name}/drop`, "aria-label": filled(words.take_back, { what: name }), onclick: () => this.change([{ op: "set", path: [section, name], value: null }], () => `${name}: ${words.none}`) }, "×"));
    });
    const holder = h("div", { class: "act new" });
    const fresh = () => holder.replaceChildren(h("span", {}, words.new_draw), this.forms.phrase(vocabulary.draws, "", (text) => {
      if (!text) return;
      const chance = vocabulary.draws.filter((one) => `${text} `.startsWith(`${plain(one.word)} `)).sort((one, other) => other.word.length - one.word.length)[0];
      holder.replaceChildren(h("span", { lang: "en" }, text), this.result(chance, chance?.rolled ? "rolls" : "draws", text, ""));
      /** @type {HTMLElement | null} */ (holder.querySelector("select, input"))?.focus();
    }, words.new_draw, "told/new"));
    fresh();
    return [...rows, holder];
  }

  /** @param {any} chance @param {string} section @param {string} name @param {any} value */
  result(chance, section, name, value) {
    const spec = { name, says: chance?.says ?? name, required: true, range: [], shape: "single", type: chance?.type ?? "text" };
    return this.forms.control(spec, value, (stated, yaml) => this.change([{ op: "set", path: [section, name], ...(yaml === undefined ? { value: stated } : { yaml }) }], () => `${name}: ${yaml ?? stated ?? this.words.none}`), { "aria-label": name, "data-key": `told/${name}`, id: `told-${section}-${name.replaceAll(/\W/g, "-")}` });
  }
}

const plain = (/** @type {string} */ word) => word.replaceAll("_", " ");
const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);

/** @param {string} name @returns {number} */
function order(name) {
  const at = spot(name);
  return at ? at[0] * 1000 + at[1] : 0;
}

/** @param {string} title @param {string} id @param {...(Node | null)} children */
function part(title, id, ...children) {
  return h("section", { "aria-labelledby": `part-${id}`, class: `part-${id}` }, h("h2", { id: `part-${id}` }, title), ...children);
}
