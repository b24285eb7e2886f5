import { z } from "zod";
import { operationNames } from "../faults/operation-names";
import { faultRule } from "../faults/rule";
import { externalChanges } from "../models/external-changes/external-change";

/** The JSON Schemas of fault rules and external changes, from which the console builds its forms. */
export function formSchemas(): unknown {
  schemas ??= {
    faultRule: schemaOf(faultRule),
    externalChanges: Object.fromEntries(
      Object.entries(externalChanges).map(([kind, { shape }]) => [kind, schemaOf(shape)]),
    ),
    operations: operationNames,
  };
  return schemas;
}

/** Made when it is first needed, because it takes a while. */
let schemas: unknown;

function schemaOf(shape: z.ZodType): unknown {
  return z.toJSONSchema(shape, { io: "input", unrepresentable: "any" });
}
