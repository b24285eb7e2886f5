import fc from "fast-check";
import { allOperations } from "../../src/contract";
import { type FaultRuleInput, settings } from "../../src/emulator";
import type { ResourceClass } from "../../src/resources/resource-class";
import type { Declared, Edit, External, Fault, History, Option, Step, Stop } from "./history";
import { chaosResources, drawnClasses } from "./resources";
import type { OperationName } from "./resources/chaos-resource";

type Effect = FaultRuleInput["effect"];

/** The values of every setting: those in its table, and for a duration no time and a few seconds. */
const settingValues = settings.map(({ name, values, default: byDefault }) => ({
  name,
  values: [
    ...values.filter((value) => value !== byDefault),
    ...(name.endsWith("Seconds") && typeof byDefault === "number" ? [0, 3] : []),
  ],
}));

export const drawSettings: fc.Arbitrary<History["settings"]> = fc
  .uniqueArray(fc.tuple(fc.nat(settingValues.length - 1), fc.nat(9)), {
    selector: ([index]) => index,
    maxLength: 6,
  })
  .map((chosen) =>
    Object.fromEntries(
      chosen.flatMap(([index, value]) => {
        const { name, values } = settingValues[index]!;
        return values.length === 0 ? [] : [[name, values[value % values.length]!]];
      }),
    ),
  );

/** Names with any characters, and those that have caused trouble in programs. */
const drawName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("web", "db", "app", "a", "β", "x".repeat(80), "a b", "1") },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }) },
);

const drawOption: fc.Arbitrary<Option> = fc.constantFrom(
  ...(["ignoreTags", "ignoreLabel", "retainOnDelete", "protect"] as const),
);

/** Undefined in one of `freq` draws. */
export const drawOptional = <T>(arbitrary: fc.Arbitrary<T>, freq: number) =>
  fc.option(arbitrary, { nil: undefined, freq });

const rarely = fc.integer({ min: 0, max: 5 }).map((number) => number === 5);

function drawDeclared(type: ResourceClass): fc.Arbitrary<Declared> {
  const { argumentChanges, references } = chaosResources[type];
  return fc.record({
    type: fc.constant(type),
    name: drawName,
    inComponent: rarely,
    options: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.tuple(drawOption) },
    ),
    changes: fc.array(fc.nat(argumentChanges.length - 1), { maxLength: 2 }),
    refersTo: drawOptional(fc.nat(3), references?.isRequired ? 20 : 2),
  });
}

export function drawResource(resource: ResourceClass | undefined): fc.Arbitrary<Declared> {
  const anyType = fc.oneof(...drawnClasses.map(drawDeclared));
  return resource === undefined
    ? anyType
    : fc.oneof({ weight: 3, arbitrary: drawDeclared(resource) }, { weight: 1, arbitrary: anyType });
}

/** One resource in three has an explicit provider. */
const drawProvider = drawOptional(fc.constantFrom("first" as const, "second" as const), 2);

const drawNumber = fc.nat(3);

const drawMove = fc.record({ kind: fc.constant("move" as const), resource: drawNumber });
const drawRemoval = fc.record({ kind: fc.constant("remove" as const), resource: drawNumber });

export function drawEdit(resource: ResourceClass | undefined): fc.Arbitrary<Edit> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("change" as const),
        resource: drawNumber,
        change: fc.nat(20),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("rename" as const), resource: drawNumber, name: drawName }),
    },
    { weight: 1, arbitrary: drawMove },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("option" as const),
        resource: drawNumber,
        option: drawOption,
      }),
    },
    { weight: 2, arbitrary: drawRemoval },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("add" as const), declared: drawResource(resource) }),
    },
  );
}

/** Edits after which resources of a type have the names that others had before. */
function drawNameEdit(type: ResourceClass): fc.Arbitrary<Edit> {
  const reusesName = fc.constantFrom(true, true, false);
  return fc.oneof(
    { weight: 2, arbitrary: drawRemoval },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("rename" as const),
        ...{ resource: drawNumber, name: drawName, reusesName },
      }),
    },
    { weight: 1, arbitrary: drawMove },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("add" as const),
        ...{ declared: drawDeclared(type), reusesName },
      }),
    },
  );
}

const drawProviderEdit = fc.record({ kind: fc.constant("provider" as const), resource: drawNumber });

const classOperations = drawnClasses.map((type) => chaosResources[type].operations);
const groups = [...classOperations.map(({ group }) => group), "account", "regions"];
const operationsOfGroups = allOperations
  .filter(({ group }) => groups.includes(group))
  .map(({ name }) => name);
const creates = new Set<string>(classOperations.flatMap((operations) => operations.creates));
const accountChanges: readonly OperationName[] = ["account.update", "account.cancel"];
const changes = new Set<string>([
  ...classOperations.flatMap((operations) => operations.changes),
  ...accountChanges,
]);
const isOfKind: Readonly<Record<string, (operation: string) => boolean>> = {
  creates: (operation) => creates.has(operation),
  lists: (operation) => operation.endsWith(".list"),
  views: (operation) => operation.endsWith(".view"),
  changes: (operation) => changes.has(operation),
};
/** The operations that the group of a fault stands for. */
export function operationsOf(operation = "*"): readonly string[] {
  const isIncluded = isOfKind[operation];
  return isIncluded ? operationsOfGroups.filter(isIncluded) : [operation];
}
const drawOperation = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("creates", "creates", "lists", "views", "changes") },
  { weight: 2, arbitrary: fc.constantFrom("*", ...groups.map((group) => `${group}.*`)) },
  { weight: 1, arbitrary: fc.constantFrom(...operationsOfGroups) },
);

const lastingSeconds = 600;
const resetTime = { "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "0" };
export const rateLimitHeaders: readonly Readonly<Record<string, string>>[] = [
  {},
  ...["3", "0", "-1", "60", "soon", "Mon, 21 Mar 2022 09:00:30 GMT"].map((time) => ({ "Retry-After": time })),
  ...["1647853230", "0", "NaN"].map((time) => ({ ...resetTime, "X-RateLimit-Reset": time })),
];

/** Effects after which the request may have been carried out. */
const drawLoss: fc.Arbitrary<Effect> = fc.constantFrom<Effect[]>(
  ...[{ reset: true } as const, { status: 408 }, { status: 500 }, { html: 502 }, { status: 504 }],
  ...[{ status: 503, headers: { "X-Maintenance-Mode": "true" } }, { hang: true } as const],
  { status: 503, headers: { "Retry-After": "2" } },
);
const drawRefusal: fc.Arbitrary<Effect> = fc.oneof(
  fc.constant({ refused: true } as const),
  fc.constantFrom(...rateLimitHeaders).map((headers) => ({ status: 429, headers })),
);
const drawDamage: fc.Arbitrary<Effect> = fc.oneof(
  fc.constantFrom<Effect[]>({ truncated: true }, { garbage: true }),
  fc.integer({ min: 0, max: 70_000 }).map((latency) => ({ latency })),
);

/** Which of the matching calls. */
const drawCalls = fc.oneof(
  fc.record({ nth: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ probability: fc.constantFrom(0.2, 0.5, 0.8), count: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ from: fc.integer({ min: 1, max: 3 }), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ every: fc.integer({ min: 2, max: 3 }), count: fc.integer({ min: 1, max: 8 }) }),
);

const drawDelay = fc.constantFrom(100, 5_000, 40_000, 70_000, 120_000);

const drawCallFault: fc.Arbitrary<Fault> = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.record({ effect: drawLoss, when: fc.constantFrom("before" as const, "after" as const) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ effect: drawLoss, when: fc.constant("later" as const), delay: drawDelay }),
    },
    { weight: 1, arbitrary: fc.record({ effect: drawRefusal, when: fc.constant("before" as const) }) },
    { weight: 1, arbitrary: fc.record({ effect: drawDamage, when: fc.constant("after" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        effect: fc.constant({ status: 200, body: {} }),
        when: fc.constant("after" as const),
      }),
    },
  )
  .chain((own) =>
    fc.tuple(drawOperation, drawCalls).map(([operation, calls]) => ({
      rule: { operation, ...calls, ...own },
      seconds: undefined,
    })),
  );

/** Lists that do not show new objects yet. */
const drawLag: fc.Arbitrary<Fault> = fc.constantFrom(1, 10, 30, 60).map((seconds) => ({
  rule: { operation: "*", effect: { staleList: seconds * 1000 } },
  seconds: undefined,
}));

/** Every call fails for a while. */
const drawOutage: fc.Arbitrary<Fault> = fc
  .tuple(
    fc.constantFrom("*", "lists", "views", "instances.*"),
    fc.oneof(drawLoss, drawRefusal),
    fc.constantFrom(5, 30, 90, 240, lastingSeconds),
  )
  .map(([operation, effect, seconds]) => ({
    rule: { operation, effect },
    seconds,
  }));

const drawFault = fc.oneof(
  { weight: 6, arbitrary: drawCallFault },
  { weight: 2, arbitrary: drawLag },
  { weight: 1, arbitrary: drawOutage },
);

const drawStop: fc.Arbitrary<Stop> = fc.oneof(
  fc.record({
    kind: fc.constant("engine killed" as const),
    after: fc.nat(10),
    isNoticed: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("plugin killed" as const),
    request: fc.integer({ min: 1, max: 12 }),
    isCarriedOut: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("interrupted" as const),
    after: fc.constantFrom(0, 100, 1_000, 5_000, 20_000, 40_000, 90_000),
  }),
);

const drawExternal: fc.Arbitrary<External> = fc.record({
  resource: drawNumber,
  kind: fc.constantFrom("label" as const, "settings" as const, "status" as const, "delete" as const),
});

const drawRun = {
  faults: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(drawFault, { minLength: 1, maxLength: 3 }) },
  ),
  stop: drawOptional(drawStop, 4),
  during: drawOptional(
    fc.record({ after: fc.constantFrom(500, 3_000, 15_000, 50_000), external: drawExternal }),
    8,
  ),
};

function drawStep(edits: fc.Arbitrary<readonly Edit[]>): fc.Arbitrary<Step> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("up" as const),
        edits,
        refreshFirst: rarely,
        targets: fc.oneof(
          { weight: 7, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.tuple(drawNumber) },
        ),
        replace: fc.oneof(
          { weight: 7, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.tuple(drawNumber) },
        ),
        ...drawRun,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("refresh" as const, "refresh" as const, "preview" as const, "destroy" as const),
        ...drawRun,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("external" as const), external: drawExternal }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "other machine" as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("other account" as const),
        operation: fc.constantFrom("up" as const, "refresh" as const, "destroy" as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("wait" as const),
        seconds: fc.constantFrom(1, 60, 3_600, 100_000),
      }),
    },
  );
}

const secondsPerDay = 86_400;

function withProvider(resource: fc.Arbitrary<Declared>): fc.Arbitrary<Declared> {
  return fc.tuple(resource, drawProvider).map(([declared, provider]) => ({ ...declared, provider }));
}

/**
 * Histories of 1 to 3 resources and 1 to 5 steps. With `resource`, most resources are of that type. In one of six, names are used again:
 * most resources are of one type, and are renamed, removed and added.
 */
export function drawHistory(resource?: ResourceClass): fc.Arbitrary<History> {
  const anyEdit = fc.oneof(
    { weight: 14, arbitrary: drawEdit(resource) },
    { weight: 1, arbitrary: drawProviderEdit },
  );
  const anyStep = drawStep(fc.array(anyEdit, { maxLength: 2 }));
  const drawNames = (type: ResourceClass) => {
    const step = drawStep(fc.array(drawNameEdit(type), { minLength: 1, maxLength: 3 }));
    return drawHistoryOf(type, fc.array(step, { minLength: 2, maxLength: 6 }));
  };
  return fc.oneof(
    { weight: 5, arbitrary: drawHistoryOf(resource, fc.array(anyStep, { minLength: 1, maxLength: 5 })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...(resource === undefined ? drawnClasses : [resource])).chain(drawNames),
    },
  );
}

function drawHistoryOf(
  resource: ResourceClass | undefined,
  steps: fc.Arbitrary<readonly Step[]>,
): fc.Arbitrary<History> {
  const offset = (weight: number) =>
    fc.oneof(
      { weight, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -secondsPerDay, max: secondsPerDay }) },
    );
  return fc.record({
    seed: fc.nat(1_000_000),
    brand: fc.constantFrom("node" as const, "node" as const, "acme" as const),
    settings: drawSettings,
    clockOffset: offset(4),
    createdOffset: offset(12).map(Math.abs),
    readsPerMillisecond: drawOptional(fc.integer({ min: 1, max: 5 }), 2),
    parallel: fc.constantFrom(16, 16, 1),
    resources: fc.boolean().chain((hasProviders) =>
      fc.array(hasProviders ? withProvider(drawResource(resource)) : drawResource(resource), {
        ...{ minLength: 1, maxLength: 3 },
      }),
    ),
    steps,
    pause: fc.constantFrom(0, 60, 600),
    knowsState: fc.boolean(),
  });
}
