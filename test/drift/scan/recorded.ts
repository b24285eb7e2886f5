import { fetchTransport } from "../../../src/client";
import type { ScanOptions } from "../../../src/drift/drift-options";
import { type RecordedResource, type RecordedStack, SealedSecret } from "../../../src/drift/recorded-stack";
import { openScan } from "../../../src/drift/scan/drift-scan";
import type { DriftReport } from "../../../src/drift/types.generated";
import { wellKnownTokens } from "../../../src/emulator";
import { type PropertyValue, Secret } from "../../../src/state";
import type { TestStack } from "../../../src/testing";

const classOf = /^pulumi-nodejs:dynamic\/nodecloud:(\w+)$/;

/** The state of a test stack, as drift detection reads it. */
export function recordedStackOf(stack: TestStack, changes: Partial<RecordedStack> = {}): RecordedStack {
  const { resources, pendingOperations } = stack.store.snapshot;
  return {
    ...{ project: "project", stack: "dev", selector: "dev", source: "memory" },
    ...{ folder: undefined, backend: undefined, organization: undefined },
    settings: { baseUrl: stack.address, token: wellKnownTokens.full, brand: "node" },
    resources: resources.flatMap((state): readonly RecordedResource[] => {
      const [, type] = classOf.exec(state.type) ?? [];
      if (type === undefined) return [];
      const { urn, id, inputs, outputs, initErrors } = state;
      return [
        {
          ...{ urn, type, name: urn.split("::").at(-1) ?? "", id, initErrors },
          inputs: sealProperties(inputs),
          outputs: sealProperties(outputs),
          argumentsFrom: Object.values(state.propertyDependencies).flat(),
          isPendingDeletion: state.delete,
          isPendingReplacement: state.pendingReplacement,
          isExternal: state.external,
          isProtected: state.protect,
          isRetained: state.retainOnDelete,
        },
      ];
    }),
    pendingOperations: pendingOperations.map(({ type, resource }) => ({
      urn: resource.urn,
      operation: type,
    })),
    isFoundByCli: true,
    isInFile: true,
    findUpdate: async () => undefined,
    listSiblings: async () => ["dev"],
    ...changes,
  };
}

/** Scans test stacks of one service, once lists show the latest changes. */
export async function scan(
  stack: TestStack,
  options: ScanOptions = {},
  stacks: readonly RecordedStack[] = [recordedStackOf(stack)],
  listLag = 3000,
): Promise<DriftReport> {
  await stack.clock.advance(listLag);
  const whole = async () => {
    const opened = await openScan(stacks, {
      clock: stack.clock,
      transport: fetchTransport((request) => stack.emulator.fetch(request)),
      env: { NODECLOUD_HOME: "/nonexistent" },
      ...options,
    });
    await opened.readAll();
    return opened.report();
  };
  return stack.clock.run(whole());
}

/** The rows of a report in a compact form: `changed Instance label`. */
export function rowsOf({ findings }: DriftReport): readonly string[] {
  return findings.map(({ kind, type, field }) => [kind, type, ...(field === null ? [] : [field])].join(" "));
}

function sealProperties(
  properties: Readonly<Record<string, PropertyValue>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, sealSecrets(value)]));
}

function sealSecrets(value: unknown): unknown {
  if (value instanceof Secret) return new SealedSecret(async () => value.reveal());
  if (Array.isArray(value)) return value.map(sealSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sealSecrets(part)]));
}
