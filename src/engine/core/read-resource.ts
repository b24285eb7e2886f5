import { newResource } from "../../state";
import type { DefaultProviders } from "./default-provider";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { ReadRequest, RegisteredResource } from "./program-port";
import { type Registrations, registered } from "./registrations";
import type { Run } from "./run";
import { stackReferenceType } from "./stack-reference";
import { readExternal } from "./steps";
import { unsupportedPackage } from "./supported-types";

/** `Resource.get` and StackReference: looked at, never managed. */
export async function readResource(
  context: { readonly run: Run; readonly providers: DefaultProviders },
  registrations: Registrations,
  goal: ReadRequest,
): Promise<RegisteredResource> {
  const { run, providers } = context;
  run.throwIfStopping();
  const urn = registrations.claim(goal);
  try {
    const refused = unsupportedPackage(goal.type);
    if (refused) throw new Error(refused);
    const isStackReference = goal.type === stackReferenceType;
    const state = {
      ...newResource({ urn, type: goal.type, custom: true }),
      id: goal.id ?? "",
      external: true,
      inputs: goal.inputs,
      parent: registrations.parentOf(goal),
      dependencies: goal.dependencies,
      additionalSecretOutputs: goal.additionalSecretOutputs,
      sourcePosition: goal.sourcePosition,
      provider: isStackReference
        ? await providers.reference("pulumi")
        : await registrations.providerOf(goal.provider),
    };
    const old = registrations.oldOf(urn, [])?.entry;
    // The CLI deletes it all the same.
    if (old?.state.protect && !old.state.external && goal.id !== undefined && old.state.id !== goal.id) {
      throw new Error(
        `the program only reads "${goal.id}" under this name, so ${old.state.id} would be deleted, and that is protected. Nothing was done to it. To let it go, run \`up\` with \`protect\` removed from it first`,
      );
    }
    const made = await readExternal(run, old, state, goal.id !== undefined, () =>
      run.provider.read({
        urn,
        provider: state.provider,
        id: state.id,
        inputs: state.inputs,
        outputs: state.inputs,
      }),
    );
    return registered(made);
  } catch (cause) {
    if (cause instanceof EngineStopping) throw cause;
    run.message("error", errorMessage(cause), urn);
    run.fail();
    throw new EngineStopping();
  }
}
