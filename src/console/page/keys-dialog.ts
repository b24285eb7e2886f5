import { shortcuts } from "../model/shortcuts";
import { h } from "./dom";

/** Lists the effect of each key. */
export function keysDialog(): HTMLDialogElement {
  const dialog = h("dialog", { "aria-label": "Keys" });
  dialog.append(
    h("h2", {}, "Keys"),
    h(
      "dl",
      { class: "pairs keys" },
      ...shortcuts.flatMap(({ key, does }) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]),
    ),
    h("form", { method: "dialog", class: "actions" }, h("button", { class: "primary" }, "Close")),
  );
  return dialog;
}
