import { shellWord } from "../../shell-word";
import { isRecord } from "../../unknown";

/** Identifies the resource that a program declares, as its inputs record it. No diff compares it. */
export interface ResourceOrigin {
  readonly project: string;
  readonly stack: string;
  /** The class: `Instance`. */
  readonly type: string;
  readonly name: string;
  /** The URN of the parent: two components may have children of the same type and name. */
  readonly parent?: string;
  /** The organization of the stack: two organizations may have stacks of the same name. Version 0.1.0 did not write it. */
  readonly organization?: string;
}

/** Reads the origin from inputs. Undefined if a part of it is missing. */
export function readOrigin(value: unknown): ResourceOrigin | undefined {
  if (!isRecord(value)) return undefined;
  const { project, stack, type, name, parent, organization } = value;
  return typeof project === "string" &&
    typeof stack === "string" &&
    typeof type === "string" &&
    typeof name === "string"
    ? {
        ...{ project, stack, type, name },
        ...(typeof parent === "string" ? { parent } : {}),
        ...(typeof organization === "string" ? { organization } : {}),
      }
    : undefined;
}

/** The origin in the outputs of a resource: its name when they were written. A rename without an update does not change them. */
export function originInOutputs({ applied }: Readonly<Record<string, unknown>>): ResourceOrigin | undefined {
  return isRecord(applied) ? readOrigin(applied.origin) : undefined;
}

/** Follows the same rule as the records of creates: a missing parent or organization is empty. */
export function isSameOrigin(one: ResourceOrigin, other: ResourceOrigin): boolean {
  return (
    urnOf(one) === urnOf(other) &&
    (one.parent ?? "") === (other.parent ?? "") &&
    (one.organization ?? "") === (other.organization ?? "")
  );
}

/**
 * The organization of a stack: the one in its name, else that of its resources. Undefined if it is unknown, because no resource's origin
 * names one or because they name several.
 */
export function organizationOf(
  named: string | undefined,
  origins: readonly (ResourceOrigin | undefined)[],
): string | undefined {
  if (named !== undefined) return named;
  const [only, ...others] = new Set(origins.flatMap((origin) => origin?.organization ?? []));
  return others.length === 0 ? only : undefined;
}

/** Whether a create belongs to this stack. `unknown`: it names an organization, and that of the stack is unknown. */
export function compareStack(
  origin: ResourceOrigin,
  stack: Pick<ResourceOrigin, "project" | "stack"> & { readonly organization: string | undefined },
): "same" | "other" | "unknown" {
  if (origin.project !== stack.project || origin.stack !== stack.stack) return "other";
  const [organization, ofStack] = [origin.organization, stack.organization];
  if (organization === undefined || organization.toLowerCase() === ofStack?.toLowerCase()) return "same";
  return ofStack === undefined ? "unknown" : "other";
}

/** The commands that remove a resource from the state, for messages. */
export function forgetCommands(origin: ResourceOrigin | undefined): string {
  return `\`nodecloud state delete ${urnWord(origin)}\` (under the Pulumi CLI, \`pulumi state delete\`)`;
}

/** The command that replaces a resource, for messages. */
export function replaceCommand(origin: ResourceOrigin | undefined): string {
  return `\`pulumi up --replace ${urnWord(origin)}\``;
}

/** The resource's URN as a word of a command. */
function urnWord(origin: ResourceOrigin | undefined): string {
  return origin === undefined ? "<urn>" : shellWord(urnOf(origin));
}

/** The resource's URN in its engine. */
export function urnOf({ project, stack, type, name, parent }: ResourceOrigin): string {
  const parentType = parent?.split("::")[2];
  const parents = parentType === undefined || parentType === "pulumi:pulumi:Stack" ? "" : `${parentType}$`;
  return `urn:pulumi:${stack}::${project}::${parents}pulumi-nodejs:dynamic/nodecloud:${type}::${name}`;
}
