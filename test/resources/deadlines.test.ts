import { gzipSync } from "node:zlib";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { shop } from "./oauth-clients";
import { visa } from "./payment-methods";
import { failuresOf, smallInstance } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());
const file = files.write("golden.img.gz", gzipSync("disk"));

/** A create, and the calls of it after which the service may fail. */
const kinds: readonly (readonly [string, PropertyMap])[] = [
  ["Instance", smallInstance],
  ["Instance", { ...smallInstance, label: "mine", alerts: { cpu: 50 } }],
  ["Instance", { cloneFrom: { instanceId: 1 } }],
  ["Image", { file, region: "us-east" }],
  ["Image", { diskId: 1 }],
  ["OAuthClient", shop],
  ["PaymentMethod", { card: visa, isDefault: true }],
  ["BackupSchedule", { instanceId: 1, day: "Monday" }],
];
const effects: readonly FaultRuleInput["effect"][] = [
  { status: 500 },
  { hang: true },
  { reset: true },
  { status: 429, headers: { "Retry-After": "3600" } },
];

/** How the service fails from its n-th call on. */
const cases = kinds.flatMap(([type, inputs]) =>
  effects.map(
    (effect) => [type, Object.keys(inputs).join(", "), JSON.stringify(effect), inputs, effect] as const,
  ),
);

const seconds = 1000;
/** One poll at most, and the client's own clock. */
const oneInterval = 11 * seconds;

async function withSource(): Promise<TestStack> {
  const stack = new TestStack({ settings: { rateLimits: "off" } });
  const { client } = stack.services();
  await stack.clock.run(
    client.instances.create({
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      root_pass: "long-enough-1",
    }),
  );
  await stack.clock.advance(600 * seconds);
  stack.emulator.control.forgetRequests();
  return stack;
}

it.each(cases)(
  "an outage ends the create of %s (%s) at its deadline: %s",
  async (type, _, __, inputs, effect) => {
    for (const from of [1, 2, 3, 5, 7]) {
      const stack = await withSource();
      stack.emulator.control.faults.add({ from, effect });
      const program: ProgramFunction = async (register) => {
        await register(declare(type, "it", { ...inputs, timeouts: { create: "2m" } }));
        return {};
      };
      const begun = stack.clock.now();
      const outcome = await stack.up(program);
      expect(stack.clock.now() - begun).toBeLessThanOrEqual(120 * seconds + oneInterval);
      expect(outcome.result === "succeeded" || failuresOf(outcome).length > 0).toBe(true);
    }
  },
);
