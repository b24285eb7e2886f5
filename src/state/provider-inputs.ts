import { isRecord } from "../unknown";
import type { PropertyMap } from "./property";

/** The inputs of a provider, whatever form their values have. */
type Properties = Readonly<Record<string, unknown>>;

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
export function variableMappingsOf(inputs: Properties): Readonly<Record<string, string>> {
  const { envVarMappings } = internalOf(inputs);
  const mappings = isRecord(envVarMappings) ? Object.entries(envVarMappings) : [];
  return Object.fromEntries(
    mappings.filter((mapping): mapping is [string, string] => typeof mapping[1] === "string"),
  );
}

function internalOf(inputs: Properties): Properties {
  const internal = inputs[internalKey];
  return isRecord(internal) ? internal : {};
}

/** Sets each target variable of the option `envVarMappings` if its source variable is set. */
export function withMappedVariables(
  env: Environment,
  envVarMappings: Readonly<Record<string, string>>,
): Environment {
  const mapped = Object.entries(envVarMappings).map(([source, target]) => [target, env[source]] as const);
  return { ...env, ...Object.fromEntries(mapped.filter(([, value]) => value !== undefined)) };
}

type Environment = Readonly<Record<string, string | undefined>>;
