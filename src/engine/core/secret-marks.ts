import { containsSecret, isMap, type PropertyMap, type ResourceState, Secret } from "../../state";

/**
 * Marks values as secret that were secret under the same key in the request. A value that already has secret marks, such as the outputs of
 * another stack, keeps them.
 */
export function markSecretsLike(result: PropertyMap, request: PropertyMap): PropertyMap {
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => {
      const requested = Object.hasOwn(request, name) ? request[name] : undefined;
      if (requested === undefined) return [name, value];
      if (isMap(value) && isMap(requested)) return [name, markSecretsLike(value, requested)];
      return [name, !containsSecret(value) && containsSecret(requested) ? new Secret(value) : value];
    }),
  );
}

/** Marks the outputs that `additionalSecretOutputs` names and those with a secret input of the same name. */
export function markSecretOutputs(state: ResourceState): ResourceState {
  const outputs = Object.entries(state.outputs).map(([name, value]) => {
    const isSecret =
      state.additionalSecretOutputs.includes(name) ||
      (Object.hasOwn(state.inputs, name) && state.inputs[name] instanceof Secret);
    return [name, isSecret && !(value instanceof Secret) ? new Secret(value) : value] as const;
  });
  return { ...state, outputs: Object.fromEntries(outputs) };
}
