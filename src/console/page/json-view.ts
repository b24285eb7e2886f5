import { isRecord } from "../../unknown";
import { h } from "./dom";

/** JSON with names, strings and other values in different colors. */
export function jsonView(value: unknown, label: string): HTMLElement {
  const view = h("pre", { class: "json", tabindex: 0, role: "region", "aria-label": label });
  setJson(view, value);
  return view;
}

/** Shows another value in a view, which keeps its scroll position and the focus. */
export function setJson(view: HTMLElement, value: unknown): void {
  view.replaceChildren(...nodesOf(value, ""));
}

function nodesOf(value: unknown, indent: string): Node[] {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return [text("[]")];
    const items = value.flatMap((item, index) => [
      text(`${inner}`),
      ...nodesOf(item, inner),
      text(index < value.length - 1 ? ",\n" : "\n"),
    ]);
    return [text("[\n"), ...items, text(`${indent}]`)];
  }
  if (isRecord(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return [text("{}")];
    const members = entries.flatMap(([name, own], index) => [
      text(inner),
      h("span", { class: "name" }, JSON.stringify(name)),
      text(": "),
      ...nodesOf(own, inner),
      text(index < entries.length - 1 ? ",\n" : "\n"),
    ]);
    return [text("{\n"), ...members, text(`${indent}}`)];
  }
  const written = JSON.stringify(value) ?? "null";
  const kind = typeof value === "string" ? "string" : "value";
  return [h("span", { class: kind }, written)];
}

const text = (content: string): Text => document.createTextNode(content);
