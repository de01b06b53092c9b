// Forms made from a rulebook's vocabulary: the fields of squares and figures, actions, draws.
import { filled, h, select } from "./dom.js";

/**
 * @typedef {{name: string, label: string, says: string, required: boolean, range: number[], shape: string, type: string, key?: string}} Spec
 * @typedef {(value: any, yaml?: string) => void} Change
 */
const MOST_BOXES = 14;
const MOST_FLAT = 8;
/** Numbers among the first fields are shown at once, such as the values of a hero. */
const SOON = 10;
const plain = (/** @type {string} */ word) => word.replaceAll("_", " ");

/** Makes the controls of one rulebook. */
export class Forms {
  /** @param {any} vocabulary @param {Record<string, string>} words */
  constructor(vocabulary, words) {
    this.vocabulary = vocabulary;
    this.words = words;
    /** @type {string[]} */ this.figures = [];
    /** @type {string[]} */ this.squares = [];
    this.count = 0;
    /** @type {Map<string, {stated: string, made: [any, string[]]}>} */ this.begun = new Map();  // phrases, to be made anew
  }

  /** The words of a type with their meanings; null if they cannot be listed. @param {string} type @returns {[string, string][] | null} */
  options(type) {
    /** @type {[string, string][]} */
    const all = [];
    for (const kind of type.split("|")) {
      if (kind === "figure" || kind === "actor") {
        all.push(...this.figures.map((name) => /** @type {[string, string]} */ ([name, name])));
        if (kind === "actor") all.push(...Object.entries(this.vocabulary.actors).map(([word, says]) => /** @type {[string, string]} */ ([word, String(says)])));
      } else if (kind === "place" || kind === "square") {
        const spaces = Object.entries(this.vocabulary.spaces);
        all.push(...(spaces.length ? spaces.map(([word, says]) => /** @type {[string, string]} */ ([word, String(says)])) : this.squares.map((name) => /** @type {[string, string]} */ ([name, name]))));
      } else if (this.vocabulary.types[kind]) {
        const choices = this.vocabulary.types[kind];
        if (choices.some((choice) => choice.args.length)) all.push(...choices.filter((choice) => !choice.args.length).map((choice) => [choice.word, choice.says || plain(choice.word)]));
        else all.push(...choices.map((choice) => [choice.word, choice.says || plain(choice.word)]));
      } else return null;
    }
    return all;
  }

  /** Whether a type has values that a list cannot show. @param {string} type */
  isOpen(type) {
    return type.split("|").some((kind) => ["place", "square"].includes(kind) ? true : (this.vocabulary.types[kind] ?? []).some((choice) => choice.args.length));
  }

  /** A labelled control for a field; `key` names it, to find it again when the form is made anew.
   * @param {Spec} spec @param {any} value @param {Change} change @param {string} key @returns {HTMLElement} */
  field(spec, value, change, key) {
    const id = `field-${++this.count}`;
    const boxes = spec.shape === "list" && !this.isOpen(spec.type) ? this.options(spec.type) : null;
    if (boxes && boxes.length <= MOST_BOXES && boxes.length) return this.boxes(spec, boxes, value, change, key);
    if (spec.shape === "single" && spec.type === "bool") {
      const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id, "data-key": key, checked: value === "yes" || value === "true", onchange: () => change(box.checked ? "yes" : null) }));
      return h("label", { class: "switch", title: spec.says }, box, h("span", { lang: this.vocabulary.speaks }, spec.label));
    }
    return h("div", { class: "pair" }, h("label", { for: id, lang: this.vocabulary.speaks }, spec.label), this.control(spec, value, change, { id, "data-key": key, title: spec.says }));
  }

  /** @param {Spec} spec @param {any} value @param {Change} change @param {Record<string, unknown>} attributes @returns {HTMLElement} */
  control(spec, value, change, attributes) {
    const options = spec.shape === "single" ? this.options(spec.type) : null;
    const stated = value === undefined || value === null ? "" : typeof value === "string" ? value : yaml(value);
    if (options && options.length && !this.isOpen(spec.type)) {
      return select([["", "–"], ...options], stated, (word) => change(word || null), { ...attributes, lang: this.vocabulary.speaks });
    }
    const list = options && options.length ? `${attributes.id}-list` : undefined;
    const number = spec.shape === "single" && spec.type === "int";
    const input = /** @type {HTMLInputElement} */ (h("input", {
      ...attributes, type: number ? "number" : "text", value: stated, list, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      min: spec.range[0], max: spec.range[1], inputmode: number ? "numeric" : false,
      onchange: () => {
        if (input.validity.badInput) input.reportValidity();  // its value is empty, as if the field were to go
        else if (input.value.trim() === "") change(null);
        else if (spec.shape === "single") change(input.value.trim());
        else change(null, input.value);
      },
    }));
    if (!list) return input;
    return h("span", { class: "offered" }, input, h("datalist", { id: list }, ...(options ?? []).map(([word, says]) => h("option", { value: word }, says))));
  }

  /** @param {Spec} spec @param {[string, string][]} options @param {any} value @param {Change} change @param {string} key */
  boxes(spec, options, value, change, key) {
    const chosen = new Set(Array.isArray(value) ? value : value ? [value] : []);
    const toggle = (/** @type {string} */ word, /** @type {boolean} */ on) => {
      if (on) chosen.add(word); else chosen.delete(word);
      change(chosen.size ? [...chosen] : null);
    };
    return h("fieldset", { class: "boxes", title: spec.says }, h("legend", { lang: this.vocabulary.speaks }, spec.label),
      ...options.map(([word, says]) => {
        const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", "data-key": `${key}/${word}`, checked: chosen.has(word), onchange: () => toggle(word, box.checked) }));
        return h("label", { class: "switch" }, box, h("span", { lang: this.vocabulary.speaks }, says));
      }));
  }

  /** All fields of an owner: those that are set or needed, and the others folded. @param {Spec[]} specs
   * @param {Record<string, any>} values @param {(name: string, value: any, yaml?: string) => void} change
   * @param {number} first @param {string} key */
  fields(specs, values, change, first, key) {
    const shown = specs.filter((spec, number) => spec.name in values || spec.required || number < first || (spec.type === "int" && spec.shape === "single" && number < SOON));
    const rest = specs.filter((spec) => !shown.includes(spec));
    const made = (/** @type {Spec} */ spec) => this.field(spec, values[spec.name], (value, text) => change(spec.name, value, text), `${key}/${spec.name}`);
    const body = h("div", { class: "pairs" }, ...shown.map(made));
    if (!rest.length) return body;
    const more = h("details", { "data-key": `${key}/more` }, h("summary", {}, filled(this.words.more_fields, { n: rest.length })));
    more.addEventListener("toggle", () => more.childElementCount === 1 && more.append(h("div", { class: "pairs" }, ...rest.map(made))), { once: true });
    return h("div", {}, body, more);
  }

  /** A phrase whose only argument is one of few words, as a phrase for each of them.
   * @param {{word: string, args: string[], says: string}} one @returns {{word: string, args: string[], says: string}[]} */
  flat(one) {
    const choices = one.args.length === 1 ? this.vocabulary.types[one.args[0]] : undefined;
    if (!choices || choices.length > MOST_FLAT || choices.some((choice) => choice.args.length)) return [one];
    return choices.map((choice) => ({ ...one, word: `${one.word} ${choice.word}`, args: [], says: one.says.replace(/<(?!figur)[^>]*>(?!.*<(?!figur)[^>]*>)/, choice.says || plain(choice.word)) }));
  }

  /** A phrase with arguments: an action or a draw. `change` gets its words, empty if it is taken back.
   * @param {{word: string, args: string[], says: string}[]} phrases @param {string} stated @param {(text: string) => void} change
   * @param {string} label @param {string} key */
  phrase(phrases, stated, change, label, key) {
    phrases = phrases.flatMap((one) => this.flat(one));
    const begun = this.begun.get(key);
    const [phrase, given] = begun?.stated === stated ? begun.made : split(phrases, stated);
    const holder = h("span", { class: "phrase" });
    const draw = (/** @type {any} */ chosen, /** @type {string[]} */ args) => {
      if (chosen?.args.length) this.begun.set(key, { stated, made: [chosen, args] }); else this.begun.delete(key);
      const tell = () => {
        if (!chosen.args.every((_, number) => args[number])) return;
        this.begun.delete(key);
        change([plain(chosen.word), ...args].join(" "));
      };
      holder.replaceChildren(
        select([["", "–"], ...phrases.map((one) => /** @type {[string, string]} */ ([one.word, meaning(one)]))], chosen?.word ?? "", (word) => {
          const next = phrases.find((one) => one.word === word);
          draw(next, []);
          if (!next || !next.args.length) { if (next) change(plain(next.word)); else change(""); }
          else /** @type {HTMLElement | null} */ (holder.querySelector("select + *"))?.focus();
        }, { "aria-label": label, "data-key": key, lang: this.vocabulary.speaks }),
        ...(chosen?.args ?? []).map((type, number) => {
          const spec = { name: type, label: type, says: type, required: true, range: [], shape: "single", type };
          const told = (/** @type {any} */ value) => { args[number] = value ?? ""; tell(); };
          return this.control(spec, args[number] ?? "", told, { "aria-label": `${label}: ${plain(type)}`, "data-key": `${key}/${number}`, id: `field-${++this.count}` });
        }),
      );
    };
    draw(phrase, given);
    return holder;
  }
}

/** @param {{word: string, args: string[], says: string}} one @returns {string} */
function meaning(one) {
  return (one.says || plain(one.word)).replace(/^<(figure|figur)> /, "").replaceAll(/<([^>]*)>/g, "…");
}

/** The phrase that a text states, and its arguments. @param {any[]} phrases @param {string} stated @returns {[any, string[]]} */
function split(phrases, stated) {
  const text = stated.trim().replace(/^([\w -]+?)\s*\((.*)\)$/s, (_, head, inner) => `${head} ${inner.replaceAll(",", " ")}`);
  const folded = text.replaceAll("_", " ");
  const fitting = phrases.filter((one) => folded === plain(one.word) || folded.startsWith(`${plain(one.word)} `));
  const best = fitting.sort((one, other) => other.word.length - one.word.length)[0];
  if (!best) return [undefined, []];
  const words = text.slice(best.word.length).trim();
  return [best, best.args.length === 1 && words ? [words] : words.split(/\s+/).filter(Boolean)];
}

/** A value as the file writes it. @param {any} value @returns {string} */
export function yaml(value) {
  if (Array.isArray(value)) return `[${value.map(yaml).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.entries(value).map(([key, item]) => `${key}: ${yaml(item)}`).join(", ")}}`;
  return String(value);
}
