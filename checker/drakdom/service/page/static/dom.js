// Small helpers to build elements. Texts become text nodes, never markup.

/**
 * Make an element.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes] `on…` are listeners, `class` and others attributes; false leaves one out
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "value" || key === "checked" || key === "selected") Object.assign(element, { [key]: value });
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(String2Node));
  return element;
}

/** @param {unknown} child @returns {Node | string} */
function String2Node(child) {
  return child instanceof Node ? child : String(child);
}

/**
 * Make a drop-down list.
 * @param {[string, string][]} options value and words
 * @param {string} chosen
 * @param {(value: string) => void} change
 * @param {Record<string, unknown>} [attributes]
 * @returns {HTMLSelectElement}
 */
export function select(options, chosen, change, attributes = {}) {
  const known = options.some(([value]) => value === chosen);
  const all = known ? options : [...options, /** @type {[string, string]} */ ([chosen, chosen])];
  const element = /** @type {HTMLSelectElement} */ (
    h("select", { ...attributes, onchange: () => change(element.value) },
      ...all.map(([value, words]) => h("option", { value, selected: value === chosen }, words)))
  );
  return element;
}

/** Return words with `{slots}` filled. @param {string} words @param {Record<string, string | number>} slots */
export function filled(words, slots) {
  return words.replace(/\{(\w+)\}/g, (slot, name) => String(slots[name] ?? slot));
}
