import { type Args, limits, type Operations } from "../../../contract";
import { Findings, Refusal, wrongInput } from "../../refusal";
import type { Caller, Service } from "../../service";
import type { ConfigRecord, DiskRecord, InstanceRecord } from "../../world/records";
import { grantCreator, requireAddInstances } from "../account/grants";
import { beginService } from "../backups/service";
import { noteUsage } from "../billing/usage";
import { regionFault } from "../catalog/regions";
import { isTypeUsable, specsOf } from "../catalog/types";
import { idleInstanceFor } from "./access";
import { assignAddresses } from "./addresses";
import { refuseBusy } from "./busy";
import { copyDisks, replaceDisks, totalSize } from "./disks";
import { newInstance } from "./instance";
import { defaultLabel, labelFault } from "./labels";
import { checkInterfaces } from "./sources";
import { beginJob } from "./status";

export type CloneBody = Omit<Args<Operations["instances"]["clone"]>, "instanceId">;

/** Clones an instance to a new one or onto an existing one (section 4.1, behaviour 6). */
export function cloneInstance(service: Service, caller: Caller, id: number, body: CloneBody): InstanceRecord {
  requireAddInstances(service, caller);
  const source = idleInstanceFor(service, caller, id);
  refuseSixth(service, source);
  const parts = partsOf(service, source, body);
  return body.node_id === undefined
    ? cloneToNew(service, caller, source, parts, body)
    : cloneOnto(service, caller, source, parts, body.node_id);
}

interface Parts {
  readonly disks: DiskRecord[];
  readonly configs: ConfigRecord[];
}

function cloneToNew(
  service: Service,
  caller: Caller,
  source: InstanceRecord,
  parts: Parts,
  body: CloneBody,
): InstanceRecord {
  const findings = new Findings();
  if (service.settings.cloneNeeds === "regionAndType") {
    for (const name of ["region", "type"] as const) {
      if (body[name] === undefined) findings.add(name, `${name} is required`);
    }
    findings.settle();
  }
  const region = body.region ?? source.region;
  const type = body.type ?? source.type;
  const specs = body.type === undefined ? source.specs : specsOf(service, type);
  const outage = regionFault(service, region);
  if (outage !== undefined) findings.add("region", outage);
  else for (const config of parts.configs) checkInterfaces(service, region, config.interfaces, findings);
  if (!isTypeUsable(service, type)) findings.add("type", "type is not valid");
  else if (totalSize(parts.disks) > specs.disk) findings.add("type", "type is too small for the disks");
  const fault = body.label === undefined ? undefined : labelFault(service, body.label);
  if (fault !== undefined) findings.add("label", fault);
  findings.settle();

  const id = service.world.number("instance");
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
  const begun = beginJob(service, clone, job, { username: caller.user.username, source });
  return noteUsage(service, body.backups_enabled ? beginService(service, begun) : begun);
}

function cloneOnto(
  service: Service,
  caller: Caller,
  source: InstanceRecord,
  parts: Parts,
  targetId: number,
): InstanceRecord {
  if (!service.world.instances.get(targetId) || targetId === source.id) {
    throw wrongInput("node_id", "node_id is not valid");
  }
  const target = idleInstanceFor(service, caller, targetId);
  refuseBusy(service, target);
  if (totalSize(parts.disks) > target.specs.disk) {
    throw wrongInput("node_id", "the target is too small for the disks");
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

/** At most five clones of one instance are made at a time; this one is HTTP 400 by the interface. */
function refuseSixth(service: Service, source: InstanceRecord): void {
  const running = service.world.instances.all().filter((one) => one.job?.source_id === source.id);
  if (running.length >= limits.concurrentClones.max) {
    throw new Refusal("limit", [
      { reason: `At most ${limits.concurrentClones.max} clones of one node can run at a time.` },
    ]);
  }
}

/** What is copied: everything, or the disks and configurations named; a configuration brings its disks along. */
function partsOf(service: Service, source: InstanceRecord, body: CloneBody): Parts {
  const disks = service.world.disks.of(source.id);
  const configs = service.world.configs.of(source.id);
  const findings = new Findings();
  for (const [field, named, own] of [
    ["disks", body.disks ?? [], disks],
    ["configs", body.configs ?? [], configs],
  ] as const) {
    for (const id of named) {
      if (!own.some((one) => one.id === id)) findings.add(field, `${id} is not one of the node's ${field}`);
    }
  }
  findings.settle();
  const takenConfigs = configs.filter(
    (config) => body.configs?.includes(config.id) ?? body.disks === undefined,
  );
  const wanted = body.disks ?? takenConfigs.flatMap((config) => config.disks);
  const takesAll = body.disks === undefined && body.configs === undefined;
  return { disks: disks.filter((disk) => takesAll || wanted.includes(disk.id)), configs: takenConfigs };
}
