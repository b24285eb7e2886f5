import { seedNames, type WorldState, wellKnownTokens } from "../../emulator";

/** How each shell sets a variable, as a line to paste. */
export const shells = {
  posix: (name: string, value: string) => `export ${name}=${value}`,
  fish: (name: string, value: string) => `set -gx ${name} ${value}`,
  powershell: (name: string, value: string) => `$env:${name} = "${value}"`,
  cmd: (name: string, value: string) => `set ${name}=${value}`,
} as const;

export type Shell = keyof typeof shells;

/** What is said when the emulator is ready: where it is, how to use it, what is in it. */
export function greeting(
  environment: Readonly<Record<string, string>>,
  world: WorldState,
  { port, shell }: { readonly port: number; readonly shell: Shell },
): string {
  const width = Math.max(...Object.keys(wellKnownTokens).map((name) => name.length)) + 2;
  const tokens = Object.entries(wellKnownTokens).map(([name, token]) => `  ${name.padEnd(width)}${token}`);
  const { region, smallType } = seedNames;
  return [
    `The emulator listens on http://127.0.0.1:${port} (control paths below /_emulator/: health, openapi.json, world, ...).`,
    `In it: ${contentOf(world)}.`,
    "Tokens, which open nothing but this emulator:",
    ...tokens,
    "To use it in this shell or another:",
    ...Object.entries(environment).map(([name, value]) => shells[shell](name, value)),
    "Then, for example:",
    `  nodecloud api instances create --region ${region} --type ${smallType} --label hello`,
    "  nodecloud api instances list --table",
    "Ctrl-C ends it.",
    "",
  ].join("\n");
}

const counted = [
  ["regions", "region"],
  ["types", "instance type"],
  ["images", "image"],
  ["scripts", "deployment script"],
  ["instances", "instance"],
  ["payment_methods", "payment method"],
  ["oauth_clients", "OAuth client"],
] as const;

function contentOf(world: WorldState): string {
  return counted
    .map(([table, one]) => ({ count: world[table].length, one }))
    .filter(({ count }) => count > 0)
    .map(({ count, one }) => `${count} ${one}${count === 1 ? "" : "s"}`)
    .join(", ");
}
