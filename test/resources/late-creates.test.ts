import { gzipSync } from "node:zlib";
import { type ExternalChange, wellKnownTokens } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { declareAll } from "./declare-all";
import { clientsIn, shop } from "./oauth-clients";
import { mastercard, paymentMethodsIn, visa } from "./payment-methods";
import { emptyProgram, failuresOf, instancesIn, smallInstance, stepsOf, warningsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());
const file = files.write("golden.img.gz", gzipSync("disk"));

interface Kind {
  readonly type: string;
  readonly operation: string;
  readonly inputs: PropertyMap;
  readonly ids: (stack: TestStack) => readonly string[];
}

const instanceIds = (stack: TestStack) =>
  instancesIn(stack).flatMap(({ id, status }) => (status === "deleting" ? [] : [String(id)]));
const imageIds = (stack: TestStack) =>
  stack.emulator.control
    .world()
    .images.flatMap(({ id, is_public }) => (is_public || id === "private/1" ? [] : [id]));

/** Resources with a generated label, which proves that an object was created by this resource. */
const withProof: Readonly<Record<string, Kind>> = {
  "an instance": { type: "Instance", operation: "instances.create", inputs: smallInstance, ids: instanceIds },
  "an uploaded image": {
    ...{ type: "Image", operation: "images.upload", inputs: { file, region: "us-east" }, ids: imageIds },
  },
};
/** Resources without a generated label, where nothing proves that. */
const withoutProof: Readonly<Record<string, Kind>> = {
  "an instance with an explicit label": {
    ...{
      type: "Instance",
      operation: "instances.create",
      inputs: { ...smallInstance, label: "mine" },
      ids: instanceIds,
    },
  },
  "an image with an explicit label": {
    ...{ type: "Image", operation: "images.upload", ids: imageIds },
    inputs: { file, region: "us-east", label: "mine" },
  },
  "an OAuth client": {
    ...{ type: "OAuthClient", operation: "oauthClients.create", inputs: shop },
    ids: (stack) => clientsIn(stack).map(({ id }) => id),
  },
  "a payment method": {
    ...{ type: "PaymentMethod", operation: "paymentMethods.add", inputs: { card: visa } },
    ids: (stack) => paymentMethodsIn(stack).flatMap(({ id }) => (id === 1 ? [] : [String(id)])),
  },
};

const declareIt =
  ({ type, inputs }: Kind): ProgramFunction =>
  async (register) => {
    await register(declare(type, "it", inputs));
    return {};
  };
/** Deletes an object as someone else would. */
function deleteElsewhere(stack: TestStack, { type }: Kind, id: string) {
  const deletions: Readonly<Record<string, ExternalChange>> = {
    Instance: { kind: "instance_delete", instanceId: Number(id) },
    Image: { kind: "image_delete", imageId: id },
    OAuthClient: { kind: "oauth_client_delete", clientId: id },
    PaymentMethod: { kind: "payment_method_delete", paymentMethodId: Number(id) },
  };
  stack.emulator.control.externalChange(deletions[type]!);
}
const originOf = ({ type }: Kind) => ({ project: "project", stack: "dev", type, name: "it" });
const idOf = (stack: TestStack) =>
  stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id ?? "";

/**
 * Creates an object twice: the first request is carried out two minutes after its response was lost and a second one was sent.
 * @param writes How often the run writes the state before its engine is killed. Default: it is not.
 */
async function createTwice(kind: Kind, writes?: number) {
  const stack = new TestStack({ settings: { uniqueLabels: false, listLagSeconds: 0 } });
  // The objects of the seed must be older than the created one.
  await stack.clock.advance(60_000);
  stack.emulator.control.faults.add({
    ...{ operation: kind.operation, when: "later", delay: 120_000, count: 1, effect: { reset: true } },
  });
  const program = declareIt(kind);
  if (writes === undefined) expect(failuresOf(await stack.up(program))).toEqual([]);
  else expect(await stack.killAfterWrites(writes, () => stack.up(program))).toBe(true);
  await stack.clock.advance(180_000);
  const recorded = idOf(stack) || stack.intentOf(originOf(kind))?.id;
  const extra = kind.ids(stack).filter((id) => id !== recorded);
  expect(extra).toHaveLength(1);
  stack.messages.length = 0;
  return { stack, program, extra: extra[0]! };
}

describe("a create request that the service carries out after a second one was sent", () => {
  it.each(Object.entries(withProof))(
    "is reported by refresh and preview, and its object is deleted by up: %s",
    async (_, kind) => {
      const { stack, program, extra } = await createTwice(kind);
      await stack.refresh();
      expect(warningsOf(stack).join()).toMatch(new RegExp(`${extra} was created late by an earlier request`));
      expect(stepsOf(await stack.preview(program))).toEqual(["update it"]);
      expect(kind.ids(stack)).toHaveLength(2);
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(kind.ids(stack)).toEqual([idOf(stack)]);
      stack.emulator.control.forgetRequests();
      expect(stepsOf(await stack.up(program))).toEqual([]);
      expect(stack.emulator.control.requests()).toEqual([]);
    },
  );

  it.each(Object.entries({ ...withProof, ...withoutProof }))(
    "is named by the refresh that finds the resource deleted: %s",
    async (_, kind) => {
      const { stack, extra } = await createTwice(kind);
      deleteElsewhere(stack, kind, idOf(stack));
      expect((await stack.refresh()).result).toBe("succeeded");
      expect(idOf(stack)).toBe("");
      expect(warningsOf(stack).join()).toMatch(
        new RegExp(
          `${extra} (was|may have been) created late by an earlier request.*Delete it if .*it is no longer needed`,
        ),
      );
    },
  );

  it.each(Object.entries(withProof))("leaves nothing behind after a destroy: %s", async (_, kind) => {
    const { stack } = await createTwice(kind);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(kind.ids(stack)).toEqual([]);
  });

  it("is reported with the objects deleted before, if its own delete fails in a destroy", async () => {
    const kind = withProof["an instance"]!;
    const { stack, extra } = await createTwice(kind);
    const id = idOf(stack);
    const { emulator } = stack;
    stack.emulator = {
      ...emulator,
      fetch: async (request) =>
        request.method === "DELETE" && request.url.endsWith(`/${extra}`)
          ? Response.json({ errors: [{ reason: "No." }] }, { status: 403 })
          : emulator.fetch(request),
    };
    expect(failuresOf(await stack.destroy()).join()).toMatch(
      new RegExp(`instance ${id} was deleted\\. instance ${extra} was not deleted`),
    );
    expect(kind.ids(stack)).toEqual([extra]);
  });

  it.each(Object.entries(withoutProof))(
    "is reported without deleting its object if nothing proves who created it: %s",
    async (_, kind) => {
      const { stack, program, extra } = await createTwice(kind);
      await stack.refresh();
      const report = new RegExp(
        `${extra} may have been created late by an earlier request.*This cannot be proven`,
      );
      expect(warningsOf(stack).join()).toMatch(report);
      stack.messages.length = 0;
      expect(stepsOf(await stack.up(program))).toEqual([]);
      expect(warningsOf(stack).join()).toMatch(report);
      stack.messages.length = 0;
      await stack.destroy();
      expect(warningsOf(stack).join()).toMatch(report);
      expect(kind.ids(stack)).toEqual([extra]);
    },
  );

  it.each(Object.entries({ ...withProof, ...withoutProof }))(
    "is found although the engine was killed before it recorded the second one: %s",
    async (_, kind) => {
      const { stack, program, extra } = await createTwice(kind, 1);
      await stack.up(program);
      await stack.up(program);
      const isProven = Object.values(withProof).includes(kind);
      expect(kind.ids(stack).includes(extra)).toBe(!isProven);
      if (!isProven) expect(warningsOf(stack).join()).toContain(`${extra} may have been created late`);
    },
  );

  it("is found after the resource was renamed", async () => {
    const kind = withProof["an instance"]!;
    const { stack, extra } = await createTwice(kind);
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
    const renamed =
      (inputs: PropertyMap): ProgramFunction =>
      async (register) => {
        await register(declare(kind.type, "renamed", { ...kind.inputs, ...inputs }, { aliases: [{ urn }] }));
        return {};
      };
    expect(stepsOf(await stack.up(renamed({})))).toEqual(["update renamed"]);
    expect(kind.ids(stack)).not.toContain(extra);
    expect(stepsOf(await stack.up(renamed({})))).toEqual([]);
  });

  it("is found although it appears after the renamed resource was updated", async () => {
    const kind = withProof["an instance"]!;
    const stack = new TestStack({ settings: { uniqueLabels: false, listLagSeconds: 0 } });
    await stack.clock.advance(60_000);
    stack.emulator.control.faults.add({
      ...{ operation: kind.operation, when: "later", delay: 300_000, count: 1, effect: { reset: true } },
    });
    expect(failuresOf(await stack.up(declareIt(kind)))).toEqual([]);
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
    const renamed: ProgramFunction = async (register) => {
      const inputs = { ...kind.inputs, tags: ["shop"] };
      await register(declare(kind.type, "renamed", inputs, { aliases: [{ urn }] }));
      return {};
    };
    expect(stepsOf(await stack.up(renamed))).toEqual(["update renamed"]);
    await stack.clock.advance(400_000);
    expect(kind.ids(stack)).toHaveLength(2);
    expect(stepsOf(await stack.up(renamed))).toEqual(["update renamed"]);
    expect(kind.ids(stack)).toHaveLength(1);
  });

  it("is found although it appears after the resource took a name that another one had", async () => {
    const kind = withProof["an instance"]!;
    const stack = new TestStack({ settings: { uniqueLabels: false, listLagSeconds: 0 } });
    await stack.clock.advance(60_000);
    const program = declareAll(kind.type, { gone: kind.inputs });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    stack.emulator.control.faults.add({
      ...{ operation: kind.operation, when: "later", delay: 300_000, count: 1, effect: { reset: true } },
    });
    expect(failuresOf(await stack.up(declareIt(kind)))).toEqual([]);
    stack.endPlugin();
    const own = idOf(stack);
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
    const renamed: ProgramFunction = async (register) => {
      await register(declare(kind.type, "gone", kind.inputs, { aliases: [{ urn }] }));
      return {};
    };
    stack.messages.length = 0;
    expect(stepsOf(await stack.preview(renamed))).toEqual(["update gone"]);
    expect(stack.messages.map(({ message }) => message).join()).toContain("records it under the new name");
    expect(stepsOf(await stack.up(renamed))).toEqual(["update gone"]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
    await stack.clock.advance(400_000);
    expect(kind.ids(stack)).toHaveLength(2);
    expect(stepsOf(await stack.up(program))).toEqual(["update gone"]);
    expect(kind.ids(stack)).toEqual([own]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("is found although the renamed resource was deleted by someone else before it appears", async () => {
    const kind = withoutProof["a payment method"]!;
    const stack = new TestStack({ settings: { listLagSeconds: 0 } });
    stack.emulator.control.faults.add({
      ...{ operation: kind.operation, when: "later", delay: 300_000, count: 1, effect: { reset: true } },
    });
    expect(failuresOf(await stack.up(declareIt(kind)))).toEqual([]);
    stack.messages.length = 0;
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
    const renamedWith =
      (inputs: PropertyMap): ProgramFunction =>
      async (register) => {
        await register(declare(kind.type, "renamed", inputs, { aliases: [{ urn }] }));
        return {};
      };
    const renamed = renamedWith(kind.inputs);
    const recording = "may still carry out an earlier request to create this payment method";
    expect(stepsOf(await stack.preview(renamedWith({ card: mastercard })))).toEqual([
      "createReplacement renamed",
      "deleteReplaced it",
    ]);
    expect(stack.messages.map(({ message }) => message).join()).not.toContain(recording);
    expect(stepsOf(await stack.preview(renamed))).toEqual(["update renamed"]);
    stack.messages.length = 0;
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(renamed))).toEqual(["update renamed"]);
    expect(stack.messages.map(({ message }) => message).join()).toContain(recording);
    expect(stack.emulator.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(stepsOf(await stack.up(renamed))).toEqual([]);
    const [recorded] = kind.ids(stack);
    stack.emulator.control.externalChange({
      kind: "payment_method_delete",
      paymentMethodId: Number(recorded),
    });
    await stack.clock.advance(400_000);
    const [late] = kind.ids(stack);
    expect(failuresOf(await stack.up(renamed, { refreshFirst: true }))).toEqual([]);
    stack.messages.length = 0;
    await stack.up(renamed);
    expect(warningsOf(stack).join()).toContain(`payment method ${late} may have been created late`);
  });

  it("is not searched for after a day", async () => {
    const { stack, program } = await createTwice(withoutProof["an OAuth client"]!);
    await stack.clock.advance(86_400_000);
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(stack.emulator.control.requests()).toEqual([]);
  });

  it("is taken over if the state has no object", async () => {
    const kind = withProof["an instance"]!;
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ operation: kind.operation, when: "later", delay: 400_000, nth: 1, effect: { reset: true } });
    faults.add({
      operation: kind.operation,
      nth: 2,
      effect: { status: 400, body: { errors: [{ reason: "no" }] } },
    });
    expect(failuresOf(await stack.up(declareIt(kind))).join()).toMatch(/no/);
    await stack.clock.advance(500_000);
    expect(failuresOf(await stack.up(declareIt(kind)))).toEqual([]);
    expect(kind.ids(stack)).toEqual([idOf(stack)]);
  });
});

describe("a create request without a known result", () => {
  const rejection = { status: 400, body: { errors: [{ reason: "no" }] } };
  const warned =
    /^The service may still carry out an earlier request to create this (.*), sent at .*Z, and no later run of this stack would see that\. In 10 minutes, look for an? \1( labeled "[^"]+")? in the account, and delete it if it is no longer needed\.$/;
  const openWarnings = (stack: TestStack) => warningsOf(stack).filter((text) => /still carry out/.test(text));

  async function createdAfterLostRequest(kind: Kind): Promise<TestStack> {
    const stack = new TestStack({ settings: { uniqueLabels: false, listLagSeconds: 0 } });
    await stack.clock.advance(60_000);
    stack.emulator.control.faults.add({
      ...{ operation: kind.operation, when: "before", count: 1, effect: { reset: true } },
    });
    expect(failuresOf(await stack.up(declareIt(kind)))).toEqual([]);
    expect(openWarnings(stack)).toEqual([
      expect.stringMatching(
        /^The service may still carry out an earlier request to create this (.*), sent at 2022-03-21T09:01:00\.000Z\. Each run of this stack within a day reports what that request creates\. If you run nothing until then, look for an? \1( labeled "[^"]+")? other than \1 \S+ in the account, and delete it if it is no longer needed\.$/,
      ),
    ]);
    // The label is also that of the resource's own object, which must not be deleted.
    expect(openWarnings(stack).join()).toContain(` ${idOf(stack)} in the account`);
    stack.messages.length = 0;
    return stack;
  }

  it.each(Object.entries({ ...withProof, ...withoutProof }))(
    "is named when its resource leaves the state within 10 minutes: %s",
    async (_, kind) => {
      const stack = await createdAfterLostRequest(kind);
      expect((await stack.destroy()).result).toBe("succeeded");
      expect(openWarnings(stack)).toEqual([expect.stringMatching(warned)]);
    },
  );

  it.each(Object.entries({ ...withProof, ...withoutProof }))(
    "is named if its create fails, because the state does not record the resource: %s",
    async (_, kind) => {
      const stack = new TestStack({ settings: { uniqueLabels: false, listLagSeconds: 0 } });
      const { faults } = stack.emulator.control;
      faults.add({ operation: kind.operation, when: "before", nth: 1, effect: { reset: true } });
      faults.add({ operation: kind.operation, nth: 2, effect: rejection });
      expect(failuresOf(await stack.up(declareIt(kind))).join()).toContain("no");
      expect(openWarnings(stack)).toEqual([
        expect.stringMatching(
          /^The service may still carry out an earlier request to create this (.*), sent at .*Z\. The next `pulumi up` that declares this resource searches for the result\. If you remove the resource instead, wait 10 minutes, look for an? \1( labeled "[^"]+")? in the account, and delete it if it is no longer needed\.$/,
        ),
      ]);
    },
  );

  it("is not named if the state records the resource although its create failed", async () => {
    const { operation, ...kind } = withProof["an instance"]!;
    const stack = new TestStack({ settings: { uniqueLabels: false, listLagSeconds: 0 } });
    const { faults } = stack.emulator.control;
    faults.add({ operation, when: "before", nth: 1, effect: { reset: true } });
    faults.add({ operation: "instances.update", effect: rejection });
    const inputs = { ...kind.inputs, watchdogEnabled: false };
    expect(failuresOf(await stack.up(declareIt({ ...kind, operation, inputs }))).join()).toContain("no");
    expect([kind.ids(stack).length, openWarnings(stack)]).toEqual([1, []]);
  });

  it("is not named if its create is rejected", async () => {
    const kind = withProof["an instance"]!;
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: kind.operation, effect: rejection });
    expect(failuresOf(await stack.up(declareIt(kind))).join()).toContain("no");
    expect(openWarnings(stack)).toEqual([]);
  });

  it("is named by a replacement within 10 minutes, and not later", async () => {
    const kind = withProof["an instance"]!;
    const stack = await createdAfterLostRequest(kind);
    const replaced = declareIt({ ...kind, inputs: { ...kind.inputs, region: "eu-west" } });
    expect(failuresOf(await stack.up(replaced))).toEqual([]);
    expect(openWarnings(stack)).toEqual([expect.stringContaining("Each run of this stack within a day")]);
    stack.messages.length = 0;
    await stack.clock.advance(600_000);
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect([openWarnings(stack), kind.ids(stack)]).toEqual([[], []]);
  });
});

describe("a replacement that was interrupted during its create and is no longer declared", () => {
  async function interruptReplacement(kind: Kind) {
    const stack = new TestStack({ settings: { uniqueLabels: false, listLagSeconds: 0 } });
    await stack.clock.advance(60_000);
    const program = declareIt(kind);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    stack.endPlugin();
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
    const [id = ""] = kind.ids(stack);
    stack.emulator.control.forgetRequests();
    for (let request = 2; kind.ids(stack).length === 1 && request < 8; request++) {
      await stack.up(program, { replace: [urn], killPlugin: { request, isCarriedOut: true } });
      await stack.clock.advance(1000);
    }
    const extra = kind.ids(stack).find((other) => other !== id) ?? "";
    return { stack, program, id, extra };
  }

  it.each(Object.entries(withProof))("is deleted by the next up: %s", async (_, kind) => {
    const { stack, program, id, extra } = await interruptReplacement(kind);
    stack.messages.length = 0;
    expect(stepsOf(await stack.preview(program))).toEqual(["update it"]);
    expect(warningsOf(stack).join()).toContain(
      `${extra} was created by an interrupted replacement of this resource, which now manages another one. \`pulumi up\` deletes it, or takes it over if it replaces the resource.`,
    );
    expect(stepsOf(await stack.up(program))).toEqual(["update it"]);
    expect(kind.ids(stack)).toEqual([id]);
    expect(stack.services().intents.unfinished()).toEqual([]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("is reported if nothing proves that it belongs to this resource", async () => {
    const kind = withoutProof["a payment method"]!;
    const { stack, program, id, extra } = await interruptReplacement(kind);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack).join()).toContain(
      `${extra} may have been created by an interrupted replacement of this resource. This cannot be proven, so \`pulumi up\` does not delete it, but may take it over if it replaces the resource. Delete it if no stack contains it and it is no longer needed`,
    );
    expect(kind.ids(stack)).toEqual([id, extra]);
  });

  it("is taken over if the replacement is declared again", async () => {
    const kind = withProof["an instance"]!;
    const { stack, extra } = await interruptReplacement(kind);
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
    expect(failuresOf(await stack.up(declareIt(kind), { replace: [urn] }))).toEqual([]);
    expect(kind.ids(stack)).toEqual([extra]);
  });

  it("stays if another stack has adopted it", async () => {
    const kind = withProof["an instance"]!;
    const { stack, program, id, extra } = await interruptReplacement(kind);
    const other = new TestStack({ beside: stack, backend: "file:///elsewhere" });
    const adopting: ProgramFunction = async (register) => {
      await register(declare("Instance", "kept", { adopt: Number(extra) }));
      return {};
    };
    expect(failuresOf(await other.up(adopting))).toEqual([]);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(kind.ids(stack)).toEqual([id, extra]);
  });

  it.each(["preview", "replace", "destroy"] as const)(
    "is not confused with an object that somebody else creates after it: %s",
    async (operation) => {
      const { stack, program, extra } = await interruptReplacement(withProof["an instance"]!);
      const { rootPass, ...inputs } = smallInstance;
      const body = JSON.stringify({ ...inputs, root_pass: rootPass, label: "production" });
      const headers = { authorization: `Bearer ${wellKnownTokens.full}`, "content-type": "application/json" };
      const url = "http://emulator/v4/node/instances";
      const response = await stack.emulator.fetch(new Request(url, { method: "POST", headers, body }));
      const { id } = (await response.json()) as { readonly id: number };
      stack.messages.length = 0;
      const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
      if (operation === "preview") await stack.preview(program);
      else if (operation === "destroy") await stack.destroy();
      else expect(failuresOf(await stack.up(program, { replace: [urn] }))).toEqual([]);
      const warnings = warningsOf(stack).join();
      expect(warnings).not.toContain(`instance ${id} `);
      if (operation !== "replace")
        expect(warnings).toContain(`instance ${extra} was created by an interrupted`);
    },
  );

  it("is named by a destroy, which leaves it, if nothing proves that it belongs to this resource", async () => {
    const kind = withoutProof["a payment method"]!;
    const { stack, extra } = await interruptReplacement(kind);
    stack.messages.length = 0;
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(warningsOf(stack)).toEqual([
      expect.stringContaining(
        `${extra} may have been created by an interrupted replacement of this resource. This cannot be proven, so it is not deleted.`,
      ),
    ]);
    expect(kind.ids(stack)).toEqual([extra]);
  });

  it("is named by a destroy, which leaves it, and taken over when the resource is declared again", async () => {
    const kind = withProof["an instance"]!;
    const { stack, program, id, extra } = await interruptReplacement(kind);
    stack.messages.length = 0;
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(warningsOf(stack)).toEqual([
      expect.stringContaining(
        `instance ${extra} was created by an interrupted replacement of this resource. It is not deleted with instance ${id}`,
      ),
    ]);
    expect(kind.ids(stack)).toEqual([extra]);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(kind.ids(stack)).toEqual([extra]);
  });
});

describe("a create whose response is lost and whose object is renamed immediately", () => {
  const rename = (stack: TestStack, { type }: Kind, id: string) => {
    const { control } = stack.emulator;
    if (type === "Instance") control.changeInstance(Number(id), { label: "renamed" });
    if (type === "Image")
      control.externalChange({ kind: "image_change", imageId: id, patch: { label: "Renamed" } });
    if (type === "OAuthClient")
      control.externalChange({ kind: "oauth_client_change", clientId: id, patch: { label: "Renamed" } });
  };
  /** Files are read in real time, so the create may be sent later than the virtual clock suggests. */
  async function renameOnceCreated(stack: TestStack, kind: Kind) {
    while (kind.ids(stack).length === 0) await stack.clock.sleep(100);
    rename(stack, kind, kind.ids(stack)[0]!);
  }
  async function createAndRename(kind: Kind) {
    const stack = new TestStack();
    await stack.clock.advance(60_000);
    const { faults, forgetRequests } = stack.emulator.control;
    faults.add({ operation: kind.operation, when: "after", count: 1, effect: { reset: true } });
    faults.add({ operation: kind.operation.replace(/\.\w+$/, ".list"), effect: { staleList: 20_000 } });
    const running = stack.up(declareIt(kind));
    await stack.clock.run(renameOnceCreated(stack, kind));
    const outcome = await running;
    faults.clear();
    const sent = stack.emulator.control.requests().filter(({ operation }) => operation === kind.operation);
    forgetRequests();
    return { stack, outcome, sent };
  }
  const kindsWithLabel = Object.entries({ ...withProof, ...withoutProof }).filter(
    ([, { type }]) => type !== "PaymentMethod",
  );
  /** Nobody can send the data of such an image. */
  const isRefused = ({ operation }: { readonly operation: string }) => operation === "images.upload";

  it.each(kindsWithLabel)(
    "is not sent again, and its object is reported as a candidate: %s",
    async (_, kind) => {
      const { stack, outcome, sent } = await createAndRename(kind);
      expect(sent).toHaveLength(1);
      const [id = ""] = kind.ids(stack);
      expect(failuresOf(outcome).join()).toContain(`${id} may be the new `);
      const again = await stack.up(declareIt(kind));
      expect(failuresOf(again).join()).toMatch(
        new RegExp(`candidates: ${id}\\).*adopt: <id>.*--replace`, "s"),
      );
      expect(kind.ids(stack)).toEqual([id]);
      const adopt = kind.type === "Instance" ? Number(id) : id;
      stack.messages.length = 0;
      const adopted = failuresOf(await stack.up(declareIt({ ...kind, inputs: { ...kind.inputs, adopt } })));
      expect(adopted).toEqual(isRefused(kind) ? [expect.stringContaining("it is pending_upload")] : []);
      expect(warningsOf(stack).join()).not.toContain("was not deleted");
      if (!isRefused(kind)) expect(idOf(stack)).toBe(id);
    },
  );

  it("is adopted although the program changed meanwhile, once the create-only values are removed", async () => {
    const kind = withProof["an instance"]!;
    const { stack } = await createAndRename(kind);
    const adopt = Number(kind.ids(stack)[0]);
    const changed = { ...kind.inputs, type: "g1-standard-1", adopt };
    expect(failuresOf(await stack.up(declareIt({ ...kind, inputs: changed }))).join()).toMatch(
      /these values can only be set when it is created, and they differ: type .*leave these arguments out/,
    );
    const { type, ...rest } = changed;
    expect(failuresOf(await stack.up(declareIt({ ...kind, inputs: rest })))).toEqual([]);
    expect(idOf(stack)).toBe(String(adopt));
  });

  it("is sent again when the user forces a replacement", async () => {
    const kind = withProof["an instance"]!;
    const { stack } = await createAndRename(kind);
    stack.endPlugin();
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::it"))?.urn ?? "";
    expect(failuresOf(await stack.up(declareIt(kind), { replace: [urn] }))).toEqual([]);
    expect(kind.ids(stack)).toHaveLength(2);
    expect(idOf(stack)).toBe(kind.ids(stack)[1]);
  });

  it("keeps its object when the stack is destroyed, with a warning", async () => {
    const kind = withProof["an instance"]!;
    const { stack } = await createAndRename(kind);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(kind.ids(stack)).toHaveLength(1);
    expect(warningsOf(stack).join()).toContain(
      `(candidates: ${kind.ids(stack)[0]}), and nothing was deleted`,
    );
  });
});

it("messages mention an earlier run only if there was one", async () => {
  const stack = new TestStack();
  stack.emulator.control.faults.add({
    operation: "images.upload",
    when: "after",
    count: 2,
    effect: { reset: true },
  });
  expect(failuresOf(await stack.up(declareIt(withProof["an uploaded image"]!)))).toEqual([]);
  expect(stack.messages.map(({ message }) => message).join()).not.toMatch(/earlier run/);
  await stack.up(emptyProgram);
});
