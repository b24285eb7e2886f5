import "../../cheap-keys";
import { TemporaryProject } from "./project";

const projects: TemporaryProject[] = [];
const project = (program: string, yaml: string) => {
  const created = new TemporaryProject(program, { "Pulumi.yaml": `name: test\nruntime: nodejs\n${yaml}` });
  projects.push(created);
  return created;
};
afterAll(() => {
  for (const created of projects) created.remove();
});

const one = `exports.label = new Thing("a", { name: "a", label: "declared", region: "north" }).label;`;

it("refreshes first in preview, up and destroy with `options: refresh: always`, unless the run opts out", async () => {
  const test = project(one, "options:\n  refresh: always\n");
  await test.run("up");
  test.write("live-1.json", '{"label":"outside"}');
  await test.run("preview");
  expect(test.steps()).toEqual(["refresh a", "update a"]);
  await test.run("up", { refreshFirst: false });
  expect(test.steps()).toEqual(["same a"]);
  await test.run("up");
  expect(test.steps()).toEqual(["refresh a", "update a"]);
  expect(test.calls()).toEqual(["create a token=undefined", "update 1"]);
  await test.run("destroy");
  expect(test.steps()).toEqual(["refresh a", "delete a"]);
}, 60_000);

it("rejects other values of `options: refresh` and does not refresh first without it", async () => {
  const wrong = project(one, "options:\n  refresh: sometimes\n");
  const result = await wrong.run("up");
  expect(result.exitCode).toBe(1);
  expect(result.error?.message).toContain('options.refresh is "sometimes"');
  const without = project(one, "options: {}\n");
  await without.run("up");
  without.write("live-1.json", '{"label":"outside"}');
  await without.run("up");
  expect(without.steps()).toEqual(["same a"]);
}, 60_000);

it("rejects every operation when requiredPulumiVersion does not allow the emulated version", async () => {
  const test = project(one, 'requiredPulumiVersion: "<1.0.0"\n');
  for (const operation of ["preview", "up", "refresh", "destroy"] as const) {
    const result = await test.run(operation);
    expect(result.exitCode).toBe(1);
    expect(result.error?.message).toContain('requiredPulumiVersion is "<1.0.0"');
  }
  expect(test.calls()).toEqual([]);
  test.write("Pulumi.yaml", 'name: test\nruntime: nodejs\nrequiredPulumiVersion: ">=3.0.0 <4.0.0"\n');
  expect((await test.run("up")).exitCode).toBe(0);
}, 60_000);

it("gives the plugin's environment the configuration of its own package, as the CLI does", async () => {
  const test = project(
    `
const own = 'exports.handler = () => ({ create: async () => ({ id: "1", outs: { config: process.env.PULUMI_CONFIG, keys: String(process.env.PULUMI_CONFIG_SECRET_KEYS) } }) })';
const created = new pulumi.CustomResource("pulumi-nodejs:dynamic/test:Own", "own", { __provider: own, config: undefined, keys: undefined });
exports.config = created.config;
exports.keys = created.keys;
`,
    "config:\n  pulumi-nodejs:id: {value: testing123}\n  other: {value: not-for-plugins}\n",
  );
  const { outcome } = await test.run("up", { env: { PULUMI_CONFIG: '{"left":"over"}' } });
  expect(outcome?.outputs).toEqual({ config: '{"id":"testing123"}', keys: "undefined" });
}, 60_000);
