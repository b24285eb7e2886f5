import { gzipSync } from "node:zlib";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { clientsIn, shop } from "./oauth-clients";
import { paymentMethodsIn, visa } from "./payment-methods";
import { emptyProgram, failuresOf, instancesIn, smallInstance, stepsOf, warningsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());
const file = files.write("golden.img.gz", gzipSync("disk"));

interface Kind {
  readonly type: string;
  readonly operation: string;
  readonly inputs: PropertyMap;
  readonly ids: (stack: TestStack) => readonly string[];
}

const instances = (stack: TestStack) =>
  instancesIn(stack).flatMap(({ id, status }) => (status === "deleting" ? [] : [String(id)]));
const images = (stack: TestStack) =>
  stack.emulator.control
    .world()
    .images.flatMap(({ id, is_public }) => (is_public || id === "private/1" ? [] : [id]));

/** With a generated label, which proves whose a thing is. */
const proven: Readonly<Record<string, Kind>> = {
  "an instance": { type: "Instance", operation: "instances.create", inputs: smallInstance, ids: instances },
  "an uploaded image": {
    ...{ type: "Image", operation: "images.upload", inputs: { file, region: "us-east" }, ids: images },
  },
};
/** Without one, nothing proves it. */
const unproven: Readonly<Record<string, Kind>> = {
  "an instance with a written label": {
    ...{
      type: "Instance",
      operation: "instances.create",
      inputs: { ...smallInstance, label: "mine" },
      ids: instances,
    },
  },
  "an image with a written label": {
    ...{ type: "Image", operation: "images.upload", ids: images },
    inputs: { file, region: "us-east", label: "mine" },
  },
  "an OAuth client": {
    ...{ type: "OAuthClient", operation: "oauthClients.create", inputs: shop },
    ids: (stack) => clientsIn(stack).map(({ id }) => id),
  },
  "a payment method": {
    ...{ type: "PaymentMethod", operation: "paymentMethods.add", inputs: { card: visa } },
    ids: (stack) => paymentMethodsIn(stack).flatMap(({ id }) => (id === 1 ? [] : [String(id)])),
  },
};

const programOf =
  ({ type, inputs }: Kind): ProgramFunction =>
  async (register) => {
    await register(declare(type, "it", inputs));
    return {};
  };
const idOf = (stack: TestStack) =>
  stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id ?? "";

/** The first request is carried out two minutes after its answer was lost: a second one was sent by then. */
async function carriedOutLate(kind: Kind) {
  const stack = new TestStack({ settings: { uniqueLabels: false } });
  // What the world begins with is older than what is created.
  await stack.clock.advance(60_000);
  stack.emulator.control.faults.add({
    ...{ operation: kind.operation, when: "later", delay: 120_000, count: 1, effect: { reset: true } },
  });
  const program = programOf(kind);
  expect(failuresOf(await stack.up(program))).toEqual([]);
  await stack.clock.advance(180_000);
  const extra = kind.ids(stack).filter((id) => id !== idOf(stack));
  expect(extra).toHaveLength(1);
  stack.messages.length = 0;
  return { stack, program, extra: extra[0]! };
}

describe("a request that the service carries out after a second one was sent", () => {
  it.each(Object.entries(proven))(
    "is reported by refresh and preview, and deleted by up: %s",
    async (_, kind) => {
      const { stack, program, extra } = await carriedOutLate(kind);
      await stack.refresh();
      expect(warningsOf(stack).join()).toMatch(new RegExp(`${extra} was created late by an earlier request`));
      expect(stepsOf(await stack.preview(program))).toEqual(["update it"]);
      expect(kind.ids(stack)).toHaveLength(2);
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(kind.ids(stack)).toEqual([idOf(stack)]);
      stack.emulator.control.forgetRequests();
      expect(stepsOf(await stack.up(program))).toEqual([]);
      expect(stack.emulator.control.requests()).toEqual([]);
    },
  );

  it.each(Object.entries(proven))("is deleted with what the state names by destroy: %s", async (_, kind) => {
    const { stack } = await carriedOutLate(kind);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(kind.ids(stack)).toEqual([]);
  });

  it.each(Object.entries(unproven))("is reported and left where nothing proves it: %s", async (_, kind) => {
    const { stack, program, extra } = await carriedOutLate(kind);
    await stack.refresh();
    const report = new RegExp(`${extra} may have been created late by an earlier request.*Nothing proves it`);
    expect(warningsOf(stack).join()).toMatch(report);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(report);
    await stack.destroy();
    expect(kind.ids(stack)).toEqual([extra]);
  });

  it("is not asked about a day later", async () => {
    const { stack, program } = await carriedOutLate(unproven["an OAuth client"]!);
    await stack.clock.advance(86_400_000);
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(stack.emulator.control.requests()).toEqual([]);
  });

  it("is taken where the state has none", async () => {
    const kind = proven["an instance"]!;
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ operation: kind.operation, when: "later", delay: 400_000, nth: 1, effect: { reset: true } });
    faults.add({
      operation: kind.operation,
      nth: 2,
      effect: { status: 400, body: { errors: [{ reason: "no" }] } },
    });
    expect(failuresOf(await stack.up(programOf(kind))).join()).toMatch(/no/);
    await stack.clock.advance(500_000);
    expect(failuresOf(await stack.up(programOf(kind)))).toEqual([]);
    expect(kind.ids(stack)).toEqual([idOf(stack)]);
  });
});

describe("a create whose answer is lost and whose label somebody changes at once", () => {
  const rename = (stack: TestStack, { type }: Kind, id: string) => {
    const { control } = stack.emulator;
    if (type === "Instance") control.changeInstance(Number(id), { label: "renamed" });
    if (type === "Image")
      control.externalChange({ kind: "image_change", imageId: id, patch: { label: "Renamed" } });
    if (type === "OAuthClient")
      control.externalChange({ kind: "oauth_client_change", clientId: id, patch: { label: "Renamed" } });
  };
  /** Files are read on the real clock, so the create may come later than the virtual one says. */
  async function renameOnceCreated(stack: TestStack, kind: Kind) {
    while (kind.ids(stack).length === 0) await stack.clock.sleep(100);
    await stack.clock.sleep(5000);
    rename(stack, kind, kind.ids(stack)[0]!);
  }
  async function renamed(kind: Kind) {
    const stack = new TestStack();
    await stack.clock.advance(60_000);
    const { faults, forgetRequests } = stack.emulator.control;
    faults.add({ operation: kind.operation, when: "after", count: 1, effect: { reset: true } });
    faults.add({ operation: kind.operation.replace(/\.\w+$/, ".list"), effect: { staleList: 20_000 } });
    const running = stack.up(programOf(kind));
    await stack.clock.run(renameOnceCreated(stack, kind));
    const outcome = await running;
    faults.clear();
    const sent = stack.emulator.control.requests().filter(({ operation }) => operation === kind.operation);
    forgetRequests();
    return { stack, outcome, sent };
  }
  const labelled = Object.entries({ ...proven, ...unproven }).filter(
    ([, { type }]) => type !== "PaymentMethod",
  );

  it.each(labelled)("is not asked for again, and named with its id: %s", async (_, kind) => {
    const { stack, outcome, sent } = await renamed(kind);
    expect(sent).toHaveLength(1);
    const [id = ""] = kind.ids(stack);
    expect(failuresOf(outcome).join()).toContain(`${id} may be it, changed by somebody since`);
    const again = await stack.up(programOf(kind));
    expect(failuresOf(again).join()).toMatch(new RegExp(`candidates: ${id}\\).*adopt: <id>.*--replace`, "s"));
    expect(kind.ids(stack)).toEqual([id]);
    const adopt = kind.type === "Instance" ? Number(id) : id;
    expect(failuresOf(await stack.up(programOf({ ...kind, inputs: { ...kind.inputs, adopt } })))).toEqual([]);
    expect(idOf(stack)).toBe(id);
  });

  it("is created anew where the user says that it is none of them", async () => {
    const kind = proven["an instance"]!;
    const { stack } = await renamed(kind);
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
    expect(failuresOf(await stack.up(programOf(kind), { replace: [urn] }))).toEqual([]);
    expect(kind.ids(stack)).toHaveLength(2);
    expect(idOf(stack)).toBe(kind.ids(stack)[1]);
  });

  it("stays when the stack is destroyed, which says so", async () => {
    const kind = proven["an instance"]!;
    const { stack } = await renamed(kind);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(kind.ids(stack)).toHaveLength(1);
    expect(warningsOf(stack).join()).toContain(`${kind.ids(stack)[0]} was not deleted`);
  });
});

it("an earlier run is mentioned only where there was one", async () => {
  const stack = new TestStack();
  stack.emulator.control.faults.add({
    operation: "images.upload",
    when: "after",
    count: 2,
    effect: { reset: true },
  });
  expect(failuresOf(await stack.up(programOf(proven["an uploaded image"]!)))).toEqual([]);
  expect(stack.messages.map(({ message }) => message).join()).not.toMatch(/earlier run/);
  await stack.up(emptyProgram);
});
