import { inspect } from "node:util";
import { type EngineEvent, InProcessProgram, InProcessProvider, runOperation } from "../../../src/engine";
import { collectProgramSecrets, collectSecrets, KnownSecrets } from "../../../src/engine/run/known-secrets";
import { redactEvent, secretsOfConfiguration } from "../../../src/engine/run/redact";
import { type Configuration, Secret } from "../../../src/state";
import { thing, World } from "../world";

const messageEvent = (message: string): EngineEvent => ({
  kind: "message",
  severity: "info",
  message,
  urn: "",
  ephemeral: false,
  time: 0,
});

function redacted(known: KnownSecrets, message: string): string {
  const event = redactEvent(messageEvent(message), known);
  return event.kind === "message" ? event.message : "";
}

it("redacts secrets of the configuration in output", () => {
  const configuration: Configuration = new Map([
    ["p:pin", { value: "123", secret: true }],
    ["p:region", { value: "north", secret: false }],
  ]);
  const known = secretsOfConfiguration(configuration);
  expect(redacted(known, "pin=123 region=north")).toBe("pin=[secret] region=north");
});

it("redacts a provider's secrets in every encoding, longer ones first", () => {
  const known = new KnownSecrets();
  known.addFrom({
    rootPass: new Secret('pass"word'),
    longer: new Secret('pass"word-longer'),
    key: new Secret("-----BEGIN-----\ncanary-line-of-the-key\n"),
    list: [{ deep: new Secret("canary/deep?") }],
    whole: new Secret({ region: "us-east" }),
    cvv: new Secret("999"),
  });
  expect(redacted(known, 'a pass"word-longer b pass"word c pass\\"word d')).toBe(
    "a [secret] b [secret] c [secret] d",
  );
  expect(redacted(known, "canary-line-of-the-key")).toBe("[secret]");
  expect(redacted(known, "GET /?q=canary%2Fdeep%3F")).toBe("GET /?q=[secret]");
  expect(redacted(known, "999 in us-east")).toBe("999 in us-east");
});

it("redacts secret numbers, and the parts of secret objects that are not printed in plain text", () => {
  const known = secretsOfConfiguration(
    new Map([["p:login", { value: '{"user":"operator","key":"canary-of-key","port":22}', secret: true }]]),
  );
  known.addFrom(
    { label: "plain-label", region: "us-east", instanceId: 46116860 },
    {
      card: new Secret(4111111111111111),
      applied: new Secret({
        label: "plain-label",
        region: "us-east",
        instanceId: 46116860,
        rows: [{ password: "canary-of-map", pin: 87654321 }],
      }),
    },
  );
  expect(redacted(known, "{ user: 'operator', key: 'canary-of-key', port: 22 }")).toBe(
    "{ user: '[secret]', key: '[secret]', port: 22 }",
  );
  expect(redacted(known, "4111111111111111 canary-of-map 87654321 plain-label us-east 46116860")).toBe(
    "[secret] [secret] [secret] plain-label us-east 46116860",
  );
});

it.each<["check" | "diff" | "create" | "read" | "update" | "delete", string]>([
  ["check", "olds"],
  ["check", "news"],
  ["diff", "oldInputs"],
  ["diff", "oldOutputs"],
  ["create", "inputs"],
  ["read", "inputs"],
  ["read", "outputs"],
  ["update", "newInputs"],
  ["delete", "inputs"],
  ["delete", "outputs"],
])("knows the secrets in a %s request's %s before the provider can print them", async (call, part) => {
  const known = new KnownSecrets();
  const printed: string[] = [];
  const print = async () => printed.push(redacted(known, "the password canary-word"));
  const provider = collectSecrets({ [call]: print } as never, known);
  await provider[call]({ [part]: { password: new Secret("canary-word") } } as never);
  expect(printed).toEqual(["the password [secret]"]);
});

it("redacts secrets of components and creates in the formats of Node.js", async () => {
  const world = new World();
  const known = new KnownSecrets();
  const events: EngineEvent[] = [];
  const provider = new InProcessProvider({ handlerFor: () => world.provider, project: "project" });
  const program = new InProcessProgram("project", "dev", async (register) => {
    await register({
      type: "test:index:Group",
      name: "group",
      custom: false,
      inputs: { pin: new Secret("in a 'component'") },
    });
    await register(thing("client", {}, { additionalSecretOutputs: ["address"] }));
    return { late: new Secret("of the stack") };
  });
  await runOperation(
    {
      provider: collectSecrets(provider, known),
      program: collectProgramSecrets(program, known),
      store: world.store,
      clock: world.clock,
    },
    {
      operation: "up",
      preview: false,
      project: "project",
      stack: "dev",
      parallel: 1,
      configuration: new Map(),
    },
    (event) => events.push(redactEvent(event, known)),
  );
  for (const secret of ["in a 'component'", "10.0.0.1", "of the stack"]) {
    expect(redacted(known, inspect({ secret }))).toMatch(/^\{ secret: ["']\[secret\]["'] \}$/);
    expect(redacted(known, Buffer.from(secret).toString("base64"))).toMatch(/^\[secret\]=*$/);
  }
});

it("treats a plain value that equals a secret as secret in steps, outputs and failures", async () => {
  const world = new World();
  const known = new KnownSecrets();
  const events: EngineEvent[] = [];
  world.onCreate = async ({ password }) => {
    if (password) throw new Error(`the service rejected ${password}`);
  };
  const provider = new InProcessProvider({ handlerFor: () => world.provider, project: "project" });
  const program = new InProcessProgram("project", "dev", async (register) => {
    await register(thing("told", { copy: ["canary-word"] }));
    await register(thing("keeper", { password: new Secret("canary-word") }));
    return {};
  });
  await runOperation(
    { provider: collectSecrets(provider, known), program, store: world.store, clock: world.clock },
    {
      operation: "up",
      preview: false,
      project: "project",
      stack: "dev",
      parallel: 1,
      configuration: new Map(),
    },
    (event) => events.push(event),
  );
  const shown = JSON.stringify(events.map((event) => redactEvent(event, known)));
  expect(shown).toContain("the service rejected [secret]");
  expect(shown).toContain('"copy":["[secret]"]');
  expect(shown).not.toContain("canary");
});

it("redacts the errors of the last run in the states of steps, even if no provider was called", async () => {
  const world = new World();
  world.onCreate = async ({ password, ...inputs }, id) => {
    world.things.set(id, inputs);
    const reasons = [`the login with ${password} failed`];
    throw Object.assign(new Error("not ready"), { id, properties: { ...inputs, password }, reasons });
  };
  await world.up(async (register) => {
    await register(thing("a", { password: new Secret("hunter2-canary") }));
    return {};
  });
  const outcome = await world.run("preview", async () => ({}));
  const known = new KnownSecrets();
  const shown = JSON.stringify(outcome.events.map((event) => redactEvent(event, known)));
  expect(shown).toContain('"initErrors":["the login with [secret] failed"]');
  expect(shown).not.toContain("the login with hunter2-canary failed");
});
