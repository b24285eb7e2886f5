import type { ProviderPort } from "../../../src/engine/core";
import { withSharedDeletes } from "../../../src/engine/core/shared-deletes";
import { StackState } from "../../../src/engine/core/stack-state";
import { newResource, type ResourceState } from "../../../src/state";
import { urnOf } from "../world";

const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
const identity = { account: "A", created: "2026-11-23T09:00:00", region: "us-east" };

const instance = (name: string, provider: string, more: Partial<ResourceState> = {}): ResourceState => ({
  ...newResource({ urn: urnOf(name, type), type, custom: true }),
  ...{ id: "1", provider, outputs: { identity }, ...more },
});

const own = instance("web", "near");

/** Deletes `web` and others at the same time. Returns the names of those whose provider was told to keep the object. */
async function keptOf(
  resources: readonly ResourceState[],
  others: readonly ResourceState[] = [],
  first: ResourceState = own,
) {
  const kept: string[] = [];
  const provider = {
    delete: async ({ urn, outputs }: Parameters<ProviderPort["delete"]>[0]) => {
      if (outputs.managedWithOtherProvider === true) kept.push(urn.split("::").at(-1) ?? "");
      return { alreadyDeleted: false };
    },
  } as unknown as ProviderPort;
  const state = new StackState(
    { resources: [first, ...resources], pendingOperations: [] },
    async () => undefined,
  );
  const port = withSharedDeletes(provider, state);
  await Promise.all([first, ...others].map((one) => port.delete(one)));
  return kept;
}

it("keeps an object that a resource with another provider manages", async () => {
  expect(await keptOf([instance("copy", "far")])).toEqual(["web"]);
});

it.each<[string, ResourceState]>([
  ["another id", instance("copy", "far", { id: "2" })],
  ["another identity", instance("copy", "far", { outputs: { identity: { ...identity, account: "B" } } })],
  ["no identity", instance("copy", "far", { outputs: {} })],
  ["the same provider, whose plugin knows it", instance("copy", "near")],
  ["only been read", instance("copy", "far", { external: true })],
  ["lost its object", instance("copy", "far", { pendingReplacement: true })],
  ["been left behind", instance("copy", "far", { delete: true, retainOnDelete: true })],
])("does not keep it if the other resource has %s", async (_, other) => {
  expect(await keptOf([other])).toEqual([]);
});

it("deletes it with the last of the resources", async () => {
  const copy = instance("copy", "far");
  expect(await keptOf([copy], [copy])).toEqual(["web"]);
});

describe("the backup service of an instance that another provider manages", () => {
  const scheduleType = "pulumi-nodejs:dynamic/nodecloud:BackupSchedule";
  const schedule = { ...own, urn: urnOf("nightly", scheduleType), type: scheduleType };
  const keptWith = (more: Partial<ResourceState>) => keptOf([instance("db", "far", more)], [], schedule);

  it("is kept if the instance declares it", async () => {
    expect(await keptWith({ inputs: { backupsEnabled: true } })).toEqual(["nightly"]);
  });

  it.each<[string, Partial<ResourceState>]>([
    ["does not declare it", { inputs: {} }],
    ["is another one", { inputs: { backupsEnabled: true }, id: "2" }],
  ])("is cancelled if the instance %s", async (_, more) => {
    expect(await keptWith(more)).toEqual([]);
  });

  it("does not keep an object of another type", async () => {
    const image = { ...own, urn: urnOf("golden", "test:Image"), type: "test:Image" };
    expect(await keptOf([instance("db", "far", { inputs: { backupsEnabled: true } })], [], image)).toEqual(
      [],
    );
  });
});
