import { h } from "./dom";

/** Shows a selected text for the user to copy, because the browser does not let the page do it. */
export function showText(title: string, text: string): void {
  const area = h("textarea", { class: "mono", readonly: true, rows: "12", "aria-label": title });
  area.value = text;
  const dialog = h(
    "dialog",
    { "aria-label": title, on: { close: () => dialog.remove() } },
    h("h2", {}, title),
    h(
      "p",
      {},
      "Browsers let a page copy only over HTTPS or from localhost. Use the keyboard to copy the selected text.",
    ),
    area,
    h("form", { method: "dialog", class: "actions" }, h("button", { class: "primary" }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}
