import type { z } from "zod";
import { resourceTypes } from "../resources/resource-types";

/** The part of a field table's row that the pages use. */
export interface FieldFacts {
  readonly change: "replace" | "record" | { readonly repairsDrift?: unknown };
  readonly secret?: true;
  readonly live?: unknown;
  readonly default?: unknown;
  readonly computedFrom?: string;
}

/** The part of a resource's definition that the pages use. */
export interface ResourceFacts {
  readonly kind: string;
  readonly fields: Readonly<Record<string, FieldFacts>>;
  readonly body: z.ZodObject;
  readonly timeouts: Readonly<Record<string, string>>;
  readonly keptSecrets?: readonly string[];
  readonly rules: (declared: NothingDeclared, isNew: boolean) => readonly string[];
}

/** The arguments of a resource that has none. */
interface NothingDeclared {
  readonly values: Readonly<Record<string, never>>;
  has(): boolean;
  differsFromDefault(): boolean;
  unknown(): boolean;
}

/** Every resource by its class, in the order of the reference. */
export const resources: Readonly<Record<string, ResourceFacts>> = Object.fromEntries(
  Object.entries(resourceTypes).map(([name, { definition }]) => [name, definition]),
);

export function fieldOf({ kind, fields }: ResourceFacts, name: string): FieldFacts {
  const field = fields[name];
  if (!field) throw new Error(`The field table of ${kind} has no row for ${name}.`);
  return field;
}

/** The arguments that a new resource requires: `required`, or ``required unless `diskId` is set``. */
export function requirementsOf({ rules }: ResourceFacts): ReadonlyMap<string, string> {
  const no = () => false;
  const problems = rules({ values: {}, has: no, differsFromDefault: no, unknown: no }, true);
  return new Map(
    problems.flatMap((problem): [string, string][] => {
      const [, name, condition = ""] = /^(\w+): is required( unless `\w+` is set)?/.exec(problem) ?? [];
      return name === undefined ? [] : [[name, `required${condition}`]];
    }),
  );
}
