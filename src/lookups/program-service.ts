import type { Clock } from "../clock";
import { isRecord } from "../unknown";

/**
 * The service of a program that runs in a test, in this process (`pulumi-nodecloud/testing`). It is a property of the monitor
 * of the program, so that each program finds its own, and other copies of this module find it too: test runners load some.
 */
export interface ProgramService {
  readonly baseUrl: string;
  readonly token: string;
  readonly brand: string;
  readonly clock: Clock;
  fetch(request: Request): Promise<Response>;
}

export const programServiceKey: unique symbol = Symbol.for("pulumi-nodecloud.program-service");

/** The service of the program whose monitor this is. Undefined: the program reaches its service over the network. */
export function programServiceOf(monitor: object | undefined): ProgramService | undefined {
  const service: unknown = monitor && Reflect.get(monitor, programServiceKey);
  return isProgramService(service) ? service : undefined;
}

function isProgramService(value: unknown): value is ProgramService {
  return isRecord(value) && typeof value.fetch === "function";
}
