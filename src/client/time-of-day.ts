const halfDay = 12 * 60 * 60 * 1000;

/** A time in local time: `12:03:20`, with the date if it is more than half a day from now. */
export function timeOfDay(at: number, now: number): string {
  const moment = new Date(at);
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(":");
  if (Math.abs(at - now) < halfDay) return time;
  return `${[moment.getFullYear(), twoDigits(moment.getMonth() + 1), twoDigits(moment.getDate())].join("-")} ${time}`;
}
