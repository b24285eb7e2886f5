import { type Caller, durationOf, type Service } from "../../service";
import { entityOf, instanceEntity } from "../events/entities";
import { instancesFor } from "../instances/access";
import { maintenanceWindowsFor } from "../instances/maintenance-windows";
import type { Notification } from "./notification";

/** A notification for every region that has an outage and instances of the caller. */
export function outages(service: Service, caller: Caller): Notification[] {
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

/** A notification for every planned or running maintenance window. */
export function maintenances(service: Service, caller: Caller): Notification[] {
  return maintenanceWindowsFor(service, caller).map(
    ({ instance, maintenance: { status, reason, when } }) => ({
      ...maintenanceKinds[status],
      message: `${instance.label}: ${reason}`,
      body: null,
      entity: instanceEntity(service.brand, instance),
      when,
      until: when + durationOf(service, "maintenanceSeconds"),
    }),
  );
}

const maintenanceKinds = {
  pending: { label: "Maintenance scheduled", type: "maintenance_scheduled", severity: "minor" },
  started: { label: "Maintenance", type: "maintenance", severity: "major" },
} as const;
