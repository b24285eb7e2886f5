import { holdsSecret, isMap, type PropertyMap, type ResourceState, Secret } from "../../state";

/**
 * Puts secret marks on an answer: what was secret under the same key in the request is secret in the answer. A value
 * that bears marks of its own, as another stack's outputs do, keeps those.
 */
export function markSecretsLike(answer: PropertyMap, request: PropertyMap): PropertyMap {
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const asked = Object.hasOwn(request, name) ? request[name] : undefined;
      if (asked === undefined) return [name, value];
      if (isMap(value) && isMap(asked)) return [name, markSecretsLike(value, asked)];
      return [name, !holdsSecret(value) && holdsSecret(asked) ? new Secret(value) : value];
    }),
  );
}

/** Marks the outputs that the resource's options name, then those whose input of the same name is secret. */
export function markSecretOutputs(state: ResourceState): ResourceState {
  const outputs = Object.entries(state.outputs).map(([name, value]) => {
    const secret =
      state.additionalSecretOutputs.includes(name) ||
      (Object.hasOwn(state.inputs, name) && state.inputs[name] instanceof Secret);
    return [name, secret && !(value instanceof Secret) ? new Secret(value) : value] as const;
  });
  return { ...state, outputs: Object.fromEntries(outputs) };
}
