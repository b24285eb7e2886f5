import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** The report of the SDK on a program that fails, which it inspects with the frames of its source maps. */
function reportOn(program: string): { message: string; inspected: string } {
  const script = `
    require("source-map-support/register");
    const { runtime } = require("@pulumi/pulumi");
    const { defaultErrorMessage } = require("@pulumi/pulumi/cmd/run/error");
    const { getRegion, Instance } = require(${JSON.stringify(join(root, "build"))});
    process.on("unhandledRejection", (error) => {
      console.log(JSON.stringify({ message: error.message, inspected: defaultErrorMessage(error) }));
      process.exit(0);
    });
    const newResource = ({ inputs }) => ({ id: "1", state: inputs });
    runtime
      .setMocks({ newResource, call: ({ inputs }) => inputs })
      .then(() => runtime.runInPulumiStack(async () => ({ result: ${program} })));
  `;
  const { status, stdout } = spawnSync(process.execPath, ["-e", script], {
    cwd: root,
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

test.each([
  ["lookup", 'getRegion({ id: "us-east" }, { region: 1 })', "getRegion: there is no option region."],
  [
    "resource",
    'new Instance("web", {}, { import: "7" })',
    'Instance "web": the option `import` does not work',
  ],
])(
  "an error of a %s in a program is reported without its stack trace",
  (_, program, message) => {
    const report = reportOn(program);
    expect(report.message).toContain(message);
    expect(report.inspected).toContain(message);
    expect(report.inspected).not.toMatch(/^\s*at /m);
  },
  90_000,
);
