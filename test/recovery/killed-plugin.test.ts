import { gzipSync } from "node:zlib";
import type { ProgramFunction } from "../../src/engine";
import { memoryIntents } from "../../src/lifecycle";
import { revealMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { PluginProcess } from "../../src/testing/plugin-process";
import { declareAll, type Inputs } from "../resources/declare-all";
import { isAccepted, secretOf, shop } from "../resources/oauth-clients";
import { mastercard, paymentMethodsIn, visa } from "../resources/payment-methods";
import { failuresOf, instancesIn, smallInstance, stepsOf, warningsOf } from "../resources/programs";
import { TemporaryFiles } from "../resources/temporary-files";
import { dropPendingOperations } from "./killed-stack";
import { recover } from "./recovering";

const files = new TemporaryFiles();
afterAll(() => files.remove());
const file = files.write("golden.img.gz", gzipSync("disk"));

/** A program that declares `other`, so that the state has a provider, and a resource named `it`. */
const declaring =
  (type: string, inputs: Inputs): ProgramFunction =>
  async (...run) => {
    await other(...run);
    return declareAll(type, { it: inputs })(...run);
  };
const other = declareAll("OAuthClient", { other: { label: "Other", redirectUri: "https://other.example" } });

/**
 * A stack for each request of a create that was carried out before the plugin alone was killed, if the create had been recorded by then. The
 * Pulumi CLI keeps no pending create of it.
 */
async function stacksAfterKills(program: ProgramFunction): Promise<readonly TestStack[]> {
  const stacks: TestStack[] = [];
  for (let request = 1; request < 20; request++) {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(other))).toEqual([]);
    await stack.clock.advance(120_000);
    const outcome = await stack.up(program, { killPlugin: { request, isCarriedOut: true } });
    if (outcome.result === "succeeded") break;
    if (stack.services().intents.unfinished().length === 0) continue;
    await dropPendingOperations(stack);
    await stack.clock.advance(120_000);
    stack.messages.length = 0;
    stacks.push(stack);
  }
  expect(stacks.length).toBeGreaterThan(1);
  return stacks;
}

async function recoverAndRun(stack: TestStack, program: ProgramFunction): Promise<void> {
  await recover(stack);
  expect(failuresOf(await stack.up(program))).toEqual([]);
  expect(stepsOf(await stack.up(program))).toEqual([]);
  expect(failuresOf(await stack.refresh())).toEqual([]);
  expect(stepsOf(await stack.up(program))).toEqual([]);
}

describe("after the plugin alone was killed during a create, recover records", () => {
  it.each([
    ["has the values that the service does not return", true],
    ["is of an older version, without these values", false],
  ])("an instance, which a new password replaces, if the record of the create %s", async (_, isComplete) => {
    const inputs = {
      ...smallInstance,
      authorizedKeys: ["ssh-ed25519 AAAA me"],
      ...{ stackscriptId: 1, stackscriptData: { hostname: "web" }, interfaces: [{ purpose: "public" }] },
    };
    const program = declaring("Instance", inputs);
    for (const stack of await stacksAfterKills(program)) {
      const { intents } = stack.services();
      for (const { hidden, ...intent } of intents.unfinished())
        await intents.save(isComplete && hidden ? { hidden, ...intent } : intent);
      const created = instancesIn(stack).map(({ id }) => ({ id, status: "running" }));
      await recoverAndRun(stack, program);
      expect(instancesIn(stack)).toMatchObject(created);
      expect(warningsOf(stack)).toEqual([]);
      const changed = declaring("Instance", { ...inputs, rootPass: "another-Passw0rd" });
      expect(stepsOf(await stack.preview(changed))).toContain("createReplacement it");
    }
  });

  it("an OAuth client, which gets a secret that the state knows", async () => {
    const program = declaring("OAuthClient", shop);
    for (const stack of await stacksAfterKills(program)) {
      await recoverAndRun(stack, program);
      expect(isAccepted(stack, secretOf(stack, "it"))).toBe(true);
      expect(warningsOf(stack)).toEqual([]);
    }
  });

  it("a payment method, which another card replaces", async () => {
    const program = declaring("PaymentMethod", { card: visa, isDefault: true });
    const changed = declaring("PaymentMethod", { card: mastercard, isDefault: true });
    for (const stack of await stacksAfterKills(program)) {
      await recover(stack);
      const { applied } = revealMap(stack.outputs("it") ?? {});
      expect(applied).not.toHaveProperty("onDelete");
      expect(stepsOf(await stack.preview(changed))).toContain("createReplacement it");
      await recoverAndRun(stack, program);
      expect(paymentMethodsIn(stack)).toMatchObject([
        { isDefault: false },
        { lastFour: "1111", isDefault: true },
      ]);
      expect(warningsOf(stack)).toEqual([]);
      expect(stepsOf(await stack.preview(changed))).toContain("createReplacement it");
    }
  });

  it.each([undefined, "golden"])("an image from a file, which gets its data (label: %s)", async (label) => {
    const program = declaring("Image", { file, region: "us-east", label });
    const imagesIn = (stack: TestStack) =>
      stack.emulator.control.world().images.filter(({ is_public, id }) => !is_public && id !== "private/1");
    for (const stack of await stacksAfterKills(program)) {
      const created = imagesIn(stack).map(({ id }) => id);
      const [record] = stack.services().intents.unfinished();
      const isProven = label === undefined || record?.id !== undefined;
      const [found] = await recover(stack);
      expect(found?.case).toMatchObject({ certainty: isProven ? "certain" : "question", ids: created });
      if (!isProven) {
        const next = "which no program can adopt now. The next `up` creates another image";
        expect(found?.case.found).toContain(next);
      }
      await recoverAndRun(stack, program);
      expect(stack.outputs("it")).toMatchObject({ status: "available" });
      const waiting = imagesIn(stack).filter(({ status }) => status !== "available");
      expect(waiting.map(({ id }) => id)).toEqual(isProven ? [] : created);
      if (waiting.length > 0) expect(warningsOf(stack).join()).toContain("and no data");
      else expect(warningsOf(stack)).toEqual([]);
    }
  });
});

it("a plugin process that was killed confirms no unresolved create", () => {
  const confirmed: string[] = [];
  const plugin = new PluginProcess({ request: 1, isCarriedOut: false });
  const { confirmUnresolved } = plugin.intents({
    ...memoryIntents(),
    confirmUnresolved: ({ name }) => void confirmed.push(name),
  });
  const origin = { project: "project", stack: "dev", type: "Instance" };
  confirmUnresolved({ ...origin, name: "before" }, "http://emulator.test/v4");
  void plugin.send(new Request("http://emulator.test/v4/regions"), async () => new Response());
  confirmUnresolved({ ...origin, name: "after" }, "http://emulator.test/v4");
  expect([plugin.isKilled, confirmed]).toEqual([true, ["before"]]);
});
