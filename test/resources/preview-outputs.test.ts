import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, Instance, OAuthClient, PaymentMethod } from "../../src";
import { type ExternalChange, wellKnownTokens } from "../../src/emulator";
import { type RunResult, testStack } from "../../src/program-testing";

type InstancePatch = Extract<ExternalChange, { readonly kind: "instance_change" }>["patch"];

const small = {
  region: "us-east",
  type: "g1-nano-1",
  image: "node/debian12",
  rootPass: "correct-horse-battery",
};

const stepsOf = ({ steps }: RunResult) => steps.map(({ kind, name }) => `${kind} ${name}`).sort();

it("announces the replacement of resources that depend on an argument that is unknown in the preview", async () => {
  const stack = await testStack();
  const program = (region: string) => () => {
    const front = new Instance("front", { ...small, region });
    const redirectUri = pulumi.interpolate`https://${front.ipv4[0]}/callback`;
    const login = new OAuthClient("login", { label: "login", redirectUri });
    new Instance("worker", { ...small, stackscriptId: 1, stackscriptData: { hostname: login.redirectUri } });
    return { redirectUri: login.redirectUri, status: login.status };
  };
  await stack.up(program("us-east"));
  const previewed = await stack.preview(program("us-west"));
  expect(previewed.outputs.redirectUri?.value).toBeUndefined();
  expect(previewed.outputs.status?.value).toBe("active");
  const done = await stack.up(program("us-west"));
  expect(stepsOf(previewed)).toEqual(stepsOf(done));
  expect(stepsOf(done)).toContain("createReplacement worker");
});

it("leaves outputs unknown that the update of another argument may change", async () => {
  const stack = await testStack();
  const program = (booted: boolean) => () => {
    const web = new Instance("web", { ...small, booted });
    return { status: web.status, updated: web.updated, created: web.created };
  };
  const { outputs: before } = await stack.up(program(false));
  const { outputs: previewed } = await stack.preview(program(true));
  expect([previewed.status?.value, previewed.updated?.value]).toEqual([undefined, undefined]);
  expect(previewed.created).toEqual(before.created);
  const { outputs: after } = await stack.up(program(true));
  expect([before.status?.value, after.status?.value]).toEqual(["offline", "running"]);
});

it("leaves the time of the last backup unknown while its schedule is updated", async () => {
  const stack = await testStack();
  const program = (day: "Friday" | "Monday") => () => {
    const { instanceId } = new Instance("web", small);
    const nightly = new BackupSchedule("nightly", { instanceId, day, window: "W10" });
    return { last: nightly.lastSuccessful };
  };
  const { outputs: before } = await stack.up(program("Friday"));
  expect(before.last?.value).toBeNull();
  const previewed = await stack.preview(program("Monday"));
  expect(stepsOf(previewed)).toEqual(["update nightly"]);
  expect(previewed.outputs.last?.value).toBeUndefined();
});

it("keeps secret outputs secret in the preview of an update", async () => {
  const stack = await testStack();
  const program = (tag: string) => () => {
    const web = new Instance("web", { ...small, tags: [tag] }, { additionalSecretOutputs: ["ipv4"] });
    const label = pulumi.secret(pulumi.interpolate`client of ${web.updated}`);
    const login = new OAuthClient("login", { label, redirectUri: "https://example.com/callback" });
    return { address: web.ipv4, region: web.region, label: login.label };
  };
  await stack.up(program("shop"));
  const { outputs } = await stack.preview(program("store"));
  expect(outputs.address).toEqual({ value: ["198.18.0.1"], secret: true });
  expect(outputs.region).toEqual({ value: "us-east", secret: false });
  expect(outputs.label?.value).toBeUndefined();
  await stack.up(program("store"));
  expect(Object.values(stack.outputs()).map(({ secret }) => secret)).toEqual([true, true, false]);
});

describe("in the preview of an update, an output whose declared value the update does not set", () => {
  /** A declares the values, and B depends on those that A shows. The service and someone else have changed what `changed` says. */
  async function previewedAndDone(
    declared: object,
    options: pulumi.CustomResourceOptions,
    shown: (a: Instance) => object,
    changed: InstancePatch,
  ) {
    const stack = await testStack();
    const program = (group: string) => () => {
      const a = new Instance("a", { ...small, ...declared, group }, options);
      new Instance("b", { region: "us-east", type: "g1-nano-1", ...shown(a) });
      return { a: a.alerts };
    };
    await stack.up(program("g1"));
    for (const instanceId of [1, 2]) {
      const patch = instanceId === 1 ? changed : { region: changed.region ?? "us-east" };
      stack.emulator.control.externalChange({ kind: "instance_change", instanceId, patch });
    }
    await stack.up(program("g1"), { refresh: true });
    const previewed = await stack.preview(program("g2"));
    const done = await stack.up(program("g2"));
    expect(stepsOf(previewed)).toEqual(stepsOf(done));
    return { steps: stepsOf(done), previewed: previewed.outputs.a?.value, done: done.outputs.a?.value };
  }

  it.each([
    ["with", { ignoreChanges: ["region"] }],
    ["without", {}],
  ])("is the live region, which only a replacement could change, %s `ignoreChanges`", async (_, options) => {
    const region = (a: Instance) => ({ region: a.region });
    const { steps } = await previewedAndDone({}, options, region, { region: "us-west" });
    expect(steps).toEqual(["update a"]);
  });

  it("is the live value of an ignored argument", async () => {
    const tags = (a: Instance) => ({ tags: a.tags });
    const { steps } = await previewedAndDone({ tags: ["one"] }, { ignoreChanges: ["tags"] }, tags, {
      tags: ["theirs"],
    });
    expect(steps).toEqual(["update a"]);
  });

  it.each([
    ["declared", {}, 50],
    ["ignored", { ignoreChanges: ["alerts.cpu"] }, 77],
    ["ignored as a whole", { ignoreChanges: ["alerts"] }, 77],
  ])("has the other parts of an object of which one is %s", async (_, options, cpu) => {
    const group = (a: Instance) => ({ group: pulumi.interpolate`${a.alerts.cpu} ${a.alerts.networkIn}` });
    const alerts = { cpu: 77, io: 10_000, network_in: 12, network_out: 10, transfer_quota: 80 };
    const { steps, previewed, done } = await previewedAndDone({ alerts: { cpu: 50 } }, options, group, {
      alerts,
    });
    expect(previewed).toEqual(done);
    expect(done).toMatchObject({ cpu, networkIn: 12 });
    expect(steps).toEqual(["update a"]);
  });

  it("is the live window of a backup schedule", async () => {
    const stack = await testStack();
    const program = (day: string) => () => {
      const web = new Instance("web", small);
      const args = { instanceId: web.instanceId, day, window: "W10" };
      const nightly = new BackupSchedule("nightly", args, { ignoreChanges: ["window"] });
      return { window: nightly.window };
    };
    await stack.up(program("Monday"));
    const body = JSON.stringify({ backups: { schedule: { day: "Monday", window: "W2" } } });
    const headers = { authorization: `Bearer ${wellKnownTokens.full}`, "content-type": "application/json" };
    const url = "http://emulator.test/v4/node/instances/1";
    expect((await stack.emulator.fetch(new Request(url, { method: "PUT", headers, body }))).status).toBe(200);
    await stack.up(program("Monday"), { refresh: true });
    expect((await stack.preview(program("Sunday"))).outputs.window?.value).toBe("W2");
    expect((await stack.up(program("Sunday"))).outputs.window?.value).toBe("W2");
  });
});

it("leaves an ignored argument unknown that the program does not declare", async () => {
  const stack = await testStack();
  const program = (day: "Friday" | "Monday") => () => {
    const { instanceId } = new Instance("web", { ...small, backupsEnabled: true });
    const options = { ignoreChanges: ["window"] };
    const schedule = new BackupSchedule("nightly", { adopt: instanceId, instanceId, day }, options);
    return { window: schedule.window, instanceId: schedule.instanceId };
  };
  const before = await stack.up(program("Friday"));
  const previewed = await stack.preview(program("Monday"));
  expect(stepsOf(previewed)).toEqual(["update nightly"]);
  expect(before.outputs.window?.value).toBeNull();
  expect(previewed.outputs.window?.value).toBeUndefined();
  expect(previewed.outputs.instanceId).toEqual(before.outputs.instanceId);
});

it("leaves the id of what an existing resource's unknown id refers to unknown", async () => {
  const stack = await testStack();
  const program = () => {
    const web = new Instance("web", small);
    const same = Instance.get("same", web.id);
    new BackupSchedule("nightly", { instanceId: same.instanceId, day: "Monday", window: "W2" });
    return { id: same.instanceId };
  };
  const previewed = await stack.preview(program);
  expect(previewed.outputs.id?.value).toBeUndefined();
  const done = await stack.up(program);
  expect(stepsOf(previewed)).toEqual(stepsOf(done));
  expect(done.outputs.id?.value).toBe(1);
});

it("knows the id of an object that a new resource adopts", async () => {
  const stack = await testStack();
  const program = (name: string, adopt?: number) => () => {
    const web = new Instance(name, { ...small, label: "mine", ...(adopt && { adopt }) });
    new BackupSchedule("nightly", { instanceId: web.instanceId, day: "Monday", window: "W2" });
    const redirectUri = web.id.apply((id) => `https://example.com/${id}`);
    new OAuthClient("app", { label: "app", redirectUri });
    return { id: web.instanceId, ownId: web.id, region: web.region };
  };
  await stack.up(program("old"));
  const previewed = await stack.preview(program("new", 1));
  expect(previewed.outputs).toMatchObject({
    id: { value: 1 },
    ownId: { value: "1" },
    region: { value: "us-east" },
  });
  expect(stepsOf(previewed).filter((step) => step.endsWith("app"))).toEqual([]);
  expect(stepsOf(previewed).filter((step) => step.endsWith("nightly"))).toEqual([]);
});

describe("the id of a resource whose `adopt` is an output", () => {
  const declareWeb = (adopt: pulumi.Input<number | undefined>, opts: pulumi.CustomResourceOptions = {}) => {
    const web = new Instance("web", { ...small, label: "mine", adopt }, opts);
    new BackupSchedule("nightly", { instanceId: web.instanceId, day: "Monday", window: "W2" });
    return { id: web.id, number: web.instanceId, region: web.region };
  };
  const none = (): number | undefined => undefined;

  it("is unknown if the output has no value, until the instance exists", async () => {
    const stack = await testStack();
    const program = () => declareWeb(pulumi.output(none()));
    const previewed = await stack.preview(program);
    expect([previewed.outputs.id?.value, previewed.outputs.number?.value]).toEqual([undefined, undefined]);
    const done = await stack.up(program);
    expect(stepsOf(previewed)).toEqual(stepsOf(done));
    const again = await stack.preview(program);
    expect(stepsOf(again)).toEqual([]);
    expect(again.outputs).toMatchObject({ id: { value: "1" }, number: { value: 1 } });
  });

  it("is not secret, whether or not `adopt` is, before and after the adoption", async () => {
    const stack = await testStack();
    await stack.up(() => ({ id: new Instance("old", { ...small, label: "mine" }).id }));
    const program = () => declareWeb(pulumi.secret(1));
    const known = { id: { value: "1", secret: false }, number: { value: 1, secret: false } };
    expect((await stack.preview(program)).outputs).toMatchObject(known);
    expect((await stack.up(program)).outputs).toMatchObject(known);
    expect((await stack.preview(program)).outputs).toMatchObject(known);
  });

  it("is that of the object which a transform names", async () => {
    const stack = await testStack();
    await stack.up(() => {
      new Instance("one", { ...small, label: "one" });
      return {};
    });
    const transforms: pulumi.ResourceTransform[] = [
      ({ props, opts }) => ({
        props: { ...props, ...("label" in props && { adopt: 1, label: "one" }) },
        opts,
      }),
    ];
    const program = () => declareWeb(9, { transforms });
    const known = { id: { value: "1" }, number: { value: 1 } };
    expect((await stack.preview(program)).outputs).toMatchObject(known);
    expect((await stack.up(program)).outputs).toMatchObject(known);
    expect((await stack.preview(program)).outputs).toMatchObject(known);
  });
});

it("leaves the id of a resource whose create is unresolved unknown", async () => {
  const stack = await testStack();
  const card = { cardNumber: "4111111111111111", expiryMonth: 5, expiryYear: 2027, cvv: "123" };
  const program = () => {
    const { id, paymentMethodId } = new PaymentMethod("card", { card });
    return { id, paymentMethodId };
  };
  stack.emulator.control.faults.add({ operation: "paymentMethods.add", effect: { latency: 5000 } });
  const failed = expect(stack.up(program)).rejects.toThrow("adopt: <id>");
  await stack.clock.sleep(1000);
  const data = { last_four: "1111", expiry: "05/2027" };
  stack.emulator.control.externalChange({ kind: "payment_method_add", type: "credit_card", data });
  await failed;
  const previewed = await stack.preview(program);
  expect(stepsOf(previewed)).toEqual(["update card"]);
  const { id, paymentMethodId } = previewed.outputs;
  expect([id?.value, paymentMethodId?.value]).toEqual([undefined, undefined]);
});

it("reads nothing for a resource that does not change, whose outputs are those of the state", async () => {
  const stack = await testStack();
  const program = () => ({ region: new Instance("web", small).region });
  await stack.up(program);
  stack.emulator.control.externalChange({
    kind: "instance_change",
    instanceId: 1,
    patch: { region: "us-west" },
  });
  stack.emulator.control.forgetRequests();
  expect((await stack.preview(program)).outputs.region?.value).toBe("us-east");
  expect(stack.calls).toEqual([]);
});

it("keeps the live value of an ignored secret argument secret", async () => {
  const stack = await testStack();
  const program = (group: string) => () => {
    const tags = pulumi.secret(["one"]);
    const web = new Instance("web", { ...small, group, tags }, { ignoreChanges: ["tags"] });
    return { tags: web.tags };
  };
  await stack.up(program("g1"));
  const { outputs } = await stack.preview(program("g2"));
  expect(outputs.tags).toEqual({ value: ["one"], secret: true });
});

it("leaves the id of an image with an unknown id unknown", async () => {
  const stack = await testStack();
  const { outputs } = await stack.preview(() => {
    const client = new OAuthClient("app", { label: "app", redirectUri: "https://example.com/callback" });
    return { id: OAuthClient.get("same", client.id).clientId };
  });
  expect(outputs.id?.value).toBeUndefined();
});
