import "../cheap-keys";
import type { FaultRuleInput } from "../../src/emulator";
import { createEmulator } from "../../src/emulator";
import { declare, TestStack } from "../../src/testing";
import { expectReadable } from "../cli/command";
import { onEveryEngine } from "../whole/engines";
import { connectionTo } from "../whole/project";
import { projectFor } from "../whole/project-for";
import { filesBelow, tracesOf } from "./traces";

const password = "Kanari+/&=? ü 4711-pass";
const answer = "Kanari%answer~ß/host";
const token = "kanari-token-0815/+==";
const secrets = [password, answer, token];

const inputs = {
  region: "us-east",
  type: "g1-nano-1",
  image: "node/debian12",
  rootPass: password,
  stackscriptId: 1,
  stackscriptData: { hostname: answer },
};

it("the search finds a secret in every encoding", () => {
  const hidden = {
    raw: `password=${password}.`,
    json: JSON.stringify({ answer: `a "${password}"` }),
    url: `https://host/?q=${encodeURIComponent(password)}`,
    form: new URLSearchParams({ password }).toString(),
    ...Object.fromEntries(
      ["", "x", "xy"].map((start) => [
        `after ${start}`,
        Buffer.from(`${start}${password}xyz`).toString("base64"),
      ]),
    ),
  };
  const found = tracesOf([password], hidden).map((trace) => trace.split(": ")[0]);
  expect(new Set(found)).toEqual(new Set(Object.keys(hidden)));
  expect(tracesOf(secrets, { nothing: "Kanari and pass, in clear" })).toEqual([]);
});

/** The secrets in a call, which a service may repeat: the token in every call, the others in a create. */
const sentBy = (operation: string) => (operation === "instances.create" ? secrets : [token]);

const errorBody = (sent: readonly string[]) => ({
  errors: sent.flatMap((secret) => [
    { field: "root_pass", reason: `"${secret}" is too weak` },
    { reason: `${JSON.stringify({ secret })} ?secret=${encodeURIComponent(secret)}` },
    { reason: `${Buffer.from(secret).toString("base64")} was refused` },
  ]),
});
const page = (sent: readonly string[]) => `<html>You sent ${sent.join(" and ")}</html>`;

type Effect = FaultRuleInput["effect"];
const effects: readonly (readonly [string, (sent: readonly string[]) => Effect])[] = [
  ["an error that repeats secrets", (sent) => ({ status: 400, body: errorBody(sent) })],
  ["a failure that repeats secrets", (sent) => ({ status: 500, body: errorBody(sent) })],
  ["a timeout that repeats secrets", (sent) => ({ status: 408, body: page(sent) })],
  ["a page that repeats secrets", (sent) => ({ status: 200, body: page(sent) })],
  ["a header that repeats a secret", () => ({ status: 400, headers: { "x-request-id": token } })],
  ["a proxy's page", () => ({ html: 502 })],
  ["latency", () => ({ latency: 70_000 })],
  ["a reset", () => ({ reset: true })],
  ["a refused connection", () => ({ refused: true })],
  ["a hang", () => ({ hang: true })],
  ["a truncated body", () => ({ truncated: true })],
  ["an unreadable body", () => ({ garbage: true })],
  ["a stale list", () => ({ staleList: 60_000 })],
];

describe.each(effects)("under %s", (_, effectOf) => {
  const changing = ["instances.create", "instances.update"];
  // A fault after a read is the same as one before it.
  it.each([
    ["before", [...changing, "instances.view", "instances.list"]],
    ["after", changing],
  ] as const)("no secret is shown when a fault occurs %s the operation", async (when, operations) => {
    for (const operation of operations) {
      const stack = new TestStack({ token });
      replaceFullToken(stack.emulator.control);
      stack.emulator.control.faults.add({ operation, count: 6, when, effect: effectOf(sentBy(operation)) });
      const program =
        (more: object) => async (register: (goal: ReturnType<typeof declare>) => Promise<unknown>) => {
          await register(declare("Instance", "web", { ...inputs, ...more }));
          return {};
        };
      const outcomes = [
        await stack.up(program({ timeouts: { create: "2m" }, watchdogEnabled: false })),
        await stack.up(program({ group: "g" })),
        await stack.refresh(),
        await stack.destroy(),
      ];
      const { control } = stack.emulator;
      const places = {
        events: JSON.stringify(outcomes.map(({ events }) => events)),
        messages: JSON.stringify(stack.messages),
        state: JSON.stringify(stack.store.snapshot),
        requestLog: JSON.stringify(control.requests()),
        world: JSON.stringify(control.world()),
      };
      expect(places.requestLog).toContain("instances.create");
      expect(tracesOf(secrets, places)).toEqual([]);
    }
  });
});

const program = `
const pulumi = require("@pulumi/pulumi");
const { Instance } = require("pulumi-nodecloud");
const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");
const hostname = config.requireSecret("hostname");
console.log("The password is", config.get("rootPass"));
const web = new Instance("web", {
  region: "us-east", type: process.env.TYPE || "g1-nano-1", image: "node/debian12", rootPass,
  stackscriptId: 1, stackscriptData: { hostname }, watchdogEnabled: false,
});
exports.echo = rootPass;
exports.label = web.label;
`;

onEveryEngine(
  "no secret is in any file, output or log of a whole run",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    replaceFullToken(emulator.control);
    const server = await emulator.listen();
    const project = projectFor(engine, { "index.js": program });
    const { NODECLOUD_BASE_URL } = connectionTo(server);
    const outputs: Record<string, string> = {};
    const nodecloud = async (
      args: readonly string[],
      more: { env?: Record<string, string>; input?: string } = {},
    ) => {
      const env = { NODECLOUD_BASE_URL, ...more.env };
      const { code, stdout, stderr } = await project.run(args, { ...more, env });
      outputs[`${Object.keys(outputs).length + 1}: ${args.join(" ")}`] = stdout + stderr;
      expectReadable(stdout + stderr);
      return code;
    };
    const on = ["--engine", engine, "--yes"];
    try {
      for (const [key, input] of [
        ["rootPass", password],
        ["hostname", answer],
        ["nodecloud:token", token],
      ] as const) {
        expect(await nodecloud(["config", "set", "--secret", key], { input })).toBe(0);
      }
      emulator.control.faults.add({
        operation: "instances.create",
        effect: { status: 400, body: errorBody(secrets) },
      });
      expect(await nodecloud(["up", ...on, ...(engine === "embedded" ? ["--json"] : [])])).toBe(1);
      emulator.control.faults.clear();
      // The create is carried out, its response is lost, and the update after it fails.
      emulator.control.faults.add({ operation: "instances.create", when: "after", effect: { reset: true } });
      emulator.control.faults.add({
        operation: "instances.update",
        effect: { status: 422, body: errorBody([token]) },
      });
      expect(await nodecloud(["up", ...on, "--diff"])).toBe(1);
      emulator.control.faults.clear();
      expect(await nodecloud(["refresh", ...on, "--diff"])).toBe(0);
      expect(await nodecloud(["up", ...on, "--diff"], { env: { TYPE: "g1-standard-1" } })).toBe(0);
      expect(emulator.control.world().instances).toMatchObject([
        { type: "g1-standard-1", status: "running" },
      ]);

      const requestLog = await (await fetch(new URL("/_emulator/requests", server.url))).text();
      const world = await (await fetch(new URL("/_emulator/world", server.url))).text();
      expect(requestLog).toContain("instances.create");
      const files = filesBelow(project.folder);
      expect(Object.keys(files).join("\n")).toMatch(/\.pulumi\/stacks\/whole\/dev\.json/);
      expect(tracesOf(secrets, { ...files, ...outputs, requestLog, world })).toEqual([]);
    } finally {
      await server.close();
      project.remove();
    }
  },
  120_000,
);

/** Makes this token the emulator's token with all permissions. */
function replaceFullToken(control: ReturnType<typeof createEmulator>["control"]): void {
  const world = control.world();
  control.load({
    ...world,
    tokens: world.tokens.map((one) => (one.name === "full" ? { ...one, text: token } : one)),
  });
}
