import type { Args, Operations } from "../../../contract";
import { type Caller, durationOf, type Service } from "../../service";
import { invalidField, notFound } from "../../service-error";
import type { DiskRecord, InstanceRecord } from "../../world/instance-records";
import type { ImageRecord } from "../../world/records";
import { grantCreator, requireAddImages } from "../account/grants";
import { logEvent } from "../events/events";
import { instanceFor } from "../instances/access";
import { busyUntil, requireIdleForChange } from "../instances/busy";
import { totalSize } from "../instances/disks";
import { newImage } from "./images";
import { imageStatusMachine } from "./transitions";

/** Captures a private image from a disk (section 4.8, behavior 3). The instance may be running. */
export function createImage(
  service: Service,
  caller: Caller,
  body: Args<Operations["images"]["create"]>,
): ImageRecord {
  requireAddImages(caller);
  const disk = diskFor(service, body.disk_id);
  const instance = instanceFor(service, caller, disk.instance_id, "read_only");
  requireIdleForChange(service, instance);
  const image = newImage(service, {
    label: body.label || disk.label,
    description: body.description ?? null,
    created_by: caller.user.username,
    size: Math.ceil(disk.size),
    type: "manual",
    expiry: null,
    upload: null,
  });
  const event_id = logEvent(service, {
    action: "disk_imagize",
    username: caller.user.username,
    instance,
    image,
    takes: service.settings.imagizingSeconds,
  });
  service.world.instances.put({
    ...instance,
    busy_until: busyUntil(service, instance, durationOf(service, "imagizingSeconds")),
  });
  grantCreator(service, caller, "images", image.id);
  return imageStatusMachine.apply(service, { ...image, event_id }, "capture");
}

/** Creates the image that a deleted instance leaves behind for two weeks. */
export function createAutomaticImage(service: Service, instance: InstanceRecord): void {
  const disks = service.world.disks.of(instance.id);
  if (disks.length === 0) return;
  const image = newImage(service, {
    label: instance.label,
    description: null,
    created_by: instance.created_by,
    size: totalSize(disks),
    type: "automatic",
    expiry: service.now() + imageStatusMachine.delayOf(service, "expired"),
    upload: null,
  });
  imageStatusMachine.apply(service, image, "createAutomatic");
}

function diskFor(service: Service, id: number): DiskRecord {
  const disk = service.world.disks.get(id);
  if (disk) return disk;
  throw service.settings.unknownDisk === "404" ? notFound() : invalidField("disk_id", "disk_id is not valid");
}
