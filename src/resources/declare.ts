import * as pulumi from "@pulumi/pulumi";
import type { Fields, Timeouts } from "../lifecycle";
import type { AnswerOutput, OutputKind, OutputTable } from "./outputs";

/** Arguments as programs give them: each, and each part of one, may be a promise or an output. The docs of the members stay. */
export type ArgsOf<I> = { [K in keyof I]: pulumi.Input<PartsOf<I[K]>> };

type PartsOf<T> = T extends readonly (infer E)[]
  ? readonly pulumi.Input<PartsOf<E>>[]
  : T extends object
    ? { [K in keyof T]: pulumi.Input<PartsOf<T[K]>> }
    : T;

/** The path of a file that a program names, or gives as an asset. */
export function pathOf(
  file: pulumi.Input<string> | pulumi.asset.FileAsset | undefined,
): pulumi.Input<string> | undefined {
  return file instanceof pulumi.asset.FileAsset ? file.path : file;
}

/** How a resource class presents itself to the engine. */
export interface Declaration {
  /** The member of `pulumi-nodecloud/provider` that runs it. */
  readonly lifecycle: string;
  /** `Instance` */
  readonly type: string;
  /** The arguments. Those that are secret are so whether or not the program marks them. */
  readonly fields: Readonly<Record<string, { readonly secret?: true }>>;
  readonly outputs: Readonly<Record<string, OutputKind>>;
  /** Secret outputs that the API does not return when the resource is read, so that the state keeps them. */
  readonly keptSecrets: readonly string[];
}

/**
 * The declaration of one class, checked by the compiler: every argument has a field, every field of the API's answer is an
 * output of the class, and every output of the class has its kind in the table.
 */
export interface DeclarationOf<
  Resource extends { readonly [Name in AnswerOutput<Live>]: pulumi.Output<unknown> },
  Inputs,
  Live,
  KeptSecrets extends readonly string[] = readonly [],
> extends Declaration {
  readonly fields: Fields<Inputs, Live, string>;
  readonly outputs: OutputTable<Resource, Live, KeptSecrets[number]>;
  readonly keptSecrets: KeptSecrets;
}

/** The names of the outputs of one kind. */
export function outputsOf({ outputs }: Pick<Declaration, "outputs">, kind: OutputKind): readonly string[] {
  return Object.keys(outputs).filter((name) => outputs[name] === kind);
}

export function typeToken(declaration: Declaration): string {
  return `pulumi-nodejs:dynamic/nodecloud:${declaration.type}`;
}

/**
 * The properties of a resource. What runs it is addressed by name, not serialised: the state holds no code, and a new
 * release makes no difference by itself.
 */
export function propertiesOf(
  declaration: Declaration,
  name: string,
  args: object | undefined,
  options: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  if (args === undefined && !options?.id)
    throw new Error(
      `${declaration.type} ${JSON.stringify(name)}: give arguments to create one, or give \`${declaration.type}.get\` the id of one that exists.`,
    );
  const properties: pulumi.Inputs = {};
  for (const output of [...Object.keys(declaration.outputs), "applied", "unfinished"])
    properties[output] = undefined;
  for (const [argument, value] of Object.entries(args ?? {})) {
    properties[argument] =
      declaration.fields[argument]?.secret && value !== undefined ? pulumi.secret(value) : value;
  }
  properties.__provider = `exports.handler = () => require("pulumi-nodecloud/provider").${declaration.lifecycle}`;
  if (!args) return properties;
  properties.origin = originOf(declaration.type, name, options?.parent);
  const ignored = ignoredBy(declaration, options);
  if (ignored.length > 0) properties.ignoreChanges = ignored;
  const timeouts = timeoutsOf(properties.timeouts, options?.customTimeouts);
  if (timeouts !== undefined) properties.timeouts = timeouts;
  return properties;
}

/** The inputs last applied are an output, secret as a whole, for they hold what the arguments held. */
export function optionsOf(
  declaration: Declaration,
  options: pulumi.CustomResourceOptions | undefined,
): pulumi.CustomResourceOptions {
  const ignoreChanges = ignoredBy(declaration, options);
  return pulumi.mergeOptions(
    { ...options, ignoreChanges },
    { additionalSecretOutputs: ["applied", ...declaration.keptSecrets] },
  );
}

/**
 * What `ignoreChanges` names. The engine tells the provider nothing of it, so the inputs hold it too; a `*` would put back that
 * input as well, and is written out.
 */
function ignoredBy(declaration: Declaration, options: pulumi.CustomResourceOptions | undefined): string[] {
  const paths = options?.ignoreChanges ?? [];
  return [...new Set(paths.flatMap((path) => (path === "*" ? Object.keys(declaration.fields) : [path])))];
}

/** The time allowed, of which `customTimeouts` say what the argument does not: the engine does not pass them on. */
function timeoutsOf(
  timeouts: pulumi.Input<Timeouts | null> | undefined,
  custom: pulumi.CustomTimeouts | undefined,
): pulumi.Input<Timeouts> | undefined {
  const given = Object.fromEntries(
    (["create", "update", "delete"] as const).flatMap((operation) =>
      custom?.[operation] === undefined ? [] : [[operation, custom[operation]]],
    ),
  );
  if (Object.keys(given).length === 0) return undefined;
  if (timeouts === undefined) return given;
  return pulumi.output(timeouts).apply((own) => ({
    ...given,
    ...Object.fromEntries(
      Object.entries(own ?? {}).filter(([, value]) => value !== undefined && value !== null),
    ),
  }));
}

/** The id of a resource that the service numbers: known in the preview of an update, where other outputs are not. */
export function numberOf(id: pulumi.Output<pulumi.ID>): pulumi.Output<number> {
  return id.apply(Number);
}

function originOf(type: string, name: string, parent: pulumi.Resource | undefined): pulumi.Inputs {
  return {
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    type,
    name,
    ...organization(),
    ...(parent ? { parent: urnOf(parent) } : {}),
  };
}

/** Unit tests with mocks need not name one. */
function organization(): { readonly organization?: string } {
  try {
    return { organization: pulumi.getOrganization() };
  } catch {
    return {};
  }
}

/**
 * A resource's URN as a promise. As an output it would make whatever names it depend on the resource, and so on all of its
 * children: siblings would wait for each other for ever.
 */
function urnOf(resource: pulumi.Resource): Promise<string> {
  return new Promise((resolve) => {
    resource.urn.apply(resolve);
  });
}
