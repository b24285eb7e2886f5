import type { FindingKind } from "../finding-kinds";
import { fullName, type RecordedResource, type RecordedStack } from "../recorded-stack";
import type { Finding } from "../types.generated";

/** The fields of a finding besides its resource. */
export interface FindingDetails extends Partial<Finding> {
  readonly kind: FindingKind;
  readonly message: string;
}

/** A finding about a resource of a stack. */
export function findingOf(
  stack: RecordedStack,
  { type, id, urn }: Pick<RecordedResource, "type" | "id" | "urn">,
  details: FindingDetails,
): Finding {
  return newFinding({ type, id: id || null, urn, stack: fullName(stack), ...details });
}

export function newFinding(details: FindingDetails & Pick<Finding, "type">): Finding {
  return {
    ...{ id: null, label: null, stack: null, urn: null, account: null, field: null },
    ...{ declared: null, live: null, isSecret: false, repair: null },
    ...{ actions: [], who: null, ignoredBecause: null },
    ...details,
  };
}

export function ofAccount(account: string | null, findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({ ...finding, account }));
}

/** Sorted by stack, type, id, kind and field; objects that no stack records come last. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) =>
      compareStrings(a.stack, b.stack) ||
      compareStrings(a.type, b.type) ||
      compareStrings(a.id, b.id) ||
      compareStrings(a.urn, b.urn) ||
      compareStrings(a.kind, b.kind) ||
      compareStrings(a.field, b.field) ||
      compareStrings(a.account, b.account) ||
      compareStrings(a.message, b.message),
  );
}

/** Whole numbers by their value, other strings by their characters, null last. */
export function compareStrings(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  const difference = Number(one) - Number(other);
  if (!Number.isNaN(difference) && difference !== 0) return difference;
  return one < other ? -1 : 1;
}
