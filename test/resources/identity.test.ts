import { createEmulator, type FaultRuleInput, wellKnownTokens } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { visa } from "./payment-methods";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
} from "./programs";

const ours = "0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01";
const theirs = "1f2b6c3d-8e4a-4b7a-9d51-6c7e8f9a0b12";
const shop = { label: "Shop", redirectUri: "https://shop.example/callback" };

/** One resource of each kind, `it`, as it is first declared and as an update declares it. */
const kinds: Readonly<Record<string, { readonly first: PropertyMap; readonly changed: PropertyMap }>> = {
  Instance: { first: { ...smallInstance, label: "web" }, changed: { ...smallInstance, label: "web-2" } },
  Image: { first: { diskId: 0, label: "golden" }, changed: { diskId: 0, label: "silver" } },
  OAuthClient: { first: shop, changed: { ...shop, label: "Store" } },
  PaymentMethod: { first: { card: visa, isDefault: false }, changed: { card: visa, isDefault: true } },
  BackupSchedule: {
    first: { instanceId: 0, day: "Sunday", window: "W10" },
    changed: { instanceId: 0, day: "Monday", window: "W10" },
  },
};

class Scene extends TestStack {
  /** What has to be there before the resource: an instance with a disk. */
  async prepare(type: string) {
    const { client } = this.services();
    const { id } = await this.clock.run(client.instances.create(deployment));
    await this.clock.advance(600_000);
    const diskId = this.emulator.control.world().disks.find((disk) => disk.instance_id === id)?.id ?? 0;
    const complete = (inputs: PropertyMap): PropertyMap => ({
      ...inputs,
      ...("diskId" in inputs ? { diskId } : {}),
      ...("instanceId" in inputs ? { instanceId: id } : {}),
    });
    const programOf =
      (inputs: PropertyMap): ProgramFunction =>
      async (register) => {
        await register(declare(type, "it", complete(inputs)));
        return {};
      };
    const kind = kinds[type];
    if (!kind) throw new Error(type);
    const first = programOf(kind.first);
    expect(failuresOf(await this.up(first))).toEqual([]);
    this.emulator.control.forgetRequests();
    this.messages.length = 0;
    return { first, changed: programOf(kind.changed) };
  }

  get changes(): string[] {
    return callsTo(this).filter((call) => !call.startsWith("GET "));
  }

  get identity() {
    return this.outputs("it")?.identity;
  }
}

const deployment = {
  ...{ region: "us-east", type: "g1-nano-1", image: "node/debian12", root_pass: "long-enough-1" },
  label: "before",
};

describe.each(Object.keys(kinds))("the identity of %s", (type) => {
  const run = async (scene: Scene, operation: string, changed: ProgramFunction, token?: string) => {
    const options = token === undefined ? {} : { token };
    if (operation === "refresh") return scene.refresh(options);
    if (operation === "destroy") return scene.destroy(options);
    return operation === "delete in up" ? scene.up(emptyProgram, options) : scene.up(changed, options);
  };
  const operations = ["refresh", "update", "delete in up", "destroy"];

  it("is recorded when it is created, and no up without changes sends a call", async () => {
    const scene = new Scene();
    const { first } = await scene.prepare(type);
    expect(scene.identity).toMatchObject({ account: ours });
    if (type !== "OAuthClient") expect(scene.identity).toMatchObject({ created: expect.any(String) });
    expect(stepsOf(await scene.up(first))).toEqual([]);
    expect(callsTo(scene)).toEqual([]);
  });

  it.each(operations)("lets no %s pass with a token of another account", async (operation) => {
    const scene = new Scene();
    const { changed } = await scene.prepare(type);
    const before = structuredClone(scene.store.snapshot.resources);
    const world = scene.emulator.control.world();
    const outcome = await run(scene, operation, changed, wellKnownTokens.secondAccount);
    expect(outcome.result).toBe("failed");
    expect(failuresOf(outcome)[0]).toContain(`belongs to account ${ours}`);
    expect(failuresOf(outcome)[0]).toContain(`is of account ${theirs} at http://emulator.test/v4`);
    expect(scene.changes).toEqual([]);
    expect(scene.store.snapshot.resources.map(({ id, outputs }) => ({ id, outputs }))).toEqual(
      before.map(({ id, outputs }) => ({ id, outputs })),
    );
    expect(scene.emulator.control.world().instances).toEqual(world.instances);
  });

  it("previews nothing that changes with a token of another account", async () => {
    const scene = new Scene();
    const { changed } = await scene.prepare(type);
    await scene.preview(changed, { token: wellKnownTokens.secondAccount });
    expect(scene.changes).toEqual([]);
  });

  it.each(operations)("costs a %s one look at the account", async (operation) => {
    const scene = new Scene();
    const { changed } = await scene.prepare(type);
    const outcome = await run(scene, operation, changed);
    expect(failuresOf(outcome)).toEqual([]);
    expect(callsTo(scene).filter((call) => call === "GET /v4/account")).toHaveLength(1);
  });

  it.each(operations)("stays the same for a %s at another address", async (operation) => {
    const scene = new Scene();
    const { changed } = await scene.prepare(type);
    scene.address = "http://moved.test/v4";
    expect(failuresOf(await run(scene, operation, changed))).toEqual([]);
  });

  if (type === "OAuthClient") return;
  it.each(operations)("keeps a %s off a namesake at the same address", async (operation) => {
    const scene = new Scene();
    const { changed } = await scene.prepare(type);
    const state = structuredClone(scene.store.snapshot);
    const id = state.resources.find(({ urn }) => urn.endsWith("::it"))?.id ?? "";
    await anotherWorld(scene, type);
    const outcome = await run(scene, operation, changed);
    expect(outcome.result).toBe("failed");
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(
        new RegExp(
          `${id} at http://emulator.test/v4 is not the one in the state: that one was created .+, and this one was created .+pulumi state delete 'urn:pulumi:dev::project::.+::it'.+adopt: `,
        ),
      ),
    ]);
    expect(scene.changes).toEqual([]);
    expect(scene.outputs("it")).toEqual(state.resources.find(({ urn }) => urn.endsWith("::it"))?.outputs);
  });

  it("is compared as a moment, however that is written", async () => {
    const scene = new Scene();
    await scene.prepare(type);
    const rewrite = (text: string) => text.replace(/Z?$/, ".250+00:00");
    const { resources } = scene.store.snapshot;
    for (const resource of resources) {
      const { identity } = resource.outputs;
      if (typeof identity !== "object" || identity === null || !("created" in identity)) continue;
      Object.assign(resource.outputs, {
        identity: { ...identity, created: rewrite(String(identity.created)) },
      });
    }
    expect(failuresOf(await scene.refresh())).toEqual([]);
    expect(scene.identity).toMatchObject({ created: expect.stringMatching(/\.250\+00:00$/) });
    expect(failuresOf(await scene.destroy())).toEqual([]);
    expect(scene.changes).not.toEqual([]);
  });
});

describe("another service that has the same account", () => {
  const both: ProgramFunction = async (register) => {
    await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
    await register(declare("OAuthClient", "shop", shop));
    return {};
  };
  const start = async () => {
    const scene = new Scene();
    expect(failuresOf(await scene.up(both))).toEqual([]);
    await anotherWorld(scene, "Instance");
    return scene;
  };

  it.each(["refresh", "destroy"] as const)("lets no %s drop what it does not have", async (operation) => {
    const scene = await start();
    const outcome = await scene[operation]();
    expect(failuresOf(outcome)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^instance 1 at .+ is not the one in the state/),
        expect.stringMatching(/^There is no OAuth client \w+ at .+, and instance 1 there is not the one/),
      ]),
    );
    expect(scene.changes).toEqual([]);
    expect(scene.outputs("shop")).toBeDefined();
  });

  it("drops it for the one who knows", async () => {
    const scene = await start();
    const outcome = await scene.refresh({ allowEmpty: true });
    expect(failuresOf(outcome)).toEqual([expect.stringContaining("instance 1")]);
    expect(scene.outputs("shop")).toBeUndefined();
    expect(scene.outputs("web")).toBeDefined();
  });
});

/** A service started anew, in which the same ids mean other things. */
async function anotherWorld(scene: Scene, type: string) {
  await scene.clock.advance(3_600_000);
  scene.emulator = createEmulator({ clock: scene.clock, seed: 1 });
  const { client } = scene.services();
  for (const label of ["one", "two"])
    await scene.clock.run(client.instances.create({ ...deployment, label }));
  await scene.clock.advance(600_000);
  if (type === "Image") {
    const disk_id = scene.emulator.control.world().disks[0]?.id ?? 0;
    await scene.clock.run(client.images.create({ disk_id, label: "theirs" }));
  }
  if (type === "PaymentMethod") {
    const data = { card_number: "4111111111111111", expiry_month: 12, expiry_year: 2040, cvv: "123" };
    await scene.clock.run(client.paymentMethods.add({ type: "credit_card", is_default: false, data }));
  }
  await scene.clock.advance(600_000);
  scene.emulator.control.forgetRequests();
}

/** What the service answers to whoever asks for the account. */
function accountAnswers(stack: TestStack, effect: FaultRuleInput["effect"]) {
  stack.emulator.control.faults.clear();
  stack.emulator.control.faults.add({ operation: "account.view", when: "before", effect });
}

describe("a token that may not read its account", () => {
  it.each<FaultRuleInput["effect"]>([{ status: 401 }, { status: 403 }, { status: 404 }, { html: 404 }])(
    "is warned about once a run, and creation times still count (%j)",
    async (effect) => {
      const scene = new Scene();
      const { changed } = await scene.prepare("Instance");
      accountAnswers(scene, effect);
      expect(failuresOf(await scene.refresh())).toEqual([]);
      expect(scene.identity).toMatchObject({ account: ours });
      expect(warningsOf(scene)).toEqual([expect.stringMatching(/^The token can't read its account/)]);
      await anotherWorld(scene, "Instance");
      accountAnswers(scene, effect);
      for (const outcome of [await scene.refresh(), await scene.up(changed), await scene.destroy()])
        expect(failuresOf(outcome)).toEqual([expect.stringContaining("is not the one in the state")]);
      expect(scene.changes).toEqual([]);
    },
  );
});

describe("an account that can't be read for now", () => {
  const outage = { status: 503 };

  it("changes nothing that an account was recorded for", async () => {
    const scene = new Scene();
    const { changed } = await scene.prepare("Instance");
    accountAnswers(scene, outage);
    for (const outcome of [await scene.up(changed), await scene.up(emptyProgram), await scene.destroy()])
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(
          /Could not check whether the token is of account .+: .+ Nothing was changed\. Try again later\./,
        ),
      ]);
    expect(scene.changes).toEqual([]);
    expect(instancesIn(scene)).toHaveLength(2);
  });

  it("reads what exists, and takes nothing to be gone", async () => {
    const scene = new Scene();
    await scene.prepare("Instance");
    accountAnswers(scene, outage);
    expect(failuresOf(await scene.refresh())).toEqual([]);
    scene.emulator.control.faults.clear();
    await scene.clock.run(scene.services().client.instances.delete({ instanceId: 2 }));
    await scene.clock.advance(600_000);
    accountAnswers(scene, outage);
    expect(failuresOf(await scene.refresh())).toEqual([
      expect.stringMatching(/^Could not check whether the token is of account/),
    ]);
    expect(scene.identity).toMatchObject({ account: ours });
    scene.emulator.control.faults.clear();
    expect(failuresOf(await scene.refresh())).toEqual([]);
    expect(scene.outputs("it")).toBeUndefined();
  });
});

describe("a stack of another account", () => {
  const withAnother: ProgramFunction = async (register) => {
    await register(declare("Instance", "it", { ...smallInstance, label: "web" }));
    await register(declare("Instance", "second", smallInstance));
    return {};
  };

  it("gets nothing new, once one of its resources was seen", async () => {
    const scene = new Scene();
    await scene.prepare("Instance");
    const outcome = await scene.up(withAnother, { token: wellKnownTokens.secondAccount });
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^No instance was created or adopted: .+ account ${theirs} at .+ belong to account ${ours}`,
        ),
      ),
    ]);
    expect(scene.changes).toEqual([]);
  });

  it("gets nothing new either while the account can't be read for now", async () => {
    const scene = new Scene();
    await scene.prepare("Instance");
    accountAnswers(scene, { status: 503 });
    expect(failuresOf(await scene.up(withAnother))).toEqual([
      expect.stringMatching(/^Could not check whether the token is of account/),
    ]);
    expect(scene.changes).toEqual([]);
  });

  it("reads nothing for `get`", async () => {
    const scene = new Scene();
    await scene.prepare("Instance");
    const inputs = { __provider: `exports.handler = () => require("pulumi-nodecloud/provider").instance` };
    const outcome = await scene.up(
      async (register, { read }) => {
        await register(declare("Instance", "it", { ...smallInstance, label: "web" }));
        await read({ type: "pulumi-nodejs:dynamic/nodecloud:Instance", name: "g", id: "1", inputs });
        return {};
      },
      { token: wellKnownTokens.secondAccount },
    );
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(/^instance 1 was not read: the token is of account/),
    ]);
  });
});

describe("a state of 0.1.0", () => {
  /** As that release wrote it: without an identity. */
  const forget = (scene: Scene) => {
    for (const { outputs } of scene.store.snapshot.resources) Reflect.deleteProperty(outputs, "identity");
    expect(scene.identity).toBeUndefined();
  };

  it.each(Object.keys(kinds))(
    "of a %s differs in nothing, and records the identity when it is read",
    async (type) => {
      const scene = new Scene();
      const { first, changed } = await scene.prepare(type);
      const { identity } = scene;
      forget(scene);
      expect(stepsOf(await scene.up(first))).toEqual([]);
      expect(callsTo(scene)).toEqual([]);
      expect(failuresOf(await scene.refresh())).toEqual([]);
      expect(scene.identity).toEqual(identity);
      forget(scene);
      expect(failuresOf(await scene.up(changed))).toEqual([]);
      expect(scene.identity).toEqual(identity);
    },
  );

  it.each(["Instance", "Image", "PaymentMethod"])(
    "of a %s is compared by the creation time that it has",
    async (type) => {
      const scene = new Scene();
      await scene.prepare(type);
      forget(scene);
      await anotherWorld(scene, type);
      expect(failuresOf(await scene.destroy())).toEqual([
        expect.stringContaining("is not the one in the state"),
      ]);
      expect(scene.changes).toEqual([]);
    },
  );
});
