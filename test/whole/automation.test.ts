import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { createEmulator } from "../../src/emulator";
import { plainEnvironment } from "../cli/command";
import { hasPulumi } from "./engines";
import { callsOf, connectionTo, Project } from "./project";

const page = readFileSync(resolve(__dirname, "../../docs/teams.md"), "utf8");

/** The code blocks of the page in one language. */
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, block = ""]) => block);

const commands = blocksOf("sh")
  .flatMap((block) => block.split("\n"))
  .map((line) => line.replace(/ +#.*$/, ""))
  .filter((line) => line !== "");
const operations = commands.filter((line) => line.startsWith("node deploy.mjs "));

/** As a workflow reads a secret. */
const secret = (name: string) => `\${{ secrets.${name} }}`;

const folderProgram = `
const { Instance } = require("pulumi-nodecloud");
new Instance("db", { region: "us-east", type: "g1-nano-1", tags: ["database"] });
`;

(hasPulumi ? it : it.skip)(
  "runs the documented program of the Automation API, with a function and with a project",
  async () => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const [deploy = ""] = blocksOf("js");
    const project = new Project({
      "deploy.mjs": deploy,
      "shop/Pulumi.yaml": "name: shop\nruntime: nodejs\n",
      "shop/index.js": folderProgram,
    });
    mkdirSync(join(project.folder, "backend"));
    const { env } = project.optionsFor({ env: connectionTo(server) });
    const PULUMI_BACKEND_URL = `file://${join(project.folder, "backend")}`;
    const options = { cwd: "/", env: { ...plainEnvironment(), ...env, PULUMI_BACKEND_URL } };
    const run = async (line: string) => {
      const [, , ...words] = line.split(" ");
      const args = [join(project.folder, "deploy.mjs"), ...words];
      return (await promisify(execFile)(process.execPath, args, options)).stdout;
    };
    const tags = () => emulator.control.world().instances.map((instance) => instance.tags.join());
    try {
      expect(operations).toEqual([
        "node deploy.mjs up",
        "node deploy.mjs up shop",
        "node deploy.mjs preview",
        "node deploy.mjs refresh",
        "node deploy.mjs destroy",
      ]);
      await run("node deploy.mjs up");
      expect(tags()).toEqual(["shop"]);
      await run("node deploy.mjs up shop");
      expect(tags()).toEqual(["shop", "database"]);
      callsOf(emulator);
      for (const line of ["node deploy.mjs preview", "node deploy.mjs up"]) {
        const printed = await run(line);
        expect(printed).toMatch(/\b2 unchanged/);
        expect(printed).not.toMatch(/\d+ to (create|update|replace|delete)|\d+ (created|updated|replaced)/);
      }
      expect(callsOf(emulator).filter((call) => !call.startsWith("GET "))).toEqual([]);
      emulator.control.changeInstance(1, { tags: ["theirs"] });
      expect(await run("node deploy.mjs refresh")).toMatch(/1 updated/);
      await run("node deploy.mjs up");
      expect(tags()).toEqual(["shop", "database"]);
      await run("node deploy.mjs destroy");
      expect(tags()).toEqual(["database"]);
    } finally {
      await server.close();
      project.remove();
    }
  },
  300_000,
);

it("has commands that need an external service, and those that the test above runs", () => {
  const foreign = /^pulumi (login|stack .*(awskms|gcpkms):\/\/)/;
  expect(commands.filter((line) => !foreign.test(line))).toEqual(operations);
});

it("has a workflow that previews without the right to change, and deploys one run at a time", () => {
  const [project, workflow] = blocksOf("yaml").map((block): unknown => parse(block));
  expect(project).toMatchObject({ name: "shop", runtime: "nodejs" });
  const { on, env, jobs } = workflow as Record<string, Record<string, Record<string, never>>>;
  expect(Object.keys(on ?? {})).toEqual(["pull_request", "push"]);
  const steps = (name: string): { uses?: string; run?: string; with?: object; env?: object }[] =>
    jobs?.[name]?.steps ?? [];
  const deployment = (name: string) => steps(name).find(({ uses }) => uses?.startsWith("pulumi/actions@"));
  expect(deployment("preview")).toMatchObject({
    with: { command: "preview", "stack-name": "production", "comment-on-pr": true },
    env: { NODECLOUD_TOKEN: secret("NODECLOUD_TOKEN_READ") },
  });
  expect(deployment("up")).toMatchObject({
    with: { command: "up", "stack-name": "production" },
    env: { NODECLOUD_TOKEN: secret("NODECLOUD_TOKEN") },
  });
  expect(jobs?.up?.concurrency).toMatchObject({ "cancel-in-progress": false });
  for (const name of ["preview", "up"]) expect(steps(name).map(({ run }) => run)).toContain("npm ci");
  const source = readFileSync(resolve(__dirname, "../../docs/reference/configuration.md"), "utf8");
  const ours = Object.keys(env ?? {}).filter((name) => name.startsWith("NODECLOUD_"));
  expect(ours.filter((name) => !source.includes(name))).toEqual([]);
});
