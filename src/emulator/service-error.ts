import type { Settings } from "./types.generated";

/** Why a call failed. The HTTP layer chooses the status. */
export type ServiceErrorKind =
  | "input"
  | "token"
  | "scope"
  | "forbidden"
  | "redirect"
  | "notFound"
  | "noPath"
  | "method"
  | "busy"
  | "conflict"
  | "rateLimit"
  | "limit"
  | "tooLarge"
  | "mediaType"
  | "storage";

/** One error of a response, in the form of section 2.15. */
export interface ErrorDetail {
  readonly reason: string;
  /** The contract's name of the field, with dots if it is nested. */
  readonly field?: string;
}

/** The error of a failed call, which has changed nothing. Without details, the response has no body. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(
    readonly kind: ServiceErrorKind,
    readonly details: readonly ErrorDetail[],
    /** Where a redirect leads. */
    readonly location?: string,
  ) {
    super(details.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)).join("; "));
  }
}

/** At most this many errors of one input are listed. */
const maxDetails = 10;

export const notFound = () => new ServiceError("notFound", [{ reason: "Not found" }]);
export const redirectTo = (location: string) => new ServiceError("redirect", [], location);
export const notFoundWithoutBody = () => new ServiceError("notFound", []);
export const forbidden = () => new ServiceError("forbidden", [{ reason: "Unauthorized" }]);
/** The error for a restricted user who views an object without a grant on it. */
export const withoutGrantError = (settings: Settings) =>
  settings.withoutGrant === "403" ? forbidden() : notFound();
/** The error for a user who views an object that does not exist. */
export const missingError = (settings: Settings, isRestricted: boolean) =>
  isRestricted && settings.grantsFirst ? withoutGrantError(settings) : notFound();
export const invalidField = (field: string, reason: string) => new ServiceError("input", [{ field, reason }]);
export const invalidRequest = (reason: string) => new ServiceError("input", [{ reason }]);

/** An error about an input. Lists the first details only, if there are many. */
export function inputError(details: readonly ErrorDetail[]): ServiceError {
  const listed = details.slice(0, maxDetails);
  const more = details.length - listed.length;
  return new ServiceError("input", more > 0 ? [...listed, { reason: `and ${more} more` }] : listed);
}

/** Collects the errors of an input, so that one response can list all of them. */
export class InputErrors {
  readonly #details: ErrorDetail[] = [];

  add(field: string, reason: string): void {
    this.#details.push({ field, reason });
  }

  /** @throws ServiceError when there are any. */
  throwIfAny(): void {
    if (this.#details.length > 0) throw new ServiceError("input", this.#details);
  }
}
