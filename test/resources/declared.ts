import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare } from "../../src/testing";

/** Arguments as a program gives them; undefined leaves one out. */
export type Inputs = Readonly<Record<string, PropertyMap[string] | undefined>>;

export function defined(inputs: Inputs): PropertyMap {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A program that declares resources of one type, by name, all at once. */
export function allOf(type: string, declared: Readonly<Record<string, Inputs>>): ProgramFunction {
  return async (register) => {
    await Promise.all(
      Object.entries(declared).map(([name, inputs]) => register(declare(type, name, defined(inputs)))),
    );
    return {};
  };
}
