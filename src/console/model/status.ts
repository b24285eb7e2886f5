import type { ActionInProgress } from "../../emulator/console/messages";

/** The color of a status. The shape of the dot conveys the same to people who cannot tell the colors apart. */
export type Tone = "good" | "busy" | "idle" | "bad" | "none";

const tones: Readonly<Record<string, Tone>> = {
  running: "good",
  available: "good",
  active: "good",
  successful: "good",
  completed: "good",
  ok: "good",
  offline: "idle",
  stopped: "idle",
  disabled: "idle",
  cancelled: "idle",
  stale: "idle",
  deleted: "idle",
  failed: "bad",
  suspended: "bad",
  userAborted: "bad",
  outage: "bad",
};

/** A status that is not listed is transient, such as `booting`. */
export function toneOf(status: string): Tone {
  if (status === "") return "none";
  return Object.hasOwn(tones, status) ? (tones[status] ?? "busy") : "busy";
}

/** `boot` of the event `acme_boot`, `host reboot` of `host_reboot`. */
export function actionTitle(action: string, brand: string): string {
  const name = action.startsWith(`${brand}_`) ? action.slice(brand.length + 1) : action;
  return name.replaceAll("_", " ");
}

/** The progress of an action, from 0 to 1. Undefined if its duration is unknown. */
export function progressOf({ since, expected }: ActionInProgress, now: number): number | undefined {
  if (expected <= 0) return undefined;
  return Math.min(1, Math.max(0, (now - since) / (expected * 1000)));
}
