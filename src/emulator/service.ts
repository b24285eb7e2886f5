import type { Brand } from "../contract";
import type { Duration } from "./settings";
import type { Settings } from "./types.generated";
import type { RecordChange } from "./world/changes";
import type { TokenRecord, UserRecord } from "./world/records";
import type { World } from "./world/world";

/** The service that the models work on. It has nothing to do with HTTP. */
export interface Service {
  /** The world of the caller's account. For an anonymous caller, of the first account. */
  readonly world: World;
  readonly settings: Settings;
  readonly brand: Brand;
  /** The emulator's time, in milliseconds since 1970 UTC. During a transition, the time at which it is due. */
  now(): number;
  /** A secret of this many random letters and digits. */
  randomToken(length: number): string;
  /** The changes to records within the last milliseconds, oldest first, as far as they are still known. */
  changesWithin(milliseconds: number): readonly RecordChange[];
  /** The service of each account, for transfers between accounts and for requests that are identified by a secret alone. */
  everyAccount(): readonly Service[];
}

/** The authenticated caller of an operation. */
export interface Caller {
  /** The service of the user's account. */
  readonly service: Service;
  readonly user: UserRecord;
  readonly token: TokenRecord;
}

/** The value of a setting in seconds, converted to milliseconds. */
export function durationOf(service: Service, duration: Duration): number {
  return service.settings[duration] * 1000;
}

/** The operator's word for an instance at the start of a sentence: `Acme`. */
export function capitalizedWord({ brand: { word } }: Service): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A record as the response to its create request contains it, which depends on the setting `createdInResponse`. */
export function asCreated<R extends { readonly created: number }>({ settings }: Service, record: R): R {
  return settings.createdInResponse === "same" ? record : { ...record, created: record.created - 1000 };
}

/** A time as the service formats it, which depends on the setting `dateTimes`. */
export function formatDateTime(service: Service, moment: number): string {
  const text = new Date(moment).toISOString().slice(0, 19);
  return service.settings.dateTimes === "zoned" ? `${text}Z` : text;
}
