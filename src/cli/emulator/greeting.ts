import { type Listening, type SavedWorld, seedNames, wellKnownTokens } from "../../emulator";
import type { TableName } from "../../emulator/world/table-name";

/** The line that sets an environment variable, by shell. */
const shells = {
  posix: (name: string, value: string) => `export ${name}=${value}`,
  fish: (name: string, value: string) => `set -gx ${name} ${value}`,
  powershell: (name: string, value: string) => `$env:${name} = "${value}"`,
  cmd: (name: string, value: string) => `set ${name}=${value}`,
} as const;

export type Shell = keyof typeof shells;

/** What the emulator prints when it is ready: its address, its contents and how to use it. */
export function greeting(
  environment: Readonly<Record<string, string>>,
  world: SavedWorld,
  { url, shell, controlToken }: Pick<Listening, "url" | "controlToken"> & { readonly shell: Shell },
): string {
  const width = Math.max(...Object.keys(wellKnownTokens).map((name) => name.length)) + 2;
  const tokens = Object.entries(wellKnownTokens).map(([name, token]) => `  ${name.padEnd(width)}${token}`);
  const { region, smallType } = seedNames;
  return [
    `The emulator listens on ${new URL(url).origin} (control paths: /_emulator/health, /_emulator/openapi.json, /_emulator/world, ...).`,
    `Open ${new URL(url).origin}/${controlToken === undefined ? "" : "#token=CONTROL_TOKEN"} in a browser to use its console.`,
    `It holds ${describeContents(world) || "nothing"}.`,
    "Tokens, valid for this emulator only:",
    ...tokens,
    ...(controlToken === undefined
      ? []
      : [`Control token, which the control paths require (Authorization: Bearer ...): ${controlToken}`]),
    "To use it, run in your shell:",
    ...Object.entries(environment).map(([name, value]) => shells[shell](name, value)),
    "Then try:",
    `  nodecloud api instances create --region ${region} --type ${smallType} --label hello`,
    "  nodecloud api instances list --table",
    "Press Ctrl-C to stop.",
    "",
  ].join("\n");
}

/** A new table of the world is counted, unless it is named here. */
type CountedTable = Exclude<
  TableName,
  | ("users" | "tokens" | "disks" | "configs" | "addresses" | "backups" | "maintenances" | "usages")
  | ("invoices" | "payments" | "notices" | "events" | "logins" | "entity_transfers")
>;

/** What one object of each table is called. */
const countedTables: Readonly<Record<CountedTable, string>> = {
  regions: "region",
  types: "instance type",
  images: "image",
  scripts: "deployment script",
  instances: "instance",
  payment_methods: "payment method",
  oauth_clients: "OAuth client",
};

function describeContents(world: SavedWorld): string {
  const tables = new Map<string, unknown>(Object.entries(world));
  return Object.entries(countedTables)
    .flatMap(([table, one]) => {
      const rows = tables.get(table);
      if (!Array.isArray(rows) || rows.length === 0) return [];
      return [`${rows.length} ${one}${rows.length === 1 ? "" : "s"}`];
    })
    .join(", ");
}
