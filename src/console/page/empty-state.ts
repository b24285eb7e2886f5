import { h } from "./dom";

/** A text whose words between backquotes are code. */
export function codeText(text: string): readonly (HTMLElement | string)[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}

/** The content of an empty list. */
export function emptyState(text: string): HTMLElement {
  return h("p", { class: "empty" }, ...codeText(text));
}
