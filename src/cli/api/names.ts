import type { Command } from "commander";
import { nearestWords } from "../../similar-words";

/** Turns `paymentMethods`, `payment_methods` and `Payment-Methods` into `payment-methods`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}

/** Finds a choice by its name, in whatever case it is written. An unknown name is a usage error that suggests the nearest one. */
export function chooseByName<T>(
  word: string,
  choices: ReadonlyMap<string, T>,
  {
    command,
    kind,
    prefix = "",
    place = "",
  }: { readonly command: Command; readonly kind: string; readonly prefix?: string; readonly place?: string },
): T {
  const found = choices.get(kebabCase(word));
  if (found !== undefined) return found;
  const [nearest] = nearestWords(kebabCase(word), [...choices.keys()]);
  const suggestion = nearest === undefined ? "Add --help for a list." : `Did you mean ${prefix}${nearest}?`;
  return usageError(command, `There is no ${kind} "${prefix}${word}"${place}. ${suggestion}`);
}

/** Ends the command with exit code 2. */
export function usageError(command: Command, reason: string): never {
  return command.error(`error: ${reason} Nothing was sent.`, { exitCode: 2, code: "nodecloud.usage" });
}
