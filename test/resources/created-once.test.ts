import { gzipSync } from "node:zlib";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { clientsIn, shop } from "./oauth-clients";
import { paymentMethodsIn, visa } from "./payment-methods";
import { failuresOf, instancesIn, smallInstance } from "./programs";
import { TemporaryFiles } from "./temporary-files";

/**
 * The answer of a create is lost, and lists lag, fail, or both. Whatever they do, a second thing is never made: either the
 * run ends with the one that it made in the state, or it says that it can't tell, and what is known.
 */
const files = new TemporaryFiles();
afterAll(() => files.remove());
const file = files.write("golden.img.gz", gzipSync("disk"));

interface Kind {
  readonly type: string;
  readonly create: string;
  readonly list: string;
  readonly inputs: PropertyMap;
  /** The ids of what was made, as the service itself keeps them. */
  readonly made: (stack: TestStack) => readonly string[];
}

const instances = (inputs: PropertyMap): Kind => ({
  ...{ type: "Instance", create: "instances.create", list: "instances.list", inputs },
  made: (stack) =>
    instancesIn(stack).flatMap(({ id, status }) => (status === "deleting" ? [] : [String(id)])),
});
const images = (inputs: PropertyMap): Kind => ({
  ...{
    type: "Image",
    create: "images.upload",
    list: "images.list",
    inputs: { file, region: "us-east", ...inputs },
  },
  made: (stack) =>
    stack.emulator.control
      .world()
      .images.flatMap(({ id, is_public }) => (is_public || id === "private/1" ? [] : [id])),
});

const kinds: Readonly<Record<string, Kind>> = {
  "an instance": instances(smallInstance),
  "an instance with a written label": instances({ ...smallInstance, label: "mine" }),
  "an image": images({}),
  "an image with a written label": images({ label: "mine" }),
  "an OAuth client": {
    ...{ type: "OAuthClient", create: "oauthClients.create", list: "oauthClients.list", inputs: shop },
    made: (stack) => clientsIn(stack).map(({ id }) => id),
  },
  "a payment method": {
    ...{ type: "PaymentMethod", create: "paymentMethods.add", list: "paymentMethods.list" },
    inputs: { card: visa },
    made: (stack) => paymentMethodsIn(stack).flatMap(({ id }) => (id === 1 ? [] : [String(id)])),
  },
};

const program =
  ({ type, inputs }: Kind): ProgramFunction =>
  async (register) => {
    await register(declare(type, "it", { timeouts: { create: "5m" }, ...inputs }));
    return {};
  };

const down = { status: 500 } as const;

/** Which polls fail; the client itself asks up to five times for each. */
const failing: Readonly<Record<string, (list: string) => readonly FaultRuleInput[]>> = {
  none: () => [],
  all: (list) => [{ operation: list, from: 2, effect: down }],
  "the second and later ones": (list) => [{ operation: list, from: 3, effect: down }],
  "the fourth and later ones": (list) => [{ operation: list, from: 5, effect: down }],
  "every other one": (list) => [{ operation: list, every: 2, effect: down }],
  "some, by chance": (list) => [{ operation: list, probability: 0.8, effect: down }],
};
/** In seconds; LIST_LAGS tries others. */
const lags = (process.env.LIST_LAGS ?? "20,60").split(",").map(Number);
const cases = Object.keys(kinds).flatMap((kind) =>
  Object.keys(failing).map((polls) => [kind, polls] as const),
);

const idOf = (stack: TestStack) => stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id;

describe.each(["before", "after"] as const)("an answer that is lost %s the create is carried out", (when) => {
  it.each(cases)("makes %s once, failing polls: %s", async (name, polls) => {
    const kind = kinds[name]!;
    for (const lag of lags) {
      const stack = new TestStack({ seed: lag + 1 });
      // What the world begins with is older than what is created.
      await stack.clock.advance(60_000);
      const { faults } = stack.emulator.control;
      faults.add({ operation: kind.create, when, count: 1, effect: down });
      for (const rule of failing[polls]!(kind.list)) faults.add(rule);
      if (lag > 0) faults.add({ operation: kind.list, effect: { staleList: lag * 1000 } });
      const outcome = await stack.up(program(kind));
      await stack.clock.advance(120_000);
      const made = kind.made(stack);
      expect(made.length).toBeLessThan(2);
      if (outcome.result === "succeeded") expect(made).toEqual([idOf(stack)]);
      else
        expect(failuresOf(outcome).join()).toMatch(
          /Could not check whether|No list showed an? |Candidates for the new|changed by somebody since|nothing was changed|Nothing was changed/,
        );
      faults.clear();
      const again = await stack.up(program(kind));
      expect(kind.made(stack).length).toBeLessThan(2);
      if (again.result === "succeeded") expect(kind.made(stack)).toEqual([idOf(stack)]);
      else expect(failuresOf(again).join()).toMatch(/adopt: <id>|--replace/);
    }
  });
});
