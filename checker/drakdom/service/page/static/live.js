// The live ruling: asks a little after the last change; a newer question takes the place of an older one.
import { h } from "./dom.js";

const PAUSE = 400;
const POLL = 700;

export class Live {
  /** @param {HTMLElement} panel @param {HTMLFormElement} form @param {Record<string, string>} words */
  constructor(panel, form, words) {
    this.panel = panel;
    this.form = form;
    this.words = words;
    this.timer = 0;
    this.number = 0;
    this.job = "";
    this.asked = "";  // what is asked, or shown
    /** @type {AbortController | null} */ this.request = null;  // while something is asked
    addEventListener("pagehide", () => this.drop());
    addEventListener("pageshow", ({ persisted }) => { if (persisted) this.later(); });  // the way back to a page that was kept
  }

  /** Ask a little later. */
  later() {
    clearTimeout(this.timer);
    this.age();
    this.timer = window.setTimeout(() => this.ask(), PAUSE);
  }

  /** Say that what is shown is older than the text. */
  age() {
    this.panel.classList.add("old");
    this.tell(this.panel.childElementCount > 1 ? this.words.old : "");
  }

  /** @param {string} words */
  tell(words) {
    const state = this.panel.querySelector(".state");
    if (state) state.textContent = words;
  }

  /** End what is asked. */
  drop() {
    clearTimeout(this.timer);
    this.number++;
    this.request?.abort();
    this.request = null;
    if (this.job) fetch(`/api/jobs/${encodeURIComponent(this.job)}`, { method: "DELETE", keepalive: true }).catch(() => {});
    this.job = this.asked = "";
  }

  /** Ask for a ruling on the form as it is now. */
  async ask() {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(this.form)));
    body.set("do", "rule");
    const isAsked = body.toString() === this.asked;
    if (isAsked && !this.request) { this.panel.classList.remove("old"); this.tell(""); return; }
    this.tell(`${this.words.waiting} …`);
    if (isAsked) return;
    this.drop();
    const mine = this.number;
    this.asked = body.toString();
    try {
      for (;;) {
        this.request = new AbortController();
        const reply = await fetch(`${this.form.getAttribute("action")}/live`, { method: "POST", body, signal: this.request.signal });
        const html = await reply.text();
        if (mine !== this.number) return;
        this.job = reply.status === 202 ? reply.headers.get("Drakdom-Job") ?? "" : "";
        if (reply.status !== 202) {
          this.show(html);
          this.request = null;
          if (!reply.ok) this.asked = "";
          return;
        }
        body.set("job", this.job);
        await new Promise((done) => setTimeout(done, POLL));
        if (mine !== this.number) return;
      }
    } catch (error) {
      if (mine !== this.number || (error instanceof DOMException && error.name === "AbortError")) return;
      this.request = null;
      this.asked = "";
      this.tell(this.words.no_connection);
    }
  }

  /** @param {string} html a part of a page, as the service wrote it */
  show(html) {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    this.panel.classList.remove("old");
    this.panel.replaceChildren(h("p", { class: "state dim" }), ...parsed.body.childNodes);
  }
}
