import type * as pulumi from "@pulumi/pulumi";
import type { Fields } from "../lifecycle";
import type { OutputKind, OutputTable, ResponseOutput } from "./outputs";
import type { ResourceClass } from "./resource-class";

/** How a resource class registers its resources with the engine. */
export interface Declaration {
  /** The class's name, which is part of every URN: `OAuthClient`. */
  readonly type: ResourceClass;
  /** The arguments. Arguments that the table marks as secret are secret, whether or not the program marks them. */
  readonly fields: Readonly<
    Record<
      string,
      {
        readonly change: unknown;
        readonly secret?: true;
        readonly computedFrom?: string;
        readonly isUnique?: true;
        readonly equality?: unknown;
      }
    >
  >;
  readonly outputs: Readonly<Record<string, OutputKind>>;
  /** Secret outputs that the API does not return when the resource is read, so the state keeps them. */
  readonly keptSecrets: readonly string[];
}

/**
 * The declaration of one class, checked by the compiler: every argument has a field, every field of the API's response is an output of the
 * class, and every output of the class has its kind in the table.
 */
export interface DeclarationOf<
  Resource extends { readonly [Name in ResponseOutput<Live>]: pulumi.Output<unknown> },
  Inputs,
  Live,
  KeptSecrets extends readonly string[] = readonly [],
> extends Declaration {
  readonly fields: Fields<Inputs, Live, string>;
  readonly outputs: OutputTable<Resource, Live, KeptSecrets[number]>;
  readonly keptSecrets: KeptSecrets;
}
