import { holdsSecret, type PropertyMap } from "../../state";
import type { ProviderPort, ReadResult } from "./provider-port";
import type { StorePort } from "./store-port";
import { typeOf } from "./urn";

export const stackReferenceType = "pulumi:pulumi:StackReference";

/** The engine itself reads another stack's outputs, when a program asks for them and at each refresh. */
export function withStackReferences(provider: ProviderPort, store: StorePort): ProviderPort {
  return {
    configure: (configuration) => provider.configure(configuration),
    check: (request) => provider.check(request),
    diff: (request) => provider.diff(request),
    create: (request) => provider.create(request),
    update: (request) => provider.update(request),
    delete: (request) => provider.delete(request),
    read: (request) =>
      typeOf(request.urn) === stackReferenceType
        ? readStack(store, request.id, request.inputs)
        : provider.read(request),
  };
}

async function readStack(store: StorePort, id: string, inputs: PropertyMap): Promise<ReadResult> {
  const name = typeof inputs.name === "string" ? inputs.name : id;
  const outputs = await store.outputsOf?.(name);
  if (!outputs) {
    throw new Error(
      `The stack "${name}" is not in this backend. Nothing was read. \`stack ls\` lists the stacks of this project; one of another project is named organization/<project>/<stack>.`,
    );
  }
  // The SDK makes secret what stands here, and takes the marks inside a value for plain: one mark makes it secret whole.
  const secretNames = Object.keys(outputs).filter((key) => holdsSecret(outputs[key] ?? null));
  return { id, outputs: { name, outputs, secretOutputNames: secretNames.sort() } };
}
