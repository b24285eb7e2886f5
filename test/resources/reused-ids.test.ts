import { gzipSync } from "node:zlib";
import { createEmulator } from "../../src/emulator";
import { type ResourceOrigin, readOrigin } from "../../src/lifecycle";
import { recordAdoption } from "../../src/lifecycle/creates/intent-record";
import { revealMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { recover } from "../recovery/recovering";
import { declareAll } from "./declare-all";
import { addCallsTo, declarePaymentMethods, paymentMethodsIn, visa } from "./payment-methods";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  warningsOf,
  webInstance,
  webInstanceFrom,
} from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

const minute = 60_000;
const foreignInstance = {
  region: "eu-west",
  type: "g1-standard-1",
  image: "node/debian12",
  root_pass: "long-enough-1",
  label: "somebodys-db",
};
const program = webInstance({ label: "web" });
const changesOf = (stack: TestStack) => callsTo(stack).filter((call) => !call.startsWith("GET"));

/** The origin of the resource `web`. */
function originOfWeb({ store }: TestStack): ResourceOrigin {
  const web = store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"));
  return readOrigin(revealMap(web?.inputs ?? {}).origin)!;
}

/** Replaces the stack's service with a new one, in which the id 1 belongs to someone else. */
async function replaceService(stack: TestStack): Promise<void> {
  stack.emulator = createEmulator({ clock: stack.clock, seed: 2 });
  await stack.clock.run(stack.services().client.instances.create(foreignInstance));
}

/** Kills the plugin when the id 1 of the create is on record. */
async function killedCreate(stack = new TestStack()): Promise<TestStack> {
  await stack.up(program, { killPlugin: { request: 7, isCarriedOut: false } });
  expect(stack.services().intents.unfinished()).toMatchObject([{ id: "1", created: expect.any(String) }]);
  return stack;
}

/** Removes the creation time from the record, as if the response had not contained it. */
async function forgetTime(stack: TestStack): Promise<void> {
  const { intents } = stack.services();
  for (const { created: _, ...intent } of intents.unfinished()) await intents.save(intent);
}

/** When another service creates its object with the same id. */
const others: readonly (readonly [string, (stack: TestStack) => Promise<void>])[] = [
  [
    "created later",
    async (stack) => {
      await stack.clock.advance(5000);
      await replaceService(stack);
    },
  ],
  [
    "created later, where the record has no creation time",
    async (stack) => {
      await forgetTime(stack);
      await stack.clock.advance(11 * minute);
      await replaceService(stack);
    },
  ],
];

describe("an instance with the id of a killed create", () => {
  it.each(others)(
    "that was %s is not taken over, and --allow-empty creates another one",
    async (_, replace) => {
      const stack = await killedCreate();
      await replace(stack);
      await stack.clock.advance(5 * minute);
      stack.emulator.control.forgetRequests();
      expect(failuresOf(await stack.up(program))).toEqual([
        expect.stringMatching(
          /^instance 1 at \S+ is not the one that an earlier run created for this resource: that one was (created|requested) \S+, and this one was created \S+\. Neither was changed, and nothing was created\. .+--allow-empty/,
        ),
      ]);
      expect(changesOf(stack)).toEqual([]);
      expect(await recover(stack)).toMatchObject([
        { case: { certainty: "unknown", found: expect.stringContaining("instance 1 at ") } },
      ]);
      expect(failuresOf(await stack.up(program, { allowEmpty: true }))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([
        { id: 1, label: "somebodys-db" },
        { id: 2, label: "web" },
      ]);
      expect(stack.outputs("web")?.instanceId).toBe(2);
    },
  );

  it("that was created before, if the record has no creation time, is not taken over", async () => {
    const older = new TestStack();
    await replaceService(older);
    const stack = new TestStack({ beside: older });
    stack.emulator = createEmulator({ clock: stack.clock, seed: 1 });
    await stack.clock.advance(minute);
    await killedCreate(stack);
    await forgetTime(stack);
    stack.emulator = older.emulator;
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(program)).join()).toContain(
      "is not the one that an earlier run created",
    );
    expect(changesOf(stack)).toEqual([]);
  });

  it.each([
    ["returns a different second in create responses", async () => undefined],
    ["returns no creation time in create responses", forgetTime],
  ])("is taken over if it is the same, on a service that %s", async (_, edit) => {
    const stack = await killedCreate(new TestStack({ settings: { createdInResponse: "secondEarlier" } }));
    await edit(stack);
    await stack.clock.advance(30 * minute);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, label: "web" }]);
    expect(stack.outputs("web")?.instanceId).toBe(1);
  });

  it("is taken over after it was renamed", async () => {
    const stack = await killedCreate();
    const { client } = stack.services();
    await stack.clock.advance(5 * minute);
    await stack.clock.run(client.instances.update({ instanceId: 1, label: "renamed" }));
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, label: "web" }]);
  });
});

it("the creation time is recorded with the id, whether the object was returned, found or adopted", async () => {
  const createdOf = (stack: TestStack) =>
    stack
      .services()
      .intents.unfinished()
      .map(({ created }) => created);
  const stack = new TestStack();
  await stack.up(program, { killPlugin: { request: 6, isCarriedOut: true } });
  expect(createdOf(stack)).toEqual([undefined]);
  await stack.clock.advance(2 * minute);
  await stack.up(program);
  expect(createdOf(stack)).toEqual([expect.any(String)]);
  const origin = { project: "project", stack: "dev", type: "Instance", name: "other" };
  const services = stack.services();
  await recordAdoption(
    { ...services, intents: { ...services.intents, remove: async () => undefined } },
    origin,
    { id: "7", created: "now", mayBeResult: () => false },
  );
  expect(stack.intentOf(origin)).toMatchObject({ id: "7", created: "now" });
});

it.each(["save", "remove"] as const)(
  "an adoption that cannot be recorded (%s) is only warned about",
  async (failing) => {
    const stack = new TestStack();
    const services = stack.services();
    const fail = () => Promise.reject(new Error("EROFS: read-only file system"));
    const origin = { project: "project", stack: "dev", type: "Instance", name: "other" };
    await recordAdoption({ ...services, intents: { ...services.intents, [failing]: fail } }, origin, {
      id: "7",
      created: "now",
      mayBeResult: () => false,
    });
    expect(warningsOf(stack)).toEqual(["EROFS: read-only file system"]);
  },
);

it("an interrupted replacement deletes no other instance with the id of its new one", async () => {
  const stack = new TestStack();
  await stack.clock.advance(minute);
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  stack.endPlugin();
  const origin = originOfWeb(stack);
  const { client, intents, address } = stack.services();
  await stack.clock.run(client.instances.create(foreignInstance));
  const record = { ...{ origin, address, id: "2", nonce: "web-1234567" }, before: [], at: stack.clock.now() };
  await stack.clock.advance(minute);
  await intents.save({ ...record, created: "2020-01-01T00:00:00" });
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  expect([changesOf(stack), warningsOf(stack)]).toEqual([[], []]);
  const label = stack.emulator.control.world().instances.find(({ id }) => id === 2)?.label ?? "";
  await intents.save({ ...record, label });
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  expect(new Set(changesOf(stack))).toEqual(new Set(["DELETE /v4/node/instances/2"]));
});

it("an upload of someone else with the id of a killed create is not deleted", async () => {
  const file = files.write("golden.img.gz", gzipSync("disk"));
  const golden = declareAll("Image", { golden: { label: "golden", region: "us-east", file } });
  const probe = new TestStack();
  await probe.up(golden);
  const sentAt = probe.emulator.control
    .requests()
    .findIndex(({ operation }) => operation === "images.upload");
  const stack = new TestStack();
  await stack.up(golden, { killPlugin: { request: sentAt + 2, isCarriedOut: false } });
  const [record] = stack.services().intents.unfinished();
  stack.emulator = createEmulator({ clock: stack.clock, seed: 2 });
  await stack.clock.advance(minute);
  const { client } = stack.services();
  const { image } = await stack.clock.run(client.images.upload({ label: "golden", region: "us-east" }));
  expect([record?.id, image?.id]).toEqual(["private/2", "private/2"]);
  expect(failuresOf(await stack.up(golden)).join()).toContain("is not the one that an earlier run created");
  expect(changesOf(stack)).toEqual(["POST /v4/images/upload"]);
});

/** A stack with an empty state on the same machine, whose service was restarted. */
async function restarted(stack: TestStack): Promise<TestStack> {
  stack.endPlugin();
  const later = new TestStack({ beside: stack });
  later.emulator = createEmulator({ clock: stack.clock, seed: 2 });
  await stack.clock.advance(minute);
  return later;
}

describe("after the service was restarted without its objects", () => {
  it.each(["main", "other"])("a payment method that gets an id on record is found (%s)", async (name) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declarePaymentMethods({ main: { card: visa } })))).toEqual([]);
    const later = await restarted(stack);
    const again = declarePaymentMethods({ [name]: { card: visa } });
    expect(failuresOf(await later.up(again))).toEqual([]);
    expect(later.outputs(name)).toMatchObject({ paymentMethodId: 2 });
    expect(paymentMethodsIn(later).map(({ id }) => id)).toEqual([1, 2]);
    expect(addCallsTo(later)).toHaveLength(1);
  });

  it.each(["web", "other"])(
    "an instance that gets an id on record is created once, if its response is lost (%s)",
    async (name) => {
      const stack = new TestStack();
      expect(failuresOf(await stack.up(declareAll("Instance", { web: smallInstance })))).toEqual([]);
      const later = await restarted(stack);
      later.emulator.control.faults.add({
        operation: "instances.create",
        when: "after",
        nth: 1,
        effect: { reset: true },
      });
      expect(failuresOf(await later.up(declareAll("Instance", { [name]: smallInstance })))).toEqual([]);
      expect(instancesIn(later)).toMatchObject([{ id: 1 }]);
      expect(later.outputs(name)?.instanceId).toBe(1);
    },
  );
});

it("an add whose plugin was killed after another one is found by the next up, on a restarted service too", async () => {
  const stack = new TestStack();
  const main = declarePaymentMethods({ main: { card: visa } });
  expect(failuresOf(await stack.up(main))).toEqual([]);
  const later = await restarted(stack);
  await later.up(main, { killPlugin: { request: 4, isCarriedOut: true } });
  expect(addCallsTo(later)).toHaveLength(1);
  expect(failuresOf(await later.up(main))).toEqual([]);
  expect(addCallsTo(later)).toHaveLength(1);
  expect(later.outputs("main")).toMatchObject({ paymentMethodId: 2 });
});

it("a payment method that was there before is not taken for a new one because a record has its id", async () => {
  const stack = new TestStack();
  const main = declarePaymentMethods({ main: { card: visa } });
  expect(failuresOf(await stack.up(main))).toEqual([]);
  const later = await restarted(stack);
  const data = { last_four: "1111", expiry: "05/2027" };
  later.emulator.control.externalChange({ kind: "payment_method_add", type: "credit_card", data });
  await stack.clock.advance(minute);
  expect(failuresOf(await later.up(main))).toEqual([]);
  expect(later.outputs("main")).toMatchObject({ paymentMethodId: 3 });
});

describe("an object that a request created late, with the id in a record of another object", () => {
  const at = { created: "2020-01-01T00:00:00" };

  it.each([
    ["of another resource", { before: [] }, { id: "2", ...at }],
    ["of an earlier create", { before: [], earlierResults: [{ id: "2", at: 0, ...at }] }, { id: "9" }],
  ])("%s is deleted", async (_, existing, recorded) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    const { client, intents, address } = stack.services();
    const origin = originOfWeb(stack);
    const record = { address, before: [], at: stack.clock.now() };
    await intents.save({ ...record, ...recorded, origin: { ...origin, name: "other" } });
    const request = { ...existing, nonce: foreignInstance.label, at: stack.clock.now() };
    await intents.save({ ...record, origin, id: "1", open: [request] });
    await intents.remove(origin, address);
    await stack.clock.run(client.instances.create(foreignInstance));
    await stack.clock.advance(10 * minute);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack).filter(({ status }) => status !== "deleting")).toMatchObject([{ id: 1 }]);
  });
});

it("the record of an adoption names the creation time", async () => {
  const stack = new TestStack();
  await stack.clock.run(stack.services().client.instances.create(foreignInstance));
  expect(failuresOf(await stack.up(webInstanceFrom({ adopt: 1 })))).toEqual([]);
  const { intents, address } = stack.services();
  const created = stack.outputs("web")?.created;
  expect(created).toEqual(expect.any(String));
  expect(intents.lastCreated(originOfWeb(stack), address)).toMatchObject({ id: "1", created });
});

it("the record of a create or adoption names the results of earlier creates, of the last day", async () => {
  const stack = new TestStack();
  const resultIds = () => {
    const { intents, address } = stack.services();
    return intents.resultsOf(originOfWeb(stack), address).map(({ id }) => id);
  };
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  await stack.clock.run(stack.services().client.instances.create(foreignInstance));
  for (const program of [emptyProgram, webInstanceFrom({ adopt: 2 })])
    expect(failuresOf(await stack.up(program))).toEqual([]);
  expect(resultIds()).toEqual(["1", "2"]);
  await stack.clock.advance(25 * 60 * minute);
  expect(failuresOf(await stack.up(webInstance({ region: "eu-west" })))).toEqual([]);
  expect(resultIds()).toEqual(["3"]);
});

it.each([
  ["at the end of the run", (stack: TestStack) => stack.endPlugin()],
  ["by the next run", (stack: TestStack) => stack.up(declareAll("Instance", { other: smallInstance }))],
] as const)(
  "a create whose response had no creation time is recorded with it %s, so another object with its id is found",
  async (_, complete) => {
    const older = new TestStack();
    const effect = { status: 200, body: { id: 1 } };
    older.emulator.control.faults.add({ operation: "instances.create", when: "after", effect });
    await older.up(declareAll("Instance", { other: smallInstance }));
    expect(older.outputs("other")).toMatchObject({
      identity: { created: expect.any(String), region: "us-east" },
    });
    await complete(older);
    expect(failuresOf(await older.destroy())).toEqual([]);
    const stack = await restarted(older);
    await stack.up(webInstance(), { killPlugin: { request: 6, isCarriedOut: true } });
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    await stack.clock.advance(minute);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    expect(stack.outputs("web")).toMatchObject({ instanceId: 1 });
  },
);
