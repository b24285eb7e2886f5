import type { CallOptions, Page } from "../../client";
import { isAccessDenied, LifecycleError } from "../failures";
import { cachedPerServices, type ReadServices } from "../services";
import type { Task } from "../task";
import type { Collection, Wait } from "./collection";
import { type Action, runAction } from "./run-action";
import { SharedCollection } from "./shared-collection";
import type { Source } from "./shared-list";

/** The common properties of all actions on objects of one kind. */
export interface ObjectKind<Live> {
  /** The name in messages: `instance`. */
  readonly kind: string;
  readonly collection: (services: ReadServices) => Collection<Live>;
  /** As in `Action`. Absent if objects of this kind are never busy. */
  readonly idleState?: (live: Live) => string | undefined;
  /** The lock that this process holds while it acts on an object. Absent if none is needed. */
  readonly lockOf?: (id: string) => string;
  /** How the object can be deleted other than by this run, for messages. Default: `by somebody else, or by the service`. */
  readonly deletedBy?: string;
}

/** An object kind, and how its objects are viewed and listed. */
interface ListedKind<Live>
  extends Omit<ObjectKind<Live>, "collection">,
    Pick<Source<Live>, "idOf" | "isViewableWhenDeleted">,
    Required<Pick<Source<Live>, "describe">> {
  readonly view: (client: ReadServices["client"], id: string, options: CallOptions) => Promise<Live>;
  readonly pages: (client: ReadServices["client"], options: CallOptions) => AsyncIterable<Page<Live>>;
}

/** Makes an object kind whose objects are read once for all resources of the process. */
export function objectKind<Live>(listed: ListedKind<Live>): ObjectKind<Live> {
  const { idOf, view, pages, isViewableWhenDeleted, describe, ...objects } = listed;
  return {
    ...objects,
    collection: cachedPerServices(({ client, clock }: ReadServices) => {
      const source: Source<Live> = {
        kind: objects.kind,
        idOf,
        describe,
        view: (id, options) => view(client, id, options),
        pages: (options) => pages(client, options),
        ...(isViewableWhenDeleted && { isViewableWhenDeleted }),
      };
      return new SharedCollection(source, clock);
    }),
  };
}

/** A task on one existing object. */
type ObjectTask = Task & { readonly id: string };
type ActionOf<Live> = Omit<Action<Live>, "kind" | "id" | "collection" | "onSent">;

/** Runs an action on the object of a task, under its lock. Returns undefined if the object no longer exists. */
export function actOn<Live>(
  objects: ObjectKind<Live>,
  task: ObjectTask,
  action: ActionOf<Live>,
): Promise<Live | undefined> {
  const { kind, idleState, lockOf } = objects;
  const { id, services, onSent } = task;
  const collection = objects.collection(services);
  const run = () => runAction<Live>(task, { idleState, ...action, onSent, kind, id, collection });
  return lockOf === undefined ? run() : services.locks.run(lockOf(id), run);
}

/** Runs an action as `actOn` does. Throws if the object no longer exists. */
export async function changeObject<Live>(
  objects: ObjectKind<Live>,
  task: ObjectTask,
  action: ActionOf<Live>,
): Promise<Live> {
  return requireExisting(objects, task.id, await actOn(objects, task, action));
}

/** Views the object of a task, retrying failures until its deadline. Returns undefined if it no longer exists. */
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

/** Waits until the object of a task reaches the goal. Returns undefined if it no longer exists. */
export function waitForObject<Live>(
  objects: ObjectKind<Live>,
  { services, id, deadline, reportProgress }: ObjectTask,
  wait: Pick<Wait<Live>, "goal" | "until"> & Partial<Wait<Live>>,
): Promise<Live | undefined> {
  return objects.collection(services).wait(id, {
    deadline,
    reportProgress,
    ...wait,
  });
}

/** An object was deleted while a run changed it. */
export class MissingObjectError extends LifecycleError {}

/** The object that an action or a wait returned. Throws if it no longer exists. */
export function requireExisting<Live>(
  { kind, deletedBy = "by somebody else, or by the service" }: Pick<ObjectKind<Live>, "kind" | "deletedBy">,
  id: string,
  live: Live | undefined,
): Live {
  if (live !== undefined) return live;
  throw new MissingObjectError(
    `${kind} ${id} no longer exists: while this run changed it, it was deleted ${deletedBy}.`,
  );
}
