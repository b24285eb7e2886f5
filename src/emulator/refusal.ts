import type { z } from "zod";
import type { Settings } from "./settings";

/** Why the service refuses a call. Which HTTP status that becomes is a matter of the edge. */
export type RefusalKind =
  | "input"
  | "token"
  | "scope"
  | "forbidden"
  | "notFound"
  | "method"
  | "busy"
  | "spent"
  | "rateLimit"
  | "limit"
  | "tooLarge"
  | "mediaType"
  | "unkept";

/** One thing that is wrong, in the form of section 2.15. */
export interface Fault {
  readonly reason: string;
  /** The contract's name of the field, with dots where it is nested. */
  readonly field?: string;
}

/** Thrown by the models and by the edge; everything that it left undone is undone. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly kind: RefusalKind,
    readonly faults: readonly Fault[],
  ) {
    super(faults.map((fault) => (fault.field ? `${fault.field}: ${fault.reason}` : fault.reason)).join("; "));
  }
}

/** So many are named of something long that is wrong all over. */
const maxFaults = 10;

export const notFound = () => new Refusal("notFound", [{ reason: "Not found" }]);
export const forbidden = () => new Refusal("forbidden", [{ reason: "Unauthorized" }]);
export const nodeBusy = () => new Refusal("busy", [{ reason: "Node busy." }]);
/** What a view answers where a restricted user's grants don't reach. */
export const ungranted = (settings: Settings) => (settings.withoutGrant === "403" ? forbidden() : notFound());
export const wrongInput = (field: string, reason: string) => new Refusal("input", [{ field, reason }]);
export const refused = (reason: string) => new Refusal("input", [{ reason }]);

/** What is wrong with something of no form that is known, field by field. */
export function refusalOf(error: z.ZodError): Refusal {
  const faults = error.issues.map(
    ({ path, message }): Fault => ({
      reason: message,
      ...(path.length > 0 ? { field: path.join(".") } : {}),
    }),
  );
  return refusedFor(faults);
}

/** Names what is wrong, so much of it as can be read. */
export function refusedFor(faults: readonly Fault[]): Refusal {
  const shown = faults.slice(0, maxFaults);
  const more = faults.length - shown.length;
  return new Refusal("input", more > 0 ? [...shown, { reason: `and ${more} more` }] : shown);
}

/** Gathers all that is wrong with an input, so that one answer tells everything. */
export class Findings {
  readonly #faults: Fault[] = [];

  add(field: string, reason: string): void {
    this.#faults.push({ field, reason });
  }

  /** @throws Refusal when anything was found. */
  settle(): void {
    if (this.#faults.length > 0) throw new Refusal("input", this.#faults);
  }
}
