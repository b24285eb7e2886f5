import { type Args, limits, type Operations } from "../../../contract";
import type { Caller, Service } from "../../service";
import { InputErrors, invalidField, ServiceError } from "../../service-error";
import type { ConfigRecord, DiskRecord, InstanceRecord } from "../../world/instance-records";
import { grantCreator, requireAddInstances } from "../account/grants";
import { startBackups } from "../backups/backup-service";
import { recordUsage } from "../billing/usage";
import { regionProblem } from "../catalog/regions";
import { isTypeUsable, specsOf } from "../catalog/types";
import { idleInstanceFor } from "./access";
import { assignAddresses } from "./addresses";
import { requireIdle, requireNotDeleting } from "./busy";
import { copyDisks, replaceDisks, totalSize } from "./disks";
import { newInstance } from "./instance";
import { checkVirtualNetworks, hasVirtualNetworks, isVirtual } from "./interfaces";
import { defaultLabel, labelProblem } from "./labels";
import { beginJob } from "./status";

type CloneBody = Omit<Args<Operations["instances"]["clone"]>, "instanceId">;

/** Clones an instance to a new one or onto an existing one (section 4.1, behavior 6). */
export function cloneInstance(service: Service, caller: Caller, id: number, body: CloneBody): InstanceRecord {
  requireAddInstances(service, caller);
  const source = idleInstanceFor(service, caller, id);
  requireFreeClone(service, source);
  const parts = clonedParts(service, source, body);
  return body.node_id === undefined
    ? cloneToNew(service, caller, source, parts, body)
    : cloneOnto(service, caller, source, parts, body.node_id);
}

/** The disks and configurations that a clone copies. */
interface ClonedParts {
  readonly disks: DiskRecord[];
  readonly configs: ConfigRecord[];
}

function cloneToNew(
  service: Service,
  caller: Caller,
  source: InstanceRecord,
  parts: ClonedParts,
  body: CloneBody,
): InstanceRecord {
  const errors = new InputErrors();
  if (service.settings.cloneNeeds === "regionAndType") {
    for (const name of ["region", "type"] as const) {
      if (body[name] === undefined) errors.add(name, `${name} is required`);
    }
    errors.throwIfAny();
  }
  const region = body.region ?? source.region;
  const type = body.type ?? source.type;
  const specs = body.type === undefined ? source.specs : specsOf(service, type);
  const regionError = regionProblem(service, region);
  if (regionError !== undefined) errors.add("region", regionError);
  else for (const config of parts.configs) checkVirtualNetworks(service, region, config.interfaces, errors);
  if (!isTypeUsable(service, type)) errors.add("type", "type is not valid");
  else if (totalSize(parts.disks) > specs.disk) errors.add("type", "type is too small for the disks");
  const labelError = body.label === undefined ? undefined : labelProblem(service, body.label);
  if (labelError !== undefined) errors.add("label", labelError);
  errors.throwIfAny();

  const id = service.world.nextNumber("instance");
  const label = body.label ?? defaultLabel(service, id);
  const clone: InstanceRecord = {
    ...newInstance(service, { id, label, region, type, specs, created_by: caller.user.username }),
    group: body.group ?? "",
    tags: source.tags,
    image: source.image,
    alerts: source.alerts,
    watchdog_enabled: source.watchdog_enabled,
    authorized_keys: source.authorized_keys,
  };
  assignAddresses(service, id, false);
  copyDisks(service, id, parts);
  grantCreator(service, caller, "instances", id);
  const job = service.settings.cloneStartsAs === "cloning" ? "cloneShown" : "clone";
  const created = beginJob(service, clone, job, { username: caller.user.username, source });
  return recordUsage(service, body.backups_enabled ? startBackups(service, created) : created);
}

function cloneOnto(
  service: Service,
  caller: Caller,
  source: InstanceRecord,
  parts: ClonedParts,
  targetId: number,
): InstanceRecord {
  if (!service.world.instances.get(targetId) || targetId === source.id) {
    throw invalidField("node_id", "node_id is not valid");
  }
  const target = idleInstanceFor(service, caller, targetId);
  requireIdle(service, target);
  requireNotDeleting(target);
  if (totalSize(parts.disks) > target.specs.disk) {
    throw invalidField("node_id", "the target is too small for the disks");
  }
  const hasVirtualInterface = parts.configs.some(({ interfaces }) => interfaces.some(isVirtual));
  if (hasVirtualInterface && !hasVirtualNetworks(service, target.region)) {
    throw invalidField("node_id", "virtual networks are not available in the region of the target");
  }
  replaceDisks(service, targetId, parts);
  const changed: InstanceRecord = {
    ...target,
    tags: source.tags,
    image: source.image,
    last_booted_config: null,
  };
  return beginJob(service, changed, "cloneOnto", { username: caller.user.username, source });
}

/** At most five clones of one instance run at a time. The interface specifies HTTP 400 for one more. */
function requireFreeClone(service: Service, source: InstanceRecord): void {
  const running = service.world.instances.all().filter((one) => one.job?.source_id === source.id);
  if (running.length >= limits.concurrentClones.max) {
    throw new ServiceError("limit", [
      {
        reason: `At most ${limits.concurrentClones.max} clones of one ${service.brand.word} can run at a time.`,
      },
    ]);
  }
}

/** Everything, or the disks and configurations that the body names. A configuration includes its disks. */
function clonedParts(service: Service, source: InstanceRecord, body: CloneBody): ClonedParts {
  const disks = service.world.disks.of(source.id);
  const configs = service.world.configs.of(source.id);
  const errors = new InputErrors();
  for (const [field, named, own] of [
    ["disks", body.disks ?? [], disks],
    ["configs", body.configs ?? [], configs],
  ] as const) {
    for (const id of named) {
      if (!own.some((one) => one.id === id))
        errors.add(field, `${id} is not one of the ${service.brand.word}'s ${field}`);
    }
  }
  errors.throwIfAny();
  const clonedConfigs = configs.filter(
    (config) => body.configs?.includes(config.id) ?? body.disks === undefined,
  );
  const wanted = body.disks ?? clonedConfigs.flatMap((config) => config.disks);
  const isWhole = body.disks === undefined && body.configs === undefined;
  return { disks: disks.filter((disk) => isWhole || wanted.includes(disk.id)), configs: clonedConfigs };
}
