import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { alternativeSettings, type Settings } from "../../src/emulator";
import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import { lifecycles } from "../../src/resources/lifecycles";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import {
  type Change,
  documentedOutputs,
  files,
  type Kind,
  kinds,
  type Variant,
} from "./every-resource.kinds";
import { failuresOf, stepsOf, warningsOf } from "./programs";

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ id = "new", inputs }) => ({ id, state: inputs }),
    call: () => ({}),
  });
});
afterAll(() => files.remove());

/** What outputs hold for the package alone. */
const internal = ["__provider", "origin", "applied", "unfinished", "unresolved", "adopted", "identity"];

const all = Object.entries(kinds);
const everyVariant = all.flatMap(([, kind]) =>
  Object.entries(kind.variants).map(([name, variant]) => [`${kind.type} ${name}`, kind, variant] as const),
);

/** The resource, `it`, as declared, and a second `up` of it. */
async function made(kind: Kind, variant: Variant, settings: Partial<Settings> = {}) {
  const stack = new TestStack({ settings: { ...kind.settings, ...settings } });
  const inputs: PropertyMap = { ...variant.declared, ...(await variant.prepare?.(stack)) };
  const program: ProgramFunction = async (register) => {
    await register(declare(kind.type, "it", inputs));
    return {};
  };
  const up = await stack.up(program);
  expect(failuresOf(up)).toEqual([]);
  expect(stepsOf(up)).toEqual(["create it"]);
  const id = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id ?? "";
  return { stack, program, id, inputs };
}

/** The outputs that a refresh saw changed; undefined: it saw nothing. */
function movedIn(outcome: InProcessOutcome): readonly string[] | undefined {
  expect(failuresOf(outcome)).toEqual([]);
  const [step] = outcome.events.flatMap((event) =>
    event.kind === "stepDone" && event.step.kind === "refresh" ? [event.step] : [],
  );
  return step?.changed;
}

/** The fields that an update is about, as the user is shown them. */
function reportedIn(outcome: InProcessOutcome): readonly string[] {
  return outcome.events.flatMap((event) =>
    event.kind === "stepDone" && event.step.kind === "update" ? event.step.changed : [],
  );
}

/** The fields that warnings are about. */
function warnedOf(stack: TestStack): string[] {
  return warningsOf(stack).map(
    (message) => /: (\w+) is .+ and not .+, changed by somebody else/.exec(message)?.[1] ?? message,
  );
}

describe("every resource", () => {
  it("is tried here", () => {
    expect(Object.keys(kinds).sort()).toEqual(Object.keys(lifecycles).sort());
  });

  it.each(all)("%s has `adopt` and `timeouts`, of which a change calls nothing", (_, { fields }) => {
    const common = fields.filter(({ name }) => ["adopt", "timeouts"].includes(name));
    expect(common).toEqual([
      { name: "adopt", canBeRead: false, change: "record" },
      { name: "timeouts", canBeRead: false, change: "record" },
    ]);
  });

  it.each(all)("%s is tried with every argument it has", (_, { fields, variants }) => {
    const ours = ["adopt", "fileHash", "thumbnailHash"];
    const given = new Set(ours);
    for (const { declared, prepare, outside } of Object.values(variants)) {
      for (const name of Object.keys(declared)) given.add(name);
      if (prepare) for (const name of prepared) given.add(name);
      expect(Object.keys(outside).filter((name) => !fields.some((field) => field.name === name))).toEqual([]);
    }
    expect(fields.map(({ name }) => name).filter((name) => !given.has(name))).toEqual([]);
  });

  it.each(all)("%s is changed outside in every argument that can be read", (_, { fields, variants }) => {
    const readable = fields.filter(({ canBeRead, name }) => canBeRead && !isIdentity(name));
    const changed = new Set(Object.values(variants).flatMap(({ outside }) => Object.keys(outside)));
    expect([...changed].sort()).toEqual(readable.map(({ name }) => name).sort());
    for (const { declared, outside } of Object.values(variants)) {
      const missing = readable.filter(({ name }) => name in declared && !(name in outside));
      expect(missing).toEqual([]);
    }
  });
});

/** Arguments that name what has to be there first. */
const prepared = ["backupId", "cloneFrom", "diskId", "file", "thumbnail", "instanceId"];
/** A schedule is its instance's: which one that is can't change outside. */
const isIdentity = (name: string) => name === "instanceId";

describe.each(all)("the class of %s", (_, kind) => {
  it("names every output that its lifecycle gives, and no other", async () => {
    const given = new Set<string>();
    for (const variant of Object.values(kind.variants)) {
      const { stack } = await made(kind, variant);
      for (const [name, value] of Object.entries(stack.outputs("it") ?? {}))
        if (value !== undefined && !internal.includes(name)) given.add(name);
    }
    const ofResources = ["urn", "id"];
    const named = Object.keys(kind.get("it", "1")).filter(
      (name) => !name.startsWith("__") && ![...internal, ...ofResources].includes(name),
    );
    expect(named.sort()).toEqual([...given].sort());
    expect(documentedOutputs(kind).sort()).toEqual([...given].sort());
    expect((kind.passing ?? []).filter((name) => given.has(name))).toEqual([]);
  });
});

describe.each(everyVariant)("%s", (_, kind, variant) => {
  it.each<[string, Partial<Settings>]>([
    ["the defaults", {}],
    ["all alternatives", alternativeSettings],
  ])("shows no drift after an up, under %s", async (_ends, settings) => {
    const { stack, program } = await made(kind, variant, settings);
    const before = stack.outputs("it");
    expect(movedIn(await stack.refresh())).toBeUndefined();
    expect(stack.outputs("it")).toEqual(before);
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.preview(program))).toEqual([]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(stack.emulator.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });

  it.each(Object.entries(variant.outside))(
    "drifts in %s alone, and that is dealt with",
    async (field, change) => {
      const { stack, program, id } = await made(kind, variant);
      const before = kind.look(stack, id);
      await changeAndRefresh(stack, id, field, change);
      const after = kind.look(stack, id);
      expect(after).not.toEqual(before);
      expect(warnedOf(stack)).toEqual(variant.putsBack(field) ? [] : [field]);
      stack.messages.length = 0;
      const preview = await stack.preview(program);
      expect(failuresOf(preview)).toEqual([]);
      if (variant.putsBack(field)) {
        expect(stepsOf(preview)).toEqual(["update it"]);
        expect(warnedOf(stack)).toEqual([]);
        expect(reportedIn(preview)).toEqual(field in (stack.outputs("it") ?? {}) ? [field] : []);
        expect(kind.look(stack, id)).toEqual(after);
        await expectPutBack(stack, program);
        expect(kind.look(stack, id)).toEqual(before);
      } else {
        expect(stepsOf(preview)).toEqual([]);
        expect(warnedOf(stack)).toEqual([field]);
        expect(stepsOf(await stack.up(program))).toEqual([]);
        expect(kind.look(stack, id)).toEqual(after);
      }
    },
  );

  if (variant.beside === undefined) return;
  it.each(Object.entries(variant.beside))("drifts in what no field says: %s", async (name, change) => {
    const { stack, program, id } = await made(kind, variant);
    const before = kind.look(stack, id);
    await changeAndRefresh(stack, id, name, change);
    expect(stepsOf(await stack.preview(program))).toEqual(["update it"]);
    await expectPutBack(stack, program);
    expect(kind.look(stack, id)).toEqual(before);
  });
});

/** A refresh has to take the change over into the outputs that tell of it, and into no other. */
async function changeAndRefresh(stack: TestStack, id: string, field: string, change: Change) {
  const before = stack.outputs("it") ?? {};
  await change.by(stack, id);
  expect(failuresOf(await stack.refresh())).toEqual([]);
  const after = stack.outputs("it") ?? {};
  const moved = Object.keys(after).filter((name) => !isDeepStrictEqual(after[name], before[name]));
  const { shows = [field] } = change;
  expect(moved.filter((name) => name !== "updated" && !shows.includes(name))).toEqual([]);
  expect(moved).toContain(shows[0]);
}

async function expectPutBack(stack: TestStack, program: ProgramFunction) {
  const up = await stack.up(program);
  expect(failuresOf(up)).toEqual([]);
  expect(stepsOf(up)).toEqual(["update it"]);
  expect(warningsOf(stack)).toEqual([]);
  expect(movedIn(await stack.refresh())).toBeUndefined();
  expect(stepsOf(await stack.preview(program))).toEqual([]);
}
