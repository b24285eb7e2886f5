import { containsSecret } from "../../state";
import type { ProviderPort, ReadResult } from "./provider-port";
import type { StorePort } from "./store-port";
import { typeOf } from "./urn";

export const stackReferenceType = "pulumi:pulumi:StackReference";

/** Serves reads of a StackReference, which has no provider, from the other stack's state. */
export function withStackReferences(provider: ProviderPort, store: StorePort): ProviderPort {
  return {
    configure: (configuration) => provider.configure(configuration),
    check: (request) => provider.check(request),
    diff: (request) => provider.diff(request),
    create: (request) => provider.create(request),
    update: (request) => provider.update(request),
    delete: (request) => provider.delete(request),
    read: (request) =>
      typeOf(request.urn) === stackReferenceType ? readStack(store, request.id) : provider.read(request),
  };
}

/** The SDK reads a reference with the name of the stack as its id. */
async function readStack(store: StorePort, name: string): Promise<ReadResult> {
  const outputs = await store.outputsOf?.(name);
  if (!outputs) {
    throw new Error(
      `The stack "${name}" is not in this backend. Nothing was read. \`stack ls\` lists the stacks of this project; refer to one of another project as organization/<project>/<stack>.`,
    );
  }
  // The SDK marks the outputs named here and ignores marks inside a value, so a value that contains a secret is secret as a whole.
  const secretNames = Object.keys(outputs).filter((key) => containsSecret(outputs[key] ?? null));
  return { id: name, outputs: { name, outputs, secretOutputNames: secretNames.sort() } };
}
