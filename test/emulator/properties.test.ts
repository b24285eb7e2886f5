import fc from "fast-check";
import { seedNames, wellKnownTokens } from "../../src/emulator";
import { card, newInstance, newOAuthClient, type Reply, type Service, startService } from "./service";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 20);

/** A call with one of the tokens, on an object that an earlier step created. `pick` chooses the object. */
interface Step {
  readonly token: "full" | "restricted" | "secondAccount";
  readonly action: keyof typeof actions;
  readonly pick: number;
}

/** The ids of the created objects, by kind. */
class CreatedIds {
  readonly #ids = new Map<string, (number | string)[]>();

  /** Adds the id that a create returned. No id is returned twice. */
  add(kind: string, { status, body }: Reply, idOf = (response: Reply["body"]) => response.id): void {
    if (status !== 200) return;
    const id = idOf(body);
    const before = this.#ids.get(kind) ?? [];
    expect([kind, before.includes(id)]).toEqual([kind, false]);
    this.#ids.set(kind, [...before, id]);
  }

  one(kind: string, pick: number): number | string {
    const ids = this.#ids.get(kind) ?? [];
    return ids[pick % Math.max(1, ids.length)] ?? 1;
  }

  all(kind: string): readonly (number | string)[] {
    return this.#ids.get(kind) ?? [];
  }
}

type Action = (service: Service, created: CreatedIds, token: string, pick: number) => unknown;

const instanceAt = (created: CreatedIds, pick: number) => `/acme/instances/${created.one("instance", pick)}`;
const methodAt = (pick: number) => `/account/payment-methods/${1 + (pick % 8)}`;

const actions = {
  create: async ({ post }, created, token) =>
    created.add("instance", await post("/acme/instances", newInstance, { token })),
  empty: async ({ post }, created, token) => {
    const body = { region: "us-east", type: "g1-nano-1", backups_enabled: true };
    created.add("instance", await post("/acme/instances", body, { token }));
  },
  clone: async ({ post }, created, token, pick) =>
    created.add("instance", await post(`${instanceAt(created, pick)}/clone`, {}, { token })),
  update: ({ put }, created, token, pick) => put(instanceAt(created, pick), { group: `g${pick}` }, { token }),
  delete: ({ remove }, created, token, pick) => remove(instanceAt(created, pick), { token }),
  boot: ({ post }, created, token, pick) => post(`${instanceAt(created, pick)}/boot`, undefined, { token }),
  snapshot: async ({ post }, created, token, pick) =>
    created.add("backup", await post(`${instanceAt(created, pick)}/backups`, { label: "s" }, { token })),
  cancelBackups: ({ post }, created, token, pick) =>
    post(`${instanceAt(created, pick)}/backups/cancel`, undefined, { token }),
  offer: async ({ post }, created, token, pick) => {
    const body = { entities: { acmes: [created.one("instance", pick)] } };
    created.add(
      "transfer",
      await post("/account/entity-transfers", body, { token }),
      ({ token: own }) => own,
    );
  },
  accept: ({ post }, created, token, pick) =>
    post(`/account/entity-transfers/${created.one("transfer", pick)}/accept`, undefined, { token }),
  addClient: async ({ post }, created, token) =>
    created.add("client", await post("/account/oauth-clients", newOAuthClient, { token })),
  deleteClient: ({ remove }, created, token, pick) =>
    remove(`/account/oauth-clients/${created.one("client", pick)}`, { token }),
  capture: async ({ post }, created, token, pick) =>
    created.add("image", await post("/images", { disk_id: 1 + (pick % 6) }, { token })),
  upload: async ({ post }, created, token) => {
    const body = { label: "u", region: seedNames.region };
    created.add("image", await post("/images/upload", body, { token }), ({ image }) => image.id);
  },
  deleteImage: ({ remove }, created, token, pick) =>
    remove(`/images/${created.one("image", pick)}`, { token }),
  addMethod: ({ post }, _, token, pick) =>
    post("/account/payment-methods", { ...card, is_default: pick % 2 === 0 }, { token }),
  deleteMethod: ({ remove }, _, token, pick) => remove(methodAt(pick), { token }),
  makeDefault: ({ post }, _, token, pick) => post(`${methodAt(pick)}/make-default`, undefined, { token }),
  pay: ({ post }, _, token, pick) => post("/account/payments", { usd: `${pick}.25`, cvv: "123" }, { token }),
  waitSeconds: (service, _, __, pick) => service.advanceSeconds(1 + pick),
  waitDays: (service, _, __, pick) => service.control.clock.advance((1 + (pick % 20)) * 24 * 60 * 60 * 1000),
} as const satisfies Record<string, Action>;

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    token: fc.constantFrom("full" as const, "full" as const, "restricted" as const, "secondAccount" as const),
    action: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
    pick: fc.nat(60),
  }),
  { minLength: 8, maxLength: 35 },
);

const lists = [
  ...["/acme/instances", "/images", "/account/events", "/account/oauth-clients", "/account/payment-methods"],
  ...["/account/invoices", "/account/payments", "/account/entity-transfers", "/account/notifications"],
];

interface Listed {
  readonly id?: number | string;
  readonly token?: string;
  readonly is_public?: boolean;
  readonly created?: string;
  readonly updated?: string;
}

/** Reads a list page by page, and checks that the numbers of each page match the list. */
async function readList(
  service: Service,
  path: string,
  token: string,
  between: () => unknown,
): Promise<Listed[]> {
  const items: Listed[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await service.get(`${path}?page=${page}&page_size=25`, { token });
    if (status !== 200) return [];
    expect([path, body.page, body.pages]).toEqual([path, page, Math.max(1, Math.ceil(body.results / 25))]);
    expect(body.data).toHaveLength(Math.max(0, Math.min(25, body.results - 25 * (page - 1))));
    items.push(...body.data);
    if (page >= body.pages) return items;
    await between();
  }
}

const keyOf = ({ id, token }: Listed) => id ?? token;
const nothing = () => undefined;

async function checkLists(service: Service, token: string): Promise<Map<string, Listed[]>> {
  const all = new Map<string, Listed[]>();
  for (const path of lists) {
    const items = await readList(service, path, token, nothing);
    const keys = items.map(keyOf).filter((key) => key !== undefined);
    expect([path, new Set(keys).size]).toEqual([path, keys.length]);
    for (const { created, updated } of items) {
      if (created !== undefined && updated !== undefined) expect(updated >= created).toBe(true);
    }
    all.set(path, items);
  }
  return all;
}

/** No token sees objects of another account, or objects without a grant, in a list or a view. */
async function checkVisibility(service: Service, created: CreatedIds): Promise<void> {
  const mine = await checkLists(service, wellKnownTokens.full);
  const theirs = await checkLists(service, wellKnownTokens.secondAccount);
  const granted = await checkLists(service, wellKnownTokens.restricted);
  expect(await checkLists(service, wellKnownTokens.readOnly)).toEqual(mine);
  for (const path of lists) {
    const own = new Set(
      mine
        .get(path)
        ?.filter((one) => !one.is_public)
        .map(keyOf),
    );
    const shared = path.endsWith("entity-transfers") || path.endsWith("notifications");
    const seen = theirs.get(path)?.filter((one) => !one.is_public && own.has(keyOf(one))) ?? [];
    expect([path, shared ? [] : seen]).toEqual([path, []]);
    const beyond = granted.get(path)?.filter((one) => !one.is_public && !own.has(keyOf(one))) ?? [];
    expect([path, beyond]).toEqual([path, []]);
    expect((await service.get(path, { token: wellKnownTokens.scopeless })).status).toBe(401);
  }
  for (const [kind, path] of [
    ["instance", "/acme/instances"],
    ["image", "/images"],
    ["client", "/account/oauth-clients"],
  ] as const) {
    for (const [token, listed] of [
      [wellKnownTokens.full, mine],
      [wellKnownTokens.secondAccount, theirs],
      [wellKnownTokens.restricted, granted],
    ] as const) {
      const keys = listed.get(path)?.map(keyOf) ?? [];
      for (const id of created.all(kind)) {
        const { status } = await service.get(`${path}/${id}`, { token });
        expect([path, id, token, status === 200]).toEqual([path, id, token, keys.includes(id)]);
      }
    }
  }
}

async function checkBilling(service: Service): Promise<void> {
  const { body: methods } = await service.get("/account/payment-methods");
  const defaults = methods.data.filter((method: { is_default: boolean }) => method.is_default);
  expect(defaults).toHaveLength(methods.results > 0 ? 1 : 0);
  const cents = (dollars: number) => Math.round(dollars * 100);
  const { body: invoices } = await service.get("/account/invoices");
  for (const { id, subtotal, tax, total } of invoices.data) {
    const items = (await service.get(`/account/invoices/${id}/items?page_size=500`)).body.data;
    const sum = items.reduce((sum: number, item: { amount: number }) => sum + cents(item.amount), 0);
    expect([id, sum, cents(subtotal) + cents(tax)]).toEqual([id, cents(subtotal), cents(total)]);
  }
}

/** Events are listed newest first, by id and by time. */
async function checkEventOrder(service: Service): Promise<void> {
  const events = await readList(service, "/account/events", wellKnownTokens.full, nothing);
  events.forEach((event, index) => {
    const before = events[index + 1];
    if (before)
      expect([Number(event.id) > Number(before.id), event.created! >= before.created!]).toEqual([true, true]);
  });
}

/** An exported world can be loaded and stays the same. */
function checkWorld(service: Service): void {
  const world = service.control.world();
  const other = startService();
  other.control.load(JSON.parse(JSON.stringify(world)));
  expect(other.control.world()).toEqual(world);
}

test("random calls keep ids unique, accounts apart, invoices balanced, events in order and the world loadable", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (calls) => {
      const service = startService();
      const created = new CreatedIds();
      let time = service.control.clock.view().now;
      for (const { token, action, pick } of calls) {
        await actions[action](service, created, wellKnownTokens[token], pick);
        const { now } = service.control.clock.view();
        expect(now).toBeGreaterThanOrEqual(time);
        time = now;
      }
      await checkVisibility(service, created);
      await checkBilling(service);
      await checkEventOrder(service);
      checkWorld(service);
    }),
    { numRuns },
  );
});

test("pages contain no item twice and count correctly while the list changes between them", async () => {
  const path = "/acme/instances";
  const bare = { region: "us-east", type: "g1-nano-1" };
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(69), { minLength: 6, maxLength: 6 }),
      fc.boolean(),
      async (picks, adds) => {
        const service = startService();
        for (let index = 0; index < 70; index++) await service.post(path, bare);
        const left = [...picks];
        const items = await readList(service, path, wellKnownTokens.full, async () => {
          if (adds) await service.post(path, bare);
          for (const pick of left.splice(0, 3))
            service.control.externalChange({ kind: "instance_delete", instanceId: 1 + pick });
        });
        const ids = items.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      },
    ),
    { numRuns: Math.ceil(numRuns / 4) },
  );
});
