/** Processes that only load packages. */
import { compare, ratioOf, run } from "./measure.mjs";
import { repository } from "./projects.mjs";

export async function measureLoading(context) {
  const loadOf = (packages) => {
    const code = packages.map((name) => `require(${JSON.stringify(name)});`).join(" ");
    return () => run(process.execPath, ["-e", code], { cwd: repository });
  };
  const { program, sdk, provider, parts } = await compare(context, 12, {
    program: loadOf(["@pulumi/pulumi", "pulumi-nodecloud"]),
    sdk: loadOf(["@pulumi/pulumi"]),
    provider: loadOf(["pulumi-nodecloud/provider"]),
    parts: loadOf(["axios", "zod"]),
  });
  return { "load-program": ratioOf(program, sdk), "load-provider": ratioOf(provider, parts) };
}
