import {
  configurationOf,
  containsUnknown,
  isDefaultProvider,
  isSameValue,
  type PropertyMap,
  providerUrn,
  type ResourceState,
  variableMappingsOf,
} from "../../state";
import { describeStep } from "./describe-step";
import { EngineError } from "./engine-error";
import type { ProviderPort } from "./provider-port";
import type { Run } from "./run";
import type { Entry, StackState } from "./stack-state";
import { reportStep } from "./step-progress";
import { unconfiguredProvider } from "./unconfigured-provider";

/** Registers a provider resource. Its outputs are its configuration, and its id is a UUID that never changes. */
export async function registerProvider(
  run: Run,
  wanted: ResourceState,
  old: Entry | undefined,
  createId: () => string,
): Promise<ResourceState> {
  const time = run.timestamp();
  const outputs = configurationOf(wanted.inputs);
  const kind = !old ? "create" : isSameValue(configurationOf(old.state.inputs), outputs) ? "same" : "update";
  const state: ResourceState = {
    ...wanted,
    id: old?.state.id || createId(),
    outputs,
    created: old?.state.created || time,
    modified: kind === "same" ? old?.state.modified || time : time,
  };
  if (old) run.stackState.remove(old);
  run.stackState.add(state);
  reportStep(run, describeStep(kind, { old: old?.state, new: state }));
  return state;
}

/**
 * Gives each explicit provider its own instance, configured with that provider's inputs as registered in this run or, if they were not, as
 * recorded in the state. `warn` is called for each resource whose provider a preview cannot configure.
 */
export function withExplicitProviders(
  provider: ProviderPort,
  stackState: StackState,
  warn: (urn: string) => void,
): ProviderPort {
  const instances = new Map<string, { readonly inputs: PropertyMap; readonly port: Promise<ProviderPort> }>();
  const unconfigured = unconfiguredProvider(warn);
  /** Undefined for the default provider, or the instance that serves all. */
  const inputsOf = (urn: string): PropertyMap | undefined => {
    if (urn === "" || isDefaultProvider(urn) || !provider.newInstance) return undefined;
    const inputs = stackState.providerEntry(urn)?.state.inputs;
    if (!inputs) throw new EngineError(`Its provider ${urn} is not in the stack.`);
    return inputs;
  };
  const instanceOf = async (reference: string): Promise<ProviderPort> => {
    const urn = providerUrn(reference);
    const inputs = inputsOf(urn);
    if (!inputs || !provider.newInstance) return provider;
    const known = instances.get(urn);
    if (known && isSameValue(known.inputs, inputs)) return known.port;
    const port = provider.newInstance(configurationOf(inputs), variableMappingsOf(inputs), urn);
    instances.set(urn, { inputs, port });
    return port;
  };
  const readerOf = async (reference: string): Promise<typeof unconfigured> =>
    containsUnknown(inputsOf(providerUrn(reference)) ?? {}) ? unconfigured : instanceOf(reference);
  return {
    configure: (configuration) => provider.configure(configuration),
    check: async (request) => (await readerOf(request.provider)).check(request),
    diff: async (request) => (await readerOf(request.provider)).diff(request),
    create: async (request) => (await instanceOf(request.provider)).create(request),
    read: async (request) => (await readerOf(request.provider)).read(request),
    update: async (request) => (await instanceOf(request.provider)).update(request),
    delete: async (request) => (await instanceOf(request.provider)).delete(request),
  };
}
