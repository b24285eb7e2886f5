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

/** Creates: the type of the resource and its arguments. */
const creates: readonly (readonly [string, PropertyMap])[] = [
  ["Instance", smallInstance],
  ["Instance", { ...smallInstance, label: "mine", alerts: { cpu: 50 } }],
  ["Instance", { cloneFrom: { instanceId: 1 } }],
  ["Image", { file, region: "us-east" }],
  ["Image", { diskId: 1 }],
  ["OAuthClient", shop],
  ["PaymentMethod", { card: visa, isDefault: true }],
  ["BackupSchedule", { instanceId: 1, day: "Monday" }],
];
/** What the service answers during the outage. */
const effects: readonly FaultRuleInput["effect"][] = [
  { status: 500 },
  { hang: true },
  { reset: true },
  { status: 429, headers: { "Retry-After": "3600" } },
];

const cases = creates.flatMap(([type, inputs]) =>
  effects.map(
    (effect) => [type, Object.keys(inputs).join(", "), JSON.stringify(effect), inputs, effect] as const,
  ),
);

const seconds = 1000;
/** How far a create may exceed its deadline: by one poll interval and one second. */
const tolerance = 11 * seconds;

/** A stack whose service has an instance with a disk to clone or capture, both with id 1. */
async function startWithInstance(): Promise<TestStack> {
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
  "creating %s (%s) ends at its deadline in an outage with %s",
  async (type, _, __, inputs, effect) => {
    for (const from of [1, 2, 3, 5, 7]) {
      const stack = await startWithInstance();
      stack.emulator.control.faults.add({ from, effect });
      const program: ProgramFunction = async (register) => {
        await register(declare(type, "it", { ...inputs, timeouts: { create: "2m" } }));
        return {};
      };
      const start = stack.clock.now();
      const outcome = await stack.up(program);
      expect(stack.clock.now() - start).toBeLessThanOrEqual(120 * seconds + tolerance);
      expect(outcome.result === "succeeded" || failuresOf(outcome).length > 0).toBe(true);
    }
  },
);
