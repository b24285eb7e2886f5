import * as pulumi from "@pulumi/pulumi";
import { isUnknown } from "./preview-outputs";

/**
 * The arguments that are, or contain, outputs of resources which do not exist yet: `--target` or `--exclude` leaves them out of the run, or
 * their create failed in a run with `--continue-on-error`. Undefined if there are none. The Pulumi CLI passes such an output as one without a value, or as undefined, and would create an instance
 * without its image.
 */
export async function unknownArguments(args: object): Promise<string[] | undefined> {
  // In a preview, any argument may be unknown.
  if (pulumi.runtime.isDryRun()) return undefined;
  const names: string[] = [];
  for (const [name, value] of Object.entries(args)) {
    // The SDK combines what it knows of all outputs in a value.
    const output = pulumi.output(value);
    if ((await isUnknown(output)) || (await comesFromMissing(output))) names.push(name);
  }
  return names.length > 0 ? names : undefined;
}

/** Whether a resource that an output comes from has no id, so it does not exist. `allResources` is internal to the SDK, so its types lack it. */
async function comesFromMissing(output: pulumi.Output<unknown>): Promise<boolean> {
  const read: unknown = Reflect.get(output, "allResources");
  const resources: unknown = typeof read === "function" ? await read.call(output) : [];
  if (!(resources instanceof Set)) return false;
  for (const resource of resources) {
    // The SDK's stand-ins for resources of other processes have no output `id`.
    const id: unknown = pulumi.CustomResource.isInstance(resource) ? Reflect.get(resource, "id") : undefined;
    if (pulumi.Output.isInstance(id) && (await isUnknown(id))) return true;
  }
  return false;
}
