import type { RecordedStack } from "../../../src/drift/recorded-stack";

/** A stack without resources, whose project has this stack alone. */
export function stackNamed(
  project: string,
  stack: string,
  parts: Partial<RecordedStack> = {},
): RecordedStack {
  return {
    ...{
      project,
      stack,
      selector: stack,
      source: "memory",
      folder: undefined,
      backend: "memory",
      resources: [],
    },
    ...{ pendingOperations: [], settings: { baseUrl: "http://service.test", brand: "node" } },
    organization: undefined,
    isFoundByCli: true,
    isInFile: true,
    findUpdate: async () => undefined,
    listSiblings: async () => [stack],
    ...parts,
  };
}
