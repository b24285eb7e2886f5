import { seconds } from "./schemas";

/** How long the statuses of objects last. */
export const durationSettings = {
  provisioningSeconds: seconds(30, { section: "3.1", doc: "How long an instance is `provisioning`." }),
  bootDelaySeconds: seconds(20, {
    section: "3.1",
    doc: "How long a new instance is `offline` between `provisioning` and its first boot. If this and `bootingSeconds` are 0, it goes from `provisioning` to `running`, as section 3.1 shows.",
    alternative: 0,
    specified: 0,
    live: 20,
  }),
  bootingSeconds: seconds(10, { section: "3.1", doc: "How long an instance is `booting`." }),
  emptySeconds: seconds(5, {
    section: "3.1",
    doc: "How long an instance without disks is `provisioning`, if it starts with that status.",
  }),
  extraSeconds: seconds(8, { section: "3.1", doc: "How long each status of `extraStatuses` lasts." }),
  deletingSeconds: seconds(5, {
    section: "4.1",
    doc: "How long an instance is `deleting`.",
    alternative: 20,
  }),
  cloningSeconds: seconds(40, { section: "4.1", doc: "How long a clone takes." }),
  restoringSeconds: seconds(40, { section: "4.2", doc: "How long a restore takes." }),
  backupSeconds: seconds(30, { section: "4.2", doc: "How long a backup takes." }),
  enableSeconds: seconds(0, {
    section: "4.2",
    doc: "How long enabling backups takes.",
    alternative: 15,
  }),
  imagizingSeconds: seconds(30, { section: "3.3", doc: "How long capturing an image from a disk takes." }),
  processingSeconds: seconds(20, {
    section: "3.3",
    doc: "How long an uploaded image is processed.",
  }),
  maintenanceSeconds: seconds(120, {
    section: "3.1",
    doc: "How long an instance is `stopped` during maintenance.",
  }),
  transferSeconds: seconds(10, {
    section: "3.4",
    doc: "How long an accepted transfer takes.",
  }),
  watchdogSeconds: seconds(15, {
    section: "2.1",
    doc: "How long the watchdog waits before it boots an instance.",
  }),
};
