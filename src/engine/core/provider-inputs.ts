import { isMap, type PropertyMap } from "../../state";

/** The input of a provider in which the CLI keeps values that only the engine reads. */
const internalKey = "__internal";

/** Adds the option `envVarMappings` of a provider to its inputs, as the CLI does. */
export function withVariableMappings(
  inputs: PropertyMap,
  envVarMappings: Readonly<Record<string, string>>,
): PropertyMap {
  return Object.keys(envVarMappings).length === 0 ? inputs : { ...inputs, [internalKey]: { envVarMappings } };
}

/** The configuration of a provider: its inputs without those that only the engine reads. */
export function configurationOf(inputs: PropertyMap): PropertyMap {
  const { [internalKey]: _, ...configuration } = inputs;
  return configuration;
}

/** Maps the name of each environment variable that a provider should read to the name of the variable whose place it takes. */
export function variableMappingsOf(inputs: PropertyMap): Readonly<Record<string, string>> {
  const { envVarMappings } = internalOf(inputs);
  const mappings = isMap(envVarMappings) ? Object.entries(envVarMappings) : [];
  return Object.fromEntries(
    mappings.filter((mapping): mapping is [string, string] => typeof mapping[1] === "string"),
  );
}

function internalOf(inputs: PropertyMap): PropertyMap {
  const internal = inputs[internalKey];
  return isMap(internal) ? internal : {};
}
