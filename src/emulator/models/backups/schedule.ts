import type { InstanceRecord } from "../../world/records";

/** The days and windows that services of this kind know; a window begins at its hour, UTC, and lasts two. */
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

const hourLength = 60 * 60 * 1000;
const dayLength = 24 * hourLength;

/** The beginning of the next window after a moment. Where none is set the service chooses one by the instance's id. */
export function nextWindow(instance: InstanceRecord, after: number): number {
  const { window } = instance.backups;
  const hour = window === null ? 2 * (instance.id % 12) : Number(window.slice(1));
  const midnight = Math.floor(after / dayLength) * dayLength;
  const today = midnight + hour * hourLength;
  return today > after ? today : today + dayLength;
}

/** Whether a moment is on the day of the week whose backup is kept longer. */
export function isWeekly(instance: InstanceRecord, moment: number): boolean {
  const { day } = instance.backups;
  const chosen = day === null ? instance.id % 7 : scheduleDays.indexOf(day);
  return new Date(moment).getUTCDay() === chosen;
}
