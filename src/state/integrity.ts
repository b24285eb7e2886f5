import { StateError } from "./error";
import { providerTypePrefix, providerUrn, type ResourceState } from "./snapshot";

/** Checks what the CLI checks when it reads a state (engine.md 6), and says which entry breaks which rule. */
export function checkIntegrity(resources: readonly ResourceState[], place: string): void {
  const seen = new Set<string>();
  const live = new Set<string>();
  const providers = new Set<string>();
  for (const state of resources) {
    const fail = (rule: string): never => {
      throw new StateError(
        "checkpoint",
        `${place}: ${state.urn} ${rule}. Nothing was changed. Restore the file from the .bak next to it, or repair it with \`pulumi state repair\`.`,
      );
    };
    if (!state.custom && state.id !== "") fail("is a component and must not have an id");
    if (state.provider !== "" && !providers.has(state.provider))
      fail(`uses the provider ${state.provider}, which does not stand before it`);
    if (state.parent !== "" && !seen.has(state.parent))
      fail(`has the parent ${state.parent}, which does not stand before it`);
    for (const urn of neededBy(state)) {
      if (!seen.has(urn)) fail(`depends on ${urn}, which does not stand before it`);
    }
    if (!state.delete) {
      if (live.has(state.urn)) fail("stands there twice");
      live.add(state.urn);
    }
    seen.add(state.urn);
    if (state.type.startsWith(providerTypePrefix)) providers.add(`${state.urn}::${state.id}`);
  }
}

/** Every URN that must stand before this entry, other than its parent and its provider. */
export function neededBy(state: ResourceState): readonly string[] {
  return [
    ...state.dependencies,
    ...Object.values(state.propertyDependencies).flat(),
    ...(state.deletedWith === "" ? [] : [state.deletedWith]),
  ];
}

/** Every URN that this entry refers to. */
export function referencesOf(state: ResourceState): readonly string[] {
  return [
    ...neededBy(state),
    ...(state.parent === "" ? [] : [state.parent]),
    ...(state.provider === "" ? [] : [providerUrn(state.provider)]),
  ];
}
