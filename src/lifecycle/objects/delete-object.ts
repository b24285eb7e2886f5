import type { DeleteTask } from "../task";
import { actOn, type ObjectKind, waitForObject } from "./object-kind";
import { pollRate } from "./poll-interval";
import type { Action } from "./run-action";

/** Deletes an object and waits until it no longer exists, unless a view may return it even then. */
export async function deleteObject<Live>(
  objects: ObjectKind<Live>,
  task: DeleteTask<unknown, Live>,
  action: Pick<Action<Live>, "send"> &
    Partial<Pick<Action<Live>, "isDone" | "idleState" | "hint" | "isViewableWhenDeleted">>,
): Promise<void> {
  const { live: recent, onMissing } = task;
  const last = await actOn(objects, task, {
    isDone: () => false,
    ...action,
    ...{ verb: "delete", recent, onMissing, deletes: true },
  });
  if (last === undefined) return;
  await waitForObject(objects, task, {
    goal: "to be deleted",
    until: (live) => live === undefined,
    rate: task.isReplaced ? pollRate.normal : pollRate.relaxed,
  });
}
