import type { ActionInProgress } from "../../emulator/console/messages";
import { formatDuration } from "../model/format";
import { actionTitle, progressOf, toneOf } from "../model/status";
import { h, setAttribute, setText } from "./dom";

/** A status with a colored dot. */
export function statusPill(status = ""): HTMLElement {
  const pill = h(
    "span",
    { class: "pill" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    h("span", { class: "text" }),
  );
  setStatus(pill, status);
  return pill;
}

export function setStatus(pill: Element, status: string): void {
  setAttribute(pill, "data-tone", toneOf(status));
  const text = pill.querySelector(".text");
  if (text) setText(text, status.replaceAll("_", " "));
}

/** The progress of an action: a bar with its name and the remaining time. */
export function progressBar(): HTMLElement {
  return h(
    "span",
    { class: "progress" },
    h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "fill" })),
    h("span", { class: "text" }),
  );
}

export function setProgress(
  bar: HTMLElement,
  action: ActionInProgress | undefined,
  { now, brand }: { readonly now: number; readonly brand: string },
): void {
  bar.hidden = action === undefined;
  if (!action) return;
  const share = progressOf(action, now);
  const left = action.since + action.expected * 1000 - now;
  const rest = share === undefined || left <= 0 ? "" : ` · ${formatDuration(Math.max(1000, left))} left`;
  const [fill, text] = [bar.querySelector<HTMLElement>(".fill"), bar.querySelector(".text")];
  fill?.style.setProperty("width", `${Math.round((share ?? 1) * 100)}%`);
  if (text) setText(text, `${actionTitle(action.name, brand)}${rest}`);
}
