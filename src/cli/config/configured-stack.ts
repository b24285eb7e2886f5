import { nameExisting, type StackAddress } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { resolveStack } from "../stack-address";

export interface KeyCommandOptions extends ProjectOptions {
  /** Whether the key is a path into a value. */
  readonly path: boolean;
}

/** The stack whose configuration a command reads or changes. A project's first stack can be configured before `up` creates it. */
export async function resolveConfiguredStack(options: ProjectOptions): Promise<StackAddress> {
  const { configFile } = options;
  const address = { ...(await resolveStack(options)), ...(configFile !== undefined && { configFile }) };
  if (!address.isFirst) await nameExisting(address);
  return address;
}
