import { operations } from "../../contract";
import { instanceFor, instancesFor } from "../models/access";
import { showInstance } from "../models/instance";
import { bootInstance, deleteInstance } from "../models/instance-actions";
import { cloneInstance } from "../models/instance-clone";
import { createInstance } from "../models/instance-create";
import { updateInstance } from "../models/instance-update";
import { list, withToken } from "./behaviour";

const { instances: contract } = operations;

/** Section 4.1. */
export const instances = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(
      instancesFor(service, caller),
      (instance) => showInstance(service, instance),
      (instance) => instance.created,
    ),
  ),
  create: withToken(contract.create, ({ service, caller, body }) =>
    showInstance(service, createInstance(service, caller, body)),
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
    showInstance(service, cloneInstance(service, caller, path.instanceId, body)),
  ),
};
