import { isSameValue, newResource, type ResourceState } from "../../state";
import type { DefaultProviders } from "./default-provider";
import { describeStep } from "./describe-step";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { ReadRequest, RegisteredResource } from "./program-port";
import type { ReadResult } from "./provider-port";
import { toRegisteredResource } from "./registrations";
import type { Run } from "./run";
import { markSecretOutputs, markSecretsLike } from "./secret-marks";
import { stackReferenceType } from "./stack-reference";
import type { Entry } from "./stack-state";
import { failOperation, finishOperation, recordPending, startStep } from "./step-progress";
import { unsupportedPackage } from "./supported-types";
import type { UrnRegistry } from "./urn-registry";

/** `Resource.get` and StackReference: reads a resource that the stack does not manage. */
export async function readResource(
  context: { readonly run: Run; readonly providers: DefaultProviders },
  registry: UrnRegistry,
  request: ReadRequest,
): Promise<RegisteredResource> {
  const { run, providers } = context;
  run.throwIfStopping();
  const urn = registry.register(request);
  try {
    const unsupported = unsupportedPackage(request.type);
    if (unsupported) throw new Error(unsupported);
    const isStackReference = request.type === stackReferenceType;
    const state = {
      ...newResource({ urn, type: request.type, custom: true }),
      id: request.id ?? "",
      external: true,
      inputs: request.inputs,
      parent: registry.parentOf(request),
      dependencies: request.dependencies,
      additionalSecretOutputs: request.additionalSecretOutputs,
      sourcePosition: request.sourcePosition,
      provider: isStackReference
        ? await providers.reference("pulumi")
        : await registry.providerOf(request.provider),
    };
    const old = registry.findOld(urn, [])?.entry;
    // The CLI deletes it nevertheless.
    if (
      old?.state.protect &&
      !old.state.external &&
      request.id !== undefined &&
      old.state.id !== request.id
    ) {
      throw new Error(
        `The program only reads "${request.id}" under this name, so this run would delete ${old.state.id}, which is protected. Nothing was done to it. To let it be deleted, remove \`protect\` from it in the program and run \`up\` first`,
      );
    }
    return toRegisteredResource(await readExternal(run, old, state, request.id !== undefined));
  } catch (cause) {
    if (cause instanceof EngineStopping) throw cause;
    run.message("error", errorMessage(cause), urn);
    run.fail();
    throw new EngineStopping();
  }
}

async function readExternal(
  run: Run,
  old: Entry | undefined,
  next: ResourceState,
  isIdKnown: boolean,
): Promise<ResourceState> {
  const replaces = old !== undefined && !old.state.external && old.state.id !== next.id;
  return run.semaphore.run(async () => {
    run.throwIfStopping();
    const planned = describeStep(replaces ? "readReplacement" : "read", { old: old?.state, new: next });
    const started = startStep(run, planned);
    const pending = await recordPending(run, "reading", next);
    let result: ReadResult;
    try {
      result = isIdKnown ? await callRead(run, next) : { id: "", outputs: {} };
    } catch (cause) {
      return failOperation(run, pending, started, cause);
    }
    if (isIdKnown && result.id === "") {
      // The CLI also keeps the id and continues, but without a warning.
      run.message(
        "warning",
        `nothing with the id "${next.id}" was found. The program gets this id and no outputs`,
        next.urn,
      );
    }
    const outputs = markSecretsLike(result.outputs, next.inputs);
    const hasChanged =
      !old || !isSameValue(old.state.outputs, outputs) || !isSameValue(old.state.inputs, next.inputs);
    const state = markSecretOutputs({
      ...next,
      id: isIdKnown ? result.id || next.id : "",
      outputs,
      initErrors: result.failure?.reasons ?? [],
      created: old?.state.created ?? "",
      modified: hasChanged ? run.timestamp() : old.state.modified,
    });
    if (old && replaces) old.state = { ...old.state, delete: true };
    else if (old) run.stackState.remove(old);
    run.stackState.add(state);
    return finishOperation(run, pending, started, { ...planned, new: state }, state, result.failure);
  });
}

function callRead(run: Run, { urn, provider, id, inputs }: ResourceState): Promise<ReadResult> {
  return run.provider.read({ urn, provider, id, inputs, outputs: inputs });
}
