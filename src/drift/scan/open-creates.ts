import { isRecord } from "../../unknown";
import { fullName, type RecordedStack, typeInUrn } from "../recorded-stack";
import type { Finding } from "../types.generated";

/** A create whose result no state contains. Its object belongs to its stack, although no stack records it. */
export interface OpenCreate {
  readonly stack: RecordedStack;
  readonly urn: string;
  readonly type: string;
  /** The objects that it created or may have created. Undefined if it may have created any object of the type that no stack records. */
  readonly ids: readonly string[] | undefined;
  readonly isCertain: boolean;
}

/**
 * The creates that runs of a stack left open: pending operations and unresolved creates of its state, and intents.
 * @param intentFindings The findings about its unfinished intents.
 */
export function openCreatesOf(
  stack: RecordedStack,
  intentFindings: readonly Finding[],
): readonly OpenCreate[] {
  const fromIntents = intentFindings.flatMap(({ urn, type, id }) =>
    urn === null || id === null ? [] : [{ stack, urn, type, ids: [id], isCertain: true }],
  );
  const unresolved = stack.resources.flatMap(({ urn, type, outputs }) =>
    isRecord(outputs.unresolved)
      ? [{ stack, urn, type, ids: candidatesIn(outputs.unresolved), isCertain: false }]
      : [],
  );
  const described = [...fromIntents, ...unresolved];
  const urns = new Set([
    ...stack.pendingOperations.flatMap(({ urn, operation }) => (operation === "creating" ? [urn] : [])),
    ...intentFindings.flatMap(({ urn }) => urn ?? []),
  ]);
  const unknown = [...urns]
    .filter((urn) => described.every((create) => create.urn !== urn))
    .map((urn) => ({ stack, urn, type: typeInUrn(urn) ?? "", ids: undefined, isCertain: false }));
  return [...described, ...unknown];
}

function candidatesIn({ candidates }: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  return Array.isArray(candidates) && candidates.length > 0 ? candidates.map(String) : undefined;
}

/** A backup schedule is part of its instance, and has its id. */
export function mayHaveCreated(create: OpenCreate, type: string, id: string): boolean {
  const isOfType = create.type === type || (create.type === "Instance" && type === "BackupSchedule");
  return isOfType && (create.ids?.includes(id) ?? true);
}

/** `A create request of shop/dev may have created it: <urn>` */
export function describeOpenCreate({ stack, urn, isCertain }: OpenCreate): string {
  return `A create request of ${fullName(stack)} ${isCertain ? "created it" : "may have created it"}: ${urn}`;
}
