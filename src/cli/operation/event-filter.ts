import type { EventListener } from "../../engine";

/** Drops the events that `--suppress-outputs` and `--suppress-progress` hide. */
export function filterEvents(
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
