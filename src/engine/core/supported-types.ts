import type { Run } from "./run";
import { stackReferenceType } from "./stack-reference";
import { isProvider } from "./urn";

const usePulumi = "the embedded engine does not support that; use the Pulumi CLI (--engine pulumi)";

/** Why resources of this type cannot be registered. Undefined if they can. */
export function unsupportedType(type: string): string | undefined {
  const [packageName] = type.split(":");
  if (packageName === undefined || packageName === "") return "it has no type";
  if (type.startsWith("pulumi:providers:") && type !== "pulumi:providers:pulumi-nodejs")
    return `it is a provider of a package other than dynamic resources, and ${usePulumi}`;
  if (type === "pulumi:pulumi:Stash") return `it is a Stash, and ${usePulumi}`;
  return undefined;
}

/** Why custom resources of this type's package cannot be served. Undefined if they can. */
export function unsupportedPackage(type: string): string | undefined {
  const [packageName] = type.split(":");
  if (packageName === "pulumi-nodejs" || type === stackReferenceType || isProvider({ type }))
    return undefined;
  return `It needs the provider "${packageName}", and the embedded engine runs dynamic resources only. Nothing was done to it. Use the Pulumi CLI (--engine pulumi).`;
}

/** Before anything is changed: fails the run if a resource in the state needs the provider of another package. */
export function checkPackages(run: Run, { isReading }: { readonly isReading: boolean }): boolean {
  const states = run.stackState.base.map(({ state }) => state);
  const excludedUrns = run.targets.excludedFrom(states);
  let isSupported = true;
  for (const { urn, type, custom, external, retainOnDelete } of states) {
    const needsNoCall = !custom || (!isReading && (external || retainOnDelete));
    const unsupported = needsNoCall || excludedUrns.has(urn) ? undefined : unsupportedPackage(type);
    if (unsupported === undefined) continue;
    isSupported = false;
    run.message("error", unsupported, urn);
  }
  if (!isSupported) run.fail();
  return isSupported;
}
