import type { Operations } from "../../src/contract";
import { type SavedWorld, type Settings, wellKnownTokens } from "../../src/emulator";
import { callOf, transcribed } from "../contract/transcription";
import { buildRequests, fillWorld, type OperationRequest } from "./every-operation";
import { type Service, startService } from "./service";

/** Statuses for two callers: the restricted user, who only has the grant to add instances, and the other account's user. */
type CallerStatuses = readonly [restricted: number, otherAccount: number];
/** Allowed for both, or limited to the caller's own objects. */
const free: CallerStatuses = [200, 200];
/** The object belongs to the first account and is not granted. */
const ofObject: CallerStatuses = [403, 404];
/** The operation concerns the account as a whole. */
const ofAccount: CallerStatuses = [403, 200];

const responses: {
  readonly [G in keyof Operations]: { readonly [N in keyof Operations[G]]: CallerStatuses };
} = {
  instances: {
    list: free,
    // The call adds a tag.
    create: [403, 200],
    view: ofObject,
    update: ofObject,
    delete: ofObject,
    boot: ofObject,
    clone: ofObject,
  },
  backups: {
    list: ofObject,
    snapshot: ofObject,
    enable: ofObject,
    cancel: ofObject,
    view: ofObject,
    restore: ofObject,
  },
  // The other account has no card that could be charged, and owes nothing.
  account: { view: ofAccount, update: ofAccount, cancel: ofAccount, addCreditCard: ofAccount },
  events: { list: free, view: [404, 404], read: [404, 404], seen: [404, 404] },
  invoices: { list: ofAccount, view: ofObject, listItems: ofObject },
  logins: { list: ofAccount, view: ofObject },
  maintenance: { list: free },
  notifications: { list: free },
  paymentMethods: {
    list: ofAccount,
    add: ofAccount,
    view: ofObject,
    delete: ofObject,
    makeDefault: ofObject,
  },
  // There is no default payment method to charge.
  payments: { list: ofAccount, create: [403, 400] },
  // Anyone who has a transfer's token may view and accept it; only its sender may cancel it.
  entityTransfers: {
    list: ofAccount,
    create: [403, 400],
    view: ofAccount,
    cancel: [403, 403],
    accept: ofAccount,
  },
  oauthClients: {
    list: ofAccount,
    create: ofAccount,
    view: ofObject,
    update: ofObject,
    delete: ofObject,
    resetSecret: ofObject,
    viewThumbnail: free,
    updateThumbnail: ofObject,
  },
  regions: { list: free, view: free },
  images: {
    list: free,
    // The disk belongs to an instance that the caller may not view.
    create: [403, 400],
    upload: [403, 200],
    view: ofObject,
    update: ofObject,
    delete: ofObject,
  },
};

const rows = Object.entries(responses).flatMap(([group, members]) =>
  Object.entries(members).map(([name, expected]) => [`${group}.${name}`, expected] as const),
);

let world: SavedWorld;
let requests: readonly OperationRequest[];
let service: Service;

beforeAll(async () => {
  const filled = await fillWorld();
  world = filled.world;
  requests = buildRequests(filled.ids);
  service = startService({ world });
});

/** Sends an operation's call in the filled world, which an earlier call may have changed. */
async function responseTo(name: string, token: string | null, settings: Partial<Settings> = {}) {
  service.control.load(world);
  service.control.settings({ readWriteIncludesReadOnly: true, personalTokenScopes: true, ...settings });
  const { named, method, path, body, args } = requests.find((one) => one.named.name === name)!;
  const { operation } = named;
  const { data, content_type: type } = (operation.sendsBytes ? args : {}) as {
    data?: Uint8Array<ArrayBuffer>;
    content_type?: string;
  };
  const json = body === undefined ? {} : { "Content-Type": "application/json" };
  const reply = await service.send(method, path, {
    token,
    headers: type === undefined ? json : { "Content-Type": type },
    ...(data ? { data } : body === undefined ? {} : { data: JSON.stringify(body) }),
  });
  const text = operation.returnsBytes ? "" : await reply.text();
  return { status: reply.status, text };
}

/** The scopes of an operation according to the interface's tables, independently of the contract. */
function scopesOf(name: string): readonly string[] {
  const { operation } = requests.find((one) => one.named.name === name)!.named;
  return transcribed.operations.find((written) => callOf(written) === operation.call)!.scopes;
}

test.each(rows)("%s accepts or rejects each of the user's tokens by its scopes", async (name) => {
  const scopes = scopesOf(name);
  const { anonymous = false } = requests.find((one) => one.named.name === name)!.named.operation;
  const needsNone = scopes.length === 0;
  const onlyReads = scopes.every((scope) => scope.endsWith(":read_only"));
  // Users cannot accept their own transfers.
  const done = name === "entityTransfers.accept" ? 400 : 200;
  const status = async (token: string | null, settings = {}) =>
    (await responseTo(name, token, settings)).status;
  expect({
    full: await status(wellKnownTokens.full),
    readOnly: await status(wellKnownTokens.readOnly),
    readWrite: await status(wellKnownTokens.readWrite),
    readWriteAlone: await status(wellKnownTokens.readWrite, { readWriteIncludesReadOnly: false }),
    scopeless: await status(wellKnownTokens.scopeless),
    scopelessWhereTheyDontCount: await status(wellKnownTokens.scopeless, { personalTokenScopes: false }),
    none: await status(null),
  }).toEqual({
    full: done,
    readOnly: onlyReads ? done : 401,
    readWrite: done,
    readWriteAlone: scopes.some((scope) => scope.endsWith(":read_only")) ? 401 : done,
    scopeless: needsNone ? done : 401,
    scopelessWhereTheyDontCount: done,
    // Without a token, private images are not found.
    none: needsNone ? 200 : !anonymous ? 401 : name === "images.view" ? 404 : 200,
  });
});

test.each(rows)(
  "%s returns these statuses to a restricted user and another account: %j",
  async (name, expected) => {
    const [restricted, other] = [
      await responseTo(name, wellKnownTokens.restricted),
      await responseTo(name, wellKnownTokens.secondAccount),
    ];
    expect([restricted.status, other.status]).toEqual(expected);
  },
);

test("no response to another account contains anything of the first", async () => {
  // Labels, names, addresses and the like that only the first account has.
  const secrets = ["web-1", "spare", "resting", "golden", "198.18.", "billing@example.com", "portal", "0026"];
  const mine = await responseTo("instances.list", wellKnownTokens.full);
  expect(secrets.filter((secret) => mine.text.includes(secret))).toEqual([
    "web-1",
    "spare",
    "resting",
    "198.18.",
  ]);
  for (const [name] of rows) {
    // Its own objects may have the same names.
    if (/create|upload|add|update$/i.test(name)) continue;
    const { text } = await responseTo(name, wellKnownTokens.secondAccount);
    expect([name, secrets.filter((secret) => text.includes(secret))]).toEqual([name, []]);
  }
});

test("another account changes nothing of the first one, except by accepting a transfer", async () => {
  for (const [name] of rows) {
    if (name === "entityTransfers.accept") continue;
    await responseTo(name, wellKnownTokens.secondAccount);
    const { other_accounts: _, time: __, numbers: ___, ...first } = service.control.world();
    const { other_accounts: ____, time: _____, numbers: ______, ...before } = world;
    expect({ name, ...first }).toEqual({ name, ...before, timeline: first.timeline });
  }
});
