import { nameInUrn, providerTypePrefix, type ResourceState, stackType } from "../../state";

/** `urn:pulumi:<stack>::<project>::<type chain>::<name>`. */
export function makeUrn(stack: string, project: string, parent: string, type: string, name: string): string {
  const parentChain = parent === "" ? "" : typeChainOf(parent);
  const chain = parentChain === "" || parentChain === stackType ? type : `${parentChain}$${type}`;
  return `${stackUrnPrefix(stack, project)}${chain}::${name}`;
}

const urnPrefix = "urn:pulumi:";

/** The beginning of all URNs of a stack. */
export function stackUrnPrefix(stack: string, project: string): string {
  return `${urnPrefix}${stack}::${project}::`;
}

export function stackUrn(stack: string, project: string): string {
  return makeUrn(stack, project, "", stackType, `${project}-${stack}`);
}

/** The URN of the same resource under another parent. */
export function urnUnder(parent: string, urn: string): string {
  const [stack = "", project = ""] = urn.slice(urnPrefix.length).split("::");
  return makeUrn(stack, project, parent, typeOf(urn), nameInUrn(urn));
}

export function typeOf(urn: string): string {
  return typeChainOf(urn).split("$").at(-1) ?? "";
}

export function typeChainOf(urn: string): string {
  return urn.split("::")[2] ?? "";
}

export function isProvider({ type }: { readonly type: string }): boolean {
  return type.startsWith(providerTypePrefix);
}

/** Whether the resource stands for an object that the stack manages. */
export function managesObject(state: Pick<ResourceState, "type" | "custom" | "external">): boolean {
  return state.custom && !state.external && !isProvider(state);
}
