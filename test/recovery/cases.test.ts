import { wellKnownTokens } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { type Intent, LifecycleError } from "../../src/lifecycle";
import { describeCases, describeOutcomes, jsonOf, type RecoveryCase, verdictOf } from "../../src/recovery";
import { newResource, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { declareBackedUpInstance, schedulesIn } from "../resources/backup-schedules";
import { declareClient, isAccepted, secretOf } from "../resources/oauth-clients";
import { declarePaymentMethods, paymentMethodsIn, visa } from "../resources/payment-methods";
import {
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "../resources/programs";
import {
  dropPendingOperations,
  editState,
  existing,
  killedCreate,
  killWithLostResponse,
  pendingOf,
  recordOfAnother,
  type StackOptions,
  webOf,
} from "./killed-stack";
import { choose, recover, writesIn } from "./recovering";

const bucket = "urn:pulumi:dev::project::aws:s3:Bucket::logs";
/** The lists lack the instance for a while after the kill, which comes when the instance has booted. */
const listsLag: StackOptions = { settings: { listLagSeconds: 60, bootDelaySeconds: 0 } };

describe("a run that was killed while replacing an instance", () => {
  it.each([
    ["creates first", {}, { region: "eu-west" }],
    ["deletes first", { label: "mine" }, { label: "mine", region: "eu-west" }],
  ])("is resolved at every write, if it %s", async (_, before, after) => {
    for (const writes of [1, 2, 3, 4]) {
      const isOtherMachine = writes % 2 === 0;
      const stack = new TestStack();
      await stack.up(webInstance(before));
      await stack.killAfterWrites(writes, () => stack.up(webInstance(after)));
      await stack.clock.advance(120_000);
      await recover(stack, { isOtherMachine });
      // Without a generated label and a record, the user has to decide.
      await recover(stack, { isOtherMachine, decide: choose(/^Record/) });
      expect(pendingOf(stack)).toEqual([]);
      expect(await recover(stack, { isOtherMachine })).toEqual([]);
      stack.emulator.control.forgetRequests();
      const made = existing(stack).find((id) => id !== "1");
      const isRecorded = webOf(stack).some(({ id }) => id === made);
      expect(made === undefined || isRecorded).toBe(true);
      expect(failuresOf(await stack.up(webInstance(after)))).toEqual([]);
      if (isRecorded) expect(writesIn(stack)).not.toContain("instances.create");
      expect(webOf(stack).map(({ id }) => id)).toEqual(existing(stack));
      expect(instancesIn(stack).filter(({ status }) => status !== "deleting")).toMatchObject([
        { region: "eu-west", status: "running" },
      ]);
    }
  });
});

/** Kills replacements of an instance after more and more writes, until one leaves this operation pending. */
async function killReplacementWhile(
  operation: "creating" | "deleting",
  isKilledIn: (stack: TestStack) => boolean,
  inputs = {},
): Promise<TestStack> {
  for (let writes = 1; writes < 10; writes++) {
    const stack = new TestStack();
    await stack.up(webInstance(inputs));
    await stack.clock.advance(300_000);
    await stack.killAfterWrites(writes, () => stack.up(webInstance({ ...inputs, region: "eu-west" })));
    if (pendingOf(stack).includes(operation) && isKilledIn(stack)) return stack;
  }
  throw new Error(`No write leaves the operation ${operation} pending.`);
}

it("a run that was killed while deleting a replaced instance leaves only the new one", async () => {
  const stack = await killReplacementWhile("deleting", (killed) => webOf(killed).length === 2);
  await stack.clock.advance(300_000);
  expect(existing(stack)).toEqual(["2"]);
  expect(verdictOf(await recover(stack))).toBe("settled");
  expect(webOf(stack)).toMatchObject([{ id: "2", delete: false }]);
});

it("a run that was killed after it deleted an instance for its replacement leaves nothing to delete", async () => {
  const isDeleted = (killed: TestStack) => webOf(killed).some(({ pendingReplacement }) => pendingReplacement);
  const stack = await killReplacementWhile("creating", isDeleted, { label: "mine" });
  await stack.clock.advance(300_000);
  expect(verdictOf(await recover(stack))).toBe("settled");
  expect(webOf(stack)).toMatchObject([{ id: "2", delete: false, pendingReplacement: false }]);
});

it.each([
  ["every case is decided", undefined],
  ["only that of the pending create is", choose(/^Remove the create from the state/)],
])(
  "a run that was killed while its replacement took over the recorded client leaves the secret to the next up if %s",
  async (_, decide) => {
    const stack = new TestStack();
    await stack.up(declareClient());
    await stack.killAfterWrites(1, () => stack.up(declareClient(), { replace: ["**::app"] }));
    const outcomes = await recover(stack, decide && { decide });
    expect(outcomes.map(({ case: { trace }, done }) => [trace, done !== undefined])).toEqual([
      ["pendingOperation", true],
      ["reset", decide === undefined],
    ]);
    expect(pendingOf(stack)).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(false);
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
  },
);

describe("a run that was killed while deleting an instance", () => {
  async function killedDelete(prepare: (stack: TestStack) => void = () => undefined) {
    const stack = new TestStack();
    await stack.up(webInstance());
    prepare(stack);
    await stack.killAfterWrites(1, () => stack.destroy());
    expect(pendingOf(stack)).toEqual(["deleting"]);
    stack.emulator.control.faults.clear();
    stack.emulator.control.forgetRequests();
    return stack;
  }

  it("leaves the state without what no longer exists", async () => {
    const stack = await killedDelete();
    expect(verdictOf(await recover(stack))).toBe("settled");
    expect([pendingOf(stack), webOf(stack), writesIn(stack)]).toEqual([[], [], []]);
    expect(await recover(stack)).toEqual([]);
  });

  it("keeps what still exists", async () => {
    const stack = await killedDelete(({ emulator }) =>
      emulator.control.faults.add({ operation: "instances.delete", effect: { status: 403 } }),
    );
    expect(verdictOf(await recover(stack))).toBe("settled");
    expect(webOf(stack)).toMatchObject([{ id: "1", delete: false }]);
    expect(pendingOf(stack)).toEqual([]);
    const destroyed = await stack.destroy();
    expect([failuresOf(destroyed), stepsOf(destroyed)]).toEqual([[], ["delete web"]]);
  });

  it("whose create is unresolved leaves only the unresolved create", async () => {
    const stack = await killedCreate();
    const unresolved = { unresolved: { candidates: [] } };
    await editState(stack, ({ resources, pendingOperations: [operation] }) => {
      const entry = { ...operation!.resource, id: "unresolved-web", outputs: unresolved };
      return { resources: [...resources, entry], pendingOperations: [{ type: "deleting", resource: entry }] };
    });
    const outcomes = await recover(stack);
    const found =
      "A run was stopped while deleting this instance. It is an unresolved create, which is listed below.";
    expect(outcomes.map((outcome) => outcome.case)).toMatchObject([
      { trace: "pendingOperation", certainty: "certain", found, ids: [] },
      { trace: "unresolved", certainty: "certain", ids: ["1"] },
    ]);
    expect([pendingOf(stack), webOf(stack).map(({ id }) => id)]).toEqual([[], ["1"]]);
  });

  it("changes nothing with the token of another account", async () => {
    const stack = await killedDelete();
    const before = stack.store.snapshot;
    const outcomes = await recover(stack, { token: "emulator-second-account" });
    expect(outcomes).toMatchObject([
      { done: undefined, case: { certainty: "unknown", found: expect.stringMatching(/belongs to account/) } },
    ]);
    expect(verdictOf(outcomes)).toBe("incomplete");
    expect(stack.store.snapshot).toBe(before);
  });
});

it("a run that was killed while updating is resolved with the current object of the service", async () => {
  for (let writes = 0, killed = true; killed && writes < 3; writes++) {
    const stack = new TestStack();
    await stack.up(webInstance({ tags: ["old"] }));
    killed = await stack.killAfterWrites(writes, () => stack.up(webInstance({ tags: ["new"] })));
    await recover(stack);
    expect(pendingOf(stack)).toEqual([]);
    expect(stack.outputs("web")?.tags).toEqual(instancesIn(stack)[0]?.tags);
    expect(failuresOf(await stack.up(webInstance({ tags: ["new"] })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ tags: ["new"] }]);
  }
});

it("an update that the Pulumi CLI records without an id is resolved with the object of the state", async () => {
  const stack = new TestStack();
  await stack.up(webInstance({ tags: ["old"] }));
  expect(await stack.killAfterWrites(1, () => stack.up(webInstance({ tags: ["new"] })))).toBe(true);
  await editState(stack, (snapshot) => ({
    ...snapshot,
    // A replacement has left an old entry of the resource.
    resources: [
      ...snapshot.resources.flatMap((one) =>
        one.urn.endsWith("::web") ? [{ ...one, id: "99", delete: true }, one] : [one],
      ),
    ],
    pendingOperations: snapshot.pendingOperations.map((operation) => ({
      ...operation,
      resource: { ...operation.resource, id: "" },
    })),
  }));
  expect(pendingOf(stack)).toEqual(["updating"]);
  const [outcome] = await recover(stack);
  expect(outcome).toMatchObject({ case: { ids: ["1"], certainty: "certain" }, done: {} });
  expect(outcome?.case.found).toBe(
    "A run was stopped while updating this instance. Its object, instance 1, exists.",
  );
  expect(pendingOf(stack)).toEqual([]);
  expect(webOf(stack).find(({ id }) => id === "1")?.outputs.tags).toEqual(instancesIn(stack)[0]?.tags);
});

it.each([
  [{ secretVersion: 2 }, true],
  [{ redirectUri: "https://other.example/" }, false],
])(
  "on another machine, an update of an OAuth client to %o may have reset its secret: %s",
  async (change, mayHaveReset) => {
    const stack = new TestStack();
    await stack.up(declareClient());
    expect(await stack.killAfterWrites(1, () => stack.up(declareClient(change)))).toBe(true);
    stack.changeMachine();
    const [outcome, ...others] = await recover(stack);
    expect(others).toEqual([]);
    const warning =
      " The update was to reset its secret, and no read shows whether it did. If it did, the secret in the state is no longer valid: set `secretVersion` to a new number, and the next `pulumi up` resets it.";
    const id = stack.outputs("app")?.clientId;
    expect(outcome?.case.found).toBe(
      `A run was stopped while updating this OAuth client. Its object, OAuth client ${id}, exists.${mayHaveReset ? warning : ""}`,
    );
    // Following the advice to the letter.
    if (mayHaveReset) {
      expect(isAccepted(stack, secretOf(stack))).toBe(false);
      expect(failuresOf(await stack.up(declareClient({ secretVersion: 3 })))).toEqual([]);
      expect(isAccepted(stack, secretOf(stack))).toBe(true);
    }
  },
);

it("a reset that this machine has recorded asks for no other change than its own", async () => {
  const stack = new TestStack();
  await stack.up(declareClient());
  await stack.killAfterWrites(1, () => stack.up(declareClient({ secretVersion: 2 })));
  const id = stack.outputs("app")?.clientId;
  expect((await recover(stack)).map((outcome) => outcome.case.found)).toEqual([
    `A run was stopped while updating this OAuth client. Its object, OAuth client ${id}, exists.`,
    `A run was stopped while it reset the secret of OAuth client ${id}. The service may no longer accept the secret that the state has.`,
  ]);
  expect(failuresOf(await stack.up(declareClient({ secretVersion: 2 })))).toEqual([]);
  expect(isAccepted(stack, secretOf(stack))).toBe(true);
});

describe("a create whose response was lost", () => {
  it.each([false, true])(
    "is found in a list that lags, and nothing is concluded before (on another machine: %s)",
    async (isOtherMachine) => {
      const stack = await killWithLostResponse(listsLag);
      expect(verdictOf(await recover(stack, { isOtherMachine }))).toBe("settled");
      expect(webOf(stack)).toMatchObject([{ id: "1" }]);
    },
  );

  it("created nothing only if a list after the settling time lacks it", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    stack.engineRuns = true;
    stack.emulator.control.faults.add({ operation: "instances.create", effect: { status: 403 } });
    await stack.killAfterWrites(1, () =>
      stack.up(async (register, ...more) => {
        await declareClient()(register, ...more);
        await register(declare("Instance", "web", smallInstance));
        return {};
      }),
    );
    expect(pendingOf(stack)).toEqual(["creating"]);
    const before = stack.clock.now();
    const outcomes = await recover(stack, { isOtherMachine: true });
    expect(outcomes).toMatchObject([
      { case: { certainty: "certain", found: expect.stringMatching(/created nothing\.$/) } },
    ]);
    expect(stack.clock.now() - before).toBeGreaterThanOrEqual(75_000);
    expect([pendingOf(stack), webOf(stack)]).toEqual([[], []]);
  });

  it("stays unresolved while lists fail, and the state does not change", async () => {
    const stack = await killWithLostResponse();
    const before = stack.store.snapshot;
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { status: 403 } });
    const outcomes = await recover(stack);
    expect(verdictOf(outcomes)).toBe("incomplete");
    expect(outcomes).toMatchObject([{ case: { certainty: "unknown", choices: [] } }]);
    expect(stack.store.snapshot).toBe(before);
    stack.emulator.control.faults.clear();
    expect(verdictOf(await recover(stack))).toBe("settled");
  });

  it.each([false, true])(
    "needs a decision if the object was renamed, and --yes only records the candidate (on another machine: %s)",
    async (isOtherMachine) => {
      const stack = await killWithLostResponse();
      stack.emulator.control.externalChange({
        ...{ kind: "instance_change", instanceId: 1, patch: { label: "renamed" } },
      });
      await advanceUntilIdle(stack);
      for (const run of [1, 2]) {
        const outcomes = await recover(stack, { isOtherMachine });
        expect([run, verdictOf(outcomes), outcomes[0]?.case.ids]).toEqual([run, "undecided", ["1"]]);
        expect(webOf(stack)).toMatchObject([{ id: expect.stringMatching(/^unresolved-/) }]);
        if (isOtherMachine) continue;
        const { label } = webOf(stack)[0]?.inputs ?? {};
        expect(stack.services().intents.unfinished()).toMatchObject([
          { isFailed: true, isUnresolved: true, before: ["1"], open: [{ label }] },
        ]);
      }
      const written = stack.store.writes;
      expect(verdictOf(await recover(stack, { isOtherMachine }))).toBe("undecided");
      expect(stack.store.writes).toBe(written);
      const labeled = /^Record instance 1 \("renamed", created 2022-03-21T\S+\) in the state\.$/;
      expect(verdictOf(await recover(stack, { isOtherMachine, decide: choose(labeled) }))).toBe("settled");
      expect(webOf(stack)).toMatchObject([{ id: "1" }]);
      expect(await recover(stack, { isOtherMachine })).toEqual([]);
      expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
      expect(writesIn(stack)).not.toContain("instances.create");
      expect(existing(stack)).toEqual(["1"]);
    },
  );

  it("is a question about an object that no list contained when the state recorded the create as unresolved", async () => {
    const stack = await killWithLostResponse();
    stack.emulator.control.externalChange({
      ...{ kind: "instance_change", instanceId: 1, patch: { label: "renamed" } },
    });
    await advanceUntilIdle(stack);
    await recover(stack, { isOtherMachine: true });
    const unresolved = { candidates: [], reason: "The connection broke." };
    await editState(stack, (snapshot) => ({
      ...snapshot,
      resources: snapshot.resources.map((state) =>
        state.urn.endsWith("::web") ? { ...state, outputs: { ...state.outputs, unresolved } } : state,
      ),
    }));
    // The state was saved again long after it recorded the create.
    await stack.clock.advance(3 * 86_400_000);
    const savedAt = stack.clock.now();
    const [outcome] = await recover(stack, { isOtherMachine: true, savedAt });
    expect(outcome?.case).toMatchObject({ trace: "unresolved", certainty: "question", ids: ["1"] });
    const decide = choose(/^Record instance 1 /);
    expect(verdictOf(await recover(stack, { isOtherMachine: true, decide }))).toBe("settled");
    expect([webOf(stack).map(({ id }) => id), existing(stack)]).toEqual([["1"], ["1"]]);
  });

  it("is found to have created nothing if the state does not say when it was recorded", async () => {
    const stack = await killWithLostResponse();
    stack.emulator.control.externalChange({
      ...{ kind: "instance_change", instanceId: 1, patch: { label: "renamed" } },
    });
    await advanceUntilIdle(stack);
    await recover(stack, { isOtherMachine: true });
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await editState(stack, (snapshot) => ({
      ...snapshot,
      resources: snapshot.resources.map((state) =>
        state.urn.endsWith("::web") ? { ...state, created: "" } : state,
      ),
    }));
    const decide = choose(/^Remove the create from the state/);
    const outcomes = await recover(stack, { isOtherMachine: true, decide });
    expect(outcomes).toMatchObject([{ case: { trace: "unresolved", certainty: "certain" } }]);
    expect(outcomes[0]?.case.found).toContain("It created nothing");
    expect([webOf(stack), existing(stack)]).toEqual([[], []]);
  });

  it.each([true, false])(
    "whose chosen candidate no longer exists is reported, and changes nothing (the store keeps pending operations: %s)",
    async (keepsOperations) => {
      const stack = await killWithLostResponse();
      stack.emulator.control.externalChange({
        ...{ kind: "instance_change", instanceId: 1, patch: { label: "renamed" } },
      });
      await advanceUntilIdle(stack);
      const [before, intents] = [stack.store.snapshot, stack.services().intents.unfinished()];
      const decide = (cases: readonly RecoveryCase[]) => {
        stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
        return choose(/^Record instance 1/)(cases);
      };
      const outcomes = await recover(stack, { decide, keepsOperations });
      const failure = "instance 1 no longer exists. Nothing was recorded. Run the command again.";
      expect(outcomes).toMatchObject([{ done: undefined, failure }]);
      expect([verdictOf(outcomes), stack.store.snapshot]).toEqual(["incomplete", before]);
      expect(stack.services().intents.unfinished()).toEqual(intents);
    },
  );

  it("leaves a create whose candidates are all rejected to the next up", async () => {
    const stack = await killWithLostResponse();
    stack.emulator.control.externalChange({
      ...{ kind: "instance_change", instanceId: 1, patch: { label: "renamed" } },
    });
    await advanceUntilIdle(stack);
    await recover(stack);
    expect(verdictOf(await recover(stack, { decide: choose(/^None of them/) }))).toBe("settled");
    expect(webOf(stack)).toEqual([]);
    expect(await recover(stack)).toEqual([]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(existing(stack)).toEqual(["1", "2"]);
  });

  it("is not what another stack created with the same arguments", async () => {
    const stack = await killWithLostResponse({ backend: "one" });
    const beside = new TestStack({ beside: stack, backend: "two" });
    await beside.killAfterWrites(1, () => beside.up(webInstance()));
    for (const isOtherMachine of [true, false]) {
      await recover(stack, { isOtherMachine });
      expect(webOf(stack)).toMatchObject([{ id: "1" }]);
    }
    await recover(beside);
    expect(webOf(beside)).toMatchObject([{ id: "2" }]);
  });

  describe("with two candidates", () => {
    /** Two creates, and two payment methods that either create may have created. */
    async function twins() {
      const stack = new TestStack();
      await stack.up(declareClient());
      const cards = declarePaymentMethods({ web: { card: visa }, twin: { card: visa } });
      const program: typeof cards = async (...args) => {
        await declareClient()(...args);
        return cards(...args);
      };
      await stack.killAfterWrites(1, () => stack.up(program));
      const made = paymentMethodsIn(stack).flatMap(({ id }) => (id === 1 ? [] : [String(id)]));
      expect(made.length).toBeGreaterThan(0);
      return { stack, made };
    }

    it("is recorded with both, which leaves the decision open", async () => {
      const { stack, made } = await twins();
      const outcomes = await recover(stack, { isOtherMachine: true });
      expect(verdictOf(outcomes)).toBe("undecided");
      for (const outcome of outcomes) {
        expect(outcome.done?.description).toMatch(/^Record the create in the state as unresolved/);
        expect(outcome.case.ids).toEqual(made);
      }
      const left = outcomes.length;
      expect(describeOutcomes(outcomes)).toMatch(
        new RegExp(`^Done: .* as unresolved.*\n${left} of ${left} `, "s"),
      );
      expect(JSON.parse(jsonOf("project/dev", outcomes)).cases[0].done).toMatch(/as unresolved/);
      expect(writesIn(stack)).not.toContain("paymentMethods.delete");
    });

    it("stays as it is if the user decides later", async () => {
      const { stack } = await twins();
      const before = stack.store.snapshot;
      const later = { isOtherMachine: true, decide: () => new Map() };
      for (const keepsOperations of [true, false]) {
        const outcomes = await recover(stack, { ...later, keepsOperations });
        expect([verdictOf(outcomes), outcomes.flatMap(({ done }) => done ?? [])]).toEqual(["undecided", []]);
        expect(stack.store.snapshot).toBe(before);
      }
    });

    it.each([true, false])(
      "is recorded together with a decided case only in a store that drops pending operations (keeps them: %s)",
      async (keepsOperations) => {
        const { stack } = await twins();
        const decide = (cases: readonly RecoveryCase[]) => choose(/^None of them/)(cases.slice(0, 1));
        const [, later] = await recover(stack, { isOtherMachine: true, decide, keepsOperations });
        expect(later?.done === undefined).toBe(keepsOperations);
        expect(pendingOf(stack)).toEqual(keepsOperations ? ["creating"] : []);
        const unresolved = stack.store.snapshot.resources.filter(({ id }) => id.startsWith("unresolved-"));
        expect(unresolved).toHaveLength(keepsOperations ? 0 : 1);
      },
    );

    it("says why a choice failed if the store would drop its pending operation", async () => {
      const { stack } = await twins();
      const before = stack.store.snapshot;
      const edit = () => Promise.reject(new LifecycleError("It is gone."));
      const decide = ([first, second]: readonly RecoveryCase[]) =>
        new Map([...choose(/^None of them/)([first!]), [second!, { description: "", deletes: false, edit }]]);
      await expect(recover(stack, { isOtherMachine: true, decide, keepsOperations: false })).rejects.toThrow(
        /these are not resolved: \S+\. Nothing was changed\. It is gone\.$/,
      );
      expect(stack.store.snapshot).toBe(before);
    });
  });
});

describe("the account of a stack", () => {
  it("that neither a record nor a resource names leaves the decision about missing objects to the user", async () => {
    const stack = await killedCreate();
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.clock.advance(120_000);
    const outcomes = await recover(stack, { isOtherMachine: true });
    expect(outcomes).toMatchObject([{ done: undefined, case: { certainty: "question" } }]);
    expect(pendingOf(stack)).toEqual(["creating"]);
    expect(verdictOf(await recover(stack))).toBe("settled");
    expect(pendingOf(stack)).toEqual([]);
  });

  it("that cannot be compared with that of the token leaves a record of a create as it is", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
    await dropPendingOperations(stack);
    stack.emulator.control.faults.add({ operation: "account.view", effect: { status: 500 } });
    const found = expect.stringMatching(/Could not check whether the token belongs to account/);
    expect(await recover(stack)).toMatchObject([
      { done: undefined, case: { trace: "intent", certainty: "unknown", found } },
    ]);
    expect([webOf(stack).map(({ id }) => id), existing(stack)]).toEqual([["1"], ["1", "2"]]);
  });

  it("in the record of a create refuses the token of another one", async () => {
    const stack = await killWithLostResponse();
    const outcomes = await recover(stack, { token: "emulator-second-account" });
    expect(outcomes).toMatchObject([
      {
        case: {
          certainty: "unknown",
          found: expect.stringMatching(/was sent to account .*Use a token for account/),
        },
      },
    ]);
    expect(pendingOf(stack)).toEqual(["creating"]);
  });
});

it.each([false, true])(
  "a restricted user proves nothing about what was not found (on another machine: %j)",
  async (isOtherMachine) => {
    const stack = await killWithLostResponse();
    const { control } = stack.emulator;
    control.settings({ withoutGrant: "404" });
    control.externalChange({ kind: "user_change", username: "limited", patch: { account: "read_only" } });
    await stack.clock.advance(120_000);
    const outcomes = await recover(stack, { isOtherMachine, token: wellKnownTokens.restricted });
    expect(outcomes).toMatchObject([
      {
        done: undefined,
        case: { certainty: "unknown", found: expect.stringMatching(/the token's user is restricted/) },
      },
    ]);
    expect(pendingOf(stack)).toEqual(["creating"]);
  },
);

describe("a pending create in a state without the provider, as after a destroy", () => {
  const destroyed = async (label?: string) => {
    const stack = await killWithLostResponse({}, label === undefined ? {} : { label });
    await editState(stack, ({ pendingOperations }) => ({ resources: [], pendingOperations }));
    return stack;
  };
  const found = (stack: TestStack, what: string, next: string) => {
    const label = instancesIn(stack)[0]?.label;
    return `A run was stopped while creating this instance. ${what} instance 1 ("${label}", created 2022-03-21T09:00:00), and the state lacks the parent or provider to record it with. ${next} Delete it if it is no longer needed: \`nodecloud api instances delete 1 --account 0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01\`.`;
  };

  it("is a question, and the next up on the same machine takes the instance over", async () => {
    const stack = await destroyed();
    const [outcome] = await recover(stack);
    expect(outcome?.case).toMatchObject({
      certainty: "question",
      found: found(stack, "It created", "The next `up` of its program takes it over."),
      ids: ["1"],
    });
    expect(outcome?.done).toBeUndefined();
    expect(pendingOf(stack)).toEqual(["creating"]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(existing(stack)).toEqual(["1"]);
  });

  it("is removed if the user says so, and the instance stays", async () => {
    const stack = await destroyed();
    await recover(stack, { decide: choose(/^Remove the create from the state, and leave instance 1 /) });
    expect(pendingOf(stack)).toEqual([]);
    expect(existing(stack)).toEqual(["1"]);
    expect(await recover(stack)).toEqual([]);
  });

  it.each([
    ["created", undefined],
    ["may have created", "web"],
  ])("on another machine needs a provider first, if it %s an instance", async (verb, label) => {
    const stack = await destroyed(label);
    stack.changeMachine();
    const [outcome] = await recover(stack);
    const next =
      "Run `up` with a program that declares another resource, but not this one, and then this command again.";
    expect(outcome?.case).toMatchObject({
      certainty: "question",
      found: found(stack, `It ${verb}`, next),
    });
    expect(outcome?.done).toBeUndefined();
    expect(pendingOf(stack)).toEqual(["creating"]);
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    await recover(stack, { decide: choose(/^Record instance 1 /) });
    expect(webOf(stack)).toMatchObject([{ id: "1" }]);
    expect(pendingOf(stack)).toEqual([]);
  });
});

describe("a record of a create that has no entry in the state", () => {
  it("is recorded in the state as it is, and up changes nothing but what was left to do", async () => {
    const stack = await killWithLostResponse();
    await dropPendingOperations(stack);
    const outcomes = await recover(stack);
    expect(outcomes).toMatchObject([{ case: { trace: "intent", certainty: "certain", ids: ["1"] } }]);
    expect(webOf(stack)).toMatchObject([{ id: "1", parent: expect.stringMatching(/pulumi:Stack/) }]);
    expect(await recover(stack)).toEqual([]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(writesIn(stack)).not.toContain("instances.create");
    expect(existing(stack)).toEqual(["1"]);
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    expect(stepsOf(await stack.up(emptyProgram))).toEqual(["delete web"]);
  });

  it("stays for the next up if the state has nothing to attach it to", async () => {
    const stack = await killWithLostResponse();
    await editState(stack, () => ({ resources: [], pendingOperations: [] }));
    const outcomes = await recover(stack);
    expect(outcomes).toMatchObject([{ case: { certainty: "question", choices: [] } }]);
    expect(verdictOf(outcomes)).toBe("undecided");
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(existing(stack)).toEqual(["1"]);
  });

  it("is kept if the state has another object of the resource and the user says so", async () => {
    const stack = await recordOfAnother();
    const outcomes = await recover(stack);
    expect(verdictOf(outcomes)).toBe("undecided");
    expect(outcomes[0]?.case.found).toMatch(
      /takes 2 over if it replaces the resource, and deletes it otherwise/,
    );
    expect(verdictOf(await recover(stack, { decide: choose(/^Keep instance 2/) }))).toBe("settled");
    await stack.clock.advance(60_000);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(existing(stack)).toEqual(["1", "2"]);
  });

  it("says that up only warns of the object of a declared label, and up does only that", async () => {
    const stack = await recordOfAnother();
    const { intents } = stack.services();
    const [{ id, ...intent }] = intents.unfinished() as [Intent];
    const label = stack.emulator.control.world().instances.find((one) => String(one.id) === id)?.label ?? "";
    await intents.save({ ...intent, label, before: ["1"], at: intent.at - 1000 });
    const [outcome] = await recover(stack);
    expect(outcome?.case.found).toMatch(
      /takes 2 over if it replaces the resource, and otherwise only warns of it, because it cannot prove [^.]*\. Delete it if it is no longer needed: `nodecloud api instances delete 2 --account 0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01`\.$/,
    );
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(
      /instance 2 may have been created .* does not delete it, but may take it over/,
    );
    expect(existing(stack)).toEqual(["1", "2"]);
  });

  it("says that up only warns of an object that somebody has renamed, and up does only that", async () => {
    const stack = await recordOfAnother();
    stack.emulator.control.changeInstance(2, { label: "theirs" });
    await stack.clock.advance(60_000);
    const [outcome] = await recover(stack);
    expect(outcome?.case.found).toMatch(/takes 2 over if it replaces the resource, and otherwise only warns/);
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(
      /instance 2 may have been created .* does not delete it, but may take it over/,
    );
    expect(existing(stack)).toEqual(["1", "2"]);
  });

  const late = { nonce: "web-1111111", label: "web-1111111", before: [], at: 1000 };

  it("keeps tracking earlier requests when the latest created the object", async () => {
    const stack = await killWithLostResponse();
    await dropPendingOperations(stack);
    const { intents, address } = stack.services();
    const [latest] = intents.unfinished();
    await intents.save({ ...latest!, open: [late] });
    expect(verdictOf(await recover(stack))).toBe("settled");
    expect(intents.openRequests(latest!.origin, address)).toEqual([{ ...late, before: ["1"] }]);
  });

  it("keeps tracking every request that may still be processed if none has created anything", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    const { intents, address } = stack.services();
    const origin = { project: "project", stack: "dev", type: "Instance", name: "web" };
    const latest = { nonce: "web-2222222", label: "web-2222222", before: [], at: stack.clock.now() };
    await intents.save({ ...latest, origin, address, open: [late] });
    expect(verdictOf(await recover(stack))).toBe("settled");
    expect(intents.openRequests(origin, address)).toEqual([late, latest]);
  });
});

describe("what the service created late", () => {
  async function createdTwice(lateCreates = 1) {
    const stack = new TestStack({ settings: { uniqueLabels: false } });
    await stack.clock.advance(60_000);
    stack.emulator.control.faults.add({
      ...{
        operation: "instances.create",
        when: "later",
        delay: 400_000,
        count: lateCreates,
        effect: { reset: true },
      },
    });
    await stack.up(webInstance());
    await stack.clock.advance(500_000);
    expect(existing(stack)).toHaveLength(1 + lateCreates);
    stack.emulator.control.forgetRequests();
    return stack;
  }

  it("is deleted only if the user says so", async () => {
    const stack = await createdTwice();
    expect(verdictOf(await recover(stack))).toBe("undecided");
    expect(writesIn(stack)).toEqual([]);
    expect(verdictOf(await recover(stack, { decide: choose(/^Delete/) }))).toBe("settled");
    expect(existing(stack)).toEqual(webOf(stack).map(({ id }) => id));
    expect(await recover(stack)).toEqual([]);
  });

  it.each([
    ["is rejected", "was not deleted"],
    ["is interrupted", "may have been deleted: the request was sent"],
  ] as const)("is reported one by one if a delete %s", async (event, outcome) => {
    const stack = await createdTwice(3);
    const own = webOf(stack).map(({ id }) => id);
    const [first, second, third] = existing(stack).filter((id) => !own.includes(id));
    const interrupt = new AbortController();
    const { emulator } = stack;
    stack.emulator = {
      ...emulator,
      fetch: async (request) => {
        if (request.method !== "DELETE" || !request.url.endsWith(`/${second}`))
          return emulator.fetch(request);
        if (event === "is rejected") return Response.json({ errors: [{ reason: "No." }] }, { status: 403 });
        const response = await emulator.fetch(request);
        interrupt.abort();
        return response;
      },
    };
    const services = stack.services({ cancel: interrupt.signal });
    const [result] = await recover(stack, { services, decide: choose(/^Delete/) });
    expect(result?.done).toBeUndefined();
    expect(result?.failure).toContain(`instance ${second} ${outcome}`);
    expect(result?.failure).toContain(`Deleted: instance ${first}. Not deleted: instance ${third}.`);
    expect(existing(stack)).toEqual(
      event === "is rejected" ? [...own, second, third].sort() : [...own, third].sort(),
    );
  });
});

describe("a backup schedule", () => {
  it("of a create that only enabled the backup service is not called nothing", async () => {
    const stack = new TestStack({ settings: { bootDelaySeconds: 0 } });
    await stack.up(webInstance());
    await stack.clock.advance(600_000);
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { hang: true }, count: 1000 });
    const declared: ProgramFunction = async (register) => {
      const { instanceId = unknown } = (await register(declare("Instance", "web", smallInstance))).outputs;
      await register(declare("BackupSchedule", "weekly", { instanceId, day: "Saturday", window: "W10" }));
      return {};
    };
    await stack.killAfterWrites(1, () => stack.up(declared));
    stack.emulator.control.faults.clear();
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: null }]);
    await stack.clock.advance(120_000);
    const [outcome] = await recover(stack);
    expect(outcome?.case.found).toBe(
      "A run was stopped while creating this backup schedule. It set no schedule, but the backup service of instance 1 is enabled, which is billed. If the interrupted run enabled it and it is no longer needed, cancel it: `nodecloud api backups cancel 1 --account 0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01`.",
    );
    expect(outcome?.case.choices.map(({ description }) => description)).toEqual([
      "Remove the create from the state. If the program declares it, the next `up` creates the backup schedule.",
    ]);
  });

  it.each([false, true])(
    "is recorded if the service was enabled (on another machine: %s)",
    async (isOtherMachine) => {
      for (let writes = 0, killed = true; killed && writes < 4; writes++) {
        const stack = new TestStack();
        const program = declareBackedUpInstance();
        killed = await stack.killAfterWrites(writes + 4, () => stack.up(program));
        const isPending = pendingOf(stack).length > 0;
        await recover(stack, { isOtherMachine });
        expect(pendingOf(stack)).toEqual([]);
        const [schedule] = schedulesIn(stack);
        if (isPending && schedule?.enabled) expect(stack.outputs("weekly")?.enabled).toBe(true);
        expect(failuresOf(await stack.up(program))).toEqual([]);
        expect(await recover(stack, { isOtherMachine })).toEqual([]);
      }
    },
  );
});

describe("recovering", () => {
  it("refuses a stack that another run updates, and reads nothing", async () => {
    const stack = await killedCreate();
    const unlock = await stack.store.lock();
    await expect(recover(stack)).rejects.toThrow(/locked by another run/);
    expect(stack.emulator.control.requests()).toEqual([]);
    await unlock();
    expect(verdictOf(await recover(stack))).toBe("settled");
  });

  it("that is interrupted changes nothing, releases the lock, and can be repeated", async () => {
    const stack = await killWithLostResponse(listsLag);
    const before = stack.store.snapshot;
    const cancel = new AbortController();
    const recovering = recover(stack, {
      services: stack.services({ cancel: cancel.signal }),
      interrupt: cancel.signal,
    });
    const interrupting = stack.clock.sleep(10_000).then(() => cancel.abort());
    await expect(recovering).rejects.toThrow();
    await interrupting;
    expect(stack.store.snapshot).toBe(before);
    expect(verdictOf(await recover(stack))).toBe("settled");
  });

  it("says that the stack is still locked, if unlocking fails after another failure", async () => {
    const stack = await killedCreate();
    stack.store.lock = async () => () => Promise.reject(new Error("The disk is full."));
    const decide = () => {
      throw new Error("Nobody answered.");
    };
    await expect(recover(stack, { decide })).rejects.toThrow(
      "Nobody answered. The stack is still locked: The disk is full. Run `nodecloud cancel --stack dev` to unlock it.",
    );
  });

  it("changes nothing if the user declines", async () => {
    const stack = await killedCreate();
    const { writes } = stack.store;
    expect(verdictOf(await recover(stack, { decide: () => undefined }))).toBe("undecided");
    expect(stack.store.writes).toBe(writes);
  });

  it("writes no state that would lose operations that are not resolved", async () => {
    const stack = await killedCreate();
    await editState(stack, (snapshot) => ({
      ...snapshot,
      pendingOperations: [
        ...snapshot.pendingOperations,
        { type: "creating", resource: newResource({ urn: bucket, type: "aws:s3:Bucket", custom: true }) },
      ],
    }));
    const { writes } = stack.store;
    await expect(recover(stack, { keepsOperations: false })).rejects.toThrow(/drops its pending operations/);
    expect(stack.store.writes).toBe(writes);
    expect(verdictOf(await recover(stack))).toBe("incomplete");
    expect(pendingOf(stack)).toEqual(["creating"]);
  });

  it("prints no secret", async () => {
    const stack = await killedCreate();
    const outcomes = await recover(stack);
    const printed = [
      describeCases(
        "project/dev",
        outcomes.map((outcome) => outcome.case),
      ),
      describeOutcomes(outcomes),
      jsonOf("project/dev", outcomes),
    ].join("\n");
    expect(printed).toContain("instance 1");
    expect(printed).not.toContain(smallInstance.rootPass);
  });
});
