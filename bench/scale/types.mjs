/** Type-checking a small program against the packed package, with all declarations checked. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, ratioOf, run } from "./measure.mjs";
import { repository } from "./projects.mjs";

const programs = {
  ours: `
import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, getRegionOutput, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();
const region = getRegionOutput({ id: "us-east" });
const rootPass = config.requireSecret("rootPass");
const web = [1, 2].map(
  (index) =>
    new Instance(\`web-\${index}\`, {
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      rootPass,
      tags: ["shop", "web"],
      backupsEnabled: true,
    }),
);
new BackupSchedule("nightly", { instanceId: web[0]!.instanceId, day: "Sunday", window: "W10" });
export const country = region.country;
export const addresses = pulumi.all(web.map(({ ipv4 }) => ipv4)).apply((lists) => lists.flat());
`,
  sdk: `
import * as pulumi from "@pulumi/pulumi";

interface MachineArgs {
  region: pulumi.Input<string>;
  tags?: pulumi.Input<pulumi.Input<string>[]>;
}

class Machine extends pulumi.CustomResource {
  declare readonly ipv4: pulumi.Output<string[]>;
  constructor(name: string, args: MachineArgs, options?: pulumi.CustomResourceOptions) {
    super("bench:index:Machine", name, { ...args, ipv4: undefined }, options);
  }
}

const config = new pulumi.Config();
const region = config.require("region");
const rootPass = config.requireSecret("rootPass");
const web = [1, 2].map((index) => new Machine(\`web-\${index}\`, { region, tags: ["shop", "web"] }));
export const password = rootPass.apply((text) => text.length);
export const addresses = pulumi.all(web.map(({ ipv4 }) => ipv4)).apply((lists) => lists.flat());
`,
};

const options = {
  ...{ target: "ES2022", module: "node16", strict: true, noEmit: true, skipLibCheck: false, types: ["node"] },
};

export async function measureTypes(context) {
  const folder = join(context.folder, "types");
  await installPackage(folder);
  const compiler = join(repository, "node_modules/typescript/lib/tsc.js");
  const checkOf = (side) => {
    const project = join(folder, side);
    mkdirSync(project);
    writeFileSync(join(project, "index.ts"), programs[side].trimStart());
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
    return () => run(process.execPath, [compiler, "-p", project]);
  };
  const { ours, sdk } = await compare(context, 4, { ours: checkOf("ours"), sdk: checkOf("sdk") });
  return { types: ratioOf(ours, sdk) };
}

/** The package from `npm pack`, with this repository's packages next to it. */
async function installPackage(folder) {
  const modules = join(folder, "node_modules");
  const target = join(modules, "pulumi-nodecloud");
  mkdirSync(target, { recursive: true });
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd: repository });
  await run("tar", ["-xzf", join(folder, stdout.trim()), "-C", target, "--strip-components=1"]);
  const { name } = JSON.parse(readFileSync(join(target, "package.json"), "utf8"));
  const installed = join(repository, "node_modules");
  const others = readdirSync(installed).filter((entry) => entry !== name && !entry.startsWith("."));
  for (const entry of others) symlinkSync(join(installed, entry), join(modules, entry));
}
