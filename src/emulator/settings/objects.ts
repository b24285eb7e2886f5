import { choice, flag, seconds } from "./schemas";

/** Instances, their backups, and images. */
export const objectSettings = {
  emptyStartsAs: choice(["offline", "provisioning"], {
    section: "3.1",
    doc: "First status of an instance that is created without disks.",
    specified: "offline",
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
    specified: "nothing",
    live: "regionAndType",
  }),
  rootPass: choice(["required", "keysSuffice"], {
    section: "2.1",
    doc: "`keysSuffice`: deploying an image needs no `root_pass` with `authorized_keys` or `authorized_users`.",
    specified: "required",
    live: "keysSuffice",
  }),
  rootPassStrength: choice(["checked", "any"], {
    section: "2.1",
    doc: "Root passwords of 7 to 128 characters. `checked`: with at least two of lowercase letters, uppercase letters, digits and other characters, and at least four different characters.",
    live: "checked",
  }),
  tagLength: choice(["limited", "any"], {
    section: "2.1",
    doc: "Length of tags. `limited`: 3 to 50 characters.",
    live: "limited",
  }),
  interfacePurposes: choice(["known", "any"], {
    section: "2.1",
    doc: "Network interfaces of a new instance. `known`: each has the `purpose` `public`, `vlan` or `vpc`, and a public one no `label` and no `ipam_address`, or empty ones.",
    live: "known",
  }),
  clusterImages: flag(true, {
    section: "2.3",
    doc: "The seed has public images for cluster nodes, newer than the other images of the same vendor. Takes effect at the start and at a reset.",
    live: true,
  }),
  uniqueLabels: flag(true, {
    section: "2.1",
    doc: "Labels of instances must be unique, and consist of letters, digits, `-`, `_` and `.`, without two of the last three in a row.",
  }),
  imageIds: choice(["asSent", "resolved"], {
    section: "2.1",
    doc: "`image` of an instance from a public image: the id in its create request, or the id of the version that this id resolved to.",
    // Not `resolved`: a value that the service returns in another form would be reported as drift.
    alternative: "asSent",
  }),
  imageWhileProvisioning: choice(["shown", "null"], {
    section: "2.1",
    doc: "`image` of an instance while it is `provisioning`.",
  }),
  labelFreedSeconds: seconds(0, {
    section: "4.1",
    doc: "How long the label of a deleted instance stays taken, if labels must be unique.",
    alternative: 5,
  }),
  newSchedule: choice(["null", "Scheduling"], {
    section: "2.1",
    doc: "Day and window of a backup service without a schedule.",
  }),
  scheduleWhenEnabled: choice(["unset", "assigned"], {
    section: "4.2",
    doc: "Day and window of a backup service that is enabled without a schedule. `assigned`: the service chooses them.",
  }),
  scheduleWhenOff: choice(["cleared", "kept"], {
    section: "4.2",
    doc: "Day and window of a backup service that was cancelled.",
  }),
  scheduleNeedsService: flag(false, {
    section: "4.1",
    doc: "Rejects an update with a backup schedule while the backup service is off.",
  }),
  enableAfterCancel: choice(["refused", "allowed"], {
    section: "4.2",
    doc: "Enabling backups within 24 hours of cancelling them.",
  }),
  busyRefusals: flag(true, {
    section: "4.1",
    doc: "Rejects actions on an instance while another action runs on it.",
  }),
  busyActions: choice(["all", "jobs"], {
    section: "4.1",
    doc: "The requests that a busy instance rejects. `jobs`: boot, clone, delete, snapshot, restore and transfer. `all`: also update, enabling and cancelling backups, and capturing its disks.",
    live: "all",
  }),
  busySeconds: seconds(8, {
    section: "4.1",
    doc: "How long an instance stays busy after the end of a job, whatever its status is: after its creation, a boot, a clone or a restore. Unless it is 0, capturing a disk is such a job too.",
    alternative: 0,
    live: 8,
  }),
  unknownTypes: choice(["refused", "accepted"], {
    section: "2.1",
    doc: "Types of instances that are not in the world.",
  }),
  outageCreates: choice(["accepted", "refused"], {
    section: "3.7",
    doc: "Creating, cloning and uploading in a region whose status is `outage`.",
  }),
  uploadResponse: choice(["atOnce", "afterProcessing"], {
    section: "4.8",
    doc: "When an upload request returns: once the data has been received, or `processingSeconds` later.",
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
