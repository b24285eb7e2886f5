import type { z } from "zod";
import { backupScheduleDefinition } from "../resources/backup-schedule.lifecycle";
import { imageDefinition } from "../resources/image.lifecycle";
import { instanceDefinition } from "../resources/instance.lifecycle";
import { oauthClientDefinition } from "../resources/oauth-client.lifecycle";
import { paymentMethodDefinition } from "../resources/payment-method.lifecycle";
import type { ResourceClass } from "../resources/resource-class";

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

/** Every resource, in the order of the reference. */
export const resources: Readonly<Record<ResourceClass, ResourceFacts>> = {
  Instance: instanceDefinition,
  Image: imageDefinition,
  OAuthClient: oauthClientDefinition,
  PaymentMethod: paymentMethodDefinition,
  BackupSchedule: backupScheduleDefinition,
};

export function fieldOf({ kind, fields }: ResourceFacts, name: string): FieldFacts {
  const field = fields[name];
  if (!field) throw new Error(`The field table of ${kind} has no row for ${name}.`);
  return field;
}

/** The arguments that a new resource requires: `required`, or ``required, or `diskId` ``. */
export function requirementsOf({ rules }: ResourceFacts): ReadonlyMap<string, string> {
  const no = () => false;
  const problems = rules({ values: {}, has: no, differsFromDefault: no, unknown: no }, true);
  return new Map(
    problems.flatMap((problem): [string, string][] => {
      const [, name, instead = ""] = /^(\w+): is required(, or `\w+`)?/.exec(problem) ?? [];
      return name === undefined ? [] : [[name, `required${instead}`]];
    }),
  );
}
