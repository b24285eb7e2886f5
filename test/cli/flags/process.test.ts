import { join } from "node:path";
import { TemporaryProject } from "../../engine/grpc/project";
import { run } from "../command";

const program = `
const size = new pulumi.Config().get("size") ?? "none";
const a = new Thing("a", { name: "a", region: process.env.REGION ?? "north", size });
new Thing("b", { name: "b", peer: a.address }, { dependsOn: [a] });
exports.size = size;
`;

it("in a process of its own, `up` accepts flags and the values of switches", async () => {
  const project = new TemporaryProject(program);
  try {
    const env = {
      PATH: "/nowhere",
      PULUMI_CONFIG_PASSPHRASE: "x",
      PULUMI_HOME: join(project.folder, "home"),
    };
    const line = ["up", "--yes=true", "--skip-preview=false", "-c", "size=7=8", "--show-config", "--json"];
    const { code, stdout, stderr } = await run(line, { cwd: project.folder, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({ kind: expect.any(String) });
    expect(stdout).toContain("test:size: 7=8");
    expect(project.calls().filter((call) => call.startsWith("create"))).toHaveLength(2);
  } finally {
    project.remove();
  }
}, 60_000);
