import { choice, flag, seconds } from "./schemas";

/** Instances, their backups, and images. */
export const objectSettings = {
  emptyStartsAs: choice(["offline", "provisioning"], {
    section: "3.1",
    doc: "First status of an instance that is created without disks.",
  }),
  extraStatuses: flag(false, {
    section: "3.1",
    doc: "New instances pass through an undocumented status and through `offline` before they are `running`. Uploaded images pass through an undocumented status too.",
  }),
  cloneStartsAs: choice(["offline", "cloning"], {
    section: "3.1",
    doc: "Status of a new clone while it is copied.",
  }),
  cloneNeeds: choice(["nothing", "regionAndType"], {
    section: "4.1",
    doc: "The fields that a clone to a new instance requires. `regionAndType`: `region` and `type`.",
  }),
  rootPass: choice(["required", "keysSuffice"], {
    section: "2.1",
    doc: "`keysSuffice`: deploying an image needs no `root_pass` with `authorized_keys` or `authorized_users`.",
  }),
  clusterImages: flag(false, {
    section: "2.3",
    doc: "The seed has public images for cluster nodes, newer than the other images of the same vendor. Takes effect at the start and at a reset.",
  }),
  uniqueLabels: flag(true, {
    section: "2.1",
    doc: "Labels of instances must be unique, and consist of letters, digits, `-`, `_` and `.`, without two of the last three in a row.",
  }),
  newSchedule: choice(["null", "Scheduling"], {
    section: "2.1",
    doc: "Day and window of a backup service without a schedule.",
  }),
  enableAfterCancel: choice(["refused", "allowed"], {
    section: "4.2",
    doc: "Enabling backups within 24 hours of cancelling them.",
  }),
  busyRefusals: flag(true, {
    section: "4.1",
    doc: "Rejects actions on an instance while another action runs on it.",
  }),
  busyActions: choice(["jobs", "all"], {
    section: "4.1",
    doc: "What a busy instance rejects. `jobs`: boot, clone, delete, snapshot, restore and transfer. `all`: also update, enabling and cancelling backups, and capturing its disks.",
  }),
  busySeconds: seconds(0, {
    section: "4.1",
    doc: "How long an instance stays busy after each action, whatever its status is. Unless it is 0, capturing a disk makes the instance busy too.",
    alternative: 8,
  }),
  unknownTypes: choice(["refused", "accepted"], {
    section: "2.1",
    doc: "Types of instances that the world does not have.",
  }),
  outageCreates: choice(["accepted", "refused"], {
    section: "3.7",
    doc: "Creating, cloning and uploading in a region whose status is `outage`.",
  }),
  unknownDisk: choice(["input", "404"], {
    section: "4.8",
    doc: "Creating an image from an unknown disk: rejected as invalid input, or with 404.",
  }),
  publicImages: choice(["forbidden", "input"], {
    section: "4.8",
    doc: "Changing or deleting a public image: rejected with 403, or as invalid input.",
  }),
  automaticImages: flag(false, {
    section: "2.3",
    doc: "Deleting an instance creates an automatic image of it.",
  }),
};
