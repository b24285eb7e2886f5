import { wellKnownTokens } from "../../src/emulator";
import { Secret } from "../../src/state";
import type { AccountObjects } from "./account-objects";
import type { ChaosOutcome, ChaosStack, ChaosStep } from "./chaos-stack";
import { ignoredArguments, urnOf } from "./program";
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

/**
 * Unless the service may carry out requests late, a create is sent again only when the object of the first request can no longer appear in a
 * list. One that somebody else has deleted does appear in a stale list.
 */
export function checkNotSentEarly(
  { messages }: ChaosOutcome,
  objects: Pick<AccountObjects, "namesDeletedByOthers">,
): void {
  const late = messages.find(
    ({ text }) =>
      text.includes("was created late by an earlier request") && !objects.namesDeletedByOthers(text),
  );
  if (late) throw new Violation(`a create was sent again too early: ${late.text}`);
}

/** A preview announces what the `up` after it does, and fails or warns if that fails. */
export function checkAnnounced(
  preview: ChaosOutcome,
  up: ChaosOutcome,
  resources: readonly Resource[],
): void {
  if (preview.hasSucceeded && up.hasSucceeded) {
    checkAnnouncedSteps(preview, up, resources);
    return;
  }
  if (up.hasSucceeded) throw unsettled("an up succeeded whose preview failed", preview);
  const isAnnounced =
    !preview.hasSucceeded ||
    preview.messages.some(({ text }) =>
      /`(pulumi )?up` (fails on|searches|that replaces it searches|creates none|will not)/.test(text),
    );
  // Only the service knows which requests it will reject. No engine asks the plugin about a delete in a preview, and under the Pulumi CLI, the
  // plugin does not know that a `destroy` has kept the instance with the label.
  const isUnknown = up.failures.some((text) =>
    /the service returned 4|cannot be deleted|already exists \(/.test(text),
  );
  if (!isAnnounced && !isUnknown) throw unsettled("an up failed whose preview succeeded", up);
}

function checkAnnouncedSteps(
  { steps: announced = [] }: ChaosOutcome,
  { steps: done = [] }: ChaosOutcome,
  resources: readonly Resource[],
): void {
  const announcedUrns = new Set(announced.map(({ urn }) => urn));
  const changing = resources.filter((one) => announcedUrns.has(urnOf(one)));
  // The classes read an ignored label in previews. The programs of these histories do not use them.
  const unread = dependentsOf(
    changing.filter((one) => ignoredArguments(one).includes("label")),
    resources,
  );
  const surprising = without(
    done.filter(({ urn }) => !unread.has(urn)),
    announced,
  );
  if (surprising.length > 0) throw new Violation(`a preview did not announce: ${surprising.join(", ")}`);
  // Arguments from another resource are unknown until that one has changed.
  const uncertain = dependentsOf(changing, resources);
  const missing = without(
    announced.filter(({ urn }) => !uncertain.has(urn)),
    done,
  );
  if (missing.length > 0)
    throw new Violation(`up did not do what a preview announced: ${missing.join(", ")}`);
}

/** The URNs of the resources that refer to one of the targets. */
function dependentsOf(targets: readonly Resource[], resources: readonly Resource[]): ReadonlySet<string> {
  const keys = new Set(targets.map(({ key }) => key));
  return new Set(
    resources
      .filter(({ refersTo }) => refersTo !== undefined && keys.has(refersTo))
      .map((resource) => urnOf(resource)),
  );
}

/** The steps that are not among the others, in words. */
function without(steps: readonly ChaosStep[], others: readonly ChaosStep[]): readonly string[] {
  const isOther = ({ kind, urn }: ChaosStep) => others.some((one) => one.kind === kind && one.urn === urn);
  return steps.filter((step) => !isOther(step)).map(({ kind, urn }) => `${kind} ${urn}`);
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
