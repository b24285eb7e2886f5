import { busy } from "../../busy-error";
import { type Caller, capitalizedWord, type Service } from "../../service";
import { invalidField, invalidRequest } from "../../service-error";
import type { ConfigRecord, InstanceRecord } from "../../world/instance-records";
import { idleInstanceFor, instanceFor } from "./access";
import { beginJob, canBegin } from "./status";

/** Begins the deletion of an instance. One that is already being deleted is left alone. */
export function deleteInstance(service: Service, caller: Caller, id: number): void {
  if (instanceFor(service, caller, id, "read_write").status === "deleting") return;
  const instance = idleInstanceFor(service, caller, id);
  if (instance.locked) throw invalidRequest(`${capitalizedWord(service)} is locked against deletion.`);
  beginJob(service, instance, "delete", { username: caller.user.username });
}

/** Boots an instance (section 4.1, behavior 5). */
export function bootInstance(
  service: Service,
  caller: Caller,
  id: number,
  configId: number | undefined,
): void {
  const instance = idleInstanceFor(service, caller, id);
  if (instance.status === "running") {
    throw invalidRequest(`${capitalizedWord(service)} is already booted.`);
  }
  if (!canBegin(instance, "boot")) {
    if (service.settings.busyRefusals) throw busy(service);
    return;
  }
  const config = configToBoot(service, instance, configId);
  const configured = { ...instance, last_booted_config: config.id };
  beginJob(service, configured, "boot", { username: caller.user.username });
}

/** The named configuration, the only one, or the one that was booted last. */
function configToBoot(
  service: Service,
  instance: InstanceRecord,
  configId: number | undefined,
): ConfigRecord {
  const configs = service.world.configs.of(instance.id);
  if (configId !== undefined) {
    const named = configs.find((config) => config.id === configId);
    if (!named) throw invalidField("config_id", "config_id is not valid");
    return named;
  }
  const [first, ...others] = configs;
  if (!first) throw invalidRequest(`The ${service.brand.word} has no configuration to boot.`);
  if (others.length === 0) return first;
  const last = configs.find((config) => config.id === instance.last_booted_config);
  if (!last) {
    throw invalidRequest(
      `The ${service.brand.word} has several configurations and none was booted last: config_id is required.`,
    );
  }
  return last;
}
