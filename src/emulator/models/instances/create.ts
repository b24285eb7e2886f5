import type { Caller, Service } from "../../service";
import { InputErrors } from "../../service-error";
import type { InstanceRecord } from "../../world/instance-records";
import { grantCreator, requireAddInstances, requireTagAccess } from "../account/grants";
import { startBackups } from "../backups/backup-service";
import { recordUsage } from "../billing/usage";
import { regionProblem } from "../catalog/regions";
import { isTypeUsable, specsOf } from "../catalog/types";
import { assignAddresses } from "./addresses";
import { copyDisks, deployDisks } from "./disks";
import { newInstance } from "./instance";
import { checkNewInterfaces } from "./interfaces";
import type { JobName } from "./jobs";
import { defaultLabel, labelProblem } from "./labels";
import { type CreateBody, type Sources, sourcesOf, swapOf } from "./sources";
import { beginJob } from "./status";
import { checkTags } from "./tags";

/** Creates an instance from an image, a script, a backup, or empty (sections 2.1, 3.1, 4.1). */
export function createInstance(service: Service, caller: Caller, body: CreateBody): InstanceRecord {
  requireAddInstances(service, caller);
  requireTagAccess(caller, [], body.tags ?? []);
  const errors = new InputErrors();
  const specs = specsOf(service, body.type);
  if (!isTypeUsable(service, body.type)) errors.add("type", "type is not valid");
  const regionError = regionProblem(service, body.region);
  if (regionError !== undefined) errors.add("region", regionError);
  else checkNewInterfaces(service, body.region, body.interfaces ?? [], errors);
  const labelError = body.label === undefined ? undefined : labelProblem(service, body.label);
  if (labelError !== undefined) errors.add("label", labelError);
  checkTags(service, body.tags ?? [], [], errors);
  const keys = keysOf(service, body, errors);
  const sources = sourcesOf(service, caller, body, specs, errors);
  errors.throwIfAny();

  const id = service.world.nextNumber("instance");
  const label = body.label ?? defaultLabel(service, id);
  const own = { id, label, region: body.region, type: body.type, specs, created_by: caller.user.username };
  const instance: InstanceRecord = {
    ...newInstance(service, own),
    group: body.group ?? "",
    tags: [...new Set(body.tags ?? [])],
    image: sources.image?.id ?? null,
    authorized_keys: keys,
    stackscript_id: body.stackscript_id ?? null,
  };
  assignAddresses(service, id, body.private_ip ?? false);
  fillDisks(service, instance, body, sources);
  grantCreator(service, caller, "instances", id);
  const created = beginJob(service, instance, jobOf(service, body), { username: caller.user.username });
  return recordUsage(service, body.backups_enabled ? startBackups(service, created) : created);
}

function fillDisks(service: Service, instance: InstanceRecord, body: CreateBody, sources: Sources): void {
  if (sources.backup) {
    copyDisks(service, instance.id, sources.backup);
  } else if (sources.image) {
    deployDisks(service, instance.id, {
      label: sources.image.label,
      disk: instance.specs.disk,
      swap: swapOf(body),
      interfaces: body.interfaces ?? [],
    });
  }
}

function jobOf(service: Service, body: CreateBody): JobName {
  if (body.image === undefined && body.backup_id === undefined) {
    return service.settings.emptyStartsAs === "provisioning" ? "createEmptySlowly" : "createEmpty";
  }
  if (body.booted === false) return "deployUnbooted";
  if (service.settings.extraStatuses) return "deployWithExtras";
  return service.settings.bootDelaySeconds > 0 ? "deployWithPause" : "deploy";
}

/** The root user's SSH keys: those in the request, and those of the users that it names. */
function keysOf(service: Service, body: CreateBody, errors: InputErrors): string[] {
  const userKeys = (body.authorized_users ?? []).flatMap((name, index) => {
    const user = service.world.users.get(name);
    if (!user) errors.add(`authorized_users.${index}`, "user does not exist");
    return user?.ssh_keys ?? [];
  });
  return [...(body.authorized_keys ?? []), ...userKeys];
}
