import { stackReferenceType } from "./stack-reference";
import { isProvider } from "./urn";

const elsewhere = "the embedded engine does not do that; use the Pulumi CLI (--engine pulumi)";

/** Why a type cannot be served; undefined: it can. */
export function unsupportedType(type: string): string | undefined {
  const [name] = type.split(":");
  if (type.startsWith("pulumi:providers:") && type !== "pulumi:providers:pulumi-nodejs")
    return `it is a provider of another package than that of dynamic resources, and ${elsewhere}`;
  if (type === "pulumi:pulumi:Stash") return `it is a Stash, and ${elsewhere}`;
  if (name === undefined || name === "") return "it has no type";
  return undefined;
}

/** Why a custom resource's package cannot be served; undefined: it can. */
export function unsupportedPackage(type: string): string | undefined {
  const [name] = type.split(":");
  if (name === "pulumi-nodejs" || type === stackReferenceType || isProvider({ type })) return undefined;
  return `it needs the provider "${name}": the embedded engine runs dynamic resources only; use the Pulumi CLI (--engine pulumi)`;
}
