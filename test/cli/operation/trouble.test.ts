import { createEmulator, type Emulator, type Listening } from "../../../src/emulator";
import { Project, reaching } from "../../whole/project";
import { expectReadable, processesIn, unusedPort } from "../command";

const program = `
const { Instance } = require("pulumi-nodecloud");
new Instance("web", { region: process.env.REGION || "us-east", type: "g1-nano-1", tags: [process.env.TAG || "a"] });
`;

let emulator: Emulator;
let server: Listening;
let project: Project;
let good: Record<string, string>;

/** A stack that holds an instance, which trouble must leave in the state. */
beforeAll(async () => {
  emulator = createEmulator({ speed: 200 });
  server = await emulator.listen();
  project = new Project({ "index.js": program });
  good = reaching(server);
  expect(await nodecloud("up", good)).toMatchObject({ code: 0 });
}, 30_000);
afterAll(async () => {
  await server.close();
  project.remove();
});

const nodecloud = (operation: string, env: Record<string, string | undefined>) =>
  project.run([operation, "--engine", "embedded", ...(operation === "preview" ? [] : ["--yes"])], { env });

/** The messages of a run: what went wrong, each on one line. */
const messagesIn = (text: string) =>
  text.split("\n").filter((line) => /^\s*!|^error:/.test(line) && !/Failed\. /.test(line));

const troubles: readonly (readonly [
  string,
  string,
  () => Promise<Record<string, string | undefined>>,
  RegExp,
])[] = [
  [
    "no address",
    "up",
    async () => ({ NODECLOUD_TOKEN: "t0ken-canary" }),
    /`baseUrl`.*NODECLOUD_BASE_URL.*pulumi config set nodecloud:baseUrl/,
  ],
  [
    "no token",
    "up",
    async () => ({ ...good, NODECLOUD_TOKEN: undefined, TAG: "b" }),
    /needs a token.*`token`.*NODECLOUD_TOKEN.*pulumi config set --secret nodecloud:token/,
  ],
  [
    "an address without v4",
    "up",
    async () => ({ ...good, NODECLOUD_BASE_URL: `http://127.0.0.1:${server.port}` }),
    /does not end with the version segment "v4"/,
  ],
  [
    "a wrong token",
    "refresh",
    async () => ({ ...good, NODECLOUD_TOKEN: "wrong-token-canary" }),
    /instances\.(view|list).*401.*Invalid Token/,
  ],
  [
    "a token without the scope",
    "up",
    async () => ({ ...good, NODECLOUD_TOKEN: "emulator-read-only", TAG: "b" }),
    /instances\.update.*401/,
  ],
  [
    "a service that is down",
    "destroy",
    async () => ({ ...good, NODECLOUD_BASE_URL: `http://127.0.0.1:${await unusedPort()}/v4` }),
    /no connection to http:\/\/127\.0\.0\.1:\d+\/v4.*ECONNREFUSED/,
  ],
  ["a brand that is another's", "refresh", async () => ({ ...good, NODECLOUD_BRAND: "acme" }), /404/],
  ["an unknown region", "up", async () => ({ ...good, REGION: "atlantis" }), /region/],
  ["a wrong passphrase", "up", async () => ({ ...good, PULUMI_CONFIG_PASSPHRASE: "another" }), /passphrase/],
];

it.each(troubles)(
  "%s: `%s` says so once, ends with 1 and keeps the state",
  async (_, operation, environment, message) => {
    const { code, stdout, stderr } = await nodecloud(operation, await environment());
    const messages = messagesIn(stdout + stderr);
    expect({ code, messages }).toEqual({ code: 1, messages: [expect.stringMatching(message)] });
    expectReadable(stdout + stderr);
    expect(stdout + stderr).not.toContain("canary");
    expect(Object.keys(project.resources())).toEqual(["web"]);
    expect(emulator.control.world().instances).toMatchObject([{ region: "us-east", tags: ["a"] }]);
    expect(processesIn(project.folder)).toEqual([]);
  },
  60_000,
);

it("and with everything right again, nothing is left to repair but what was cut short", async () => {
  expect(await nodecloud("up", good)).toMatchObject({ code: 0 });
  const { web } = project.resources();
  expect(web).toMatchObject({ id: "1", outputs: { tags: ["a"] } });
  expect(web?.initErrors).toBeUndefined();
  expect(emulator.control.world().instances).toHaveLength(1);
}, 30_000);
