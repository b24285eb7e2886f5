import type { Clock } from "../clock";
import { isRecord } from "../unknown";

/**
 * The service of a program that runs in a test in this process (`pulumi-nodecloud/testing`). It is a property of the program's monitor, so
 * each program finds its own. Other copies of this module, which test runners load, find it too.
 */
export interface ProgramService {
  readonly baseUrl: string;
  readonly token: string;
  readonly brand: string;
  readonly clock: Clock;
  fetch(request: Request): Promise<Response>;
}

export const programServiceKey: unique symbol = Symbol.for("pulumi-nodecloud.program-service");

/** The service of the program with this monitor. Undefined if the program reaches its service over the network. */
export function programServiceOf(monitor: object | undefined): ProgramService | undefined {
  const service: unknown = monitor && Reflect.get(monitor, programServiceKey);
  return isProgramService(service) ? service : undefined;
}

function isProgramService(value: unknown): value is ProgramService {
  return isRecord(value) && typeof value.fetch === "function";
}
