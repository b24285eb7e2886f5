import { wellKnownTokens } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare } from "../../src/testing";
import { IdentityStack, kinds, otherAccount, ownAccount } from "./identity-stack";
import { shop } from "./oauth-clients";
import { callsTo, emptyProgram, failuresOf, smallInstance, stepsOf } from "./programs";

describe.each(Object.keys(kinds))("the identity of %s", (type) => {
  const run = async (stack: IdentityStack, operation: string, changed: ProgramFunction, token?: string) => {
    const options = token === undefined ? {} : { token };
    if (operation === "refresh") return stack.refresh(options);
    if (operation === "destroy") return stack.destroy(options);
    return operation === "delete in up" ? stack.up(emptyProgram, options) : stack.up(changed, options);
  };
  const operations = ["refresh", "update", "delete in up", "destroy"];

  it("is recorded by the create, and an up without changes sends nothing", async () => {
    const stack = new IdentityStack();
    const { first } = await stack.prepare(type);
    expect(stack.identity).toMatchObject({ account: ownAccount });
    if (type !== "OAuthClient") expect(stack.identity).toMatchObject({ created: expect.any(String) });
    expect(stepsOf(await stack.up(first))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it.each(operations)("fails a %s with a token of another account", async (operation) => {
    const stack = new IdentityStack();
    const { changed } = await stack.prepare(type);
    const before = structuredClone(stack.plainState);
    const world = stack.emulator.control.world();
    const outcome = await run(stack, operation, changed, wellKnownTokens.secondAccount);
    expect(outcome.result).toBe("failed");
    expect(failuresOf(outcome)[0]).toContain(`belongs to account ${ownAccount}`);
    expect(failuresOf(outcome)[0]).toContain(`belongs to account ${otherAccount} at http://emulator.test/v4`);
    expect(stack.changeCalls).toEqual([]);
    expect(stack.plainState).toEqual(before);
    expect(stack.emulator.control.world().instances).toEqual(world.instances);
  });

  it("fails the preview of an update with a token of another account, as `up` does", async () => {
    const stack = new IdentityStack();
    const { changed } = await stack.prepare(type);
    const options = { token: wellKnownTokens.secondAccount };
    const outcome = await stack.preview(changed, options);
    expect(failuresOf(outcome)).toEqual([expect.stringContaining(`belongs to account ${ownAccount}`)]);
    expect(failuresOf(await stack.up(changed, options))).toEqual(failuresOf(outcome));
    expect(stack.changeCalls).toEqual([]);
  });

  it("takes one view of the account in the preview of an update", async () => {
    const stack = new IdentityStack();
    const { changed } = await stack.prepare(type);
    expect(stepsOf(await stack.preview(changed))).toEqual(["update it"]);
    expect(callsTo(stack).filter((call) => call === "GET /v4/account")).toHaveLength(1);
  });

  it.each(operations)("takes one view of the account in a %s", async (operation) => {
    const stack = new IdentityStack();
    const { changed } = await stack.prepare(type);
    const outcome = await run(stack, operation, changed);
    expect(failuresOf(outcome)).toEqual([]);
    expect(callsTo(stack).filter((call) => call === "GET /v4/account")).toHaveLength(1);
  });

  it.each(operations)("allows a %s at another address of the same service", async (operation) => {
    const stack = new IdentityStack();
    const { changed } = await stack.prepare(type);
    stack.address = "http://moved.test/v4";
    expect(failuresOf(await run(stack, operation, changed))).toEqual([]);
  });

  if (type === "OAuthClient") return;
  it.each(operations)(
    "fails a %s when another object has the same id at the same address",
    async (operation) => {
      const stack = new IdentityStack();
      const { changed } = await stack.prepare(type);
      const before = structuredClone(stack.plainState);
      const id = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id;
      await stack.replaceService(type);
      const outcome = await run(stack, operation, changed);
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(
          new RegExp(
            `${id} at http://emulator.test/v4 is not the one in the state .that one was created .+, this one created .+Nothing was changed.+nodecloud state delete urn:pulumi:dev::project::.+::it\` .+ for the resource with id \\S+, and set .adopt: `,
          ),
        ),
      ]);
      expect(stack.changeCalls).toEqual([]);
      expect(stack.plainState).toEqual(before);
    },
  );

  it("compares creation times as moments, whatever their format", async () => {
    const stack = new IdentityStack();
    await stack.prepare(type);
    const reformat = (time: string) => time.replace(/Z?$/, ".250+00:00");
    const { resources } = stack.store.snapshot;
    for (const resource of resources) {
      const { identity } = resource.outputs;
      if (typeof identity !== "object" || identity === null || !("created" in identity)) continue;
      Object.assign(resource.outputs, {
        identity: { ...identity, created: reformat(String(identity.created)) },
      });
    }
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stack.identity).toMatchObject({ created: expect.stringMatching(/\.250\+00:00$/) });
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(stack.changeCalls).not.toEqual([]);
  });
});

describe("another service with the same account", () => {
  const program: ProgramFunction = async (register) => {
    await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
    await register(declare("OAuthClient", "shop", shop));
    return {};
  };
  const startAtOtherService = async () => {
    const stack = new IdentityStack();
    expect(failuresOf(await stack.up(program))).toEqual([]);
    await stack.replaceService("Instance");
    return stack;
  };

  it.each(["refresh", "destroy"] as const)(
    "fails a %s, and its missing objects stay in the state",
    async (operation) => {
      const stack = await startAtOtherService();
      const outcome = await stack[operation]();
      expect(failuresOf(outcome)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^instance 1 at .+ is not the one in the state/),
          expect.stringMatching(/^There is no OAuth client \w+ at .+, and instance 1 there is not the one/),
        ]),
      );
      expect(stack.changeCalls).toEqual([]);
      expect(stack.outputs("shop")).toBeDefined();
    },
  );

  it("removes missing objects from the state with --allow-empty", async () => {
    const stack = await startAtOtherService();
    const outcome = await stack.refresh({ allowEmpty: true });
    expect(failuresOf(outcome)).toEqual([expect.stringContaining("instance 1")]);
    expect(stack.outputs("shop")).toBeUndefined();
    expect(stack.outputs("web")).toBeDefined();
  });
});

describe("a state of 0.1.0", () => {
  /** That release recorded no identity. */
  const removeIdentity = (stack: IdentityStack) => {
    for (const { outputs } of stack.store.snapshot.resources) Reflect.deleteProperty(outputs, "identity");
    expect(stack.identity).toBeUndefined();
  };

  it.each(Object.keys(kinds))(
    "causes no update of a %s, and a refresh or an update records the identity",
    async (type) => {
      const stack = new IdentityStack();
      const { first, changed } = await stack.prepare(type);
      const { identity } = stack;
      removeIdentity(stack);
      expect(stepsOf(await stack.up(first))).toEqual([]);
      expect(callsTo(stack)).toEqual([]);
      expect(failuresOf(await stack.refresh())).toEqual([]);
      expect(stack.identity).toEqual(identity);
      removeIdentity(stack);
      expect(failuresOf(await stack.up(changed))).toEqual([]);
      expect(stack.identity).toEqual(identity);
    },
  );

  it.each(["Instance", "Image", "PaymentMethod"])(
    "compares a %s by the creation time in its outputs",
    async (type) => {
      const stack = new IdentityStack();
      await stack.prepare(type);
      removeIdentity(stack);
      await stack.replaceService(type);
      expect(failuresOf(await stack.destroy())).toEqual([
        expect.stringContaining("is not the one in the state"),
      ]);
      expect(stack.changeCalls).toEqual([]);
    },
  );
});
