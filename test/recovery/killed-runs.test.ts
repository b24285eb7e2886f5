import { gzipSync } from "node:zlib";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { clientsIn, shop } from "../resources/oauth-clients";
import { paymentMethodsIn, visa } from "../resources/payment-methods";
import { failuresOf, instancesIn, smallInstance } from "../resources/programs";
import { TemporaryFiles } from "../resources/temporary-files";
import { choose, recover, writesIn } from "./recovering";

const files = new TemporaryFiles();
afterAll(() => files.remove());
const file = files.write("golden.img.gz", gzipSync("disk"));

interface Kind {
  readonly type: string;
  readonly inputs: PropertyMap;
  readonly create: string;
  /** Whether a label that was generated proves which object is ours. */
  readonly isProven: boolean;
  readonly ids: (stack: TestStack) => readonly string[];
}

const instanceIds = (stack: TestStack) =>
  instancesIn(stack).flatMap(({ id, status }) => (status === "deleting" ? [] : [String(id)]));
const kinds: Readonly<Record<string, Kind>> = {
  "an instance": {
    ...{ type: "Instance", inputs: smallInstance, create: "instances.create", isProven: true },
    ids: instanceIds,
  },
  "an instance with an explicit label": {
    ...{ type: "Instance", inputs: { ...smallInstance, label: "mine" } },
    ...{ create: "instances.create", isProven: false, ids: instanceIds },
  },
  "an uploaded image": {
    ...{ type: "Image", inputs: { file, region: "us-east" }, create: "images.upload", isProven: true },
    ids: (stack) =>
      stack.emulator.control
        .world()
        .images.flatMap(({ id, is_public }) => (is_public || id === "private/1" ? [] : [id])),
  },
  "an OAuth client": {
    ...{ type: "OAuthClient", inputs: shop, create: "oauthClients.create", isProven: false },
    ids: (stack) => clientsIn(stack).map(({ id }) => id),
  },
  "a payment method": {
    ...{ type: "PaymentMethod", inputs: { card: visa }, create: "paymentMethods.add", isProven: false },
    ids: (stack) => paymentMethodsIn(stack).flatMap(({ id }) => (id === 1 ? [] : [String(id)])),
  },
};

const programOf =
  ({ type, inputs }: Kind): ProgramFunction =>
  async (register) => {
    await register(declare(type, "it", inputs));
    return {};
  };

/** A stack whose account is known, because it manages something else. */
async function stackWithAccount(): Promise<TestStack> {
  const stack = new TestStack();
  await stack.up(other);
  await stack.clock.advance(120_000);
  return stack;
}
const other: ProgramFunction = async (register) => {
  await register(declare("OAuthClient", "other", { label: "Other", redirectUri: "https://other.example" }));
  return {};
};
const withOther =
  (program: ProgramFunction): ProgramFunction =>
  async (...args) => {
    await other(...args);
    return program(...args);
  };

it.each([true, false])(
  "an instance whose create was interrupted by the end of the plugin is found on another machine (carried out: %s)",
  async (isCarriedOut) => {
    const stack = await stackWithAccount();
    const program = withOther(programOf(kinds["an instance"]!));
    for (let request = 1; stack.store.snapshot.pendingOperations.length === 0; request++) {
      await stack.up(program, { killPlugin: { request, isCarriedOut } });
    }
    await stack.clock.advance(120_000);
    await recover(stack, { isOtherMachine: true });
    expect(stack.store.snapshot.pendingOperations).toEqual([]);
    const recorded = stack.store.snapshot.resources.flatMap(({ urn, id }) =>
      urn.endsWith("::it") ? [id] : [],
    );
    expect(recorded).toEqual(instanceIds(stack));
    await stack.up(program);
    expect(instanceIds(stack)).toHaveLength(1);
  },
);

describe.each(Object.entries(kinds))("a run that was killed while creating %s", (_, kind) => {
  const program = withOther(programOf(kind));
  const idsOf = (stack: TestStack) =>
    kind
      .ids(stack)
      .filter(
        (id) => !stack.store.snapshot.resources.some((one) => one.id === id && !one.urn.endsWith("::it")),
      );

  it.each([true, false])(
    "is resolved at every write of the state, so that up creates nothing twice (on another machine: %s)",
    async (isOtherMachine) => {
      let adopted = 0;
      for (let writes = 0, killed = true; killed && writes < 6; writes++) {
        const stack = await stackWithAccount();
        killed = await stack.killAfterWrites(writes, () => stack.up(program));
        const made = idsOf(stack);
        const isPending = stack.store.snapshot.pendingOperations.length > 0;
        stack.emulator.control.forgetRequests();
        const first = await recover(stack, { isOtherMachine });
        expect(writesIn(stack)).toEqual([]);
        const isQuestion = isOtherMachine && !kind.isProven && isPending && made.length > 0;
        expect(first.filter(({ case: { keep }, done }) => done === undefined || done === keep)).toHaveLength(
          isQuestion ? 1 : 0,
        );
        expect(stack.store.snapshot.pendingOperations).toEqual([]);
        if (isQuestion) await recover(stack, { isOtherMachine, decide: choose(/^Record/) });
        const recorded = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"));
        if (isPending && made.length > 0) expect([recorded?.id]).toEqual(made);
        if (first.length > 0 && recorded) adopted++;
        expect(await recover(stack, { isOtherMachine })).toEqual([]);
        stack.emulator.control.forgetRequests();
        expect(failuresOf(await stack.up(program))).toEqual([]);
        // Nobody can upload the data of a recovered image, so it is replaced.
        const isReplaced = kind.type === "Image" && isPending;
        if (recorded && !isReplaced) expect(writesIn(stack)).not.toContain(kind.create);
        if (kind.type === "Image")
          expect(stack.emulator.control.world().images.at(-1)).toMatchObject({ status: "available" });
        expect(idsOf(stack)).toEqual([
          stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id,
        ]);
      }
      expect(adopted).toBeGreaterThan(0);
    },
  );
});
