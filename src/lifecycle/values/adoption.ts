import type { CommonInputs } from "../../common-inputs";
import type { Definition } from "../definition";
import type { Properties } from "../lifecycle";
import { areEqual } from "./equality";
import { inputProblems } from "./inputs";

/** The declaration with which a program adopts an object without changing it. */
export interface Adoption {
  /** The value of the argument `adopt`. */
  readonly adopt: number | string;
  /**
   * The other arguments, in the order of the field table. With these, `up` changes nothing, neither with `adopt` nor after `adopt` is
   * removed.
   */
  readonly args: Properties;
  /** Reasons why arguments that describe the object are omitted: no program can declare them. Each reason names its argument. */
  readonly omitted: readonly string[];
  /** The secret arguments that would be needed only to create such an object again, and the type of each. */
  readonly createSecrets: Readonly<Record<string, "text" | "object" | undefined>>;
}

export function adoptionOf<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  id: string,
  live: Live,
): Adoption {
  const { fields, body } = definition;
  const described: Properties = {
    ...returnedInputs(definition, live),
    ...definition.adoptionArguments?.(live),
  };
  const adopt = body.shape.adopt.safeParse(id).success ? id : Number(id);
  const omitted = inputProblems(definition, { adopt, ...described }, true);
  const isOmitted = (name: string) => omitted.some((problem) => problem.match(/^\w+/)?.[0] === name);
  const args: Record<string, unknown> = {};
  for (const name in fields) {
    const isDeclarable = fields[name].computedFrom === undefined && !isOmitted(name);
    if (isDeclarable && described[name] !== undefined) args[name] = described[name];
  }
  return { adopt, args, omitted, createSecrets: { ...definition.createSecrets?.(live) } };
}

/** The arguments that describe an object, if the service returns them and they differ from the service's defaults. */
export function returnedInputs<I extends CommonInputs, Live, Step extends string>(
  { fields }: Definition<I, Live, Step>,
  live: Live,
): Properties {
  const inputs: Record<string, unknown> = {};
  for (const name in fields) {
    const { live: read, default: usual, equality = "deep" } = fields[name];
    const value = read?.(live);
    if (value === undefined || value === null) continue;
    if (usual === undefined || !areEqual(equality, value, usual)) inputs[name] = value;
  }
  return inputs;
}
