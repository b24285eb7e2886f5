import { operations } from "../../contract";
import { maintenanceWindowsFor, showMaintenance } from "../models/instances/maintenance-windows";
import { list, withToken } from "./handler";

const { maintenance: contract } = operations;

/** The operations of section 4.3: maintenance. */
export const maintenance = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(maintenanceWindowsFor(service, caller), (maintained) => showMaintenance(service, maintained)),
  ),
};
