import { z } from "zod";
import { integerId } from "../contract";
import {
  type Declared,
  holdsUnknown,
  LifecycleError,
  type Properties,
  readOrigin,
  type Services,
  unknownValue,
} from "../lifecycle";
import type { BackupScheduleInputs } from "./backup-schedule.inputs";
import { scheduleProblems, valueToCheck } from "./catalog.checks";
import { declaredBackups } from "./instance-backups";

export const scheduleBody = z.object({
  adopt: integerId,
  instance_id: integerId,
  day: z.string().min(1),
  window: z.string().min(1),
  on_delete: z.enum(["cancel", "keep"]),
});

const required = {
  instanceId: "Set it to the id of the instance to back up.",
  day: "Set it to a day of the week, for example `Saturday`.",
  window: "Set it to a time window, for example `W10`.",
} as const;

/** The rules that involve several arguments. */
export function scheduleRules(
  { has, unknown, values }: Declared<BackupScheduleInputs>,
  isNew: boolean,
): readonly string[] {
  const { adopt, instanceId } = values;
  if (!has("adopt")) {
    if (!isNew) return [];
    return (["instanceId", "day", "window"] as const)
      .filter((name) => !has(name))
      .map((name) => `${name}: is required. ${required[name]}`);
  }
  const differs = has("instanceId") && !unknown("instanceId") && !unknown("adopt") && instanceId !== adopt;
  return differs
    ? [
        `adopt: is the id of the instance whose backup service is adopted, but \`instanceId\` is a different id (${instanceId}). Remove one of the two.`,
      ]
    : [];
}

/** Checks a schedule against `Instance.backupsEnabled` in the same program. */
export async function prepareSchedule(
  { instanceId, adopt }: Properties,
  services: Services,
): Promise<readonly string[]> {
  const id = instanceId ?? adopt;
  return typeof id === "number" ? declaredBackups(services).recordSchedule(String(id)) : [];
}

/**
 * Makes the same check as `prepareSchedule`, with the id from the state. In a preview, `prepareSchedule` does not know the id of an
 * instance that changes, but it is the id of the schedule.
 */
export function recordDeclaredSchedule(
  services: Services,
  id: string,
  { instanceId = unknownValue }: { readonly instanceId?: unknown },
): void {
  if (!holdsUnknown(instanceId) && String(instanceId) !== id) return;
  const [problem] = declaredBackups(services).recordSchedule(id);
  if (problem !== undefined) throw new LifecycleError(problem);
}

/** Checks day and window against the known values. */
export async function verifySchedule(
  inputs: Properties,
  services: Services,
  olds: Properties,
): Promise<readonly string[]> {
  const origin = readOrigin(inputs.origin);
  const problems = (["day", "window"] as const).map((name) =>
    scheduleProblems(name, valueToCheck(name, inputs, olds), services, origin),
  );
  return (await Promise.all(problems)).flat();
}
