import { resourceTypes } from "../../../src/resources/resource-types";
import { TestStack } from "../../../src/testing";

const origin = { project: "shop", stack: "dev", type: "PaymentMethod", name: "main" };
const unresolved = { candidates: ["2"], unseen: false, isUnproven: false, reason: "lost" };

/** The diff of a payment method with an unresolved create; `hasIntent`: with the record of its request. */
async function diff(outputs: object, news: object, hasIntent = false) {
  const services = new TestStack().services();
  const { address } = services;
  if (hasIntent) await services.intents.save({ origin, address, before: [], at: 0, isFailed: true });
  const olds = { unresolved: { ...unresolved, ...outputs }, applied: {} };
  return resourceTypes.PaymentMethod.lifecycle(services).diff("unresolved-1", olds, { origin, ...news });
}

it("explains an unresolved create whose label no object has", async () => {
  const stack = new TestStack();
  const services = stack.services();
  const olds = {
    unresolved: { ...unresolved, candidates: [], label: "main-x7", nonce: "main-x7" },
    applied: {},
  };
  const update = resourceTypes.Instance.lifecycle(services).update("unresolved-1", olds, { origin });
  await expect(stack.clock.run(update)).rejects.toMatchObject({
    message: expect.stringMatching(
      /^There is no instance labeled "main-x7", so the create request probably created none\. Nothing was changed\./,
    ),
  });
});

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/nodecloud:PaymentMethod::main";

it.each([
  ["main", [], `Run \`pulumi up --replace ${urn}\` to create it.`],
  ["main", ["1"], `If it is none of them, run \`pulumi up --replace ${urn}\`.`],
  ["former", [], "Run `nodecloud recover`, which removes the create from the state, and then `pulumi up`."],
  ["former", ["1"], "If it is none of them, choose that in `nodecloud recover`."],
])(
  "advises what to do without the object if the state names the resource %s (candidates: %j)",
  async (name, candidates, advice) => {
    const stack = new TestStack();
    const label = candidates.length === 0 ? "none" : undefined;
    const olds = {
      unresolved: { ...unresolved, candidates, label },
      applied: { origin: { ...origin, name } },
    };
    const lifecycle = resourceTypes.PaymentMethod.lifecycle(stack.services());
    const update = stack.clock.run(lifecycle.update("unresolved-1", olds, { origin }));
    await expect(update).rejects.toMatchObject({ message: expect.stringContaining(advice) });
  },
);

it("names an object with the label of an unresolved create that no list contained before", async () => {
  const stack = new TestStack();
  const services = stack.services();
  await stack.clock.run(
    services.client.instances.create({ region: "us-east", type: "g1-nano-1", label: "main" }),
  );
  // Lists lag behind.
  await stack.clock.advance(60_000);
  const olds = { unresolved: { ...unresolved, candidates: [], label: "main" }, applied: {} };
  const update = resourceTypes.Instance.lifecycle(services).update("unresolved-1", olds, { origin });
  await expect(stack.clock.run(update)).rejects.toThrow(
    /^It is unclear which instance labeled "main" was created for this resource \(candidates: 1\)/,
  );
});

it("names no object with the label of an unresolved create that another resource manages", async () => {
  const stack = new TestStack();
  const services = stack.services();
  await stack.clock.run(
    services.client.instances.create({ region: "us-east", type: "g1-nano-1", label: "main" }),
  );
  // Lists lag behind.
  await stack.clock.advance(60_000);
  services.claims.claim("instance", "1");
  const olds = { unresolved: { ...unresolved, candidates: [], label: "main" }, applied: {} };
  const update = resourceTypes.Instance.lifecycle(services).update("unresolved-1", olds, { origin });
  await expect(stack.clock.run(update)).rejects.toThrow(/^There is no instance labeled "main"/);
});

it("names no candidate of an unresolved create that has another label by now", async () => {
  const stack = new TestStack();
  const services = stack.services();
  for (const label of ["renamed", "main"]) {
    const create = services.client.instances.create({ region: "us-east", type: "g1-nano-1", label });
    await stack.clock.run(create);
  }
  // Lists lag behind.
  await stack.clock.advance(60_000);
  const olds = { unresolved: { ...unresolved, candidates: ["1", "2"], label: "main" }, applied: {} };
  const update = resourceTypes.Instance.lifecycle(services).update("unresolved-1", olds, { origin });
  await expect(stack.clock.run(update)).rejects.toThrow(
    /^It is unclear which instance labeled "main" was created for this resource \(candidates: 2\)/,
  );
});

it("keeps the record of an interrupted replacement when the unresolved create that it replaces is deleted", async () => {
  const stack = new TestStack();
  const services = stack.services();
  const { intents, address } = services;
  const ofInstance = { ...origin, type: "Instance" };
  const replacement = { origin: ofInstance, address, before: [], at: stack.clock.now(), nonce: "main-b" };
  await intents.save(replacement);
  const olds = {
    unresolved: { ...unresolved, candidates: [], label: "main-a", nonce: "main-a" },
    applied: { origin: ofInstance },
  };
  await stack.clock.run(resourceTypes.Instance.lifecycle(services).delete("unresolved-1", olds));
  expect(intents.unfinished()).toEqual([replacement]);
});

it.each([
  ["OAuthClient", true, "set `adopt: <id>` and `secretVersion` to take it over, and delete the others"],
  ["OAuthClient", false, "If one exists, set `adopt: <id>` and `secretVersion` to take it over."],
  ["PaymentMethod", true, "set `adopt: <id>` to take it over, and delete the others"],
  ["Image", false, "If one exists, set `adopt: <id>` (if the image is available) to take it over."],
] as const)(
  "advises how to adopt the result of an unresolved create of an %s (with a candidate: %s)",
  async (type, hasCandidate, advice) => {
    const stack = new TestStack();
    const services = stack.services();
    const body = { label: "Shop", redirect_uri: "https://shop.example/" };
    const client = await stack.clock.run(services.client.oauthClients.create(body));
    // Lists lag behind.
    await stack.clock.advance(60_000);
    const candidates = hasCandidate ? [type === "OAuthClient" ? client.id : "1"] : [];
    const news = { origin: { ...origin, type } };
    const olds = { unresolved: { ...unresolved, candidates }, applied: news };
    const lifecycle = resourceTypes[type].lifecycle(services);
    const update = () => stack.clock.run(lifecycle.update("unresolved-1", olds, news));
    const { intents, address } = services;
    if (!hasCandidate)
      await expect(update()).rejects.toThrow("Run `nodecloud recover` to find out what was created");
    await intents.save({ ...news, address, before: [], at: 1, isFailed: true });
    await expect(update()).rejects.toThrow(advice);
  },
);

const replaced = { changes: true, replaces: ["adopt"], deleteBeforeReplace: true };
const explained = { changes: true, replaces: [], deleteBeforeReplace: false };

describe("the diff of an unresolved create", () => {
  it.each<[string, object, object, boolean]>([
    ["a label proves what it created", { nonce: "main-x7" }, {}, false],
    ["the program adopts an object", {}, { adopt: 2 }, false],
    ["a new search can find what its recorded request created", { unseen: true }, {}, true],
  ])("replaces it when %s", async (_, outputs, news, hasIntent) => {
    expect(await diff(outputs, news, hasIntent)).toEqual(replaced);
  });

  it.each<[string, object, object, boolean]>([
    ["nothing proves what it created", {}, {}, true],
    [
      "nothing proves the candidates, in spite of the label",
      { nonce: "main-x7", isUnproven: true },
      {},
      false,
    ],
    ["there is no record of its request", { unseen: true }, {}, false],
    ["the state does not say whose request to look for", { unseen: true }, { origin: undefined }, true],
    ["`adopt` is null", {}, { adopt: null }, false],
  ])("leaves it to the update to explain when %s", async (_, outputs, news, hasIntent) => {
    expect(await diff(outputs, news, hasIntent)).toEqual(explained);
  });
});
