import type { RecordedStack } from "../../../src/drift/recorded-stack";
import { readIdentity } from "../../../src/lifecycle";
import { TestStack } from "../../../src/testing";
import { webInstance } from "../../resources/programs";
import { recordedStackOf, scan } from "./recorded";

const forbidden = { operation: "account.view", effect: { status: 403 } };

/** The stacks of two projects in one account, each with a token of its own. Their states do not name the account. */
async function createProjects() {
  const world = new TestStack();
  world.emulator.control.faults.add(forbidden);
  await world.up(webInstance({ label: "shop" }));
  const other = new TestStack({ beside: world, backend: "billing" });
  await other.up(webInstance({ label: "billing" }));
  const { euuid } = world.emulator.control.world().account;
  const settings = { ...recordedStackOf(world).settings, token: "emulator-read-only" };
  const shop = recordedStackOf(world);
  return { world, euuid, shop, billing: recordedStackOf(other, { project: "billing", settings }) };
}

const projects = createProjects();

function ofAccount(stack: RecordedStack, account: string): RecordedStack {
  const resources = stack.resources.map((resource) => {
    const identity = { ...readIdentity(resource.outputs), account };
    return { ...resource, outputs: { ...resource.outputs, identity } };
  });
  return { ...stack, resources };
}

const withSettings = (stack: RecordedStack, settings: Partial<RecordedStack["settings"]>): RecordedStack => ({
  ...stack,
  settings: { ...stack.settings, ...settings },
});

async function scanInstances(...stacks: readonly RecordedStack[]) {
  const { world } = await projects;
  const { findings, coverage, problems } = await scan(world, { types: ["Instance"] }, stacks);
  const rows = findings.filter(({ kind }) => kind !== "unfinished");
  expect(rows.filter(({ kind }) => kind !== "unmanaged")).toEqual([]);
  const adoptable = rows.filter(({ actions }) => actions.some(({ purpose }) => purpose === "adopt"));
  const labels = {
    unmanaged: rows.map(({ label }) => label),
    adoptable: adoptable.map(({ label }) => label),
  };
  return { ...labels, ...coverage.types[0], problems };
}

describe("an object of a stack with another token", () => {
  it("counts as managed if no token can read its account", async () => {
    const { shop, billing, euuid } = await projects;
    const known = [
      [shop, billing],
      [ofAccount(shop, euuid), billing],
      [shop, ofAccount(billing, euuid)],
      [ofAccount(shop, euuid), ofAccount(billing, euuid)],
    ];
    for (const stacks of known) {
      expect(await scanInstances(...stacks)).toMatchObject({ unmanaged: [], managed: 2, existing: 2 });
    }
  });

  it("is unmanaged if the states name different accounts", async () => {
    const { shop, billing } = await projects;
    const found = await scanInstances(ofAccount(shop, "A"), ofAccount(billing, "B"));
    expect(found).toMatchObject({ unmanaged: ["shop", "billing"], managed: 2, existing: 4 });
  });

  it("is not the result of an unresolved create of that stack, if the states name different accounts", async () => {
    const { shop, billing } = await projects;
    const pendingOperations = [{ urn: billing.resources[0]?.urn ?? "", operation: "creating" }];
    const open = { ...billing, pendingOperations };
    const empty = { ...shop, resources: [] };
    expect(await scanInstances(empty, open)).toMatchObject({
      unmanaged: ["shop", "shop"],
      adoptable: [],
    });
    const apart = await scanInstances(ofAccount(shop, "A"), ofAccount(open, "B"));
    expect(apart).toMatchObject({ unmanaged: ["shop", "billing"], adoptable: ["billing"] });
  });

  it("is unmanaged if the stack uses another address", async () => {
    const { shop, billing } = await projects;
    const other = withSettings(billing, { baseUrl: "http://other.test/v4" });
    expect(await scanInstances(shop, other)).toMatchObject({ unmanaged: ["shop", "billing"] });
  });

  it("is managed if its state names the account, even if the stack's token belongs to another one", async () => {
    const { world, euuid, shop, billing } = await projects;
    world.emulator.control.faults.clear();
    const settings = { token: "emulator-second-account" };
    const wrong = withSettings(ofAccount(billing, euuid), settings);
    const found = await scanInstances(shop, wrong);
    expect(found).toMatchObject({ unmanaged: [], problems: [{ stack: "billing/dev" }] });
    const unknown = withSettings({ ...billing, resources: billing.resources.slice(0, 0) }, settings);
    expect(await scanInstances(shop, unknown)).toMatchObject({ unmanaged: ["billing"], problems: [] });
  });
});

it.each([
  ["with the same token", { token: "emulator-full-access" }],
  ["of the same account", {}],
])("lists may be as long as one of the stacks %s allows", async (_, settings) => {
  const { world, shop, billing } = await projects;
  world.emulator.control.faults.clear();
  const [short, long] = [withSettings(shop, { maxListItems: 1 }), withSettings(billing, settings)];
  for (const stacks of [
    [short, long],
    [long, short],
  ]) {
    const { coverage, problems } = await scan(world, { types: ["Instance"] }, stacks);
    expect({ problems, types: coverage.types }).toMatchObject({
      problems: [],
      types: [{ managed: 2, existing: 2 }],
    });
  }
  const { problems } = await scan(world, { types: ["Instance"] }, [short]);
  expect(problems).toMatchObject([{ message: expect.stringMatching(/more than 1 item\b(?!s)/) }]);
});
