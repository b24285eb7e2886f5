import { fetchTransport } from "../../../src/client";
import type { ScanOptions } from "../../../src/drift/drift-options";
import type { ProviderConnection, RecordedStack } from "../../../src/drift/recorded-stack";
import type { DriftReport } from "../../../src/drift/types.generated";
import { createEmulator, wellKnownTokens } from "../../../src/emulator";
import { TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { declareAll } from "../../resources/declare-all";
import { failuresOf, smallInstance } from "../../resources/programs";
import { recordedStackOf, rowsOf, scan } from "./recorded";

const provider = "urn:pulumi:dev::project::pulumi:providers:pulumi-nodejs::far";

/** A stack with the instance `near` of the default provider, and the instance `far` of the provider of the same name. */
interface TwoProviders {
  readonly near: TestStack;
  readonly far: TestStack;
  readonly stack: RecordedStack;
  readonly scan: (stack?: RecordedStack, options?: ScanOptions) => Promise<DriftReport>;
}

async function upWith(stack: TestStack, name: string): Promise<RecordedStack> {
  const outcome = await stack.up(declareAll("Instance", { [name]: { ...smallInstance, label: "web" } }));
  expect(failuresOf(outcome)).toEqual([]);
  return recordedStackOf(stack);
}

/** The provider `far` has the token of another account, or the address of another service. */
async function createProviders(of: "account" | "service"): Promise<TwoProviders> {
  const near = new TestStack();
  const token = of === "account" ? wellKnownTokens.secondAccount : wellKnownTokens.full;
  const far = new TestStack({ beside: near, token, backend: "far" });
  if (of === "service") {
    far.emulator = createEmulator({ clock: near.clock });
    far.address = "http://far.test/v4";
  }
  const own = await upWith(near, "near");
  // The creation times of objects with the same id have to differ.
  await near.clock.advance(60_000);
  const { resources } = await upWith(far, "far");
  const settings = { ...own.settings, baseUrl: far.address, token };
  const connections: ReadonlyMap<string, ProviderConnection> = new Map([[provider, { settings }]]);
  const stack: RecordedStack = {
    ...own,
    resources: [...own.resources, ...resources.map((resource) => ({ ...resource, provider }))],
    providers: connections,
  };
  const transport = fetchTransport((request) =>
    (request.url.startsWith(far.address) ? far : near).emulator.fetch(request),
  );
  return {
    ...{ near, far, stack },
    scan: (scanned = stack, options = {}) =>
      scan(near, { types: ["Instance"], transport, ...options }, [scanned]),
  };
}

const idOf = ({ resources }: RecordedStack, name: string) =>
  resources.find((resource) => resource.name === name)?.id ?? "";

const cases = ["account", "service"] as const;

describe.each(cases)("resources of a provider with another %s", (of) => {
  it("are compared with the objects there", async () => {
    const { stack, scan, far } = await createProviders(of);
    const report = await scan();
    expect(report).toMatchObject({ verdict: "inSync", problems: [], findings: [], warnings: [] });
    expect(report.clean.map(({ urn }) => urn.split("::").at(-1))).toEqual(["near", "far"]);
    expect(report.coverage.types).toMatchObject([{ type: "Instance", managed: 2, existing: 2 }]);

    await advanceUntilIdle(far);
    const { client } = far.services();
    await far.clock.run(client.instances.delete({ instanceId: Number(idOf(stack, "far")) }));
    const after = await scan();
    expect(rowsOf(after)).toEqual(["deleted Instance"]);
    expect(after.findings[0]?.urn).toMatch(/::far$/);
  });

  it("do not hide unmanaged objects, whose rows and code name the provider", async () => {
    const { stack, scan } = await createProviders(of);
    const { resources, ...rest } = stack;
    const farOnly = { ...rest, resources: resources.filter((resource) => resource.provider !== undefined) };
    // A resource of another class keeps the account in the scan.
    const others = farOnly.resources.map((resource) => ({ ...resource, type: "Image", name: "other" }));
    const report = await scan({ ...farOnly, resources: others });
    expect(rowsOf(report)).toEqual(["unmanaged Instance"]);
    expect(report.findings[0]?.message).toMatch(/Its account is that of the provider far: adopt it with/);
    const [action] = report.findings[0]?.actions ?? [];
    expect(action?.description).toMatch(
      /^Add it to a program, where `far` is the provider far, and run `up`/,
    );
    expect(action?.text).toMatch(/^new Instance\("web", \{.*\}, \{ provider: far \}\);\n$/s);

    const [own] = (await scan({ ...stack, resources: [] })).findings;
    expect(own?.actions[0]?.text).toMatch(/^new Instance\("web", \{.*\n\}\);\n$/s);
  });

  it("make the scan incomplete if the provider has no settings", async () => {
    const { stack, scan } = await createProviders(of);
    const problem = "The address is not set.";
    const report = await scan({ ...stack, providers: new Map([[provider, { problem }]]) });
    expect(report).toMatchObject({ verdict: "incomplete", findings: [] });
    expect(report.problems).toMatchObject([
      { subject: "provider far of stack project/dev", message: expect.stringContaining(problem) },
    ]);
    expect(report.clean).toHaveLength(1);
  });

  it("report the creates that a run left pending, if the provider has no settings", async () => {
    const { stack, scan } = await createProviders(of);
    const isOther = ({ name }: { readonly name: string }) => name !== "far";
    const urn = stack.resources.find((resource) => !isOther(resource))?.urn ?? "";
    const pendingOperations = [{ urn, operation: "creating", provider }] as const;
    const resources = [...stack.resources.filter(isOther)];
    const providers = new Map([[provider, { problem: "" }]]);
    const report = await scan({ ...stack, resources, pendingOperations, providers });
    expect(report.findings).toMatchObject([{ kind: "unfinished", urn, stack: "project/dev" }]);
  });
});

it("do not have objects adopted that a pending create of a provider without settings may have created", async () => {
  const { stack, scan } = await createProviders("account");
  const pendingOperations = [
    { urn: `${stack.resources[0]?.urn}-2`, operation: "creating", provider },
  ] as const;
  const image = {
    ...stack.resources[0]!,
    type: "Image",
    urn: stack.resources[0]!.urn.replace("Instance", "Image"),
  };
  const providers = new Map([[provider, { problem: "" }]]);
  const report = await scan({ ...stack, resources: [image], pendingOperations, providers });
  const unmanaged = report.findings.find(({ kind }) => kind === "unmanaged");
  expect(unmanaged?.message).toMatch(/may have created it.* Resolve that create before you adopt the object/);
});

it("names the provider whose token cannot view an unmanaged object", async () => {
  const { stack, scan, far } = await createProviders("account");
  const { client } = far.services();
  const { id } = await far.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
  await far.clock.advance(60_000);
  far.emulator.control.faults.add({ operation: "instances.view", effect: { status: 403 } });
  const { problems } = await scan(stack, { types: ["Instance"] });
  expect(problems.map(({ subject }) => subject)).toContain(
    `instance ${id} (provider far of stack project/dev)`,
  );
});

it("names the provider whose token cannot read something", async () => {
  const { stack, scan, far } = await createProviders("service");
  far.emulator.control.faults.add({ operation: "*", effect: { status: 401 } });
  const ofFar = "(provider far of stack project/dev)";
  const { problems } = await scan(stack, { types: ["Instance"] });
  expect(problems.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([`account at ${far.address} ${ofFar}`, `list of instances ${ofFar}`]),
  );
});

it("lists one row for each account of a stack", async () => {
  const { scan } = await createProviders("account");
  const { stacks } = await scan();
  expect(stacks.map(({ name, resources }) => `${name} ${resources}`)).toEqual([
    "project/dev 1",
    "project/dev 1",
  ]);
  expect(new Set(stacks.map(({ account }) => account)).size).toBe(2);
});
