/** @jest-environment node */
import { createEmulator, type Emulator, type Listening } from "../../../src/emulator";
import { connectionTo, Project } from "../../whole/project";
import { expectReadable, processesIn, unusedPort } from "../command";
import { type ProgramFunctions, startInstancePlugin } from "../in-process-engine";
import { InProcessProject } from "../in-process-project";

const program = `
const { Instance } = require("pulumi-nodecloud");
new Instance("web", { region: process.env.REGION || "us-east", type: "g1-nano-1", tags: [process.env.TAG || "a-tag"] });
`;

/** The same program as a function, with the package's provider loaded again in each run, as in a process of its own. */
const mockFunctions: ProgramFunctions = {
  program: async ({ env }, register) => {
    const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
    const inputs = {
      __provider: "instance",
      origin: { project: "whole", stack: "dev", type: "Instance", name: "web" },
      ...{ region: env.REGION ?? "us-east", type: "g1-nano-1", tags: [env.TAG ?? "a-tag"] },
    };
    await register({ type, name: "web", inputs });
    return {};
  },
  startPlugin: startInstancePlugin,
};
jest.mock("../../../src/engine/grpc", () =>
  jest.requireActual("../in-process-engine").grpcInProcess({
    program: (...args: Parameters<ProgramFunctions["program"]>) => mockFunctions.program(...args),
    startPlugin: () => mockFunctions.startPlugin?.(),
  }),
);

/** A stack with an instance, which must remain in the state whatever fails. */
interface Target {
  readonly project: Project;
  readonly emulator: Emulator;
  readonly server: Listening;
  readonly env: Readonly<Record<string, string>>;
}

async function createTarget(project: Project): Promise<Target> {
  const emulator = createEmulator({ speed: 200 });
  const server = await emulator.listen();
  const target = { project, emulator, server, env: connectionTo(server) };
  expect(await nodecloud(target, "up")).toMatchObject({ code: 0, stderr: "" });
  return target;
}

type Environment = Readonly<Record<string, string | undefined>>;

const nodecloud = ({ project, env }: Target, operation: string, changes: Environment = {}) =>
  project.run([operation, "--engine", "embedded", "--yes"], { env: { ...env, ...changes } });

const places = ["in processes", "in this process"] as const;
const targets = new Map<string, Target>();
const signalListeners = (["SIGINT", "SIGTERM"] as const).map(
  (signal) => [signal, process.listeners(signal)] as const,
);
beforeAll(async () => {
  targets.set("in processes", await createTarget(new Project({ "index.js": program })));
  targets.set("in this process", await createTarget(new InProcessProject({})));
}, 60_000);
afterAll(async () => {
  for (const { server, project } of targets.values()) {
    await server.close();
    project.remove();
  }
  // Each plugin listens for signals until its process ends.
  for (const [signal, before] of signalListeners)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.off(signal, listener);
});

/** The error messages in a run's output, one a line. */
const messagesIn = (text: string) =>
  text.split("\n").filter((line) => /^\s*!|^error:/.test(line) && !/Failed\. /.test(line));

const failures: readonly (readonly [
  failure: string,
  operation: string,
  place: (typeof places)[number],
  changes: (target: Target) => Environment | Promise<Environment>,
  message: RegExp,
])[] = [
  [
    "no address",
    "up",
    "in this process",
    () => ({ NODECLOUD_BASE_URL: undefined, NODECLOUD_BRAND: undefined, NODECLOUD_TOKEN: "t0ken-canary" }),
    /`baseUrl`.*NODECLOUD_BASE_URL.*pulumi config set nodecloud:baseUrl/,
  ],
  [
    "no token",
    "up",
    "in processes",
    () => ({ NODECLOUD_TOKEN: undefined, TAG: "b-tag" }),
    /needs a token.*`token`.*NODECLOUD_TOKEN.*pulumi config set --secret nodecloud:token/,
  ],
  [
    "an address without v4",
    "up",
    "in this process",
    ({ server }) => ({ NODECLOUD_BASE_URL: `http://127.0.0.1:${server.port}` }),
    /does not end with the version segment "v4"/,
  ],
  [
    "a wrong token",
    "refresh",
    "in this process",
    () => ({ NODECLOUD_TOKEN: "wrong-token-canary" }),
    /instances\.(view|list).*401.*Invalid Token/,
  ],
  [
    "a token without the scope",
    "up",
    "in this process",
    () => ({ NODECLOUD_TOKEN: "emulator-read-only", TAG: "b-tag" }),
    /instances\.update.*401/,
  ],
  [
    "a service that is down",
    "destroy",
    "in this process",
    async () => ({ NODECLOUD_BASE_URL: `http://127.0.0.1:${await unusedPort()}/v4` }),
    /no connection to http:\/\/127\.0\.0\.1:\d+\/v4.*ECONNREFUSED/,
  ],
  ["a brand of another operator", "refresh", "in this process", () => ({ NODECLOUD_BRAND: "acme" }), /404/],
  ["an unknown region", "up", "in this process", () => ({ REGION: "atlantis" }), /region/],
  [
    "a wrong passphrase",
    "up",
    "in this process",
    () => ({ PULUMI_CONFIG_PASSPHRASE: "another" }),
    /passphrase/,
  ],
];

it.each(failures)(
  "%s makes `%s`, run %s, report it once, exit with code 1 and keep the state",
  async (_, operation, place, changes, message) => {
    const target = targets.get(place)!;
    const { project, emulator } = target;
    const { code, stdout, stderr } = await nodecloud(target, operation, await changes(target));
    const messages = messagesIn(stdout + stderr);
    expect({ code, messages }).toEqual({ code: 1, messages: [expect.stringMatching(message)] });
    expectReadable(stdout + stderr);
    expect(stdout + stderr).not.toContain("canary");
    expect(Object.keys(project.resources())).toEqual(["web"]);
    expect(emulator.control.world().instances).toMatchObject([{ region: "us-east", tags: ["a-tag"] }]);
    expect(processesIn(project.folder)).toEqual([]);
  },
  60_000,
);

it.each(places)(
  "a run without failures, %s, completes what the failed runs left",
  async (place) => {
    const target = targets.get(place)!;
    const { project, emulator } = target;
    expect(await nodecloud(target, "up")).toMatchObject({ code: 0 });
    const { web } = project.resources();
    expect(web).toMatchObject({ id: "1", outputs: { tags: ["a-tag"] } });
    expect(web?.initErrors).toBeUndefined();
    expect(emulator.control.world().instances).toHaveLength(1);
  },
  30_000,
);
