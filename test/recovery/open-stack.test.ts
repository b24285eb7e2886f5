import { realClock } from "../../src/clock";
import { openRecovery } from "../../src/recovery";
import { deployment, environment, exportOf, ProjectFolder, resource } from "../drift/stacks/project-folder";

const cloud = "https://pulumi.test";

/** Opens the stack `dev` of a project, with a Pulumi CLI that prints an export. */
function open(engine: "auto" | "embedded" | "pulumi") {
  const folder = new ProjectFolder();
  return openRecovery({
    ...{ cwd: folder.path, stack: "dev", engine, clock: realClock, signal: new AbortController().signal },
    env: environment(folder.path, { PULUMI_BACKEND_URL: cloud }),
    runPulumi: async () => ({ code: 0, stdout: exportOf(deployment([resource("web")])), stderr: "" }),
  });
}

it.each(["auto", "pulumi"] as const)(
  "a stack of Pulumi Cloud is written by its CLI: --engine %s",
  async (engine) => {
    expect(await open(engine)).toMatchObject({
      project: "shop",
      stack: "dev",
      store: { keepsOperations: false },
    });
  },
);

it("a stack of Pulumi Cloud is not written by the embedded engine, which does not ask for the CLI that is there", async () => {
  await expect(open("embedded")).rejects.toThrow(
    /^The stacks of .*Pulumi\.yaml are in https:\/\/pulumi\.test, which `--engine embedded` cannot write\. Nothing was changed\. Omit --engine\.$/,
  );
});
