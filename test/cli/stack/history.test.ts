import { createPassphrase } from "../../../src/state";
import { InProcessProject } from "../in-process-project";

let project: InProcessProject;
beforeAll(() => {
  project = new InProcessProject({});
});
afterAll(() => project.remove());

it("`stack history --json --show-secrets` marks the values that the passphrase no longer decrypts", async () => {
  const nodecloud = (command: string) => project.run(command.split(" "));
  expect((await nodecloud("stack init dev")).code).toBe(0);
  expect((await nodecloud("config set --secret token t-canary")).code).toBe(0);
  const secure = /secure: (\S+)/.exec(project.read("Pulumi.dev.yaml"))?.[1];
  const former = (await createPassphrase("former")).encrypt("old-canary", "");
  const config = {
    "whole:token": { secure },
    "whole:old": { secure: former },
    "whole:db": { user: "me", password: { secure: former } },
    "whole:cloud": { secure: "AQECAHg=" },
    "whole:size": "big",
  };
  project.write(
    ".pulumi/history/whole/dev/dev-17.history.json",
    JSON.stringify({ kind: "update", startTime: 0, endTime: 1, result: "succeeded", config }),
  );
  const configurationIn = async (command: string) => {
    const { code, stdout, stderr } = await nodecloud(command);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout)[0].config;
  };
  const unknown = { value: "ERROR_UNABLE_TO_DECRYPT", secret: true };
  expect(await configurationIn("stack history --json --show-secrets")).toEqual({
    "whole:token": { value: "t-canary", secret: true },
    "whole:old": unknown,
    "whole:db": unknown,
    "whole:cloud": unknown,
    "whole:size": { value: "big", secret: false },
  });
  const secret = { secret: true };
  expect(await configurationIn("stack history --json")).toEqual({
    "whole:token": secret,
    "whole:old": secret,
    "whole:db": secret,
    "whole:cloud": secret,
    "whole:size": { value: "big", secret: false },
  });
});

it("`stack history` says which page has no runs, and whether there are runs at all", async () => {
  const other = new InProcessProject({});
  try {
    const nodecloud = (command: string) => other.run(command.split(" "));
    expect((await nodecloud("stack init dev")).code).toBe(0);
    expect((await nodecloud("stack history")).stdout).toBe("Stack has never been updated\n");
    other.write(".pulumi/history/whole/dev/dev-17.history.json", JSON.stringify({ kind: "update" }));
    expect((await nodecloud("stack history")).stdout).toContain("UpdateKind: update\n");
    expect((await nodecloud("stack history --page 2")).stdout).toBe("There are no runs on page 2\n");
  } finally {
    other.remove();
  }
});
