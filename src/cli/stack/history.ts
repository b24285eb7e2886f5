import { realClock } from "../../clock";
import {
  type ConfigurationValue,
  decryptValue,
  maskedSecrets,
  nameExisting,
  openConfigurationSecrets,
  parseJson,
  readHistory,
  type SecretStrings,
  StateError,
  type Update,
} from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { withPassphrase } from "../passphrase";
import { print, printJson } from "../print";
import { resolveStack } from "../stack-address";
import { ago } from "../table";

export async function printHistory(
  options: ProjectOptions & {
    readonly json: boolean;
    readonly showSecrets: boolean;
    readonly fullDates: boolean;
    readonly pageSize: number;
    readonly page: number;
  },
): Promise<number> {
  const address = await resolveStack(options);
  const { backend, project, stack } = await nameExisting(address);
  const page = { size: options.pageSize, number: options.page };
  const updates = await readHistory(backend, project.name, stack, page);
  if (!options.json) {
    const none =
      page.number === 1 ? "Stack has never been updated\n" : `There are no runs on page ${page.number}\n`;
    print(updates.map((one) => toParagraph(one, options.fullDates)).join("\n") || none);
    return 0;
  }
  const secrets = options.showSecrets
    ? await openConfigurationSecrets(await withPassphrase(address, options))
    : undefined;
  printJson(
    JSON.stringify(
      updates.map((one) => toJson(one, secrets)),
      undefined,
      2,
    ),
  );
  return 0;
}

function toParagraph(update: Update, fullDates: boolean): string {
  const { kind, result, message, startTime, endTime, resourceChanges, environment } = update;
  const count = (change: string) => resourceChanges[change] ?? 0;
  const changes = `+${count("create")}-${count("delete")}~${count("update")} ${count("same")}`;
  const details = Object.entries(environment)
    .filter(([, value]) => String(value).trim() !== "")
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `    ${name}: ${String(value)}\n`);
  const updated = fullDates
    ? new Date(startTime * 1000).toISOString()
    : ago(realClock.now() - startTime * 1000);
  return [
    `UpdateKind: ${kind}\nStatus: ${result}\nMessage: ${message}\n`,
    `${changes} Updated ${updated} took ${endTime - startTime}s\n`,
    ...details,
  ].join("");
}

/** The same JSON as `pulumi stack history --json`. */
function toJson(update: Update, secrets: SecretStrings | undefined) {
  const { kind, startTime, endTime, message, environment, result, resourceChanges } = update;
  const config = Object.entries(update.config).map(([key, stored]) => {
    const { value, secret, structured } = readValue(stored, key, secrets ?? maskedSecrets);
    if (secret && !secrets) return [key, { secret }];
    return [key, { value, ...(structured && { objectValue: parseJson(value, key) }), secret }];
  });
  return {
    version: 0,
    kind,
    startTime: new Date(startTime * 1000).toISOString(),
    message,
    environment,
    config: Object.fromEntries(config),
    result,
    endTime: new Date(endTime * 1000).toISOString(),
    resourceChanges,
  };
}

/** The history keeps secrets as they were encrypted at the time of the run, so the current passphrase may not decrypt them. */
function readValue(stored: unknown, key: string, secrets: SecretStrings): ConfigurationValue {
  try {
    return decryptValue(stored, `config.${key}`, secrets);
  } catch (cause) {
    if (cause instanceof StateError && cause.code === "passphrase")
      return { value: undecryptable, secret: true };
    throw cause;
  }
}

/** What the Pulumi CLI prints in place of such a value. */
const undecryptable = "ERROR_UNABLE_TO_DECRYPT";
