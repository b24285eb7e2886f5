import {
  type Args,
  allOperations,
  brandOf,
  fieldsOf,
  type NamedOperation,
  type Operations,
} from "../../src/contract";
import { type SavedWorld, seedNames, wellKnownTokens } from "../../src/emulator";
import { isRecord } from "../../src/unknown";
import { brandWord, card, newInstance, newOAuthClient, startService } from "./service";

const brand = brandOf(brandWord);

/** The ids of objects in a filled world, for use in arguments. */
export interface ObjectIds {
  /** Running, with disks, a backup service and a snapshot. */
  readonly instanceId: number;
  readonly diskId: number;
  /** Offline, without disks, and not used by other objects. */
  readonly emptyId: number;
  /** Offline, with disks. */
  readonly offlineId: number;
  readonly backupId: number;
  readonly imageId: string;
  readonly eventId: number;
  readonly clientId: string;
  readonly paymentMethodId: number;
  readonly invoiceId: number;
  readonly loginId: number;
  /** The token of a pending transfer. */
  readonly transferToken: string;
}

/** Valid arguments for each operation in a filled world. An operation without arguments here is a compile error. */
type Calls = {
  readonly [G in keyof Operations]: { readonly [N in keyof Operations[G]]: Args<Operations[G][N]> };
};

/** Creates a world with one object of each kind, and returns it with their ids. */
export async function fillWorld(): Promise<{ readonly ids: ObjectIds; readonly world: SavedWorld }> {
  const service = startService();
  const { post, get, advanceSeconds } = service;
  const { id: instanceId } = await service.createRunningInstance({ label: "web-1", backups_enabled: true });
  await advanceSeconds(31 * 24 * 60 * 60);
  service.control.externalChange({ kind: "login", username: seedNames.unrestrictedUser });
  const { id: emptyId } = await service.createEmptyInstance({ label: "spare" });
  const { id: offlineId } = await service.createRunningInstance({ label: "resting", booted: false });
  const { id: offeredId } = await service.createEmptyInstance({ label: "offered" });
  const when = "2023-01-01T00:00:00";
  service.control.externalChange({ kind: "maintenance", instanceId: emptyId, when });
  const transfer = await post("/account/entity-transfers", { entities: { acmes: [offeredId] } });
  const backup = await post(`/acme/instances/${instanceId}/backups`, { label: "before" });
  await advanceSeconds(120);
  const diskId = service.control.world().disks[0]?.id ?? 0;
  const image = await post("/images", { disk_id: diskId, label: "golden" });
  await advanceSeconds(120);
  const client = await post("/account/oauth-clients", newOAuthClient);
  const path = `/account/oauth-clients/${client.body.id}/thumbnail`;
  await service.send("PUT", path, { headers: { "Content-Type": "image/png" }, data: thumbnail });
  await post("/account/payment-methods", card);
  const methods = await get("/account/payment-methods");
  const added = methods.body.data.find((method: { is_default: boolean }) => !method.is_default);
  const events = await get("/account/events");
  const invoices = await get("/account/invoices");
  const ids: ObjectIds = {
    ...{ instanceId, emptyId, offlineId, diskId, backupId: backup.body.id, imageId: image.body.id },
    ...{ eventId: events.body.data[0].id, clientId: client.body.id, paymentMethodId: added.id },
    ...{ invoiceId: invoices.body.data[0].id, loginId: 1, transferToken: transfer.body.token },
  };
  return { ids, world: service.control.world() };
}

const thumbnail = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

function argumentsFor(ids: ObjectIds): Calls {
  const { instanceId, emptyId, offlineId, diskId, backupId, imageId, eventId, clientId } = ids;
  const { paymentMethodId, invoiceId, loginId, transferToken: token } = ids;
  const { is_default: _, ...newCard } = card;
  return {
    instances: {
      list: { page: 1, page_size: 25 },
      create: { ...newInstance, tags: ["new"] },
      view: { instanceId },
      update: { instanceId, label: "renamed", alerts: { cpu: 80 } },
      delete: { instanceId: emptyId },
      boot: { instanceId: offlineId },
      clone: { instanceId, label: "copy" },
    },
    backups: {
      list: { instanceId },
      snapshot: { instanceId, label: "another" },
      enable: { instanceId: emptyId },
      cancel: { instanceId },
      view: { instanceId, backupId },
      restore: { instanceId, backupId, node_id: instanceId, overwrite: true },
    },
    account: {
      view: {},
      update: { city: "Pittsburgh" },
      cancel: { comments: "moving on" },
      addCreditCard: card.data,
    },
    events: { list: {}, view: { eventId }, read: { eventId }, seen: { eventId } },
    invoices: { list: {}, view: { invoiceId }, listItems: { invoiceId } },
    logins: { list: {}, view: { loginId } },
    maintenance: { list: {} },
    notifications: { list: {} },
    paymentMethods: {
      list: {},
      add: { ...newCard, is_default: true },
      view: { paymentMethodId },
      delete: { paymentMethodId },
      makeDefault: { paymentMethodId },
    },
    payments: { list: {}, create: { usd: "5.50", cvv: "123" } },
    entityTransfers: {
      list: {},
      create: { entities: { nodes: [emptyId] } },
      view: { token },
      cancel: { token },
      accept: { token },
    },
    oauthClients: {
      list: {},
      create: { ...newOAuthClient, label: "another" },
      view: { clientId },
      update: { clientId, label: "renamed" },
      delete: { clientId },
      resetSecret: { clientId },
      viewThumbnail: { clientId },
      updateThumbnail: { clientId, data: thumbnail, content_type: "image/png" },
    },
    regions: { list: {}, view: { regionId: seedNames.region } },
    images: {
      list: {},
      create: { disk_id: diskId },
      upload: { label: "uploaded", region: seedNames.region },
      view: { imageId },
      update: { imageId, label: "renamed", description: null },
      delete: { imageId },
    },
  };
}

/** A valid request of an operation, as arguments of the client and as an HTTP request in the brand's names. */
export interface OperationRequest {
  readonly named: NamedOperation;
  readonly args: Readonly<Record<string, unknown>>;
  /** A token that may call the operation. */
  readonly token: string;
  readonly method: string;
  /** Includes the segment of the version. */
  readonly path: string;
  /** A JSON body in the brand's names. Undefined for an operation without one. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** A request of every operation. */
export function buildRequests(ids: ObjectIds): readonly OperationRequest[] {
  const calls = argumentsFor(ids);
  return allOperations.map((named) => {
    const { operation, group, name } = named;
    const args = recordAt(recordAt(calls, group), name.slice(group.length + 1));
    const [method = ""] = operation.call.split(" ");
    const own = fieldsOf(operation.body).map((field) => field.name);
    const body = Object.fromEntries(Object.entries(args).filter(([field]) => own.includes(field)));
    const takesJson = own.length > 0 && !operation.sendsBytes;
    return {
      named,
      args,
      // The sender of a transfer cannot accept it.
      token: name === "entityTransfers.accept" ? wellKnownTokens.secondAccount : wellKnownTokens.full,
      method,
      path: pathOf(named, args),
      body: takesJson ? ownNames(operation.body, body) : undefined,
    };
  });
}

/** The path of a request with the segment of the version, without a query. */
function pathOf({ operation }: NamedOperation, args: Readonly<Record<string, unknown>>): string {
  const [, template = ""] = operation.call.split(" ");
  const version = operation.beta ? "/v4beta" : "/v4";
  // An image's id keeps its slash.
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]));
  return version + brand.path(filled);
}

function ownNames(schema: NamedOperation["operation"]["body"], body: object): Record<string, unknown> {
  const own = brand.toWire(schema, body);
  return isRecord(own) ? { ...own } : {};
}

function recordAt(value: object, name: string): Readonly<Record<string, unknown>> {
  const member: unknown = Reflect.get(value, name);
  return isRecord(member) ? member : {};
}
