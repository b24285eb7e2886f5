import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare } from "../../src/testing";

/** Arguments of a resource. An undefined one counts as absent. */
export type Inputs = Readonly<Record<string, PropertyMap[string] | undefined>>;

/** The arguments without those that are undefined. */
export function withoutUndefined(inputs: Inputs): PropertyMap {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A program that declares resources of one type in parallel. The keys are their names. */
export function declareAll(type: string, resources: Readonly<Record<string, Inputs>>): ProgramFunction {
  return async (register) => {
    await Promise.all(
      Object.entries(resources).map(([name, inputs]) =>
        register(declare(type, name, withoutUndefined(inputs))),
      ),
    );
    return {};
  };
}
