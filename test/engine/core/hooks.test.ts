import { EngineStopping, ProviderEndedError } from "../../../src/engine/core";
import { Hooks } from "../../../src/engine/core/hooks";
import { newResource, type ResourceState } from "../../../src/state";
import { type, urnOf } from "../world";

const values = { newInputs: { region: "north" } };

/** A resource with these hooks. */
function resource(resourceHooks: ResourceState["resourceHooks"]): ResourceState {
  return { ...newResource({ urn: urnOf("web"), type, custom: true }), id: "7", resourceHooks };
}

/** The hooks of a run, and what they and the run reported. */
function hooksOf({ preview = false, isStopping = false } = {}) {
  const messages: string[] = [];
  const calls: unknown[] = [];
  const run = {
    options: { preview },
    isStopping,
    failed: 0,
    message: (severity: string, message: string, urn?: string) =>
      void messages.push(`${severity}: ${message} (${urn})`),
    markFailed: () => {
      run.failed++;
    },
  };
  const hooks = new Hooks(run);
  const register = (
    name: string,
    options: { onDryRun?: boolean; ignoreErrors?: boolean; fails?: string } = {},
  ) =>
    hooks.register({
      ...{ name, onDryRun: false, ignoreErrors: false, ...options },
      call: async (step) => {
        calls.push({ hook: name, ...step });
        if (options.fails !== undefined) throw new Error(options.fails);
      },
    });
  return { hooks, run, messages, calls, register, names: () => calls.map((call) => Object(call).hook) };
}

const before = resource({ BeforeCreate: ["one", "two"] });

describe("a hook before a step", () => {
  it("is called with the resource and its values, in the order of the resource's hooks", async () => {
    const { hooks, calls, register } = hooksOf();
    register("two");
    register("one");
    await hooks.before("BeforeCreate", before, values);
    const step = { urn: urnOf("web"), id: "7", name: "web", type, newInputs: { region: "north" } };
    expect(calls).toEqual([
      { hook: "one", ...step },
      { hook: "two", ...step },
    ]);
  });

  it("is not called for another kind of step, or for a resource without it", async () => {
    const { hooks, names, register } = hooksOf();
    register("one");
    await hooks.before("BeforeUpdate", before, values);
    await hooks.before("BeforeCreate", resource({}), values);
    expect(names()).toEqual([]);
  });

  it("prevents the step and the hooks after it when it fails", async () => {
    const { hooks, names, messages, register } = hooksOf();
    register("one", { fails: "not today" });
    register("two");
    await expect(hooks.before("BeforeCreate", before, values)).rejects.toThrow(
      /^Its before hook "one" failed: not today\nNothing was done to it\.$/,
    );
    expect(names()).toEqual(["one"]);
    expect(messages).toEqual([]);
  });

  it("only warns when it fails and ignores errors", async () => {
    const { hooks, names, messages, register } = hooksOf();
    register("one", { fails: "not today", ignoreErrors: true });
    register("two");
    await hooks.before("BeforeCreate", before, values);
    expect(names()).toEqual(["one", "two"]);
    expect(messages).toEqual([`warning: Its before hook "one" failed: not today (${urnOf("web")})`]);
  });

  it("prevents the step if it is not registered", async () => {
    const { hooks } = hooksOf();
    await expect(hooks.before("BeforeCreate", before, values)).rejects.toThrow(
      'Its before hook "one" is not registered. Nothing was done to it. Register the hook in the program',
    );
  });

  it("runs in a preview only if it asks to", async () => {
    const { hooks, names, register } = hooksOf({ preview: true });
    register("one");
    register("two", { onDryRun: true });
    await hooks.before("BeforeCreate", before, values);
    expect(names()).toEqual(["two"]);
  });
});

describe("a hook after a step", () => {
  const after = resource({ AfterCreate: ["one"] });

  it("reports its failure, which fails the run at its end", async () => {
    const { hooks, run, messages, register } = hooksOf();
    register("one", { fails: "not today" });
    await hooks.after("AfterCreate", after, values);
    expect(messages).toEqual([`error: Its after hook "one" failed: not today (${urnOf("web")})`]);
    expect(run.failed).toBe(1);
  });

  it("reports that it is not registered without saying that nothing was done", async () => {
    const { hooks, messages } = hooksOf();
    await hooks.after("AfterCreate", after, values);
    expect(messages[0]).toContain('Its after hook "one" is not registered. Register the hook in the program');
  });

  it("does not fail the step if it succeeds", async () => {
    const { hooks, run, messages, names, register } = hooksOf();
    register("one");
    await hooks.after("AfterCreate", after, values);
    expect([names(), messages, run.failed]).toEqual([["one"], [], 0]);
  });

  it("of a component runs once, with the outputs that it registers", async () => {
    const { hooks, calls, register } = hooksOf();
    register("one");
    hooks.afterOutputs("AfterCreate", after, values);
    hooks.afterOutputs("AfterUpdate", after, values);
    expect(calls).toEqual([]);
    await hooks.outputsRegistered(urnOf("other"), {});
    expect(calls).toEqual([]);
    await hooks.outputsRegistered(urnOf("web"), { address: "10.0.0.1" });
    await hooks.outputsRegistered(urnOf("web"), { address: "10.0.0.2" });
    expect(calls).toMatchObject([{ hook: "one", ...values, newOutputs: { address: "10.0.0.1" } }]);
  });
});

describe("an error hook", () => {
  const retried = resource({ OnError: ["again"] });

  /** Attempts that fail the given number of times, and the error hooks that decide about them. */
  function attempts(fails: number, decisions: readonly boolean[], state = retried, options = {}) {
    const run = hooksOf(options);
    const asked: unknown[] = [];
    state.resourceHooks.OnError?.forEach((name, at) => {
      run.hooks.registerErrorHook({
        name,
        call: async (step) => {
          asked.push({ ...step, errors: [...step.errors] });
          return decisions[at] ?? false;
        },
      });
    });
    let sent = 0;
    const result = run.hooks.retrying("create", state, values, async () => {
      if (++sent <= fails) throw new Error(`failure ${sent}`);
      return "created";
    });
    result.catch(() => undefined);
    return { ...run, asked, result, sent: () => sent };
  }

  it("requests retries until the step succeeds, and sees the latest error first", async () => {
    const { result, asked, messages } = attempts(2, [true]);
    expect(await result).toBe("created");
    expect(asked).toMatchObject([
      { urn: urnOf("web"), failedOperation: "create", errors: ["failure 1"], ...values },
      { failedOperation: "create", errors: ["failure 2", "failure 1"] },
    ]);
    expect(messages).toEqual([
      `warning: it failed (failure 1); its error hook requests another create (1 of 100) (${urnOf("web")})`,
      `warning: it failed (failure 2); its error hook requests another create (2 of 100) (${urnOf("web")})`,
    ]);
  });

  it("that requests no retry lets the step fail with its own error", async () => {
    const { result, sent, messages } = attempts(1, [false]);
    await expect(result).rejects.toThrow(/^failure 1$/);
    expect([sent(), messages]).toEqual([1, []]);
  });

  it.each([
    [true, false],
    [false, true],
  ])("decides with others: one request for a retry is enough (%s, %s)", async (...decisions) => {
    const { result, asked } = attempts(1, decisions, resource({ OnError: ["one", "two"] }));
    expect(await result).toBe("created");
    expect(asked).toHaveLength(2);
  });

  it("is not asked after the hundredth failure", async () => {
    const { result, asked, sent, messages } = attempts(100, [true]);
    await expect(result).rejects.toThrow(/^failure 100$/);
    expect([sent(), asked.length]).toEqual([100, 99]);
    expect(messages.at(-1)).toBe(
      `warning: it failed 100 times and is not retried again, although its error hooks request it (${urnOf("web")})`,
    );
    expect(await attempts(99, [true]).result).toBe("created");
  });

  it("is not needed: a resource without one fails immediately", async () => {
    const { result, sent, messages } = attempts(1, [], resource({}));
    await expect(result).rejects.toThrow(/^failure 1$/);
    expect([sent(), messages]).toEqual([1, []]);
  });

  it("is not asked when the run is stopping", async () => {
    const { result, asked } = attempts(1, [true], retried, { isStopping: true });
    await expect(result).rejects.toThrow(/^failure 1$/);
    expect(asked).toEqual([]);
  });

  it("is not asked when the step was not attempted because the run is stopping", async () => {
    const { hooks } = hooksOf();
    const attempt = async () => {
      throw new EngineStopping();
    };
    await expect(hooks.retrying("create", retried, values, attempt)).rejects.toThrow(EngineStopping);
  });

  it("is not asked when the provider has ended and the outcome is unknown", async () => {
    const { hooks } = hooksOf();
    hooks.registerErrorHook({ name: "again", call: async () => true });
    let sent = 0;
    const attempt = async () => {
      sent++;
      throw new ProviderEndedError("the plugin ended");
    };
    await expect(hooks.retrying("create", retried, values, attempt)).rejects.toThrow(ProviderEndedError);
    expect(sent).toBe(1);
  });

  it("that fails or is not registered is reported with the step's error", async () => {
    const { hooks } = hooksOf();
    const attempt = async () => {
      throw new Error("no room");
    };
    await expect(hooks.retrying("delete", retried, values, attempt)).rejects.toThrow(
      'The error hook "again" is not registered.',
    );
    hooks.registerErrorHook({ name: "again", call: () => Promise.reject(new Error("a bug")) });
    await expect(hooks.retrying("delete", retried, values, attempt)).rejects.toThrow(
      'no room\nThe error hook "again" failed too: a bug',
    );
  });
});

it("rejects two hooks of one name, and one without a name", () => {
  const { hooks, register } = hooksOf();
  const registerErrorHook = (name: string) => hooks.registerErrorHook({ name, call: async () => false });
  register("one");
  registerErrorHook("again");
  for (const name of ["one", "again"]) {
    expect(() => register(name)).toThrow(`two hooks with the name "${name}"`);
    expect(() => registerErrorHook(name)).toThrow(`two hooks with the name "${name}"`);
  }
  expect(() => register("")).toThrow("A hook has no name.");
});
