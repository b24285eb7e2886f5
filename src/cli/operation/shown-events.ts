import type { EventListener } from "../../engine";

/** Leaves out what the user does not want to see. */
export function shownEvents(
  listener: EventListener,
  {
    suppressOutputs = false,
    suppressProgress = false,
  }: { readonly suppressOutputs?: boolean; readonly suppressProgress?: boolean },
): EventListener {
  return (event) => {
    if (suppressOutputs && event.kind === "stackOutputs") return;
    if (suppressProgress && event.kind === "message" && event.ephemeral) return;
    listener(event);
  };
}
