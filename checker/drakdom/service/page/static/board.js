// The board of a grid as an element: a grid of squares for mouse, taps and keyboard.
import { h } from "./dom.js";

/**
 * @typedef {{label: string, says: string, fields: Record<string, any>, figures: string[], column?: number, row?: number}} Place
 * @typedef {{places: Record<string, Place>, figures: Record<string, {at: string, fields: Record<string, any>}>,
 *   problems: {line: number, message: string, help: string, place: string}[]}} View
 */

/** @param {number} column @returns {string} */
function letters(column) {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** @param {string} name @returns {[number, number] | null} */
export function spot(name) {
  const match = /^([A-Z]{1,2})(\d{1,3})$/.exec(name);
  if (!match) return null;
  return [[...match[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0), Number(match[2])];
}

/** Short letters for a figure on a square. @param {string} name @param {string[]} others @returns {string} */
export function token(name, others) {
  for (let length = 1; length < 4; length++) {
    const start = [...name].slice(0, length).join("");
    if (!others.some((other) => other !== name && [...other].slice(0, length).join("") === start)) return start;
  }
  return [...name].slice(0, 3).join("");
}

/** A grid of squares. Fires `square` with the name of a square that is pressed, `clear` for one to be emptied. */
export class DrakBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {string} */
    this.focused = "";
    this.bounds = "";
    /** @type {{grid: Record<string, [number, number]>, size: number[], speaks?: string}} */
    this.vocabulary = { grid: {}, size: [] };
    /** @type {Record<string, string>} */
    this.words = {};
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
    this.addEventListener("click", (event) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("[data-square]");
      if (cell instanceof HTMLElement) this.press(cell.dataset.square ?? "");
    });
  }

  /** @param {string} name */
  press(name) {
    this.focus_on(name);
    this.dispatchEvent(new CustomEvent("square", { detail: name }));
  }

  /** @param {View} view @param {string} selected the square that is looked at */
  show(view, selected) {
    const [left, right, bottom, top] = this.edges(view);
    const bounds = [left, right, bottom, top].join();
    if (bounds !== this.bounds) {
      this.bounds = bounds;
      this.lay(left, right, bottom, top);
    }
    const names = Object.keys(view.figures);
    const faults = Map.groupBy
      ? Map.groupBy(view.problems, (problem) => problem.place)
      : view.problems.reduce((all, problem) => all.set(problem.place, [...(all.get(problem.place) ?? []), problem]), new Map());
    for (const [name, cell] of this.cells) {
      const place = view.places[name];
      const figures = place ? place.figures : names.filter((figure) => view.figures[figure].at === name);
      this.fill(name, cell, place, figures, names, (faults.get(name) ?? []).map((problem) => problem.message), name === selected);
    }
  }

  /** @param {string} name @param {HTMLElement} cell @param {Place | undefined} place @param {string[]} figures
   * @param {string[]} names @param {string[]} faults @param {boolean} selected */
  fill(name, cell, place, figures, names, faults, selected) {
    const says = place ? place.says : [name, ...figures].join(", ") + (figures.length ? "" : `, ${this.words.unknown}`);
    const label = [says, ...faults].join(". ");
    const kind = place ? kindOf(place, this.vocabulary) : "";
    const state = JSON.stringify([label, figures, kind, place?.fields ?? 0, selected]);
    if (cell.dataset.state === state) return;
    cell.dataset.state = state;
    cell.setAttribute("aria-label", label);
    if (this.vocabulary.speaks) cell.setAttribute("lang", this.vocabulary.speaks);
    cell.setAttribute("aria-selected", String(selected));
    cell.toggleAttribute("aria-invalid", false);
    if (faults.length) cell.setAttribute("aria-invalid", "true");
    cell.className = ["square", place ? "known" : "unknown", faults.length ? "bad" : "", selected ? "chosen" : ""].filter(Boolean).join(" ");
    cell.replaceChildren(...[
      ...(place ? sides(place, this.vocabulary) : []),
      h("span", { class: "name" }, name),
      h("span", { class: "kind" }, kind),
      h("span", { class: "tokens" }, ...figures.map((figure) => h("b", { class: "token" }, token(figure, names)))),
      faults.length ? h("span", { class: "fault" }, "!") : null,
    ].filter((child) => child !== null));
  }

  /** @param {View} view @returns {[number, number, number, number]} */
  edges(view) {
    const named = [...Object.keys(view.places), ...Object.values(view.figures).map((figure) => figure.at)];
    const spots = named.map(spot).filter((at) => at !== null);
    if (!spots.length) spots.push([4, 4]);
    const columns = spots.map(([column]) => column), rows = spots.map(([, row]) => row);
    const [wide, high] = this.vocabulary.size.length ? this.vocabulary.size : [702, 999];
    const around = spots.length > 1 ? 1 : 2;
    return [
      Math.max(1, Math.min(...columns) - around), Math.min(wide, Math.max(...columns) + around),
      Math.max(1, Math.min(...rows) - around), Math.min(high, Math.max(...rows) + around),
    ];
  }

  /** @param {number} left @param {number} right @param {number} bottom @param {number} top */
  lay(left, right, bottom, top) {
    const had = this.contains(document.activeElement) ? this.focused : "";
    this.cells.clear();
    const grid = h("div", { role: "grid", class: "grid", "aria-label": this.words.board });
    grid.style.setProperty("--columns", String(right - left + 1));
    for (let row = top; row >= bottom; row--) {
      const line = h("div", { role: "row", class: "row" });
      for (let column = left; column <= right; column++) {
        const name = letters(column) + row;
        const cell = h("div", { role: "gridcell", tabindex: "-1", "data-square": name });
        this.cells.set(name, cell);
        line.append(cell);
      }
      grid.append(line);
    }
    this.replaceChildren(grid);
    const first = this.cells.has(this.focused) ? this.focused : letters(Math.floor((left + right) / 2)) + Math.floor((bottom + top) / 2);
    this.focus_on(first, Boolean(had));
  }

  /** @param {string} name @param {boolean} [focus] */
  focus_on(name, focus = true) {
    const cell = this.cells.get(name);
    if (!cell) return;
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    cell.setAttribute("tabindex", "0");
    if (focus) cell.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = spot(this.focused);
    if (!at || event.altKey || event.metaKey) return;
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });
    const step = steps[event.key];
    const row = [...this.cells.keys()].filter((name) => spot(name)?.[1] === at[1]);
    if (step) this.focus_on(letters(at[0] + step[0]) + (at[1] + step[1]));
    else if (event.key === "Home") this.focus_on(event.ctrlKey ? [...this.cells.keys()][0] : row[0]);
    else if (event.key === "End") this.focus_on((event.ctrlKey ? [...this.cells.keys()] : row).at(-1) ?? "");
    else if (event.key === "Enter" || event.key === " ") this.press(this.focused);
    else if (event.key === "Delete" || event.key === "Backspace") this.dispatchEvent(new CustomEvent("clear", { detail: this.focused }));
    else return;
    event.preventDefault();
  }
}

/** The words of the first single field of a square. @param {Place} place @param {any} vocabulary @returns {string} */
function kindOf(place, vocabulary) {
  for (const spec of vocabulary.places ?? []) {
    const value = place.fields[spec.name];
    if (typeof value === "string" && spec.shape === "single" && spec.type !== "bool") return value.replaceAll("_", " ");
  }
  return "";
}

/** Walls and openings at the sides of a square. @param {Place} place @param {any} vocabulary @returns {HTMLElement[]} */
function sides(place, vocabulary) {
  const marks = [];
  for (const side of Object.keys(vocabulary.grid ?? {})) {
    const exits = list(place.fields.exits);
    const more = (vocabulary.places ?? [])
      .filter((spec) => spec.name !== "exits" && (spec.shape === "list" || spec.shape === "map"))
      .some((spec) => list(place.fields[spec.name]).includes(side));
    if ("exits" in place.fields && !exits.includes(side)) marks.push(h("i", { class: `side ${side} wall` }));
    if (more) marks.push(h("i", { class: `side ${side} mark` }));
  }
  return marks;
}

/** @param {unknown} value @returns {string[]} */
function list(value) {
  if (Array.isArray(value)) return value.map(String);
  return value && typeof value === "object" ? Object.keys(value) : value ? [String(value)] : [];
}

customElements.define("drak-board", DrakBoard);
