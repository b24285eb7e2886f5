import type { CallDetails } from "../../emulator/console/messages";
import { isRecord } from "../../unknown";

/** The setup of the test besides the call. */
export interface TestedWorld {
  /** The exported world before the call. */
  readonly world: unknown;
  /** The settings that are not at their defaults. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly brand: string;
}

/** The tables that every emulator has at its start. They are written into the test only if they may have changed. */
const seeded = [
  "version",
  "brand",
  "time",
  "types",
  "scripts",
  "users",
  "tokens",
  "regions",
  "images",
  "account",
  "other_accounts",
  "events",
  "logins",
];

const knownTokens = ["full", "readOnly", "readWrite", "restricted", "scopeless", "secondAccount"];

/** A Jest test that sends a call to an emulator with the same world, settings and faults, and expects the same result. */
export function jestTestOf(details: CallDetails, { world, settings, brand }: TestedWorld): string {
  const { call, rules, hasBinaryBody } = details;
  const options = [
    ...(brand === "node" ? [] : [`brand: ${literal(brand)},`]),
    "clock,",
    ...(Object.keys(settings).length === 0 ? [] : [`settings: ${literal(settings, 4)},`]),
  ];
  const init = [
    `method: ${literal(call.method)},`,
    ...headersOf(details),
    ...(call.body === null || hasBinaryBody ? [] : [`body: JSON.stringify(${literal(call.body, 4)}),`]),
    ...(hasBinaryBody ? ["body: new Uint8Array(), // The emulator keeps no bytes: replace them."] : []),
    ...(call.status === null ? ["signal: AbortSignal.timeout(1000),"] : []),
  ];
  const faults = rules
    .map((rule) => `  emulator.control.faults.add(${literal(onceOnly(rule), 2)});\n`)
    .join("");
  const imports = call.token === null ? "createEmulator" : "createEmulator, wellKnownTokens";
  const isPartial = JSON.stringify(call.body ?? "").includes("<REDACTED>");
  return `import { ${imports} } from "pulumi-nodecloud/emulator";

// The clock is stopped at the time of the call.
const clock = {
  now: () => ${timeOf(world, call.time)},
  sleep: async () => undefined,
  random: () => 0.5,
  token: (length = 0) => "x".repeat(length),
};
${isPartial ? "\n// The emulator returns no secrets: replace <REDACTED> if its value matters.\n" : "\n"}test(${literal(titleOf(details))}, async () => {
  const emulator = createEmulator({
    ${options.join("\n    ")}
  });
${worldText(world)}${faults}  const request = new Request(${literal(`http://emulator.test${call.path}`)}, {
    ${init.join("\n    ")}
  });
${expectations(details)}});
`;
}

function headersOf({ call, filter, hasUnknownToken }: CallDetails): readonly string[] {
  const token = call.token !== null && knownTokens.includes(call.token) ? call.token : "full";
  const headers = [
    ...(call.token === null ? [] : [`Authorization: \`Bearer \${wellKnownTokens.${token}}\``]),
    ...(hasUnknownToken ? ['Authorization: "Bearer unknown"'] : []),
    ...(filter === undefined ? [] : [`"X-Filter": ${literal(filter)}`]),
    ...(call.token === null ? [] : ['"Content-Type": "application/json"']),
  ];
  return headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} },`];
}

function titleOf({ call }: CallDetails): string {
  const what = call.operation ?? `${call.method} of an unknown path`;
  const faults = call.faults.length === 0 ? "" : ` with the fault ${call.faults.join(" and ")}`;
  const end = call.status === null ? "gets no response" : `returns ${call.status}`;
  return `${what}${faults} ${end}`;
}

function expectations({ call, rules }: CallDetails): string {
  const response =
    call.status === null
      ? ["await expect(emulator.fetch(request)).rejects.toThrow();"]
      : ["const response = await emulator.fetch(request);", `expect(response.status).toBe(${call.status});`];
  return [
    ...response,
    `expect(emulator.control.requests()).toMatchObject([{ operation: ${literal(call.operation)}, carriedOut: ${call.carriedOut} }]);`,
    ...(rules.length === 0
      ? []
      : [
          `expect(emulator.control.faults.list()).toMatchObject([${rules.map(() => "{ applied: 1 }").join(", ")}]);`,
        ]),
  ]
    .map((line) => `  ${line}\n`)
    .join("");
}

/** The rule, applied to this call whatever its number among the matching calls. */
function onceOnly(rule: Readonly<Record<string, unknown>>): unknown {
  const choosing = ["nth", "from", "every", "probability"];
  const kept = Object.entries(rule).filter(([name]) => !choosing.includes(name));
  return { ...Object.fromEntries(kept), count: 1 };
}

/** The part of the world that a new emulator does not have. */
function worldText(world: unknown): string {
  if (!isRecord(world)) return "";
  const { images } = world;
  const own = Array.isArray(images)
    ? images.filter((image) => isRecord(image) && image.is_public === false)
    : [];
  const tables = Object.entries(world).filter(
    ([name, value]) => !seeded.includes(name) && (!Array.isArray(value) || value.length > 0),
  );
  const lines = [
    "...seed,",
    `time: clock.now(),`,
    `account: ${literal(world.account, 4)},`,
    `images: [...seed.images.filter((image) => image.is_public), ...${literal(own, 4)}],`,
    ...changedRegions(world.regions),
    ...tables.map(([name, value]) => `${name}: ${literal(value, 4)},`),
  ];
  return `  const seed = emulator.control.world();\n  emulator.control.load({\n    ${lines.join("\n    ")}\n  });\n`;
}

function changedRegions(regions: unknown): string[] {
  return Array.isArray(regions) ? [`regions: ${literal(regions, 4)},`] : [];
}

function timeOf(world: unknown, time: string): number {
  return isRecord(world) && typeof world.time === "number" ? world.time : Date.parse(time);
}

const maxLine = 80;

/** JSON is also TypeScript. Short values take one line. */
function literal(value: unknown, indent = 0): string {
  const line = JSON.stringify(value) ?? "undefined";
  if (line.length <= maxLine) return line;
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(indent)}`);
}
