import type { InstanceRecord } from "../../world/instance-records";
import { millisecondsPerDay, millisecondsPerHour } from "../../world/moment";

/** The days and windows of a backup schedule. A window begins at its hour, UTC, and lasts two hours. */
export const scheduleDays: readonly string[] = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];
export const scheduleWindows = Array.from({ length: 12 }, (_, index) => `W${2 * index}`);

/** With the setting `newSchedule`, the value of a day or window that is not set yet. */
export const unsetSchedule = "Scheduling";

/** The schedule of an instance's backup service. A part that is not set is selected by the instance's id. */
export function effectiveSchedule({ id, backups }: InstanceRecord): {
  readonly day: string;
  readonly window: string;
} {
  return {
    day: backups.day ?? scheduleDays[id % scheduleDays.length] ?? "Sunday",
    window: backups.window ?? `W${2 * (id % scheduleWindows.length)}`,
  };
}

/** When the next window after a moment begins. */
export function nextWindow(instance: InstanceRecord, after: number): number {
  const hour = Number(effectiveSchedule(instance).window.slice(1));
  const midnight = Math.floor(after / millisecondsPerDay) * millisecondsPerDay;
  const today = midnight + hour * millisecondsPerHour;
  return today > after ? today : today + millisecondsPerDay;
}

/** Whether a moment is on the schedule's day of the week, whose backup is kept for two weeks. */
export function isWeekly(instance: InstanceRecord, moment: number): boolean {
  return new Date(moment).getUTCDay() === scheduleDays.indexOf(effectiveSchedule(instance).day);
}
