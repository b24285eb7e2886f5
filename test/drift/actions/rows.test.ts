import { join } from "node:path";
import type { Finding, FindingAction } from "../../../src/drift";
import { unresolvedActions } from "../../../src/drift/actions";
import type { RecordedStack } from "../../../src/drift/recorded-stack";
import type { ProgramFunction } from "../../../src/engine";
import { declare, TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { recover } from "../../recovery/recovering";
import { declareAll } from "../../resources/declare-all";
import { allVariants, createVariant } from "../../resources/every-resource/create";
import { files } from "../../resources/every-resource/files";
import { createOtherInstance } from "../../resources/every-resource/other-instance";
import { failuresOf, instancesIn, smallInstance, stepsOf, webInstance } from "../../resources/programs";
import { recordedStackOf, scan } from "../scan/recorded";
import { actionsFor, carryOut, commandFor, commandsFor, propertiesIn } from "./carry-out";

afterAll(() => files.remove());

const program = webInstance({ label: "web" });

function writesTo({ emulator }: TestStack): readonly string[] {
  return emulator.control.requests().flatMap(({ method, path }) => (method === "GET" ? [] : [path]));
}

/** The only row about what the stack manages. */
async function rowOf(stack: TestStack, options: Parameters<typeof scan>[1] = {}): Promise<Finding> {
  const { findings } = await scan(stack, { unmanaged: false, ...options });
  expect(findings).toHaveLength(1);
  return findings[0]!;
}

async function expectInSync(stack: TestStack) {
  expect(await scan(stack, { unmanaged: false, allFields: true })).toMatchObject({
    verdict: "inSync",
    findings: [],
  });
}

it("a live value that no program can declare is repaired or ignored, and not offered as an argument", async () => {
  const stack = new TestStack();
  const imageId = "private/1";
  const adopting = declareAll("Image", { golden: { adopt: imageId, label: "golden" } });
  await stack.up(adopting);
  await stack.clock.run(stack.services().client.images.update({ imageId, label: "" }));
  const finding = await rowOf(stack);
  expect(finding).toMatchObject({ field: "label", live: "", repair: "up" });
  expect(actionsFor(finding, "accept", "code")).toEqual(['ignoreChanges: ["label"],']);
  expect(failuresOf(await carryOut(stack, adopting, commandFor(finding, "repair")))).toEqual([]);
  await expectInSync(stack);
});

describe("a deleted object", () => {
  async function deleted() {
    const stack = new TestStack();
    await stack.up(program);
    const [{ id } = { id: 0 }] = instancesIn(stack);
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: id });
    stack.clock.advance(60_000);
    return { stack, id, finding: await rowOf(stack) };
  }

  it("is created again by the command that repairs it", async () => {
    const { stack, id, finding } = await deleted();
    expect(failuresOf(await carryOut(stack, program, commandFor(finding, "repair")))).toEqual([]);
    expect(instancesIn(stack)).toEqual([expect.objectContaining({ label: "web", status: "running" })]);
    expect(instancesIn(stack)[0]?.id).not.toBe(id);
    await expectInSync(stack);
  });

  it("leaves the state by the command that forgets it", async () => {
    const { stack, finding } = await deleted();
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await carryOut(stack, program, commandFor(finding, "forget")))).toEqual([]);
    expect(recordedStackOf(stack).resources).toEqual([]);
    expect(writesTo(stack)).toEqual([]);
    await expectInSync(stack);
  });
});

describe("an unfinished resource", () => {
  it("is finished by the printed command", async () => {
    const stack = new TestStack();
    const withoutWatchdog = webInstance({ label: "web", watchdogEnabled: false });
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
    expect(failuresOf(await stack.up(withoutWatchdog))).toHaveLength(1);
    const { findings } = await scan(stack, { unmanaged: false });
    const finding = findings.find(({ kind }) => kind === "unfinished")!;
    stack.emulator.control.faults.clear();
    expect(failuresOf(await carryOut(stack, withoutWatchdog, commandFor(finding, "finish")))).toEqual([]);
    await expectInSync(stack);
  });

  it("is resolved by the printed commands after a killed run", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(1, () => stack.up(program));
    expect(recordedStackOf(stack).pendingOperations).toHaveLength(1);
    const finding = await rowOf(stack);
    expect(finding.kind).toBe("unfinished");
    expect(commandsFor(finding, "finish")).toEqual(["npx nodecloud recover --stack dev"]);
    expect(finding.actions[0]?.description).toMatch(/ In the folder of the project project:$/);
    await recover(stack);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
    await expectInSync(stack);
  });

  it("takes over a candidate with the printed argument", async () => {
    const stack = new TestStack();
    await stack.up(program);
    const recorded = recordedStackOf(stack);
    const resources = recorded.resources.map((resource) => ({
      ...resource,
      outputs: { ...resource.outputs, unresolved: { candidates: [resource.id, "99"], reason: "" } },
    }));
    const { findings } = await scan(stack, { unmanaged: false }, [{ ...recorded, resources }]);
    const [first, second] = actionsFor(findings[0]!, "adopt", "code");
    expect(propertiesIn(second ?? "")).toEqual({ adopt: 99 });
    const other = new TestStack({ beside: stack });
    stack.emulator.control.forgetRequests();
    const up = await other.up(declareAll("Instance", { mine: propertiesIn(first ?? "") }));
    expect(stepsOf(up)).toEqual(["create mine"]);
    expect(writesTo(stack)).toEqual([]);
  });
});

it.each([
  ["Instance", /until the next `up`\.$/],
  ["OAuthClient", /Set `secretVersion` too: the secret of an adopted client is unknown until it is reset\.$/],
  ["Image", /An image that is waiting for its data cannot be adopted: run `nodecloud recover` instead\.$/],
])("the adoption of a candidate of type %s is described with what it takes", (type, description) => {
  const actions = unresolvedActions(recordedStackOf(new TestStack()), type, [99]);
  expect(actions.find(({ purpose }) => purpose === "adopt")?.description).toMatch(description);
});

describe("an object that has the recorded id of another one", () => {
  const urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web";
  let stack: TestStack;
  beforeAll(async () => {
    stack = new TestStack();
    await stack.up(program);
  });

  async function notOursFinding(changes: Partial<RecordedStack> = {}, isProtected = false): Promise<Finding> {
    const recorded = recordedStackOf(stack, { backend: "backend", ...changes });
    const resources = recorded.resources.map((resource) => {
      const outputs = { ...resource.outputs, identity: { created: "2020-01-01T00:00:00" } };
      return { ...resource, outputs, isProtected };
    });
    const { findings } = await scan(stack, { unmanaged: false }, [{ ...recorded, resources }]);
    expect(findings.map(({ kind }) => kind)).toEqual(["notOurs"]);
    return findings[0]!;
  }

  it("is reported with the creation times of both objects", async () => {
    const created = { declared: "2020-01-01T00:00:00", live: "2022-03-21T09:00:00" };
    expect(await notOursFinding()).toMatchObject({ field: "created", ...created });
  });

  it("is left alone by the command that forgets it, and can be adopted with the printed argument", async () => {
    const finding = await notOursFinding();
    expect(commandsFor(finding, "forget")).toEqual([`npx nodecloud state delete ${urn} --stack dev`]);
    const [code = ""] = actionsFor(finding, "adopt", "code");
    expect(propertiesIn(code)).toEqual({ adopt: Number(finding.id) });
  });

  it("is forgotten in two steps if the record is protected", async () => {
    expect(commandsFor(await notOursFinding({}, true), "forget")).toEqual([
      `npx nodecloud state unprotect ${urn} --stack dev`,
      `npx nodecloud state delete ${urn} --stack dev`,
    ]);
  });

  it.each([
    ["is not in a file", { isInFile: false }],
    ["comes from an export", { backend: undefined }],
  ])("is forgotten by the Pulumi CLI alone if the state %s", async (_, changes) => {
    const { actions } = await notOursFinding(changes);
    const commands = actions.filter(({ form }) => form === "command");
    expect(commands.map(({ text }) => text)).toEqual([`pulumi state delete ${urn} --stack dev`]);
    expect(commands[0]?.description).not.toContain("either form");
  });

  it("is forgotten by this package alone if the CLI looks for the stack elsewhere", async () => {
    const { actions } = await notOursFinding({ isFoundByCli: false });
    const commands = actions.filter(({ form }) => form === "command");
    expect(commands.map(({ text }) => text)).toEqual([`npx nodecloud state delete ${urn} --stack dev`]);
    expect(commands[0]?.description).not.toContain("either form");
  });

  it("is forgotten in a folder that the command or its description names", async () => {
    const place = async (folder?: string) => {
      const { actions } = await notOursFinding({ project: "shop", folder });
      return actions.filter(({ form }) => form === "command")[0];
    };
    expect(await place()).toMatchObject({
      text: `npx nodecloud state delete ${urn} --stack dev`,
      description: expect.stringMatching(/ In the folder of the project shop, in either form:$/),
    });
    expect(await place(join(process.cwd(), "shop"))).toMatchObject({
      text: `npx nodecloud state delete ${urn} --stack dev --cwd shop`,
      description: expect.stringMatching(/[^,] In either form:$/),
    });
  });
});

describe("a protected resource that only a replacement repairs", () => {
  it("is replaced by the printed command with the printed options", async () => {
    const stack = new TestStack();
    const inputs = { ...smallInstance, type: "g1-standard-1" };
    const declared =
      (options: object): ProgramFunction =>
      async (register) => {
        await register(declare("Instance", "web", inputs, { protect: true, ...options }));
        return {};
      };
    await stack.up(declared({}));
    const [{ id } = { id: 0 }] = instancesIn(stack);
    stack.emulator.control.changeInstance(id, { region: "eu-west" });
    const finding = await rowOf(stack);
    expect(finding).toMatchObject({ field: "region", repair: "replacement" });
    expect(failuresOf(await carryOut(stack, declared({}), commandFor(finding, "repair")))).not.toEqual([]);
    const options = Object.assign({}, ...actionsFor(finding, "repair", "code").map(propertiesIn));
    expect(failuresOf(await carryOut(stack, declared(options), commandFor(finding, "repair")))).toEqual([]);
    expect(instancesIn(stack).map((one) => one.id)).not.toContain(id);
    await expectInSync(stack);
  });
});

describe("a value that was cleared", () => {
  it("is accepted by an argument that is undefined", async () => {
    const stack = new TestStack();
    const diskId = (await createOtherInstance(stack)).disks[0] ?? 0;
    await stack.up(declareAll("Image", { golden: { diskId, label: "golden", description: "old" } }));
    const imageId = String(recordedStackOf(stack).resources[0]?.id);
    await stack.clock.run(stack.services().client.images.update({ imageId, description: null }));
    const finding = await rowOf(stack);
    expect(finding).toMatchObject({ field: "description", live: null });
    expect(actionsFor(finding, "accept", "code")).toEqual([
      "description: undefined,",
      'ignoreChanges: ["description"],',
    ]);
    const [{ description }] = finding.actions.filter(({ purpose }) => purpose === "accept") as [
      FindingAction,
    ];
    expect(description).toMatch(/^Remove the argument/);
  });

  it("can only be ignored if the argument is required", async () => {
    const stack = new TestStack({ settings: { putOmitted: "replace" } });
    const instanceId = (await createOtherInstance(stack)).id;
    const schedule = { instanceId, day: "Sunday", window: "W2" };
    expect(failuresOf(await stack.up(declareAll("BackupSchedule", { nightly: schedule })))).toEqual([]);
    await stack.clock.run(stack.services().client.instances.update({ instanceId, group: "theirs" }));
    const { findings } = await scan(stack, { unmanaged: false });
    expect(findings.map(({ field, live }) => [field, live])).toEqual([
      ["day", null],
      ["window", null],
    ]);
    expect(findings.map((finding) => actionsFor(finding, "accept", "code"))).toEqual([
      ['ignoreChanges: ["day"],'],
      ['ignoreChanges: ["window"],'],
    ]);
  });
});

describe("an output that nobody declares", () => {
  it("is recorded by the printed command", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ label: "web" }));
    const [{ id } = { id: 0 }] = instancesIn(stack);
    stack.emulator.control.changeInstance(id, { group: "theirs" });
    const { findings } = await scan(stack, { unmanaged: false, allFields: true });
    const finding = findings.find(({ field }) => field === "group")!;
    expect(finding).toMatchObject({ kind: "informational", live: "theirs" });
    stack.emulator.control.forgetRequests();
    await carryOut(stack, program, commandFor(finding, "accept"));
    expect(writesTo(stack)).toEqual([]);
    await expectInSync(stack);
  });
});

describe("an unmanaged object that is still changing", () => {
  const folder = join(process.cwd(), "shop");

  async function unmanaged(stack: TestStack, type: string, id: string) {
    const empty = new TestStack({ beside: stack });
    const { findings } = await scan(empty, {}, [recordedStackOf(empty, { folder })]);
    return findings.find((one) => one.type === type && one.id === id)!;
  }

  it("is not adopted by printed code, because `up` would refuse it: an image that waits for its data", async () => {
    const stack = new TestStack();
    const args = { label: "new", region: "us-east" };
    const { image } = await stack.clock.run(stack.services().client.images.upload(args));
    const finding = await unmanaged(stack, "Image", image.id);
    expect(finding.message).toMatch(
      / It is pending_upload, so it cannot be adopted yet\. Scan again later\.$/,
    );
    expect(finding.actions.map(({ purpose }) => purpose)).toEqual(["look", "ignore"]);
    expect(actionsFor(finding, "look", "command")).toEqual(["npx nodecloud drift --stack dev --cwd shop"]);
    const adopting = declareAll("Image", { new: { adopt: image.id, label: "new" } });
    expect(failuresOf(await new TestStack({ beside: stack }).up(adopting))).toEqual([
      expect.stringContaining("was not adopted"),
    ]);
  });

  it("is adopted by printed code once it has stopped changing", async () => {
    const stack = new TestStack();
    await stack.up(program);
    const [{ id } = { id: 0 }] = instancesIn(stack);
    const purposes = async () => {
      const { actions } = await unmanaged(stack, "Instance", String(id));
      return actions.map(({ purpose }) => purpose);
    };
    stack.emulator.control.changeInstance(id, { status: "shutting_down" });
    expect(await purposes()).toEqual(["look", "ignore"]);
    stack.emulator.control.changeInstance(id, { status: "offline" });
    expect(await purposes()).toEqual(["adopt", "ignore"]);
  });
});

describe("an unmanaged object", () => {
  it.each(allVariants)("is adopted by the printed code: %s", async (_, resource, variant) => {
    const { stack, id } = await createVariant(resource, variant);
    await advanceUntilIdle(stack);
    const empty = new TestStack({ beside: stack });
    const { findings } = await scan(empty);
    const finding = findings.find((one) => one.type === resource.type && one.id === id)!;
    const [code = ""] = actionsFor(finding, "adopt", "code");
    const { name, adopt, ...args } = declarationIn(code, resource.type);
    expect(String(adopt)).toBe(id);
    stack.emulator.control.forgetRequests();
    const adopting = await empty.up(declareAll(resource.type, { [name]: { adopt, ...args } }));
    expect(failuresOf(adopting)).toEqual([]);
    expect(writesTo(stack)).toEqual([]);
    expect(failuresOf(await empty.up(declareAll(resource.type, { [name]: args })))).toEqual([]);
    expect(writesTo(stack)).toEqual([]);
    const { clean } = await scan(empty);
    expect(clean).toEqual([expect.objectContaining({ id, type: resource.type })]);
  });
});

it("TypeScript accepts the printed code without `adopt`, too: arguments of a create are undefined", async () => {
  const stack = new TestStack();
  const card = { cardNumber: "4111111111111111", expiryMonth: 11, expiryYear: 2030, cvv: "123" };
  const up = await stack.up(async (register) => {
    await register(declare("Instance", "empty", { region: "us-east", type: "g1-nano-1" }));
    const args = {
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      rootPass: "correct-Horse-1-battery",
    };
    await register(declare("Instance", "imaged", args));
    await register(declare("PaymentMethod", "card", { card }));
    return {};
  });
  expect(failuresOf(up)).toEqual([]);
  stack.emulator.control.externalChange({ kind: "payment_method_add", type: "paypal" });
  await advanceUntilIdle(stack);
  const { findings } = await scan(new TestStack({ beside: stack }));
  const codes = findings.flatMap((finding) => actionsFor(finding, "adopt", "code"));
  const undefinedIn = codes.map((code) => [
    /new (\w+)/.exec(code)?.[1],
    [...code.matchAll(/^ {2}(\w+): undefined,$/gm)].map(([, name]) => name),
  ]);
  expect(undefinedIn).toContainEqual(["Instance", []]);
  expect(undefinedIn).toContainEqual(["Instance", ["rootPass"]]);
  const methods = undefinedIn.filter(([type]) => type === "PaymentMethod");
  expect(methods).toEqual([0, 1, 2].map(() => ["PaymentMethod", ["card"]]));
});

/** The name and the arguments of the resource that a printed statement declares. */
function declarationIn(
  code: string,
  type: string,
): { readonly name: string; readonly adopt: string | number } {
  const declare = new Function(type, `return ${code}`);
  return declare(
    class {
      constructor(name: string, args: object) {
        Object.assign(this, args, { name });
      }
    },
  );
}
