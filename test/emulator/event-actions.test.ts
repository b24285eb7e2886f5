import { allOperations, type Operations } from "../../src/contract";
import { type SavedWorld, wellKnownTokens } from "../../src/emulator";
import { buildRequests, fillWorld, type OperationRequest } from "./every-operation";
import { type Service, startService } from "./service";

/** The action that each operation logs, in the brand's word; null if section 6 has no action for it. */
const actions: { readonly [G in keyof Operations]: { readonly [N in keyof Operations[G]]: string | null } } =
  {
    instances: {
      list: null,
      create: "acme_create",
      view: null,
      update: "acme_update",
      delete: "acme_delete",
      boot: "acme_boot",
      clone: "acme_clone",
    },
    backups: {
      list: null,
      snapshot: "acme_snapshot",
      enable: "backups_enable",
      cancel: "backups_cancel",
      view: null,
      restore: "backups_restore",
    },
    account: { view: null, update: "account_update", cancel: null, addCreditCard: "credit_card_updated" },
    events: { list: null, view: null, read: null, seen: null },
    invoices: { list: null, view: null, listItems: null },
    logins: { list: null, view: null },
    maintenance: { list: null },
    notifications: { list: null },
    paymentMethods: { list: null, add: "payment_method_add", view: null, delete: null, makeDefault: null },
    payments: { list: null, create: "payment_submitted" },
    entityTransfers: {
      list: null,
      create: "entity_transfer_create",
      view: null,
      cancel: "entity_transfer_cancel",
      accept: "entity_transfer_accept",
    },
    oauthClients: {
      list: null,
      create: "oauth_client_create",
      view: null,
      update: "oauth_client_update",
      delete: "oauth_client_delete",
      resetSecret: "oauth_client_secret_reset",
      viewThumbnail: null,
      updateThumbnail: "oauth_client_update",
    },
    regions: { list: null, view: null },
    images: {
      list: null,
      create: "disk_imagize",
      upload: "image_upload",
      view: null,
      update: "image_update",
      delete: "image_delete",
    },
  };

/** The actions that take time: their events are started, then finished. */
const longActions = [
  ...["acme_create", "acme_delete", "acme_boot", "acme_clone", "acme_snapshot", "backups_restore"],
  ...["disk_imagize", "image_upload"],
];

/** The paths with which objects are read: the event of an object has one as its URL. */
const viewPaths = allOperations.flatMap(({ operation: { call } }) => {
  const [, path] = /^GET (.+)$/.exec(call) ?? [];
  const pattern = path?.replace("/node/", "/acme/").replace(/\{\w+\}/g, ".+");
  return pattern === undefined ? [] : [new RegExp(`^/v4${pattern}$`)];
});

let world: SavedWorld;
let requests: readonly OperationRequest[];

beforeAll(async () => {
  const filled = await fillWorld();
  world = filled.world;
  requests = buildRequests(filled.ids);
});

const rows = Object.entries(actions).flatMap(([group, members]) =>
  Object.entries(members).map(([name, action]) => [`${group}.${name}`, action] as const),
);

/** Calls an operation in a new world. A transfer is accepted by the second account. */
async function callOperation(name: string): Promise<{ service: Service; token: string; created: unknown[] }> {
  const service = startService({ world });
  const token = name === "entityTransfers.accept" ? wellKnownTokens.secondAccount : wellKnownTokens.full;
  const { named, method, path, body, args } = requests.find((one) => one.named.name === name)!;
  const before = service.control.world().numbers.event ?? 0;
  if (named.operation.sendsBytes || named.operation.returnsBytes) {
    const { data, content_type: type } = args as { data?: Uint8Array<ArrayBuffer>; content_type?: string };
    const headers = type === undefined ? {} : { "Content-Type": type };
    const reply = await service.send(method, path, { headers, ...(data ? { data } : {}) });
    expect(reply.status).toBe(200);
  } else {
    expect(await service.call(method, path, body, { token })).toMatchObject({ status: 200 });
  }
  // The API of a cancelled account returns nothing, but the world contains the event.
  const [other] = service.control.world().other_accounts;
  const log = token === wellKnownTokens.full ? service.control.world().events : (other?.events ?? []);
  return { service, token, created: log.filter((event) => event.id > before) };
}

test.each(rows.filter(([, action]) => action === null))("%s logs nothing", async (name) => {
  const { created } = await callOperation(name);
  // Cancelling an account charges the balance, which logs a payment.
  expect(created.filter((event) => (event as { action: string }).action !== "payment_submitted")).toEqual([]);
});

test.each(rows.filter(([, action]) => action !== null))(
  "%s logs %s with its user and its statuses",
  async (name, action) => {
    const { service, token, created } = await callOperation(name);
    const [first] = created as { id: number }[];
    if (first === undefined) throw new Error(`${name} logged no event.`);
    const path = `/account/events/${first.id}`;
    const { body } = await service.get(path, { token });
    const username = token === wellKnownTokens.full ? "admin" : "partner";
    const takesTime = longActions.includes(String(action));
    expect(body).toMatchObject({
      action,
      username,
      status: takesTime ? "started" : "notification",
      percent_complete: takesTime ? 0 : null,
      read: false,
      seen: false,
    });
    const url: string = body.entity?.url ?? "/v4/account";
    expect(viewPaths.filter((view) => view.test(url)).map(() => url)).toContain(url);
    await service.advanceSeconds(action === "image_upload" ? 24 * 60 * 60 + 1 : 600);
    // An upload without data fails, and its image is deleted.
    const end = action === "image_upload" ? "failed" : "finished";
    expect((await service.get(path, { token })).body.status).toBe(takesTime ? end : "notification");
  },
);
