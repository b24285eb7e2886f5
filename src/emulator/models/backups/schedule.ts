import type { InstanceRecord } from "../../world/instance-records";

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

/** With the setting `newSchedule`, what a day or a window shows that is not set yet. */
export const unsetSchedule = "Scheduling";

const hourLength = 60 * 60 * 1000;
const dayLength = 24 * hourLength;

/** When the next window after a moment begins. An instance without one gets the window that its id selects. */
export function nextWindow(instance: InstanceRecord, after: number): number {
  const { window } = instance.backups;
  const hour = window === null ? 2 * (instance.id % 12) : Number(window.slice(1));
  const midnight = Math.floor(after / dayLength) * dayLength;
  const today = midnight + hour * hourLength;
  return today > after ? today : today + dayLength;
}

/** Whether a moment is on the schedule's day of the week, whose backup is kept for two weeks. */
export function isWeekly(instance: InstanceRecord, moment: number): boolean {
  const { day } = instance.backups;
  const chosen = day === null ? instance.id % 7 : scheduleDays.indexOf(day);
  return new Date(moment).getUTCDay() === chosen;
}
