import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { validate } from "dockerfile-utils";
import { parse } from "yaml";
import { createEmulator } from "../../src/emulator";
import { Project } from "../whole/project";
import { runShell } from "./shell";

const root = resolve(__dirname, "../..");
const read = (path: string) => readFileSync(resolve(root, path), "utf8");
const recipes = read("docs/emulator-in-tests.md");

/** The code blocks of a page in a language. */
const blocksOf = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text = ""]) => text);

test("every shell command of the page about the emulator works as documented", async () => {
  const emulator = createEmulator();
  const { port, close } = await emulator.listen();
  try {
    const [, ...blocks] = blocksOf(read("docs/emulator.md"), "sh");
    expect(blocks.length).toBeGreaterThan(6);
    // Each response is on a line of its own or follows the previous one.
    const script = blocks.join("\n").replaceAll("4119", String(port));
    const { code, stdout, stderr } = await runShell(script);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain("Not found");
    // Only the call that fails in the example of a fault. A reset at the end empties the request log.
    expect(stdout.match(/"errors"/g)).toHaveLength(1);
  } finally {
    await close();
    emulator.close();
  }
}, 60_000);

test("every command of the page about saved worlds works as documented", async () => {
  const emulator = createEmulator();
  const { port, close } = await emulator.listen();
  const project = new Project({});
  try {
    const page = read("docs/emulator-data.md");
    const snapshots = await runShell(blocksOf(page, "sh").join("\n").replaceAll("4119", String(port)));
    expect({ code: snapshots.code, stderr: snapshots.stderr }).toEqual({ code: 0, stderr: "" });
    expect(snapshots.stdout).toContain('"name":"before-the-update"');
    expect(snapshots.stdout).not.toContain("errors");
    expect(emulator.control.snapshots.list()).toEqual([]);
    const commands = blocksOf(page, "console")
      .join("")
      .matchAll(/^\$ (.*)$/gm);
    const script = [...commands]
      .map(([, command = ""]) => command.replace("4119", String(port)))
      .map((command) =>
        command.replace(/^npx pulumi-nodecloud emulator.*/, "$& --port 0 --exec 'echo started'"),
      )
      .join("\n")
      .replaceAll("npx pulumi-nodecloud", `"${process.execPath}" "${resolve(root, "dist/cli/main.js")}"`);
    const ended = await runShell(`cd "${project.folder}"\n${script}`);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 0, stdout: "started\nstarted\n" });
    expect(JSON.parse(project.read("world.json")).images).toEqual(emulator.control.world().images);
  } finally {
    project.remove();
    await close();
    emulator.close();
  }
});

test("the recipe for node:test passes", () => {
  const [text = ""] = blocksOf(recipes, "js");
  const project = new Project({ "emulator.test.mjs": text });
  try {
    const options = { cwd: project.folder, encoding: "utf8", env: { PATH: process.env.PATH } } as const;
    expect(spawnSync(process.execPath, ["--test", "emulator.test.mjs"], options).stdout).toMatch(/pass 1\b/);
  } finally {
    project.remove();
  }
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Skipped without Python. The recipe for Go is run by hand: compiling its standard library takes a minute. */
(hasPython ? test : test.skip)("the recipe for Python passes through --exec", () => {
  const [text = ""] = blocksOf(recipes, "python");
  const project = new Project({ "test_instances.py": text });
  try {
    const main = resolve(root, "dist/cli/main.js");
    const ended = spawnSync(
      process.execPath,
      [main, "emulator", "--port", "0", "--exec", "python3 -m unittest test_instances"],
      { cwd: project.folder, encoding: "utf8", env: { PATH: process.env.PATH } },
    );
    expect([ended.status, ended.stderr]).toEqual([0, expect.stringMatching(/Ran 1 test.*OK/s)]);
  } finally {
    project.remove();
  }
});

test("the service of Docker Compose and the image have options that the command knows", () => {
  const [text = ""] = blocksOf(recipes, "yaml");
  const { services } = parse(text);
  const docker = read("Dockerfile");
  const [, entry = ""] = /^ENTRYPOINT (\[.*\])$/m.exec(docker) ?? [];
  const [, health = ""] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(docker) ?? [];
  for (const words of [[...JSON.parse(entry), ...services.emulator.command], JSON.parse(health)]) {
    expect(words.slice(0, 3)).toEqual(["node", "/app/dist/cli/main.js", "emulator"]);
    const { stdout, status } = spawnSync(
      process.execPath,
      [resolve(root, "dist/cli/main.js"), ...words.slice(2), "--help"],
      {
        encoding: "utf8",
      },
    );
    expect(status).toBe(0);
    for (const option of words.filter((word: string) => word.startsWith("--")))
      expect(stdout).toContain(option);
  }
  expect(validate(docker)).toEqual([]);
  expect(docker).toMatch(/^USER node$/m);
  expect(services.emulator.environment.NODECLOUD_CONTROL_TOKEN).toBe(
    services.tests.environment.NODECLOUD_CONTROL_TOKEN,
  );
});
