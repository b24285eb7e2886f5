import fc from "fast-check";
import type { Settings } from "../../../src/emulator";
import type { ProxyEffect, ProxyFault } from "../../fault-proxy/fault";
import { drawEdit, drawOptional, drawResource, drawSettings, rateLimitHeaders } from "../draw";
import type { Declared, Edit } from "../history";
import { chaosResources, drawnClasses, objectsOf } from "../resources";
import type { ProcessHistory, ProcessKill, ProcessStep } from "./history";

/** Objects are ready soon. */
const quickSettings: Partial<Settings> = {
  ...{ provisioningSeconds: 3, bootDelaySeconds: 2, bootingSeconds: 2, busySeconds: 2, emptySeconds: 2 },
  ...{ cloningSeconds: 4, imagizingSeconds: 4, processingSeconds: 3, deletingSeconds: 2 },
};

/** Effects after which the request may have been carried out. Times in milliseconds. */
const drawLoss: fc.Arbitrary<ProxyEffect> = fc.constantFrom<ProxyEffect[]>(
  ...[
    { reset: true } as const,
    { reset: true } as const,
    { hang: true } as const,
    { garbage: true } as const,
  ],
  ...[{ status: 408 }, { status: 500 }, { html: 502 }, { html: 504 }],
  ...[
    { status: 503, headers: { "X-Maintenance-Mode": "true" } },
    { status: 503, headers: { "Retry-After": "2" } },
  ],
);
const drawDamage: fc.Arbitrary<ProxyEffect> = fc.constantFrom<ProxyEffect[]>(
  ...[{ truncated: true } as const, { status: 200 }, { status: 200, body: '{"data": [} not JSON' }],
);
const drawSlowness: fc.Arbitrary<ProxyEffect> = fc.oneof(
  fc.integer({ min: 1_000, max: 70_000 }).map((latency) => ({ latency })),
  fc.integer({ min: 1_000, max: 50_000 }).map((drip) => ({ drip })),
);
const drawRefusal: fc.Arbitrary<ProxyEffect> = fc.oneof(
  fc.constantFrom(...rateLimitHeaders).map((headers) => ({ status: 429, headers })),
  fc.constantFrom(2_000, 20_000, 60_000).map((refused) => ({ refused })),
);

const drawWhich = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      method: fc.constant("POST"),
      from: fc.constantFrom(1, 1, 2),
      count: fc.constantFrom(1, 1, 2, 4),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ method: fc.constantFrom("PUT", "DELETE"), count: fc.constantFrom(1, 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constant("GET"),
      from: fc.integer({ min: 1, max: 8 }),
      count: fc.constantFrom(1, 3, 6),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      path: fc.constantFrom(...drawnClasses.flatMap((type) => objectsOf(type)?.path ?? [])),
      count: fc.constantFrom(1, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ probability: fc.constantFrom(0.2, 0.5), count: fc.integer({ min: 1, max: 8 }) }),
  },
);

const drawWhen = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ when: fc.constantFrom("before" as const, "after" as const), effect: drawLoss }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      when: fc.constant("later" as const),
      delay: fc.constantFrom(2_000, 40_000),
      effect: drawLoss,
    }),
  },
  { weight: 1, arbitrary: fc.record({ when: fc.constant("after" as const), effect: drawDamage }) },
  {
    weight: 1,
    arbitrary: fc.record({
      when: fc.constantFrom("before" as const, "after" as const),
      effect: drawSlowness,
    }),
  },
  { weight: 1, arbitrary: fc.record({ when: fc.constant("before" as const), effect: drawRefusal }) },
);

const drawFault: fc.Arbitrary<ProxyFault> = fc
  .tuple(drawWhich, drawWhen)
  .map(([which, when]) => ({ ...which, ...when }));

const drawKill: fc.Arbitrary<ProcessKill> = fc
  .record({
    ...{ process: fc.constantFrom("engine" as const, "engine" as const, "plugin" as const) },
    signal: fc.constantFrom("SIGKILL" as const, "SIGKILL" as const, "SIGINT" as const, "SIGTERM" as const),
    method: fc.constantFrom("POST", "POST", "POST", "DELETE", undefined),
    request: fc.constantFrom(1, 1, 2, 3),
    isCarriedOut: fc.boolean(),
  })
  .map((kill) => (kill.process === "plugin" ? { ...kill, signal: "SIGKILL" } : kill));

const drawStep: fc.Arbitrary<ProcessStep> = fc.record({
  operation: fc.constantFrom(
    "up" as const,
    "up" as const,
    "up" as const,
    "up" as const,
    "refresh" as const,
    "destroy" as const,
  ),
  edits: fc.array(drawEdit(undefined).map(addingPossibleReference), { maxLength: 2 }),
  faults: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 4, arbitrary: fc.array(drawFault, { minLength: 1, maxLength: 3 }) },
  ),
  kill: drawOptional(drawKill, 2),
  machine: fc.constantFrom(0, 0, 0, 1),
});

/** Histories of 1 to 4 resources and 1 to 3 runs with faults, short ones as often as long ones. */
export const drawProcessHistory: fc.Arbitrary<ProcessHistory> = fc.noBias(
  fc.record({
    seed: fc.nat(1_000_000),
    settings: drawSettings.map((settings) => ({ ...settings, ...quickSettings })),
    resources: fc
      .array(drawResource(undefined).map(withPossibleReference), { minLength: 1, maxLength: 4 })
      .map(withRequiredTargets),
    steps: fc.array(drawStep, { minLength: 1, maxLength: 3 }).map(beginningWithUp),
  }),
);

/** In a new stack, no other operation does anything. */
function beginningWithUp([first, ...others]: readonly ProcessStep[]): readonly ProcessStep[] {
  return first ? [{ ...first, operation: "up", edits: [], machine: 0 }, ...others] : [];
}

/** Without a reference that a program can only contain once its target exists. */
function withPossibleReference(declared: Declared): Declared {
  const { references } = chaosResources[declared.type];
  return references && references.programText === undefined ? { ...declared, refersTo: undefined } : declared;
}

/** A resource that requires a target has one before it. */
function withRequiredTargets(resources: readonly Declared[]): readonly Declared[] {
  for (const [index, declared] of resources.entries()) {
    const { references } = chaosResources[declared.type];
    if (!references?.isRequired) continue;
    const { targets } = references;
    const [type] = targets;
    if (!type || resources.slice(0, index).some((earlier) => targets.includes(earlier.type))) continue;
    return withRequiredTargets([{ ...declared, type, changes: [], refersTo: undefined }, ...resources]);
  }
  return resources;
}

function addingPossibleReference(edit: Edit): Edit {
  return edit.kind === "add" ? { ...edit, declared: withPossibleReference(edit.declared) } : edit;
}
