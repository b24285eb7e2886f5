import type { Settings } from "../config";

export interface ProjectOptions {
  readonly name: string;
  /** The version of this package. */
  readonly version: string;
  readonly settings: Settings;
  /** The modules that declare resources, in the order in which they refer to each other. */
  readonly modules: readonly string[];
}

/** Everything that turns a folder of resource files into a project that can run. */
export function writeProject({
  name,
  version,
  settings,
  modules,
}: ProjectOptions): ReadonlyMap<string, string> {
  const manifest = {
    name: name.toLowerCase().replace(/^[._]+/, "") || "adopted",
    private: true,
    // The compiler runs with the program, even if development dependencies are omitted.
    dependencies: {
      ...{ "@pulumi/pulumi": "^3.216.0", "@types/node": ">=20" },
      ...{ "pulumi-nodecloud": version, typescript: ">=5.9 <7" },
    },
  };
  const compiler = {
    compilerOptions: {
      ...{ target: "ES2022", module: "Node16", moduleResolution: "Node16", types: ["node"] },
      ...{ strict: true, skipLibCheck: true, noEmit: true },
    },
    files: ["index.ts"],
  };
  return new Map([
    ["package.json", toText(manifest)],
    ["tsconfig.json", toText(compiler)],
    ["Pulumi.yaml", projectFile(name, settings)],
    ["index.ts", indexFile(modules)],
    [".gitignore", "node_modules/\n.pulumi/\n"],
  ]);
}

/** JSON is YAML too, so that no value needs other quotes. The token is in no file. */
function projectFile(name: string, { baseUrl, betaUrl, brand }: Settings): string {
  const shared = { baseUrl, betaUrl, brand };
  const config = Object.entries(shared).flatMap(([key, value]) =>
    value === undefined || hasCredentials(value)
      ? []
      : [`  nodecloud:${key}:\n    value: ${JSON.stringify(value)}\n`],
  );
  const lines = [
    `name: ${JSON.stringify(name)}`,
    "description: Objects that existed in the account.",
    "runtime: nodejs",
    "backend:",
    "  # The state is in this folder. For a team, use a bucket or Pulumi Cloud instead.",
    "  url: file://.",
    ...(config.length > 0 ? [`config:\n${config.join("").trimEnd()}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** An address may contain a user and a password. */
function hasCredentials(text: string): boolean {
  return /\/\/[^/]*@/.test(text);
}

function indexFile(modules: readonly string[]): string {
  if (modules.length === 0) return "// There was nothing to adopt.\nexport {};\n";
  return modules.map((module) => `import "./${module}";\n`).join("");
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
