import type { Operations, ResponseBody } from "../../../contract";
import { formatDateTime, type Service } from "../../service";
import type { InstanceRecord } from "../../world/instance-records";
import { unsetSchedule } from "../backups/schedule";
import { shownImage } from "../images/image-ids";
import { none } from "../transitions";
import { slaacAddress } from "./addresses";

const defaultAlerts = { io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 } as const;
const cpuAlertPerCore = 90;

export function defaultAlertsFor(vcpus: number): InstanceRecord["alerts"] {
  return { cpu: cpuAlertPerCore * vcpus, ...defaultAlerts };
}

const noBackups: InstanceRecord["backups"] = {
  enabled: false,
  service: 0,
  last_successful: null,
  day: null,
  window: null,
  cancelled: null,
};

/** An instance that a job is about to create. Omitted fields have their defaults. */
export function newInstance(
  service: Service,
  own: Pick<InstanceRecord, "id" | "label" | "region" | "type" | "specs" | "created_by">,
): InstanceRecord {
  const now = service.now();
  return {
    ...own,
    group: "",
    tags: [],
    image: null,
    status: none,
    ipv6: slaacAddress(own.id),
    alerts: defaultAlertsFor(own.specs.vcpus),
    backups: noBackups,
    watchdog_enabled: true,
    created: now,
    updated: now,
    busy_until: 0,
    locked: false,
    authorized_keys: [],
    stackscript_id: null,
    last_booted_config: null,
    boots: [],
    job: null,
    epoch: 0,
  };
}

type ShownInstance = Omit<ResponseBody<Operations["instances"]["view"]>, "status"> & { status: string };

export function showInstance(service: Service, instance: InstanceRecord): ShownInstance {
  const { enabled, last_successful, day, window } = instance.backups;
  const unset = enabled && service.settings.newSchedule === unsetSchedule ? unsetSchedule : null;
  return {
    id: instance.id,
    label: instance.label,
    group: instance.group,
    tags: instance.tags,
    region: instance.region,
    type: instance.type,
    image: shownImage(service, instance),
    status: instance.status,
    hypervisor: "kvm",
    ipv4: service.world.addresses.of(instance.id).map((address) => address.address),
    ipv6: instance.ipv6,
    specs: instance.specs,
    alerts: instance.alerts,
    backups: {
      enabled,
      last_successful: last_successful === null ? null : formatDateTime(service, last_successful),
      schedule: { day: day ?? unset, window: window ?? unset },
    },
    watchdog_enabled: instance.watchdog_enabled,
    created: formatDateTime(service, instance.created),
    updated: formatDateTime(service, instance.updated),
  };
}
