import type { Collection, Wait } from "./collection";
import { isAccessDenied, LifecycleError } from "./failures";
import { type Action, runAction } from "./run-action";
import type { ReadServices } from "./services";
import type { Task } from "./task";

/** What the actions on all objects of one kind have in common. */
export interface ObjectKind<Live> {
  /** The name in messages: `instance`. */
  readonly kind: string;
  readonly collection: (services: ReadServices) => Collection<Live>;
  /** As in `Action`. Absent if objects of this kind are never busy. */
  readonly idleState?: (live: Live) => string | undefined;
  /** Completes the sentence "it is ...", for progress: `provisioning`. Null or undefined where the service does not show it. */
  readonly describe: (live: Live) => string | null | undefined;
  /** The lock under which this process acts on an object. Absent if none is needed. */
  readonly lockOf?: (id: string) => string;
  /** Who or what else may delete an object. Default: `by somebody else`. */
  readonly deletedBy?: string;
}

/** A task on one existing object. */
type ObjectTask = Task & { readonly id: string };
type ActionOf<Live> = Omit<Action<Live>, "kind" | "id" | "collection">;

/** Runs an action on the object of a task, under its lock. Returns undefined when the object no longer exists. */
export function actOn<Live>(
  objects: ObjectKind<Live>,
  task: ObjectTask,
  action: ActionOf<Live>,
): Promise<Live | undefined> {
  const { kind, idleState, lockOf } = objects;
  const { id, services } = task;
  const run = () =>
    runAction<Live>(task, { idleState, ...action, kind, id, collection: objects.collection(services) });
  return lockOf === undefined ? run() : services.locks.run(lockOf(id), run);
}

/** Runs an action as `actOn` does. Throws when the object no longer exists. */
export async function changeObject<Live>(
  objects: ObjectKind<Live>,
  task: ObjectTask,
  action: ActionOf<Live>,
): Promise<Live> {
  return requireExisting(objects, task.id, await actOn(objects, task, action));
}

/** Views the object of a task, for as long as that fails and its deadline allows. Returns undefined when it no longer exists. */
export async function viewObject<Live>(
  objects: ObjectKind<Live>,
  task: ObjectTask,
): Promise<Live | undefined> {
  const { id, services, deadline } = task;
  try {
    return await objects.collection(services).view(id, { deadline });
  } catch (error) {
    if (isAccessDenied(error)) throw error;
    return waitForObject(objects, task, { goal: "to be read", until: () => true });
  }
}

/** Waits until the object of a task is as it should be. Returns undefined when it no longer exists. */
export function waitForObject<Live>(
  objects: ObjectKind<Live>,
  { services, id, deadline, reportProgress }: ObjectTask,
  wait: Pick<Wait<Live>, "goal" | "until"> & Partial<Wait<Live>>,
): Promise<Live | undefined> {
  return objects.collection(services).wait(id, {
    describe: (live) => describeObject(objects, live),
    deadline,
    reportProgress,
    ...wait,
  });
}

/** The object that an action or a wait returned. Throws when it no longer exists. */
export function requireExisting<Live>(
  { kind, deletedBy = "by somebody else" }: Pick<ObjectKind<Live>, "kind" | "deletedBy">,
  id: string,
  live: Live | undefined,
): Live {
  if (live !== undefined) return live;
  throw new LifecycleError(`While this run changed ${kind} ${id}, it was deleted ${deletedBy}.`);
}

function describeObject<Live>(objects: ObjectKind<Live>, live: Live | undefined): string {
  if (live === undefined) return "it no longer exists";
  const state = objects.describe(live) ?? undefined;
  return state === undefined ? "its status is not known" : `it is ${state}`;
}
