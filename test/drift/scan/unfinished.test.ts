import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RecordedResource, RecordedStack } from "../../../src/drift/recorded-stack";
import type { Finding } from "../../../src/drift/types.generated";
import type { ProgramFunction } from "../../../src/engine";
import { intentFiles } from "../../../src/lifecycle";
import { declare, TestStack } from "../../../src/testing";
import { smallInstance } from "../../resources/programs";
import { recordedStackOf, scan } from "./recorded";

const program: ProgramFunction = async (register) => {
  await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
  return {};
};

const urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web";

async function createdStack() {
  const stack = new TestStack();
  await stack.up(program);
  const recorded = recordedStackOf(stack);
  const [resource] = recorded.resources;
  if (resource === undefined) throw new Error("The state has no instance.");
  return { stack, recorded, resource };
}

describe("what a run left to do", () => {
  it.each([
    ["a failed step", { initErrors: ["boot failed"] }, "did not finish"],
    ["setup steps", { outputs: { unfinished: ["ready"] } }, "Remaining steps: ready"],
    ["the delete of an old object", { isPendingDeletion: true }, "still has to delete this old object"],
    [
      "a kept old object",
      { isPendingDeletion: true, isRetained: true },
      "The object is not deleted, because of",
    ],
    ["the create of a replacement", { isPendingReplacement: true }, "deleted the object and did not create"],
    [
      "the create of a replacement of a kept object",
      { isPendingReplacement: true, isRetained: true },
      "left the object in the account, because of `retainOnDelete`, and did not create the new one",
    ],
    [
      "an unresolved create",
      { outputs: { unresolved: { candidates: ["7", "9"], reason: "" } } },
      "Candidates: 7, 9.",
    ],
  ])("is a finding: %s", async (_, changes, message) => {
    const { stack, recorded, resource } = await createdStack();
    const outputs = { ...resource.outputs, ...("outputs" in changes ? changes.outputs : {}) };
    const resources = [{ ...resource, ...changes, outputs }];
    const report = await scan(stack, { unmanaged: false }, [{ ...recorded, resources }]);
    expect(report.findings).toEqual([
      expect.objectContaining({ kind: "unfinished", urn, message: expect.stringContaining(message) }),
    ]);
    expect(report.verdict).toBe("drift");
    expect(report.clean).toEqual([]);
  });

  it("is one finding if a replacement has deleted the object already", async () => {
    const { stack, recorded, resource } = await createdStack();
    await stack.clock.advance(60_000);
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: Number(resource.id) }));
    await stack.clock.advance(300_000);
    const resources = [{ ...resource, isPendingReplacement: true }];
    const { findings } = await scan(stack, { unmanaged: false }, [{ ...recorded, resources }]);
    expect(findings).toEqual([
      expect.objectContaining({ kind: "unfinished", message: expect.stringContaining("deleted the object") }),
    ]);
  });

  it("is a finding: a pending operation", async () => {
    const { stack, recorded, resource } = await createdStack();
    const pendingOperations = [{ urn, operation: "updating", resource }];
    const report = await scan(stack, { unmanaged: false }, [{ ...recorded, pendingOperations }]);
    expect(report.findings).toEqual([expect.objectContaining({ kind: "unfinished", urn, id: resource.id })]);
    expect(report.findings[0]?.message).toContain("started updating it");
  });

  it("is reported for a create even if the state has an object for the resource", async () => {
    const { stack, recorded, resource } = await createdStack();
    const { urn } = resource;
    const messageFor = async (resources: readonly RecordedResource[]) => {
      const pendingOperations = [{ urn, operation: "creating", resource }];
      const { findings } = await scan(stack, { unmanaged: false }, [
        { ...recorded, resources, pendingOperations },
      ]);
      return findings.find(({ kind }) => kind === "unfinished")?.message;
    };
    expect(await messageFor([resource])).toContain(`The state has ${resource.id} for the resource.`);
    expect(await messageFor([])).toContain(
      "has not recorded the result. If that run is no longer active, run `nodecloud recover`",
    );
  });

  it("does not make an old object that waits for its delete unmanaged", async () => {
    const { stack, recorded, resource } = await createdStack();
    const resources = [{ ...resource, isPendingDeletion: true }];
    const report = await scan(stack, {}, [{ ...recorded, resources }]);
    expect(
      report.findings.filter(
        ({ kind, type, id }) => kind === "unmanaged" && type === "Instance" && id === resource.id,
      ),
    ).toEqual([]);
  });
});

describe("an unmanaged object that an open create", () => {
  const rowAfter = async (changes: (id: string) => Partial<RecordedStack>) => {
    const { stack, recorded, resource } = await createdStack();
    const changed = { ...recorded, resources: [], ...changes(resource.id ?? "") };
    const { findings } = await scan(stack, {}, [changed]);
    const rows = findings.filter(({ kind }) => kind === "unmanaged");
    const row = rows.find(({ type }) => type === "Instance");
    expect(row).toMatchObject({ id: resource.id });
    expect(rows.filter(({ type }) => type !== "Instance").map(purposes)).toContainEqual(["adopt", "ignore"]);
    return { message: row?.message, purposes: row && purposes(row) };
  };
  const purposes = ({ actions }: Finding) => actions.map(({ purpose }) => purpose);
  const unresolvedWith = (candidates: readonly string[]) => ({
    ...{
      urn,
      type: "Instance",
      name: "web",
      id: "unresolved-1",
      inputs: {},
      argumentsFrom: [],
      initErrors: [],
    },
    ...{ isPendingDeletion: false, isPendingReplacement: false, isExternal: false },
    ...{ isProtected: false, isRetained: false },
    outputs: { unresolved: { candidates, reason: "" } },
  });

  it.each([
    ["in the pending operations", () => ({ pendingOperations: [{ urn, operation: "creating" }] })],
    ["with it as a candidate", (id: string) => ({ resources: [unresolvedWith(["99", id])] })],
    ["without a candidate", () => ({ resources: [unresolvedWith([])] })],
  ])("may have created is not offered for adoption if the create is recorded %s", async (_, changes) => {
    expect(await rowAfter(changes)).toEqual({
      message: `No scanned stack records this instance. A create request of project/dev may have created it: ${urn}. Resolve that create before you adopt the object.`,
      purposes: ["finish", "ignore"],
    });
  });

  it("may have created is not offered for adoption through its backup schedule either", async () => {
    const { stack, recorded, resource } = await createdStack();
    const { client } = stack.services();
    const instanceId = Number(resource.id);
    await stack.clock.advance(60_000);
    await stack.clock.run(client.backups.enable({ instanceId }));
    await stack.clock.advance(60_000);
    const schedule = { day: "Saturday", window: "W10" };
    await stack.clock.run(client.instances.update({ instanceId, backups: { schedule } }));
    await stack.clock.advance(60_000);
    const pendingOperations = [{ urn, operation: "creating" }];
    const { findings } = await scan(stack, {}, [{ ...recorded, resources: [], pendingOperations }]);
    const row = findings.find(({ type, kind }) => type === "BackupSchedule" && kind === "unmanaged");
    expect(row?.message).toContain(`may have created it: ${urn}. Resolve that create before you adopt`);
    expect(row && purposes(row)).toEqual(["finish", "ignore"]);
  });

  it.each([
    ["was not interrupted while creating", { pendingOperations: [{ urn, operation: "updating" }] }],
    ["has other candidates", { resources: [unresolvedWith(["99"])] }],
    [
      "has another type",
      { pendingOperations: [{ urn: urn.replace("Instance", "OAuthClient"), operation: "creating" }] },
    ],
  ])("did not create can be adopted: the run %s", async (_, changes) => {
    expect((await rowAfter(() => changes)).purposes).toEqual(["adopt", "ignore"]);
  });
});

describe("records of creates that cannot be read", () => {
  const home = mkdtempSync(join(tmpdir(), "nodecloud-drift-"));
  afterAll(() => rmSync(home, { recursive: true }));
  const folder = join(home, "intents");
  const env = { NODECLOUD_HOME: home };
  let stack: TestStack;
  beforeEach(async () => {
    stack = new TestStack();
    await stack.up(program);
    rmSync(folder, { recursive: true, force: true });
  });
  const scanWith = (changes: Partial<RecordedStack> = {}) =>
    scan(stack, { unmanaged: false, env }, [recordedStackOf(stack, { backend: "backend", ...changes })]);

  it("make a report incomplete, which otherwise would not mention the create of a killed run", async () => {
    const origin = { project: "project", stack: "dev", type: "Instance", name: "db" };
    const intent = { origin, address: stack.address, before: [], at: stack.clock.now() };
    await intentFiles(folder, "backend", stack.clock).save(intent);
    expect(await scanWith()).toMatchObject({ verdict: "drift", problems: [] });
    const [file = ""] = readdirSync(folder);
    writeFileSync(join(folder, file), "");
    expect(await scanWith()).toMatchObject({
      ...{ verdict: "incomplete", findings: [] },
      problems: [{ subject: `records of creates in ${join(folder, file)}`, stack: null, type: null }],
    });
    expect(await scanWith({ backend: undefined })).toMatchObject({ verdict: "inSync", problems: [] });
  });

  it("make a report incomplete if their folder cannot be read, but not if there is none", async () => {
    expect(await scanWith()).toMatchObject({ verdict: "inSync", problems: [] });
    writeFileSync(folder, "");
    expect(await scanWith()).toMatchObject({
      verdict: "incomplete",
      problems: [{ message: expect.stringMatching(/^They cannot be read \(.*ENOTDIR.*\), so /) }],
    });
  });
});

describe("a leftover intent", () => {
  const origin = { project: "project", stack: "dev", type: "Instance", name: "web" };
  const home = mkdtempSync(join(tmpdir(), "nodecloud-drift-"));
  afterAll(() => rmSync(home, { recursive: true }));

  interface Leftover {
    readonly origin?: object;
    readonly id?: string | undefined;
    readonly owner?: string;
    readonly address?: string;
    readonly organization?: string;
    readonly before?: readonly string[];
    /** In milliseconds: how long after the create of the state's object. Default: it was created last. */
    readonly delay?: number;
    /** What differs in the state's resource. */
    readonly recorded?: Partial<RecordedResource>;
  }

  const lastCreated = (stack: TestStack) =>
    Math.max(0, ...stack.emulator.control.world().instances.map(({ created }) => created));

  async function saveIntent(
    stack: TestStack,
    { id, owner = "backend", before = [], delay, ...leftover }: Leftover,
  ) {
    const at = delay === undefined ? stack.clock.now() : lastCreated(stack) + delay;
    rmSync(join(home, "intents"), { recursive: true, force: true });
    await intentFiles(join(home, "intents"), owner, stack.clock).save({
      ...{ origin: { ...origin, ...leftover.origin }, address: leftover.address ?? stack.address },
      ...{ before, at, label: "web", ...(id === undefined ? {} : { id }) },
    });
    return { NODECLOUD_HOME: home };
  }

  async function findingsWith(leftover: Leftover) {
    const { stack, recorded, resource } = await createdStack();
    const env = await saveIntent(stack, leftover);
    const { organization } = leftover;
    const resources = [{ ...resource, ...leftover.recorded }];
    const own = { ...recorded, backend: "backend", organization, resources };
    return (await scan(stack, { unmanaged: false, env }, [own])).findings;
  }

  it("keeps the object that it created from being adopted", async () => {
    const { stack, recorded, resource } = await createdStack();
    const env = await saveIntent(stack, { id: resource.id });
    const { findings } = await scan(stack, { env }, [{ ...recorded, resources: [], backend: "backend" }]);
    const row = findings.find(({ kind, type }) => kind === "unmanaged" && type === "Instance");
    expect(row?.message).toContain(`A create request of project/dev created it: ${urn}.`);
    expect(row?.actions.map(({ purpose }) => purpose)).toEqual(["finish", "ignore"]);
  });

  it("is the only finding about a create that the state also has as a pending operation", async () => {
    const { stack, recorded } = await createdStack();
    const env = await saveIntent(stack, {});
    const operations = [urn, urn.replace("web", "db")].map((one) => ({ urn: one, operation: "creating" }));
    const own = { ...recorded, backend: "backend", resources: [], pendingOperations: operations };
    const { findings } = await scan(stack, { unmanaged: false, env }, [own]);
    const rows = findings.map(({ urn: of, message }) => [of, message.slice(0, 25)]);
    expect(rows).toEqual([
      [urn.replace("web", "db"), "A run started creating it"],
      [urn, "A create was sent at 2022"],
    ]);
  });

  it("does not hide a pending operation of a resource that has an object", async () => {
    const { stack, recorded, resource } = await createdStack();
    const env = await saveIntent(stack, { delay: 61_000 });
    const pendingOperations = [{ urn, operation: "creating", resource }];
    const own = { ...recorded, backend: "backend", pendingOperations };
    const { findings } = await scan(stack, { unmanaged: false, env }, [own]);
    expect(findings.map(({ kind, id }) => [kind, id])).toEqual([
      ["unfinished", resource.id],
      ["unfinished", null],
    ]);
  });

  it("is a row with the id that it knows", async () => {
    expect(await findingsWith({ origin: { name: "db" }, id: "77" })).toEqual([
      expect.objectContaining({ kind: "unfinished", id: "77", label: "web", urn: urn.replace("web", "db") }),
    ]);
  });

  it.each<readonly [string, Leftover, RegExp]>([
    ["the state has another object of the resource", { id: "77" }, /^A create was sent at \S+, and /],
    [
      "the state only reads the object",
      { origin: { name: "db" }, id: "1", recorded: { isExternal: true } },
      /It created 1\./,
    ],
    [
      "the object with the id has another type",
      { origin: { name: "db", type: "OAuthClient" }, id: "1" },
      /It created 1\./,
    ],
    ["the state has the object that it was to replace", { delay: 61_000 }, /It may have created an object\./],
    ["the state has an object from before the create", { before: ["1"], delay: 0 }, /^A create was sent at/],
    ["neither has an id", { recorded: { id: undefined } }, /It may have created an object\./],
    ["another resource is recorded", { origin: { name: "db" }, delay: 0 }, /It may have created an object\./],
    [
      "the stack may be of another organization",
      { origin: { name: "db", organization: "acme" }, id: "77" },
      /sent at \S+ for the organization "acme", and/,
    ],
  ])("is a row if %s", async (_, leftover, message) => {
    const findings = await findingsWith(leftover);
    expect(findings).toMatchObject([{ kind: "unfinished", message: expect.stringMatching(message) }]);
  });

  it("has no row of its own if the state has it as unresolved", async () => {
    const outputs = {
      unresolved: { candidates: ["1"], reason: "" },
      identity: { created: "2001-01-01T00:00:00" },
    };
    const recorded = { id: "unresolved-1", outputs };
    const findings = await findingsWith({ recorded });
    expect(findings).toMatchObject([{ message: expect.stringContaining("Candidates: 1.") }]);
  });

  it("of a replacement keeps the object that it may have created from being adopted", async () => {
    const { stack, recorded, resource } = await createdStack();
    await stack.clock.advance(60_000);
    const env = await saveIntent(stack, {});
    const { client } = stack.services();
    const { id } = await stack.clock.run(
      client.instances.create({ region: "us-east", type: "g1-nano-1", label: "web-2" }),
    );
    await stack.clock.advance(600_000);
    const { findings } = await scan(stack, { env }, [{ ...recorded, backend: "backend" }]);
    expect(resource.id).not.toBe(String(id));
    const row = findings.find(({ kind, type }) => kind === "unmanaged" && type === "Instance");
    expect(row).toMatchObject({
      id: String(id),
      message: expect.stringContaining(`may have created it: ${urn}.`),
    });
    expect(row?.actions.map(({ purpose }) => purpose)).toEqual(["finish", "ignore"]);
  });

  it.each<readonly [string, Leftover]>([
    ["the state has recorded what it created", { delay: -1000 }],
    ["the state may have recorded it by another clock", { delay: 60_000 }],
    ["the state has recorded an object without a creation time", { recorded: { outputs: {} } }],
    ["the state has the object as another resource", { origin: { name: "db" }, id: "1" }],
    ["it belongs to another stack", { origin: { stack: "prod" }, id: "77" }],
    ["it belongs to another backend", { origin: { name: "db" }, id: "77", owner: "elsewhere" }],
    ["it was sent to another address", { id: "77", address: "http://elsewhere.test/v4" }],
    [
      "it belongs to another organization",
      { origin: { name: "db", organization: "acme" }, id: "77", organization: "other" },
    ],
  ])("has no row if %s", async (_, leftover) => {
    expect(await findingsWith(leftover)).toEqual([]);
  });
});
