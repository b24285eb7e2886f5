import type { Brand } from "../contract";
import type { Duration, Settings } from "./settings";
import type { TokenRecord, UserRecord } from "./world/records";
import type { World } from "./world/world";

/** What the models work on. They know nothing of HTTP. */
export interface Service {
  /** What the caller's account has; for nobody, the first account. */
  readonly world: World;
  readonly settings: Settings;
  readonly brand: Brand;
  /** Milliseconds since 1970 UTC, on the emulator's clock; while something due is carried out, its own moment. */
  now(): number;
  /** So many random letters and digits, for what nobody must guess. */
  token(length: number): string;
  /** The service as each account has it, for what passes between accounts and what is reached by a secret alone. */
  everyAccount(): readonly Service[];
}

/** Who calls. */
export interface Caller {
  /** The service as the user's account has it. */
  readonly service: Service;
  readonly user: UserRecord;
  readonly token: TokenRecord;
}

/** A setting's length of time in milliseconds. */
export function durationOf(service: Service, duration: Duration): number {
  return service.settings[duration] * 1000;
}

/** A moment as the service writes it. */
export function dateTime(service: Service, moment: number): string {
  const text = new Date(moment).toISOString().slice(0, 19);
  return service.settings.dateTimes === "zoned" ? `${text}Z` : text;
}
