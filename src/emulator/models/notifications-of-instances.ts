import type { Caller, Service } from "../service";
import { instancesFor } from "./access";
import { entityOf, instanceEntity } from "./event-entities";
import type { Notification } from "./notification";

/** A region is down in which there are instances. It goes with the outage, or with the last of them. */
export function regionsInOutage(service: Service, caller: Caller): Notification[] {
  const counts = new Map<string, number>();
  for (const { region } of instancesFor(service, caller)) counts.set(region, (counts.get(region) ?? 0) + 1);
  return [...counts].flatMap(([id, count]) => {
    if (service.world.regions.get(id)?.status !== "outage") return [];
    return [
      {
        label: "Outage",
        message: `There is an outage in ${id}, where the account has ${count} of its instances.`,
        body: null,
        severity: "major",
        type: "outage",
        entity: entityOf({ id, label: id }, "region", "regions"),
        when: null,
        until: null,
      },
    ];
  });
}

/** An instance is stopped for maintenance. It goes when that is over. */
export function instancesInMaintenance(service: Service, caller: Caller): Notification[] {
  return instancesFor(service, caller)
    .filter(({ status }) => status === "stopped")
    .map((instance) => ({
      label: "Maintenance",
      message: `${instance.label} is stopped while its host is being maintained.`,
      body: null,
      severity: "major",
      type: "maintenance",
      entity: instanceEntity(service.brand, instance),
      when: null,
      until: null,
    }));
}
