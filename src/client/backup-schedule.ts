import type { Instance } from "./operations.generated";

/** The day and the window of an instance's backup schedule; null if it was never set, undefined if the service does not return it. */
export function scheduleIn(instance: Instance): Schedule {
  const { day, window } = instance.backups?.schedule ?? {};
  return { day: setOrNull(day), window: setOrNull(window) };
}

/** When the automatic backups are taken. */
export interface Schedule {
  readonly day: string | null | undefined;
  readonly window: string | null | undefined;
}

/** Some services return this string for a day or window that was never set. */
const notSet = "Scheduling";

function setOrNull(value: string | null | undefined): string | null | undefined {
  return value === "" || value === notSet ? null : value;
}
