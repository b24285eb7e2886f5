import * as pulumi from "@pulumi/pulumi";
import type { Timeouts } from "../common-inputs";
import { adoptArgument } from "../lifecycle/identity/adopt-argument";
import { withoutAbsent } from "../lookups/query";
import { runError } from "../lookups/run-error";
import type { Declaration } from "./declaration";
import { warnOfMissingPackage } from "./plugin-package";
import { providerLine } from "./provider-line";
import { replacementOrder } from "./replacement-order";
import { hideResponsesInDebugMessages } from "./sdk-debug-messages";
import { unknownArguments } from "./unknown-arguments";

/** The arguments of `pulumi.CustomResource`'s constructor. */
type Registration = [
  type: string,
  name: string,
  properties: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
];

/** The arguments that a class passes to `super`. Without arguments, the options must contain the id of an object to read. */
export function registrationOf(
  declaration: Declaration,
  name: string,
  args: object | undefined,
  options: pulumi.CustomResourceOptions = {},
): Registration {
  hideResponsesInDebugMessages();
  warnOfMissingPackage();
  const { type } = declaration;
  if (args === undefined && !options.id) {
    throw runError(
      `${type} ${JSON.stringify(name)} has neither arguments nor an id. Pass arguments to create one, or read an existing one with \`${type}.get\`.`,
    );
  }
  refuseImport(type, name, options);
  warnOfReplaceOnChanges(type, name, options);
  const ignoreChanges = ignoredArguments(declaration, options);
  return [
    `pulumi-nodejs:dynamic/nodecloud:${type}`,
    name,
    {
      ...registeredOutputs(declaration),
      ...(args && inputsOf(declaration, name, args, options, ignoreChanges)),
    },
    pulumi.mergeOptions(
      { ...options, ...replacementOrder(declaration.fields, { ...args }, options), ignoreChanges },
      // `applied` contains every argument, including secret ones.
      { additionalSecretOutputs: ["applied", ...declaration.keptSecrets] },
    ),
  ];
}

/**
 * The SDK creates an output for every property that it finds here. The provider is named, not serialized: the state contains no code, and a
 * new release of this package causes no diff on its own.
 */
function registeredOutputs({ outputs, type }: Declaration): pulumi.Inputs {
  const names = [...Object.keys(outputs), "applied", "unfinished"];
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    __provider: providerLine(type),
  };
}

function inputsOf(
  { type, fields }: Declaration,
  name: string,
  args: object,
  options: pulumi.CustomResourceOptions,
  ignoreChanges: readonly string[],
): pulumi.Inputs {
  const inputs: pulumi.Inputs = { ...args };
  // The engine then fills in the label from the state. Only this value distinguishes that label from one that the program declares.
  if (ignoreChanges.includes("label") && (inputs.label ?? undefined) === undefined)
    inputs.generatedLabel = true;
  for (const [argument, { secret }] of Object.entries(fields)) {
    if (secret && inputs[argument] !== undefined) inputs[argument] = pulumi.secret(inputs[argument]);
  }
  inputs.origin = originOf(type, name, options.parent);
  if (ignoreChanges.length > 0) inputs.ignoreChanges = ignoreChanges;
  // The engine does not pass these options to the provider.
  if (options.retainOnDelete === true && options.deleteBeforeReplace !== true) inputs.retainOnDelete = true;
  if (options.deleteBeforeReplace !== undefined) inputs.deleteBeforeReplace = options.deleteBeforeReplace;
  inputs.unknownArguments = unknownArguments(args);
  const timeouts = timeoutsOf(inputs.timeouts, options.customTimeouts);
  if (timeouts !== undefined) inputs.timeouts = timeouts;
  return inputs;
}

/**
 * The paths in `ignoreChanges`. The engine does not pass them to the provider, so the inputs contain them too. A `*` would restore that
 * input as well, so it is replaced by the list of all arguments. An argument includes those that are computed from it.
 */
function ignoredArguments(
  { fields }: Declaration,
  { ignoreChanges = [] }: pulumi.CustomResourceOptions,
): string[] {
  const names = Object.keys(fields);
  const withComputed = (path: string) => [
    path,
    ...names.filter((name) => fields[name]?.computedFrom === path),
  ];
  return [...new Set(ignoreChanges.flatMap((path) => (path === "*" ? names : withComputed(path))))];
}

/** The SDK's plugin cannot return the inputs of an imported object: it fails with a `TypeError`. */
function refuseImport(type: string, name: string, options: pulumi.CustomResourceOptions): void {
  if (options.import === undefined) return;
  throw runError(
    `${type} ${JSON.stringify(name)}: the option \`import\` does not work with dynamic resources. Replace it with the argument \`adopt: ${adoptArgument(options.import)}\`.`,
  );
}

/** Engines apply `replaceOnChanges` to the properties that a provider names as changed. The SDK's dynamic providers cannot name them. */
function warnOfReplaceOnChanges(
  type: string,
  name: string,
  { replaceOnChanges = [] }: pulumi.CustomResourceOptions,
): void {
  if (replaceOnChanges.length === 0) return;
  void pulumi.log.warn(
    `${type} ${JSON.stringify(name)}: the option \`replaceOnChanges\` has no effect on dynamic resources. To replace the resource, run \`up --replace\`.`,
  );
}

/** The argument `timeouts`, completed by `customTimeouts`, which the engine does not pass to the provider. */
function timeoutsOf(
  timeouts: pulumi.Input<Timeouts | null> | undefined,
  customTimeouts: pulumi.CustomTimeouts = {},
): pulumi.Input<Timeouts> | undefined {
  const { create, update, delete: deletion } = customTimeouts;
  const defaults: Timeouts = {
    ...(create && { create }),
    ...(update && { update }),
    ...(deletion && { delete: deletion }),
  };
  if (Object.keys(defaults).length === 0) return undefined;
  if (timeouts === undefined) return defaults;
  return pulumi.output(timeouts).apply((own) => ({ ...defaults, ...withoutAbsent(own ?? {}) }));
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

/** Unit tests with mocks need not set an organization. */
function organization(): { readonly organization?: string } {
  try {
    return { organization: pulumi.getOrganization() };
  } catch {
    return {};
  }
}

/**
 * A resource's URN as a promise. As an output it would make each child of a component depend on the component, and so on all other
 * children: siblings would wait for each other forever.
 */
function urnOf(resource: pulumi.Resource): Promise<string> {
  return new Promise((resolve) => {
    resource.urn.apply(resolve);
  });
}
