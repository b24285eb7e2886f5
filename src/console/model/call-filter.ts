import type { Call } from "../../emulator/console/messages";

export const callOutcomes = ["all", "succeeded", "failed", "faults", "not carried out"] as const;
type CallOutcome = (typeof callOutcomes)[number];

export interface CallFilter {
  readonly search: string;
  readonly outcome: CallOutcome;
  /** A group of operations, such as `instances`. Empty for all. */
  readonly group: string;
}

/** Whether a call matches a filter. */
export function passes(call: Call, { search, outcome, group }: CallFilter): boolean {
  if (group !== "" && groupOf(call) !== group) return false;
  if (!hasOutcome(call, outcome)) return false;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const { number, method, path, operation, status, token, faults } = call;
  const text = [number, method, path, operation ?? "", status ?? "", token ?? "", ...faults].join(" ");
  const searched = text.toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** `instances` of `instances.create`. Empty if the path is unknown. */
export function groupOf({ operation }: Call): string {
  return operation?.split(".")[0] ?? "";
}

export function hasOutcome(
  { status, milliseconds, faults, carriedOut }: Call,
  outcome: CallOutcome,
): boolean {
  const isEnded = milliseconds !== null;
  switch (outcome) {
    case "all":
      return true;
    case "succeeded":
      return status !== null && status < 400;
    case "failed":
      return isEnded && (status === null || status >= 400);
    case "faults":
      return faults.length > 0;
    case "not carried out":
      return isEnded && !carriedOut;
  }
}
