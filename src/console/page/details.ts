import { callContent } from "./call-details";
import type { Context, DetailsContent } from "./context";
import { h, setText } from "./dom";
import { objectContent } from "./object-details";

/** Where the panel covers the view, as in the style sheet. */
const overlay = "(max-width: 1000px)";

/** The panel with the details of an object or a call. */
export class Details {
  readonly element: HTMLElement;
  readonly #context: Context;
  readonly #title = h("h2", { tabindex: -1 });
  readonly #place = h("div", { class: "content" });
  #shown: DetailsContent | undefined;
  /** The element that had the focus when the panel was opened. */
  #opener: Element | null = null;

  constructor(context: Context) {
    this.#context = context;
    const close = h(
      "button",
      { type: "button", class: "icon", "aria-label": "Close the details", on: { click: () => this.close() } },
      "✕",
    );
    this.element = h(
      "aside",
      { class: "details", "aria-label": "Details", hidden: true },
      h("header", {}, this.#title, close),
      this.#place,
    );
  }

  get isOpen(): boolean {
    return this.#shown !== undefined;
  }

  /** Whether the panel covers the view. */
  get isOverlay(): boolean {
    return this.isOpen && matchMedia(overlay).matches;
  }

  /** `label` is the name of an object that may no longer exist. */
  showObject(table: string, key: string, label = key): void {
    const content = objectContent(this.#context, { table, name: key, label });
    if (content) this.#show(content);
  }

  showCall(number: number): void {
    this.#show(callContent(this.#context, number));
  }

  close(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#shown = undefined;
    this.element.hidden = true;
    if (!hadFocus) return;
    const opener = this.#opener?.isConnected ? this.#opener : null;
    const next = opener?.checkVisibility()
      ? opener
      : document.querySelector("main > :not([hidden]) [tabindex='0']");
    if (next instanceof HTMLElement) next.focus();
  }

  update(): void {
    if (!this.#shown) return;
    this.#shown.update();
    setText(this.#title, this.#shown.title());
  }

  #show(content: DetailsContent): void {
    const hadFocus = this.element.contains(document.activeElement);
    if (!hadFocus) this.#opener = document.activeElement;
    this.#shown = content;
    this.#place.replaceChildren(...content.elements);
    this.element.hidden = false;
    this.#place.scrollTop = 0;
    this.update();
    if (hadFocus || this.isOverlay) this.#title.focus();
  }
}
