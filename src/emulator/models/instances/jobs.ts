import { none, type Transition } from "../transitions";

/** An action on an instance: a sequence of transitions. */
interface Job {
  /** The statuses of the instance in which the action can begin. */
  readonly from: Transition["from"];
  readonly transitions: readonly Pick<Transition, "to" | "after" | "logs">[];
}

/**
 * Section 3.1 specifies the statuses of a deployment and of a deletion, and `stopped` for maintenance. It leaves the
 * others open.
 */
const jobs = {
  deploy: {
    from: [none],
    transitions: [
      { to: "provisioning", logs: "node_create" },
      { to: "booting", after: "provisioningSeconds", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  deployWithExtras: {
    from: [none],
    transitions: [
      { to: "provisioning", logs: "node_create" },
      { to: "preparing", after: "provisioningSeconds" },
      { to: "offline", after: "extraSeconds" },
      { to: "booting", after: "extraSeconds", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  deployWithPause: {
    from: [none],
    transitions: [
      { to: "provisioning", logs: "node_create" },
      { to: "offline", after: "provisioningSeconds" },
      { to: "booting", after: "bootDelaySeconds", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  deployUnbooted: {
    from: [none],
    transitions: [
      { to: "provisioning", logs: "node_create" },
      { to: "offline", after: "provisioningSeconds" },
    ],
  },
  createEmpty: { from: [none], transitions: [{ to: "offline", logs: "node_create" }] },
  createEmptySlowly: {
    from: [none],
    transitions: [
      { to: "provisioning", logs: "node_create" },
      { to: "offline", after: "emptySeconds" },
    ],
  },
  boot: {
    from: ["offline"],
    transitions: [
      { to: "booting", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  watchdogBoot: {
    from: ["offline"],
    transitions: [
      { to: "booting", logs: "lassie_reboot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  clone: {
    from: [none],
    transitions: [
      { to: "offline", logs: "node_clone" },
      { to: "offline", after: "cloningSeconds" },
    ],
  },
  cloneShown: {
    from: [none],
    transitions: [
      { to: "cloning", logs: "node_clone" },
      { to: "offline", after: "cloningSeconds" },
    ],
  },
  cloneOnto: {
    from: "any",
    transitions: [
      { to: "cloning", logs: "node_clone" },
      { to: "offline", after: "cloningSeconds" },
    ],
  },
  restore: {
    from: "any",
    transitions: [
      { to: "restoring", logs: "backups_restore" },
      { to: "offline", after: "restoringSeconds" },
    ],
  },
  maintenanceOfRunning: {
    from: "any",
    transitions: [
      { to: "stopped", logs: "host_reboot" },
      { to: "booting", after: "maintenanceSeconds", logs: "node_boot" },
      { to: "running", after: "bootingSeconds" },
    ],
  },
  maintenance: {
    from: "any",
    transitions: [
      { to: "stopped", logs: "host_reboot" },
      { to: "offline", after: "maintenanceSeconds" },
    ],
  },
  delete: {
    from: "any",
    transitions: [
      { to: "deleting", logs: "node_delete" },
      { to: none, after: "deletingSeconds" },
    ],
  },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

/** Whether a job ends with a running instance. */
export function endsRunning(job: string): boolean {
  return Object.entries<Job>(jobs).some(
    ([name, { transitions }]) => name === job && transitions.at(-1)?.to === "running",
  );
}

/** The name of a transition: its job and its number in that job, from 0. */
export type JobTransition = `${string}.${number}`;

export function jobTransition(job: string, step: number): JobTransition {
  return `${job}.${step}`;
}

/** The transitions of all jobs by name. */
export const jobTransitions: Readonly<Record<JobTransition, Transition<JobTransition>>> = Object.fromEntries(
  Object.entries<Job>(jobs).flatMap(([name, job]) => transitionsOf(name, job)),
);

function transitionsOf(
  name: string,
  { from, transitions }: Job,
): [JobTransition, Transition<JobTransition>][] {
  return transitions.map((transition, step) => {
    const before = transitions[step - 1];
    const isLast = step === transitions.length - 1;
    const next = isLast ? {} : { next: jobTransition(name, step + 1) };
    return [jobTransition(name, step), { ...transition, ...next, from: before ? [before.to] : from }];
  });
}
