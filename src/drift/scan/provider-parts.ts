import { groupBy } from "../../group-by";
import { nameInUrn } from "../../state";
import { fullName, type RecordedStack } from "../recorded-stack";

/** The resources of one provider of a stack, with the settings of that provider. */
export interface ProviderPart extends RecordedStack {
  /** The name of the explicit provider. Undefined for the default provider. */
  readonly providerName?: string;
}

export interface StackParts {
  /** Parts that can be compared with an account. */
  readonly parts: readonly ProviderPart[];
  /** Parts whose providers have no complete settings. */
  readonly unusable: readonly { readonly part: ProviderPart; readonly problem: string }[];
}

/**
 * Separates the resources of a stack by provider, because providers may use different accounts and services. The default provider has a
 * part if it has resources, or if no explicit provider has any.
 */
export function partsOf(stack: RecordedStack): StackParts {
  const { resources, pendingOperations, providers = new Map() } = stack;
  const byProvider = groupBy([...resources, ...pendingOperations], ({ provider }) => provider);
  if ([...byProvider.keys()].every((urn) => urn === undefined)) return { parts: [stack], unusable: [] };
  const parts: ProviderPart[] = [];
  const unusable: { part: ProviderPart; problem: string }[] = [];
  for (const urn of byProvider.keys()) {
    const isOwn = ({ provider }: { readonly provider?: string | undefined }) => provider === urn;
    const part = {
      ...stack,
      ...(urn !== undefined && { providerName: nameInUrn(urn) }),
      resources: resources.filter(isOwn),
      pendingOperations: pendingOperations.filter(isOwn),
    };
    const connection = urn === undefined ? stack : providers.get(urn);
    if (connection !== undefined && "settings" in connection)
      parts.push({ ...part, settings: connection.settings });
    else unusable.push({ part, problem: connection?.problem ?? "The state does not contain it." });
  }
  return { parts, unusable };
}

/** How a problem names the part: `stack shop/dev`, or `provider eu of stack shop/dev`. */
export function subjectOf(part: ProviderPart): string {
  const stack = `stack ${fullName(part)}`;
  return part.providerName === undefined ? stack : `provider ${part.providerName} of ${stack}`;
}
