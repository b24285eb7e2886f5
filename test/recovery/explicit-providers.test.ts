import { wellKnownTokens } from "../../src/emulator";
import { newResource, type PropertyMap, type ResourceState, type Snapshot } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declareAll } from "../resources/declare-all";
import { smallInstance, webInstance } from "../resources/programs";
import { editState, existing, killedCreate, killWithLostResponse, pendingOf, webOf } from "./killed-stack";
import { type RecoverTestOptions, recover } from "./recovering";

const type = "pulumi:providers:pulumi-nodejs";
const instanceType = "pulumi-nodejs:dynamic/nodecloud:Instance";
const second: ResourceState = {
  ...newResource({ urn: `urn:pulumi:dev::project::${type}::second`, type, custom: true }),
  id: "4d6d5d3c-0d3b-4c0f-9d5b-3f7c1f0c2a11",
};

/** Lets the resource `web`, and its pending create, have the explicit provider `second`. */
function withSecond({ resources, pendingOperations }: Snapshot): Snapshot {
  const provider = `${second.urn}::${second.id}`;
  const moved = (state: ResourceState) => (state.urn.endsWith("::web") ? { ...state, provider } : state);
  return {
    resources: [second, ...resources.map(moved)],
    pendingOperations: pendingOperations.map((one) => ({ ...one, resource: moved(one.resource) })),
  };
}

/** The token of the default provider is that of another account. */
const otherAccount = { token: wellKnownTokens.secondAccount, providerToken: wellKnownTokens.full };

const only = async (stack: TestStack, options: RecoverTestOptions) => {
  const outcomes = await recover(stack, options);
  expect(outcomes).toHaveLength(1);
  return outcomes[0]!;
};

describe("a create of a resource with an explicit provider", () => {
  it.each([true, false])(
    "is searched for with the token of that provider (on another machine: %s)",
    async (isOtherMachine) => {
      const stack = await killWithLostResponse();
      await editState(stack, withSecond);
      const outcome = await only(stack, { ...otherAccount, isOtherMachine });
      expect(outcome.case).toMatchObject({ certainty: "certain", ids: existing(stack) });
      expect(pendingOf(stack)).toEqual([]);
      expect(webOf(stack)).toMatchObject([
        { id: existing(stack)[0], provider: `${second.urn}::${second.id}` },
      ]);
    },
  );

  it("may have been sent to another account than the creates of the default provider", async () => {
    const stack = new TestStack();
    await stack.up(declareAll("Instance", { db: smallInstance }));
    await stack.killAfterWrites(1, () =>
      stack.up(declareAll("Instance", { db: smallInstance, web: smallInstance })),
    );
    await editState(stack, withSecond);
    const options = { token: wellKnownTokens.full, providerToken: wellKnownTokens.secondAccount };
    const outcome = await only(stack, { ...options, isOtherMachine: true });
    expect(outcome.case).toMatchObject({ certainty: "question", ids: [] });
    expect(outcome.case.found).toMatch(/It created nothing in the account of this token, but nothing proves/);
    expect(outcome.done).toBeUndefined();
    expect(pendingOf(stack)).toEqual(["creating"]);
  });

  it.each([true, false])(
    "is not searched for, and not called nothing, with a token of another account than that of its resources (on another machine: %j)",
    async (isOtherMachine) => {
      const stack = new TestStack();
      await stack.up(declareAll("Instance", { db: smallInstance }));
      await stack.killAfterWrites(1, () =>
        stack.up(declareAll("Instance", { db: smallInstance, web: smallInstance })),
      );
      const { case: one } = await only(stack, { token: wellKnownTokens.secondAccount, isOtherMachine });
      expect(one).toMatchObject({ certainty: "unknown", choices: [] });
      expect(one.found).toMatch(
        /^The instance was not searched for: the token belongs to account \S+ at \S+, but instance 1, whose resource .* belongs to account/,
      );
      expect(pendingOf(stack)).toEqual(["creating"]);
    },
  );

  it("stays open if the provider cannot be used", async () => {
    const stack = await killedCreate();
    await editState(stack, withSecond);
    const servicesOf = () => {
      throw new Error("The address is not set.");
    };
    const outcome = await only(stack, { ...otherAccount, servicesOf, isOtherMachine: true });
    expect(outcome.case).toMatchObject({ certainty: "unknown", choices: [] });
    expect(outcome.case.found).toBe('Its provider "second" cannot be used. The address is not set.');
    expect(pendingOf(stack)).toEqual(["creating"]);
  });

  it("names a provider that has been removed since", async () => {
    const stack = await killedCreate();
    await editState(stack, (snapshot) => {
      const { pendingOperations } = withSecond(snapshot);
      return { ...snapshot, pendingOperations };
    });
    const servicesOf = () => {
      throw new Error("The address is not set.");
    };
    const outcome = await only(stack, { servicesOf, isOtherMachine: true });
    expect(outcome.case).toMatchObject({ certainty: "unknown" });
    expect(outcome.case.found).toMatch(/^Its provider "second" is no longer in the state\. Declare it/);
  });

  it("is recorded with the provider that was removed and declared again since", async () => {
    const stack = await killWithLostResponse();
    const again = { ...second, id: "8f0c3c5e-6a55-4d2b-8f43-0d1a2b3c4d5e" };
    await editState(stack, (snapshot) => {
      const { resources, ...rest } = withSecond(snapshot);
      return { ...rest, resources: resources.map((state) => (state === second ? again : state)) };
    });
    const outcome = await only(stack, otherAccount);
    expect(outcome.failure).toBeUndefined();
    expect(outcome.case.found).not.toContain("Its provider");
    expect(webOf(stack)).toMatchObject([{ id: existing(stack)[0], provider: `${again.urn}::${again.id}` }]);
  });

  it.each([true, false])("names the provider if the search failed (explicit: %s)", async (isExplicit) => {
    const stack = await killedCreate();
    if (isExplicit) await editState(stack, withSecond);
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { status: 401 } });
    const outcome = await only(stack, { isOtherMachine: true });
    expect(outcome.case).toMatchObject({ certainty: "unknown" });
    expect(/Its provider is "(.*?)"/.exec(outcome.case.found)?.[1]).toBe(isExplicit ? "second" : undefined);
  });

  it("is found with the token of its account if only the record on this machine is left", async () => {
    const stack = await killWithLostResponse();
    const { intents, client } = stack.services();
    const { euuid } = await stack.clock.run(client.account.view({}));
    for (const intent of intents.unfinished()) await intents.save({ ...intent, account: euuid });
    await editState(stack, (snapshot) => withSecond({ ...snapshot, pendingOperations: [] }));
    const outcome = await only(stack, otherAccount);
    expect(outcome.case).toMatchObject({ trace: "intent", certainty: "certain", ids: existing(stack) });
    expect(webOf(stack)).toMatchObject([{ id: existing(stack)[0], provider: `${second.urn}::${second.id}` }]);
  });

  it("may have created an object with the id that another service has assigned to an object of the stack", async () => {
    const stack = await killWithLostResponse();
    const [id = ""] = existing(stack);
    await editState(stack, (snapshot) => {
      const { resources, ...rest } = withSecond(snapshot);
      const byDefault = resources.find(({ urn }) => urn.endsWith("::default"));
      const provider = `${byDefault?.urn}::${byDefault?.id}`;
      const elsewhere = newResource({
        urn: `urn:pulumi:dev::project::${instanceType}::elsewhere`,
        type: instanceType,
        custom: true,
      });
      return { ...rest, resources: [...resources, { ...elsewhere, id, provider }] };
    });
    const services = { ...stack.services(), address: "https://elsewhere.test/v4" };
    const outcome = await only(stack, { services, servicesOf: () => stack.services(), isOtherMachine: true });
    expect(outcome.case).toMatchObject({ certainty: "certain", ids: [id] });
    expect(outcome.case.found).not.toContain("which the state records as");
    expect(webOf(stack)).toMatchObject([{ id }]);
  });

  it("is compared with that of another provider only if both were sent to the same service", async () => {
    const stack = await killWithLostResponse();
    const elsewhere = await killWithLostResponse();
    elsewhere.address = "https://elsewhere.test/v4";
    const [other] = elsewhere.store.snapshot.pendingOperations;
    await editState(stack, (snapshot) => {
      const { pendingOperations, ...rest } = withSecond(snapshot);
      return { ...rest, pendingOperations: [...pendingOperations, other!] };
    });
    const outcomes = await recover(stack, {
      ...{ services: elsewhere.services(), servicesOf: () => stack.services(), isOtherMachine: true },
      decide: () => undefined,
    });
    // The virtual clocks of both stacks have generated the same label.
    expect(elsewhere.store.snapshot.pendingOperations[0]?.resource.inputs.label).toBe(
      stack.store.snapshot.pendingOperations[0]?.resource.inputs.label,
    );
    expect(outcomes.map((one) => one.case)).toMatchObject([
      { certainty: "certain", ids: ["1"], address: stack.address },
      { certainty: "certain", ids: ["1"], address: elsewhere.address },
    ]);
  });

  it("does not have the object of the default provider's resource as its result", async () => {
    const app = { label: "Shop", redirectUri: "https://shop.example/callback" };
    const stack = new TestStack();
    await stack.up(declareAll("OAuthClient", { db: app }));
    await stack.killAfterWrites(1, () => stack.up(declareAll("OAuthClient", { db: app, web: app })));
    await editState(stack, withSecond);
    const [, created] = stack.emulator.control.world().oauth_clients;
    const outcome = await only(stack, { isOtherMachine: true });
    expect(outcome.case.ids).toEqual([created?.id]);
    expect(outcome.case.choices[0]?.description).toContain(`OAuth client ${created?.id} ("Shop")`);
  });

  it("is searched for with the variables of the environment if the state has lost the provider", async () => {
    const stack = await killWithLostResponse();
    await editState(stack, (snapshot) => ({
      ...snapshot,
      pendingOperations: withSecond(snapshot).pendingOperations,
    }));
    const seen: PropertyMap[] = [];
    const servicesOf = (inputs: PropertyMap) => {
      seen.push(inputs);
      return stack.services();
    };
    const outcome = await only(stack, { ...otherAccount, servicesOf, isOtherMachine: true });
    expect(seen).toEqual([{}]);
    expect(outcome.case).toMatchObject({ ids: existing(stack) });
  });
});

it("an unresolved create stays open if the provider of its resource cannot be used", async () => {
  const stack = await killedCreate();
  await editState(stack, (snapshot) => {
    const { resources, pendingOperations } = withSecond(snapshot);
    const entries = pendingOperations.map(({ resource }) => ({
      ...resource,
      ...{ id: "unresolved-web", outputs: { unresolved: { candidates: [] } } },
    }));
    return { resources: [...resources, ...entries], pendingOperations: [] };
  });
  const servicesOf = () => {
    throw new Error("The address is not set.");
  };
  const outcome = await only(stack, { servicesOf, isOtherMachine: true });
  expect(outcome.case).toMatchObject({ trace: "unresolved", certainty: "unknown" });
  expect(outcome.case.found).toMatch(/^Its provider "second" cannot be used/);
});

it("a record is compared with the provider of the resource that the state has for it", async () => {
  const stack = new TestStack();
  await stack.up(webInstance());
  await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
  await editState(stack, (snapshot) => withSecond({ ...snapshot, pendingOperations: [] }));
  const { intents } = stack.services();
  for (const { account: _, ...intent } of intents.unfinished()) await intents.save(intent);
  const outcome = await only(stack, otherAccount);
  expect(outcome.case).toMatchObject({ trace: "intent", ids: [expect.any(String)] });
});
