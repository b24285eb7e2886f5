import { type RecordedResource, type RecordedStack, SealedSecret } from "../../../src/drift/recorded-stack";
import { created } from "./model-type";
import { euuid } from "./service";
import type { Part, World } from "./world";

export const stackNames = ["dev", "prod"] as const;

export function urnOf({ type, id, stack }: Part): string {
  return `urn:pulumi:${stackNames[stack]}::project::pulumi-nodejs:dynamic/nodecloud:${type}::it-${id}`;
}

/** The two stacks of a world. */
export function stacksOf(world: World): readonly RecordedStack[] {
  return stackNames.map((stack, at) => ({
    ...{
      project: "project",
      stack,
      selector: stack,
      source: "memory",
      folder: undefined,
      backend: undefined,
      organization: undefined,
    },
    settings: { baseUrl: "http://service.test/v4", token: "token", brand: "node" },
    resources: world.parts.filter((part) => part.stack === at && part.fate !== "unrecorded").map(recorded),
    ...{ pendingOperations: [], isFoundByCli: true, isInFile: true },
    findUpdate: async () => undefined,
    listSiblings: async () => stackNames,
  }));
}

function recorded(part: Part): RecordedResource {
  const { type, id, declared, ignored, sealed, fate, isUnfinished, unreported } = part;
  const inputs = Object.entries(declared).map(([name, value]) => [
    name,
    sealed.includes(name) ? new SealedSecret(async () => value) : value,
  ]);
  return {
    ...{ urn: urnOf(part), type, name: `it-${id}`, id, argumentsFrom: [], initErrors: [] },
    inputs: {
      ...Object.fromEntries(inputs),
      ...unreported,
      ...(ignored.length > 0 ? { ignoreChanges: ignored } : {}),
    },
    outputs: {
      identity: { account: euuid, created: fate === "notOurs" ? "2021-01-01T00:00:00" : created },
      ...(isUnfinished ? { unfinished: ["ready"] } : {}),
    },
    isPendingDeletion: fate === "pendingDeletion",
    ...{ isPendingReplacement: false, isExternal: fate === "external" },
    ...{ isProtected: false, isRetained: false },
  };
}
