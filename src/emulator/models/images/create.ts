import type { Args, Operations } from "../../../contract";
import { forbidden, notFound, wrongInput } from "../../refusal";
import { type Caller, lasting, type Service } from "../../service";
import type { DiskRecord, ImageRecord, InstanceRecord } from "../../world/records";
import { instanceFor, refuseBusy } from "../account/access";
import { logEvent } from "../events/events";
import { busyUntil } from "../instances/status";
import { newImage } from "./images";
import { planTurn } from "./status";

const automaticImageDays = 14;
const dayLength = 24 * 60 * 60 * 1000;
/** The grant that lets a restricted user create images; the interface says no more than that grants exist. */
const addImages = "add_images";

/** Captures a private image from a disk (section 4.8, behaviour 3). The instance may run meanwhile. */
export function createImage(
  service: Service,
  caller: Caller,
  body: Args<Operations["images"]["create"]>,
): ImageRecord {
  requireImageGrant(caller);
  const disk = diskFor(service, body.disk_id);
  const instance = instanceFor(service, caller, disk.instance_id, "read_only");
  if (service.settings.busyActions === "all") refuseBusy(service, instance);
  const image = newImage(service, {
    label: body.label ?? disk.label,
    description: body.description ?? null,
    created_by: caller.user.username,
    size: Math.ceil(disk.size),
    status: "creating",
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
  planTurn(service, image, "captured", lasting(service, "imagizingSeconds"));
  service.world.instances.put({
    ...instance,
    busy_until: busyUntil(service, instance, lasting(service, "imagizingSeconds")),
  });
  grantCreatorImage(service, caller, image.id);
  return service.world.images.put({ ...image, event_id });
}

/** What is left of a deleted instance for two weeks, where the service does that. */
export function leaveAutomaticImage(service: Service, instance: InstanceRecord): void {
  const disks = service.world.disks.of(instance.id);
  if (disks.length === 0) return;
  const image = newImage(service, {
    label: instance.label,
    description: null,
    created_by: instance.created_by,
    size: disks.reduce((sum, disk) => sum + disk.size, 0),
    status: "available",
    type: "automatic",
    expiry: service.now() + automaticImageDays * dayLength,
    upload: null,
  });
  planTurn(service, image, "expired", automaticImageDays * dayLength);
  service.world.images.put(image);
}

export function requireImageGrant({ user }: Caller): void {
  if (user.restricted && !user.grants.includes(addImages)) throw forbidden();
}

/** Who creates an image may use it. */
export function grantCreatorImage(service: Service, caller: Caller, id: string): void {
  const user = service.world.users.get(caller.user.username);
  if (!user?.restricted) return;
  service.world.users.put({ ...user, images: { ...user.images, [id]: "read_write" } });
}

function diskFor(service: Service, id: number): DiskRecord {
  const disk = service.world.disks.get(id);
  if (disk) return disk;
  throw service.settings.unknownDisk === "404" ? notFound() : wrongInput("disk_id", "disk_id is not valid");
}
