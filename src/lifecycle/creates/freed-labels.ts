import { NodecloudError } from "../../client";
import { causeOf } from "../failures";
import { maxListLag } from "../objects/confirm-absence";
import { cachedPerServices, type Services } from "../services";
import type { Task } from "../task";

/** In milliseconds: services limit how many creates they accept per period. */
const retryInterval = 5000;

/** When this process saw the last object of a kind with each label deleted. */
export const freedLabelsOf = cachedPerServices(({ clock }: Services) => {
  const freedAt = new Map<string, number>();
  const keyOf = (kind: string, label: string) => JSON.stringify([kind, label]);
  return {
    add: (kind: string, label: string) => void freedAt.set(keyOf(kind, label), clock.now()),
    /** Until when a service may still treat the label as taken. Undefined if no object of the kind with it was deleted. */
    takenUntil: (kind: string, label: string): number | undefined => {
      const at = freedAt.get(keyOf(kind, label));
      return at === undefined ? undefined : at + maxListLag;
    },
  };
});

/**
 * Sends a create again if the service rejects a label that this process has seen become free. A service may stop returning a deleted object
 * a moment before it frees the label.
 */
export async function retryUntilLabelIsFree<Result>(
  { services, deadline, reportProgress }: Task,
  kind: string,
  label: string | undefined,
  send: () => Promise<Result>,
): Promise<Result> {
  const { clock } = services;
  const until = label === undefined ? undefined : freedLabelsOf(services).takenUntil(kind, label);
  if (until === undefined) return send();
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!rejectsLabel(error) || clock.now() + retryInterval >= Math.min(until, deadline.at)) throw error;
      reportProgress(
        `waiting for the label ${JSON.stringify(label)} of a deleted ${kind} to be free (${causeOf(error)})`,
      );
      await clock.sleep(retryInterval);
    }
  }
}

/** Whether the service rejected the label and certainly changed nothing. */
export function rejectsLabel(error: unknown): boolean {
  return (
    error instanceof NodecloudError &&
    error.effect === "none" &&
    error.fieldErrors.some(({ field }) => field === "label")
  );
}
