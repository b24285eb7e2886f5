import type { Command } from "commander";
import { nearestWord } from "../../likeness";

/** `paymentMethods`, `payment_methods` and `Payment-Methods` as `payment-methods`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}

/** Finds what a user named, however its words are joined. What is not there ends the command, and the nearest is named. */
export function choose<T>(
  word: string,
  choices: ReadonlyMap<string, T>,
  {
    command,
    kind,
    prefix = "",
  }: { readonly command: Command; readonly kind: string; readonly prefix?: string },
): T {
  const found = choices.get(kebabCase(word));
  if (found !== undefined) return found;
  const nearest = nearestWord(kebabCase(word), [...choices.keys()]);
  const instead = nearest === undefined ? "There are none." : `Did you mean ${prefix}${nearest}?`;
  return refuse(command, `there is no ${kind} "${prefix}${word}". ${instead}`);
}

/** Ends the command: what is on the command line can't be carried out, and nothing was sent. */
export function refuse(command: Command, reason: string): never {
  return command.error(`error: ${reason} Nothing was sent.`, { exitCode: 2, code: "nodecloud.usage" });
}
