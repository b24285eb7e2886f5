import type * as pulumi from "@pulumi/pulumi";

/**
 * How an output gets its value. `id` and `numeric id` repeat the resource's id, as a string or as a number. A `stable` one changes in an
 * update only if the program declares another value, so a preview can know it; a `changing` one may change in any update. A `kept secret`
 * comes from the state, because the API does not return it when the resource is read.
 */
export type OutputKind = "id" | "numeric id" | "stable" | "changing" | "kept secret";

/** An entry for each output of a class: one that is missing is a compile error. */
export type OutputTable<Resource, Live, KeptSecret> = {
  readonly [Name in Exclude<keyof Resource, keyof pulumi.CustomResource>]: Name extends ResponseOutput<Live>
    ? "stable" | "changing"
    : Name extends KeptSecret
      ? "kept secret"
      : Resource[Name] extends pulumi.Output<number>
        ? "numeric id"
        : "id";
};

/** The names under which programs read the fields of a response. The id has a name of its own, such as `instanceId`. */
export type ResponseOutput<Live> = CamelCase<Exclude<keyof Live & string, "id">>;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
