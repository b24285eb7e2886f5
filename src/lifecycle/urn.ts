import type { ResourceOrigin } from "./definition";

/** The name by which an engine knows a resource of ours. */
export function urnOf({ project, stack, type, name, parent }: ResourceOrigin): string {
  const parentType = parent?.split("::")[2];
  const chain = parentType === undefined || parentType === "pulumi:pulumi:Stack" ? "" : `${parentType}$`;
  return `urn:pulumi:${stack}::${project}::${chain}pulumi-nodejs:dynamic/nodecloud:${type}::${name}`;
}
