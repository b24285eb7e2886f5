/** @jest-environment node */
import { execFileSync, spawnSync } from "node:child_process";
import { InProcessProject } from "./in-process-project";

jest.mock("../../src/engine/grpc", () =>
  jest.requireActual("./in-process-engine").grpcInProcess({ program: async () => ({}) }),
);

const whenGit = spawnSync("git", ["--version"]).status === 0 ? it : it.skip;

/** A project in a repository. */
class Repository extends InProcessProject {
  constructor(ignored?: string) {
    super(ignored === undefined ? {} : { ".gitignore": ignored });
    execFileSync("git", ["init", "--quiet"], { cwd: this.folder });
  }
}

/** The hints that a command prints. */
async function hintsOf(project: InProcessProject, line: string, env = {}): Promise<string[]> {
  const { code, stderr, stdout } = await project.run(line.split(" "), { env });
  expect({ code, output: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, output: "" });
  expect(stdout).not.toContain("hint");
  return stderr.split("\n").filter((text) => text.startsWith("hint: "));
}

const up = "up --yes --engine embedded --stack";

whenGit(
  "hints once for each new stack that git does not ignore its state, and names the file to change",
  async () => {
    const project = new Repository("node_modules/\n");
    try {
      const hint = [
        `hint: git does not ignore ${project.folder}/.pulumi, where the state of the stacks is. Add the line .pulumi/ to ${project.folder}/.gitignore.`,
      ];
      expect(await hintsOf(project, `preview --engine embedded`)).toEqual([]);
      expect(await hintsOf(project, "stack init a")).toEqual(hint);
      expect(await hintsOf(project, "stack ls")).toEqual([]);
      expect(await hintsOf(project, "stack select --create b")).toEqual(hint);
      expect(await hintsOf(project, `${up} c --create`)).toEqual(hint);
      expect(await hintsOf(project, `${up} c --create`)).toEqual([]);
      expect(await hintsOf(project, "stack init d", { PATH: "/nowhere" })).toEqual([]);
      project.write(".gitignore", ".pulumi/\n");
      expect(await hintsOf(project, "stack init e")).toEqual([]);
      expect(await hintsOf(project, `${up} f --create`)).toEqual([]);
    } finally {
      project.remove();
    }
  },
);

whenGit("hints if the first `up` creates the stack", async () => {
  const project = new Repository();
  try {
    expect(await hintsOf(project, "up --yes --engine embedded")).toHaveLength(1);
  } finally {
    project.remove();
  }
});

whenGit("hints at nothing outside a repository", async () => {
  const project = new InProcessProject({});
  try {
    expect(await hintsOf(project, "stack init dev")).toEqual([]);
  } finally {
    project.remove();
  }
});
