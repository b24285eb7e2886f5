import type { Deadline } from "../../client";
import type { CommonInputs } from "../../common-inputs";
import type { Collection } from "../objects/collection";
import { viewNew } from "../objects/view-new";
import type { ResourceContext } from "../resource-context";
import type { State } from "../values/state";
import { settledAt } from "./create-options";

/**
 * Views the object of a state again after a 404, if an earlier run on this machine has just created it and ended before a read returned it:
 * views and lists may lag behind. Returns undefined if it no longer exists.
 */
export async function viewJustCreated<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  collection: Collection<Live>,
  id: string,
  { origin, unfinished }: Pick<State<I, Live>, "origin" | "unfinished">,
  deadline?: Deadline,
): Promise<Live | undefined> {
  const { kind, skipsReadAfterCreate } = definition;
  const { intents, address, clock, log } = services;
  const isUnread = skipsReadAfterCreate === true || unfinished.length > 0;
  if (!isUnread || origin === undefined) return undefined;
  const createdAt = intents.requestTimeOf(origin.type, id, address);
  if (createdAt === undefined) return undefined;
  const until = settledAt(createdAt, clock);
  if (clock.now() >= until) return undefined;
  const view = () => collection.view(id, { deadline });
  log.progress(`waiting for the new ${kind} ${id} to become visible`, origin);
  return viewNew({ kind, id, clock, deadline, view }, until);
}
