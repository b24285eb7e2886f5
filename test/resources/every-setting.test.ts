import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { shop } from "./oauth-clients";
import { paymentMethodsIn, visa } from "./payment-methods";
import { failuresOf, smallInstance, stepsOf } from "./programs";
import { serviceVariants, singleAlternatives } from "./service-variants";

type Inputs = Readonly<Record<"web" | "nightly" | "golden" | "app" | "card", PropertyMap>>;

const created: Inputs = {
  web: { tags: ["blue"] },
  nightly: { day: "Sunday", window: "W2" },
  golden: { diskId: 1, label: "golden-1" },
  app: shop,
  card: { card: visa, onDelete: { makeDefault: 1 } },
};
const changed: Inputs = {
  web: { tags: ["green"], group: "shop", watchdogEnabled: false },
  nightly: { day: "Monday", window: "W4" },
  golden: { diskId: 1, label: "golden-2", description: "Second" },
  app: { ...shop, label: "Store" },
  card: { card: visa, isDefault: true, onDelete: { makeDefault: 1 } },
};

/** A program with a resource of each type. The schedule and the image belong to the instance. */
const declareEach =
  (brand: string, { web, nightly, golden, app, card }: Inputs): ProgramFunction =>
  async (register) => {
    const { outputs } = await register(
      declare("Instance", "web", { ...smallInstance, image: `${brand}/debian12`, ...web }),
    );
    await Promise.all([
      register(declare("BackupSchedule", "nightly", { instanceId: Number(outputs.instanceId), ...nightly })),
      register(declare("Image", "golden", golden)),
      register(declare("OAuthClient", "app", app)),
      register(declare("PaymentMethod", "card", card)),
    ]);
    return {};
  };

/** The objects of each type in the emulator's world. */
function objectsIn(stack: TestStack) {
  const { instances, images, oauth_clients } = stack.emulator.control.world();
  return {
    instances: instances.map(({ status, tags, group, backups: { enabled, day, window } }) => ({
      status,
      tags,
      group,
      enabled,
      day,
      window,
    })),
    images: images.flatMap(({ label, description, status, id }) =>
      id.startsWith("private/") && id !== "private/1" ? [{ label, description, status }] : [],
    ),
    clients: oauth_clients.map(({ label }) => label),
    methods: paymentMethodsIn(stack).map(({ isDefault }) => isDefault),
  };
}

const names = ["app", "card", "golden", "nightly", "web"];
const all = (step: string) => names.map((name) => `${step} ${name}`);

it.each([...serviceVariants, ...singleAlternatives])(
  "a resource of each type is created, read, updated and deleted with %s and the brand %s",
  async (_, brand, settings) => {
    const stack = new TestStack({ settings, brand });
    const before = objectsIn(stack);
    const runs = async (inputs: Inputs) => {
      const outcome = await stack.up(declareEach(brand, inputs));
      expect(failuresOf(outcome)).toEqual([]);
      const steps = stepsOf(outcome).sort();
      const refreshed = await stack.refresh();
      expect(failuresOf(refreshed)).toEqual([]);
      expect(stepsOf(await stack.up(declareEach(brand, inputs)))).toEqual([]);
      return steps;
    };
    expect(await runs(created)).toEqual(all("create"));
    const running = { status: "running", enabled: true };
    expect(objectsIn(stack)).toEqual({
      instances: [{ ...running, tags: ["blue"], group: "", day: "Sunday", window: "W2" }],
      images: [{ label: "golden-1", description: null, status: "available" }],
      clients: [shop.label],
      methods: [true, false],
    });
    expect(await runs(changed)).toEqual(all("update"));
    expect(objectsIn(stack)).toEqual({
      instances: [{ ...running, tags: ["green"], group: "shop", day: "Monday", window: "W4" }],
      images: [{ label: "golden-2", description: "Second", status: "available" }],
      clients: ["Store"],
      methods: [false, true],
    });
    const destroyed = await stack.destroy();
    expect(failuresOf(destroyed)).toEqual([]);
    expect(stepsOf(destroyed).sort()).toEqual(all("delete"));
    const { images, ...others } = objectsIn(stack);
    // Deleting the instance leaves an image with `automaticImages`.
    expect([others, images.filter(({ label }) => label.startsWith("golden"))]).toEqual([
      { instances: before.instances, clients: before.clients, methods: before.methods },
      [],
    ]);
  },
);
