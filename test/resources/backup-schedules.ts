import type { ProgramFunction } from "../../src/engine";
import { unknown } from "../../src/state";
import { declare, type TestStack } from "../../src/testing";
import { type Inputs, withoutUndefined } from "./declare-all";
import { callsTo, instancesIn } from "./programs";

/** The required arguments of an instance. Without an image it stays off. */
export const emptyInstance = { region: "us-east", type: "g1-nano-1" };

/** The required arguments of the backup schedule of instance 1. */
export const saturday = { instanceId: 1, day: "Saturday", window: "W10" };

/** A program that declares an instance, `web`, and its backup schedule, `weekly`. */
export function declareBackedUpInstance(schedule: Inputs = {}, instance: Inputs = {}): ProgramFunction {
  return async (register) => {
    const web = declare("Instance", "web", withoutUndefined({ ...emptyInstance, ...instance }));
    const { instanceId = unknown } = (await register(web)).outputs;
    const weekly = withoutUndefined({ ...saturday, instanceId, ...schedule });
    await register(declare("BackupSchedule", "weekly", weekly));
    return {};
  };
}

/** The backup schedule of every instance. */
export function schedulesIn(stack: TestStack) {
  return instancesIn(stack).map(({ id, backups: { enabled, day, window } }) => ({
    id,
    enabled,
    day,
    window,
  }));
}

export function enableCallsTo(stack: TestStack): string[] {
  return callsTo(stack).filter((call) => call.endsWith("/enable"));
}
