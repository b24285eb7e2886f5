import { messageOf } from "../../unknown";
import type { Context } from "./context";
import { h } from "./dom";
import { showText } from "./text-dialog";

/** A button that copies the string that `text` creates when it is pressed. Over plain HTTP from other machines there is no clipboard. */
export function copyButton(
  context: Context,
  title: string,
  text: () => string | Promise<string>,
): HTMLElement {
  const copy = async () => {
    try {
      if (!("clipboard" in navigator)) return showText(title, await text());
      await navigator.clipboard.writeText(await text());
      context.notify("Copied.");
    } catch (error) {
      context.notify(`Nothing was copied: ${messageOf(error)}`, true);
    }
  };
  return h("button", { type: "button", on: { click: () => void copy() } }, title);
}
