import * as pulumi from "@pulumi/pulumi";
import { isUnknown } from "./preview-outputs";

/**
 * The arguments that are, or contain, outputs of resources which do not exist yet and which `--target` or `--exclude` leaves out of the run.
 * Undefined if there are none. The Pulumi CLI passes such an output as one without a value, and would create an instance without its image.
 */
export async function unknownArguments(args: object): Promise<string[] | undefined> {
  // In a preview, any argument may be unknown.
  if (pulumi.runtime.isDryRun()) return undefined;
  const names: string[] = [];
  for (const [name, value] of Object.entries(args)) {
    // The SDK combines what it knows of all outputs in a value.
    if (await isUnknown(pulumi.output(value))) names.push(name);
  }
  return names.length > 0 ? names : undefined;
}
