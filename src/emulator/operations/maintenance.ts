import { operations } from "../../contract";
import { maintenancesFor, showMaintenance } from "../models/instances/maintenances";
import { list, withToken } from "./handler";

const { maintenance: contract } = operations;

/** Section 4.3, maintenance. */
export const maintenance = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(maintenancesFor(service, caller), (maintained) => showMaintenance(service, maintained)),
  ),
};
