import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { onEveryEngine } from "./engines";
import { Project } from "./project";

const root = resolve(__dirname, "../..");

/** As pnpm installs it, if only a library of components depends on this package. */
const program = `
const { OAuthClient } = require(${JSON.stringify(join(root, "build"))});
new OAuthClient("app", { label: "app", redirectUri: "https://example.com/" });
new OAuthClient("blog", { label: "blog", redirectUri: "https://example.com/" });
`;

onEveryEngine(
  "a run warns if the program's folder lacks the package, and says how to install it",
  async (engine) => {
    const project = new Project({ "index.js": program });
    try {
      const packages = join(project.folder, "node_modules");
      rmSync(packages);
      mkdirSync(packages);
      symlinkSync(join(root, "node_modules/@pulumi"), join(packages, "@pulumi"));
      const up = await project.run(["up", "--yes", "--skip-preview", "--engine", engine]);
      expect(up.code).toBe(1);
      const output = up.stdout + up.stderr;
      expect(output).toContain("Cannot find module 'pulumi-nodecloud/provider'");
      expect(output).toContain(
        `The package pulumi-nodecloud is not installed in ${project.folder}, from which the engine loads the providers of its resources. Run \`npm install pulumi-nodecloud\` there, or the same with your package manager, even if another package of the program depends on it.`,
      );
      expect(project.resources()).toEqual({});

      symlinkSync(root, join(packages, "pulumi-nodecloud"));
      const installed = await project.run(["preview", "--engine", engine]);
      expect(installed.stdout + installed.stderr).not.toContain("is not installed");
    } finally {
      project.remove();
    }
  },
  60_000,
);
