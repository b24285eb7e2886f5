import { chmodSync } from "node:fs";
import { detectDrift } from "../../src/drift";
import { environment, ProjectFolder } from "./stacks/project-folder";

it("starts no Pulumi CLI to read a stack after an interruption", async () => {
  const folder = new ProjectFolder();
  chmodSync(folder.write("bin/pulumi", `#!${process.execPath}\nprocess.exitCode = 6;\n`), 0o755);
  const env = environment(folder.path, {
    PULUMI_BACKEND_URL: "https://pulumi.test",
    PATH: `${folder.path}/bin`,
  });
  const detect = (interrupt?: AbortSignal) =>
    detectDrift({ sources: [{ kind: "project", folder: folder.path, stacks: ["dev"] }], env, interrupt });
  await expect(detect(AbortSignal.abort())).rejects.toMatchObject({ code: "ABORT_ERR" });
  await expect(detect()).rejects.toThrow(/exit code 6/);
});
