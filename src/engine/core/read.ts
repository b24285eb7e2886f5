import { newResource, type PropertyMap, Secret } from "../../state";
import type { DefaultProviders } from "./default-provider";
import { EngineStopping, type ReadAnswer, type ReadGoal, type Registered, type StorePort } from "./ports";
import { refusePackage } from "./refusals";
import { type Registrations, registered } from "./registrations";
import { messageOf, type Run } from "./run";
import { readExternal } from "./steps";

const stackReferenceType = "pulumi:pulumi:StackReference";

/** `Resource.get` and StackReference: looked at, never managed. */
export async function readResource(
  context: { readonly run: Run; readonly providers: DefaultProviders; readonly store: StorePort },
  registrations: Registrations,
  goal: ReadGoal,
): Promise<Registered> {
  const { run, providers, store } = context;
  run.throwIfStopping();
  const urn = registrations.claim(goal);
  try {
    const refused = refusePackage(goal.type);
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
      provider: await providers.reference(isStackReference ? "pulumi" : "pulumi-nodejs"),
    };
    const old = registrations.oldOf(urn, [])?.entry;
    const read = (wanted: typeof state): Promise<ReadAnswer> =>
      isStackReference
        ? readStack(store, wanted.id, wanted.inputs)
        : run.provider.read({ urn, id: wanted.id, inputs: wanted.inputs, outputs: wanted.inputs });
    const made = await readExternal(run, old, state, goal.id !== undefined, () => read(state));
    return registered(made);
  } catch (cause) {
    if (cause instanceof EngineStopping) throw cause;
    run.message("error", messageOf(cause), urn);
    run.fail();
    throw new EngineStopping();
  }
}

async function readStack(store: StorePort, id: string, inputs: PropertyMap): Promise<ReadAnswer> {
  const name = typeof inputs.name === "string" ? inputs.name : id;
  const outputs = await store.outputsOf?.(name);
  if (!outputs) throw new Error(`The stack "${name}" is not in this backend.`);
  const secretNames = Object.keys(outputs).filter((key) => outputs[key] instanceof Secret);
  return { id, outputs: { name, outputs, secretOutputNames: secretNames.sort() } };
}
