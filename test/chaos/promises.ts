import { wellKnownTokens } from "../../src/emulator";
import { Secret } from "../../src/state";
import type { AccountObjects } from "./account-objects";
import type { ChaosOutcome, ChaosStack } from "./chaos-stack";
import type { Resource } from "./resource";
import { chaosResources } from "./resources";
import type { Runs } from "./runs";
import { differences, differentSecrets, objectsOfState, worldOf } from "./world";

/** A promise of this package that a history breaks. */
export class Violation extends Error {}

export function unsettled(what: string, { failures }: ChaosOutcome): Violation {
  return new Violation(`${what}: ${failures.join("\n")}`);
}

/** The number of the last request that the service received. */
export function lastRequestOf({ control }: ChaosStack): number {
  return control.requests().at(-1)?.number ?? 0;
}

export function checkNoWrites({ control }: ChaosStack, since: number, what: string): void {
  const writes = control.requests().filter(({ number, method }) => number > since && method !== "GET");
  if (writes.length > 0) {
    throw new Violation(`${what} sent ${writes.map(({ method, path }) => `${method} ${path}`).join(", ")}`);
  }
}

/** No message contains a password, a card number, a token or a client's secret. */
export function checkNoSecret({ states }: ChaosStack, { messages }: ChaosOutcome): void {
  const secrets = [
    ...[wellKnownTokens.full, wellKnownTokens.secondAccount],
    ...Object.values(chaosResources).flatMap((known) => known.secrets),
    ...states.flatMap(({ outputs }) =>
      Object.values(outputs).flatMap((value) => {
        const text = value instanceof Secret ? value.reveal() : undefined;
        return typeof text === "string" && text.length > 5 ? [text] : [];
      }),
    ),
  ];
  for (const { text } of messages) {
    if (secrets.some((secret) => text.includes(secret)))
      throw new Violation(`a message has a secret: ${text}`);
  }
}

/** Unless the service may carry out requests late, a create is sent again only when the object of the first request can no longer appear in a list. */
export function checkNotSentEarly({ messages }: ChaosOutcome): void {
  const late = messages.find(({ text }) => text.includes("was created late by an earlier request"));
  if (late) throw new Violation(`a create was sent again too early: ${late.text}`);
}

/** The world holds what the program declares and the state records, and nothing else. */
export function checkWorld({ stack, objects, isLate }: Runs, resources: readonly Resource[]): void {
  const { states, pending } = stack;
  const world = worldOf(stack.control);
  // A secret that is reset late differs from the one that the response contained, which nothing reveals (docs/reliability.md).
  const secrets = isLate ? [] : differentSecrets(world, states, resources);
  const found = [...differences(world, states, resources), ...secrets];
  if (found.length > 0) throw new Violation(`the world is not as declared: ${found.join("; ")}`);
  checkNoOrphans(objects, "up");
  const recorded = objectsOfState(states);
  const missing = recorded.filter((key) => !objects.existing.has(key));
  if (missing.length > 0) throw new Violation(`the state records what does not exist: ${missing.join(", ")}`);
  if (new Set(recorded).size < recorded.length) throw new Violation(`recorded twice: ${recorded.join(", ")}`);
  if (pending.length > 0) throw new Violation(`pending: ${pending.join()}`);
}

function checkNoOrphans({ orphans }: AccountObjects, operation: string): void {
  if (orphans.length > 0) {
    throw new Violation(`after ${operation}, nothing records or names ${orphans.join(", ")}`);
  }
}

export async function checkDestroyed(stack: ChaosStack, objects: AccountObjects): Promise<void> {
  await stack.advance(60_000);
  checkNoOrphans(objects, "destroy");
  const { lost } = objects;
  if (lost.length > 0) throw new Violation(`destroy deleted what was there before: ${lost.join(", ")}`);
}
