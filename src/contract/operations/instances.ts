import { z } from "zod";
import { integerId } from "../meta";
import { emptyResponse, operation, paging } from "../operation";
import { boot, instance, instanceClone, instanceCreate, instanceUpdate } from "../shapes/instance";

const path = z.strictObject({ instanceId: integerId.describe("Id of the instance.") });

/** The operations of section 4.1. */
export const instances = {
  list: operation({
    call: "GET /node/instances",
    summary: "Lists the instances that the caller may see.",
    section: "4.1",
    scopes: ["nodes:read_only"],
    query: paging,
    response: instance,
    resend: "always",
    paged: true,
  }),
  create: operation({
    call: "POST /node/instances",
    summary: "Creates an instance, which is charged for.",
    section: "4.1",
    scopes: ["nodes:read_write"],
    body: instanceCreate,
    response: instance,
    resend: "afterCheck",
  }),
  view: operation({
    call: "GET /node/instances/{instanceId}",
    summary: "Returns an instance.",
    section: "4.1",
    scopes: ["nodes:read_only"],
    path,
    response: instance,
    resend: "always",
  }),
  update: operation({
    call: "PUT /node/instances/{instanceId}",
    summary: "Changes an instance. Whether omitted fields stay unchanged is not specified.",
    section: "4.1",
    scopes: ["nodes:read_write"],
    path,
    body: instanceUpdate,
    response: instance,
    resend: "always",
  }),
  delete: operation({
    call: "DELETE /node/instances/{instanceId}",
    summary: "Permanently deletes an instance with its addresses, disks, backups and configurations.",
    section: "4.1",
    scopes: ["nodes:read_write"],
    path,
    response: emptyResponse,
    resend: "always",
  }),
  boot: operation({
    call: "POST /node/instances/{instanceId}/boot",
    summary: "Boots an instance that is not running.",
    section: "4.1",
    scopes: ["nodes:read_write"],
    path,
    body: boot,
    response: emptyResponse,
    resend: "afterCheck",
  }),
  clone: operation({
    call: "POST /node/instances/{instanceId}/clone",
    summary: "Clones an instance to a new instance, which is charged for, or to an existing one.",
    section: "4.1",
    scopes: ["nodes:read_write"],
    path,
    body: instanceClone,
    response: instance,
    resend: "never",
  }),
} as const;
