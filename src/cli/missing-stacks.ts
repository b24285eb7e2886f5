import { hasStack } from "../plugin/existing-stacks";
import type { UnfinishedCreate } from "../plugin/recorded-creates";
import { type CreatesElsewhere, describeCreates } from "./describe-creates";

/**
 * The unfinished creates of stacks that were renamed or removed, which leave the records of their creates behind. No run of another stack
 * searches for what they created. Empty for a backend that is not a folder.
 * @param backend The identity of the backend.
 * @param stack The stack that exists.
 */
export function createsOfMissingStacks(
  creates: readonly UnfinishedCreate[],
  backend: string,
  stack: string,
): readonly UnfinishedCreate[] {
  return creates.filter((create) => create.stack !== stack && hasStack(backend, create) === false);
}

/** A URN without the name of its stack, which a rename changes. */
export function withoutStack(urn: string): string {
  return urn.replace(/^urn:pulumi:[^:]*::/, "");
}

/** What to do about creates of missing stacks. Undefined if there are none. */
export function describeMissingStacks(
  stack: string,
  creates: readonly UnfinishedCreate[],
): CreatesElsewhere | undefined {
  const [first] = creates;
  if (first === undefined) return undefined;
  return {
    found: `${creates.length} unresolved, from stacks that do not exist: ${describeCreates(creates)}.`,
    action: `If ${stack} is the renamed ${first.stack}, rename it back with \`pulumi stack rename ${first.stack}\`, and run \`pulumi up\` before you rename it again. Otherwise run \`nodecloud stack init ${first.stack} --no-select\` and \`nodecloud recover --stack ${first.stack}\`, which finds out what was created.`,
  };
}
