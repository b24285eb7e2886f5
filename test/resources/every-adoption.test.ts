import { createClient, fetchTransport } from "../../src/client";
import type { CommonInputs } from "../../src/common-inputs";
import { wellKnownTokens } from "../../src/emulator";
import type { Definition } from "../../src/lifecycle";
import { inputProblems } from "../../src/lifecycle/values/inputs";
import type { ResourceClass } from "../../src/resources/resource-class";
import { resourceTypes } from "../../src/resources/resource-types";
import type { PropertyMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { allVariants, bothSettings, createVariant, declareIt } from "./every-resource/create";
import { files } from "./every-resource/files";
import { failuresOf, stepsOf } from "./programs";

afterAll(() => files.remove());

/** The object with the given id, as a drift report reads it. */
async function inspect(stack: TestStack, type: ResourceClass, id: string) {
  // Some services list new objects after a while.
  await stack.clock.advance(60_000);
  const { objects } = await stack.clock.run(resourceTypes[type].inspector(stack.services()).list());
  const object = objects.get(id);
  if (object === undefined) throw new Error(`The list has no ${type} ${id}.`);
  return object;
}

/** The secret arguments that a create requires and that the adopted arguments lack. */
function missingSecrets(type: ResourceClass, args: Readonly<Record<string, unknown>>): readonly string[] {
  const definition = resourceTypes[type].definition as Definition<CommonInputs, unknown, string>;
  const secret = Object.entries(definition.fields).flatMap(([name, row]) => (row.secret ? [name] : []));
  const problems = inputProblems(definition, args, true);
  return secret.filter((name) => problems.some((problem) => problem.startsWith(`${name}: is required`)));
}

const writesTo = ({ emulator }: TestStack) =>
  emulator.control.requests().filter(({ method }) => method !== "GET");

describe.each(bothSettings)("under %s", (_, settings) => {
  it.each(allVariants)(
    "%s is adopted as it is, and stays so without `adopt`",
    async (_title, resource, variant) => {
      const { stack, id } = await createVariant(resource, variant, settings);
      const object = await inspect(stack, resource.type, id);
      const { adopt, args, omitted, createSecrets } = object.adoption();
      expect(omitted).toEqual([]);
      expect(Object.keys(createSecrets)).toEqual(missingSecrets(resource.type, args));
      const before = resource.recordOf(stack, id);
      stack.emulator.control.forgetRequests();

      const other = new TestStack({ beside: stack, backend: "other" });
      const adopted = await other.up(declareIt(resource, { adopt, ...args } as PropertyMap));
      expect(failuresOf(adopted)).toEqual([]);
      expect(stepsOf(adopted)).toEqual(["create it"]);
      const kept = await other.up(declareIt(resource, args as PropertyMap));
      expect(failuresOf(kept)).toEqual([]);
      expect(stepsOf(kept)).toEqual([]);
      await other.refresh();
      expect(stepsOf(await other.up(declareIt(resource, args as PropertyMap)))).toEqual([]);
      expect(writesTo(stack)).toEqual([]);
      expect(resource.recordOf(stack, id)).toEqual(before);
    },
  );
});

it("keeps an instance that is offline as it is, although it was deployed from an image", async () => {
  const [, resource, variant] = allVariants.find(([title]) => title === "Instance from an image")!;
  const { stack, id } = await createVariant(resource, variant);
  stack.emulator.control.changeInstance(Number(id), { status: "offline" });
  const { args } = (await inspect(stack, "Instance", id)).adoption();
  expect(args).toMatchObject({ booted: false, image: "node/debian12" });
  expect(Object.keys(args).slice(0, 4)).toEqual(["region", "type", "image", "backupsEnabled"]);
});

it.each([
  [["203.0.113.1", "192.168.1.2"], true],
  [["203.0.113.1"], undefined],
  [["10.0.0.5", "10.0.0.6"], undefined],
])("declares the private address of an instance with the addresses %j: %j", async (ipv4, privateIp) => {
  const [, resource, variant] = allVariants.find(([title]) => title === "Instance that is empty")!;
  const { stack, id } = await createVariant(resource, variant);
  stack.emulator.control.changeInstance(Number(id), { ipv4 });
  expect((await inspect(stack, "Instance", id)).adoption().args.privateIp).toBe(privateIp);
});

it("omits values that a program cannot declare, and explains it", async () => {
  const [, resource, variant] = allVariants.find(([title]) => title === "Instance that is empty")!;
  const { stack, id } = await createVariant(resource, variant);
  await advanceUntilIdle(stack);
  const transport = fetchTransport(async (request) => {
    const response = await stack.emulator.fetch(request);
    return new Response((await response.text()).replaceAll('"empty"', `"${"x".repeat(65)}"`), response);
  });
  const client = createClient({
    ...{ baseUrl: stack.address, token: wellKnownTokens.full, transport, clock: stack.clock },
  });
  const list = await stack.clock.run(resourceTypes.Instance.inspector({ client, clock: stack.clock }).list());
  const { args, omitted } = list.objects.get(id)!.adoption();
  expect(Object.keys(args).slice(0, 3)).toEqual(["region", "type", "booted"]);
  expect(args).not.toHaveProperty("label");
  expect(omitted).toEqual([expect.stringMatching(/^label: .*64/)]);
});

it.each([
  ["Instance from an image", { rootPass: "text" }],
  ["Instance that is empty", {}],
  ["PaymentMethod that is the default", { card: "object" }],
] as const)("lists the secrets that creating %s again would need", async (title, secrets) => {
  const [, resource, variant] = allVariants.find(([one]) => one === title)!;
  const { stack, id } = await createVariant(resource, variant);
  const object = await inspect(stack, resource.type, id);
  expect(object.adoption().createSecrets).toEqual(secrets);
});

it("explains why public and automatic images cannot be managed", async () => {
  const stack = new TestStack();
  const { isManageable, unmanageableReason } = await inspect(stack, "Image", "node/debian12");
  expect({ isManageable, unmanageableReason }).toEqual({
    isManageable: false,
    unmanageableReason: "Public images belong to the operator.",
  });
});

it("declares nothing that the package computes itself, such as the hash of a thumbnail", async () => {
  const [, resource, variant] = allVariants.find(([title]) => title === "OAuthClient confidential")!;
  const { stack, id } = await createVariant(resource, variant);
  const object = await stack.clock.run(resourceTypes.OAuthClient.inspector(stack.services()).read(id, {}));
  expect(object?.inputs).toHaveProperty("thumbnailHash");
  expect(Object.keys(object?.adoption().args ?? {})).toEqual(["label", "redirectUri"]);
});

it("keeps a backup schedule whose day the service does not return", async () => {
  const [, resource, variant] = allVariants.find(([, { type }]) => type === "BackupSchedule")!;
  const { stack, id } = await createVariant(resource, variant);
  const { day, ...args } = (await inspect(stack, "BackupSchedule", id)).adoption().args;
  const other = new TestStack({ beside: stack, backend: "other" });
  await other.up(declareIt(resource, { adopt: Number(id), ...args } as PropertyMap));
  const kept = await other.up(declareIt(resource, args as PropertyMap));
  expect(failuresOf(kept)).toEqual([]);
  expect(stepsOf(kept)).toEqual([]);
});
