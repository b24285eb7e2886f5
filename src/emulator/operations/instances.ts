import { operations } from "../../contract";
import { instanceFor, instancesFor } from "../models/instances/access";
import { bootInstance, deleteInstance } from "../models/instances/actions";
import { cloneInstance } from "../models/instances/clone";
import { createInstance } from "../models/instances/create";
import { showInstance } from "../models/instances/instance";
import { updateInstance } from "../models/instances/update";
import { asCreated } from "../service";
import { list, withToken } from "./handler";

const { instances: contract } = operations;

/** The operations of section 4.1. */
export const instances = {
  list: withToken(contract.list, ({ service, caller }) => {
    const visible = instancesFor(service, caller);
    const isCounted = service.settings.listResults === "all";
    const hidden = isCounted ? service.world.instances.all().length - visible.length : 0;
    return list(visible, (instance) => showInstance(service, instance), hidden);
  }),
  create: withToken(contract.create, ({ service, caller, body }) =>
    showInstance(service, asCreated(service, createInstance(service, caller, body))),
  ),
  view: withToken(contract.view, ({ service, caller, path }) =>
    showInstance(service, instanceFor(service, caller, path.instanceId, "read_only")),
  ),
  update: withToken(contract.update, ({ service, caller, path, body }) =>
    showInstance(service, updateInstance(service, caller, path.instanceId, body)),
  ),
  delete: withToken(contract.delete, ({ service, caller, path }) =>
    deleteInstance(service, caller, path.instanceId),
  ),
  boot: withToken(contract.boot, ({ service, caller, path, body }) =>
    bootInstance(service, caller, path.instanceId, body.config_id),
  ),
  clone: withToken(contract.clone, ({ service, caller, path, body }) =>
    showInstance(service, asCreated(service, cloneInstance(service, caller, path.instanceId, body))),
  ),
};
