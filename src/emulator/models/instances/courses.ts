import type { Duration, Settings } from "../../settings";

/** One status on an action's way. */
interface Step {
  readonly to: string;
  /** How long the status before it lasts; the first step is taken at once. */
  readonly after?: Duration;
  /** The event that begins here; the one before it ends. The contract's name. */
  readonly logs?: string;
}

/** An action's way through the statuses of section 3.1. `gone` is no status: the instance is removed. */
interface Course {
  /** The statuses it can be begun in; `none`: it makes the instance. */
  readonly from: "none" | "any" | readonly string[];
  readonly steps: readonly Step[];
}

export const gone = "gone";

/** Section 3.1 says the first and the third row and that maintenance shows `stopped`; the rest is not shown there. */
export const courses = {
  deploy: {
    from: "none",
    steps: [
      { to: "provisioning", logs: "node_create" },
      { to: "booting", after: "provisioningSeconds", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  deployWithExtras: {
    from: "none",
    steps: [
      { to: "provisioning", logs: "node_create" },
      { to: "preparing", after: "provisioningSeconds" },
      { to: "offline", after: "extraSeconds" },
      { to: "booting", after: "extraSeconds", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  deployWithPause: {
    from: "none",
    steps: [
      { to: "provisioning", logs: "node_create" },
      { to: "offline", after: "provisioningSeconds" },
      { to: "booting", after: "bootDelaySeconds", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  deployUnbooted: {
    from: "none",
    steps: [
      { to: "provisioning", logs: "node_create" },
      { to: "offline", after: "provisioningSeconds" },
    ],
  },
  createEmpty: { from: "none", steps: [{ to: "offline", logs: "node_create" }] },
  createEmptySlowly: {
    from: "none",
    steps: [
      { to: "provisioning", logs: "node_create" },
      { to: "offline", after: "emptySeconds" },
    ],
  },
  boot: {
    from: ["offline"],
    steps: [
      { to: "booting", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  watchdogBoot: {
    from: ["offline"],
    steps: [
      { to: "booting", logs: "lassie_reboot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  clone: {
    from: "none",
    steps: [
      { to: "offline", logs: "node_clone" },
      { to: "offline", after: "cloningSeconds" },
    ],
  },
  cloneShown: {
    from: "none",
    steps: [
      { to: "cloning", logs: "node_clone" },
      { to: "offline", after: "cloningSeconds" },
    ],
  },
  cloneOnto: {
    from: "any",
    steps: [
      { to: "cloning", logs: "node_clone" },
      { to: "offline", after: "cloningSeconds" },
    ],
  },
  restore: {
    from: "any",
    steps: [
      { to: "restoring", logs: "backups_restore" },
      { to: "offline", after: "restoringSeconds" },
    ],
  },
  maintenanceOfRunning: {
    from: "any",
    steps: [
      { to: "stopped", logs: "host_reboot" },
      { to: "booting", after: "maintenanceSeconds", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  maintenance: {
    from: "any",
    steps: [
      { to: "stopped", logs: "host_reboot" },
      { to: "offline", after: "maintenanceSeconds" },
    ],
  },
  delete: {
    from: "any",
    steps: [
      { to: "deleting", logs: "node_delete" },
      { to: gone, after: "deletingSeconds" },
    ],
  },
} as const satisfies Record<string, Course>;

export type CourseName = keyof typeof courses;

/** The steps of a course by its name, which may come from a saved world. */
export function stepsOf(course: string): readonly Step[] {
  return Object.entries<Course>(courses).find(([name]) => name === course)?.[1].steps ?? [];
}

/** Whether the course can be begun in this status. */
export function canBegin(course: CourseName, status: string): boolean {
  const { from }: Course = courses[course];
  return from === "any" || (from !== "none" && from.includes(status));
}

/** How many seconds the event takes that begins at this step: until the next one begins, or the end. */
export function lengthFrom(settings: Settings, course: string, begin: number): number {
  const rest = stepsOf(course).slice(begin + 1);
  const next = rest.findIndex((step) => step.logs !== undefined);
  const own = next < 0 ? rest : rest.slice(0, next + 1);
  return own.reduce((sum, step) => sum + (step.after ? settings[step.after] : 0), 0);
}
